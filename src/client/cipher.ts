/**
 * The specified password cipher: AES-256 in counter mode without padding, a fixed shared key and a random 16-byte
 * initialization vector, written `ivHex:cipherHex`. It obfuscates the password; TLS protects it.
 */

const ivBytes = 16;

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) throw new RangeError('not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function encrypt(
  key: Uint8Array<ArrayBuffer>,
  iv: Uint8Array<ArrayBuffer>,
  plain: Uint8Array<ArrayBuffer>,
) {
  // Browsers leave crypto.subtle out on plain http off localhost; a small audited library does the same work there.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) {
    const { ctr } = await import('@noble/ciphers/aes.js');
    return ctr(key, iv).encrypt(plain);
  }
  const imported = await subtle.importKey('raw', key, 'AES-CTR', false, ['encrypt']);
  return new Uint8Array(await subtle.encrypt({ name: 'AES-CTR', counter: iv, length: 128 }, imported, plain));
}

/**
 * Encrypts a password to its wire form.
 * @param keyHex the 64 hex digits of GET /adm/v2/pub/home
 */
export async function sealPassword(password: string, keyHex: string): Promise<string> {
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(ivBytes));
  const cipher = await encrypt(fromHex(keyHex), iv, new TextEncoder().encode(password));
  return `${toHex(iv)}:${toHex(cipher)}`;
}
