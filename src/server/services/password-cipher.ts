import { createDecipheriv } from 'node:crypto';

/** `ivHex:cipherHex` of 2 KB at most: a password of 128 characters needs an eighth of that. */
const maxPayload = 2048;
const payloadShape = /^[0-9a-f]{32}:(?:[0-9a-f]{2})*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The password behind the specified wire form: AES-256-CTR without padding under a fixed shared key. It obfuscates and
 * does not protect (TLS does). Null for anything but a well-formed payload of valid UTF-8, which a sign-in answers like
 * a wrong password.
 * @param key the 32 bytes of LOGIN_KEY.
 */
export function decipherPassword(key: Uint8Array, payload: string): string | null {
  if (payload.length > maxPayload || !payloadShape.test(payload)) return null;
  const decipher = createDecipheriv('aes-256-ctr', key, Buffer.from(payload.slice(0, 32), 'hex'));
  const clear = Buffer.concat([decipher.update(Buffer.from(payload.slice(33), 'hex')), decipher.final()]);
  try {
    return utf8.decode(clear);
  } catch {
    return null;
  }
}
