import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { isLogin } from '../../../../contracts/formats.ts';
import { passwordErrors } from '../../../../contracts/person.ts';
import { audit } from '../../../kernel/audit.ts';
import { Reply, type Context, type Resource } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { publishChange, publishProfile } from '../../../kernel/topics.ts';
import { assertUncommon } from './common-passwords.ts';
import { decipherPassword } from './password-cipher.ts';
import { hashPassword } from './password-hash.ts';
import { findTokenHolder, redeemResetToken } from './password-reset.ts';
import { endSessionsOf } from '../../../platform/sessions/sessions.ts';
import { forgetFailures, recordResetRequest } from '../sign-in/sign-in-limits.ts';
import { assertNotLocked } from '../sign-in/sign-in.ts';
import { RESET_MAIL, resetMail } from './reset-mail.ts';

/** Time of an answer to a request, in which the mail of a known login is made: it must not show. */
const ANSWER_MS = 250;

const login = Type.String({ maxLength: 254, description: 'The login as it is typed at the sign-in' });
const tokenQuery = Type.Object({
  token: Type.String({ maxLength: 200, description: 'Of the link in the mail' }),
});
const holder = Type.Object({ id: Type.Integer() });

/** A forgotten password: the mail with a link, and the new password that the link allows to set. */
export function passwordResource({ env, files }: Pick<Platform, 'env' | 'files'>): Resource {
  return {
    name: 'password',
    jobs: [resetMail(files)],
    routes: [
      route({
        method: 'POST',
        url: '/adm/v2/sec/pwd/t',
        access: 'public',
        summary: 'Send the mail that sets a new password; answers alike for unknown logins',
        transaction: 'own',
        errors: ['TOO_MANY_REQUESTS'],
        input: { body: Type.Object({ login }) },
        reply: Type.Null(),
        handle: (ctx, { body }) => requestReset(ctx, body.login, '/login'),
      }),
      // The specification doubles the slash.
      ...['/api//adm/auth/forgotpwd', '/api/adm/auth/forgotpwd'].map((url) =>
        route({
          method: 'POST',
          url,
          access: 'public',
          summary: 'The same as POST /adm/v2/sec/pwd/t',
          transaction: 'own',
          errors: ['TOO_MANY_REQUESTS'],
          input: { body: Type.Object({ username: login }) },
          reply: Type.Null(),
          handle: (ctx, { body }) => requestReset(ctx, body.username, '/username'),
        }),
      ),
      route({
        method: 'GET',
        url: '/adm/v2/sec/pwd/t',
        access: 'public',
        summary: '$routes.password.token',
        errors: ['INVALID_TOKEN'],
        input: { query: tokenQuery },
        reply: holder,
        async handle(ctx, { query }) {
          const found = await findTokenHolder(ctx.db, query.token);
          if (found === null) throw new AppError('INVALID_TOKEN');
          return { id: found.id };
        },
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/sec/pwd/s',
        access: 'public',
        summary: 'Set a new password with a token, which ends every session of the person',
        transaction: 'own',
        errors: ['INVALID_TOKEN'],
        input: {
          query: tokenQuery,
          body: Type.Object({
            id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
            password: Type.String({ maxLength: 10_000, description: 'ivHex:cipherHex, 8 to 128 characters' }),
          }),
        },
        reply: holder,
        async handle(ctx, { query, body }) {
          await setPassword(ctx, query.token, body, env.loginKey);
          return new Reply({ id: body.id }, 'messages.passwordChanged');
        },
      }),
    ],
  };
}

/** @throws AppError VALIDATION_FAILED for what cannot be a login, TOO_MANY_REQUESTS */
async function requestReset(ctx: Context<null>, typed: string, path: string): Promise<Reply<null>> {
  const name = typed.trim();
  if (!isLogin(name)) {
    throw new AppError('VALIDATION_FAILED', {
      message: 'errors.resetLogin',
      errors: [{ path, key: 'errors.resetLogin' }],
    });
  }
  const sameTime = delay(ANSWER_MS);
  await ctx.transaction((db) => enqueueMail(ctx, db, name));
  await sameTime;
  return new Reply(null, 'messages.resetMailSent');
}

/** Does the same for a login that does not exist. */
async function enqueueMail(ctx: Context<null>, db: TenantTransaction, name: string): Promise<void> {
  assertNotLocked(await recordResetRequest(db, { login: name, address: ctx.address }));
  const { rows } = await sql<{ id: number }>`
    select id from app_user
    where login_key = lower(${name}) and is_user and is_active and auth_type = 'local'`.execute(db);
  const userId = rows[0]?.id ?? null;
  await enqueue(db, ctx.tenant.id, {
    kind: RESET_MAIL,
    payload: {
      userId,
      language: ctx.lang,
      host: ctx.host,
      address: ctx.address,
      requestId: ctx.requestId,
      userAgent: String(ctx.headers['user-agent'] ?? ''),
    },
  });
}

/** @throws AppError INVALID_TOKEN, VALIDATION_FAILED at /password */
async function setPassword(
  ctx: Context<null>,
  token: string,
  { id, password: sealed }: { id: number; password: string },
  loginKey: Uint8Array,
): Promise<void> {
  const found = await ctx.transaction((db) => findTokenHolder(db, token), 'read');
  if (found === null || found.id !== id) throw new AppError('INVALID_TOKEN');
  const password = decipherPassword(loginKey, sealed);
  if (password === null) throw invalid([{ path: '/password', key: 'errors.user.cipher' }]);
  const errors = passwordErrors(password);
  if (errors.length > 0)
    throw invalid(errors.map(({ path, key, values }) => ({ path, key, ...(values && { params: values }) })));
  await assertUncommon(password, [found.name, found.login, found.email, ctx.tenant.key, ctx.tenant.name]);
  const hash = await hashPassword(password);
  const isSet = await ctx.transaction(async (db) => {
    if (!(await redeemResetToken(db, token, id))) return false;
    const { rows } = await sql<{ version: number }>`
      update app_user set password_hash = ${hash}, is_change_pwd = false, version = version + 1, updated_at = now()
      where id = ${id} and is_active and is_user and auth_type = 'local'
      returning version`.execute(db);
    const [row] = rows;
    if (!row) return false;
    await endSessionsOf(db, id);
    await forgetFailures(db, { login: found.login, address: ctx.address });
    publishChange(db, 'user', { verb: 'update', id, version: row.version });
    publishProfile(db, id, row.version);
    const who = { userId: id, userName: found.name };
    await audit(
      ctx,
      { entity: 'user', entityId: id, action: 'reset-password', before: null, after: null, ...who },
      db,
    );
    return true;
  });
  if (!isSet) throw new AppError('INVALID_TOKEN');
}
