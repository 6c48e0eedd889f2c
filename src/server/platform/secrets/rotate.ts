import type { Database } from '../../db/database.ts';
import type { Secrets } from './secrets.ts';

/**
 * Encrypts every secret that has another key with the current one, in one transaction per tenant. A run that was interrupted
 * is simply repeated.
 * @returns how many were encrypted again, and of how many tenants
 * @throws SecretError when one cannot be read; the tenants before it are done
 */
export async function rotateSecrets(
  { owner }: Pick<Database, 'owner'>,
  secrets: Secrets,
): Promise<{ secrets: number; tenants: number }> {
  const keyId = secrets.currentKeyId;
  const tenants = await owner
    .selectFrom('tenant_secret')
    .select('tenant_id')
    .distinct()
    .where('key_id', '!=', keyId ?? '')
    .orderBy('tenant_id')
    .execute();
  let count = 0;
  for (const { tenant_id: tenantId } of tenants) {
    count += await owner.transaction().execute(async (db) => {
      const rows = await db
        .selectFrom('tenant_secret')
        .select(['name', 'key_id as keyId', 'sealed'])
        .where('tenant_id', '=', tenantId)
        .where('key_id', '!=', keyId ?? '')
        .orderBy('name')
        .forUpdate()
        .execute();
      for (const { name, ...stored } of rows) {
        const { keyId: newKeyId, sealed } = secrets.seal(
          tenantId,
          name,
          secrets.open(tenantId, name, stored),
        );
        await db
          .updateTable('tenant_secret')
          .set({ key_id: newKeyId, sealed })
          .where('tenant_id', '=', tenantId)
          .where('name', '=', name)
          .execute();
      }
      return rows.length;
    });
  }
  return { secrets: count, tenants: tenants.length };
}
