import { sql, type Kysely } from 'kysely';
import { StartError } from '../../db/start-error.ts';
import type { Tables } from '../../db/tables.ts';
import type { Env, ProviderSettings } from '../../env.ts';
import { AppError } from '../../kernel/errors.ts';
import { text } from '../../kernel/texts.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { parseProvider, providerOf, PROVIDER_SECRET } from '../../domains/access/oidc/provider-settings.ts';
import { assertKeysKnown, readSecrets } from '../secrets/open-secrets.ts';
import { SecretError, type SealedValue, type Secrets } from '../secrets/secrets.ts';

interface StoredRow extends SealedValue {
  tenantId: number;
  tenant: string;
  name: string;
  /** A host of the tenant, to which its provider sends people back; null without one. */
  host: string | null;
}

/** Examines SECRETS_KEY against the settings that are stored, and the providers that those settings name. */
export async function examineSecrets(owner: Kysely<Tables>, env: Env): Promise<Finding[]> {
  const { rows } = await sql<StoredRow>`
    select s.tenant_id as "tenantId", t.key as tenant, s.name, s.key_id as "keyId", s.sealed,
      (select min(h.host) from tenant_host h where h.tenant_id = t.id) as host
    from tenant_secret s join tenant t on t.id = s.tenant_id where t.is_active order by t.key, s.name`.execute(
    owner,
  );
  const secrets = readSecrets(env, env.dataDir);
  const findings = await examineKeys(owner, secrets, rows);
  for (const row of rows.filter(({ keyId }) => secrets.has(keyId)))
    findings.push(...(await examineRow(row, secrets, env)));
  return findings;
}

async function examineKeys(
  owner: Kysely<Tables>,
  secrets: Secrets,
  rows: readonly StoredRow[],
): Promise<Finding[]> {
  try {
    await assertKeysKnown(owner, secrets);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [problem(`${error.message}; until then the server does not start`)];
  }
  if (rows.length === 0) return [];
  const old = rows.filter(({ keyId }) => keyId !== secrets.currentKeyId);
  if (old.length === 0) return [ok('SECRETS_KEY: every stored setting is encrypted with it')];
  return [
    warning(
      `SECRETS_KEY: settings of ${[...new Set(old.map(({ tenant }) => tenant))].join(', ')} are still encrypted with the key before; run npm run secrets -- rotate`,
    ),
  ];
}

async function examineRow(row: StoredRow, secrets: Secrets, env: Env): Promise<Finding[]> {
  try {
    const value = secrets.open(row.tenantId, row.name, row);
    if (row.name !== PROVIDER_SECRET) return [];
    return [await examineProvider(`of ${row.tenant}`, parseProvider(value), 'tenant', env, row.host)];
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    return [
      problem(
        `the setting ${row.name} of ${row.tenant} cannot be decrypted (${error.message}); restore it from a backup, or enter it again`,
      ),
    ];
  }
}

/** Examines the provider that the operator set for all tenants. */
export async function examineOwnProvider(env: Env): Promise<Finding[]> {
  return env.oidc ? [await examineProvider('of OIDC_ISSUER', env.oidc, 'process', env, null)] : [];
}

async function examineProvider(
  whose: string,
  settings: ProviderSettings,
  setBy: 'tenant' | 'process',
  env: Env,
  host: string | null,
): Promise<Finding> {
  const redirectUri = `${env.publicOrigin.replace('{host}', host ?? 'localhost')}/authenticate`;
  try {
    await providerOf(settings, env, setBy).examine(redirectUri);
    return ok(`sign-in: the provider ${whose}, ${settings.issuer}, answers`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, params } = error.options;
    return problem(
      `sign-in: the provider ${whose}, ${settings.issuer}, cannot be used. ${text('en', message ?? error.code, params)}`,
    );
  }
}
