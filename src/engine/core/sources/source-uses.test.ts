import { expect, it } from 'vitest';
import type { CompiledSource } from '../compiled-screen.ts';
import { createSourceUses } from './source-uses.ts';
import { createStore } from '../screen/store.ts';

/** Sources by id, with the ids of those that each reads, and how often it was asked for them. */
function sourcesOf(reads: Record<string, readonly string[]>) {
  const asked = { count: 0 };
  const made = Object.entries(reads).map(([id, others]): [string, CompiledSource] => [
    id,
    {
      id,
      get refs() {
        asked.count += 1;
        return others.map((other) => ['data', other]);
      },
    } as unknown as CompiledSource,
  ]);
  return { asked, sources: new Map(made) };
}

it('a source is used while a node reads it, itself or through others', () => {
  const { sources } = sourcesOf({ orders: [], paid: ['orders'], sum: ['paid'], other: [] });
  const uses = createSourceUses(createStore({ data: {} }), () => sources);
  const used = () => [...sources.keys()].filter((id) => uses.isUsed(id));
  expect(used()).toEqual([]);
  const release = uses.store.subscribe([['data', 'sum', 'value']], () => undefined);
  expect(used()).toEqual(['orders', 'paid', 'sum']);
  const show = uses.hide([['data', 'sum', 'value']]);
  expect(used()).toEqual([]);
  show();
  release();
  expect(used()).toEqual([]);
  uses.store.subscribe([['data']], () => undefined);
  expect(used()).toEqual(['orders', 'paid', 'sum', 'other']);
});

it('follows a definition whose sources read others', () => {
  let { sources } = sourcesOf({ orders: [], sum: ['orders'] });
  const uses = createSourceUses(createStore({ data: {} }), () => sources);
  uses.store.subscribe([['data', 'sum']], () => undefined);
  expect(uses.isUsed('orders')).toBe(true);
  ({ sources } = sourcesOf({ orders: [], sum: [] }));
  expect(uses.isUsed('orders')).toBe(false);
});

it('asks each of many sources once, however many nodes begin to read', () => {
  const ids = Array.from({ length: 250 }, (_, at) => `rows${at}`);
  const { sources, asked } = sourcesOf(Object.fromEntries(ids.map((id) => [id, []])));
  const uses = createSourceUses(createStore({ data: {} }), () => sources);
  uses.subscribe(() => ids.forEach((id) => uses.isUsed(id)));
  for (const id of ids) uses.store.subscribe([['data', id]], () => undefined);
  expect(asked.count).toBe(250);
});
