import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const strings = {
  pt: {
    n_one: '{{count}} selecionado de {{all}}',
    n_other: '{{count}} selecionados de {{all}}',
    hi: 'Oi, {{user.name}}',
  },
};
const text = (values: JsonObject, $text = '$n', id = 'note'): JsonObject => ({
  id,
  type: 'label',
  props: { text: { $text, values } },
});
const count = { $expr: '$count(state.keys)' };

describe('a text with values in props', () => {
  it('follows its values, in the form of the count', async () => {
    const { screen } = startScreen({
      strings,
      state: { keys: [1], all: 7 },
      body: [text({ count, all: { $expr: 'state.all' } })],
    });
    const note = screen.observeNode(screen.compiled.body[0]!);
    note.subscribe(() => undefined);
    const shows = (expected: string) => vi.waitFor(() => expect(note.get().props['text']).toBe(expected));
    await shows('1 selecionado de 7');
    screen.store.set(['state', 'keys'], [1, 2, 3]);
    await shows('3 selecionados de 7');
    screen.store.set(['state', 'all'], null);
    await shows('3 selecionados de ');
  });

  const found = async (node: JsonObject) =>
    (
      await validateDocument(
        screenDocument({ strings, state: { keys: [], all: 1 }, body: [node] }),
        registry,
        {
          texts: new Set(['shared.n']),
        },
      )
    ).map(({ pointer, code, values }) => `${pointer} ${code} ${Object.values(values).join(' ')}`);

  it('is valid with all its values', async () => {
    expect(await found(text({ count, all: 3 }))).toEqual([]);
    expect(await found(text({ more: 1 }, '$hi'))).toEqual([]);
    expect(await found(text({ count }, '$shared.n'))).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['a value that the text names', text({ count }), '/body/0/props/text/values text-value $n all'],
    ['a text', text({ count }, '$m'), '/body/0/props/text/$text unknown-text $m $n'],
    [
      'the state that a value reads',
      text({ count: { $expr: 'state.kyes' }, all: 1 }),
      '/body/0/props/text/values/count/$expr unknown-state',
    ],
  ])('reports %s that is missing', async (_what, node, expected) => {
    expect(await found(node)).toEqual([expect.stringContaining(expected.split(' $m')[0]!)]);
  });
});
