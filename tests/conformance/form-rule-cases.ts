import { object, type FormCase } from './form-case.ts';

/** Rules and checks. */
export const ruleCases: FormCase[] = [
  {
    name: 'hidden required field',
    schema: object(
      { isUser: { enum: ['Y', 'N'] }, login: { type: 'string', minLength: 3 } },
      { required: ['isUser', 'login'] },
    ),
    rules: [{ when: { $expr: "form.isUser = 'Y'" }, show: ['login'] }],
    data: [
      { record: { isUser: 'N' }, errors: [] },
      { record: { isUser: 'N', login: 'a' }, errors: [] },
      { record: { isUser: 'Y' }, errors: ['/login'] },
      { record: { isUser: 'Y', login: 'a' }, errors: ['/login'] },
      { record: {}, errors: ['/isUser'] },
    ],
  },
  {
    name: 'a hidden field hides fields that depend on it',
    schema: object({ a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } }),
    rules: [
      { when: { $expr: "form.a = 'yes'" }, show: ['b'] },
      { when: { $expr: "form.b = 'yes'" }, show: ['c'], require: ['c'] },
    ],
    data: [
      { record: { a: 'no', b: 'yes' }, errors: [] },
      { record: { a: 'yes', b: 'yes' }, errors: ['/c'] },
    ],
  },
  {
    name: 'rules that require and narrow, one of them in JSONata',
    schema: object({
      uf: { enum: ['SP', 'RJ'] },
      city: { enum: ['São Paulo', 'Santos', 'Niterói'] },
      why: { type: 'string' },
    }),
    rules: [
      { when: { $expr: "form.uf = 'SP'" }, require: ['city'], options: { city: ['São Paulo', 'Santos'] } },
      { when: { $expr: '$length(form.city) > 6' }, require: ['why'] },
    ],
    data: [
      { record: { uf: 'SP' }, errors: ['/city'] },
      { record: { uf: 'SP', city: 'Niterói' }, errors: ['/city', '/why'] },
      { record: { uf: 'SP', city: 'Santos' }, errors: [] },
      { record: { uf: 'SP', city: 'São Paulo', why: 'porque sim' }, errors: [] },
    ],
  },
  {
    name: 'rules that narrow the items of a list',
    schema: object({
      kind: { enum: ['fruit', 'veg'] },
      prods: { type: 'array', items: { enum: ['apple', 'pear', 'carrot'] } },
    }),
    rules: [
      { when: { $expr: "form.kind = 'fruit'" }, options: { prods: ['apple', 'pear'] } },
      { when: { $expr: "form.kind = 'veg'" }, options: { prods: ['carrot'] } },
    ],
    data: [
      { record: { kind: 'fruit', prods: ['apple', 'pear'] }, errors: [] },
      { record: { kind: 'fruit', prods: [] }, errors: [] },
      { record: { kind: 'veg', prods: ['apple', 'carrot'] }, errors: ['/prods/0'] },
      { record: { prods: ['apple', 'carrot'] }, errors: [] },
    ],
  },
  {
    name: 'ordered checks, the first that fails is reported',
    schema: object({
      name: { type: 'string' },
      start: { type: 'string', format: 'date' },
      end: { type: 'string', format: 'date' },
    }),
    checks: [
      { fails: { $expr: '$not($exists(form.name))' }, message: '$x.name', field: 'name' },
      { fails: { $expr: '$not($exists(form.start))' }, message: '$x.start', field: 'start' },
      { fails: { $expr: 'form.end < form.start' }, message: '$x.order' },
    ],
    data: [
      { record: {}, errors: ['/name'] },
      { record: { name: 'a' }, errors: ['/start'] },
      { record: { name: 'a', start: '2024-02-02', end: '2024-02-01' }, errors: [''] },
      { record: { name: 'a', start: '2024-02-01', end: '2024-02-02' }, errors: [] },
    ],
  },
  {
    name: 'the rules of a person',
    schema: object(
      {
        name: { type: 'string' },
        email: { type: 'string', format: 'email' },
        cpf: { type: 'string', format: 'cpf' },
        isUser: { enum: ['Y', 'N'] },
        login: { type: 'string' },
        password: { type: 'string', format: 'sealed-password' },
        confirm_password: { type: 'string', format: 'sealed-password' },
      },
      { required: ['name', 'email'] },
    ),
    rules: [{ when: { $expr: "form.isUser = 'Y'" }, show: ['login', 'password', 'confirm_password'] }],
    checks: [{ use: 'person' }],
    data: [
      { record: { isUser: 'N' }, errors: ['', '/name', '/email'] },
      { record: { name: 'Ana', email: 'ana@acme.com', isUser: 'N', password: '1' }, errors: [] },
      {
        record: { name: 'Ana', email: 'ana@acme.com', isUser: 'Y' },
        errors: ['', '/login', '/password', '/confirm_password'],
      },
      {
        record: {
          name: 'Ana',
          email: 'ana@acme.com',
          isUser: 'Y',
          login: 'ana',
          password: 'segredo-1',
          confirm_password: 'outro',
        },
        errors: ['/confirm_password'],
      },
      {
        record: {
          name: 'Ana',
          email: 'ana@acme.com',
          isUser: 'Y',
          login: 'ana',
          password: 'segredo-1',
          confirm_password: 'segredo-1',
        },
        errors: [],
      },
    ],
  },
];
