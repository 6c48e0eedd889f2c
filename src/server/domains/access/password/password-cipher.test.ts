import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decipherPassword } from './password-cipher.ts';
import { hashPassword, passwordMatches } from './password-hash.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at));

function encipher(clear: Uint8Array, iv = randomBytes(16)): string {
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  return `${iv.toString('hex')}:${Buffer.concat([cipher.update(clear), cipher.final()]).toString('hex')}`;
}

describe('the password cipher', () => {
  it.each(['molde-demo', 'çãé 🔑', ''])('deciphers %j', (password) => {
    expect(decipherPassword(key, encipher(Buffer.from(password)))).toBe(password);
    expect(decipherPassword(key, encipher(Buffer.from(password)).toUpperCase())).toBe(password);
  });

  const good = encipher(Buffer.from('molde-demo'));
  it.each([
    ['empty', ''],
    ['clear text', 'molde-demo'],
    ['a short vector', good.slice(2)],
    ['no colon', good.replace(':', '')],
    ['an odd number of digits', good.slice(0, -1)],
    ['not hex', `${good.slice(0, -2)}zz`],
    ['a line break at its end', `${good}\n`],
    ['longer than 2 KB', encipher(Buffer.alloc(1100, 97))],
    ['not UTF-8', encipher(Buffer.from([0xff, 0xfe, 0x80]))],
    ['a cut UTF-8 sequence', encipher(Buffer.from([0xf0, 0x9f, 0x94]))],
  ])('refuses a payload that is %s', (_name, payload) => expect(decipherPassword(key, payload)).toBeNull());
});

it('hashes passwords with argon2id and matches the right one only', async () => {
  const stored = await hashPassword('molde-demo');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(stored, 'molde-demo')).toBe(true);
  expect(await passwordMatches(stored, 'molde-demO')).toBe(false);
  expect(await passwordMatches(stored, null)).toBe(false);
  expect(await passwordMatches(null, 'molde-demo')).toBe(false);
});
