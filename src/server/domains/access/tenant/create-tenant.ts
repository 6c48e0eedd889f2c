import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import { hashPassword } from '../password/password-hash.ts';

export interface NewTenant {
  key: string;
  name: string;
  hosts: readonly string[];
  admin: { login: string; name: string; email: string; password: string };
}

/**
 * Creates a tenant with its hosts, its administrators' group and its first administrator, in one transaction.
 * @param owner the database as the owner of its tables.
 * @throws DatabaseError 23505 for a key or a host that is taken.
 */
export async function createTenant(owner: Kysely<Tables>, tenant: NewTenant): Promise<number> {
  const passwordHash = await hashPassword(tenant.admin.password);
  return owner.transaction().execute(async (db) => (await insertTenant(db, tenant, passwordHash)).id);
}

/** Creates a tenant within the caller's transaction. */
export async function insertTenant(
  db: Transaction<Tables>,
  tenant: NewTenant,
  passwordHash: string,
): Promise<{ id: number; adminId: number }> {
  const { id } = await db
    .insertInto('tenant')
    .values({ key: tenant.key, name: tenant.name })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (tenant.hosts.length > 0) {
    const rows = tenant.hosts.map((host) => ({ host: host.toLowerCase(), tenant_id: id }));
    await db.insertInto('tenant_host').values(rows).execute();
  }
  const { id: group } = await db
    .insertInto('access_group')
    .values({
      tenant_id: id,
      name: 'Administradores',
      description: 'Acesso a todas as telas',
      all_screens: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { login, name, email } = tenant.admin;
  const { id: adminId } = await db
    .insertInto('app_user')
    .values({ tenant_id: id, name, email, login, password_hash: passwordHash, is_user: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('access_group_member')
    .values({ tenant_id: id, group_id: group, user_id: adminId })
    .execute();
  return { id, adminId };
}
