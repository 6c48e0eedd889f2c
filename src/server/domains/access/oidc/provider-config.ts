import { Type, type Static } from 'typebox';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { AppError, invalid, ruleBroken } from '../../../kernel/errors.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isIssuer } from './issuer.ts';
import { PROVIDER_SECRET, providerOf, readOwnProvider, type StoredProvider } from './provider-settings.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { deleteSecret, writeSecret } from '../../../platform/secrets/tenant-secrets.ts';
import { ownAddresses } from './begin.ts';

/** The provider as administrators see it: of the secret only whether there is one. */
export const providerReply = Type.Object({
  /** Owner of the settings: the tenant, the operator for all tenants, or nobody. */
  source: Type.Union([Type.Literal('tenant'), Type.Literal('process'), Type.Literal('none')]),
  issuer: Type.String(),
  clientId: Type.String(),
  label: Type.String(),
  hasSecret: Type.Boolean(),
  version: Type.Integer(),
  redirectUri: Type.String(),
  signedOutUri: Type.String(),
});

export const providerBody = Type.Object({
  issuer: Type.String({ maxLength: 500, description: 'Address of the provider, https' }),
  clientId: Type.String({ maxLength: 500 }),
  clientSecret: Type.Optional(
    Type.Union([Type.String({ maxLength: 2000 }), Type.Null()], {
      description: 'Missing: stays as it is; null: removed',
    }),
  ),
  label: Type.String({ maxLength: 60, description: 'Name on the button of the sign-in page' }),
  version: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** Settings to test; without any, those that are stored. */
export const testBody = Type.Partial(Type.Pick(providerBody, ['issuer', 'clientId', 'clientSecret']));

type Ctx = Context;
interface Parts {
  secrets: Secrets;
  env: Platform['env'];
}

export async function readProviderConfig(
  ctx: Ctx,
  db: TenantTransaction,
  { secrets, env }: Parts,
): Promise<Static<typeof providerReply>> {
  const own = await readOwnProvider(db, ctx.tenant.id, secrets);
  const settings = own?.settings ?? env.oidc;
  return {
    source: own ? 'tenant' : env.oidc ? 'process' : 'none',
    issuer: settings?.issuer ?? '',
    clientId: settings?.clientId ?? '',
    label: settings?.label ?? '',
    hasSecret: (settings?.clientSecret ?? '') !== '',
    version: own?.version ?? 0,
    ...ownAddresses(env, ctx.host),
  };
}

/**
 * Stores the tenant's own provider, encrypted.
 * @throws AppError VALIDATION_FAILED, VERSION_CONFLICT, RULE_BROKEN without SECRETS_KEY
 */
export async function saveProvider(
  ctx: Ctx,
  { version, clientSecret, ...body }: Static<typeof providerBody>,
  parts: Parts,
): Promise<Static<typeof providerReply>> {
  const { secrets, env } = parts;
  const next = { issuer: body.issuer.trim(), clientId: body.clientId.trim(), label: body.label.trim() };
  const errors = [
    ...issuerErrors(next.issuer, env),
    ...requiredErrors('/clientId', next.clientId),
    ...requiredErrors('/label', next.label),
  ];
  if (errors.length > 0) throw invalid(errors);
  if (secrets.currentKeyId === null) throw ruleBroken('errors.provider.noKey');
  const expected = expectedVersion(ctx, version);
  const before = await readOwnProvider(ctx.db, ctx.tenant.id, secrets, true);
  const { unconditional } = await assertVersion(expected, before?.version ?? 0, () =>
    readProviderConfig(ctx, ctx.db, parts),
  );
  const old = before?.settings;
  const settings: StoredProvider['settings'] = {
    ...next,
    clientSecret: secretFor(next.issuer, clientSecret, old),
  };
  await writeSecret(ctx.db, secrets, ctx.tenant.id, PROVIDER_SECRET, JSON.stringify(settings));
  await audit(ctx, {
    entity: 'sign-in-provider',
    entityId: PROVIDER_SECRET,
    action: before ? 'update' : 'create',
    before: old ? shown(old) : null,
    after: {
      ...shown(settings),
      ...(settings.clientSecret !== (old?.clientSecret ?? '') && { clientSecret: 'changed' }),
    },
    unconditional,
  });
  return readProviderConfig(ctx, ctx.db, parts);
}

/** Removes the tenant's own provider. */
export async function removeProvider(ctx: Ctx, parts: Parts): Promise<Static<typeof providerReply>> {
  const before = await readOwnProvider(ctx.db, ctx.tenant.id, parts.secrets, true);
  if (before && (await deleteSecret(ctx.db, PROVIDER_SECRET)))
    await audit(ctx, {
      entity: 'sign-in-provider',
      entityId: PROVIDER_SECRET,
      action: 'delete',
      before: shown(before.settings),
      after: null,
    });
  return readProviderConfig(ctx, ctx.db, parts);
}

/**
 * Tests the settings as they are typed; without any, those that are stored. Nothing is stored.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND without any settings, PROVIDER_UNAVAILABLE
 */
export async function testProvider(
  ctx: Ctx,
  typed: Static<typeof testBody>,
  { secrets, env }: Parts,
): Promise<{ issuer: string; endsSessions: boolean }> {
  const own = await ctx.transaction((db) => readOwnProvider(db, ctx.tenant.id, secrets), 'read');
  const { redirectUri } = ownAddresses(env, ctx.host);
  if (Object.keys(typed).length === 0) {
    const stored = own?.settings ?? env.oidc;
    if (!stored) throw new AppError('NOT_FOUND');
    return providerOf(stored, env, own ? 'tenant' : 'process').examine(redirectUri);
  }
  const issuer = (typed.issuer ?? '').trim();
  const clientId = (typed.clientId ?? '').trim();
  const errors = [...issuerErrors(issuer, env), ...requiredErrors('/clientId', clientId)];
  if (errors.length > 0) throw invalid(errors);
  const clientSecret = secretFor(issuer, typed.clientSecret, own?.settings);
  // An address that a tenant types never reaches a private network, also where it repeats the operator's.
  return providerOf({ issuer, clientId, clientSecret, label: '' }, env, 'tenant').examine(redirectUri);
}

const issuerErrors = (issuer: string, env: Platform['env']) =>
  isIssuer(issuer, env.profile === 'demo') ? [] : [{ path: '/issuer', key: 'errors.provider.issuer' }];

const requiredErrors = (path: string, value: string) =>
  value === '' ? [{ path, key: 'errors.provider.required' }] : [];

/**
 * The secret that settings have: the typed one, or the stored one when none is typed. A person who does not know the stored secret
 * must not have it sent to another server.
 * @throws AppError VALIDATION_FAILED when the issuer is not the one that the stored secret belongs to
 */
function secretFor(
  issuer: string,
  typed: string | null | undefined,
  stored: StoredProvider['settings'] | undefined,
): string {
  if (typed !== undefined) return typed ?? '';
  if (!stored || stored.clientSecret === '') return '';
  if (stored.issuer !== issuer)
    throw invalid([{ path: '/clientSecret', key: 'errors.provider.secretAgain' }]);
  return stored.clientSecret;
}

/** Settings as the audit keeps them. */
const shown = ({ issuer, clientId, label }: StoredProvider['settings']) => ({ issuer, clientId, label });
