import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { counters } from '../counters.ts';
import { withoutSequence, evaluateByLibrary, scope } from '../testing/expressions.ts';
import { ExpressionError } from './errors.ts';
import { compileExpression } from './expression.ts';
import { functionNames } from './lint.ts';
import { isFunctionRecord } from './guards.ts';
import { compileAdvanced } from './jsonata-engine.ts';
import { evaluateRows } from './rows.ts';

describe('expressions that need JSONata', () => {
  const evaluate = (source: string, input: object = scope): Promise<unknown> =>
    compileExpression(source).evaluateAsync(input as typeof scope);

  it.each([
    ['$sum(data.users.rows.id)', 3],
    ['data.users.rows[0].name', 'Ana'],
    ["$uppercase(state.filters.name) & '!' & 1.10", 'ANA!1.1'],
    ['$replace("a1b22", /[0-9]+/, "#")', 'a#b#'],
    ['$match("x1y2", /([a-z])([0-9])/).groups[1]', ['1', '2']],
    ['$split("a,b;c", /[,;]/)', ['a', 'b', 'c']],
    ['"Ana" ~> /ana/i', { match: 'Ana', start: 0, end: 3, groups: [] }],
    ['$pad("x", 3, "-")', 'x--'],
    ['data.users.rows[id = 2] = data.users.rows[1]', true],
    ['$join($map([1..3], function($i) { "n" & $i }), " ")', 'n1 n2 n3'],
    ['$merge([{"a": 1}, {"b": 2}])', { a: 1, b: 2 }],
    ['$formatNumber(1234.5, "#,##0.00")', '1,234.50'],
    ['$fromMillis(0, "[D01]/[M01]/[Y0001]")', '01/01/1970'],
  ])('evaluates %s', async (source, answer) => {
    expect(await evaluate(source)).toEqual(answer);
  });

  it('evaluates rewritten operators as the library does', async () => {
    for (const source of [
      '$f := 1; 1',
      '[1..3] & ""',
      '$count([1..3]) = 3 ? "y" & 1 : "n"',
      '(state.missing)[0] = 1',
      '$map([1,2], function($x){ $x != 1 })',
    ]) {
      const wrapped = `(${source})`;
      expect(withoutSequence({ value: await evaluate(wrapped) })).toEqual(
        withoutSequence(await evaluateByLibrary(wrapped)),
      );
    }
  });

  it('returns plain data, without the library’s list properties and functions', async () => {
    const list = await evaluate('[1..2].{"a": [$]}');
    expect(Object.getOwnPropertyNames(list)).toEqual(['0', '1', 'length']);
    expect(await evaluate('function($x) { $x }')).toBeUndefined();
  });

  it.each([
    ['state.', 'S0207'],
    ['(1 + 2', 'S0203'],
    ['a b', 'S0201'],
    ['"open', 'S0101'],
  ])('locates the syntax error of %s', async (source, code) => {
    const error: ExpressionError = await compileExpression(source)
      .check()
      .then(
        () => expect.fail('it was accepted'),
        (thrown: ExpressionError) => thrown,
      );
    expect(error).toBeInstanceOf(ExpressionError);
    expect(error.code).toBe(code);
    expect(error.position).toBeGreaterThan(0);
    expect(error.message).not.toBe('');
  });

  /** A value of forty objects whose text would contain 2^40 values. */
  const sharedObjects = `($x0 := 1; ${Array.from({ length: 40 }, (_, at) => `$x${at + 1} := {"a": $x${at}, "b": $x${at}};`).join('')} $x40 = $x40)`;

  it.each([
    ['($f := function($n) { $f($n + 1) }; $f(0))', 'WORK'],
    ['($f := function($n) { 1 + $f($n + 1) }; $f(0))', 'D1011'],
    ['$sum([1..9999999])', 'D2015'],
    ['$pad("x", 5e8)', 'OUTPUT'],
    ['$pad("x", -500000000, "ab")', 'OUTPUT'],
    ['$fromMillis(0, "[Y0001,500000000]")', 'OUTPUT'],
    [
      '($d := function($s, $n) { $n = 0 ? $s : $d($s & $s, $n - 1) }; $length($d("xxxxxxxxxx", 60)))',
      'OUTPUT',
    ],
    ['($x := $pad("x", 900000); $join([1..900].($x)))', 'WORK'],
    ['($x := $pad("x", 900000); $string([1..900].($x)))', 'WORK'],
    ['($x := $pad("x", 900000); [1..900].($x))', 'WORK'],
    ['$replace($pad("x", 100000, "x"), "x", $pad("y", 100000))', 'OUTPUT'],
    [sharedObjects, 'OUTPUT'],
    ['$eval("1 + 1")', 'DISABLED'],
    ['$match("aaaa", /(?=a)a/)', 'REGEX'],
  ])('stops case %#', async (source, code) => {
    const stopped = await evaluate(source).then(
      () => 'it has a value',
      (error: ExpressionError) => error.code,
    );
    expect(stopped).toBe(code);
  });

  it('matches a catastrophic pattern in linear time', async () => {
    expect(await evaluate(`$contains("${'a'.repeat(40)}!", /^(a+)+$/)`)).toBe(false);
  });

  it.each([
    'state.constructor',
    'state.`__proto__`',
    '$lookup(state, "__proto__")',
    '"constructor"',
    '$$.state.constructor.constructor',
    'state ~> |$|{"__proto__": {"polluted": 1}}|',
    '$merge([{"__proto__": {"polluted": 1}}]).polluted',
  ])('reaches no prototype with %s', async (source) => {
    const value = await evaluate(source).catch(() => undefined);
    expect(typeof value).not.toBe('function');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect((value as { polluted?: number } | undefined)?.polluted).toBeUndefined();
  });

  it('rejects a text over the length limit', () => {
    expect(() => compileExpression('a'.repeat(10_001))).toThrow(ExpressionError);
  });

  it('lists the references of its syntax tree', async () => {
    expect((await compileAdvanced('$map(state.a, function($v) { $v.b & row.c })')).references).toEqual([
      ['state', 'a'],
      ['row', 'c'],
    ]);
  });
});

describe('compiling', () => {
  it('happens once per text', () => {
    const before = counters.expressionCompiles;
    compileExpression('state.once');
    compileExpression('state.once');
    expect(counters.expressionCompiles).toBe(before + 1);
  });
});

describe('rows', () => {
  const rows = [{ a: 1, tags: ['x'] }, {}, { a: 3, tags: ['y', 'z'] }];

  it('of a plain expression are evaluated synchronously, in one evaluation', () => {
    const before = counters.evaluations;
    expect(evaluateRows('row.a + state.page', rows, scope)).toEqual([3, undefined, 5]);
    expect(counters.evaluations).toBe(before + 1);
  });

  it('of any other expression are evaluated in one evaluation', async () => {
    const before = counters.evaluations;
    const values = evaluateRows('$sum([row.a, state.page]) & "/" & $join(row.tags) /* last */', rows, scope);
    expect(values).toBeInstanceOf(Promise);
    expect(await values).toEqual(['3/x', '2/', '5/yz']);
    expect(await evaluateRows('row.a[$ > 1]', rows, scope)).toEqual([undefined, undefined, 3]);
    expect(counters.evaluations).toBe(before + 2);
  });

  it('locate errors in the text of the expression itself', async () => {
    await expect(evaluateRows('$sum(row.a) + ? 1', rows, scope)).rejects.toMatchObject({ position: 14 });
    expect(await evaluateRows('$$.state.page & $string(row.a)', rows, scope)).toEqual(['21', '2', '23']);
    expect(await evaluateRows(`$sum([row.a]) /*${'x'.repeat(9_970)}*/`, rows, scope)).toEqual([1, 0, 3]);
  });

  it('find the row under $$ too, inside of filters and functions', async () => {
    const own = { ...scope, item: { min: 3 }, all: [{ a: 1 }, { a: 3 }, { a: 3 }] };
    expect(await evaluateRows('$count(all[a = $$.row.a])', rows, own)).toEqual([1, 0, 2]);
    expect(await evaluateRows('$map(all, function($one) { $one.a = $$.row.a })', rows, own)).toEqual([
      [true, false, false],
      [false, false, false],
      [false, true, true],
    ]);
    expect(await evaluateRows(`$count(all[a >= $$.item.min]) & '$$' /* $$ */`, rows, own)).toEqual(
      rows.map(() => '2$$'),
    );
    await expect(evaluateRows('$sum($$.row.a) + ? 1', rows, own)).rejects.toMatchObject({ position: 17 });
  });

  it('may be one or none', async () => {
    expect(await evaluateRows('$uppercase("a")', [{}], scope)).toEqual(['A']);
    expect(await evaluateRows('$uppercase("a")', [], scope)).toEqual([]);
  });
});

it('knows JSONata’s functions by name', async () => {
  const missing = await Promise.all(
    functionNames.map(async (name) => {
      const found: unknown = await jsonata(`$${name}`).evaluate({});
      return isFunctionRecord(found) ? [] : [name];
    }),
  );
  expect(missing.flat()).toEqual([]);
});
