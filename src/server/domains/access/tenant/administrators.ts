import { sql } from 'kysely';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { ruleBroken } from '../../../kernel/errors.ts';

/** Whether a person is in an active group that may do everything. */
export async function isAdministrator(db: TenantTransaction, userId: number): Promise<boolean> {
  const found = await administrators(db).where('m.user_id', '=', userId).executeTakeFirst();
  return found !== undefined;
}

/**
 * Checks that an administrator who can sign in stays. Call it before a person loses access (`withoutUser`), or after a group and its
 * members changed. Such changes of a tenant run one after the other, so that the second of the last two sees the first.
 * @throws AppError RULE_BROKEN
 */
export async function assertAdministratorLeft(
  db: TenantTransaction,
  { withoutUser = 0 }: { withoutUser?: number } = {},
): Promise<void> {
  await lockAdministrators(db);
  const other = await administrators(db)
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.user_id'),
    )
    .where('u.id', '!=', withoutUser)
    .where(canSignIn)
    .executeTakeFirst();
  if (other === undefined) throw ruleBroken('errors.user.lastAdministrator');
}

/** The one administrator who can sign in, who cannot be removed; null while there are others. */
export async function lastAdministrator(db: TenantTransaction): Promise<number | null> {
  const rows = await administrators(db)
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.user_id'),
    )
    .where(canSignIn)
    .distinct()
    .limit(2)
    .execute();
  return rows.length === 1 ? Number(rows[0]!.user_id) : null;
}

/** Waits for other changes of the tenant's administrators, until the transaction ends. */
export async function lockAdministrators(db: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'), current_setting('app.tenant_id')::int)`.execute(
    db,
  );
}

/** A person who is active and has a way of signing in: a password, or a linked account of the provider. */
const canSignIn = sql<boolean>`u.is_active and u.is_user and (u.auth_type = 'local' or exists (
  select from linked_account l where l.tenant_id = u.tenant_id and l.user_id = u.id))`;

function administrators(db: TenantTransaction) {
  return db
    .selectFrom('access_group_member as m')
    .innerJoin('access_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'),
    )
    .where('g.all_screens', '=', true)
    .where('g.is_active', '=', true)
    .select('m.user_id');
}
