import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { Json } from '../../../contracts/json.ts';
import { formatJson } from './format.ts';
import { hasRepeatedKeys, parseJsonText, repeatedKeyDiagnostics, type JsonText } from './text.ts';

const text = `{
  "id": "a",
  "body": [
    { "id": "n", "props": { "a/b": "x\\ny\\u0041z" } }
  ]
}`;

/** Characters that JSON allows in some positions only. */
const intruders = [
  '',
  ',',
  '"',
  '}',
  ']',
  ':',
  ' ',
  '\u00a0',
  '\v',
  '\ufeff',
  '0',
  '-',
  '.',
  'e',
  'x',
  '\\',
  '//',
  '/**/',
  '\u0001',
];

const textAt = (pointer: string, at?: number): string => {
  const { start, end } = parseJsonText(text).span(pointer, at);
  return text.slice(start, end);
};

describe('parseJsonText', () => {
  it('should locate the value and the key at a pointer', () => {
    const read = parseJsonText(text);
    expect(textAt('/body/0/id')).toBe('"n"');
    expect(textAt('/body/0/props/a~1b')).toBe('"x\\ny\\u0041z"');
    expect(read.position(read.span('/body/0/id').start)).toEqual({ line: 4, column: 13 });
    expect(read.position(read.span('').start)).toEqual({ line: 1, column: 1 });
    const key = read.keySpan('/body');
    expect(text.slice(key.start, key.end)).toBe('"body"');
  });

  it('should locate the nearest ancestor of a pointer without a value', () => {
    expect(textAt('/body/0/visible/$expr')).toBe('{ "id": "n", "props": { "a/b": "x\\ny\\u0041z" } }');
    expect(textAt('/none')).toBe(text);
  });

  it('should count the characters of a value, not of its escape sequences', () => {
    expect(textAt('/body/0/props/a~1b', 2)).toBe('y\\u0041z');
    expect(textAt('/body/0/props/a~1b', 4)).toBe('z');
    // Behind the value's end: the closing quote.
    expect(textAt('/body/0/props/a~1b', 40)).toBe('"');
  });

  it('should locate the first syntax error and the values before it', () => {
    const broken = '{ "id": "a",\n  "b": }';
    const read = parseJsonText(broken);
    expect(read.value).toBeUndefined();
    expect(read.position(read.error!.start)).toEqual({ line: 2, column: 8 });
    expect(broken.slice(read.span('/id').start, read.span('/id').end)).toBe('"a"');
    expect(parseJsonText('').error).toEqual({ start: 0, end: 0 });
    expect(parseJsonText('[1,]').error?.start).toBe(3);
    expect(parseJsonText('tru').error?.start).toBe(0);
    expect(parseJsonText('[1] 2').error?.start).toBe(4);
  });

  it('should not overflow on deep texts or set prototypes', () => {
    expect(parseJsonText('['.repeat(100_000)).error).not.toBeNull();
    const value = parseJsonText('{"__proto__":{"polluted":1}}').value as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('should accept exactly the texts that JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(), fc.constantFrom(...intruders), (json, at, intruder) => {
        expect(JSON.stringify(parseJsonText(json).value)).toBe(JSON.stringify(JSON.parse(json)));
        const cut = at % json.length;
        const broken = json.slice(0, cut) + intruder + json.slice(cut + 1);
        let rejected = false;
        try {
          JSON.parse(broken);
        } catch {
          rejected = true;
        }
        const { value, error } = parseJsonText(broken);
        expect([error !== null, value === undefined]).toEqual([rejected, rejected]);
      }),
    );
  });

  it('should locate every value and key of a text', () => {
    const located = (read: JsonText, json: string, value: unknown, pointer: string): void => {
      const { start, end } = read.span(pointer);
      expect(JSON.stringify(JSON.parse(json.slice(start, end)))).toBe(JSON.stringify(value));
      if (typeof value !== 'object' || value === null) return;
      for (const [key, item] of Object.entries(value)) {
        const inner = `${pointer}/${escapeSegment(key)}`;
        const name = read.keySpan(inner);
        if (!Array.isArray(value)) expect(JSON.parse(json.slice(name.start, name.end))).toBe(key);
        located(read, json, item, inner);
      }
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat({ max: 4 }), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        located(parseJsonText(json), json, JSON.parse(json), '');
      }),
    );
  });

  it.each([
    ['{ "a": 1, // why\n "b": 2 }', '1:11'],
    ['/* why */ {}', '1:1'],
    ['{ "a": 1,\n}', '2:1'],
    ['[1,\n 2,]', '2:4'],
    ["{ 'a': 1 }", '1:3'],
    ['{ a: 1 }', '1:3'],
    ['{ "a" 1 }', '1:7'],
    ['{ "a": 01 }', '1:9'],
    ['[\u00a01]', '1:2'],
    ['\ufeff{}', '1:1'],
    ['{ "a": "b\n" }', '1:8'],
    ['[1e]', '1:2'],
    ['[tru]', '1:2'],
    ['{ "a": 1', '1:9'],
  ])('should reject %j at %s', (broken, expected) => {
    const { error, position } = parseJsonText(broken);
    const { line, column } = position(error!.start);
    expect(`${line}:${column}`).toBe(expected);
  });
});

describe('formatJson', () => {
  it('should keep the order of keys and put short lists and objects of scalars on one line', () => {
    expect(formatJson({ b: 1, a: [1, 2], c: { x: [{ y: 1 }], $expr: 'state.a' }, e: [], f: {} })).toBe(`{
  "b": 1,
  "a": [1, 2],
  "c": {
    "x": [
      { "y": 1 }
    ],
    "$expr": "state.a"
  },
  "e": [],
  "f": {}
}`);
  });

  it('should preserve the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(JSON.parse(formatJson(value as Json)))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('repeated keys', () => {
  it.each([
    ['{"a":1,"b":{"a":2}}', []],
    ['{"a":"x\\":1","b":[{"c":1},{"c":2}]}', []],
    ['{"a":1,"b":{"c":1,\n"\\u0063" : 2}}', ['/b/c 2 1']],
    ['{"__proto__":1,"__proto__":2}', ['/__proto__ 1 16']],
  ])('are detected and located: %s', (given, expected) => {
    expect(hasRepeatedKeys(given, JSON.parse(given))).toBe(expected.length > 0);
    const reported = repeatedKeyDiagnostics(parseJsonText(given)).map(
      ({ pointer, code, values }) =>
        code === 'duplicate-key' && `${pointer} ${values['line']} ${values['column']}`,
    );
    expect(reported).toEqual(expected);
  });
});
