import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Env, ProviderSettings } from '../../../env.ts';
import { isObject, type Json } from '../../../../contracts/json.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { readSecret } from '../../../platform/secrets/tenant-secrets.ts';
import { OpenIdProvider } from './provider.ts';

/** Name of the provider's settings among the secrets of a tenant. */
export const PROVIDER_SECRET = 'oidc';

export interface StoredProvider {
  settings: ProviderSettings;
  version: number;
}

/** The provider that a tenant set itself; null without one. */
export async function readOwnProvider(
  db: TenantTransaction,
  tenantId: number,
  secrets: Secrets,
  lock = false,
): Promise<StoredProvider | null> {
  const stored = await readSecret(db, secrets, tenantId, PROVIDER_SECRET, lock);
  return stored && { settings: parseProvider(stored.value), version: stored.version };
}

/** Reads the decrypted settings of a provider. */
export function parseProvider(value: string): ProviderSettings {
  const stored = JSON.parse(value) as Json;
  const values = isObject(stored) ? stored : {};
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  return {
    issuer: text('issuer'),
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    label: text('label'),
  };
}

/** The provider with which people of a tenant sign in: its own, else that of the process. Null while it is switched off. */
export async function readProvider(
  db: TenantTransaction,
  tenantId: number,
  secrets: Secrets,
  env: Env,
): Promise<OpenIdProvider | null> {
  const { rows } = await sql<{ isOn: boolean }>`
    select appearance->>'thirdPartySignIn' = 'true' as "isOn" from tenant where id = ${tenantId}`.execute(db);
  return rows[0]?.isOn === true ? readConfigured(db, tenantId, secrets, env) : null;
}

/** The provider that is set, whether it is switched on or not. */
export async function readConfigured(
  db: TenantTransaction,
  tenantId: number,
  secrets: Secrets,
  env: Env,
): Promise<OpenIdProvider | null> {
  const own = await readOwnProvider(db, tenantId, secrets);
  if (own) return providerOf(own.settings, env, 'tenant');
  return env.oidc && providerOf(env.oidc, env, 'process');
}

/** Private networks are open to the provider that the operator named, never to one that a tenant names. */
export function providerOf(
  settings: ProviderSettings,
  env: Env,
  setBy: 'tenant' | 'process',
): OpenIdProvider {
  return new OpenIdProvider(settings, {
    allowLoopback: env.profile === 'demo',
    allowPrivate: setBy === 'process',
  });
}
