import { Type } from 'typebox';
import type { User } from '../../../../contracts/user.ts';
import { audit } from '../../../kernel/audit.ts';
import { Reply, type Context, type RouteSpec } from '../../../kernel/contract.ts';
import { notFound, ruleBroken } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readAccounts, unlinkAccount } from '../oidc/accounts.ts';
import { issueInvitation } from '../oidc/attempts.ts';
import { readProvider } from '../oidc/provider-settings.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { readUser } from './user-rows.ts';
import { assertMayChange } from './user-rules.ts';

const screen = 'admin-user';
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const accounts = '/adm/v2/sec/user/:id/accounts';

/** The linked accounts of a person, for administrators: who links one can sign in as that person. */
export function userAccountRoutes(secrets: Secrets, env: Platform['env']): RouteSpec[] {
  return [
    route({
      method: 'GET',
      url: accounts,
      access: { screen, verb: 'read' },
      summary: '$routes.user.accounts',
      input: { params: Type.Object({ id }) },
      reply: Type.Object({
        rows: Type.Array(
          Type.Object({
            id: Type.Integer(),
            provider: Type.String(),
            label: Type.String(),
            createdAt: Type.String(),
            lastUsedAt: Type.Union([Type.String(), Type.Null()]),
          }),
        ),
        totalRows: Type.Integer(),
        provider: Type.Union([Type.String(), Type.Null()]),
      }),
      async handle(ctx, { params }) {
        if ((await readUser(ctx.db, params.id)) === null) throw notFound();
        const provider = await readProvider(ctx.db, ctx.tenant.id, secrets, env);
        const found = await readAccounts(ctx.db, params.id);
        const rows = found.map(({ createdAt, lastUsedAt, ...account }) => ({
          ...account,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        }));
        return { rows, totalRows: rows.length, provider: provider?.settings.label ?? null };
      },
    }),
    route({
      method: 'POST',
      url: accounts,
      access: { screen, verb: 'update' },
      summary: 'Make a link with which the person links an account once',
      status: 201,
      // A repeated call must not answer the link of the first one, which the later one replaces.
      idempotent: false,
      errors: ['RULE_BROKEN'],
      input: { params: Type.Object({ id }) },
      reply: Type.Object({ address: Type.String(), expiresAt: Type.String() }),
      async handle(ctx, { params }) {
        const user = await lockPerson(ctx, params.id);
        if (!(await readProvider(ctx.db, ctx.tenant.id, secrets, env)))
          throw ruleBroken('errors.provider.off');
        if (user.isUser !== 'Y') throw ruleBroken('errors.provider.noUser');
        const { token, expiresAt } = await issueInvitation(ctx.db, user.id, ctx.caller.userId);
        await audit(ctx, {
          entity: 'user',
          entityId: user.id,
          action: 'invite-account',
          before: null,
          after: null,
        });
        const origin = env.publicOrigin.replace('{host}', ctx.host);
        return { address: `${origin}/authenticate?link=${token}`, expiresAt: expiresAt.toISOString() };
      },
    }),
    route({
      method: 'DELETE',
      url: `${accounts}/:account`,
      access: { screen, verb: 'update' },
      summary: 'Unlink an account of a person, unless it is the last way of signing in',
      errors: ['RULE_BROKEN'],
      input: { params: Type.Object({ id, account: id }) },
      reply: Type.Object({ id: Type.Integer() }),
      async handle(ctx, { params }) {
        const user = await lockPerson(ctx, params.id);
        const before = await unlinkAccount(ctx.db, user.id, params.account);
        if (!before) throw notFound();
        await audit(ctx, {
          entity: 'user',
          entityId: user.id,
          action: 'unlink-account',
          before: { provider: before.provider, account: before.label },
          after: null,
        });
        return new Reply({ id: params.account }, 'messages.accountUnlinked');
      },
    }),
  ];
}

/**
 * Locks a person whose accounts the caller may change.
 * @throws AppError NOT_FOUND, FORBIDDEN, RULE_BROKEN
 */
async function lockPerson(ctx: Context, personId: number): Promise<User> {
  const user = await readUser(ctx.db, personId, true);
  if (user === null) throw notFound();
  await assertMayChange(ctx.db, ctx.caller, user, { account: true });
  return user;
}
