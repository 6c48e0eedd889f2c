import { sql } from 'kysely';
import { confirmationErrors, passwordErrors, type RuleError } from '../../../../contracts/person.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, ruleBroken, type AppError } from '../../../kernel/errors.ts';
import type { Tokens } from '../../../kernel/token.ts';
import { publishChange, publishProfile } from '../../../kernel/topics.ts';
import { assertUncommon } from '../password/common-passwords.ts';
import { decipherPassword } from '../password/password-cipher.ts';
import { hashPassword, passwordMatches } from '../password/password-hash.ts';
import { endResetTokens } from '../password/password-reset.ts';
import { endSessionsOf, openSession, type SessionOrigin } from '../../../platform/sessions/sessions.ts';
import { lockedSeconds, recordGuess } from '../sign-in/sign-in-limits.ts';
import { assertNotLocked, issueToken, type SignedIn } from '../sign-in/sign-in.ts';

/** Passwords as `ivHex:cipherHex`. */
export interface PasswordChange {
  password: string;
  confirm_password: string;
  currentPassword: string;
}

/**
 * Changes the caller's own password. The current one is required even of a live session, and guesses at it are limited
 * like those of sign-in, since a stolen token allows guessing. All sessions of the person end, the caller's too, and the
 * answer carries a new one.
 * @throws AppError VALIDATION_FAILED, RULE_BROKEN at /currentPassword or /password, TOO_MANY_REQUESTS
 */
export async function changeOwnPassword(
  ctx: Context,
  change: PasswordChange,
  origin: SessionOrigin,
  loginKey: Uint8Array,
  tokens: Tokens,
): Promise<SignedIn> {
  const { password, current } = clearPasswords(change, loginKey);
  const { userId, login } = ctx.caller;
  const attempt = { login, address: ctx.address };
  const storedHash = await ctx.transaction(async (db) => {
    assertNotLocked(await lockedSeconds(db, attempt));
    const row = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirst();
    return row?.password_hash ?? null;
  });
  const matches = await passwordMatches(storedHash, current);
  // Thrown outside of the transaction, so that it commits the counters.
  assertNotLocked(await ctx.transaction((db) => recordGuess(db, attempt, matches)));
  if (!matches) throw wrongCurrent();
  if (password === current) {
    throw ruleBroken('validation.password.same', {
      errors: [{ path: '/password', key: 'validation.password.same' }],
    });
  }
  await assertUncommon(password, [login, ctx.caller.name, ctx.tenant.key, ctx.tenant.name]);
  const hash = await hashPassword(password);
  const session = await ctx.transaction(async (db) => {
    // A password that changed meanwhile is not the one that was compared.
    const { rows } = await sql<{ version: number }>`
      update app_user set password_hash = ${hash}, is_change_pwd = false, version = version + 1, updated_at = now(), updated_by = ${userId}
      where id = ${userId} and password_hash = ${storedHash} and is_active and is_user
      returning version`.execute(db);
    const [row] = rows;
    if (!row) throw wrongCurrent();
    publishChange(db, 'user', { verb: 'update', id: userId, version: row.version });
    publishProfile(db, userId, row.version);
    await endSessionsOf(db, userId);
    await endResetTokens(db, userId);
    await audit(
      ctx,
      { entity: 'user', entityId: userId, action: 'change-password', before: null, after: null },
      db,
    );
    return openSession(db, userId, origin);
  });
  return issueToken(tokens, ctx.tenant.id, userId, session);
}

function clearPasswords(change: PasswordChange, loginKey: Uint8Array): { password: string; current: string } {
  const clear = (field: keyof PasswordChange): string => {
    const text = decipherPassword(loginKey, change[field]);
    if (text === null) throw invalid([{ path: `/${field}`, key: 'errors.user.cipher' }]);
    return text;
  };
  const password = clear('password');
  const confirmation = clear('confirm_password');
  const current = clear('currentPassword');
  const errors = [
    ...passwordErrors(password),
    ...confirmationErrors(password, confirmation),
    ...(current === '' ? [{ path: '/currentPassword', key: 'validation.required' } satisfies RuleError] : []),
  ];
  if (errors.length > 0)
    throw invalid(errors.map(({ path, key, values }) => ({ path, key, ...(values && { params: values }) })));
  return { password, current };
}

function wrongCurrent(): AppError {
  return ruleBroken('validation.password.current', {
    errors: [{ path: '/currentPassword', key: 'validation.password.current' }],
  });
}
