import { expect, it } from 'vitest';
import { randomId } from './random-id.ts';

it('makes another UUID of version 4 each time, also where the browser makes none', () => {
  const ids = new Set(Array.from({ length: 1000 }, randomId));
  expect(ids.size).toBe(1000);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
