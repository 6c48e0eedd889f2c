import type { Database } from './database.ts';
import type { TenantTransaction } from './tables.ts';

/**
 * Runs work in a transaction of a tenant, with no session: a result commits it, an error rolls it back.
 * @param signal cancels the statement that is under way, and the transaction with it
 */
export async function inTenant<T>(
  database: Pick<Database, 'enter'>,
  tenantId: number,
  mode: 'read' | 'write',
  work: (db: TenantTransaction) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const session = await database.enter(tenantId, null, mode);
  const cancel = (): void => session.cancel(signal?.reason as Error);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    const result = await work(session.db);
    await session.commit();
    return result;
  } catch (error) {
    await session.rollback();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
