import { Type } from 'typebox';
import { audit } from '../../../kernel/audit.ts';
import { Reply, type Context, type Resource } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { personTopics } from '../../../kernel/topics.ts';
import { PHOTO_OWNER } from '../../../platform/files/photos.ts';
import { endSession, type EndedSession } from '../../../platform/sessions/sessions.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { deviceKeyRoute } from './device-key.ts';
import { changeOwnPassword } from './own-password.ts';
import { photoRoutes } from './own-photo.ts';
import { meReply, readMe, readProfile, saveProfile } from './own-profile.ts';
import { ownSessionRoutes } from './own-sessions.ts';

const signedIn = Type.Object({ accessToken: Type.String(), userId: Type.Integer() });
const cipher = (description: string) => Type.String({ maxLength: 10_000, description });

const passwords = Type.Object({
  password: cipher('The new password, ivHex:cipherHex, 8 to 128 characters'),
  confirm_password: cipher('The new password again'),
  currentPassword: cipher('The password until now'),
});

/** Fields that the profile's form sends. All but the substitute must equal what is stored. */
const profileFields = {
  delegateto: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
  ),
  id: Type.Optional(Type.Integer()),
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  login: Type.Optional(Type.String({ maxLength: 1000 })),
  email: Type.Optional(Type.String({ maxLength: 1000 })),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
};

/** Sign-in, sign-out and the signed-in person. */
export function sessionResource({ env, files, tokens }: Platform): Resource {
  return {
    name: 'session',
    topics: [personTopics],
    // Photos have an address of their own.
    fileOwners: [{ kind: PHOTO_OWNER, mayRead: () => Promise.resolve(false) }],
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
                  // The person who tried a wrong password is not known.
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
        reply: Type.Union([
          Type.Object({ providerSignOut: Type.String({ description: 'Ends the session there too' }) }),
          Type.Null(),
        ]),
        async handle(ctx) {
          const ended = await endAudited(ctx, ctx.caller.sessionId);
          return ended?.providerSignOut ? { providerSignOut: ended.providerSignOut } : null;
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sec/logout/ticket',
        access: 'public',
        summary:
          'End the session of an earlier sign-out that did not reach the server, by the ticket in its token',
        duringFullStorage: true,
        input: {
          body: Type.Object({ ticket: Type.String({ minLength: 1, maxLength: 200 }) }),
        },
        reply: Type.Null(),
        async handle(ctx, { body }) {
          const sessionId = tokens.sessionToEnd(body.ticket, ctx.tenant.id);
          // Answered alike where there is nothing to end, so that it says nothing about sessions.
          if (sessionId !== null) await endAudited(ctx, sessionId);
          return null;
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sec/me',
        access: 'session',
        summary: '$routes.session.me',
        duringPasswordChange: true,
        reply: meReply,
        handle: (ctx) => readMe(ctx.db, ctx.caller.userId),
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/sec/me',
        access: 'session',
        summary:
          'Save the own profile, or change the own password, which ends every session and opens a new one',
        transaction: 'own',
        duringPasswordChange: true,
        errors: ['RULE_BROKEN', 'TOO_MANY_REQUESTS', 'VERSION_CONFLICT'],
        input: { body: Type.Object({ ...Type.Partial(passwords).properties, ...profileFields }) },
        reply: Type.Union([signedIn, meReply]),
        async handle(ctx, { body: { password, confirm_password, currentPassword, ...profile } }) {
          const given = [password, confirm_password, currentPassword].filter((one) => one !== undefined);
          if (given.length === 0) return ctx.transaction((db) => saveProfile(ctx, db, profile));
          // A call that changes both could fail at either half.
          if (Object.keys(profile).length > 0)
            throw invalid(
              Object.keys(profile).map((field) => ({ path: `/${field}`, key: 'errors.user.passwordAlone' })),
            );
          const change = {
            password: password ?? '',
            confirm_password: confirm_password ?? '',
            currentPassword: currentPassword ?? '',
          };
          const origin = { address: ctx.address, userAgent: userAgentOf(ctx) };
          return new Reply(
            await changeOwnPassword(ctx, change, origin, env.loginKey, tokens),
            'messages.passwordChanged',
          );
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sec/profile/:userId',
        access: 'session',
        summary: '$routes.session.profile',
        input: {
          params: Type.Object({ userId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
        },
        reply: Type.Object({
          ...Type.Omit(meReply, ['login', 'isChangePwd', 'language', 'theme']).properties,
          own: Type.Boolean(),
          login: Type.Union([Type.String(), Type.Null()]),
          delegateto: Type.Union([Type.Integer(), Type.Null()]),
          canDelegate: Type.Boolean(),
          hasPassword: Type.Boolean(),
        }),
        handle: (ctx, { params }) => readProfile(ctx, params.userId),
      }),
      ...photoRoutes(files),
      ...ownSessionRoutes,
      deviceKeyRoute,
    ],
  };
}

/** Ends a session and stores in the audit whose sign-out it was. */
async function endAudited(
  ctx: Context<Context['caller'] | null>,
  sessionId: string,
): Promise<EndedSession | null> {
  const ended = await endSession(ctx.db, sessionId);
  if (ended !== null) {
    const { userId, userName } = ended;
    const change = { entity: 'session', entityId: userId, action: 'sign-out', before: null, after: null };
    await audit(ctx, { ...change, userId, userName });
  }
  return ended;
}

function userAgentOf(ctx: Pick<Context, 'headers'>): string {
  return String(ctx.headers['user-agent'] ?? '');
}
