import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretError, Secrets } from './secrets.ts';

const key = randomBytes(32);
const secrets = new Secrets(key);
const value = '{"clientSecret":"só eu sei"}';

describe('an encrypted setting', () => {
  it('is read with its key, at its place, and never twice the same', () => {
    const sealed = secrets.seal(1, 'oidc', value);
    expect(secrets.open(1, 'oidc', sealed)).toBe(value);
    expect(Buffer.from(sealed.sealed).toString('latin1')).not.toContain('clientSecret');
    expect(secrets.seal(1, 'oidc', value).sealed).not.toEqual(sealed.sealed);
  });

  it('is refused at another tenant, under another name, altered, cut, and without its key', () => {
    const sealed = secrets.seal(1, 'oidc', value);
    const altered = Buffer.from(sealed.sealed);
    altered[altered.length - 1]! ^= 1;
    for (const read of [
      () => secrets.open(2, 'oidc', sealed),
      () => secrets.open(1, 'smtp', sealed),
      () => secrets.open(1, 'oidc', { ...sealed, sealed: altered }),
      () => secrets.open(1, 'oidc', { ...sealed, sealed: sealed.sealed.slice(0, 20) }),
      () => secrets.open(1, 'oidc', { ...sealed, sealed: new Uint8Array() }),
      () => new Secrets(randomBytes(32)).open(1, 'oidc', sealed),
      () => new Secrets(null).seal(1, 'oidc', value),
    ])
      expect(read).toThrow(SecretError);
  });

  it('is read with the key before, and written with the new one', () => {
    const before = secrets.seal(1, 'oidc', value);
    const both = new Secrets(randomBytes(32), key);
    expect(both.open(1, 'oidc', before)).toBe(value);
    expect(both.seal(1, 'oidc', value).keyId).not.toBe(before.keyId);
  });
});
