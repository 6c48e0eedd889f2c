import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { createInterpreter } from './interpreter.ts';
import { sanitiseSchema } from './sanitise-schema.ts';

const word: JsonObject = { type: 'string' };

/** Whether the schema of property `a`, resolved by a reference, accepts only text. */
function acceptsOnlyText(schema: JsonObject): boolean {
  const { schema: clean, diagnostics } = sanitiseSchema(schema);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { matches } = createInterpreter(clean);
  return matches(clean, { a: 'x' }) && !matches(clean, { a: 1 });
}

describe('a reference within the document is resolved', () => {
  it.each<[string, JsonObject]>([
    ['by its pointer', { definitions: { w: word }, properties: { a: { $ref: '#/definitions/w' } } }],
    ['into $defs', { $defs: { w: word }, properties: { a: { $ref: '#/$defs/w' } } }],
    ['into a property', { properties: { b: word, a: { $ref: '#/properties/b' } } }],
    ['into a keyword that nobody knows', { common: { w: word }, properties: { a: { $ref: '#/common/w' } } }],
    [
      'with escaped and encoded names',
      { definitions: { 'a/b %<c>': word }, properties: { a: { $ref: '#/definitions/a~1b%20%25%3Cc%3E' } } },
    ],
    [
      'with names that are not encoded',
      { definitions: { '100% <T>': word }, properties: { a: { $ref: '#/definitions/100% <T>' } } },
    ],
    [
      'by the absolute $id of a definition',
      {
        definitions: { w: { $id: 'https://x.test/w.json', ...word } },
        properties: { a: { $ref: 'https://x.test/w.json' } },
      },
    ],
    [
      'by an $id relative to the document’s',
      {
        $id: 'https://x.test/schemas/main.json',
        definitions: { w: { $id: 'w.json', ...word } },
        properties: { a: { $ref: 'w.json' } },
      },
    ],
    [
      'by a name without any base',
      { definitions: { w: { $id: 'w.json', ...word } }, properties: { a: { $ref: 'w.json#' } } },
    ],
    [
      'by the $id of the document itself',
      {
        $id: 'https://x.test/main.json',
        definitions: { w: word },
        properties: { a: { $ref: 'main.json#/definitions/w' } },
      },
    ],
    [
      'relative to the $id of the schema around it',
      {
        definitions: {
          inner: {
            $id: 'https://x.test/in/',
            definitions: { w: word },
            properties: { a: { $ref: '#/definitions/w' } },
          },
          w: { type: 'number' },
        },
        allOf: [{ $ref: 'https://x.test/in/' }],
      },
    ],
    [
      'from the root where the schema around it has only a name',
      { definitions: { w: word }, properties: { a: { id: '/properties/a', $ref: '#/definitions/w' } } },
    ],
    ['by an anchor', { $defs: { w: { $anchor: 'word', ...word } }, properties: { a: { $ref: '#word' } } }],
    [
      'by an anchor of draft-07',
      { definitions: { w: { $id: '#word', ...word } }, properties: { a: { $ref: '#word' } } },
    ],
    [
      'by an id of draft-04',
      { definitions: { w: { id: '#word', ...word } }, properties: { a: { $ref: '#word' } } },
    ],
    [
      'by the anchor of another part',
      {
        $defs: { o: { $id: 'https://x.test/o', $defs: { w: { $anchor: 'word', ...word } } } },
        properties: { a: { $ref: 'https://x.test/o#word' } },
      },
    ],
    [
      'by a dynamic anchor',
      { $defs: { w: { $dynamicAnchor: 'word', ...word } }, properties: { a: { $dynamicRef: '#word' } } },
    ],
    [
      'through other references',
      {
        definitions: { v: { $ref: '#/definitions/w' }, w: word },
        properties: { a: { $ref: '#/definitions/v' } },
      },
    ],
    [
      'behind another draft’s tuple',
      {
        definitions: { t: { prefixItems: [word] } },
        properties: { a: { $ref: '#/definitions/t/prefixItems/0' } },
      },
    ],
  ])('%s', (_name, schema) => expect(acceptsOnlyText(schema)).toBe(true));

  it('to the document as a whole', () => {
    const { schema } = sanitiseSchema({
      $id: 'https://x.test/tree.json',
      properties: { name: word, next: { $ref: 'tree.json' }, other: { $recursiveRef: '#' } },
    });
    expect(schema).toEqual({ properties: { name: word, next: { $ref: '#' }, other: { $ref: '#' } } });
    const { validate } = createInterpreter(schema);
    expect(validate({ next: { other: { name: 1 } } })).toMatchObject([{ path: '/next/other/name' }]);
  });
});

it('keywords beside a reference apply too', () => {
  const schema = sanitiseSchema({
    definitions: { w: { type: 'object', properties: { a: word } } },
    properties: {
      plain: { $ref: '#/definitions/w', title: 'Texto', type: 'object' },
      more: { $ref: '#/definitions/w', properties: { b: word }, required: ['b'] },
    },
  }).schema;
  expect(schema['properties']).toEqual({
    plain: { $ref: '#/definitions/w', title: 'Texto' },
    more: { allOf: [{ $ref: '#/definitions/w' }], properties: { b: word }, required: ['b'] },
  });
});

it('an identifier inside data is ignored', () => {
  const data = { $id: 'https://x.test/w', ...word };
  for (const keyword of ['enum', 'const', 'default', 'examples']) {
    const schema = {
      definitions: { d: { [keyword]: keyword === 'const' || keyword === 'default' ? data : [data] } },
      properties: { a: { $ref: 'https://x.test/w' } },
    };
    expect(sanitiseSchema(schema).diagnostics.map(({ code }) => code)).toContain('form-ref-remote');
  }
});

it('the first of several schemas with one identifier keeps it, and so does the document', () => {
  const id = 'https://x.test/main';
  expect(
    acceptsOnlyText({
      $id: id,
      definitions: { w: word, evil: { $id: id, definitions: { w: { type: 'number' } } } },
      properties: { a: { $ref: `${id}#/definitions/w` } },
    }),
  ).toBe(true);
});

it('definitions have distinct names that are safe in a reference', () => {
  const { schema } = sanitiseSchema({
    definitions: { 'a b': word, 'a%b': { type: 'number' }, constructor: { type: 'null' } },
    properties: {
      a: { $ref: '#/definitions/a b' },
      b: { $ref: '#/definitions/a%25b' },
      c: { $ref: '#/definitions/constructor' },
    },
  } as unknown as JsonObject);
  expect(Object.keys(schema['definitions'] as JsonObject).sort()).toEqual(['a_b', 'a_b-2', 'constructor-2']);
});
