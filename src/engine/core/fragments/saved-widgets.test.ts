import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { registry } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';
import { expandWith } from '../validate/fragments.ts';
import { previewDocument } from './preview.ts';

const widget = (id: string, more: JsonObject): JsonObject => ({
  kind: 'widget',
  formatVersion: 2,
  id,
  title: id,
  ...more,
});

const people = widget('people', {
  parameters: { caption: { type: 'text', default: 'Everybody' } },
  sources: { rows: { get: '/people', rows: 'data.rows' } },
  body: [
    {
      id: 'frame',
      type: 'box',
      at: { x: 0, y: 0, w: 6, h: 5 },
      props: { title: { $with: 'caption' } },
      children: [{ id: 'count', type: 'label', props: { text: { $expr: "data.rows.total & ''" } } }],
    },
  ],
});

const view = (...body: JsonObject[]): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  path: '/dashboard/1',
  title: 'View',
  access: { screen: 'dash-1', verb: 'read' },
  body,
});

const stored = (...documents: JsonObject[]): Map<string, unknown> =>
  new Map(documents.map((one) => [`widget/${String(one['id'])}`, one]));

const expand = (document: JsonObject, ...documents: JsonObject[]) =>
  expandWith(document, stored(...documents), registry).document as JsonObject & {
    body: JsonObject[];
    sources: JsonObject;
  };

const codes = async (document: JsonObject, ...documents: JsonObject[]): Promise<string[]> =>
  (
    await validateDocument(document, registry, {
      fragments: () => Promise.resolve(stored(...documents)),
      fragmentIds: documents.map(({ id }) => `widget/${String(id)}`),
    })
  ).map(
    ({ pointer, code, values }) => `${pointer} ${code}${values['nearest'] ? ` ${values['nearest']}` : ''}`,
  );

const at = { x: 2, y: 3, w: 4, h: 6 };

describe('a saved widget in a view', () => {
  it('stands where its use is, under the id of the use, with sources of its own', () => {
    const { body, sources } = expand(
      view(
        { id: 'one', use: 'widget/people', at },
        { id: 'two', use: 'widget/people', with: { caption: 'B' } },
      ),
      people,
    );
    expect(body.map(({ id, at: place, props }) => ({ id, place, props }))).toEqual([
      { id: 'one', place: at, props: { title: 'Everybody' } },
      { id: 'two', place: undefined, props: { title: 'B' } },
    ]);
    expect(Object.keys(sources)).toEqual(['one_rows', 'two_rows']);
    expect((body[0]!['children'] as JsonObject[])[0]).toMatchObject({
      id: 'one-count',
      props: { text: { $expr: "data.one_rows.total & ''" } },
    });
  });

  it('is valid, once and twice', async () => {
    expect(await codes(people)).toEqual([]);
    expect(
      await codes(view({ id: 'a', use: 'widget/people', at }, { id: 'b', use: 'widget/people' }), people),
    ).toEqual([]);
  });

  it('keeps its texts apart from those of a fragment with the same id', () => {
    const named = { ...people, strings: { en: { heading: 'Widget' } }, parameters: {} } as JsonObject;
    named['body'] = [{ id: 'frame', type: 'box', props: { title: '$heading' } }];
    const { strings, body } = expand(view({ id: 'one', use: 'widget/people' }), named);
    expect(body[0]!['props']).toEqual({ title: '$widget/people/heading' });
    expect(strings).toEqual({ en: { 'widget/people/heading': 'Widget' } });
  });

  it('can contain another one, which has the id of the use too', () => {
    const outer = widget('outer', { body: [{ id: 'inside', use: 'widget/people' }] });
    expect(expand(view({ id: 'one', use: 'widget/outer', at }), outer, people).body[0]).toMatchObject({
      id: 'one',
      type: 'box',
      at,
    });
  });
});

describe('a use that cannot be expanded', () => {
  it('names a widget that is missing, stays in its place, and leaves the rest as it is', async () => {
    const broken = view(
      { id: 'one', use: 'widget/peple', at },
      { id: 'text', type: 'label', props: { text: 'x' } },
    );
    expect(await codes(broken, people)).toEqual(['/body/0/use unknown-saved-widget people']);
    const { body } = expand(broken, people);
    expect(body[0]).toMatchObject({ id: 'one', at, 'x-failed': [{ code: 'unknown-saved-widget' }] });
    expect(body[1]).toMatchObject({ id: 'text', type: 'label' });
  });

  it.each<[string, JsonObject[], string]>([
    ['of itself', [widget('a', { body: [{ id: 'x', use: 'widget/a' }] })], 'fragment-cycle'],
    [
      'through another',
      [
        widget('a', { body: [{ id: 'x', use: 'widget/b' }] }),
        widget('b', { body: [{ id: 'y', use: 'widget/a' }] }),
      ],
      'fragment-cycle',
    ],
    ['of one without content', [widget('a', { body: [] })], 'saved-widget-empty'],
  ])('refuses a use %s', async (_, documents, code) => {
    expect(await codes(view({ id: 'one', use: 'widget/a', at }), ...documents)).toEqual([
      expect.stringContaining(code),
    ]);
  });

  it('refuses it in a list of anything but nodes', async () => {
    const columns: Json[] = [{ use: 'widget/people' }];
    const found = await codes(view({ id: 'list', type: 'grid', props: { columns } }), people);
    expect(found).toContain('/body/0/props/columns/0/use fragment-list');
  });
});

describe('the document of a saved widget', () => {
  it('has one node', async () => {
    const two = widget('two', {
      body: [
        { id: 'a', type: 'label', props: { text: 'a' } },
        { id: 'b', type: 'label', props: { text: 'b' } },
      ],
    });
    expect(await codes(two)).toEqual(['/body saved-widget-one']);
  });

  it('is shown with the defaults of its parameters, and its own ids', async () => {
    const shown = await previewDocument(people, registry, () => Promise.resolve(new Map()));
    const [node] = isObject(shown) ? (shown['body'] as JsonObject[]) : [];
    expect(shown).toMatchObject({ kind: 'dashboard', sources: people['sources'] });
    expect(node).toMatchObject({ id: 'frame', props: { title: 'Everybody' } });
  });
});
