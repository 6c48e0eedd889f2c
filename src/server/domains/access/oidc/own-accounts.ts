import { Type } from 'typebox';
import { audit } from '../../../kernel/audit.ts';
import { Reply, type RouteSpec } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readAccounts, unlinkAccount } from './accounts.ts';
import { readProvider } from './provider-settings.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { begin } from './begin.ts';

const account = Type.Object({
  id: Type.Integer(),
  provider: Type.String(),
  label: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: Type.Union([Type.String(), Type.Null()]),
});

/** The accounts of a provider with which the caller signs in. */
export function ownAccountRoutes(secrets: Secrets, env: Platform['env']): RouteSpec[] {
  return [
    route({
      method: 'GET',
      url: '/adm/v2/sec/me/accounts',
      access: 'session',
      summary: '$routes.session.accounts',
      reply: Type.Object({
        rows: Type.Array(account),
        totalRows: Type.Integer(),
        provider: Type.Union([Type.String(), Type.Null()], { description: 'Provider of new accounts' }),
      }),
      async handle(ctx) {
        const provider = await readProvider(ctx.db, ctx.tenant.id, secrets, env);
        const rows = (await readAccounts(ctx.db, ctx.caller.userId)).map(
          ({ id, provider: name, label, createdAt, lastUsedAt }) => ({
            id,
            provider: name,
            label,
            createdAt: createdAt.toISOString(),
            lastUsedAt: lastUsedAt?.toISOString() ?? null,
          }),
        );
        return { rows, totalRows: rows.length, provider: provider?.settings.label ?? null };
      },
    }),
    route({
      method: 'POST',
      url: '/adm/v2/sec/me/accounts',
      access: 'session',
      summary: 'Begin to link an account: the address of the provider',
      transaction: 'own',
      idempotent: false,
      errors: ['PROVIDER_UNAVAILABLE'],
      reply: Type.Object({ address: Type.String() }),
      handle: (ctx) => begin(ctx, secrets, env, { is: 'link', sessionId: ctx.caller.sessionId }),
    }),
    route({
      method: 'DELETE',
      url: '/adm/v2/sec/me/accounts/:id',
      access: 'session',
      summary: 'Unlink an account, unless it is the last way of signing in',
      errors: ['RULE_BROKEN'],
      input: { params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }) },
      reply: Type.Object({ id: Type.Integer() }),
      async handle(ctx, { params }) {
        const { userId } = ctx.caller;
        const before = await unlinkAccount(ctx.db, userId, params.id);
        if (!before) throw notFound();
        const { provider, label } = before;
        await audit(ctx, {
          entity: 'user',
          entityId: userId,
          action: 'unlink-account',
          before: { provider, account: label },
          after: null,
        });
        return new Reply({ id: params.id }, 'messages.accountUnlinked');
      },
    }),
  ];
}
