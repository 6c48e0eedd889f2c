import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** First byte of an envelope: how it was made. */
const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** An encrypted value as it is stored. `sealed` is format, initialisation vector, tag and cipher text. */
export interface SealedValue {
  keyId: string;
  sealed: Uint8Array;
}

/** A stored value cannot be decrypted: its key is not among the settings, or it was altered or copied to another place. */
export class SecretError extends Error {}

/** Name of a key that says nothing about it. */
export const secretKeyId = (key: Uint8Array): string =>
  createHash('sha256').update('molde-secrets').update(key).digest('hex').slice(0, 16);

/**
 * Encrypts settings of tenants with SECRETS_KEY: AES-256-GCM, with the tenant and the name of the value as additional data,
 * so that a value copied to another row is refused.
 */
export class Secrets {
  readonly #keys = new Map<string, Uint8Array>();
  /** Id of the key that encrypts; null without one, when nothing can be stored. */
  readonly currentKeyId: string | null;

  /** @param previous the key before, which still decrypts until `npm run secrets -- rotate` has run. */
  constructor(current: Uint8Array | null, previous: Uint8Array | null = null) {
    this.currentKeyId = current && secretKeyId(current);
    for (const key of [previous, current]) if (key) this.#keys.set(secretKeyId(key), key);
  }

  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  /** @throws SecretError without a key */
  seal(tenantId: number, name: string, value: string): SealedValue {
    const keyId = this.currentKeyId;
    const key = keyId === null ? undefined : this.#keys.get(keyId);
    if (keyId === null || !key) throw new SecretError('there is no SECRETS_KEY');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(additionalData(tenantId, name, keyId));
    const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return { keyId, sealed: Buffer.concat([Buffer.of(FORMAT), iv, cipher.getAuthTag(), text]) };
  }

  /** @throws SecretError */
  open(tenantId: number, name: string, { keyId, sealed }: SealedValue): string {
    const key = this.#keys.get(keyId);
    if (!key) throw new SecretError(`the key ${keyId} of ${name} is not among the settings`);
    const bytes = Buffer.from(sealed);
    if (bytes[0] !== FORMAT) throw new SecretError(`${name} has an unknown format`);
    const tagAt = 1 + IV_BYTES;
    try {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(1, tagAt), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(additionalData(tenantId, name, keyId));
      decipher.setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
      return decipher.update(bytes.subarray(tagAt + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (error) {
      throw new SecretError(`${name} was altered`, { cause: error });
    }
  }
}

function additionalData(tenantId: number, name: string, keyId: string): Buffer {
  return Buffer.from(JSON.stringify(['molde-secret', FORMAT, tenantId, name, keyId]));
}
