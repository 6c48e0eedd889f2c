import { sql } from 'kysely';
import type { TenantTransaction } from './database.ts';

/** Ids of the restricted projects that the person of the transaction may not see. */
export async function hiddenProjects(db: TenantTransaction): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select molde_hidden_projects() as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
