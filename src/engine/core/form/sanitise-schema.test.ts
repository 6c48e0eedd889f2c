import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { FormDocument } from '../generated/documents.ts';
import { checkFormSafety, compileForm } from './compile.ts';
import { formLimits, sanitiseSchema, unsupportedKey } from './sanitise-schema.ts';

const documentOf = (schema: JsonObject) =>
  ({
    kind: 'form',
    formatVersion: 2,
    id: 'x',
    schema,
    ui: { sections: [{ id: 'all', fields: ['*'] }] },
  }) as FormDocument;
const fieldsOf = (schema: JsonObject) => [...compileForm(documentOf(schema)).fields.keys()];
const found = (schema: JsonObject) =>
  sanitiseSchema(schema).diagnostics.map(({ pointer, code, severity }) => `${pointer} ${code} ${severity}`);
const clean = (schema: JsonObject) => sanitiseSchema(schema).schema;
const property = (schema: unknown) => ({ properties: { a: schema, b: {} } }) as JsonObject;
const nested = (depth: number): JsonObject =>
  depth === 0 ? { type: 'string' } : { properties: { a: nested(depth - 1) } };
const list = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, at) => make(at));
const named = (length: number, part: Json = {}) => Object.fromEntries(list(length, (at) => [`f${at}`, part]));

describe('an unsafe subschema', () => {
  it.each<[string, JsonObject, string]>([
    ['an asynchronous schema', property({ $async: true }), '/properties/a/$async form-keyword error'],
    [
      'a remote reference',
      property({ $ref: 'https://x.test/s.json' }),
      '/properties/a/$ref form-ref-remote error',
    ],
    [
      'a reference to another file',
      property({ $ref: 's.json#/a' }),
      '/properties/a/$ref form-ref-remote error',
    ],
    [
      'a reference to nothing',
      property({ $ref: '#/definitions/b' }),
      '/properties/a/$ref form-ref-unknown error',
    ],
    ['a reference to no schema', property({ $ref: '#/title' }), '/properties/a/$ref form-ref-unknown error'],
    ['an unknown anchor', property({ $ref: '#there' }), '/properties/a/$ref form-ref-unknown error'],
    [
      'references in a circle',
      {
        definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
        ...property({ $ref: '#/definitions/a' }),
      },
      '/definitions/b/$ref form-ref-circular error',
    ],
    [
      'a circle through conditions and alternatives',
      {
        definitions: { a: { if: { anyOf: [{ not: { $ref: '#/definitions/a' } }] } } },
        ...property({ $ref: '#/definitions/a' }),
      },
      '/definitions/a/if/anyOf/0/not/$ref form-ref-circular error',
    ],
    [
      'a pattern that no engine takes',
      property({ pattern: '(a)\\1' }),
      '/properties/a/pattern form-pattern error',
    ],
    [
      'such a name',
      { patternProperties: { 'x(?=y)': {} }, ...property({}) },
      '/patternProperties/x(?=y) form-pattern error',
    ],
    ['a schema that is none', property(3), '/properties/a form-schema-shape error'],
    [
      'a keyword with a wrong value',
      property({ minLength: '3' }),
      '/properties/a/minLength form-keyword-value error',
    ],
    ['an unknown type', property({ type: 'text' }), '/properties/a/type form-keyword-value error'],
    ['no options', property({ enum: [] }), '/properties/a/enum form-keyword-value error'],
    [
      'too many options',
      property({ enum: list(5001, (at) => at) }),
      '/properties/a/enum form-too-many-options error',
    ],
    [
      'too many alternatives',
      property({ oneOf: list(201, () => ({})) }),
      '/properties/a/oneOf form-too-many-branches error',
    ],
    ['fifty levels', property(nested(50)), `${'/properties/a'.repeat(31)} form-too-deep error`],
  ])('(%s) is reported at its pointer, and the rest of the form works', (_name, schema, diagnostic) => {
    expect(found(schema)).toContain(diagnostic);
    expect(fieldsOf(schema)).toContain('b');
    expect(checkFormSafety(documentOf(schema)).some(({ severity }) => severity === 'error')).toBe(true);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('(a property called %s) is left out', (name) => {
    const schema = JSON.parse(
      `{"properties":{"${name}":{"type":"string"},"b":{"type":"string"}}}`,
    ) as JsonObject;
    expect(fieldsOf(schema)).toEqual(['b']);
    expect(found(schema)).toEqual([`/properties/${name} form-name error`]);
  });

  it('is marked as unsupported and keeps its title', () => {
    const schema = property({ title: 'Lugar', $ref: 'https://x.test/s' });
    expect(clean(schema)['properties']).toMatchObject({
      a: { title: 'Lugar', [unsupportedKey]: { pointer: '/properties/a/$ref', code: 'form-ref-remote' } },
    });
    expect(compileForm(documentOf(schema)).unsupported).toHaveLength(1);
  });

  it('removes the enclosing negation, `oneOf` or condition, whose meaning would change', () => {
    const bad: Json = { pattern: '(a)\\1' };
    expect(clean({ not: bad, if: bad, then: { required: ['a'] } })).toEqual({ then: { required: ['a'] } });
    expect(clean({ oneOf: [{ type: 'string' }, { $ref: 'https://x.test' }] })).toMatchObject({
      anyOf: [{ type: 'string' }, {}],
    });
  });
});

describe('limits', () => {
  it('of fields keep the allowed number', () => {
    const schema = { properties: named(formLimits.fields + 50) };
    expect(fieldsOf(schema)).toHaveLength(formLimits.fields);
    expect(found(schema)).toEqual(['/properties/f5000 form-too-many-fields error']);
  });

  it('of branches and size are reported', () => {
    const branches = list(190, () => ({
      if: {},
      dependencies: {},
      anyOf: [{}],
      oneOf: [{}],
      allOf: [{}],
      not: {},
    }));
    expect(found({ anyOf: branches }).filter((one) => one.includes('form-too-many-branches'))).toEqual([]);
    const many = { anyOf: [{ anyOf: branches }, { anyOf: branches }] };
    expect(found(many).filter((one) => one.includes('form-too-many-branches'))).toHaveLength(1);
    expect(found({ title: 'x'.repeat(formLimits.size) })).toEqual([' form-too-large error']);
    expect(found(nested(formLimits.depth))).toEqual([]);
  });

  it('of schemas per value cut references that multiply', () => {
    const definitions = Object.fromEntries(
      list(25, (at) => [`d${at}`, { allOf: list(2, () => ({ $ref: `#/definitions/d${at + 1}` })) }]),
    );
    const schema = { definitions: { ...definitions, d25: {} }, ...property({ $ref: '#/definitions/d0' }) };
    expect(found(schema)).toContain('/definitions/d12/allOf/1/$ref form-too-many-branches error');
    const { interpreter } = compileForm(documentOf(schema));
    expect(interpreter().validate({ a: 1 })).toEqual([]);
  });
});

describe('harmless keywords', () => {
  it('are reported once each as a warning and do not change the document', () => {
    const schema: JsonObject = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://x.test/a.json',
      $comment: 'x',
      'x-order': 1,
      properties: {
        a: { markdownDescription: '*a*', type: 'string' },
        b: { markdownDescription: '*b*', 'x-order': 2, format: 'int32' },
        c: { format: 'int32', defaultSnippets: [{ body: { $ref: 'nowhere' } }], required: true },
      },
    };
    const written = structuredClone(schema);
    expect(found(schema)).toEqual([
      '/$schema form-keyword-ignored warning',
      '/$id form-keyword-ignored warning',
      '/$comment form-keyword-ignored warning',
      '/x-order form-keyword-ignored warning',
      '/properties/a/markdownDescription form-keyword-ignored warning',
      '/properties/b/format form-format warning',
      '/properties/c/defaultSnippets form-keyword-ignored warning',
      '/properties/c/required form-keyword-ignored warning',
    ]);
    expect(clean(schema)).toEqual({ properties: { a: { type: 'string' }, b: {}, c: {} } });
    expect(schema).toEqual(written);
    expect(checkFormSafety(documentOf(schema)).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(compileForm(documentOf(schema)).unsupported).toEqual([]);
  });

  it('that other validators check are reported as unchecked', () => {
    expect(found({ unevaluatedProperties: false, allOf: [{}] })).toEqual([
      '/unevaluatedProperties form-keyword-unchecked warning',
    ]);
    expect(found({ minContains: 2, contains: {} })).toEqual(['/minContains form-keyword-unchecked warning']);
  });

  it.each(['$schema', '$ref', '$id', '$async', 'enum', 'default', 'x-unsupported', 'properties'])(
    'are names like any other in properties: %s',
    (name) => {
      const properties: JsonObject = { [name]: { type: 'string', minLength: 2 }, a: { enum: ['x'] } };
      const schema: JsonObject = { properties };
      expect(clean(schema)).toEqual(schema);
      expect(found(schema)).toEqual([]);
      const form = compileForm(documentOf(schema));
      expect([...form.fields.keys()]).toEqual([name, 'a']);
      expect(form.interpreter().validate({ [name]: 'x' })).toMatchObject([
        { keyword: 'minLength', path: `/${name}` },
      ]);
      expect(form.interpreter().validateProperty(name, 'xy')).toEqual([]);
    },
  );

  it('cannot mark a subschema as unsupported', () => {
    expect(clean(property({ [unsupportedKey]: { pointer: 'x', code: 'y', values: {} } }))).toEqual(
      property({}),
    );
  });
});

describe('other drafts', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'exclusive flags',
      { minimum: 3, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { exclusiveMinimum: 3, maximum: 5 },
    ],
    [
      'tuples of 2020-12',
      { prefixItems: [{ type: 'string' }], items: false },
      { items: [{ type: 'string' }], additionalItems: false },
    ],
    [
      'tuples before',
      { items: [{}], additionalItems: { type: 'null' } },
      { items: [{}], additionalItems: { type: 'null' } },
    ],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, { dependencies: { a: ['b'] } }],
    [
      'both kinds of dependencies',
      { dependentRequired: { a: ['b'] }, dependentSchemas: { a: { minProperties: 2 } } },
      { dependencies: { a: { allOf: [{ required: ['b'] }, { minProperties: 2 }] } } },
    ],
    [
      'unevaluatedProperties alone',
      { properties: { a: {} }, unevaluatedProperties: false },
      { properties: { a: {} }, additionalProperties: false },
    ],
    ['any type', { type: 'any' }, {}],
    ['options listed twice', { enum: ['a', { b: 1 }, 'a', { b: 1 }] }, { enum: ['a', { b: 1 }] }],
    ['names required twice', { required: ['a', 'a'] }, { required: ['a'] }],
    ['dependencies listed twice', { dependencies: { a: ['b', 'b'] } }, { dependencies: { a: ['b'] } }],
  ])('are read as draft-07: %s', (_name, schema, expected) => expect(clean(schema)).toEqual(expected));
});

it('Ajv compiles every sanitised schema', () => {
  const keywords =
    '$id $ref $schema $async $anchor type enum const format pattern required properties patternProperties ' +
    'additionalProperties propertyNames dependencies items prefixItems additionalItems contains allOf anyOf oneOf ' +
    'not if then else minLength maximum exclusiveMinimum multipleOf uniqueItems title description default examples ' +
    'readOnly definitions $defs unevaluatedProperties nullable discriminator $data $dynamicRef $recursiveRef ' +
    '$vocabulary x-unsupported __proto__ constructor a';
  const keyword = fc.constantFrom('', ...keywords.split(' '));
  const { schema } = fc.letrec<{ value: Json; schema: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>(
        null,
        true,
        false,
        0,
        -1,
        2,
        1.5,
        '',
        'a',
        'string',
        'object',
        'array',
        'email',
        '^a+$',
        '(a+)+',
        '(',
      ),
      fc.constantFrom<Json>(
        '#',
        '#/definitions/a',
        '#/properties/a',
        '#a',
        'a',
        'https://x.test/a',
        '#/%',
        '2);process.exit(1)//',
      ),
      fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Json>,
      tie('schema'),
    ),
    schema: fc.dictionary(keyword, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  }));
  const data = new Set(['default', 'const', 'enum', 'examples']);
  fc.assert(
    fc.property(schema, fc.jsonValue(), (written, value) => {
      const { schema: left } = sanitiseSchema(written);
      const withoutData = JSON.stringify(left, (key, part: unknown) => (data.has(key) ? null : part));
      expect(withoutData).not.toMatch(/"\$(id|anchor|schema)":"/);
      const validate = new Ajv({ strict: false, logger: false }).compile(left);
      expect(typeof validate(value)).toBe('boolean');
      compileForm(documentOf(written));
    }),
  );
});
