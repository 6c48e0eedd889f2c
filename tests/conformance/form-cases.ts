import { object, type FormCase } from './form-case.ts';
import { referenceCases } from './form-reference-cases.ts';
import { ruleCases } from './form-rule-cases.ts';

/** Schemas, rules and checks like those of real screens, with valid and invalid data and the paths of the errors. */
export const cases: FormCase[] = [
  {
    name: 'required',
    schema: object(
      { name: { type: 'string' }, email: { type: 'string', format: 'email' } },
      { required: ['name', 'email'] },
    ),
    data: [
      { record: {}, errors: ['/name', '/email'] },
      { record: { name: '', email: 'a@b.co' }, errors: ['/name'], third: false },
      { record: { name: null, email: 'a@b.co' }, errors: ['/name'] },
      { record: { name: 'Ana', email: 'ana' }, errors: ['/email'] },
      { record: { name: 'Ana', email: 'ana@acme.com.br' }, errors: [] },
    ],
  },
  {
    name: 'types',
    schema: object({
      age: { type: 'integer' },
      weight: { type: 'number' },
      agreed: { type: 'boolean' },
      code: { type: ['string', 'null'] },
    }),
    data: [
      {
        record: { age: 1.5, weight: '80', agreed: 'Y', code: 3 },
        errors: ['/age', '/weight', '/agreed', '/code'],
      },
      { record: { age: 30, weight: 80.5, agreed: true, code: null }, errors: [] },
    ],
  },
  {
    name: 'pattern and length',
    schema: object({
      cep: { type: 'string', pattern: '^\\d{5}-?\\d{3}$' },
      name: { type: 'string', minLength: 2, maxLength: 5 },
    }),
    data: [
      { record: { cep: '1234', name: 'A' }, errors: ['/cep', '/name'] },
      { record: { cep: '12345-678', name: 'Joaquim' }, errors: ['/name'] },
      { record: { cep: '12345678', name: 'João' }, errors: [] },
      { record: { name: '😀😀😀😀😀' }, errors: [] },
    ],
  },
  {
    name: 'pattern with letters beyond ASCII',
    schema: object({ name: { type: 'string', pattern: '^[\\p{L}\\u00b4 ]+$' } }),
    data: [
      { record: { name: 'José D´Ávila' }, errors: [] },
      { record: { name: 'José 2' }, errors: ['/name'] },
    ],
  },
  {
    name: 'dates',
    schema: object({
      start: { type: 'string', format: 'date' },
      born: { type: 'string', format: 'birth-date' },
      at: { type: 'string', format: 'date-time' },
    }),
    data: [
      {
        record: { start: '2024-02-30', born: '1899-12-31', at: '2024-01-01' },
        errors: ['/start', '/born', '/at'],
      },
      {
        record: { start: '31/01/2024', born: '31/02/1980', at: 'amanhã' },
        errors: ['/start', '/born', '/at'],
      },
      { record: { start: '2024-02-29', born: '1980-02-29', at: '2024-01-01T10:00:00Z' }, errors: [] },
    ],
  },
  {
    name: 'cpf and login',
    schema: object({ cpf: { type: 'string', format: 'cpf' }, login: { type: 'string', format: 'login' } }),
    data: [
      { record: { cpf: '11111111111', login: 'josé' }, errors: ['/cpf', '/login'] },
      { record: { cpf: '52998224724', login: 'jose.silva' }, errors: ['/cpf'] },
      { record: { cpf: '529.982.247-25', login: 'jose' }, errors: [] },
    ],
  },
  {
    name: 'other formats',
    schema: object({
      site: { type: 'string', format: 'uri' },
      id: { type: 'string', format: 'uuid' },
      host: { type: 'string', format: 'hostname' },
      ip: { type: 'string', format: 'ipv4' },
    }),
    data: [
      {
        record: { site: 'acme', id: '12', host: '-a', ip: '1.2.3' },
        errors: ['/site', '/id', '/host', '/ip'],
      },
      {
        record: {
          site: 'https://acme.com',
          id: '123e4567-e89b-12d3-a456-426614174000',
          host: 'acme.com',
          ip: '10.0.0.1',
        },
        errors: [],
      },
    ],
  },
  {
    name: 'enum and const',
    schema: object({
      isUser: { enum: ['Y', 'N'] },
      kind: { const: 'person' },
      level: { enum: [1, 2, null] },
    }),
    data: [
      { record: { isUser: 'S', kind: 'company', level: 3 }, errors: ['/isUser', '/kind', '/level'] },
      { record: { isUser: 'Y', kind: 'person', level: 2 }, errors: [] },
    ],
  },
  {
    name: 'numbers',
    schema: object({
      min: { type: 'number', minimum: 1 },
      max: { type: 'number', exclusiveMaximum: 10 },
      step: { type: 'number', multipleOf: 0.5 },
    }),
    data: [
      { record: { min: 0, max: 10, step: 0.7 }, errors: ['/min', '/max', '/step'] },
      { record: { min: 1, max: 9.99, step: 1.5 }, errors: [] },
    ],
  },
  {
    name: 'nested object',
    schema: object({
      address: object(
        {
          street: { type: 'string' },
          number: { type: 'integer' },
          'zip/code': { type: 'string', minLength: 3 },
        },
        { required: ['street'] },
      ),
    }),
    data: [
      { record: { address: {} }, errors: ['/address/street'] },
      {
        record: { address: { street: 'Rua A', number: 'x', 'zip/code': '1' } },
        errors: ['/address/number', '/address/zip~1code'],
        third: false,
      },
      { record: { address: { street: 'Rua A', number: 1 } }, errors: [] },
    ],
  },
  {
    name: 'arrays',
    schema: object({
      phones: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        items: object({ number: { type: 'string', pattern: '^\\d{8,11}$' } }, { required: ['number'] }),
      },
    }),
    data: [
      { record: { phones: [] }, errors: ['/phones'] },
      { record: { phones: [{}, { number: '12' }] }, errors: ['/phones/0/number', '/phones/1/number'] },
      { record: { phones: [{ number: '11999990000' }, { number: '11999990000' }] }, errors: ['/phones'] },
      { record: { phones: [{ number: '11999990000' }] }, errors: [] },
    ],
  },
  {
    name: 'tuple and contains',
    schema: object({
      range: { type: 'array', items: [{ type: 'integer' }, { type: 'integer' }] },
      tags: { type: 'array', contains: { const: 'main' } },
    }),
    data: [
      { record: { range: [1, 'b'], tags: ['other'] }, errors: ['/range/1', '/tags'], third: false },
      { record: { range: [1, 2], tags: ['main', 'other'] }, errors: [] },
    ],
  },
  {
    name: '$ref and a tree',
    schema: {
      type: 'object',
      definitions: {
        node: object(
          {
            title: { type: 'string', minLength: 1 },
            children: { type: 'array', items: { $ref: '#/definitions/node' } },
          },
          { required: ['title'] },
        ),
      },
      properties: { tree: { $ref: '#/definitions/node' } },
    },
    data: [
      {
        record: { tree: { title: 'a', children: [{ title: 'b', children: [{}] }] } },
        errors: ['/tree/children/0/children/0/title'],
      },
      { record: { tree: { title: 'a', children: [] } }, errors: [] },
    ],
  },
  {
    name: 'property dependencies',
    schema: object(
      { card: { type: 'string' }, billing: { type: 'string' } },
      { dependencies: { card: ['billing'] } },
    ),
    data: [
      { record: { card: '1' }, errors: ['/billing'] },
      { record: { card: '1', billing: 'x' }, errors: [] },
      { record: { billing: 'x' }, errors: [] },
    ],
  },
  {
    name: 'schema dependencies',
    schema: object(
      { card: { type: 'string' }, billing: { type: 'string' } },
      { dependencies: { card: { required: ['billing'], properties: { billing: { minLength: 3 } } } } },
    ),
    data: [
      { record: { card: '1' }, errors: ['/billing'] },
      { record: { card: '1', billing: 'x' }, errors: ['/billing'] },
      { record: { card: '1', billing: 'xyz' }, errors: [] },
    ],
  },
  {
    name: 'if, then, else',
    schema: object(
      {
        kind: { enum: ['person', 'company'] },
        cpf: { type: 'string', format: 'cpf' },
        cnpj: { type: 'string' },
      },
      {
        if: { properties: { kind: { const: 'company' } }, required: ['kind'] },
        then: { required: ['cnpj'] },
        else: { required: ['cpf'] },
      },
    ),
    data: [
      { record: { kind: 'company' }, errors: ['/cnpj'] },
      { record: { kind: 'person' }, errors: ['/cpf'] },
      { record: { kind: 'company', cnpj: '1' }, errors: [] },
    ],
  },
  {
    name: 'oneOf and anyOf',
    schema: object({
      contact: {
        oneOf: [
          object({ email: { type: 'string' } }, { required: ['email'], additionalProperties: false }),
          object({ phone: { type: 'string' } }, { required: ['phone'], additionalProperties: false }),
        ],
      },
      either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      twice: { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
    }),
    data: [
      { record: { contact: { email: 'a' }, either: 'x', twice: 1 }, errors: [] },
      { record: { either: true }, errors: ['/either'] },
      { record: { contact: {} }, errors: ['/contact/email'], third: false },
      { record: { twice: 3 }, errors: ['/twice'], third: false },
    ],
  },
  {
    name: 'allOf, not, surplus properties',
    schema: object({
      code: { allOf: [{ type: 'string' }, { minLength: 2 }] },
      other: { not: { const: 'x' } },
      box: object({ a: { type: 'string' } }, { additionalProperties: false }),
    }),
    data: [
      { record: { code: 'a', other: 'x', box: { b: 1 } }, errors: ['/code', '/other', '/box/b'] },
      { record: { code: 'ab', other: 'y', box: { a: 'x' } }, errors: [] },
    ],
  },
  {
    name: 'names of properties, false schemas',
    schema: object({
      map: {
        type: 'object',
        propertyNames: { pattern: '^[a-z]+$' },
        additionalProperties: { type: 'integer' },
      },
      never: false,
    }),
    data: [
      { record: { map: { A1: 1 } }, errors: ['/map/A1'], third: false },
      { record: { map: { a: 'x' } }, errors: ['/map/a'] },
      { record: { never: 1 }, errors: ['/never'] },
      { record: { map: { a: 1 } }, errors: [] },
    ],
  },
  {
    name: 'patterns that take linear matching',
    schema: object({
      slug: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
      version: {
        type: 'string',
        pattern: '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-([0-9a-z-]+(?:\\.[0-9a-z-]+)*))?$',
      },
      word: { type: 'string', pattern: '^(\\S+\\s?)+$' },
      name: { type: 'string', pattern: '^(?!admin$)(?=.*[a-z])[\\w.]+$' },
    }),
    data: [
      {
        record: { slug: 'a--b', version: '1.02', word: 'a\u00a0\u00a0b', name: 'admin' },
        errors: ['/slug', '/version', '/word', '/name'],
      },
      { record: { slug: 'a-b', version: '1.2-rc.1', word: 'a\u00a0b', name: 'admins' }, errors: [] },
      { record: { slug: 'a\n', name: 'A' }, errors: ['/slug', '/name'] },
    ],
  },
  {
    name: 'several patterns of names',
    schema: object({
      map: {
        type: 'object',
        patternProperties: {
          '^a': { type: 'string' },
          '^b': { type: 'integer' },
          '^(c+)+$': { type: 'boolean' },
        },
        additionalProperties: false,
      },
    }),
    data: [
      { record: { map: { a: 1, b: 'x', cc: 'x', d: 1 } }, errors: ['/map/a', '/map/b', '/map/cc', '/map/d'] },
      { record: { map: { a: 'x', b: 1, ccc: true } }, errors: [] },
    ],
  },
  {
    name: 'parts of a unit',
    schema: object({
      price: { type: 'number', multipleOf: 0.01 },
      share: { type: 'number', multipleOf: 0.1 },
    }),
    data: [
      { record: { price: 19.99, share: 0.3 }, errors: [], third: false },
      { record: { price: 19.999, share: 0.35 }, errors: ['/price', '/share'] },
    ],
  },
  ...referenceCases,
  ...ruleCases,
];
