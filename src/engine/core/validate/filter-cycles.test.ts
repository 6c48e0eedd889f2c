import { describe, expect, it } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { createRegistry, loadSpecs } from '../language/registry.ts';
import { validateDocument } from './document.ts';

const registry = createRegistry(await loadSpecs(widgets));

const reading = (field: string): JsonObject => ({
  entity: 'company',
  query: { parent: { $expr: `state.draft.${field}` } },
});

async function cyclesOf(fields: Record<string, JsonObject>, sources: JsonObject = {}) {
  const found = await validateDocument(
    {
      kind: 'dashboard',
      formatVersion: 2,
      id: 'dash-1',
      title: 'View',
      access: { session: true },
      sources,
      filters: [
        {
          id: 'bar',
          type: 'filter-bar',
          props: {
            bind: 'state.filters',
            draft: 'state.draft',
            fields: Object.entries(fields).map(([field, options]) => ({
              field,
              control: 'combobox',
              label: field,
              options,
            })),
          },
        },
      ],
      body: [],
    },
    registry,
  );
  return found.flatMap(({ code, pointer, values }) => (code === 'filter-cycle' ? [[pointer, values]] : []));
}

describe('filters whose options depend on others', () => {
  it('may follow each other', async () => {
    expect(await cyclesOf({ a: { entity: 'company' }, b: reading('a'), c: reading('b') })).toEqual([]);
  });

  it('are refused in a circle, with the names of all of them', async () => {
    expect(await cyclesOf({ a: reading('b'), b: reading('a') })).toEqual([
      ['/filters/0/props/fields/0/options', { cycle: 'a → b → a' }],
    ]);
    expect(await cyclesOf({ a: reading('a') })).toEqual([
      ['/filters/0/props/fields/0/options', { cycle: 'a → a' }],
    ]);
  });

  it('are refused in a circle through sources, and through applied values', async () => {
    const sources = {
      cities: { dataset: 'cities', query: { a: { $expr: 'data.first.rows[0].id' } } },
      first: { dataset: 'states', query: { b: { $expr: 'state.filters.b' } } },
    };
    const options = { source: 'cities', value: 'id', label: 'id' };
    expect(await cyclesOf({ a: options, b: reading('a') }, sources)).toEqual([
      ['/filters/0/props/fields/0/options', { cycle: 'a → b → a' }],
    ]);
  });
});
