import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../contracts/json.ts';
import { compileExpression } from './expressions/expression.ts';
import type { Screen } from './model.ts';
import { startScreen } from './testing/fixtures.ts';

/** Cases of the property; `npm test -- nightly` runs 20,000. */
const numRuns = Number(process.env['FC_RUNS'] ?? 300);

const number = fc.integer({ min: -3, max: 9 });
const word = fc.constantFrom('a', 'b', 'ana', 'é', '');
const item = fc.record(
  { n: number, name: word, tags: fc.array(word, { maxLength: 3 }), inner: fc.record({ x: number }) },
  { requiredKeys: ['n'] },
);
const items = fc.oneof({ weight: 5, arbitrary: fc.array(item, { maxLength: 4 }) }, item, fc.constant(null));
const values: Record<string, fc.Arbitrary<unknown>> = {
  'state.items': items,
  'state.nested': fc.array(fc.array(item, { maxLength: 2 }), { maxLength: 3 }),
  'state.a': fc.record({ b: fc.record({ c: number }), list: fc.array(item, { maxLength: 2 }) }),
  'state.a.b.c': number,
  'state.text': word,
  'state.flag': fc.boolean(),
  'data.x.rows': fc.array(item, { maxLength: 4 }),
  'data.x.record': fc.option(item),
  'data.x.total': number,
};
const initial = fc.record({
  items: values['state.items']!,
  nested: values['state.nested']!,
  a: values['state.a']!,
  text: word,
  flag: fc.boolean(),
  rows: values['data.x.rows']!,
});

/** A change of the store: a value at a place of it, also within an item of a list. */
const change = fc.oneof(
  ...Object.entries(values).map(([path, value]) => fc.tuple(fc.constant(path.split('.')), value)),
  fc
    .tuple(
      fc.constantFrom(['state', 'items'], ['data', 'x', 'rows'], ['state', 'a', 'list']),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom(['n'], ['name'], ['inner', 'x']),
      number,
    )
    .map(([list, index, below, value]): [string[], unknown] => [[...list, String(index), ...below], value]),
);

const lists = fc.constantFrom(
  'state.items',
  'data.x.rows',
  'state.a.list',
  'state.nested',
  'data.x.record',
  'state.a',
  '$$.state.items',
  'state.(items)',
  '(state).items',
  '`state`.items',
  'data.*.rows',
  'state.*',
  '$lookup(state, "items")',
  '[state.items, data.x.rows]',
  'state.items.tags',
  '**.items',
  '$.state.items',
);
const step = fc.constantFrom(
  '',
  '.n',
  '.name',
  '.inner.x',
  '.tags',
  '.inner',
  '[0]',
  '[-1]',
  '[n > 1]',
  '[name = $$.state.text]',
  '[n = $$.data.x.total]',
  '^(n)',
  '^(>name, n)',
  '.(n + $$.state.a.b.c)',
  '.{"k": n}',
  '{name: $sum(n)}',
  '.%.n',
  '#$i.($i + n)',
  '@$v.($v.n)',
  '.$string(n)',
  '[inner.x = %.n]',
);
const path = fc.tuple(lists, step, step).map((parts) => parts.join(''));
const expression = fc.oneof(
  path,
  path.map((one) => `$sum(${one}.n)`),
  path.map((one) => `$count(${one}.name) > 1`),
  path.map((one) => `$map(${one}, function($v, $i) { $v.n + $i })`),
  path.map((one) => `$filter(${one}, function($v) { $v.n > state.a.b.c })`),
  path.map((one) => `$reduce(${one}.n, function($l, $r) { $l + $r }, 0)`),
  path.map((one) => `$sort(${one}, function($l, $r) { $l.n > $r.n })`),
  path.map((one) => `$string(${one})`),
  path.map((one) => `$join(${one}.name, state.text)`),
  path.map((one) => `$exists(${one}) and state.flag`),
  path.map((one) => `($rows := ${one}; $rows.n)`),
  path.map((one) => `($of := function($all) { $all.name }; $of(${one}))`),
  path.map((one) => `${one} ~> $count`),
  path.map((one) => `${one} ~> |$|{"n": state.a.b.c}|`),
  fc.tuple(path, path).map(([one, other]) => `state.flag ? ${one} : ${other}`),
  fc.tuple(path, path).map(([one, other]) => `${one} = ${other}`),
  fc.tuple(path, path).map(([one, other]) => `$append(${one}, ${other})`),
  fc.tuple(path, path).map(([one, other]) => `{"a": ${one}, "b": ${other}}`),
);

type Outcome = { value: Json } | { error: true };

const asJson = (value: unknown): Json =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as Json);

async function afresh(source: string, screen: Screen): Promise<Outcome> {
  try {
    return { value: asJson(await compileExpression(source).evaluateAsync(screen.store.snapshot())) };
  } catch {
    return { error: true };
  }
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Opens a screen with a node for each expression, and observes the nodes as the page does. */
function open(sources: readonly string[], state: JsonObject, rows: Json) {
  const body = sources.map((source, index) => ({
    id: `node${index}`,
    type: 'label',
    props: { count: { $expr: source } },
  }));
  const { screen } = startScreen({ body, state });
  screen.store.set(['data', 'x'], { rows, record: null, total: 1 });
  const nodes = screen.compiled.body.map((node) => screen.observeNode(node));
  const releases = nodes.map((node) => node.subscribe(() => void node.get()));
  const shown = (index: number): Outcome => {
    const { props, error } = nodes[index]!.get();
    return error === null ? { value: asJson(props['count']) } : { error: true };
  };
  return { screen, shown, close: () => releases.forEach((release) => release()) };
}

describe('a value on a screen', () => {
  it('is the one that JSONata computes afresh, after every change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(expression, { minLength: 1, maxLength: 4 }),
        initial,
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async (sources, { rows, ...state }, changes) => {
          const { screen, shown, close } = open(sources, state as JsonObject, rows as Json);
          sources.forEach((_, index) => shown(index));
          for (const [at, value] of [[['state', 'first'], 1] as [string[], unknown], ...changes]) {
            try {
              screen.store.set(at, value);
            } catch {
              // No item has this index.
            }
            const expected = await Promise.all(sources.map((source) => afresh(source, screen)));
            await nextTask();
            expect(sources.map((source, index) => [source, shown(index)])).toEqual(
              sources.map((source, index) => [source, expected[index]]),
            );
          }
          close();
        },
      ),
      { numRuns },
    );
  }, 600_000);

  it.each([
    ['$sum(data.x.rows.n)', 3, 11],
    ['$count(data.x.rows.name) > 1', false, true],
    ['$sum(state.items.n)', 1, 10],
  ])('of %s follows a change within the list', async (source, before, after) => {
    const { screen, shown, close } = open([source], { items: [{ n: 1 }] }, [{ n: 1, name: 'a' }, { n: 2 }]);
    shown(0);
    await afresh(source, screen);
    await nextTask();
    expect(shown(0)).toEqual({ value: before });
    screen.store.set(['data', 'x', 'rows', '1'], { n: 10, name: 'b' });
    screen.store.set(['state', 'items', '0', 'n'], 10);
    await afresh(source, screen);
    await nextTask();
    expect(shown(0)).toEqual({ value: after });
    close();
  });
});
