import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';
import type { FileOwner } from '../../kernel/kernel-files.ts';
import { UNKEPT_HOURS } from './files.ts';

/** Hours for which a removal can be taken back. */
export const removedHours = UNKEPT_HOURS;

/**
 * Removes files of a record so that it can be taken back: nobody reads them any more, and their content is collected once they
 * have expired. Until then they count towards the quota.
 */
export async function setAside(
  db: TenantTransaction,
  owner: FileOwner,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update file set state = 'removed', expires_at = now() + make_interval(hours => ${removedHours}::int)
    where owner_kind = ${owner.kind} and owner_id = ${owner.id} and id = any (${[...ids]}::bigint[])
      and state in ('stored', 'missing')`.execute(db);
}

/** Returns removed files to their record. @returns the ids of those that were still kept */
export async function takeBack(
  db: TenantTransaction,
  owner: FileOwner,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update file set state = 'stored', expires_at = null
    where owner_kind = ${owner.kind} and owner_id = ${owner.id} and id = any (${[...ids]}::bigint[])
      and state = 'removed' and expires_at > now()
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
