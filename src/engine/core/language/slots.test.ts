import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from './compile.ts';
import { mergeDocuments } from '../merge/document.ts';
import { migrateDocument, stampVersions } from './migrate.ts';
import { documentTypes } from './node-lists.ts';
import { createRegistry } from './registry.ts';
import { board, box, label, registry, screenDocument, widget } from '../testing/fixtures.ts';
import { validateDocument, validateParts } from '../validate/document.ts';

const text = (id: string, value: unknown = id): JsonObject =>
  ({ id, type: 'label', props: { text: value } }) as JsonObject;
const boardOf = (slots: JsonObject, more: JsonObject = {}): JsonObject =>
  screenDocument({ body: [{ id: 'board', type: 'board', slots, ...more }] });
const codesOf = async (document: JsonObject): Promise<string[]> =>
  (await validateDocument(document, registry)).map(({ pointer, code }) => `${pointer} ${code}`);

describe('nodes in slots', () => {
  it('are compiled with the names of their slot, counted and found by id', () => {
    const compiled = compileDocument(
      boardOf({ lane: [{ id: 'in', type: 'box', children: [text('deep', { $expr: 'lane.name' })] }] }),
      registry,
    );
    const [node] = compiled.body;
    expect(node!.slots.lane!.map(({ id, names }) => [id, names])).toEqual([['in', ['row', 'lane']]]);
    expect(compiled.nodes.get('deep')).toMatchObject({
      pointer: '/body/0/slots/lane/0/children/0',
      names: ['row', 'lane'],
      refs: [['lane', 'name'], ['lang']],
    });
    expect([node!.size, compiled.nodes.size]).toEqual([3, 3]);
  });

  it('see the names of their slot, and no others do', async () => {
    const uses = text('a', { $expr: '$uppercase(lane.name) & row.id' });
    expect(await codesOf(boardOf({ lane: [uses] }))).toEqual([]);
    expect(await codesOf(boardOf({ footer: [uses] }))).toEqual([
      '/body/0/slots/footer/0/props/text/$expr unknown-root',
      '/body/0/slots/footer/0/props/text/$expr root-not-here',
    ]);
  });

  it('have diagnostics of their own', () => {
    const document = boardOf({ lane: [text('a'), { id: 'b', type: 'label', props: { text: 1 } }] });
    const [node] = compileDocument(document, registry, validateParts(document, registry)).body;
    expect(node!.diagnostics).toEqual([]);
    expect(node!.slots.lane!.map(({ diagnostics }) => diagnostics.length)).toEqual([0, 1]);
  });

  it('count as document types', () => {
    expect(documentTypes(boardOf({ lane: [text('a')] }))).toEqual(['board', 'label']);
  });

  it('are reported with the nearest name when the widget does not have the slot', async () => {
    expect(await validateDocument(boardOf({ lanes: [text('a')] }), registry)).toMatchObject([
      { pointer: '/body/0/slots/lanes', code: 'unknown-slot', values: { nearest: 'lane' } },
    ]);
    const without = screenDocument({ body: [{ id: 'b', type: 'box', slots: { lane: [] } }] });
    expect(await codesOf(without)).toEqual(['/body/0/slots/lane no-slots']);
    expect(await codesOf(boardOf({ lane: {} }))).toEqual(['/body/0/slots/lane type']);
  });

  it('have ids that no other node has', async () => {
    expect(await codesOf(boardOf({ lane: [text('a')], footer: [text('a')] }))).toEqual([
      '/body/0/slots/footer/0/id duplicate-id',
    ]);
  });

  it('can be named by props when their slot says so', async () => {
    const props = { pick: 'a' };
    expect(await codesOf(boardOf({ cell: [text('a')] }, { props }))).toEqual([]);
    expect(await codesOf(boardOf({ lane: [text('a')] }, { props }))).toEqual([
      '/body/0/props/pick unknown-child',
    ]);
  });

  it('are migrated and stamped', () => {
    const newer = widget(
      'label',
      { text: {} },
      { version: 2, migrations: { 1: (old) => ({ ...old, x: 1 }) } },
    );
    const withNewer = createRegistry([board, box, newer]);
    const old = boardOf({ lane: [{ id: 'in', type: 'box', children: [{ ...text('a'), typeVersion: 1 }] }] });
    const node = { ...text('a'), typeVersion: 2, props: { text: 'a', x: 1 } };
    expect(migrateDocument(old, withNewer).document).toEqual(
      boardOf({ lane: [{ id: 'in', type: 'box', children: [node] }] }),
    );
    expect(stampVersions(boardOf({ lane: [text('a')] }), createRegistry([label]))).toEqual(
      boardOf({ lane: [{ ...text('a'), typeVersion: 1 }] }),
    );
  });

  it('are merged node by node, also when they move to another slot', () => {
    const base = boardOf({ lane: [text('a'), text('b')] });
    const mine = boardOf({ lane: [text('a', 'mine'), text('b')] });
    const theirs = boardOf({ lane: [text('a')], footer: [text('b'), text('c')] });
    const merged = mergeDocuments(base, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(merged.document).toEqual(boardOf({ lane: [text('a', 'mine')], footer: [text('b'), text('c')] }));
    const both = mergeDocuments(base, boardOf({ lane: [text('b'), text('a')] }), theirs);
    expect(both.document).toEqual(boardOf({ lane: [text('a')], footer: [text('b'), text('c')] }));
  });
});

describe('format 2', () => {
  it('moves the children of a table and of a list into slots, wherever they are', () => {
    const nodes = (key: (type: string, children: JsonObject[]) => JsonObject): JsonObject[] => [
      {
        id: 'outer',
        type: 'box',
        children: [
          {
            id: 't',
            type: 'table',
            ...key('details', [{ id: 'l', type: 'list', ...key('row', [text('a')]) }]),
          },
        ],
      },
    ];
    const old = nodes((_, children) => ({ children }));
    const now = nodes((slot, children) => ({ slots: { [slot]: children } }));
    const former = screenDocument({ formatVersion: 1, body: old, dialogs: old });
    expect(migrateDocument(former, registry)).toEqual({
      document: screenDocument({ body: now, dialogs: now }),
      diagnostics: [],
    });
  });
});
