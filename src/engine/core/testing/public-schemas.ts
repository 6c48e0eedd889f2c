import type { Json, JsonObject } from '../../../contracts/json.ts';

/** A schema written as public ones are, with features that a form's own schema would not need. */
export interface PublicSchema {
  name: string;
  schema: JsonObject;
  /** Labels of the fields that are visible while the record is empty. */
  labels: readonly string[];
  /** Keywords and formats that the warnings name. */
  named: readonly string[];
  /** Values for each record, with the paths of its errors. */
  records: readonly { record: JsonObject; errors: readonly string[] }[];
}

const text: JsonObject = { type: 'string' };
const addressed = (draft: string, rest: JsonObject): JsonObject => ({
  $schema: draft,
  $id: 'https://schemas.example/thing.json',
  ...rest,
});
const draft7 = 'http://json-schema.org/draft-07/schema#';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const properties = (named: Record<string, Json>, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: named,
  ...rest,
});

/** One schema per feature that public schemas have. */
export const publicSchemas: readonly PublicSchema[] = [
  {
    name: 'words for editors',
    schema: addressed(draft7, {
      $comment: 'Written for an editor.',
      ...properties({
        colour: {
          ...text,
          markdownDescription: 'The **colour**.',
          'x-intellij-html-description': '<b>colour</b>',
          defaultSnippets: [{ label: 'red', body: 'red' }],
          enumDescriptions: ['warm', 'cold'],
          enum: ['red', 'blue'],
        },
        note: { ...text, doNotSuggest: true, format: 'made-up', deprecated: 'Use colour.' },
      }),
      allowTrailingCommas: true,
    }),
    labels: ['colour', 'note'],
    named: [
      '$schema',
      '$id',
      '$comment',
      'markdownDescription',
      'x-intellij-html-description',
      'defaultSnippets',
      'enumDescriptions',
      'doNotSuggest',
      'deprecated',
      'allowTrailingCommas',
      'made-up',
    ],
    records: [
      { record: { colour: 'red', note: 'x' }, errors: [] },
      { record: { colour: 'green' }, errors: ['/colour'] },
    ],
  },
  {
    name: 'properties called as keywords are',
    schema: properties(
      {
        $schema: { ...text, minLength: 3 },
        $id: text,
        $ref: text,
        'x-note': text,
        type: { ...text, enum: ['a', 'b'] },
        items: text,
      },
      { additionalProperties: false },
    ),
    labels: ['$schema', '$id', '$ref', 'x-note', 'type', 'items'],
    named: [],
    records: [
      { record: { $schema: 'https://x.example', type: 'a', $ref: '#/nowhere' }, errors: [] },
      { record: { $schema: 'a', type: 'c' }, errors: ['/$schema', '/type'] },
    ],
  },
  {
    name: 'references by address, relative address and anchor',
    schema: addressed(draft2020, {
      ...properties({
        whole: { $ref: 'https://schemas.example/name.json' },
        relative: { $ref: 'name.json' },
        anchored: { $ref: '#short' },
        inside: { $ref: 'name.json#/$defs/digit' },
      }),
      $defs: {
        name: { $id: 'name.json', ...text, minLength: 2, $defs: { digit: { type: 'integer', maximum: 9 } } },
        code: { $anchor: 'short', ...text, maxLength: 3 },
      },
    }),
    labels: ['whole', 'relative', 'anchored', 'inside'],
    named: ['$schema', '$id'],
    records: [
      { record: { whole: 'ab', relative: 'ab', anchored: 'abc', inside: 9 }, errors: [] },
      {
        record: { whole: 'a', relative: 'a', anchored: 'abcd', inside: 10 },
        errors: ['/whole', '/relative', '/anchored', '/inside'],
      },
    ],
  },
  {
    name: 'draft-04 with a root that is a reference',
    schema: {
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'https://schemas.example/old.json#',
      $ref: '#/definitions/thing',
      definitions: {
        thing: properties({
          weight: { type: 'number', minimum: 0, exclusiveMinimum: true },
          self: { $ref: 'https://schemas.example/old.json#/definitions/short' },
        }),
        short: { ...text, maxLength: 2 },
      },
    },
    labels: ['weight', 'self'],
    named: ['$schema', 'id'],
    records: [
      { record: { weight: 0.5, self: 'ab' }, errors: [] },
      { record: { weight: 0, self: 'abc' }, errors: ['/weight', '/self'] },
    ],
  },
  {
    name: 'patterns with repetitions inside repetitions',
    schema: properties({
      slug: { ...text, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
      version: {
        ...text,
        pattern: '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:[0-9a-z-]+)(?:\\.[0-9a-z-]+)*))?$',
      },
      word: { ...text, pattern: '^(?!no$)[a-z]+$' },
      slow: { ...text, pattern: '^(a+)+$' },
    }),
    labels: ['slug', 'version', 'word', 'slow'],
    named: [],
    records: [
      { record: { slug: 'one-two', version: '1.20-rc.1', word: 'nor', slow: 'aaa' }, errors: [] },
      {
        record: { slug: 'one--two', version: '01.2', word: 'no', slow: `${'a'.repeat(5000)}b` },
        errors: ['/slug', '/version', '/word', '/slow'],
      },
    ],
  },
  {
    name: 'keywords of 2020-12',
    schema: {
      $schema: draft2020,
      ...properties({
        pair: { type: 'array', prefixItems: [text, { type: 'integer' }], items: false },
        mode: text,
        reason: text,
      }),
      dependentRequired: { mode: ['reason'] },
      unevaluatedProperties: false,
    },
    labels: ['pair', 'mode', 'reason'],
    named: ['$schema', 'unevaluatedProperties'],
    records: [
      { record: { pair: ['a', 1], mode: 'x', reason: 'y' }, errors: [] },
      { record: { pair: ['a', 'b'], mode: 'x' }, errors: ['/pair/1', '/reason'] },
    ],
  },
  {
    name: 'a schema that leads back to itself below a property',
    schema: properties(
      { name: text, children: { type: 'array', items: { $ref: '#' } } },
      { required: ['name'], $recursiveAnchor: true },
    ),
    labels: ['name', 'children'],
    named: [],
    records: [
      { record: { name: 'a', children: [{ name: 'b', children: [] }] }, errors: [] },
      { record: { name: 'a', children: [{ children: [] }] }, errors: ['/children/0/name'] },
    ],
  },
  {
    name: 'a root with names that the person gives',
    schema: {
      $ref: '#/definitions/services',
      definitions: {
        services: properties(
          { version: text },
          {
            additionalProperties: { $ref: '#/definitions/service' },
            patternProperties: { '^x-': text },
            propertyNames: { maxLength: 8 },
            required: ['main'],
          },
        ),
        service: properties({ image: text, ports: { type: 'array', items: { type: 'integer' } } }),
      },
    },
    labels: ['version', ''],
    named: [],
    records: [
      { record: { id: 7, version: '3', main: { image: 'a' }, 'x-note': 'b' }, errors: [] },
      {
        record: { version: '3', web: { image: 1, ports: [80, 'b'] }, 'x-note': 1, 'far-too-long': {} },
        errors: ['/main', '/far-too-long', '/web/image', '/web/ports/1', '/x-note'],
      },
    ],
  },
];
