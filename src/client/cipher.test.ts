import { createDecipheriv } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sealPassword } from './cipher.ts';

const key = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join('');

function open(sealed: string): string {
  const [iv, cipher] = sealed.split(':') as [string, string];
  expect(iv).toMatch(/^[0-9a-f]{32}$/);
  const decipher = createDecipheriv('aes-256-ctr', Buffer.from(key, 'hex'), Buffer.from(iv, 'hex'));
  return Buffer.concat([decipher.update(Buffer.from(cipher, 'hex')), decipher.final()]).toString('utf8');
}

afterEach(() => vi.unstubAllGlobals());

describe.each(['with crypto.subtle', 'without crypto.subtle'])('%s', (name) => {
  const texts = ['molde-demo', 'çãé € 😀', 'x'.repeat(200)];

  function setUp(iv?: Uint8Array) {
    const real = globalThis.crypto;
    vi.stubGlobal('crypto', {
      subtle: name === 'with crypto.subtle' ? real.subtle : undefined,
      getRandomValues: (target: Uint8Array) => {
        if (iv) target.set(iv);
        else real.getRandomValues(target as Uint8Array<ArrayBuffer>);
        return target;
      },
    });
  }

  test('the key deciphers the password', async () => {
    setUp();
    for (const text of texts) expect(open(await sealPassword(text, key))).toBe(text);
  });

  test('the counter carries over all sixteen bytes', async () => {
    setUp(new Uint8Array(16).fill(255));
    expect(open(await sealPassword('y'.repeat(70), key))).toBe('y'.repeat(70));
  });
});

test('each call uses a new initialization vector', async () => {
  expect(await sealPassword('same', key)).not.toBe(await sealPassword('same', key));
});
