export type Bytes = Uint8Array<ArrayBuffer>;

/** Encrypts what a device keeps: AES-256-GCM, with a text that names the place, so that a value copied elsewhere is refused. */
export interface DeviceCipher {
  seal(plain: Bytes, place: string): Promise<Bytes>;
  /** Rejects for a value of another key or place. */
  open(sealed: Bytes, place: string): Promise<Bytes>;
}

const ivBytes = 12;
const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

/** @param keyHex the 64 hex digits of POST /adm/v2/sec/me/device-key */
export async function createDeviceCipher(keyHex: string): Promise<DeviceCipher> {
  const key = Uint8Array.from(keyHex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const { encrypt, decrypt } = await openCipher(key);
  return {
    async seal(plain, place) {
      const iv = globalThis.crypto.getRandomValues(new Uint8Array(ivBytes));
      const cipher = await encrypt(iv, bytesOf(place), plain);
      const sealed = new Uint8Array(ivBytes + cipher.length);
      sealed.set(iv);
      sealed.set(cipher, ivBytes);
      return sealed;
    },
    open: (sealed, place) => decrypt(sealed.slice(0, ivBytes), bytesOf(place), sealed.slice(ivBytes)),
  };
}

type Work = (iv: Bytes, place: Bytes, data: Bytes) => Promise<Bytes>;

async function openCipher(key: Bytes): Promise<{ encrypt: Work; decrypt: Work }> {
  // Browsers leave crypto.subtle out on plain http off localhost; a small audited library does the same work there.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) {
    const { gcm } = await import('@noble/ciphers/aes.js');
    return {
      encrypt: async (iv, place, data) => new Uint8Array(gcm(key, iv, place).encrypt(data)),
      decrypt: async (iv, place, data) => new Uint8Array(gcm(key, iv, place).decrypt(data)),
    };
  }
  const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const settings = (iv: Bytes, additionalData: Bytes) => ({ name: 'AES-GCM', iv, additionalData });
  return {
    encrypt: async (iv, place, data) =>
      new Uint8Array(await subtle.encrypt(settings(iv, place), imported, data)),
    decrypt: async (iv, place, data) =>
      new Uint8Array(await subtle.decrypt(settings(iv, place), imported, data)),
  };
}
