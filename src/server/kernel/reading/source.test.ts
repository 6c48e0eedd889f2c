import { expect, it } from 'vitest';
import { sourceOf } from './source.ts';

it('a part of a file in memory has its own bytes alone, since a thread is sent all that a view stands on', async () => {
  const part = await sourceOf(new TextEncoder().encode('name\n')).read(1, 3);
  expect([new TextDecoder().decode(part), part.buffer.byteLength]).toEqual(['am', 2]);
});
