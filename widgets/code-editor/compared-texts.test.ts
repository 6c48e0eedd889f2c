import { describe, expect, it } from 'vitest';
import { comparedTexts, isSameJson } from './compared-texts.ts';

const node = (more: object) => ({ body: [{ id: 'a', type: 'text', ...more }] });

describe('comparedTexts', () => {
  it('should format both sides alike, whether they are JSON or typed text', () => {
    const typed = '{"body":[{"id":"a",\n\n"type":"text"}]}';
    const { original, text, invalid } = comparedTexts(node({}), typed, true);
    expect(text).toBe(original);
    expect(invalid).toBe(false);
  });

  it('should leave out a version that only the stored side names', () => {
    const { original, text } = comparedTexts(node({ typeVersion: 2 }), node({}), true);
    expect(text).toBe(original);
    expect(original).not.toContain('typeVersion');
  });

  it('should show a version that a person changed', () => {
    const { original, text } = comparedTexts(node({ typeVersion: 2 }), node({ typeVersion: 1 }), true);
    expect(original).toContain('"typeVersion": 2');
    expect(text).toContain('"typeVersion": 1');
  });

  it('should show a text that is no JSON as it was typed', () => {
    expect(comparedTexts(node({}), '{ "body": [', true)).toMatchObject({
      text: '{ "body": [',
      invalid: true,
    });
    // Of a draft that the server stored, without the versions that it added.
    const stored = '{\n  "id": "a",\n  "type": text,\n  "typeVersion": 2\n}';
    expect(comparedTexts(node({}), stored, true).text).toBe('{\n  "id": "a",\n  "type": text\n}');
    expect(comparedTexts(node({ typeVersion: 1 }), stored, true).text).toBe(stored);
    expect(comparedTexts('a', 'b', false)).toEqual({ original: 'a', text: 'b', invalid: false });
    expect(comparedTexts('', node({}), true)).toMatchObject({ original: '', invalid: false });
  });
});

describe('isSameJson', () => {
  it('should compare JSON by value, and anything else as text', () => {
    expect(isSameJson('{"a":[1,2]}', '{ "a": [\n1, 2] }')).toBe(true);
    expect(isSameJson('{"a":1}', '{"a":2}')).toBe(false);
    expect(isSameJson('null', '{')).toBe(false);
    expect(isSameJson('{', '{')).toBe(true);
  });

  it('should ignore the versions that the server added', () => {
    expect(isSameJson('{"id":"a","typeVersion":2}', '{"id":"a"}')).toBe(true);
  });

  it('should not overflow on a text of brackets alone', () => {
    const deep = (space: string) => '['.repeat(100_000) + space + ']'.repeat(100_000);
    expect(isSameJson(deep(''), deep(' '))).toBe(false);
  });
});
