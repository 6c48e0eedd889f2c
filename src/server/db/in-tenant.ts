import type { Database } from './database.ts';
import type { TenantTransaction } from './tables.ts';

/** Runs work in a transaction of a tenant, with no session: a result commits it, an error rolls it back. */
export async function inTenant<T>(
  database: Pick<Database, 'enter'>,
  tenantId: number,
  mode: 'read' | 'write',
  work: (db: TenantTransaction) => Promise<T>,
): Promise<T> {
  const session = await database.enter(tenantId, null, mode);
  try {
    const result = await work(session.db);
    await session.commit();
    return result;
  } catch (error) {
    await session.rollback();
    throw error;
  }
}
