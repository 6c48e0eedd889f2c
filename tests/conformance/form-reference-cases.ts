import { object, type FormCase } from './form-case.ts';

/** Schemas with references, keywords as names, and other drafts. */
export const referenceCases: FormCase[] = [
  {
    name: 'references by identifiers and beside other keywords',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://acme.test/order.json',
      type: 'object',
      properties: {
        to: { $ref: 'address.json' },
        from: { $ref: '#place', required: ['country'] },
        next: { $ref: 'order.json' },
      },
      definitions: {
        address: object({ street: { type: 'string' } }, { $id: 'address.json', required: ['street'] }),
        place: object({ country: { type: 'string', minLength: 2 } }, { $id: '#place' }),
      },
    },
    data: [
      {
        record: { to: {}, from: {}, next: { to: { street: 1 } } },
        errors: ['/to/street', '/from/country', '/next/to/street'],
      },
      { record: { to: { street: 'a' }, from: { country: 'BR' }, next: {} }, errors: [] },
    ],
  },
  {
    name: 'properties named like keywords',
    schema: object({
      $schema: { type: 'string', minLength: 3 },
      $id: { type: 'integer' },
      $ref: object({ enum: { enum: ['x'] }, required: { type: 'boolean' } }),
    }),
    data: [
      {
        record: { $schema: 'x', $id: 'x', $ref: { enum: 'y', required: 1 } },
        errors: ['/$schema', '/$id', '/$ref/enum', '/$ref/required'],
      },
      { record: { $schema: 'xyz', $id: 1, $ref: { enum: 'x' } }, errors: [] },
    ],
  },
  {
    name: 'choices and searches behind references',
    schema: {
      type: 'object',
      properties: {
        twice: {
          oneOf: [
            { $ref: '#/definitions/small' },
            { $ref: '#/definitions/even' },
            { $ref: '#/definitions/text' },
          ],
        },
        some: { type: 'array', contains: { $ref: '#/definitions/text' } },
      },
      definitions: { small: { maximum: 9 }, even: { multipleOf: 2 }, text: { type: 'string' } },
    },
    data: [
      { record: { twice: 4, some: [1, 2] }, errors: ['/twice', '/some'], third: false },
      { record: { twice: 11, some: ['x', 2] }, errors: ['/twice'] },
      { record: { twice: 3, some: ['x'] }, errors: [] },
    ],
  },
  {
    name: 'other drafts',
    schema: object({
      age: { type: 'integer', minimum: 18, exclusiveMinimum: true },
      pair: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      card: object(
        { number: { type: 'string' }, code: { type: 'string' } },
        { dependentRequired: { number: ['code'] } },
      ),
    }),
    data: [
      {
        record: { age: 18, pair: [1, 'x'], card: { number: '1' } },
        errors: ['/age', '/pair/0', '/pair/1', '/card/code'],
        third: false,
      },
      { record: { age: 19, pair: ['x', 1], card: {} }, errors: [], third: false },
    ],
  },
  {
    name: 'a dependency whose alternatives are chosen by constants',
    schema: object(
      { pet: { enum: ['No', 'One', 'Many'] } },
      {
        dependencies: {
          pet: {
            oneOf: [
              { properties: { pet: { const: 'No' } } },
              { properties: { pet: { const: 'One' }, age: { type: 'number' } }, required: ['age'] },
              {
                properties: { pet: { enum: ['Many'] }, age: { type: 'number' }, rid: { type: 'boolean' } },
                required: ['rid'],
              },
            ],
          },
        },
      },
    ),
    data: [
      { record: {}, errors: [] },
      { record: { pet: 'No' }, errors: [] },
      { record: { pet: 'One' }, errors: ['/age'] },
      { record: { pet: 'One', age: 'x' }, errors: ['/age'] },
      { record: { pet: 'One', age: 5 }, errors: [] },
      { record: { pet: 'Many' }, errors: ['/rid'] },
      { record: { pet: 'Many', age: 'x', rid: true }, errors: ['/age'] },
      { record: { pet: 'Some' }, errors: ['/pet'] },
    ],
  },
  {
    name: 'alternatives in an object and in items, chosen by a property of their own, with a rest and behind references',
    schema: object(
      {
        owner: object(
          { kind: { type: 'string' } },
          {
            dependentSchemas: {
              kind: {
                oneOf: [
                  { properties: { kind: { const: 'cat' }, lives: { type: 'integer' } }, required: ['lives'] },
                  { properties: { kind: { not: { const: 'cat' } } } },
                ],
              },
            },
          },
        ),
        list: {
          type: 'array',
          items: object(
            { open: { type: 'boolean' } },
            { required: ['open'], oneOf: [{ $ref: '#/definitions/on' }, { $ref: '#/definitions/off' }] },
          ),
        },
      },
      {
        definitions: {
          on: { properties: { open: { const: true }, from: { type: 'string' } }, required: ['from'] },
          off: { properties: { open: { const: false }, why: { type: 'string' } }, required: ['why'] },
        },
      },
    ),
    data: [
      { record: { owner: { kind: 'cat' } }, errors: ['/owner/lives'] },
      { record: { owner: { kind: 'dog' } }, errors: [] },
      {
        record: { list: [{ open: true }, { open: false }, { open: true, from: 'x' }, {}] },
        errors: ['/list/0/from', '/list/1/why', '/list/3/open'],
      },
    ],
  },
];
