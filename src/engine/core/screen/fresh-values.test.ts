import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { compileExpression } from '../expressions/expression.ts';
import type { Screen } from '../compiled-screen.ts';
import { startScreen } from '../testing/fixtures.ts';

// Shrinking a case of this size takes longer than the test may, and would hide it.
const options = { endOnFailure: true };

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
    // A copy, so that an evaluation that changes what it reads is noticed.
    const scope = structuredClone(screen.store.snapshot());
    return { value: asJson(await compileExpression(source).evaluateAsync(scope)) };
  } catch {
    return { error: true };
  }
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Lets a computed source settle, and then the nodes that read it. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTask();
}

/** An expression for a computed source: none may read all data, which would include itself. */
const computed = expression.filter((source) => !/data\.\*|\*\*/.test(source));

/**
 * Opens a screen with a node for each expression, and observes the nodes as the page does.
 * @param derived expressions of the computed sources v0, v1, …
 */
function open(sources: readonly string[], state: JsonObject, rows: Json, derived: readonly string[] = []) {
  const body = sources.map((source, index) => ({
    id: `node${index}`,
    type: 'label',
    props: { count: { $expr: source } },
  }));
  const computedSources = derived.map(($expr, index) => [`v${index}`, { value: { $expr } }]);
  const { screen } = startScreen({ body, state, sources: Object.fromEntries(computedSources) });
  screen.store.set(['data', 'x'], { status: 'ready', rows, record: null, total: 1, missing: [] });
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
      options,
    );
  }, 1_800_000);

  it('is that of a computed source too, and of an expression over computed sources', async () => {
    await fc.assert(
      fc.asyncProperty(
        computed,
        fc.constantFrom(
          'data.v0.value',
          '$count(data.v0.value) + state.a.b.c',
          'data.v0.value[0]',
          'data.v0.value.n',
          '$string(data.v0.value)',
        ),
        initial,
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async (first, second, { rows, ...state }, changes) => {
          const readers = ['data.v0.value', 'data.v1.value', '[data.v1.value, state.text]'];
          const { screen, shown, close } = open(readers, state as JsonObject, rows as Json, [first, second]);
          readers.forEach((_, index) => shown(index));
          for (const [at, value] of [[['state', 'first'], 1] as [string[], unknown], ...changes]) {
            try {
              screen.store.set(at, value);
            } catch {
              // No item has this index.
            }
            await settled();
            // A computed source that fails has no value, and neither has one that reads it.
            const scope = screen.store.snapshot();
            const one = await afresh(first, screen);
            const valueOf = async (source: string, v0: unknown) =>
              compileExpression(source).evaluateAsync(
                structuredClone({ ...scope, data: { ...(scope['data'] as object), v0 } }),
              );
            const value0 = 'error' in one ? undefined : await valueOf(first, {});
            const value1 =
              'error' in one
                ? undefined
                : await valueOf(second, value0 === undefined ? {} : { value: value0 }).catch(() => undefined);
            expect([first, second, shown(0), shown(1), shown(2)]).toEqual([
              first,
              second,
              { value: asJson(value0) },
              { value: asJson(value1) },
              await afresh('[data.v1.value, state.text]', screen),
            ]);
          }
          close();
        },
      ),
      options,
    );
  }, 1_800_000);

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

  it('is computed without changing the list that it groups', async () => {
    const { screen, shown, close } = open(['state.items{name: $sum(n)}'], { items: [] }, []);
    shown(0);
    await settled();
    expect(shown(0)).toEqual({ value: {} });
    expect(screen.store.get(['state', 'items'])).toEqual([]);
    close();
  });
});
