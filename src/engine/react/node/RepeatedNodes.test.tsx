// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { createRegistry, loadSpecs, validateDocument } from '../../core/index.ts';
import { widgets } from '../../../../widgets/index.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';
import { testWidget } from '../testing/widget.ts';

afterEach(cleanup);

/** Keeps what is typed in its own state, as every control does. */
const note = testWidget('note', ({ id }) => {
  const [text, setText] = useState('');
  return <input aria-label={id} value={text} onChange={(event) => setText(event.target.value)} />;
});

const text = (id: string, $expr: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'text',
  props: { text: { $expr } },
  ...more,
});
const set = (value: unknown): JsonObject[] => [{ set: { 'state.lanes': value as JsonObject } }];
const button = (id: string, words: string, press: JsonObject[]): JsonObject => ({
  id,
  type: 'button',
  props: { text: words },
  on: { press },
});
const lanes = [
  { id: 'a', name: 'Ana', cards: [{ id: 1, tags: ['x', 'y'] }] },
  {
    id: 'b',
    name: 'Bia',
    cards: [
      { id: 2, tags: ['z'] },
      { id: 3, tags: [] },
    ],
  },
];
const each = ($expr: string, as: string, key = 'id'): JsonObject => ({
  repeat: { each: { $expr }, as, key },
});
const shown = () => screen.queryAllByText(/^[A-Z]\w+ ·/).map((one) => one.textContent);

describe('a repeated node', () => {
  it('should be rendered once per element, in the order of the list, and follow its changes', async () => {
    const reversed = [...lanes].reverse();
    renderScreen(
      screenOf(
        [
          text('lane', "lane.name & ' · ' & state.suffix", each('state.lanes', 'lane')),
          button('reverse', 'Inverter', set(reversed)),
          button('rename', 'Renomear', set([{ ...lanes[0], name: 'Ada' }])),
        ],
        { state: { lanes, suffix: '!' } },
      ),
    );
    await waitFor(() => expect(shown()).toEqual(['Ana · !', 'Bia · !']));
    fireEvent.click(screen.getByText('Inverter'));
    await waitFor(() => expect(shown()).toEqual(['Bia · !', 'Ana · !']));
    fireEvent.click(screen.getByText('Renomear'));
    await waitFor(() => expect(shown()).toEqual(['Ada · !']));
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('should keep what was typed into an instance when the list is ordered anew', async () => {
    const repeat = {
      id: 'note',
      type: 'note',
      ...each('$sort(state.lanes, function($a, $b) { $a.at > $b.at })', 'lane'),
    };
    const order = (first: number, second: number) =>
      set([
        { id: 'a', at: first },
        { id: 'b', at: second },
      ]);
    renderScreen(
      screenOf([repeat, button('swap', 'Trocar', order(2, 1))], {
        state: {
          lanes: [
            { id: 'a', at: 1 },
            { id: 'b', at: 2 },
          ],
        },
      }),
      { extra: [note] },
    );
    const input = await screen.findByLabelText('note-a');
    fireEvent.change(input, { target: { value: 'nota de a' } });
    input.focus();
    fireEvent.click(screen.getByText('Trocar'));
    await waitFor(() =>
      expect(screen.getAllByRole('textbox').map((one) => one.getAttribute('aria-label'))).toEqual([
        'note-b',
        'note-a',
      ]),
    );
    expect(screen.getByLabelText('note-a')).toBe(input);
    expect(screen.getByLabelText<HTMLInputElement>('note-a').value).toBe('nota de a');
  });

  it('should stand within others three deep, in slots, and run its steps with every name around it', async () => {
    const deepest = {
      ...button('tag', 'Abrir', [
        { request: { post: '/open/{row.n}/{lane.id}/{card.id}', body: { tag: { $expr: 'tag' } } } },
      ]),
      repeat: { each: { $expr: 'card.tags' }, as: 'tag' },
      props: { text: { $expr: "row.n & ' ' & lane.name & ' ' & card.id & ' ' & $uppercase(tag)" } },
    };
    const stack = (id: string, children: JsonObject[], more: JsonObject): JsonObject => ({
      id,
      type: 'stack',
      children,
      ...more,
    });
    const { host } = renderScreen(
      screenOf(
        [
          {
            id: 'rows',
            type: 'list',
            source: 'rows',
            slots: {
              row: [
                stack(
                  'lane',
                  [stack('card', [deepest], each('lane.cards', 'card'))],
                  each('row.lanes', 'lane'),
                ),
              ],
            },
          },
        ],
        { sources: { rows: { get: '/rows', rows: 'data' } } },
      ),
      {
        answer: (_, __, { method }) =>
          method === 'get'
            ? {
                data: [
                  { id: 7, n: 1, lanes },
                  { id: 8, n: 2, lanes },
                ],
              }
            : {},
      },
    );
    await waitFor(() =>
      expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
        '1 Ana 1 X',
        '1 Ana 1 Y',
        '1 Bia 2 Z',
        '2 Ana 1 X',
        '2 Ana 1 Y',
        '2 Bia 2 Z',
      ]),
    );
    fireEvent.click(screen.getByText('2 Bia 2 Z'));
    await waitFor(() =>
      expect(host.requests.at(-1)).toMatchObject({ address: '/open/2/b/2', body: { tag: 'z' } }),
    );
  });

  it('should decide by instance whether it is visible, also in a dialog', async () => {
    renderScreen(
      screenOf([button('open', 'Abrir', [{ open: 'dialog' }])], {
        state: { lanes },
        dialogs: [
          {
            id: 'dialog',
            type: 'dialog',
            props: { title: 'Raias' },
            children: [
              text('lane', "lane.name & ' ·'", {
                visible: { $expr: "lane.id = 'b'" },
                ...each('state.lanes', 'lane'),
              }),
            ],
          },
        ],
      }),
    );
    fireEvent.click(await screen.findByText('Abrir'));
    await screen.findByText('Raias');
    await waitFor(() => expect(shown()).toEqual(['Bia ·']));
  });
});

describe('a list that cannot be repeated', () => {
  const open = (list: string, state: JsonObject) =>
    renderScreen(
      screenOf(
        [
          text('lane', "lane.name & ' ·'", each(list, 'lane')),
          text('other', "'Vizinho · ' & state.x"),
          button('mend', 'Corrigir', set(lanes)),
        ],
        { state: { x: 1, ...state } },
      ),
    );

  it.each<[string, string, JsonObject, RegExp]>([
    [
      'two elements with one key',
      'state.lanes',
      { lanes: [lanes[0]!, lanes[1]!, lanes[0]!] as never },
      /repeat-key/,
    ],
    ['a key as a number and as a text', 'state.lanes', { lanes: [{ id: 1 }, { id: '1' }] }, /repeat-key/],
    ['a text', 'state.lanes', { lanes: 'Ana' }, /repeat-value .*"Ana"/],
    ['a number', 'state.lanes', { lanes: 3 }, /repeat-value .*3/],
    ['an object', 'state.lanes', { lanes: { a: 1 } }, /repeat-value .*\{"a":1\}/],
    ['a computed number', '$count(state.lanes)', { lanes: [1, 2] }, /repeat-value .*2/],
  ])(
    'should be reported for %s in place of the node, beside intact siblings',
    async (_, list, state, notice) => {
      const { host } = open(list, state);
      expect(await screen.findByText(/expression-repeat-/)).toBeTruthy();
      expect(screen.getByText(/expression-repeat-/).textContent).toMatch(notice);
      expect(shown()).toEqual(['Vizinho · 1']);
      expect(host.toasts).toEqual([]);
      if (list !== 'state.lanes') return;
      fireEvent.click(screen.getByText('Corrigir'));
      await waitFor(() => expect(shown()).toEqual(['Ana ·', 'Bia ·', 'Vizinho · 1']));
      expect(screen.queryByText(/expression-repeat-/)).toBeNull();
    },
  );

  it('should be none where JSONata gives the only element without its list', async () => {
    open("state.lanes[id = 'b']", { lanes: lanes as never });
    await waitFor(() => expect(shown()).toEqual(['Bia ·', 'Vizinho · 1']));
    cleanup();
    open('state.groups.lanes', { groups: [{ lanes: [lanes[0]] }] as never });
    await waitFor(() => expect(shown()).toEqual(['Ana ·', 'Vizinho · 1']));
  });

  it('should be no failure while there is none yet', async () => {
    open('state.lanes', { lanes: null });
    await waitFor(() => expect(shown()).toEqual(['Vizinho · 1']));
    expect(screen.queryByText(/expression-/)).toBeNull();
  });

  it('should be reported for items of a list in props in place of their widget', async () => {
    const items = [
      {
        id: 'i',
        title: { $expr: 'lane.name' },
        repeat: { each: { $expr: 'state.lanes' }, as: 'lane', key: 'id' },
      },
    ];
    renderScreen(
      screenOf([{ id: 's', type: 'steps', props: { items } }, text('other', "'Vizinho · ' & state.x")], {
        state: { x: 1, lanes: [{ id: 1 }, { id: 1 }] },
      }),
    );
    expect(await screen.findByText(/expression-repeat-key/)).toBeTruthy();
    expect(shown()).toEqual(['Vizinho · 1']);
  });
});

describe('too many instances', () => {
  const many = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `N${id}` }));

  it('should be reported in place of the node, beside intact siblings', async () => {
    renderScreen(
      screenOf(
        [
          text('lane', "lane.name & ' ·'", each('state.lanes', 'lane')),
          text('other', "'Vizinho · ' & state.x"),
          button('few', 'Poucos', set(many(2))),
        ],
        { state: { lanes: many(10_000), x: 1 } },
      ),
    );
    expect(await screen.findByText(/expression-repeat · /)).toBeTruthy();
    expect(shown()).toEqual(['Vizinho · 1']);
    fireEvent.click(screen.getByText('Poucos'));
    await waitFor(() => expect(shown()).toEqual(['N0 ·', 'N1 ·', 'Vizinho · 1']));
    expect(screen.queryByText(/expression-repeat · /)).toBeNull();
  });

  const nested = (list: string, state: JsonObject, next: unknown = many(2)) =>
    renderScreen(
      screenOf(
        [
          {
            id: 'out',
            type: 'stack',
            children: [text('in', "in.name & ' ·'", each(list, 'in'))],
            ...each('state.lanes', 'lane'),
          },
          button('fewer', 'Menos', set(next)),
        ],
        { state: { x: 1, ...state } },
      ),
    );

  it('should be reported once where the repeats inside repeats make too many, as long as they do', async () => {
    nested('state.many', { lanes: many(20), many: many(600) });
    expect(await screen.findAllByText(/expression-repeats · /)).toHaveLength(1);
    expect(shown()).toEqual([]);
    fireEvent.click(screen.getByText('Menos'));
    await waitFor(() => expect(shown()).toHaveLength(1_200));
    expect(screen.queryByText(/expression-repeats · /)).toBeNull();
  });

  it('should be reported once for one list, in the next instance when the first one goes', async () => {
    nested('state.many', { lanes: many(3), many: many(1_001) }, many(3).slice(1));
    expect(await screen.findAllByText(/expression-repeat · /)).toHaveLength(1);
    fireEvent.click(screen.getByText('Menos'));
    await act(async () => undefined);
    expect(screen.getAllByText(/expression-repeat · /)).toHaveLength(1);
  });

  it('should be reported at each list where every element has its own', async () => {
    const lane = (id: string, count: number) => ({ id, name: id, cards: many(count) });
    nested('lane.cards', { lanes: [lane('a', 1_001), lane('b', 1), lane('c', 1_200)] as never });
    expect(await screen.findAllByText(/expression-repeat · /)).toHaveLength(2);
    expect(shown()).toEqual(['N0 ·']);
  });

  it('should be reported three deep, where the third repeat makes too many of what two allow', async () => {
    const inner = text('in', "in.name & ' ·'", each('state.many', 'in'));
    const middle = { id: 'mid', type: 'stack', children: [inner], ...each('state.some', 'mid') };
    renderScreen(
      screenOf(
        [
          { id: 'out', type: 'stack', children: [middle], ...each('state.lanes', 'lane') },
          text('other', "'Vizinho · ' & state.x"),
        ],
        { state: { lanes: many(3), some: many(4), many: many(900), x: 1 } },
      ),
    );
    expect(await screen.findAllByText(/expression-repeats · /)).toHaveLength(1);
    await waitFor(() => expect(shown()).toEqual(['Vizinho · 1']));
  });

  it('should mount a thousand instances in slices, all of them in the end', async () => {
    renderScreen(
      screenOf([text('lane', "lane.name & ' ·'", each('state.lanes', 'lane'))], {
        state: { lanes: many(1_000) },
      }),
    );
    await waitFor(() => expect(shown().length).toBeGreaterThan(0));
    expect(shown().length).toBeLessThan(1_000);
    await waitFor(() => expect(shown()).toHaveLength(1_000));
    await act(async () => undefined);
  });
});

describe('validation of a repeat', () => {
  it('should know its name in the node and below it, and nowhere else', async () => {
    const registry = createRegistry(await loadSpecs(widgets));
    const codesOf = async (body: JsonObject[], more: JsonObject = {}) =>
      (await validateDocument(screenOf(body, { state: { lanes: [] }, ...more }), registry)).map(
        ({ pointer, code }) => `${pointer} ${code}`,
      );
    const lane = each('state.lanes', 'lane');
    const below = { id: 'box', type: 'stack', children: [text('in', '$uppercase(lane.name)')], ...lane };
    expect(await codesOf([below])).toEqual([]);
    expect(await codesOf([below, text('out', 'lane.name')])).toEqual([
      '/body/1/props/text/$expr unknown-root',
    ]);
    expect(await codesOf([text('own', 'lane.x', each('lane.all', 'lane'))])).toEqual([
      '/body/0/repeat/each/$expr unknown-root',
    ]);
    expect(await codesOf([text('own', '1', each('state.lanes', 'state'))])).toEqual([
      '/body/0/repeat/as repeat-name',
    ]);
    expect(await codesOf([{ ...below, children: [text('in', '1', lane)] }])).toEqual([
      '/body/0/children/0/repeat/as repeat-name',
    ]);
    const dialog = { id: 'd', type: 'dialog', props: { title: 'D' }, ...lane };
    expect(await codesOf([button('o', 'O', [{ open: 'd' }])], { dialogs: [dialog] })).toEqual([
      '/dialogs/0/repeat repeat-dialog',
    ]);
  });
});
