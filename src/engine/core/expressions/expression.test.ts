import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSequence, evaluateByLibrary, scope } from '../testing/expressions.ts';
import { ExpressionError } from './errors.ts';
import { compileExpression } from './expression.ts';

function byUs(source: string, input: unknown = scope): unknown {
  const compiled = compileExpression(source);
  expect({ source, plain: compiled.plain }).toEqual({ source, plain: true });
  try {
    return { value: compiled.evaluate(input as typeof scope) };
  } catch (error) {
    return { code: (error as ExpressionError).code };
  }
}

describe('the plain subset', () => {
  it.each([
    'state.page',
    'state.page = 2 and can.read',
    "state.filters.name & ' (' & state.page & ')'",
    'data.users.rows.name',
    'data.users.rows.id',
    'data.one.rows.id',
    'data.one.rows.tags',
    'data.one.rows',
    'data.none.rows',
    'data.none.rows.id',
    'data.users.record.nested',
    'data.users.record.nested.x',
    'state.list.x',
    'state.filters.none = null',
    'state.missing != "x"',
    'state.missing = state.missing',
    'state.filters.name in ["Ana", "Eva"]',
    '"a" in state.filters.tags',
    '-state.page + 3 * (2 - 1) / 4 % 5',
    'state.filters.name < 5',
    'state.filters < 5',
    'state.filters.name + 1',
    '1 + state.filters.name',
    '-state.filters.name',
    'state.page > 1 ? "many" : "one"',
    'state.page > 5 ? "many"',
    'state.filters.empty ?: "nothing"',
    'state.missing ?? "nothing"',
    'state.filters.none ?? "nothing"',
    '$not(can.update)',
    '$not(can.missing)',
    '$exists(state.filters.none)',
    '$boolean(state.filters)',
    '$count(data.users.rows) > 1',
    '$count(state.page)',
    '$count(state.missing)',
    '$sum(data.users.rows.id)',
    '$sum(data.none.rows.id)',
    '$sum(data.missing.id)',
    '$sum(data.users.rows.name)',
    '$sum(state.filters.name)',
    '$sum(null)',
    '$sum([])',
    '$max([])',
    '$average([])',
    '$average([1, 2, 4])',
    '$min([3, 1, 2]) & $max([3, 1, 2])',
    '$max([1, "2"])',
    '$max(1)',
    '[1, [2, 3], state.filters.tags]',
    '[([1, 2])]',
    '`state`.`page`',
    '0.1 + 0.2 & ""',
    '1/0',
    '(1/0) & ""',
    '1/0 = 1/0',
    '-(1/0)',
    '[1, 2] = [1, 2]',
    'state.filters = state.filters',
    '/* why */ state.page /* what */ = 2',
    'and',
    'state & ""',
    '1e3 - 5 - 3',
    'constructor',
    'state.constructor.name',
    'state.__proto__.toString',
    'lang.length',
  ])('evaluates %s as JSONata does', async (source) => {
    expect(withoutSequence(byUs(source))).toEqual(withoutSequence(await evaluateByLibrary(source)));
  });

  it('walks a long list once, and its changed copy again', async () => {
    const items = Array.from({ length: 40 }, (_, n) =>
      n % 7 === 0 ? { tags: [n, n + 1] } : { tags: n, more: { n } },
    );
    const changed = items.with(3, { tags: 100, more: { n: 100 } });
    for (const rows of [items, changed]) {
      for (const source of [
        '$sum(rows.tags)',
        '$max(rows.more.n)',
        '$average(rows.more.n)',
        'rows.more.n',
        'rows.none',
      ]) {
        const expected = withoutSequence(await evaluateByLibrary(source, { rows }));
        expect(withoutSequence(byUs(source, { rows }))).toEqual(expected);
        expect(byUs(source, { rows })).toEqual(byUs(source, { rows }));
      }
      const [first, second] = [byUs('rows.tags', { rows }), byUs('rows.tags', { rows })] as {
        value: unknown;
      }[];
      expect(first?.value).toBe(second?.value);
    }
  });

  it('leaves everything else to JSONata', () => {
    for (const source of [
      'rows[0]',
      '$round(state.x)',
      '$sum(a, b)',
      'state.*',
      '$$',
      '$',
      'a.(b)',
      '{"a": 1}',
      '"a".b',
      'é',
      'a |',
      '',
    ]) {
      expect({ source, plain: compileExpression(source).plain }).toEqual({ source, plain: false });
    }
  });

  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.integer({ min: -5, max: 5 }),
        fc.boolean(),
        fc.constant(null),
        fc.constantFrom('', 'a', 'b', '1'),
      ),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3 }),
    ),
  })).any;

  const expression = fc.letrec<{ node: string; atom: string }>((tie) => ({
    atom: fc.oneof(
      fc
        .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 })
        .map((names) => names.join('.')),
      fc.constantFrom('1', '0', '2.5', '"a"', "''", 'true', 'false', 'null', '"1"'),
    ),
    node: fc.oneof(
      { maxDepth: 5 },
      tie('atom'),
      fc
        .tuple(
          tie('node'),
          fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'and', 'or', 'in', '+', '-', '*', '/', '%', '&'),
          tie('node'),
        )
        .map((parts) => parts.join(' ')),
      tie('node').map((inner) => `(${inner})`),
      tie('node').map((inner) => `-${inner}`),
      fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `${a} ? ${b} : ${c}`),
      fc.tuple(tie('node'), fc.constantFrom('?:', '??'), tie('node')).map((parts) => parts.join(' ')),
      fc
        .tuple(
          fc.constantFrom('exists', 'not', 'boolean', 'count', 'sum', 'average', 'min', 'max'),
          tie('node'),
        )
        .map(([f, x]) => `$${f}(${x})`),
      fc.array(tie('node'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    ),
  })).node;

  it('evaluates any expression over any data as JSONata does', async () => {
    await fc.assert(
      fc.asyncProperty(
        expression,
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), value),
        async (source, input) => {
          const [ours, theirs] = [
            withoutSequence(byUs(source, input)),
            withoutSequence(await evaluateByLibrary(source, input)),
          ] as {
            code?: string;
          }[];
          // The library evaluates the items of a list concurrently: when two fail, it may report either.
          if (source.includes('[') && ours?.code && theirs?.code) return;
          expect(ours).toEqual(theirs);
        },
      ),
    );
  });

  it('never throws for any text, and lists everything that JSONata reads', async () => {
    const tokens = fc.constantFrom(
      'state',
      'data',
      'row',
      '.',
      '.',
      'a',
      '[',
      ']',
      '(',
      ')',
      '$',
      '$$',
      '*',
      '=',
      '"state"',
      ',',
      ' ',
      '&',
      '`x`',
      '$sum',
      '{',
      '}',
      ':',
      '0',
      '$f',
      ':=',
      ';',
      'function',
      '^',
      '<',
      '~>',
      '%',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 14 }), async (parts) => {
        const source = parts.join('');
        const compiled = compileExpression(source);
        let read: readonly (readonly string[])[];
        try {
          read = await compiled.check();
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          return;
        }
        for (const path of read.filter(([root]) => root === 'state' || root === 'data' || root === 'row')) {
          const covered = compiled.refs.some((ref) => ref.every((name, index) => name === path[index]));
          expect(covered ? '' : `${source} reads ${path.join('.')}`).toBe('');
        }
      }),
    );
  });
});

describe('references', () => {
  it('are the paths that it reads, root first', () => {
    expect(compileExpression("state.page = 1 and data.users.rows.name = 'x'").refs).toEqual([
      ['state', 'page'],
      ['data', 'users', 'rows', 'name'],
    ]);
  });

  it.each([
    [
      '$sum(data.users.rows.total) & state.page',
      [
        ['data', 'users', 'rows', 'total'],
        ['state', 'page'],
      ],
    ],
    [
      'data.users.rows[id = $$.state.chosen].name',
      [
        ['data', 'users', 'rows'],
        ['state', 'chosen'],
      ],
    ],
    ['$map(row.tags, function($t) { $t & lang })', [['row', 'tags'], ['lang']]],
    ['"it says state" & $uppercase(lang)', [['lang']]],
  ])('of %s are found without JSONata', (source, refs) => {
    expect(compileExpression(source).refs).toEqual(refs);
  });

  it('follow JSONata’s rules for names, with all their letters', () => {
    expect(compileExpression('$sum(state.preços.válidos)').refs).toEqual([['state', 'preços', 'válidos']]);
    expect(compileExpression("$sum(state.a`b) + $sum(data.it's)").refs).toEqual([
      ['state', 'a`b'],
      ['data', "it's"],
    ]);
  });

  it('of one that reads the whole input are all roots', () => {
    expect(compileExpression('$keys($$)').refs).toContainEqual(['state']);
    expect(compileExpression('**.name').refs).toContainEqual(['row']);
  });

  it.each([
    ["$replace(form.name, /-+$/, '')", [['form', 'name']]],
    [
      "$split(form.a, /[$/]/)[0] & $replace(form.b, /state.c/, '*')",
      [
        ['form', 'a'],
        ['form', 'b'],
      ],
    ],
    [
      'form.a / $sum(form.b) / form.c',
      [
        ['form', 'a'],
        ['form', 'b'],
        ['form', 'c'],
      ],
    ],
    [
      '(form.a) / row.b / $number(row.c)',
      [
        ['form', 'a'],
        ['row', 'b'],
        ['row', 'c'],
      ],
    ],
  ])('of %s are not in its regular expressions', (source, refs) => {
    expect(compileExpression(source).refs).toEqual(refs);
  });

  it('are exact by the syntax tree', async () => {
    expect(await compileExpression('foo.bar[x = 1] & $sum(state.a)').check()).toEqual([
      ['foo', 'bar'],
      ['state', 'a'],
    ]);
  });

  it.each([
    ["state.rows ~> |$|{'n': n + 10}|", [['state', 'rows']]],
    ["state ~> |rows|{'n': n + $$.data.extra}, ['id']|", [['state'], ['data', 'extra']]],
  ])('see what a transform is applied to: %s', async (source, references) => {
    expect(await compileExpression(source).check()).toEqual(references);
  });
});
