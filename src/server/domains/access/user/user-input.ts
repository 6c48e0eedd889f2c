import type { FieldError } from '../../../../contracts/errors.ts';
import { cpfDigits } from '../../../../contracts/formats.ts';
import type { Language } from '../../../../contracts/language.ts';
import {
  personErrors,
  valueErrors,
  type PersonValues,
  type RuleError,
} from '../../../../contracts/person.ts';
import { ruleErrorText } from '../../../../contracts/rule-sets.ts';
import { trimText } from '../../../../contracts/text.ts';
import type { AuthType, User } from '../../../../contracts/user.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import { assertUncommon } from '../password/common-passwords.ts';
import { decipherPassword } from '../password/password-cipher.ts';
import { hashPassword } from '../password/password-hash.ts';
import type { UserInput } from './user-schema.ts';

/** Columns that a body sets. Fields that it does not name are missing. */
export interface UserColumns {
  name?: string;
  email?: string;
  cpf?: string | null;
  date_birth?: string | null;
  delegate_id?: number | null;
  manager_id?: number | null;
  company_id?: number | null;
  uo_id?: number | null;
  login?: string | null;
  is_change_pwd?: boolean;
  is_user?: boolean;
  is_active?: boolean;
  auth_type?: AuthType;
  /** Null for who signs in with an account of the provider alone. */
  password_hash?: string | null;
}

/** A body with deciphered passwords and valid values. */
export interface CheckedInput {
  values: PersonValues;
  columns: UserColumns;
}

/**
 * Validates a body without the database and hashes its password, so that no transaction waits for the hash.
 * @throws AppError VALIDATION_FAILED
 */
export async function checkInput(
  body: UserInput,
  lang: Language,
  loginKey: Uint8Array,
): Promise<CheckedInput> {
  const password = clearPassword(body.password, '/password', loginKey);
  const confirmation = clearPassword(body.confirm_password, '/confirm_password', loginKey);
  const values: PersonValues = {
    ...given(body, ['name', 'email', 'login', 'cpf', 'dateBirth'], trimmed),
    ...given(body, ['isUser', 'isChangePwd'], (value) => value),
    ...given(body, ['authType'], (value) => value),
    password,
    // The reset by an administrator has no confirmation.
    confirm_password: body.confirm_password === undefined ? password : confirmation,
  };
  assertNoErrors(valueErrors(values), lang);
  if (password !== null)
    await assertUncommon(password, [values.login ?? '', values.name ?? '', values.email ?? '']);
  const columns: UserColumns = {
    ...(body.name !== undefined && { name: trimmed(body.name) ?? '' }),
    ...(body.email !== undefined && { email: trimmed(body.email) ?? '' }),
    ...(body.login !== undefined && { login: trimmed(body.login) }),
    ...(body.cpf !== undefined && { cpf: cpfDigits(body.cpf ?? '') || null }),
    ...(body.dateBirth !== undefined && { date_birth: trimmed(body.dateBirth) }),
    ...(body.delegateto !== undefined && { delegate_id: body.delegateto || null }),
    ...(body.managerId !== undefined && { manager_id: body.managerId || null }),
    ...(body.companyId !== undefined && { company_id: body.companyId || null }),
    ...(body.uoId !== undefined && { uo_id: body.uoId || null }),
    ...(body.isChangePwd !== undefined && { is_change_pwd: body.isChangePwd === 'Y' }),
    ...(body.isUser !== undefined && { is_user: body.isUser === 'Y' }),
    ...(body.isActive !== undefined && { is_active: body.isActive === 'Y' }),
    ...(body.authType !== undefined && { auth_type: body.authType }),
    ...(body.authType === 'oidc' && { password_hash: null, is_change_pwd: false }),
    ...(password !== null && { password_hash: await hashPassword(password) }),
  };
  return { values, columns };
}

/**
 * Validates the whole record by the rules of `contracts/person.ts`, which forms run too.
 * @throws AppError VALIDATION_FAILED
 */
export function checkRecord(values: PersonValues, stored: User | null, lang: Language): void {
  const { name, email, login, cpf, dateBirth, isUser, havePassword, authType } = stored ?? {};
  const before: PersonValues =
    stored === null
      ? {}
      : { id: stored.id, name, email, login, cpf, dateBirth, isUser, havePassword, authType };
  assertNoErrors(personErrors({ ...before, ...values }), lang);
}

function assertNoErrors(errors: RuleError[], lang: Language): void {
  if (errors.length === 0) return;
  const fieldErrors: FieldError[] = errors.map((error) => ({
    path: error.path,
    message: ruleErrorText(error, (key, values) => text(lang, key, values)),
  }));
  // An error of the record as a whole becomes the message of the envelope.
  const whole = errors.find((error) => error.path === '');
  throw new AppError('VALIDATION_FAILED', {
    ...(whole && {
      message: whole.key,
      params: { fields: (whole.fields ?? []).map((key) => text(lang, key)).join(', ') },
    }),
    errors: fieldErrors.filter((error) => error.path !== ''),
  });
}

function clearPassword(
  payload: string | null | undefined,
  path: string,
  loginKey: Uint8Array,
): string | null {
  if (payload === undefined || payload === null || payload === '') return null;
  const clear = decipherPassword(loginKey, payload);
  if (clear === null) throw invalid([{ path, key: 'errors.user.cipher' }]);
  return clear === '' ? null : clear;
}

function given<K extends keyof UserInput, V>(
  body: UserInput,
  keys: K[],
  read: (value: UserInput[K]) => V,
): { [key in K]?: V } {
  const entries = keys.filter((key) => body[key] !== undefined).map((key) => [key, read(body[key])]);
  return Object.fromEntries(entries) as { [key in K]?: V };
}

function trimmed(value: string | null | undefined): string | null {
  const bare = trimText(value ?? '');
  return bare === '' ? null : bare;
}
