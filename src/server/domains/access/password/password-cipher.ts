import { createDecipheriv } from 'node:crypto';

/** Characters of `ivHex:cipherHex`. A password of 128 characters needs an eighth of them. */
const maxPayload = 2048;
const payloadShape = /^[0-9a-f]{32}:(?:[0-9a-f]{2})*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Deciphers a password from the specified wire form, AES-256-CTR without padding under a fixed shared key. The cipher
 * obfuscates; TLS protects. Returns null unless the payload is well-formed and valid UTF-8; a sign-in answers null like a
 * wrong password.
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
