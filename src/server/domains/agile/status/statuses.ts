import type { StatusCategory } from '../../../../contracts/agile.ts';
import type { TenantTransaction } from '../../../db/tables.ts';

export interface WorkStatus {
  id: number;
  category: StatusCategory;
  /** Null for the statuses of the product, whose names are texts. */
  title: string | null;
  color: string | null;
}

/** The statuses of the tenant by their ids. There are some dozens at most. */
export async function readStatuses(db: TenantTransaction): Promise<ReadonlyMap<number, WorkStatus>> {
  const rows = await db
    .selectFrom('work_status')
    .select(['id', 'category', 'title', 'color'])
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The categories of statuses by their ids, for `recordOp`. */
export const categoriesOf = (
  statuses: ReadonlyMap<number, WorkStatus>,
): ReadonlyMap<number, StatusCategory> =>
  new Map([...statuses.values()].map(({ id, category }) => [id, category]));
