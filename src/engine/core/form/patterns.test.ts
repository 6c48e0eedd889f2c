import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compilePattern, loadPatternEngine, readPattern } from './patterns.ts';

beforeAll(loadPatternEngine);

/** The engine that matches a pattern, or the reason why none does. */
function engineOf(pattern: string): string {
  const plan = readPattern(pattern);
  if ('reason' in plan) return plan.reason;
  return plan.isNative ? 'RegExp' : 'RE2';
}

const semver =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$';

describe('a pattern', () => {
  it.each([
    '^\\d{5}-?\\d{3}$',
    '^[a-z]+$',
    '^[\\p{L} ]+$',
    '^(\\d{3}-)+$',
    '^(SP|RJ)$',
    '(a|b){2}',
    '^$',
    '',
    '^a?b?c?$',
  ])('%s is matched by RegExp in linear time', (pattern) => expect(engineOf(pattern)).toBe('RegExp'));

  it.each([
    '^[a-z0-9]+(-[a-z0-9]+)*$',
    semver,
    '^[^@]+@[^@]+\\.[a-z]{2,}$',
    'a+',
    '(a+)+',
    '(a|aa)+$',
    '(.*a){20}',
    '(a?){30}a{30}',
    'a*a*a*a*a*a*a*b',
    '^(a|b|c|d){9}$',
    '^(?!pattern$).*$',
    '^(?=[A-Z])(?!.*\\bnative\\b)\\w+$',
  ])('%s is matched by RE2', (pattern) => expect(engineOf(pattern)).toBe('RE2'));

  it.each([
    ['[', 'not a regular expression'],
    ['(?=a)b', 'a look-around'],
    ['^a(?!b)', 'a look-around'],
    ['^(?!a)b|c', 'a look-around'],
    ['(?<=a)b', 'a look-around'],
    ['(a)\\1', 'a back-reference'],
    ['(?<n>a)\\k<n>', 'a back-reference'],
    ['a{5000}', 'repeats more than 1000 times'],
    ['(a{100}){100}', 'repeats more than 1000 times'],
    [`(?:${'a|b'.repeat(20)}){900}`, 'more than 10000 states'],
    ['('.repeat(60) + ')'.repeat(60), 'more than 50 groups inside each other'],
    ['x'.repeat(1001), 'longer than 1000 characters'],
    ['\\p{Emoji}', 'a Unicode property that cannot be matched'],
    ['\\ud800', 'half of a surrogate pair'],
  ])('%s is rejected: %s', (pattern, reason) => expect(engineOf(pattern)).toBe(reason));
});

describe('matching', () => {
  it.each<[string, string[], string[]]>([
    ['^[a-z0-9]+(-[a-z0-9]+)*$', ['a', 'a-b-1'], ['', '-a', 'a-', 'a--b', 'A', 'a\n']],
    [semver, ['1.2.3', '1.0.0-alpha.1+b.7'], ['1.2', '01.2.3', '1.2.3-', 'v1.2.3']],
    ['(\\s)+x', [' x', '\u00a0x', '\u2028x', '\ufeffx', '\vx'], ['x', '\u200bx']],
    ['^(\\S+)+$', ['a', '\u200b'], ['a b', '\u00a0', '']],
    ['^[^\\s]+[\\S]+$', ['ab'], ['a\u3000']],
    ['^(.+)+$', ['a'], ['a\n', '\r', '\u2028']],
    ['^(\\w+)+$', ['a_1'], ['é', 'a-']],
    ['^([^]+)[^]+$', ['a\nb'], ['a']],
    ['(a+)+$', ['ba'], ['a\n']],
    ['^(\\d+)+$', ['12'], ['१']],
    ['^(\\p{L}+)+$', ['José', '日本'], ['a1']],
    ['^(\\p{Letter}|\\p{Script=Greek}|\\p{Lu})+$', ['αβ'], ['1']],
    ['^(\\u{1f600}|\\ud83d\\ude01|😂)+$', ['😀😁😂'], ['😃']],
    ['^([\\x41-\\u0043\\cJ\\-\\]^]+)+$', ['ABC\n-]^'], ['D']],
    ['^(a\\b.)+$', ['a-'], ['ab']],
    ['^(a{2,3}?){2}$', ['aaaa', 'aaaaaa'], ['aaa', 'aaaaaaa']],
    ['^(?!.*\\.\\.)[a-z.]+$', ['a.b'], ['a..b', '', 'A']],
    ['^(?=.*\\d)(?=.*[a-z]).{3,}$', ['a1x'], ['abc', 'a1']],
    ['^(?!a$|b$)\\w$', ['c'], ['a', 'b', 'cc']],
  ])('%s agrees with RegExp', (pattern, fitting, others) => {
    const matches = compilePattern(pattern);
    const native = new RegExp(pattern, 'u');
    expect(fitting.filter((text) => !matches(text))).toEqual([]);
    expect(others.filter((text) => matches(text))).toEqual([]);
    for (const text of [...fitting, ...others]) expect(native.test(text)).toBe(matches(text));
  });

  const literal = fc.constantFrom('a', 'b', '1', '-', ' ', '\\.', '\\n', '\\u00e9', 'é', '😀', '\\/');
  const characterClass = fc.constantFrom(
    '[ab]',
    '[^a]',
    '[a-c1]',
    '[\\s\\d]',
    '[^\\S1]',
    '[\\W]',
    '[-a]',
    '[\\b]',
    '.',
    '\\d',
    '\\D',
    '\\s',
    '\\S',
    '\\w',
    '\\W',
    '\\p{Lu}',
    '\\P{L}',
  );
  const { pattern } = fc.letrec<{ pattern: string; sequence: string; term: string; atom: string }>((tie) => ({
    atom: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      characterClass,
      fc.constantFrom('^', '$', '\\b', '\\B').map((assertion) => `(?:${assertion})`),
      tie('pattern').map((inner) => `(${inner})`),
    ),
    term: fc
      .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '{0,}', '+?'))
      .map((parts) => parts.join('')),
    sequence: fc.array(tie('term'), { maxLength: 4 }).map((terms) => terms.join('')),
    pattern: fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '$'),
      )
      .map(([start, branches, end]) => start + branches.join('|') + end),
  }));
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      'c',
      'A',
      '1',
      '-',
      ' ',
      '.',
      '/',
      '\n',
      '\r',
      '\u2028',
      '\u00a0',
      'é',
      '😀',
      '\b',
    ),
    // Short: RegExp takes exponential time for some of these patterns.
    maxLength: 8,
  });

  it('with either engine agrees with RegExp', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 3, maxLength: 6 }), (source, texts) => {
        // V8 also tries \B inside of a surrogate pair, which ECMA-262 does not.
        fc.pre(!source.includes('\\B') || !texts.join('').includes('😀'));
        seen.add(engineOf(source));
        const matches = compilePattern(source);
        const native = new RegExp(source, 'u');
        for (const one of texts) expect([source, one, matches(one)]).toEqual([source, one, native.test(one)]);
      }),
    );
    expect([...seen].sort()).toEqual(['RE2', 'RegExp']);
  });

  it('of a long text is fast for patterns that take RegExp exponential time', () => {
    const long = 'a'.repeat(50_000);
    expect(compilePattern('^(a+)+$')(`${long}!`)).toBe(false);
    expect(compilePattern('^(a|aa)+$')(`${long}!`)).toBe(false);
    expect(compilePattern('^[a-z0-9]+(-[a-z0-9]+)*$')(`${long}!`)).toBe(false);
  });
});
