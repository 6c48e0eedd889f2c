import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { hashPassword } from './password-hash.ts';

export interface NewTenant {
  key: string;
  name: string;
  hosts: readonly string[];
  admin: { login: string; name: string; email: string; password: string };
}

/**
 * A tenant with its hosts, its administrators' group and its first administrator; all of it or nothing.
 * @param owner the database outside of tenants.
 * @throws DatabaseError 23505 for a key or a host that is taken.
 */
export async function createTenant(owner: Kysely<Tables>, tenant: NewTenant): Promise<number> {
  const passwordHash = await hashPassword(tenant.admin.password);
  return owner.transaction().execute(async (db) => (await insertTenant(db, tenant, passwordHash)).id);
}

/** The same inside of a transaction that makes more than the tenant. */
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
  // all_screens says nothing of special permissions: the administrators have the one there is.
  await db
    .insertInto('access_group_special')
    .values({ tenant_id: id, group_id: group, permission: 'user-profile-replacement-update' })
    .execute();
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
