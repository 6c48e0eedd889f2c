import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { patternDiagnostic } from './patterns.ts';
import { checkSchemaSafety } from './schema-safety.ts';
import { checkFormSafety } from './compile.ts';

const codes = (schema: JsonObject) =>
  checkSchemaSafety(schema).map(({ pointer, code }) => `${pointer} ${code}`);
const property = (schema: unknown) => ({ type: 'object', properties: { a: schema } }) as JsonObject;

function nested(depth: number): JsonObject {
  return depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
}

describe('a schema', () => {
  it.each<[string, JsonObject, string]>([
    ['an id', { $id: 'x' }, '/$id form-keyword'],
    ['an asynchronous schema', { $async: true }, '/$async form-keyword'],
    ['an unknown keyword', property({ evil: 1 }), '/properties/a/evil form-keyword'],
    ['a remote reference', property({ $ref: 'https://x.test/s.json' }), '/properties/a/$ref form-ref-remote'],
    ['a reference to nothing', property({ $ref: '#/definitions/b' }), '/properties/a/$ref form-ref-unknown'],
    [
      'references in a circle',
      {
        definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
        properties: { a: { $ref: '#/definitions/a' } },
      },
      '/properties/a/$ref form-ref-unknown',
    ],
    ['a pattern that explodes', property({ pattern: '^(a+)+$' }), '/properties/a/pattern form-pattern'],
    [
      'a name that explodes',
      { patternProperties: { '(x*)*y': {} } },
      '/patternProperties/(x*)*y form-pattern',
    ],
    ['an unknown format', property({ format: 'colour' }), '/properties/a/format form-format'],
    [
      'a hostile name',
      JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonObject,
      '/properties/__proto__ form-name',
    ],
    ['a schema that is none', property(3), '/properties/a form-schema-shape'],
  ])('with %s is refused where it stands', (_name, schema, diagnostic) =>
    expect(codes(schema)).toContain(diagnostic),
  );

  it('has limits of depth, fields, branches and size', () => {
    expect(checkSchemaSafety(nested(30))).toEqual([]);
    expect(codes(nested(31))[0]).toMatch(/form-too-deep$/);
    const fields = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`f${at}`, {}]));
    expect(codes({ properties: fields })).toEqual(['/properties/f2000 form-too-many-fields']);
    expect(codes({ allOf: Array.from({ length: 101 }, () => ({})) })).toEqual([
      '/allOf form-too-many-branches',
    ]);
    const many = Array.from({ length: 99 }, () => ({ if: {}, dependencies: {}, anyOf: [{}] }));
    expect(codes({ allOf: many }).filter((code) => code.endsWith('form-too-many-branches'))).toHaveLength(1);
    expect(codes({ title: 'x'.repeat(600_000) })).toEqual([' form-too-large']);
  });

  it('may refer to itself', () => {
    expect(
      codes({
        definitions: { n: { properties: { next: { $ref: '#/definitions/n' } } } },
        properties: { a: { $ref: '#/definitions/n' } },
      }),
    ).toEqual([]);
  });
});

it.each([
  '^\\d{5}-?\\d{3}$',
  '^[a-z]+$',
  '^[\\p{L} ]+$',
  '^(\\d{3}-)+$',
  '^(SP|RJ)$',
  '(a|b){2}',
  '^[^@]+@[^@]+\\.[a-z]{2,}$',
])('the pattern %s is fine', (pattern) => expect(patternDiagnostic(pattern)).toBeNull());

it.each([
  '(a+)+',
  '(a*)*',
  '(a|aa)+$',
  '(.*a){20}',
  '(a?){30}a{30}',
  '(?=a)b',
  '(a)\\1',
  '[',
  'a{5000}',
  'a*a*a*a*a*a*a*b',
  'x'.repeat(501),
])('the pattern %s is refused', (pattern) => expect(patternDiagnostic(pattern)).not.toBeNull());

it('a document whose layout, rules or checks name what is not there is refused', () => {
  const diagnostics = checkFormSafety({
    kind: 'form',
    formatVersion: 1,
    id: 'x',
    schema: property({ type: 'string' }),
    ui: { sections: [{ id: 's', fields: ['a', 'b', 'a'] }] },
    rules: [{ when: { $expr: 'form.a' }, show: ['c'] }],
    checks: [{ use: 'constructor' }],
  });
  expect(diagnostics.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/ui/sections/0/fields/1 form-field-unknown',
    '/ui/sections/0/fields/2 form-field-twice',
    '/rules/0 form-field-unknown',
    '/checks/0/use form-check-unknown',
  ]);
});
