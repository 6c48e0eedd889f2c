import { beforeAll, describe, expect, it } from 'vitest';
import { widgets } from '../../widgets/index.ts';
import type { JsonObject } from '../contracts/json.ts';
import { createRegistry, loadSpecs, validateDocument, type Registry } from '../engine/core/index.ts';
import { createEditor } from './editor.ts';
import { detachUse, insertUse, replaceByUse, widgetContentOf } from './saved-widgets.ts';

let registry: Registry;
beforeAll(async () => {
  registry = createRegistry(await loadSpecs(widgets));
});

const at = { x: 2, y: 1, w: 5, h: 6 };
const list: JsonObject = {
  id: 'list',
  type: 'table',
  source: 'people',
  at,
  props: { columns: [{ field: 'name', title: '$name' }] },
};
const view = (more: JsonObject = {}): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  path: '/dashboard/1',
  title: 'View',
  access: { screen: 'dash-1', verb: 'read' },
  sources: {
    people: { get: '/adm/v2/sec/user', rows: 'data.rows' },
    other: { value: { $expr: 'data.everything.rows' } },
    everything: { value: { $expr: '[1]' } },
  },
  body: [list, { id: 'note', type: 'text', at: { x: 0, y: 8, w: 12, h: 2 }, props: { text: '$note' } }],
  strings: { pt: { name: 'Nome', note: 'Nota' }, en: { name: 'Name', note: 'Note' } },
  ...more,
});

const documentOf = (content: JsonObject, more: JsonObject = {}): JsonObject => ({
  kind: 'widget',
  formatVersion: 2,
  id: 'people',
  title: 'People',
  ...content,
  ...more,
});

describe('a node that becomes a saved widget', () => {
  it('brings its sources and texts, and its size', async () => {
    const content = widgetContentOf(createEditor(view(), registry), 'list')!;
    expect(content).toEqual({
      body: [{ ...list, at: { x: 0, y: 0, w: 5, h: 6 } }],
      sources: { people: { get: '/adm/v2/sec/user', rows: 'data.rows' } },
      strings: { pt: { name: 'Nome' }, en: { name: 'Name' } },
    });
    expect((await validateDocument(documentOf(content), registry)).map(({ code }) => code)).toEqual([]);
  });

  it('leaves a use with its id and position, without the sources that nothing else reads, as one step', () => {
    const editor = createEditor(view(), registry);
    expect(replaceByUse(editor, 'list', 'people', 'People').done).toBe(true);
    const after = editor.document();
    expect(after['body']).toEqual([
      { id: 'list', use: 'widget/people', at },
      expect.objectContaining({ id: 'note' }),
    ]);
    expect(Object.keys(after['sources'] as JsonObject)).toEqual(['other', 'everything']);
    expect(editor.store.getState().selection).toEqual(['list']);
    editor.undo();
    expect(editor.document()).toEqual(view());
  });

  it('keeps a source that a source which stays reads', () => {
    const editor = createEditor(
      view({
        sources: {
          people: { get: '/adm/v2/sec/user', rows: 'data.rows' },
          first: { value: { $expr: 'data.people.rows[0]' } },
        },
        body: [
          list,
          { id: 'note', type: 'text', source: 'first', props: { text: { $expr: 'data.first.record.name' } } },
        ],
      }),
      registry,
    );
    replaceByUse(editor, 'list', 'people', 'People');
    expect(Object.keys(editor.document()['sources'] as JsonObject)).toEqual(['people', 'first']);
  });
});

describe('a use that is detached', () => {
  const use = { id: 'mine', use: 'widget/people', at };

  it('becomes a copy in its place, and undo brings the use back', () => {
    const widget = documentOf(widgetContentOf(createEditor(view(), registry), 'list')!);
    const editor = createEditor(view({ sources: {}, strings: {}, body: [use] }), registry);
    expect(detachUse(editor, 'mine', widget, new Map()).done).toBe(true);
    const after = editor.document();
    expect(after['body']).toEqual([{ ...list, id: 'mine', at }]);
    expect(after['sources']).toEqual({ people: { get: '/adm/v2/sec/user', rows: 'data.rows' } });
    expect(after['strings']).toEqual({ pt: { name: 'Nome' }, en: { name: 'Name' } });
    editor.undo();
    expect(editor.document()['body']).toEqual([use]);
  });

  it('does not take the texts and sources of the view that have the same names', () => {
    const widget = documentOf(widgetContentOf(createEditor(view(), registry), 'list')!);
    const editor = createEditor(
      view({
        sources: { people: { value: { $expr: '[2]' } } },
        strings: { pt: { name: 'Outro' }, en: { name: 'Other' } },
        body: [use],
      }),
      registry,
    );
    detachUse(editor, 'mine', widget, new Map());
    const [node] = editor.document()['body'] as JsonObject[];
    const { sources, strings } = editor.document() as {
      sources: JsonObject;
      strings: Record<string, JsonObject>;
    };
    expect(sources[String(node!['source'])]).toEqual({ get: '/adm/v2/sec/user', rows: 'data.rows' });
    const [column] = (node!['props'] as { columns: JsonObject[] }).columns;
    expect(strings['pt']![String(column!['title']).slice(1)]).toBe('Nome');
    expect(strings['pt']!['name']).toBe('Outro');
  });

  it('has the values that the use gave', () => {
    const widget = documentOf({
      parameters: { caption: { type: 'text', default: 'A' }, size: { type: 'number', default: 3 } },
      body: [{ id: 'x', type: 'text', props: { text: { $with: 'caption' } } }],
    });
    const editor = createEditor(view({ body: [{ ...use, with: { caption: 'B' } }] }), registry);
    detachUse(editor, 'mine', widget, new Map());
    expect(editor.document()['body']).toMatchObject([{ id: 'mine', props: { text: 'B' } }]);
  });
});

describe('a saved widget in the editor', () => {
  it('is inserted with its size, where there is room', () => {
    const editor = createEditor(view({ body: [] }), registry);
    const people = { id: 'people', title: 'People', size: { w: 5, h: 6 } };
    insertUse(editor, people, '/body');
    insertUse(editor, people, '/body');
    expect(editor.document()['body']).toEqual([
      { id: 'people', use: 'widget/people', at: { x: 0, y: 0, w: 5, h: 6 } },
      { id: 'people2', use: 'widget/people', at: { x: 5, y: 0, w: 5, h: 6 } },
    ]);
  });

  it('has one node itself', () => {
    const editor = createEditor(documentOf({ body: [list] }), registry);
    expect(insertUse(editor, { id: 'b', title: 'B', size: null }, '/body')).toMatchObject({
      done: false,
      key: 'editor.refused.one-node',
    });
    expect(
      insertUse(
        createEditor(documentOf({ body: [] }), registry),
        { id: 'b', title: 'B', size: null },
        '/body',
      ).done,
    ).toBe(true);
  });
});
