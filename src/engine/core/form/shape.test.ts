import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { SchemaReader } from './shape.ts';

describe('reading a schema for a value', () => {
  const read = (schema: JsonObject, value?: Json) => {
    const reader = new SchemaReader(schema);
    return { reader, schema: reader.read(reader.schema, value) };
  };

  it('evaluates conditions and dependencies with the data', () => {
    const schema: JsonObject = {
      properties: { kind: { enum: ['a', 'b'] } },
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      then: { properties: { onlyA: { type: 'string' } }, required: ['onlyA'] },
      else: { properties: { notA: { type: 'string' } } },
      dependencies: { kind: { properties: { more: { type: 'string' } } } },
    };
    const names = (value: Json) => Object.keys(read(schema, value).schema['properties'] as JsonObject).sort();
    expect(names({ kind: 'a' })).toEqual(['kind', 'more', 'onlyA']);
    expect(names({ kind: 'b' })).toEqual(['kind', 'more', 'notA']);
    expect(names({})).toEqual(['kind', 'notA']);
  });

  it('converts constant alternatives to one list of options without null', () => {
    const one = read({ oneOf: [{ const: 'a', title: 'Ativo' }, { const: 'i' }, { type: 'null' }] }).schema;
    expect(one).toMatchObject({ enum: ['a', 'i'], 'x-texts': ['Ativo', 'i'] });
    expect(read({ anyOf: [{ type: 'null' }, { type: 'string' }] }).schema).toEqual({
      type: ['string', 'null'],
    });
    expect(
      read({ anyOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: {}, b: {} } }).schema,
    ).toEqual({
      properties: { a: {}, b: {} },
    });
  });

  it('finds the alternative most similar to a value', () => {
    const { reader, schema } = read({
      oneOf: [
        { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'number' } }, required: ['n'] },
        { type: 'object', properties: { kind: { const: 'b' }, s: { type: 'string' } }, required: ['s'] },
      ],
    });
    const alternatives = reader.alternatives(schema)!;
    expect(alternatives.map(({ title }) => title)).toEqual(['a', 'b']);
    expect(reader.indexOfMatch(alternatives, { kind: 'b' })).toBe(1);
    expect(reader.seed(alternatives[1]!.schema)).toEqual({ kind: 'b' });
  });

  it('stops at circular references', () => {
    const loop: JsonObject = {
      definitions: {
        a: { allOf: [{ $ref: '#/definitions/b' }] },
        b: { allOf: [{ $ref: '#/definitions/a' }], type: 'object' },
      },
      properties: { x: { $ref: '#/definitions/a' } },
    };
    const reader = new SchemaReader(loop);
    expect(reader.read({ $ref: '#/definitions/a' }, {})['type']).toBe('object');
    expect(reader.seed({ $ref: '#/definitions/a' })).toEqual({});
  });
});

const readerOf = (items: Json) =>
  new SchemaReader({ type: 'object', properties: { list: { type: 'array', items } } });

describe('a value that may affect the schema of other values', () => {
  it('is one that a condition names, at any depth, or a value inside it', () => {
    const reader = readerOf({
      if: { not: { anyOf: [{ properties: { state: { const: 'x' } } }, { required: ['size'] }] } },
      then: { properties: { reason: { type: 'string' } } },
    });
    expect(reader.decides(['list', '3', 'state'])).toBe(true);
    expect(reader.decides(['list', '3', 'state', 'inner'])).toBe(true);
    expect(reader.decides(['list', '3', 'size'])).toBe(true);
    expect(reader.decides(['list', '3', 'reason'])).toBe(false);
  });

  it('is one that a dependency names', () => {
    const reader = readerOf({ dependencies: { card: ['address'] } });
    expect(reader.decides(['list', '0', 'card'])).toBe(true);
    expect(reader.decides(['list', '0', 'address'])).toBe(false);
    // Only its presence matters, not its content.
    expect(reader.decides(['list', '0', 'card', 'number'])).toBe(false);
  });

  it('is any value if a condition reads one without naming it', () => {
    expect(readerOf({ if: { minLength: 3 }, then: {} }).decides(['list', '0'])).toBe(true);
    expect(readerOf({ if: { $ref: '#/definitions/a' }, then: {} }).decides(['other'])).toBe(true);
  });

  it('does not exist without conditions and dependencies', () => {
    expect(readerOf({ oneOf: [{ type: 'string' }, { type: 'object' }] }).decides(['list', '0'])).toBe(false);
  });
});
