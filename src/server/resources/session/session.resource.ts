import { Type } from 'typebox';
import type { Me } from '../../../contracts/session.ts';
import { audit } from '../../kernel/audit.ts';
import { Reply, type Context, type Resource } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import { route } from '../../kernel/route.ts';
import { personTopics } from '../../kernel/topics.ts';
import { endSession } from '../../services/sessions.ts';
import { signIn } from '../../services/sign-in.ts';
import { changeOwnPassword } from './own-password.ts';

const signedIn = Type.Object({ accessToken: Type.String(), userId: Type.Integer() });
const cipher = (description: string) => Type.String({ maxLength: 10_000, description });

const me = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  login: Type.String(),
  email: Type.String(),
  photourl: Type.Union([Type.String(), Type.Null()]),
  isChangePwd: Type.Union([Type.Literal('Y'), Type.Literal('N')]),
  delegate: Type.Union([Type.Object({ id: Type.Integer(), name: Type.String() }), Type.Null()]),
  version: Type.Integer(),
});

/** Sign-in, sign-out and the signed-in person. */
export function sessionResource({ env, tokens }: Platform): Resource {
  return {
    name: 'session',
    topics: [personTopics],
    routes: [
      route({
        method: 'POST',
        url: '/adm/v2/sec/login',
        access: 'public',
        summary: 'Sign in',
        transaction: 'own',
        duringFullStorage: true,
        errors: ['WRONG_CREDENTIALS', 'SIGN_IN_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
        input: {
          body: Type.Object({
            username: Type.String({ minLength: 1, maxLength: 254 }),
            password: cipher('ivHex:cipherHex, AES-256-CTR with the key of GET /adm/v2/pub/home'),
          }),
        },
        reply: signedIn,
        handle: (ctx, { body }) =>
          signIn(
            { ...body, tenantId: ctx.tenant.id, address: ctx.address, userAgent: userAgentOf(ctx) },
            env.loginKey,
            tokens,
            (work) => ctx.transaction(work),
            (db, action, { id, name }) =>
              audit(
                ctx,
                {
                  entity: 'session',
                  entityId: id,
                  action,
                  before: null,
                  after: null,
                  // Who tried a wrong password is not known.
                  ...(action === 'sign-in' && { userId: id, userName: name }),
                },
                db,
              ),
          ),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sec/logout',
        access: 'session',
        summary: 'Sign out, which ends the session',
        idempotent: false,
        duringPasswordChange: true,
        duringFullStorage: true,
        reply: Type.Null(),
        async handle(ctx) {
          await endSession(ctx.db, ctx.caller.sessionId);
          await audit(ctx, {
            entity: 'session',
            entityId: ctx.caller.userId,
            action: 'sign-out',
            before: null,
            after: null,
          });
          return null;
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sec/me',
        access: 'session',
        summary: '$routes.session.me',
        duringPasswordChange: true,
        reply: me,
        handle: readMe,
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/sec/me',
        access: 'session',
        summary: 'Change the own password, which ends every session and opens a new one',
        transaction: 'own',
        duringPasswordChange: true,
        errors: ['RULE_BROKEN', 'TOO_MANY_REQUESTS'],
        input: {
          body: Type.Object({
            password: cipher('The new password, ivHex:cipherHex, 8 to 128 characters'),
            confirm_password: cipher('The new password again'),
            currentPassword: cipher('The password until now'),
          }),
        },
        reply: signedIn,
        async handle(ctx, { body }) {
          const origin = { address: ctx.address, userAgent: userAgentOf(ctx) };
          return new Reply(
            await changeOwnPassword(ctx, body, origin, env.loginKey, tokens),
            'messages.passwordChanged',
          );
        },
      }),
    ],
  };
}

async function readMe(ctx: Context): Promise<Me> {
  const row = await ctx.db
    .selectFrom('app_user as u')
    .leftJoin('app_user as d', (join) =>
      join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.id', '=', 'u.delegate_id'),
    )
    .where('u.id', '=', ctx.caller.userId)
    .select([
      'u.id',
      'u.name',
      'u.login',
      'u.email',
      'u.photo_url',
      'u.is_change_pwd',
      'u.version',
      'd.id as delegate_id',
      'd.name as delegate_name',
    ])
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return {
    id: row.id,
    name: row.name,
    login: row.login ?? '',
    email: row.email,
    photourl: row.photo_url,
    isChangePwd: row.is_change_pwd ? 'Y' : 'N',
    delegate: row.delegate_id === null ? null : { id: row.delegate_id, name: row.delegate_name ?? '' },
    version: row.version,
  };
}

function userAgentOf(ctx: Pick<Context, 'headers'>): string {
  return String(ctx.headers['user-agent'] ?? '');
}
