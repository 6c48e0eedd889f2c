import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { registry, screenDocument } from '../testing/fixtures.ts';
import { validateDocument } from './document.ts';

const diagnosticsOf = async (more: JsonObject): Promise<unknown[]> =>
  (await validateDocument(screenDocument(more), registry)).map(({ pointer, code, values, severity }) => [
    pointer,
    code,
    values,
    severity,
  ]);
const visibleBy = (source: string, more: JsonObject = {}): JsonObject => ({
  ...more,
  body: [{ id: 'a', type: 'label', visible: { $expr: source } }],
});
const press = (...steps: Json[]): JsonObject => ({ id: 'b', type: 'button', on: { press: steps } });
const at = '/body/0/visible/$expr';

describe('state references of expressions', () => {
  it.each<[string, JsonObject]>([
    ['state.nobody', {}],
    ['state.filters.nobody = 1', { state: { filters: { name: 'a' } } }],
    ['$uppercase(state.nobody)', { state: { page: 1 } }],
  ])('are rejected if the state is not declared: %s', async (source, more) => {
    const path = /state[.\w]+/.exec(source)![0];
    expect(await diagnosticsOf(visibleBy(source, more))).toEqual([[at, 'unknown-state', { path }, 'error']]);
  });

  it.each<[string, JsonObject]>([
    ['state.lsit.page', { state: { list: {} } }],
    ['state.lsit', { state: { list: {} } }],
  ])('suggest the name of the state that is meant: %s', async (source, more) => {
    const values = { path: 'state.lsit', nearest: 'state.list' };
    expect(await diagnosticsOf(visibleBy(source, more))).toEqual([[at, 'unknown-state', values, 'error']]);
  });

  it.each<[string, JsonObject]>([
    ['state.page', { state: { page: 1 } }],
    ['state.person.name', { state: { person: null } }],
    ['state.filters.name', { state: { filters: {} } }],
    ['state.list.name', { state: { list: [] } }],
    ['$count($keys(state)) > 1', {}],
  ])('are valid if the state has an initial value: %s', async (source, more) => {
    expect(await diagnosticsOf(visibleBy(source, more))).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a set', press({ set: { 'state.row': 1 } })],
    ['a set inside it', press({ set: { 'state.row.id': 1 } })],
    ['a stored reply', press({ request: { get: '/a', into: 'state.row' } })],
    ['an upload', press({ upload: { post: '/a', into: 'state.row' } })],
    ['a step inside a step', press({ if: { $expr: 'can.read' }, then: [{ set: { 'state.row': 1 } }] })],
    ['a widget', { id: 'g', type: 'grid', props: { page: 'state.row.id' } }],
  ])('are valid if written by %s', async (_, writer) => {
    const reader = { id: 'a', type: 'label', visible: { $expr: 'state.row.id = 1' } };
    const errors = (await diagnosticsOf({ body: [reader, writer] })).filter((one) =>
      JSON.stringify(one).includes('error'),
    );
    expect(errors).toEqual([]);
  });

  it('are validated in addresses and needs too', async () => {
    const sources = { a: { get: '/a/{state.no}', needs: ['state.none'] } };
    expect(await diagnosticsOf({ sources })).toEqual([
      ['/sources/a/get', 'unknown-state', { path: 'state.no' }, 'error'],
      ['/sources/a/needs/0', 'unknown-state', { path: 'state.none' }, 'error'],
    ]);
  });
});

describe('names in expressions', () => {
  const state = { a: 'x', list: [] };
  it.each<[string, string, JsonObject]>([
    ['$foo(state.a)', 'unknown-function', { name: '$foo', position: 0, line: 1, column: 1 }],
    [
      'state.a &\n $upercase(state.a)',
      'unknown-function',
      { name: '$upercase', nearest: '$uppercase', position: 11, line: 2, column: 2 },
    ],
    ['$map(state.list, $upper)', 'unknown-variable', { name: '$upper', position: 17 }],
    ['($total := 1; $totl + state.a)', 'unknown-variable', { name: '$totl', nearest: '$total' }],
    ['state.a ~> $shout', 'unknown-variable', { name: '$shout' }],
    ['$eval(state.a)', 'expression-disabled', { position: 0 }],
  ])('are rejected if unknown: %s', async (source, code, values) => {
    expect(await diagnosticsOf(visibleBy(source, { state }))).toEqual([
      [at, code, expect.objectContaining(values), 'error'],
    ]);
  });

  it.each([
    '($f := function($x) { $x & "!" }; $f(state.a))',
    'state.list@$one.($one = 1)',
    'state.list#$place[$place > 1]',
    '$map(state.list, $uppercase)',
    '$reduce(state.list, function($l, $r) { $l + $r })',
    '$now() > state.a and $exists($$.state)',
  ])('are valid if defined by the library or the expression: %s', async (source) => {
    expect(await diagnosticsOf(visibleBy(source, { state }))).toEqual([]);
  });

  it.each([
    ["state.list['name'] = 'x'", 'name'],
    ["$count(state.list['name'].a)", 'name'],
    ['state.list["full name"]', 'full name'],
  ])('are no texts in brackets, which hold for every value: %s', async (source, text) => {
    expect(await diagnosticsOf(visibleBy(source, { state }))).toEqual([
      [at, 'expression-text-filter', expect.objectContaining({ text }), 'warning'],
    ]);
  });

  it.each([
    'state.__proto__.a',
    'state.a.constructor',
    'data.prototype',
    '$string(state.constructor.name)',
    'state."__proto__"',
    'state.list[0].`constructor`',
    '$lookup(state, "__proto__")',
  ])('never reach a prototype: %s', async (source) => {
    const key = /__proto__|constructor|prototype/.exec(source)![0];
    expect(await diagnosticsOf(visibleBy(source, { state }))).toEqual([
      [at, 'forbidden-key', expect.objectContaining({ key }), 'error'],
    ]);
  });

  it('never reach a prototype in addresses and needs', async () => {
    const sources = { a: { get: '/a/{state.constructor}', needs: ['params.__proto__'] } };
    expect(await diagnosticsOf({ sources })).toEqual([
      ['/sources/a/get', 'forbidden-key', { key: 'constructor' }, 'error'],
      ['/sources/a/needs/0', 'forbidden-key', { key: '__proto__' }, 'error'],
    ]);
  });
});

describe('expressions that always fail', () => {
  const state = { a: 'x', n: 1 };
  it.each<[string, string, number]>([
    ["$pad(state.a, 500000000) = 'a'", 'expression-output', 0],
    ['state.n >\n $length($pad(state.a, -5e8))', 'expression-output', 2],
    ['$sum([1..99999999]) + state.n', 'expression-output', 1],
    ['($f := function($n) { $f($n + 1) }; $f(state.n))', 'expression-endless', 1],
    ['($f := function($n) { $n > 1 ? $f($n) : 1 + $f(0) }; $f(state.n))', 'expression-endless', 1],
    ['$match(state.a, /(?=a)b/)', 'expression-regex', 1],
    ['$match(state.a, /(a)\\1/)', 'expression-regex', 1],
    ['$match(state.a, /a{2,1}/)', 'expression-regex', 1],
    // Constant expressions, which validation evaluates.
    ['($a := function() { $b() }; $b := function() { $a() }; $a()) = 1', 'expression-work', 1],
    ['"a" + 1', 'expression-number', 1],
    ['$toMillis("yesterday") > 1', 'expression-argument', 1],
  ])('are rejected with a position: %s', async (source, code, line) => {
    const found = await diagnosticsOf(visibleBy(source, { state }));
    expect(found).toEqual([[at, code, expect.objectContaining({ column: expect.any(Number) }), 'error']]);
    if (line > 0) expect(found[0]).toHaveProperty('2.line', line);
  });

  it.each([
    '($f := function($n) { $n > 0 ? $f($n - 1) : 0 }; $f(state.n))',
    '($f := function($n) { $n > 0 and $f($n - 1) }; $f(state.n))',
    '$pad(state.a, 20) & $match(state.a, /(a+)+$/)[0].match',
    '$sum([1..100]) = state.n',
  ])('do not include those that end: %s', async (source) => {
    expect(await diagnosticsOf(visibleBy(source, { state }))).toEqual([]);
  });
});

describe('handlers of unknown events', () => {
  it('are reported with the most similar event', async () => {
    const body = [{ id: 'a', type: 'button', on: { pres: [] } }];
    const values = { event: 'pres', type: 'button', nearest: 'press', known: 'press' };
    expect(await diagnosticsOf({ body })).toEqual([['/body/0/on/pres', 'unknown-event', values, 'error']]);
  });

  it('are reported for widgets without events', async () => {
    const body = [{ id: 'a', type: 'label', on: { press: [] } }];
    const values = { event: 'press', type: 'label' };
    expect(await diagnosticsOf({ body })).toEqual([['/body/0/on/press', 'no-events', values, 'error']]);
  });
});

it('validates an inline form document like a form', async () => {
  const document = {
    kind: 'form',
    formatVersion: 2,
    id: 'inside',
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '(a)\\1' } } },
    ui: { sections: [{ id: 's', fields: ['a'] }] },
    checks: [{ fails: { $expr: '$nobody(form.a)' }, message: 'm' }],
  };
  const diagnostics = await diagnosticsOf({ body: [{ id: 'f', type: 'form', props: { document } }] });
  expect(diagnostics).toEqual([
    ['/body/0/props/document/schema/properties/a/pattern', 'form-pattern', expect.anything(), 'error'],
    ['/body/0/props/document/checks/0/fails/$expr', 'unknown-function', expect.anything(), 'error'],
  ]);
});
