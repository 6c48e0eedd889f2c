import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formats, isBirthDate, isCpf, isEmail, isLogin, wireDate } from './formats.ts';
import { personErrors, type PersonValues } from './person.ts';
import { ruleErrorText, ruleSets } from './rule-sets.ts';

const today = new Date('2026-06-15T12:00:00Z');
const person: PersonValues = { name: 'Ana', email: 'ana@acme.com.br', isUser: 'N' };
const user: PersonValues = {
  ...person,
  isUser: 'Y',
  login: 'ana',
  password: 'molde-demo',
  confirm_password: 'molde-demo',
};
const keysOf = (values: PersonValues) =>
  personErrors(values, today).map((error) => `${error.path} ${error.key}`);

describe('CPF', () => {
  it.each(['', '   ', '529.982.247-25', '52998224725', '111.444.777-35'])('accepts %j', (text) =>
    expect(isCpf(text)).toBe(true),
  );
  it.each([
    ['too short', '5299822472'],
    ['too long', '529982247250'],
    ['first check digit', '529.982.247-35'],
    ['second check digit only', '529.982.247-26'],
    ['all equal', '111.111.111-11'],
    ['letters only', 'abc'],
  ])('refuses %s', (_name, text) => expect(isCpf(text)).toBe(false));

  it('has exactly one pair of check digits for nine digits that are not all equal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (number) => {
        const nine = String(number).padStart(9, '0');
        if (/^(\d)\1{8}$/.test(nine)) return;
        const valid = Array.from({ length: 100 }, (_, pair) => nine + String(pair).padStart(2, '0')).filter(
          isCpf,
        );
        expect(valid).toHaveLength(1);
      }),
    );
  });
});

describe('date of birth', () => {
  it.each(['', '1900-01-01', '2000-02-29', '2026-12-31'])('accepts %j', (text) =>
    expect(isBirthDate(text, today)).toBe(true),
  );
  it.each([
    '1899-12-31',
    '2027-01-01',
    '1900-02-29',
    '2001-13-01',
    '2001-00-10',
    '2001-04-31',
    '2001-4-3',
    '01/02/2001',
    'ontem',
  ])('refuses %j', (text) => expect(isBirthDate(text, today)).toBe(false));
  it('converts a date as it is typed to its wire form', () => {
    expect(wireDate('29/02/2000')).toBe('2000-02-29');
    expect(wireDate(' 01/02/2003 ')).toBe('2003-02-01');
    expect(wireDate('2000-02-29')).toBeNull();
    expect(wireDate('1/2/2000')).toBeNull();
  });
});

it.each(['a@b.co', 'josé@acme.com.br', 'a+b@x.y.z'])('accepts the e-mail %j', (text) =>
  expect(isEmail(text)).toBe(true),
);
it.each(['', 'a', 'a@b', '@b.co', 'a@b.', 'a b@c.co', 'a@b..co', `${'a'.repeat(65)}@b.co`])(
  'refuses the e-mail %j',
  (text) => expect(isEmail(text)).toBe(false),
);
it.each(['ana', 'ana.souza', 'a@b.co', 'A-1_+'])('accepts the login %j', (text) =>
  expect(isLogin(text)).toBe(true),
);
it.each(['', 'ana souza', 'josé', 'a'.repeat(101), 'a/b'])('refuses the login %j', (text) =>
  expect(isLogin(text)).toBe(false),
);
it('names every format of the forms', () =>
  expect(Object.keys(formats).join(' ')).toBe('cpf cnpj phone cep clock-time birth-date email login color'));

describe('a person', () => {
  it('needs name and e-mail', () => {
    expect(personErrors({}, today)).toEqual([
      { path: '', key: 'validation.person.empty', fields: ['fields.name', 'fields.email'] },
      { path: '/name', key: 'validation.required' },
      { path: '/email', key: 'validation.required' },
    ]);
    expect(keysOf({ ...person, name: '  ' })).toContain('/name validation.required');
    expect(personErrors(person, today)).toEqual([]);
  });

  it('needs login and password as a user, the password only while there is none', () => {
    expect(keysOf({ ...person, isUser: 'Y' })).toEqual([
      ' validation.person.empty',
      '/login validation.required',
      '/password validation.required',
    ]);
    expect(keysOf({ ...person, id: 7, isUser: 'Y', login: 'ana', havePassword: true })).toEqual([]);
    expect(keysOf(user)).toEqual([]);
  });

  it('names every empty field that a form requires, the confirmation too', () => {
    const [whole, ...fields] = ruleSets['person']!({ ...person, isUser: 'Y' });
    const names = ['login', 'password', 'confirm_password'];
    expect(whole?.fields).toEqual(names.map((name) => `fields.${name}`));
    expect(fields.map(({ path }) => path)).toEqual(names.map((name) => `/${name}`));
    expect(ruleSets['person']!({ ...user, confirm_password: '' })[0]?.fields).toEqual([
      'fields.confirm_password',
    ]);
  });

  it('asks for the same password twice, of a length that is stated', () => {
    expect(keysOf({ ...user, confirm_password: '' })).toEqual([
      '/confirm_password validation.person.passwordConfirmation',
    ]);
    expect(keysOf({ ...user, password: 'curta', confirm_password: 'curta' })).toEqual([
      '/password validation.person.passwordShort',
    ]);
    const long = 'x'.repeat(129);
    expect(personErrors({ ...user, password: long, confirm_password: long }, today)).toEqual([
      { path: '/password', key: 'validation.person.passwordLong', values: { max: 128 } },
    ]);
  });

  it.each(['\u200b', '\u2060\ufeff', '\u00ad \u200d'])('has no name in the invisible %j', (name) => {
    expect(keysOf({ ...person, name })).toContain('/name validation.required');
  });

  it.each(['a\u0000', 'a\nb', 'a\u0085', 'a\u202eb', '\u2066a', 'a\ud800', '\udc00'])(
    'refuses the characters of %j',
    (text) => {
      expect(keysOf({ ...person, name: text })).toEqual(['/name validation.person.characters']);
      expect(keysOf({ ...person, email: text })).toEqual(['/email validation.person.characters']);
      expect(keysOf({ ...person, login: text })).toEqual(['/login validation.person.characters']);
      expect(keysOf({ ...person, cpf: `529.982.247-25${text}` })).toEqual(['/cpf validation.formats.cpf']);
    },
  );

  it.each(['José D’Ávila', 'Łukasz 李小龙', 'محمد', 'क्\u200dष', '👩\u200d🚀 Ana'])(
    'takes the name %j',
    (name) => {
      expect(personErrors({ ...person, name }, today)).toEqual([]);
    },
  );

  it('reports one error for each field', () => {
    expect(
      keysOf({ ...person, email: `${'a'.repeat(260)}`, cpf: '1', dateBirth: '2026-02-30', login: 'a b' }),
    ).toEqual([
      '/email validation.maxLength',
      '/login validation.formats.login',
      '/cpf validation.formats.cpf',
      '/dateBirth validation.formats.birth-date',
    ]);
  });
});

it('is a named rule set of forms, whose texts list the fields in the reader’s language', () => {
  const error = ruleSets.person?.({})[0];
  const words: Record<string, string> = { 'fields.name': 'Nome', 'fields.email': 'E-mail' };
  const translate = (key: string, values?: Record<string, string | number>) =>
    words[key] ?? `${key}: ${values?.fields}`;
  expect(error && ruleErrorText(error, translate)).toBe('validation.person.empty: Nome, E-mail');
});
