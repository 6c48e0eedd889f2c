import { isBirthDate, isCpf, isEmail, isLogin } from './formats.ts';

/** Characters of a password, counted before it is enciphered. */
export const passwordLength = { min: 8, max: 128 } as const;

/** Characters of a person's texts. A longer text is refused by name, never cut. */
export const personLimits = { name: 200, email: 254, login: 100 } as const;

/**
 * What no text of a person may hold: control characters, the overrides of writing direction that make a text read as
 * another one, and halves of a character, which no database takes. They are refused, never taken out in silence.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

/** Something to see: a text of spaces and of characters without width is empty. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A broken rule of a record. `path` is a JSON pointer ('' for the record as a whole), `key` a key of locales/;
 * `fields` are keys of field labels, which the text lists as {{fields}}.
 */
export interface RuleError {
  path: string;
  key: string;
  values?: Record<string, string | number>;
  fields?: string[];
}

/**
 * What the rules read of a person. Passwords are plain text here: the browser checks before it enciphers, the server
 * after it deciphered. An empty value may be '', null or absent.
 */
export interface PersonValues {
  id?: number | null;
  name?: string | null;
  email?: string | null;
  cpf?: string | null;
  dateBirth?: string | null;
  login?: string | null;
  password?: string | null;
  confirm_password?: string | null;
  havePassword?: boolean | null;
  isUser?: 'Y' | 'N' | null;
}

/**
 * The rules of a person (specification 1, section 5 and decisions.md), in the order in which they are told.
 * A person with a login (isUser Y) needs login and password too; the password only while there is none yet.
 * @param person the whole record: what is stored, with what was changed over it.
 */
export function personErrors(person: PersonValues, today = new Date()): RuleError[] {
  return [...emptyErrors(person), ...valueErrors(person, today)];
}

/** The rules of a new password alone, as the own password change asks them. */
export function passwordErrors(password: string, path = '/password'): RuleError[] {
  const { min, max } = passwordLength;
  const length = [...password].length;
  if (length < min) return [{ path, key: 'errors.person.passwordShort', values: { min } }];
  if (length > max) return [{ path, key: 'errors.person.passwordLong', values: { max } }];
  return [];
}

/** The confirmation must equal the password and must not be empty. */
export function confirmationErrors(password: string, confirmation: string | null | undefined): RuleError[] {
  return confirmation === password
    ? []
    : [{ path: '/confirm_password', key: 'errors.person.passwordConfirmation' }];
}

function emptyErrors(person: PersonValues): RuleError[] {
  const required: (keyof PersonValues)[] = ['name', 'email'];
  if (person.isUser === 'Y') {
    required.push('login');
    if (person.havePassword !== true) required.push('password');
  }
  const empty = required.filter((field) => isEmpty(person[field]));
  if (empty.length === 0) return [];
  return [
    { path: '', key: 'errors.person.empty', fields: empty.map((field) => `fields.${field}`) },
    ...empty.map((field) => ({ path: `/${field}`, key: 'errors.form.required' })),
  ];
}

/**
 * The rules that each value is held to by itself: the part of them that needs no record, which the server asks of a body
 * before it looks for the row.
 */
export function valueErrors(person: PersonValues, today = new Date()): RuleError[] {
  const errors: RuleError[] = [];
  for (const [field, max] of Object.entries(personLimits) as [keyof typeof personLimits, number][]) {
    if ([...(person[field] ?? '')].length > max) {
      errors.push({
        path: `/${field}`,
        key: 'errors.form.maxLength',
        values: { limit: max, count: max },
        fields: [`fields.${field}`],
      });
    } else if (FORBIDDEN.test(person[field] ?? '')) {
      errors.push({ path: `/${field}`, key: 'errors.person.characters', fields: [`fields.${field}`] });
    }
  }
  const told = (field: string) => errors.some((error) => error.path === `/${field}`);
  if (!isEmpty(person.email) && !told('email') && !isEmail(person.email ?? '')) {
    errors.push({ path: '/email', key: 'errors.formats.email' });
  }
  if (!isEmpty(person.login) && !told('login') && !isLogin(person.login ?? '')) {
    errors.push({ path: '/login', key: 'errors.formats.login' });
  }
  if ((person.password ?? '') !== '' || (person.confirm_password ?? '') !== '') {
    const password = person.password ?? '';
    if (password !== '') errors.push(...passwordErrors(password));
    errors.push(...confirmationErrors(password, person.confirm_password));
  }
  // Only its digits are kept, so what must not be there would go in silence.
  if (FORBIDDEN.test(person.cpf ?? '') || !isCpf(person.cpf ?? ''))
    errors.push({ path: '/cpf', key: 'errors.formats.cpf' });
  if (!isBirthDate(person.dateBirth ?? '', today))
    errors.push({ path: '/dateBirth', key: 'errors.formats.birth-date' });
  return errors;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !VISIBLE.test(value));
}
