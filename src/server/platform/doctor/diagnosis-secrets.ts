import { sql, type Kysely } from 'kysely';
import { StartError } from '../../db/start-error.ts';
import type { Tables } from '../../db/tables.ts';
import type { Env } from '../../env.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { assertKeysKnown, readSecrets } from '../secrets/open-secrets.ts';
import { SecretError, type SealedValue, type Secrets } from '../secrets/secrets.ts';

/** A setting of a tenant that is stored encrypted. */
export interface StoredSetting {
  tenantId: number;
  tenant: string;
  name: string;
  /** A host of the tenant, to which its provider sends people back; null without one. */
  host: string | null;
}

type StoredRow = StoredSetting & SealedValue;

/** Examinations of the providers of sign-in, which the platform does not know. */
export interface ProviderExamination {
  /** The provider that the operator set for all tenants. */
  own(env: Env): Promise<Finding[]>;
  /** A setting of a tenant, decrypted: nothing is found in one of another name. */
  stored(setting: StoredSetting, value: string, env: Env): Promise<Finding[]>;
}

/** Examines SECRETS_KEY against the settings that are stored, and the providers that those settings name. */
export async function examineSecrets(
  owner: Kysely<Tables>,
  env: Env,
  providers: ProviderExamination,
): Promise<Finding[]> {
  const { rows } = await sql<StoredRow>`
    select s.tenant_id as "tenantId", t.key as tenant, s.name, s.key_id as "keyId", s.sealed,
      (select min(h.host) from tenant_host h where h.tenant_id = t.id) as host
    from tenant_secret s join tenant t on t.id = s.tenant_id where t.is_active order by t.key, s.name`.execute(
    owner,
  );
  const secrets = readSecrets(env, env.dataDir);
  const findings = await examineKeys(owner, secrets, rows);
  for (const row of rows.filter(({ keyId }) => secrets.has(keyId)))
    findings.push(...(await examineRow(row, secrets, env, providers)));
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

async function examineRow(
  row: StoredRow,
  secrets: Secrets,
  env: Env,
  providers: ProviderExamination,
): Promise<Finding[]> {
  try {
    const value = secrets.open(row.tenantId, row.name, row);
    return await providers.stored(row, value, env);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    return [
      problem(
        `the setting ${row.name} of ${row.tenant} cannot be decrypted (${error.message}); restore it from a backup, or enter it again`,
      ),
    ];
  }
}
