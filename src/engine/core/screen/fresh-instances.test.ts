import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { counters, resetCounters } from '../counters.ts';
import { compileExpression } from '../expressions/expression.ts';
import type { CompiledNode, Screen } from '../compiled-screen.ts';
import { instancesOf, type Instance } from '../repeats/repeat.ts';
import { createScopedScreen, type ScopedScreen } from './scoped-screen.ts';
import { createRegistry } from '../language/registry.ts';
import { compileDocument } from '../language/compile.ts';
import { createScreen } from './screen.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { screenDocument, startScreen, widget } from '../testing/fixtures.ts';

// Shrinking a case of this size takes longer than the test may, and would hide it.
const options = { endOnFailure: true };

const number = fc.integer({ min: -3, max: 9 });
const word = fc.constantFrom('a', 'b', 'ana', 'é');
const tag = fc.record({ t: number, w: word }, { requiredKeys: ['t'] });
const item = fc.record({
  id: fc.integer({ min: 0, max: 3 }),
  n: number,
  name: word,
  tags: fc.array(tag, { maxLength: 3 }),
});
const items = fc.array(item, { maxLength: 4 });

const each = fc.constantFrom(
  'state.items',
  'state.items[n > state.limit]',
  '$sort(state.items, function($a, $b) { $a.n > $b.n })',
  'state.items ~> $reverse',
  '$append(state.items, data.x.rows)',
  'data.x.rows',
  'state.items^(n)',
  'state.items^(>name, n)[n < state.limit]',
  '$map(state.items, function($v) { $merge([$v, {"n": $v.n + state.limit}]) })',
  '$filter(data.x.rows, function($v) { $v.n > state.limit })',
  'state.items.{"id": id, "n": n, "name": name, "tags": tags[t < n]}',
  '$each(state.items{name: {"id": $max(id), "n": $sum(n), "name": name[0], "tags": tags}}, function($v) { $v })',
);
const inner = fc.constantFrom(
  'it.tags',
  'it.tags[t > $$.state.limit]',
  '$$.it.tags',
  'state.items[id = $$.it.id].tags',
  '[it]',
  'it.tags^(>t)',
  '$map(it.tags, function($v) { {"t": $v.t + state.limit, "w": $v.w} })',
  'it.tags{w: $sum(t)}',
);
const own = fc.constantFrom(
  'it.n',
  "it.name & '-' & state.word",
  '$uppercase(it.name)',
  '$sum(it.tags.t) + state.limit',
  '$count(state.items[n = $$.it.n])',
  'it.tags[t > $$.state.limit].w',
  '$string(it)',
  '$lookup($$, "it").n',
  '($one := it; $one.n + state.limit)',
  '$.it.n',
  '**.t',
  'it.n > state.limit ? it.name : data.x.rows.name',
  'it.tags{w: $sum(t)}',
  'state.items{name: $sum(n)}',
  'it.tags^(>t, w).w',
  '$map(it.tags, function($v, $i) { $v.t + $i + state.limit })',
  '$reduce(state.items.n, function($l, $r) { $l + $r }, 0) + it.n',
);
const nested = fc.oneof(
  own,
  fc.constantFrom(
    'tag.t + it.n',
    '$uppercase(tag.w)',
    '$exists(tag.w) and it.n > 1',
    '$string(tag) & it.name',
  ),
);

const change = fc.oneof(
  items.map((value): [string[], unknown] => [['state', 'items'], value]),
  items.map((value): [string[], unknown] => [['data', 'x', 'rows'], value]),
  number.map((value): [string[], unknown] => [['state', 'limit'], value]),
  word.map((value): [string[], unknown] => [['state', 'word'], value]),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(['n'], ['name'], ['tags', '0', 't']), number)
    .map(([index, below, value]): [string[], unknown] => [
      ['state', 'items', String(index), ...below],
      value,
    ]),
);

type Outcome = { value: Json } | { error: true };
const asJson = (value: unknown): Json =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value) ?? 'null') as Json);
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Renders a node in its scopes as the page does: an instance keeps its scope while its key stays. */
class Rendered {
  private instances: readonly Instance[] = [];
  private readonly scopes = new Map<string, { screen: ScopedScreen; below: Rendered[] }>();
  private readonly release: () => void;
  private readonly list;

  constructor(
    private readonly screen: Screen,
    private readonly node: CompiledNode,
  ) {
    this.list = screen.observeNode(node.repeat!.list);
    this.release = this.list.subscribe(() => void this.list.get());
  }

  /** Content of every instance, in order; a list that cannot be made shows an error. */
  shown(): unknown {
    const { props, error } = this.list.get();
    if (error) return { error: true };
    try {
      this.instances = instancesOf(
        this.node.repeat!,
        props['each'],
        this.screen.store.snapshot(),
        this.instances,
      );
    } catch {
      return { error: true };
    }
    return this.instances.map(({ key, names }) => {
      const known = this.scopes.get(key);
      const screen = known?.screen ?? createScopedScreen(this.screen, names, key);
      if (known) screen.setNames(names);
      const below =
        known?.below ??
        this.node.children.filter(({ repeat }) => repeat).map((one) => new Rendered(screen, one));
      if (!known) {
        this.scopes.set(key, { screen, below });
        const observed = screen.observeNode(this.node);
        observed.subscribe(() => void observed.get());
      }
      const { props: shown, error: failed } = screen.observeNode(this.node).get();
      const value: Outcome = failed ? { error: true } : { value: asJson(shown['count']) };
      return [value, ...below.map((one) => one.shown())];
    });
  }

  close(): void {
    this.release();
  }
}

async function outcome(source: string, names: readonly string[], scope: JsonObject): Promise<Outcome> {
  try {
    return { value: asJson(await compileExpression(source, names).evaluateAsync(structuredClone(scope))) };
  } catch {
    return { error: true };
  }
}

/** Whether two elements have one key: then a diagnostic takes the place of the instances. */
function hasDoubleKeys(elements: readonly Json[]): boolean {
  const keys = elements.flatMap((one) => (isObject(one) && one.id !== undefined ? [String(one.id)] : []));
  return new Set(keys).size < keys.length;
}

const listOf = (value: Json): Json[] => (value === null ? [] : Array.isArray(value) ? value : [value]);

describe('what instances show', () => {
  const chart = widget('chart', { count: { $ref: '../expression.schema.json' } }, { children: 'nodes' });
  const registry = createRegistry([chart]);

  it('is what JSONata computes afresh for every element, after every change, in repeats within repeats', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ each, inner, own, nested }),
        fc.record({ items, limit: number, word, rows: items }),
        fc.array(change, { minLength: 1, maxLength: 5 }),
        async (sources, { rows, ...state }, changes) => {
          const node = (
            id: string,
            source: string,
            list: string,
            as: string,
            more: JsonObject,
          ): JsonObject => ({
            id,
            type: 'chart',
            props: { count: { $expr: source } },
            repeat: { each: { $expr: list }, as, ...more },
          });
          const below = node('below', sources.nested, sources.inner, 'tag', {});
          const document = screenDocument({
            state: state as unknown as JsonObject,
            body: [{ ...node('top', sources.own, sources.each, 'it', { key: 'id' }), children: [below] }],
          });
          const screen = createScreen(compileDocument(document, registry), createFakeHost(), {});
          screen.start();
          screen.store.set(['data', 'x'], { rows, record: null, total: 1 });
          const rendered = new Rendered(screen, screen.compiled.body[0]!);
          rendered.shown();
          for (const [at, value] of [[['state', 'first'], 1] as [string[], unknown], ...changes]) {
            try {
              screen.store.set(at, value);
            } catch {
              // No item has this index.
            }
            const scope = screen.store.snapshot() as JsonObject;
            const top = await outcome(sources.each, [], scope);
            const expected =
              'error' in top || hasDoubleKeys(listOf(top.value))
                ? { error: true }
                : await Promise.all(
                    listOf(top.value).map(async (element) => {
                      const inIt = { ...scope, it: element };
                      const list = await outcome(sources.inner, ['it'], inIt);
                      // A change may put an object in the place of the tags.
                      const isNoList = sources.inner === 'it.tags' && 'value' in list && isObject(list.value);
                      const tags =
                        'error' in list || isNoList
                          ? { error: true }
                          : await Promise.all(
                              listOf(list.value).map(async (one) => [
                                await outcome(sources.nested, ['it', 'tag'], { ...inIt, tag: one }),
                              ]),
                            );
                      return [await outcome(sources.own, ['it'], inIt), tags];
                    }),
                  );
            // Lists, then instances, then the lists and instances within them become known.
            for (let round = 0; round < 4; round += 1) {
              rendered.shown();
              await nextTask();
            }
            expect([sources, rendered.shown()]).toEqual([sources, expected]);
          }
          rendered.close();
        },
      ),
      options,
    );
  }, 1_800_000);
});

describe('1,000 expressions over one list of 1,000 rows', () => {
  it('are each evaluated once when one row changes', () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, n: id % 7 }));
    const body = Array.from({ length: 1_000 }, (_, index) => ({
      id: `node${index}`,
      type: 'label',
      props: { count: { $expr: `$count(state.rows.n) + ${index}` } },
    }));
    const { screen } = startScreen({ body, state: { rows, other: 1 } });
    const nodes = screen.compiled.body.map((node) => screen.observeNode(node));
    for (const node of nodes) node.subscribe(() => void node.get());
    for (const node of nodes) node.get();
    resetCounters();
    screen.store.set(['state', 'rows', '500', 'n'], 100);
    expect([counters.notifications, counters.evaluations]).toEqual([1_000, 1_000]);
    for (const node of nodes) node.get();
    screen.store.set(['state', 'other'], 2);
    expect(counters.evaluations).toBe(1_000);
  });

  it('are each evaluated once, and none of them fails, where they need JSONata', async () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, n: id % 7 }));
    const body = Array.from({ length: 1_000 }, (_, index) => ({
      id: `node${index}`,
      type: 'label',
      props: { text: { $expr: `'total ' & ($round($sum(state.rows.n)) + ${index})` } },
    }));
    const { screen } = startScreen({ body, state: { rows } });
    const nodes = screen.compiled.body.map((node) => screen.observeNode(node));
    for (const node of nodes) node.subscribe(() => void node.get());
    const shown = () => nodes.map((node) => node.get().error?.message ?? node.get().props['text']);
    const totals = (first: number) => nodes.map((_, index) => `total ${first + index}`);
    shown();
    await vi.waitFor(() => expect(nodes.at(-1)!.get().pending).toBe(false), 30_000);
    expect(shown()).toEqual(totals(2_997));
    resetCounters();
    // The first change is replaced by the second before most of its evaluations have begun.
    screen.store.set(['state', 'rows', '500', 'n'], 50);
    screen.store.set(['state', 'rows', '500', 'n'], 103);
    await vi.waitFor(() => expect(nodes.at(-1)!.get().props['text']).toBe('total 4096'), 30_000);
    expect(shown()).toEqual(totals(3_097));
    expect(counters.evaluations).toBe(1_000);
  });

  it('are evaluated for the element that changed only, where a repeat makes them', () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, n: id % 7 }));
    const { screen } = startScreen({
      state: { rows },
      body: [
        {
          id: 'one',
          type: 'label',
          repeat: { each: { $expr: 'state.rows' }, as: 'it', key: 'id' },
          props: { count: { $expr: 'it.n + 1' } },
        },
      ],
    });
    const [node] = screen.compiled.body;
    const list = screen.observeNode(node!.repeat!.list);
    const first = instancesOf(node!.repeat!, list.get().props['each'], screen.scope(), []);
    const scoped = first.map(({ key, names }) => createScopedScreen(screen, names, key));
    for (const one of scoped) {
      const observed = one.observeNode(node!);
      observed.subscribe(() => void observed.get());
      observed.get();
    }
    screen.store.set(['state', 'rows', '500', 'n'], 100);
    const next = instancesOf(node!.repeat!, list.get().props['each'], screen.scope(), first);
    resetCounters();
    next.forEach(({ names }, index) => scoped[index]!.setNames(names));
    expect(counters.evaluations).toBe(1);
    expect(scoped[500]!.observeNode(node!).get().props['count']).toBe(101);
  });
});
