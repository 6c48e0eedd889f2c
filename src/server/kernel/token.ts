import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { AppError } from './errors.ts';

const ISSUER = 'molde';
const MAX_VERIFIED = 5000;

/** Claims of an access token. Whether its session is still open is read from the database. */
export interface TokenClaims {
  userId: number;
  sessionId: string;
  tenantId: number;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** Signs and verifies access tokens: JWT with HS256 only, `sub` the user's id as a string. */
export class Tokens {
  readonly #secret: Uint8Array;
  readonly #endKey: Uint8Array;
  // A verified token needs only its expiry checked again.
  readonly #verified = new Map<string, TokenClaims>();

  constructor(secret: Uint8Array) {
    this.#secret = secret;
    // A key of its own, so that no signature of one purpose serves another.
    this.#endKey = new Uint8Array(hkdfSync('sha256', secret, '', 'molde session ends', 32));
  }

  async sign(claims: TokenClaims): Promise<string> {
    return new SignJWT({ sid: claims.sessionId, tid: claims.tenantId, end: this.#ticketOf(claims) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(String(claims.userId))
      .setIssuedAt()
      .setExpirationTime(claims.expiresAt)
      .sign(this.#secret);
  }

  /** @throws AppError UNAUTHENTICATED for a token that this server did not sign, SESSION_EXPIRED for an expired one. */
  async verify(token: string): Promise<TokenClaims> {
    const known = this.#verified.get(token);
    if (known) {
      if (known.expiresAt * 1000 > Date.now()) return known;
      this.#verified.delete(token);
      throw new AppError('SESSION_EXPIRED');
    }
    const claims = await this.#check(token);
    if (this.#verified.size >= MAX_VERIFIED) {
      for (const oldest of this.#verified.keys()) {
        this.#verified.delete(oldest);
        break;
      }
    }
    this.#verified.set(token, claims);
    return claims;
  }

  /**
   * The id of the session that a ticket may end; null for one that was not made here. Each access token contains the ticket of
   * its session, which a browser may keep when the token is gone: it can do nothing else.
   */
  sessionToEnd(ticket: string, tenantId: number): string | null {
    const [sessionId = ''] = ticket.split('.');
    const [given, wanted] = [Buffer.from(ticket), Buffer.from(this.#ticketOf({ sessionId, tenantId }))];
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? sessionId : null;
  }

  #ticketOf({ sessionId, tenantId }: Pick<TokenClaims, 'sessionId' | 'tenantId'>): string {
    const mac = createHmac('sha256', this.#endKey).update(`${tenantId}.${sessionId}`).digest('base64url');
    return `${sessionId}.${mac}`;
  }

  async #check(token: string): Promise<TokenClaims> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        requiredClaims: ['sub', 'sid', 'tid', 'exp'],
      });
      const { sub, sid, tid, exp } = payload;
      const userId = Number(sub);
      if (!Number.isSafeInteger(userId) || typeof sid !== 'string' || !SESSION.test(sid))
        throw new AppError('UNAUTHENTICATED');
      if (typeof tid !== 'number' || !Number.isSafeInteger(tid) || exp === undefined)
        throw new AppError('UNAUTHENTICATED');
      return { userId, sessionId: sid, tenantId: tid, expiresAt: exp };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError(error instanceof errors.JWTExpired ? 'SESSION_EXPIRED' : 'UNAUTHENTICATED', {
        cause: error,
      });
    }
  }
}

const SESSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the token of an `Authorization: Bearer …` header, the only place of a token; null without one. */
export function bearer(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*)$/i.exec(header ?? '')?.[1] ?? null;
}
