import { Type } from 'typebox';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { begin, invitationIntent } from './begin.ts';
import { exchange } from './exchange.ts';
import { ownAccountRoutes } from './own-accounts.ts';
import {
  providerBody,
  providerReply,
  readProviderConfig,
  removeProvider,
  saveProvider,
  testBody,
  testProvider,
} from './provider-config.ts';

const screen = 'admin-config';
const config = '/adm/v2/config/sign-in-provider';

/** Sign-in with an account of an OpenID provider: its settings, the way there and back, and the linked accounts. */
export function oidcResource({ env, secrets, tokens }: Platform): Resource {
  const parts = { env, secrets, tokens };
  return {
    name: 'oidc',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/sec/oidc/start',
        access: 'public',
        summary: '$routes.oidc.start',
        transaction: 'own',
        errors: ['SIGN_IN_EXPIRED', 'PROVIDER_UNAVAILABLE', 'NOT_FOUND'],
        input: {
          query: Type.Object({
            link: Type.Optional(Type.String({ maxLength: 200, description: 'Of an administrator’s link' })),
          }),
        },
        reply: Type.Object({ address: Type.String({ description: 'Where the browser goes' }) }),
        async handle(ctx, { query: { link } }) {
          const intent = link === undefined ? { is: 'sign-in' as const } : await invitationIntent(ctx, link);
          return begin(ctx, secrets, env, intent);
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sec/oidc/exchange',
        access: 'public',
        summary: 'Sign in with the answer of the provider, or link the account that it names',
        transaction: 'own',
        duringFullStorage: true,
        errors: [
          'SIGN_IN_EXPIRED',
          'PROVIDER_UNAVAILABLE',
          'PROVIDER_ANSWER_REFUSED',
          'UNKNOWN_ACCOUNT',
          'SIGN_IN_NOT_ALLOWED',
          'TOO_MANY_REQUESTS',
          'ALREADY_EXISTS',
          'NOT_FOUND',
        ],
        input: {
          body: Type.Object({
            code: Type.String({ minLength: 1, maxLength: 4000 }),
            state: Type.String({ minLength: 1, maxLength: 200 }),
            iss: Type.Optional(Type.String({ maxLength: 500, description: 'As the provider sent it' })),
          }),
        },
        reply: Type.Union([
          Type.Object({ accessToken: Type.String(), userId: Type.Integer() }),
          Type.Object({ linked: Type.Literal(true), provider: Type.String(), account: Type.String() }),
        ]),
        handle: (ctx, { body }) => exchange(ctx, body, parts),
      }),
      ...ownAccountRoutes(secrets, env),
      route({
        method: 'GET',
        url: config,
        access: { screen, verb: 'read' },
        summary: '$routes.oidc.config',
        reply: providerReply,
        handle: (ctx) => readProviderConfig(ctx, ctx.db, parts),
      }),
      route({
        method: 'PUT',
        url: config,
        access: { screen, verb: 'update' },
        summary: 'Set the provider of third-party sign-in; a secret that is not sent stays',
        errors: ['VERSION_CONFLICT', 'RULE_BROKEN'],
        input: { body: providerBody },
        reply: providerReply,
        handle: async (ctx, { body }) =>
          new Reply(await saveProvider(ctx, body, parts), 'messages.provider.saved'),
      }),
      route({
        method: 'DELETE',
        url: config,
        access: { screen, verb: 'update' },
        summary: 'Remove the tenant’s own provider',
        reply: providerReply,
        handle: async (ctx) => new Reply(await removeProvider(ctx, parts), 'messages.provider.removed'),
      }),
      route({
        method: 'POST',
        url: `${config}/test`,
        access: { screen, verb: 'update' },
        summary:
          'Whether a provider answers and accepts the client; without settings, the stored ones are tested',
        transaction: 'own',
        idempotent: false,
        errors: ['PROVIDER_UNAVAILABLE', 'NOT_FOUND'],
        input: { body: testBody },
        reply: Type.Object({ issuer: Type.String(), endsSessions: Type.Boolean() }),
        handle: async (ctx, { body }) =>
          new Reply(await testProvider(ctx, body, parts), 'messages.provider.reached'),
      }),
    ],
  };
}
