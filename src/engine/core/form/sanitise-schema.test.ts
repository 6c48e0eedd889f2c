import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { FormDocument } from '../generated/documents.ts';
import { compileForm } from './compile.ts';
import { sanitiseSchema } from './sanitise-schema.ts';
import { SchemaReader } from './shape.ts';

const formOf = (schema: JsonObject) =>
  compileForm({
    kind: 'form',
    formatVersion: 1,
    id: 'x',
    schema,
    ui: { sections: [{ id: 'all', fields: ['*'] }] },
  } as FormDocument);
const codes = (schema: JsonObject) =>
  sanitiseSchema(schema).diagnostics.map(({ pointer, code }) => `${pointer} ${code}`);
const deep = (levels: number): JsonObject =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };

describe('a schema that is not safe', () => {
  it.each<[string, JsonObject, string]>([
    [
      'a remote reference',
      { properties: { a: { $ref: 'https://x.test/s' }, b: {} } },
      '/properties/a/$ref form-ref-remote',
    ],
    [
      'a hostile pattern',
      { properties: { a: { pattern: '(a+)+$' }, b: {} } },
      '/properties/a/pattern form-pattern',
    ],
    ['a wrong type', { properties: { a: 3, b: {} } }, '/properties/a form-schema-shape'],
    ['fifty levels', { properties: { a: deep(50), b: {} } }, `${'/properties/a'.repeat(31)} form-too-deep`],
  ])('with %s keeps the rest', (_name, schema, diagnostic) => {
    expect(codes(schema)).toContain(diagnostic);
    expect(formOf(schema).fields.has('b')).toBe(true);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('never has a field called %s', (name) => {
    const schema = JSON.parse(
      `{"properties":{"${name}":{"type":"string"},"b":{"type":"string"}}}`,
    ) as JsonObject;
    expect([...formOf(schema).fields.keys()]).toEqual(['b']);
    expect(codes(schema)).toEqual([`/properties/${name} form-name`]);
  });

  it('has 2,000 fields and not one more', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2100 }, (_, at) => [`f${at}`, { type: 'string' }]),
    );
    expect(formOf({ properties }).fields.size).toBeGreaterThanOrEqual(2000);
    expect(codes({ properties })).toEqual(['/properties/f2000 form-too-many-fields']);
  });

  it('is a notice only, where nothing of it is here', () => {
    expect(formOf({ $ref: 'https://x.test/s' }).fields.size).toBe(0);
    expect(codes({ $ref: 'https://x.test/s' })).toEqual(['/$ref form-ref-remote']);
  });
});

it('other drafts are said in the words of draft-07', () => {
  const { schema, diagnostics } = sanitiseSchema({
    $id: 'https://x.test/a',
    properties: {
      a: { minimum: 3, exclusiveMinimum: true, required: true },
      b: { prefixItems: [{ type: 'string' }], items: false },
      enum: { enum: ['x'], markdownDescription: 'x' },
    },
    dependentRequired: { a: ['b'] },
  } as JsonObject);
  expect(diagnostics).toEqual([]);
  expect(schema).toEqual({
    properties: {
      a: { exclusiveMinimum: 3 },
      b: { items: [{ type: 'string' }], additionalItems: false },
      enum: { enum: ['x'] },
    },
    dependencies: { a: ['b'] },
  });
});

describe('reading a schema for a value', () => {
  const read = (schema: JsonObject, value?: Json) => {
    const reader = new SchemaReader(schema);
    return { reader, schema: reader.read(reader.schema, value) };
  };

  it('decides conditions and dependencies by the data', () => {
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

  it('makes one list of alternatives that are single values, and leaves null out of the choice', () => {
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

  it('chooses the alternative a value is most like', () => {
    const { reader, schema } = read({
      oneOf: [
        { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'number' } }, required: ['n'] },
        { type: 'object', properties: { kind: { const: 'b' }, s: { type: 'string' } }, required: ['s'] },
      ],
    });
    const alternatives = reader.alternatives(schema)!;
    expect(alternatives.map(({ title }) => title)).toEqual(['a', 'b']);
    expect(reader.chosen(alternatives, { kind: 'b' })).toBe(1);
    expect(reader.seed(alternatives[1]!.schema)).toEqual({ kind: 'b' });
  });

  it('ends where references go round', () => {
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
