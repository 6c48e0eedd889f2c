import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from '../language/compile.ts';
import { entitiesById } from './entity-forms.ts';
import { withEntitySources } from './entity-sources.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const entities: JsonObject[] = [
  { kind: 'entity', id: 'company', address: '/adm/v2/company' },
  { kind: 'entity', id: 'unit' },
];
const resolve = (sources: object) =>
  withEntitySources(screenDocument({ sources: sources as never }), entitiesById(entities)).sources;

describe('a source of an entity', () => {
  it('loads its records, or one by a reference or an expression', () => {
    expect(
      resolve({
        all: { entity: 'company', list: 'state.list', every: 60, 'x-note': 'kept' },
        one: { entity: 'unit', record: 'params.id' },
        same: { entity: 'unit', record: { $expr: ' params.id ' } },
        first: { entity: 'unit', record: { $expr: 'data.all.rows[0].unitId' }, needs: ['params.id'] },
      }),
    ).toEqual({
      all: {
        get: '/adm/v2/company',
        rows: 'data.rows',
        total: 'data.totalRows',
        list: 'state.list',
        every: 60,
        'x-note': 'kept',
      },
      one: { get: '/adm/v2/ent/unit/{params.id}', record: 'data' },
      same: { get: '/adm/v2/ent/unit/{params.id}', record: 'data' },
      firstKey: { value: { $expr: 'data.all.rows[0].unitId' } },
      first: { get: '/adm/v2/ent/unit/{data.firstKey.value}', record: 'data', needs: ['params.id'] },
    });
  });

  it('begins in the order of the entity, which the list may replace', () => {
    const title = { type: 'string', title: 'Name', sortable: true };
    const ordered = entitiesById([
      { kind: 'entity', id: 'declared', order: 'at_desc', display: 'name', fields: { name: title } },
      { kind: 'entity', id: 'named', display: 'name', fields: { name: title } },
      { kind: 'entity', id: 'unsortable', display: 'name', fields: { name: { ...title, sortable: false } } },
    ]);
    const stateOf = (entity: string, state: JsonObject = {}) =>
      withEntitySources(
        screenDocument({ state, sources: { rows: { entity, list: 'state.list' } } as never }),
        ordered,
      ).state;
    expect(stateOf('declared')).toEqual({ list: { order: 'at_desc' } });
    expect(stateOf('named', { list: { perPage: 10 }, a: 1 })).toEqual({
      list: { perPage: 10, order: 'name_asc' },
      a: 1,
    });
    expect(stateOf('declared', { list: { order: 'name_desc' } })).toEqual({ list: { order: 'name_desc' } });
    expect(stateOf('unsortable', { a: 1 })).toEqual({ a: 1 });
  });

  it('loads the record whose key an expression computes', async () => {
    const sources = resolve({ one: { entity: 'unit', record: { $expr: 'state.a + 1' } } });
    const { screen, host } = startScreen({ state: { a: 4 }, sources: sources as never });
    expect([...host.loads.keys()]).toEqual(['/adm/v2/ent/unit/5']);
    screen.store.set(['state', 'a'], 5);
    expect([...host.loads.keys()].at(-1)).toBe('/adm/v2/ent/unit/6');
  });

  it('is left as it is, and reported at its place, when the entity does not exist', async () => {
    const document = screenDocument({ sources: { all: { entity: 'compani' } } });
    expect(withEntitySources(document, entitiesById(entities))).toEqual(document);
    expect(compileDocument(document, registry).diagnostics).toMatchObject([
      { pointer: '/sources/all/entity', code: 'unknown-entity' },
    ]);
    const catalogue = { routes: [], entities };
    expect(await validateDocument(document, registry, { catalogue })).toMatchObject([
      { pointer: '/sources/all/entity', code: 'unknown-entity', values: { nearest: 'company' } },
    ]);
  });

  it('is checked against the routes of the entity', async () => {
    const reply = {
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        totalRows: { type: 'integer' },
      },
    };
    const catalogue = {
      routes: [
        {
          method: 'GET' as const,
          path: '/adm/v2/company',
          summary: '',
          access: 'session' as const,
          reads: true,
          query: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false },
          reply,
        },
      ],
      entities,
    };
    const document = screenDocument({
      sources: {
        all: { entity: 'company', query: { nam: 'x' } },
        other: { entity: 'unit' },
        one: { entity: 'company', record: 'state' },
      },
    });
    const found = await validateDocument(document, registry, { catalogue });
    expect(found.map(({ pointer, code }) => [pointer, code])).toEqual(
      expect.arrayContaining([
        ['/sources/all/query/nam', 'unknown-parameter'],
        ['/sources/other/entity', 'unknown-route'],
        ['/sources/one/record', 'pattern-need'],
      ]),
    );
  });
});
