import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';
import type { Secrets } from './secrets.ts';

export interface StoredSecret {
  value: string;
  version: number;
}

/** Reads an encrypted setting of the transaction's tenant. @throws SecretError */
export async function readSecret(
  db: TenantTransaction,
  secrets: Secrets,
  tenantId: number,
  name: string,
  lock = false,
): Promise<StoredSecret | null> {
  const query = db
    .selectFrom('tenant_secret')
    .select(['key_id as keyId', 'sealed', 'version'])
    .where('name', '=', name);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? { value: secrets.open(tenantId, name, row), version: row.version } : null;
}

/** Stores a setting encrypted with the current key. @returns its version */
export async function writeSecret(
  db: TenantTransaction,
  secrets: Secrets,
  tenantId: number,
  name: string,
  value: string,
): Promise<number> {
  const { keyId, sealed } = secrets.seal(tenantId, name, value);
  const { rows } = await sql<{ version: number }>`
    insert into tenant_secret (tenant_id, name, key_id, sealed)
    values (current_setting('app.tenant_id')::int, ${name}, ${keyId}, ${sealed})
    on conflict (tenant_id, name) do update set key_id = excluded.key_id, sealed = excluded.sealed,
      version = tenant_secret.version + 1, updated_at = now()
    returning version`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a setting was not stored');
  return row.version;
}

/** @returns whether there was one */
export async function deleteSecret(db: TenantTransaction, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('tenant_secret').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
