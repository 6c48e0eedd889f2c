import { describe, expect, it } from 'vitest';
import { widgets } from '../../../widgets/index.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import { createRegistry, formatJson, loadSpecs } from '../../engine/core/index.ts';
import { copySelection, pasteClip } from '../actions.ts';
import { createEditor, type Editor } from '../editor.ts';
import { parseClip } from './paste.ts';

const registry = createRegistry(
  await loadSpecs(widgets.filter(({ type }) => ['stat', 'table', 'section', 'text'].includes(type))),
);

const view = (body: Json[], rest: JsonObject = {}): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  body,
  ...rest,
});

const stat: JsonObject = {
  id: 'stat',
  type: 'stat',
  source: 'orders',
  at: { x: 2, y: 1, w: 4, h: 3 },
  props: { label: '$total', value: { $expr: 'data.orders.total' } },
};
const texts = (pt: string, en: string) => ({ pt: { total: pt }, en: { total: en } });

const open = (document: JsonObject): Editor => createEditor(document, registry);

/** Copies nodes as text, as the clipboard carries them from one window to another. */
function carry(from: Editor, to: Editor, keys: readonly string[]): void {
  from.select(keys);
  const clip = parseClip(JSON.stringify(copySelection(from)));
  expect(pasteClip(to, clip!, '/body')).toMatchObject({ done: true });
}

describe('nodes that are pasted into another view', () => {
  it('bring their datasets and texts, and nothing else of their view', () => {
    const from = open(
      view([stat, { id: 'other', type: 'text', props: { text: '$other' } }], {
        sources: {
          period: { dataset: 'period' },
          orders: { dataset: 'orders', parameters: { from: { $expr: 'data.period.value' } } },
          unused: { dataset: 'unused' },
        },
        strings: { pt: { total: 'Total', other: 'Outro' }, en: { total: 'Total' } },
      }),
    );
    const to = open(view([]));
    carry(from, to, ['stat']);
    expect(to.document()).toMatchObject({
      sources: { period: { dataset: 'period' }, orders: { dataset: 'orders' } },
      strings: { pt: { total: 'Total' }, en: { total: 'Total' } },
      body: [{ id: 'stat', source: 'orders' }],
    });
    expect(Object.keys(to.document()['sources'] as JsonObject).sort()).toEqual(['orders', 'period']);
    expect((to.document()['strings'] as JsonObject)['pt']).toEqual({ total: 'Total' });
  });

  it('get ids of their own, with what names them', () => {
    const section: JsonObject = {
      id: 'group',
      type: 'section',
      at: { x: 0, y: 0, w: 12, h: 4 },
      children: [{ id: 'stat', type: 'stat', on: { press: [{ open: 'group' }] } }],
    };
    const from = open(view([section]));
    const to = open(view([{ id: 'group', type: 'section', children: [{ id: 'stat2', type: 'stat' }] }]));
    carry(from, to, ['group']);
    expect(to.document()['body']).toMatchObject([
      { id: 'group' },
      { id: 'group2', children: [{ id: 'stat', on: { press: [{ open: 'group2' }] } }] },
    ]);
    carry(from, to, ['group']);
    const ids = [...JSON.stringify(to.document()['body']).matchAll(/"id":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(6);
  });

  it('keep their own rows where a source of the other view has the same name, also through sources that read it', () => {
    const from = open(
      view(
        [{ ...stat, source: 'share', props: { value: { $expr: 'data.orders.total / data.share.total' } } }],
        {
          sources: {
            orders: { dataset: 'orders' },
            share: { dataset: 'share', parameters: { of: { $expr: 'data.orders.total' } } },
          },
        },
      ),
    );
    const to = open(view([], { sources: { orders: { dataset: 'purchases' } } }));
    carry(from, to, ['stat']);
    expect(to.document()).toMatchObject({
      sources: {
        orders: { dataset: 'purchases' },
        orders2: { dataset: 'orders' },
        share: { dataset: 'share', parameters: { of: { $expr: 'data.orders2.total' } } },
      },
      body: [{ source: 'share', props: { value: { $expr: 'data.orders2.total / data.share.total' } } }],
    });
  });

  it('read a second source of their own, where one of the other view reads other rows by the same words', () => {
    const share = { dataset: 'share', parameters: { of: { $expr: 'data.orders.total' } } };
    const from = open(
      view([{ ...stat, source: 'share' }], { sources: { orders: { dataset: 'orders' }, share } }),
    );
    const to = open(view([], { sources: { orders: { dataset: 'purchases' }, share } }));
    carry(from, to, ['stat']);
    expect(to.document()).toMatchObject({
      sources: {
        share,
        share2: { dataset: 'share', parameters: { of: { $expr: 'data.orders2.total' } } },
      },
      body: [{ source: 'share2' }],
    });
    // Texts that came with a copy before are there already.
    carry(from, to, ['stat']);
    expect(Object.keys(to.document()['sources'] as JsonObject)).toEqual([
      'orders',
      'share',
      'orders2',
      'share2',
    ]);
  });

  it('keep their words where the other view has others by the same key, in every language', () => {
    const from = open(view([stat], { strings: texts('Total de pedidos', 'Total orders') }));
    const to = open(
      view([{ id: 'text', type: 'text', props: { text: '$total' } }], { strings: texts('Total', 'Total') }),
    );
    from.dispatch({ type: 'set', key: 'stat', path: ['props', 'hint'], value: { $expr: "$text('$total')" } });
    carry(from, to, ['stat']);
    expect(to.document()).toMatchObject({
      body: [
        { props: { text: '$total' } },
        { props: { label: '$total2', hint: { $expr: "$text('$total2')" } } },
      ],
      strings: {
        pt: { total: 'Total', total2: 'Total de pedidos' },
        en: { total: 'Total', total2: 'Total orders' },
      },
    });
    // The same words are not brought twice.
    carry(from, to, ['stat']);
    expect(Object.keys((to.document()['strings'] as Record<string, JsonObject>)['pt']!)).toEqual([
      'total',
      'total2',
    ]);
  });

  it('bring texts that only an expression names', () => {
    const props = { label: 'Pedidos', hint: { $expr: "$text('$total')" } };
    const from = open(view([{ ...stat, props }], { strings: texts('Total', 'Total') }));
    const to = open(view([]));
    carry(from, to, ['stat']);
    expect(to.document()['strings']).toEqual(texts('Total', 'Total'));
  });

  it('are taken back in one step, with what they brought', () => {
    const from = open(view([stat], { sources: { orders: { dataset: 'orders' } }, strings: texts('A', 'B') }));
    const to = open(view([{ id: 'stat', type: 'stat' }], { strings: texts('Total', 'Total') }));
    const before = formatJson(to.document());
    carry(from, to, ['stat']);
    expect(to.store.getState().history.past).toHaveLength(1);
    to.undo();
    expect(formatJson(to.document())).toBe(before);
  });
});
