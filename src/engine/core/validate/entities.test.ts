import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { migrateDocument } from '../language/migrate.ts';
import { registry as widgets } from '../testing/fixtures.ts';
import { validateDocument, validateParts } from './document.ts';
import { entityDiagnostics } from './entities.ts';

const entity = (more: JsonObject = {}, field: JsonObject = {}): JsonObject => ({
  kind: 'entity',
  formatVersion: 2,
  id: 'person',
  title: '$person',
  display: 'name',
  key: 'id',
  address: '/adm/v2/sec/user',
  fields: {
    id: { type: 'integer', title: 'Id', readOnly: true },
    name: { type: 'string', title: '$name', required: true, minLength: 1, maxLength: 120 },
    manager: { type: 'reference', title: 'Manager', entity: 'person' },
    status: { type: 'string', title: 'Status', options: [{ value: 'on', label: 'On' }] },
    extra: { type: 'string', title: 'Extra', ...field },
  },
  strings: { pt: { person: 'Pessoa' } },
  ...more,
});

const found = async (document: JsonObject): Promise<string[]> =>
  (await validateDocument(document, widgets, { texts: new Set(['name']) })).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );

describe('an entity', () => {
  it.each<[string, JsonObject]>([
    ['complete', entity()],
    ['a tree', entity({ tree: 'manager' })],
    ['unique over several fields', entity({ unique: [{ fields: ['name', 'extra'] }] })],
    ['ordered by a field of the system', entity({ order: 'createdAt_desc' })],
    ['a computed field', entity({}, { compute: { $expr: 'row.name & "!"' } })],
    [
      'a default that is an expression',
      entity({}, { type: 'reference', entity: 'person', default: { $expr: 'user.id' } }),
    ],
    [
      'a row rule',
      entity({
        rows: [
          {
            verbs: ['update'],
            unless: { special: 'all' },
            where: {
              any: [
                { createdBy: { $expr: 'user.id' } },
                { manager: { under: { $expr: 'user.id' } }, status: { in: ['on'] } },
                { not: { name: { empty: true } } },
              ],
            },
          },
        ],
      }),
    ],
  ])('is valid: %s', async (_name, document) => expect(await found(document)).toEqual([]));

  it.each<[JsonObject, string]>([
    [entity({ display: 'nobody' }), '/display entity-field'],
    [entity({ order: 'nobody_asc' }), '/order entity-field'],
    [entity({ unique: [{ fields: ['name', 'removed'] }] }), '/unique/0/fields/1 entity-field'],
    [entity({ tree: 'name' }), '/tree entity-tree'],
    [entity({ title: '$nobody' }), '/title unknown-text'],
    [entity({ fields: {} }), '/fields too-few-items'],
    [entity({ adress: '/x' }), ' unknown-key'],
    [entity({ table: 'Person' }), '/table pattern-column'],
    [entity({}, { type: 'colour' }), '/fields/extra/type value'],
    [entity({}, { type: 'reference' }), '/fields/extra entity-target'],
    [entity({}, { minLength: 5, maxLength: 2 }), '/fields/extra/minLength entity-limits'],
    [entity({}, { options: [] }), '/fields/extra/options too-few-items'],
    [entity({}, { options: [{ value: 3, label: 'x' }] }), '/fields/extra/options/0/value entity-default'],
    [entity({}, { scale: 2 }), '/fields/extra/scale entity-keyword'],
    [entity({}, { compute: { $expr: '1' }, default: 'x' }), '/fields/extra/default entity-keyword'],
    [entity({}, { default: 3 }), '/fields/extra/default entity-default'],
    [entity({}, { default: 'too long', maxLength: 3 }), '/fields/extra/default entity-default'],
    [
      entity({}, { default: 'off', options: [{ value: 'on', label: 'x' }] }),
      '/fields/extra/default entity-default',
    ],
    [entity({}, { type: 'date', default: '2026-02-30x' }), '/fields/extra/default entity-default'],
    [entity({}, { default: { $expr: 'row.name' } }), '/fields/extra/default/$expr root-not-here'],
    [entity({}, { compute: { $expr: 'row.extra' } }), '/fields/extra/compute entity-circle'],
    [entity({}, { type: 'reference', entity: 'person', required: true }), '/fields/extra entity-circle'],
    [entity({}, { type: 'reference', entity: 'person', wire: 'managerId' }), '/fields/extra entity-twice'],
    [entity({}, { wire: 'version' }), '/fields/extra entity-twice'],
    [entity({ display: 'manager' }), '/display entity-circle'],
    [entity({ rows: [{ where: { nobody: 1 } }] }), '/rows/0/where/nobody entity-field'],
    [
      entity({ rows: [{ where: { name: { contains: 'x' } } }] }),
      '/rows/0/where/name/contains entity-keyword',
    ],
    [
      entity({ rows: [{ where: { name: { $expr: 'user.name' } } }] }),
      '/rows/0/where/name/$expr entity-rule-value',
    ],
    [entity({ rows: [{ where: { manager: 'x' } }] }), '/rows/0/where/manager type'],
  ])('%# reports the invalid key', async (document, expected) => {
    expect(await found(document)).toEqual([expected]);
  });

  it('has at most 300 fields', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 301 }, (_, index) => [`f${index}`, { type: 'string', title: 'F' }]),
    );
    expect(await found(entity({ fields }))).toEqual(['/fields too-many-items']);
  });

  it('names the nearest field for one that was removed', () => {
    const [first] = entityDiagnostics(entity({ unique: [{ fields: ['name', 'extras'] }] }));
    expect(first).toMatchObject({ code: 'entity-field', values: { field: 'extras', nearest: 'extra' } });
  });

  it('is validated by the server before delivery too', () => {
    expect(validateParts(entity({ display: 'nobody' }), widgets)).toMatchObject([{ code: 'entity-field' }]);
  });
});

describe('an entity among others', () => {
  const unit = (field: JsonObject): JsonObject => entity({ id: 'unit' }, { type: 'reference', ...field });
  const among = (document: JsonObject, others: JsonObject[]): unknown[] =>
    entityDiagnostics(document, undefined, others).map(({ pointer, code, values }) => [
      pointer,
      code,
      values.nearest ?? values.path,
    ]);

  it('is checked by the catalogue at save', async () => {
    const saved = async (document: JsonObject, ...others: JsonObject[]): Promise<unknown[]> => {
      const catalogue = { routes: [], entities: others };
      const diagnostics = await validateDocument(document, widgets, {
        catalogue,
        texts: new Set(['name', 'person']),
      });
      return diagnostics.map(({ pointer, code }) => `${pointer} ${code}`);
    };
    const person = entity({}, { type: 'reference', entity: 'unit', required: true });
    expect(await saved(person, unit({ entity: 'person' }))).toEqual([]);
    expect(await saved(person)).toEqual(['/fields/extra/entity entity-unknown']);
    expect(await saved(person, unit({ entity: 'person', required: true }))).toEqual([
      '/fields/extra entity-circle',
    ]);
    // A declaration that cannot be read has diagnostics of its own.
    expect(await saved(entity(), { id: 'unit', fields: 3 }, { id: 7 })).toEqual([]);
  });

  it('refers to entities that exist', () => {
    expect(among(entity({}, { type: 'reference', entity: 'units' }), [unit({ entity: 'person' })])).toEqual([
      ['/fields/extra/entity', 'entity-unknown', 'unit'],
    ]);
  });

  it('forms no circle of required references', () => {
    const required = { type: 'reference', entity: 'unit', required: true };
    expect(among(entity({}, required), [unit({ entity: 'person', required: true })])).toEqual([
      ['/fields/extra', 'entity-circle', 'person → unit → person'],
    ]);
    expect(among(entity({}, required), [unit({ entity: 'person' })])).toEqual([]);
  });

  it('forms no circle of display fields', () => {
    const shown = { ...entity({ display: 'extra' }, { type: 'reference', entity: 'unit' }) };
    const other = { ...unit({ entity: 'person' }), display: 'extra' };
    expect(among(shown, [other])).toEqual([['/display', 'entity-circle', 'person → unit → person']]);
  });
});

it('migrates an entity of format 1', () => {
  const old: JsonObject = {
    kind: 'entity',
    formatVersion: 1,
    id: 'person',
    title: 'Person',
    access: { screen: 'admin-user', verb: 'read' },
    fields: {
      at: { type: 'date-time', title: 'At' },
      kind: { type: 'string', title: 'Kind', options: [{ value: 'a', text: 'A', 'x-own': 1 }] },
    },
  };
  expect(migrateDocument(old, widgets)).toEqual({
    diagnostics: [],
    document: {
      kind: 'entity',
      formatVersion: 2,
      id: 'person',
      title: 'Person',
      access: { screen: 'admin-user' },
      fields: {
        at: { type: 'datetime', title: 'At' },
        kind: { type: 'string', title: 'Kind', options: [{ value: 'a', label: 'A', 'x-own': 1 }] },
      },
    },
  });
  expect(migrateDocument({ ...old, access: { special: 'secret-data' } }, widgets).document).toMatchObject({
    'x-access': { special: 'secret-data' },
  });
});
