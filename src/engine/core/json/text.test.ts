import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contracts/json.ts';
import { formatJson } from './format.ts';
import { hasRepeatedKeys, parseJsonText, repeatedKeyDiagnostics } from './text.ts';

const text = `{
  "id": "a",
  "body": [
    { "id": "n", "props": { "a/b": "x\\ny\\u0041z" } }
  ]
}`;

const shown = (pointer: string, at?: number): string => {
  const { start, end } = parseJsonText(text).span(pointer, at);
  return text.slice(start, end);
};

describe('parseJsonText', () => {
  it('should say where a pointer stands', () => {
    const read = parseJsonText(text);
    expect(shown('/body/0/id')).toBe('"n"');
    expect(shown('/body/0/props/a~1b')).toBe('"x\\ny\\u0041z"');
    expect(read.position(read.span('/body/0/id').start)).toEqual({ line: 4, column: 13 });
    expect(read.position(read.span('').start)).toEqual({ line: 1, column: 1 });
    const key = read.keySpan('/body');
    expect(text.slice(key.start, key.end)).toBe('"body"');
  });

  it('should point at what surrounds a place that is not there', () => {
    expect(shown('/body/0/visible/$expr')).toBe('{ "id": "n", "props": { "a/b": "x\\ny\\u0041z" } }');
    expect(shown('/none')).toBe(text);
  });

  it('should count the characters of a value, not of its escapes', () => {
    expect(shown('/body/0/props/a~1b', 2)).toBe('y\\u0041z');
    expect(shown('/body/0/props/a~1b', 4)).toBe('z');
    // Past its end: still inside the string.
    expect(shown('/body/0/props/a~1b', 40)).toBe('"');
  });

  it('should say where a text stops being JSON, and keep what stands before', () => {
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

  it('should not fall for depth or prototypes', () => {
    expect(parseJsonText('['.repeat(100_000)).error).not.toBeNull();
    const value = parseJsonText('{"__proto__":{"polluted":1}}').value as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('should read what JSON.parse reads and refuse what it refuses', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (json, cut) => {
        expect(JSON.stringify(parseJsonText(json).value)).toBe(JSON.stringify(JSON.parse(json)));
        const broken = json.slice(0, cut % json.length) + json.slice((cut % json.length) + 1);
        let refused = false;
        try {
          JSON.parse(broken);
        } catch {
          refused = true;
        }
        expect(parseJsonText(broken).error !== null).toBe(refused);
      }),
    );
  });
});

describe('formatJson', () => {
  it('should keep the order of keys and put what is plain and short on one line', () => {
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

  it('should lose nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(JSON.parse(formatJson(value as Json)))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('keys that stand twice', () => {
  it.each([
    ['{"a":1,"b":{"a":2}}', []],
    ['{"a":"x\\":1","b":[{"c":1},{"c":2}]}', []],
    ['{"a":1,"b":{"c":1,\n"\\u0063" : 2}}', ['/b/c 2 1']],
    ['{"__proto__":1,"__proto__":2}', ['/__proto__ 1 16']],
  ])('are counted and told: %s', (given, expected) => {
    expect(hasRepeatedKeys(given, JSON.parse(given))).toBe(expected.length > 0);
    const told = repeatedKeyDiagnostics(parseJsonText(given)).map(
      ({ pointer, code, values }) =>
        code === 'duplicate-key' && `${pointer} ${values['line']} ${values['column']}`,
    );
    expect(told).toEqual(expected);
  });
});
