import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from './compile.ts';
import { migrateDocument, migrationLosses, stampVersions, type FormatMigration } from './migrate.ts';
import { createRegistry } from './registry.ts';
import { screenDocument, widget } from '../testing/fixtures.ts';

const registry = createRegistry([
  widget(
    'old',
    { caption: { type: 'string' } },
    {
      version: 3,
      migrations: {
        1: ({ title, ...rest }) => ({ ...rest, label: title ?? null }),
        2: ({ label, ...rest }) => ({ ...rest, caption: label ?? null }),
      },
    },
  ),
  widget('box', {}, { children: 'nodes' }),
  widget(
    'broken',
    {},
    {
      version: 2,
      migrations: {
        1: () => {
          throw new Error('bug');
        },
      },
    },
  ),
]);

const formats: Record<number, FormatMigration> = {
  1: ({ nodes, ...rest }) => ({ ...rest, body: nodes ?? [] }),
};

describe('migrations', () => {
  it('apply to nodes at any depth and preserve unknown keys', () => {
    const document = screenDocument({
      'x-origin': { a: [1, 2] },
      body: [
        {
          id: 'a',
          type: 'box',
          'x-note': 'n',
          children: [
            {
              id: 'b',
              type: 'old',
              typeVersion: 1,
              'x-own': 1,
              props: { title: 'T', 'x-more': { deep: true } },
            },
          ],
        },
      ],
    });
    const before = JSON.stringify(document);
    const { document: migrated, diagnostics } = migrateDocument(document, registry);
    expect(diagnostics).toEqual([]);
    expect(migrated).toMatchObject({
      'x-origin': { a: [1, 2] },
      body: [
        {
          'x-note': 'n',
          children: [
            { id: 'b', typeVersion: 3, 'x-own': 1, props: { caption: 'T', 'x-more': { deep: true } } },
          ],
        },
      ],
    });
    expect(JSON.stringify(document)).toBe(before);
  });

  it('return the same object when nothing needs migration', () => {
    const document = screenDocument({
      body: [
        { id: 'b', type: 'old', typeVersion: 3 },
        { id: 'c', type: 'old' },
      ],
    });
    expect(migrateDocument(document, registry).document).toBe(document);
  });

  it('apply to the document’s format first', () => {
    const old: JsonObject = {
      kind: 'screen',
      formatVersion: 1,
      nodes: [{ id: 'b', type: 'old', typeVersion: 2, props: { label: 'L' } }],
    };
    expect(migrateDocument(old, registry, formats).document).toEqual({
      kind: 'screen',
      formatVersion: 2,
      body: [{ id: 'b', type: 'old', typeVersion: 3, props: { caption: 'L' } }],
    });
  });

  it('leave newer documents and nodes unchanged and report them', () => {
    const document = screenDocument({ formatVersion: 3 });
    expect(migrateDocument(document, registry)).toEqual({
      document,
      diagnostics: [
        {
          pointer: '/formatVersion',
          code: 'newer-format',
          values: { version: 3, known: 2 },
          severity: 'error',
        },
      ],
    });
    const node = screenDocument({ body: [{ id: 'b', type: 'old', typeVersion: 9 }] });
    expect(migrateDocument(node, registry).diagnostics).toMatchObject([
      { pointer: '/body/0/typeVersion', code: 'newer-type' },
    ]);
  });

  it('that fail are reported at their node', () => {
    const document = screenDocument({ body: [{ id: 'b', type: 'broken', typeVersion: 1 }] });
    const result = migrateDocument(document, registry);
    expect(result.document).toBe(document);
    expect(result.diagnostics).toMatchObject([{ code: 'migration', values: { type: 'broken', version: 1 } }]);
  });
});

describe('versions', () => {
  it('are added to nodes without one, at any depth, and to nothing else', () => {
    const document = screenDocument({
      body: [
        {
          id: 'a',
          type: 'box',
          children: [
            { id: 'b', type: 'old', typeVersion: 2 },
            { id: 'c', type: 'old' },
          ],
        },
      ],
      dialogs: [{ id: 'd', type: 'nobody' }, 'broken'],
    });
    const stamped = stampVersions(document, registry);
    expect(stamped.body).toMatchObject([
      { typeVersion: 1, children: [{ typeVersion: 2 }, { typeVersion: 3 }] },
    ]);
    expect(stamped.dialogs).toBe(document.dialogs);
    expect(stampVersions(stamped, registry)).toBe(stamped);
  });
});

describe('a migration that loses content', () => {
  const step = (migrations: Record<number, (old: JsonObject) => JsonObject>) =>
    createRegistry([widget('lossy', {}, { version: 2, migrations })]);
  const node = (props: JsonObject): JsonObject =>
    screenDocument({ body: [{ id: 'a', type: 'lossy', typeVersion: 1, props }] });

  it.each<[string, JsonObject, (old: JsonObject) => JsonObject]>([
    ['unknown keys', { size: 'big' }, ({ size }) => ({ large: size === 'big' })],
    ['id off', { actions: [{ id: 'off' }] }, (old) => ({ 'x-unknown': old['x-unknown']! })],
    ['expression state.a', { text: { $expr: 'state.a' } }, (old) => ({ 'x-unknown': old['x-unknown']! })],
    ['text $screens.title', { text: '$screens.title' }, (old) => ({ ...old, text: '' })],
    [
      'text Duas palavras',
      { list: ['Duas palavras', 'Duas palavras'] },
      (old) => ({ ...old, list: ['Duas palavras'] }),
    ],
    ['key x-note 1', { part: { 'x-note': 1 } }, (old) => ({ ...old, part: {} })],
  ])('(%s) is reported and leaves the node unchanged', (lost, props, migration) => {
    const document = node(props);
    const registryOf = step({ 1: migration });
    const answer = migrateDocument(document, registryOf);
    expect(answer.document).toBe(document);
    expect(answer.diagnostics).toMatchObject([
      { pointer: '/body/0/typeVersion', code: 'migration-loss', values: { version: 1, lost } },
    ]);
    expect(compileDocument(document, registryOf).body[0]!.diagnostics).toEqual(answer.diagnostics);
  });

  it('of a document’s format leaves the document unchanged', () => {
    const document = screenDocument({ title: 'A title', formatVersion: 1 });
    const formatsOf: Record<number, FormatMigration> = { 1: (old) => ({ ...old, title: '' }) };
    const answer = migrateDocument(document, registry, formatsOf);
    expect(answer.document).toBe(document);
    expect(answer.diagnostics).toMatchObject([
      { pointer: '/formatVersion', code: 'migration-loss', values: { lost: 'text A title' } },
    ]);
  });

  it('is not confused with one that renames, moves or restructures schema keys', () => {
    const document = node({ size: 'big', title: '$t', rows: [{ id: 'r', text: { $expr: 'row.a' } }] });
    const registryOf = step({
      1: ({ size, title, rows, ...rest }) => ({
        ...rest,
        appearance: { size: size === 'big' ? 'large' : 'small', heading: title! },
        lines: rows!,
      }),
    });
    expect(migrateDocument(document, registryOf).diagnostics).toEqual([]);
  });

  it('is detected for every removed value', () => {
    const leaf = fc.oneof(
      fc.record({ id: fc.stringMatching(/^[a-z]{1,4}$/) }),
      fc.record({ $expr: fc.stringMatching(/^state\.[a-z]{1,4}$/) }),
      fc.record({ text: fc.stringMatching(/^\$[a-z]{1,4}$/) }),
      fc.record({ 'x-own': fc.integer() }),
    );
    const value = fc.array(leaf, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(value, fc.nat(), (list, at) => {
        const before = { list } as unknown as JsonObject;
        expect(
          migrationLosses(before, { moved: { here: [...list].reverse() } } as unknown as JsonObject),
        ).toEqual([]);
        const without = list.filter((_, index) => index !== at % list.length);
        expect(migrationLosses(before, { list: without } as unknown as JsonObject)).toHaveLength(1);
      }),
    );
  });

  it('never throws and never modifies its input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (props, more) => {
        const document = {
          ...screenDocument(),
          body: [{ id: 'b', type: 'old', typeVersion: 1, props }, more],
        };
        const text = JSON.stringify(document);
        const answer = migrateDocument(document, registry);
        expect(JSON.stringify(document)).toBe(text);
        if (answer.diagnostics.length === 0) {
          expect(migrationLosses(document as JsonObject, answer.document as JsonObject)).toEqual([]);
        }
      }),
    );
  });
});
