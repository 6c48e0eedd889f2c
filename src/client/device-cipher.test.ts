import { afterEach, expect, it, vi } from 'vitest';
import { createDeviceCipher } from './device-cipher.ts';

const key = 'ab'.repeat(32);
const bytes = (text: string) => new TextEncoder().encode(text);
afterEach(() => vi.unstubAllGlobals());

it('opens what it sealed, with the same key at the same place alone, also without crypto.subtle', async () => {
  const cipher = await createDeviceCipher(key);
  const sealed = await cipher.seal(bytes('Olá'), 'acme.7/a');
  expect(new TextDecoder('latin1').decode(sealed)).not.toContain('Ol');
  const { subtle: _, ...plain } = { subtle: null, getRandomValues: crypto.getRandomValues.bind(crypto) };
  vi.stubGlobal('crypto', plain);
  const library = await createDeviceCipher(key);
  expect(await library.open(sealed, 'acme.7/a')).toEqual(bytes('Olá'));
  const other = await library.seal(bytes('Oi'), 'acme.7/b');
  vi.unstubAllGlobals();
  expect(await cipher.open(other, 'acme.7/b')).toEqual(bytes('Oi'));
  await expect(cipher.open(sealed, 'acme.8/a')).rejects.toBeInstanceOf(Error);
  const stranger = await createDeviceCipher('cd'.repeat(32));
  await expect(stranger.open(sealed, 'acme.7/a')).rejects.toBeInstanceOf(Error);
});
