import { isObject } from '../../../contracts/json.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../screen/store.ts';
import { allRoots } from './references.ts';
import { ExpressionError } from './errors.ts';
import { compileExpression } from './expression.ts';
import { limits } from './limits.ts';
import { evaluateRows } from './rows.ts';

const rows = Array.from({ length: 50 }, (_, id) => ({ id, name: `n${id}`, tags: ['a', 'b'] }));
const scope: Scope = {
  params: { id: '1' },
  state: { text: 'x'.repeat(1_000), list: rows, secret: { deep: { er: 1 } } },
  data: { users: { rows, total: 50, record: rows[0] } },
  user: { id: 1, name: 'Ana' },
  tenant: { key: 'acme' },
  can: { read: true },
  lang: 'pt',
  now: '2026-01-02T03:04:05Z',
};

/** Evaluates an expression to its value or its error code, with a tenth of the steps that a screen gives it. */
async function outcome(source: string): Promise<{ errorCode: string } | { value: unknown }> {
  try {
    return { value: await compileExpression(source).evaluateAsync(scope, undefined, 100_000) };
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    return { errorCode: (error as ExpressionError).code };
  }
}

const big = '$pad("x", 900000)';
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + '1' + close.repeat(depth);

/** Doubles a value n times by applying an operator to the value itself. */
const doubled = (step: string, start: string, times: number) =>
  `($d := function($v, $n) { $n = 0 ? $v : $d(${step}, $n - 1) }; $d(${start}, ${times}))`;

describe('an expression that loops', () => {
  it.each([
    '($f := function() { $f() }; $f())',
    '($f := function($n) { $f($n + 1) }; $f(0))',
    '($a := function() { $b() }; $b := function() { $a() }; $a())',
    '($y := function($f) { $f($f) }; $y($y))',
    '$map([1..90000], function($i) { $sum([1..9000]) })',
    '$reduce([1..90000], function($a, $i) { $a + $sum([1..9000]) }, 0)',
    '$filter([1..90000], function($i) { $sum([1..9000]) > 0 })',
    '$sort([1..9000], function($l, $r) { $sum([1..9000]) > 0 })',
    '[1..90000].([1..90000].(1))',
    '[1..900].([1..900].([1..900].(1)))',
    '$each({"a": 1}, function($v) { ($f := function() { $f() }; $f()) })',
    '$sift({"a": 1}, function($v) { ($f := function() { $f() }; $f()) })',
  ])('is stopped: %s', async (source) => {
    expect(await outcome(source)).toMatchObject({
      errorCode: expect.stringMatching(/^(D10|D2015|OUTPUT|WORK)/),
    });
  });
});

describe('an expression that nests deeply', () => {
  it.each([
    ['parentheses', nested('(', ')', 2_000)],
    ['lists', nested('[', ']', 2_000)],
    ['negations', nested('-(', ')', 1_500)],
    ['conditions', 'true ? '.repeat(1_000) + '1'],
    ['functions', nested('$string(', ')', 1_000)],
    ['objects', nested('{"a":', '}', 1_500)],
    ['operators', '1' + '+1'.repeat(4_000)],
    ['paths', 'state' + '.a'.repeat(4_000)],
    ['recursion', '($f := function($n) { $n = 0 ? 0 : 1 + $f($n - 1) }; $f(100000))'],
    ['nested answers', doubled('[$v]', '1', 400)],
  ])('%s: is stopped or evaluated, and never overflows', async (_, source) => {
    const result = await outcome(source);
    expect(Object.keys(result)).toHaveLength(1);
  });

  it('is rejected unparsed when it exceeds the length limit', () => {
    expect(() => compileExpression('1'.padEnd(limits.sourceLength + 1, ' '))).toThrow(ExpressionError);
  });
});

describe('an expression that allocates', () => {
  it.each([
    ['$pad', '$pad("x", 5e8)'],
    ['$pad to the left, with a long filling', '$pad("x", -5e5, $pad("y", 500))'],
    ['$join of copies', `($x := ${big}; $join([$x, $x, $x]))`],
    ['$join by a long separator', `$join([1..90000].("a"), $pad("x", 900))`],
    ['range', '[1..5e8]'],
    ['range of a range', '[1..90000].[1..90000]'],
    ['$string', `($x := ${big}; $string([$x, $x]))`],
    ['$string, pretty', '$string([1..90000].({"a": [1..9]}), true)'],
    ['$replace', `$replace(${big}, "x", "yyyyyyyyyyyyy")`],
    ['$replace by a pattern', `$replace(${big}, /x/, "yyyyyyyyyyyyy")`],
    ['$replace by a function', `$replace(${big}, /x/, function($m) { $pad("y", 1000) })`],
    ['$split', `$split(${big} & ${big}, "")`],
    ['$match', `$match(${big} & ${big}, /x/)`],
    ['text that doubles', doubled('$v & $v', '"xxxxxxxxxx"', 40)],
    ['$append that doubles', doubled('$append($v, $v)', '[1..10]', 40)],
    ['list that doubles', doubled('[$v, $v]', '1', 40)],
    ['objects that double', doubled('{"a": $v, "b": $v}', '1', 40)],
    ['$merge', doubled('$merge([{"a": $v}, {"b": $v}])', '1', 40)],
    ['$zip', '$zip([1..90000], [1..90000], [1..90000], [1..90000])'],
    ['$map', `$map([1..90000], function($i) { $pad("x", 900) })`],
    ['$reduce', `$reduce([1..90000], function($a, $i) { $a & $pad("x", 900) }, "")`],
    ['$distinct', '$distinct([1..90000])'],
    ['$spread', '$spread([1..90000].({"a": 1, "b": 2, "c": 3, "d": 4}))'],
    ['$formatNumber', '$formatNumber(1, "#0." & $pad("", 90000, "0"))'],
    ['$formatInteger', '$formatInteger(1e300, "w") & $formatInteger(1, $pad("", 90000, "0"))'],
    ['$fromMillis', '$fromMillis(0, "[Y,500000000]")'],
    ['$base64encode', `$base64encode(${big} & ${big})`],
    ['$encodeUrl', `$encodeUrlComponent($pad("", 900000, "ç"))`],
    ['grouping', '[1..90000]{$string($): [1..900]}'],
    ['transform', '[1..90000].({"a": $}) ~> |$|{"b": [1..900]}|'],
    ['wildcards', doubled('[$v.**, $v.**]', '$$', 20)],
  ])('%s: is stopped, or has a small result', async (_, source) => {
    const result = await outcome(source);
    if ('value' in result)
      expect((JSON.stringify(result.value) ?? '').length).toBeLessThanOrEqual(2 * limits.textLength);
    else expect(result.errorCode).toMatch(/^(OUTPUT|WORK|D1|D2|D3|S0|T0|TOO_DEEP|REGEX)/);
  });
});

describe('an expression with a slow regular expression', () => {
  const long = '$pad("", 40, "a") & "!"';
  it.each([
    `$contains(${long}, /^(a+)+$/)`,
    `$contains(${long}, /^(a|a)*$/)`,
    `$contains(${long}, /^(a|aa)+$/)`,
    `$contains(${long}, /(.*)*x/)`,
    `$match(${long}, /(a*)*b/)`,
    `$split(${long}, /(a+)+b/)`,
    `$replace(${long}, /(a+)+b/, "")`,
    `$contains(${long}, /((a{1,30}){1,30}){1,30}b/)`,
    `$contains(${long}, /(?=(a+))b/)`,
    `$contains(${long}, /(a)\\1+b/)`,
  ])('is matched in linear time or rejected: %s', async (source) => {
    const result = await outcome(source);
    if ('errorCode' in result) expect(result.errorCode).toMatch(/^(REGEX|D1004|WORK)/);
  });
});

describe('access to a prototype', () => {
  const names = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
  const holders = [
    'state',
    '$$',
    '$',
    '"text"',
    '(1)',
    '[1,2]',
    '$sum',
    '(function($x) { $x })',
    '$match("a", /a/)',
    '/a/',
  ];
  const routes = names.flatMap((name) => [
    ...holders.flatMap((one) => [
      `${one}.${name}`,
      `${one}.\`${name}\`.constructor`,
      `$lookup(${one}, "${name}")`,
    ]),
    `state.*.${name}`,
    `**.${name}`,
    `$keys($)[$ = "${name}"]`,
    `$spread(state).${name}`,
    `$each(state, function($v, $k) { $v.${name} })`,
    `$sift(state, function($v, $k) { $k = "${name}" }).${name}`,
    `$merge([{"${name}": {"polluted": 1}}]).polluted`,
    `{"${name}": {"polluted": 1}}.polluted`,
    `[{"a": "${name}"}]{a: {"polluted": 1}}.polluted`,
    `state ~> |$|{"${name}": {"polluted": 1}}| ~> $lookup("polluted")`,
    `$reduce([{"${name}": {"polluted": 1}}], function($a, $b) { $merge([$a, $b]) }, {}).polluted`,
    `$eval("${name}")`,
    `($x := {"${name}": 1}; $clone($x).polluted)`,
  ]);

  it.each(names)('is impossible by %s', async (name) => {
    for (const source of routes.filter((one) => one.includes(name))) {
      const result = await outcome(source);
      const answer = 'value' in result ? result.value : undefined;
      expect({ source, type: typeof answer }).not.toEqual({ source, type: 'function' });
      expect({ source, found: JSON.stringify(answer)?.includes('native code') ?? false }).toEqual({
        source,
        found: false,
      });
      expect({ source, polluted: ({} as { polluted?: number }).polluted }).toEqual({
        source,
        polluted: undefined,
      });
      if (isObject(answer)) {
        expect({ source, proto: Object.getPrototypeOf(answer) === Object.prototype }).toEqual({
          source,
          proto: true,
        });
      }
    }
  });

  it('does not change its input', async () => {
    const before = JSON.stringify(scope);
    for (const source of [
      'state ~> |secret|{"deep": 2}, ["list"]|',
      '$merge([state, {"text": 1}])',
      '$append(data.users.rows, 1)',
      '$sort(data.users.rows, function($a, $b) { $a.id < $b.id })',
      '$reverse(data.users.rows)',
      '$shuffle(data.users.rows)',
    ]) {
      await outcome(source);
      expect({ source, same: JSON.stringify(scope) === before }).toEqual({ source, same: true });
    }
  });
});

describe('any text', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...allRoots,
      'rows',
      'id',
      'constructor',
      '__proto__',
      '$',
      '$$',
      '*',
      '**',
      '%',
      '"a"',
      '1',
      '9e9',
    ),
    fc.constantFrom(
      '.',
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      ':',
      ',',
      '&',
      '+',
      '-',
      '..',
      '~>',
      '|',
      ':=',
      ';',
      '?',
      '=',
      '<',
      '^',
      '/a+/',
    ),
    fc.constantFrom(
      '$sum',
      '$map',
      '$pad',
      '$join',
      '$merge',
      '$eval',
      '$lookup',
      '$each',
      '$string',
      'function($x)',
      '$x',
      'and',
      'in',
    ),
  );

  it('evaluates to plain data or fails with an ExpressionError that has a position', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 16 }), async (parts) => {
        const source = parts.join(' ');
        try {
          const value: unknown = await compileExpression(source).evaluateAsync(scope);
          expect(typeof value).not.toBe('function');
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          const { position, textPosition } = error as ExpressionError;
          expect(position).toBeGreaterThanOrEqual(0);
          expect(textPosition.line).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it('has one value per row, or fails as a whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const values = await Promise.resolve()
          .then(() => evaluateRows(parts.join(' '), rows, scope))
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(ExpressionError);
            return null;
          });
        if (values) expect(values).toHaveLength(rows.length);
      }),
    );
  });
});
