import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { evaluateByLibrary, scope as smallScope } from '../testing/expressions.ts';
import type { Scope } from '../screen/store.ts';
import { expressionDiagnostic, type ExpressionError } from './errors.ts';
import { compileExpression } from './expression.ts';
import { limits } from './limits.ts';
import { evaluateRows } from './rows.ts';
import { yieldBetweenEvaluations } from './turns.ts';

const people = Array.from({ length: 300 }, (_, id) => ({
  id,
  name: `n${id}`,
  group: id % 7,
  tags: ['a', 'b'],
}));
const scope: Scope = { data: { people, orders: people.map(({ id }) => ({ person: id, total: id * 2 })) } };

const evaluate = (source: string, steps?: number, isWanted?: () => boolean): Promise<unknown> =>
  compileExpression(source).evaluateAsync(scope, isWanted, steps);

const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => ({ value: (JSON.parse(JSON.stringify(value ?? null)) as unknown) ?? null }),
    // The library's own failures, such as a TypeError, have no code.
    (error: unknown) => ({ code: (error as Partial<ExpressionError>).code ?? 'UNKNOWN' }),
  );

/** Expressions of right authors, each with a value. */
const ordinary = [
  '$sum(data.people[group = 2].id)',
  'data.people{$string(group): $sum(id)}',
  'data.people^(>name).name[[0..2]]',
  '$sort(data.people.name)[0]',
  '$distinct(data.people.{"group": group})',
  '$join($map(data.people, function($p) { $p.name & ":" & $p.id }), ", ")',
  'data.people.($id := id; $$.data.orders[person = $id].total)',
  '$count(data.people[name ~> /^n[0-9]$/])',
  '$map(data.people[id < 3].name, $substring(?, 1))',
  '[1..600]{$string($): $ + 1} ~> $keys() ~> $count()',
];

describe('the work of an expression', () => {
  describe.each([
    ['jumps ten seconds forward at each reading', 10_000],
    ['jumps an hour back at each reading', -3_600_000],
    ['stands still', 0],
  ])('on a clock that %s', (_, jump) => {
    let tasks = 0;
    beforeEach(() => {
      tasks = 0;
      let time = 1_800_000_000_000;
      vi.spyOn(Date, 'now').mockImplementation(() => (time += jump));
      vi.spyOn(performance, 'now').mockImplementation(() => (time += jump));
      yieldBetweenEvaluations(async () => void (tasks += 1));
    });
    afterEach(() => {
      vi.restoreAllMocks();
      yieldBetweenEvaluations(async () => undefined);
    });

    it.each(ordinary)('gives the result of %s', async (source) => {
      expect(await outcome(evaluate(source))).toEqual(
        await outcome(
          evaluateByLibrary(source, scope).then((result) => (result as { value: unknown }).value),
        ),
      );
    });

    it('gives a value for every row, and never leaves one out', async () => {
      const source = '($id := row.id; data.orders[person = $id].total & "")';
      const values = await evaluateRows(source, people, scope);
      expect(values).toEqual(people.map(({ id }) => String(id * 2)));
    });

    it('stops an expression without end after the same steps', async () => {
      expect(await outcome(evaluate('($f := function() { $f() }; $f())', 20_000))).toEqual({ code: 'WORK' });
      expect(await outcome(evaluate('$map([1..2000], function($i) { $i })', 20_000))).toHaveProperty('value');
      expect(tasks > 0).toBe(jump !== 0);
    });
  });

  it.each([
    ['an endless loop', '($f := function($n) { $f($n + 1) }; $f(0))', 'WORK'],
    [
      'functions that call each other',
      '($a := function() { $b() }; $b := function() { $a() }; $a())',
      'WORK',
    ],
    ['endless recursion', '($f := function($n) { 1 + $f($n + 1) }; $f(0))', 'D1011'],
    ['a range', '[1..1000000000]', 'D2014'],
    ['ranges in a range', '$map([1..90000], function($i) { $sum([1..90000]) })', 'WORK'],
    ['nested maps', '[1..900].([1..900].([1..900].(1)))', 'WORK'],
    ['lists that are searched', '($x := [1..90000]; $map($x, function($i) { $i in $x }))', 'WORK'],
    ['lists of positions', '($x := [1..90000]; $x[$x])', 'WORK'],
    ['lists that are copied', '($x := [1..40000]; [1..90000].[$x, $x])', 'WORK'],
    ['wildcards', '[1..90000].($$.**)', 'WORK'],
    ['one group of many', '[1..90000]{"a": $}', 'WORK'],
    ['one group of many, with an object in its key', '[1..90000]{{"a": "b"}.a: $}', 'WORK'],
    ['sorting by an order', '[1..90000]^(>$)', 'WORK'],
    ['sorting by a function', '$sort([1..90000], function($l, $r) { $l < $r })', 'WORK'],
    ['padding', '[1..90000].$pad("a", 100000)', 'WORK'],
    ['matches that read to the end', '$match($pad("", 90000, "x"), /x.*y|x/)', 'WORK'],
    ['large patterns', '$contains($pad("", 90000, "ab"), /((a|b){1,30}){1,30}[cd]/)', 'WORK'],
    ['texts that are compared', '($x := $pad("", 900000); [1..90000].($x < $x))', 'WORK'],
    ['copies of a list', '$reduce([1..90000], function($a, $i) { $append($a, $i) }, [])', 'WORK'],
    ['two endless loops side by side', '($f := function() { $f() }; [$f(), $f()])', 'WORK'],
    ['$eval', '$eval("1")', 'DISABLED'],
  ])('refuses %s by its count', async (_, source, code) => {
    expect(await outcome(evaluate(source, 60_000))).toEqual({ code });
  });

  it('names the expression, the limit and its place in the error', async () => {
    const source =
      '  ($f := function() {\n $f() }; $f()) /* a comment that makes the text of this expression long */';
    const error: unknown = await evaluate(source, 5_000).catch((thrown: unknown) => thrown);
    expect(expressionDiagnostic(error, '/body/0')).toMatchObject({
      code: 'expression-work',
      pointer: '/body/0',
      values: { limit: 5_000, expression: '($f := function() { $f() }; $f()) /* a comment that makes t…' },
    });
  });

  it('names the author’s expression when rows are mapped, whose steps grow with the rows', async () => {
    const before = { ...limits };
    Object.assign(limits, { steps: 5_000, stepsPerRow: 100, rowsSteps: 6_000 });
    const source = '($f := function() { $f() }; $f())';
    const failing = (count: number): Promise<unknown> =>
      Promise.resolve(evaluateRows(source, people.slice(0, count), scope)).catch((error: unknown) => error);
    const values = { expression: source };
    expect(await failing(1)).toMatchObject({ source, values: { ...values, limit: 5_100 } });
    expect(await failing(90)).toMatchObject({ source, values: { ...values, limit: 6_000 } });
    Object.assign(limits, before);
  });

  it('gives each evaluation its own steps', async () => {
    const source = '$sum([1..2000].($ + 1))';
    const results = await Promise.all(Array.from({ length: 5 }, () => evaluate(source, 12_000)));
    expect(new Set(results)).toEqual(new Set([2_003_000]));
    // Work that a failed evaluation left running does not count for the next one.
    const failing = evaluate('[$error("a"), [1..9000].($ + 1)]', 60_000);
    const next = evaluate(source, 12_000);
    expect(await outcome(failing)).toEqual({ code: 'D3137' });
    expect(await next).toBe(2_003_000);
  });

  it('lets others have their turn while it is long, and ends when nobody wants it', async () => {
    let tasks = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => tasks * 1_000 + 60_000 * Math.random());
    yieldBetweenEvaluations(async () => void (tasks += 1));
    const order: string[] = [];
    let isWanted = true;
    const long = evaluate('[1..9000].($ + 1)', undefined, () => isWanted).then((value) =>
      order.push(`long ${typeof value}`),
    );
    await evaluate('$uppercase("a")').then(() => order.push('short'));
    isWanted = false;
    await long;
    expect(order).toEqual(['short', 'long undefined']);
    vi.restoreAllMocks();
    yieldBetweenEvaluations(async () => undefined);
  });
});

describe('counting changes no result', () => {
  const value = fc.constantFrom(
    '1',
    '2.5',
    '"a"',
    'true',
    'null',
    'state.page',
    'state.filters.tags',
    'state.list',
    'data.users.rows',
    'data.users.rows.id',
    'data.none.rows',
    'data.users.record.nested',
    'state.missing',
    '[3, 1, 2]',
    '["b", "a", "b"]',
    '[1..4]',
    '{"a": 1, "b": [1, 2]}',
  );
  const one = fc.constantFrom(
    '$string',
    '$count',
    '$boolean',
    '$not',
    '$type',
    '$exists',
    '$keys',
    '$distinct',
    '$reverse',
    '$sort',
    '$sum',
    '$max',
    '$min',
    '$average',
    '$spread',
    '$merge',
    '$length',
    '$uppercase',
    '$trim',
    '$number',
    '$clone',
  );
  const two = fc.constantFrom(
    '$append',
    '$lookup',
    '$zip',
    '$join',
    '$contains',
    '$split',
    '$substringBefore',
    '$pad',
    '$power',
  );
  const callback = fc.constantFrom(
    'function($v) { $v }',
    'function($v, $i) { $i }',
    'function($v) { $string($v) & "!" }',
    '$string',
    '$power',
    '$substring(?, 1)',
    '$append(?, 1)',
    'function($a, $b) { $a > $b }',
  );
  const source = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 3 },
      value,
      fc.tuple(one, tie('expression')).map(([name, inner]) => `${name}(${inner})`),
      fc.tuple(two, tie('expression'), tie('expression')).map(([name, a, b]) => `${name}(${a}, ${b})`),
      fc
        .tuple(fc.constantFrom('$map', '$filter', '$reduce', '$sort', '$single'), tie('expression'), callback)
        .map(([name, list, by]) => `${name}(${list}, ${by})`),
      fc
        .tuple(tie('expression'), fc.constantFrom('=', '!=', '&', '+', 'in', 'and', '<'), tie('expression'))
        .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
      fc
        .tuple(
          tie('expression'),
          fc.constantFrom(
            '[0]',
            '[-1]',
            '[id = 1]',
            '.*',
            '.**',
            '.$string()',
            '^($)',
            '^(>id)',
            '{"k": $}',
            '{$string(): $count($)}',
            '.{"x": id}',
            '.[id]',
            '#$i.$i',
            '@$x.$x',
          ),
        )
        .map(([a, step]) => `(${a})${step}`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `[${a}, ${b}]`),
      fc
        .tuple(tie('expression'), tie('expression'))
        .map(([a, b]) => `($x := ${a}; $f := function($y) { [$x, $y] }; $f(${b}))`),
      fc
        .tuple(tie('expression'), tie('expression'), tie('expression'))
        .map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    ),
  })).expression;

  it('equals JSONata on ordinary expressions, and fails where it fails', async () => {
    await fc.assert(
      fc.asyncProperty(source, async (text) => {
        const ours = await outcome(compileExpression(text).evaluateAsync(smallScope as unknown as Scope));
        const library = (await evaluateByLibrary(text, JSON.parse(JSON.stringify(smallScope)))) as {
          value?: unknown;
        };
        const theirs = await outcome(
          'code' in library
            ? Promise.reject(library as unknown as Error)
            : Promise.resolve(typeof library.value === 'function' ? null : library.value),
        );
        // The first of two errors depends on the order in which JSONata evaluates the items of a list.
        const shown = (result: unknown) => ('code' in (result as object) ? 'an error' : result);
        expect({ text, result: shown(ours) }).toEqual({ text, result: shown(theirs) });
      }),
      { numRuns: 300 },
    );
  });
});
