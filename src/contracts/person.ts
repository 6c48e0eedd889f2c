import { isBirthDate, isCpf, isEmail, isLogin } from './formats.ts';
import type { AuthType } from './user.ts';

/** Characters of a password, counted before it is enciphered. */
export const passwordLength = { min: 8, max: 128 } as const;

/** Characters of a person's texts. A longer text is refused, never cut. */
export const personLimits = { name: 200, email: 254, login: 100 } as const;

/**
 * Characters that a person's texts may not contain: control characters, direction overrides, which make a text look like
 * another one, and unpaired surrogates, which no database stores. Such a text is refused, never changed.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

/** A visible character. A text of spaces and zero-width characters counts as empty. */
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
 * Values of a person that the rules read. Passwords are plain text: the browser validates before it enciphers, the server
 * after it deciphers. An empty value is '', null or absent.
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
  authType?: AuthType | null;
  isChangePwd?: 'Y' | 'N' | null;
}

/**
 * Validates a person (specification 1, section 5). A person with a login (isUser Y) needs login and password too, the
 * password only until one is stored. A person who signs in with an account of the provider alone has no password.
 * @param person the whole record: the stored values, overlaid by the changed ones.
 * @param confirms whether a needed password is needed twice, as in a form. A body may leave the confirmation out.
 * @returns the errors in the order in which they are displayed.
 */
export function personErrors(person: PersonValues, today = new Date(), confirms = false): RuleError[] {
  return [...emptyErrors(person, confirms), ...valueErrors(person, today), ...providerErrors(person)];
}

/** Validates a new password. */
export function passwordErrors(password: string, path = '/password'): RuleError[] {
  const { min, max } = passwordLength;
  const length = [...password].length;
  if (length < min) return [{ path, key: 'validation.person.passwordShort', values: { min } }];
  if (length > max) return [{ path, key: 'validation.person.passwordLong', values: { max } }];
  return [];
}

/** Checks that the confirmation equals the password. */
export function confirmationErrors(password: string, confirmation: string | null | undefined): RuleError[] {
  return confirmation === password
    ? []
    : [{ path: '/confirm_password', key: 'validation.person.passwordConfirmation' }];
}

function emptyErrors(person: PersonValues, confirms: boolean): RuleError[] {
  const required: (keyof PersonValues)[] = ['name', 'email'];
  if (person.isUser === 'Y') {
    required.push('login');
    if (person.havePassword !== true && person.authType !== 'oidc') {
      required.push('password');
      if (confirms) required.push('confirm_password');
    }
  }
  const empty = required.filter((field) => isEmpty(person[field]));
  if (empty.length === 0) return [];
  return [
    { path: '', key: 'validation.person.empty', fields: empty.map((field) => `fields.${field}`) },
    ...empty.map((field) => ({ path: `/${field}`, key: 'validation.required' })),
  ];
}

/** Refuses a password, or the duty to change it, of a person who has none. */
function providerErrors({ authType, password, isChangePwd }: PersonValues): RuleError[] {
  if (authType !== 'oidc') return [];
  const key = 'validation.person.noPassword';
  return [
    ...((password ?? '') !== '' ? [{ path: '/password', key }] : []),
    ...(isChangePwd === 'Y' ? [{ path: '/isChangePwd', key }] : []),
  ];
}

/**
 * Validates each value by itself, without the record. The server validates a body with it before it reads the row.
 */
export function valueErrors(person: PersonValues, today = new Date()): RuleError[] {
  const errors: RuleError[] = [];
  for (const [field, max] of Object.entries(personLimits) as [keyof typeof personLimits, number][]) {
    if ([...(person[field] ?? '')].length > max) {
      errors.push({
        path: `/${field}`,
        key: 'validation.maxLength',
        values: { limit: max, count: max },
        fields: [`fields.${field}`],
      });
    } else if (FORBIDDEN.test(person[field] ?? '')) {
      errors.push({ path: `/${field}`, key: 'validation.person.characters', fields: [`fields.${field}`] });
    }
  }
  const hasError = (field: string) => errors.some((error) => error.path === `/${field}`);
  if (!isEmpty(person.email) && !hasError('email') && !isEmail(person.email ?? '')) {
    errors.push({ path: '/email', key: 'validation.formats.email' });
  }
  if (!isEmpty(person.login) && !hasError('login') && !isLogin(person.login ?? '')) {
    errors.push({ path: '/login', key: 'validation.formats.login' });
  }
  if ((person.password ?? '') !== '' || (person.confirm_password ?? '') !== '') {
    const password = person.password ?? '';
    if (password !== '') errors.push(...passwordErrors(password));
    errors.push(...confirmationErrors(password, person.confirm_password));
  }
  // Only its digits are stored, so a forbidden character would be removed silently.
  if (FORBIDDEN.test(person.cpf ?? '') || !isCpf(person.cpf ?? ''))
    errors.push({ path: '/cpf', key: 'validation.formats.cpf' });
  if (!isBirthDate(person.dateBirth ?? '', today))
    errors.push({ path: '/dateBirth', key: 'validation.formats.birth-date' });
  return errors;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !VISIBLE.test(value));
}
