import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Time for which an address works. */
const SECONDS = 300;

/** Right that a signed address gives: one file, for one session. */
export interface SignedFile {
  tenantId: number;
  fileId: number;
  /** Side of a thumbnail; 0 for the file itself. */
  size: number;
  disposition: 'inline' | 'attachment';
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** Signs addresses for elements that cannot send a token, such as a video that is sought in. */
export class SignedAddresses {
  readonly #key: Uint8Array;

  constructor(secret: Uint8Array) {
    // A key of its own, so that no signature of one purpose serves another.
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'molde file addresses', 32));
  }

  sign(file: Omit<SignedFile, 'expiresAt'>, now = Date.now()): { token: string; expiresAt: number } {
    const expiresAt = Math.floor(now / 1000) + SECONDS;
    const { tenantId, fileId, size, disposition, sessionId } = file;
    const text = ['v1', tenantId, fileId, size, disposition, sessionId, expiresAt].join('\n');
    const payload = Buffer.from(text).toString('base64url');
    return { token: `${payload}.${this.#mac(payload).toString('base64url')}`, expiresAt };
  }

  /** Null for an address that was not signed here, or is too old. */
  verify(token: string, now = Date.now()): SignedFile | null {
    const [payload = '', signature = '', ...rest] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const wanted = this.#mac(payload);
    if (rest.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    const text = Buffer.from(payload, 'base64url').toString('utf8');
    const [version, tenantId, fileId, size, disposition, sessionId = '', expiresAt] = text.split('\n');
    if (version !== 'v1' || Number(expiresAt) * 1000 <= now) return null;
    return {
      tenantId: Number(tenantId),
      fileId: Number(fileId),
      size: Number(size),
      disposition: disposition === 'inline' ? 'inline' : 'attachment',
      sessionId,
      expiresAt: Number(expiresAt),
    };
  }

  #mac(payload: string): Buffer {
    return createHmac('sha256', this.#key).update(payload).digest();
  }
}
