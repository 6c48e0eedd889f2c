import { sql, type RawBuilder } from 'kysely';
import type { ListPage } from '../../contracts/errors.ts';
import type { TenantTransaction } from './database.ts';
import type { ListRequest } from './list.ts';

/** The parts of the one statement that reads a page of rows and their number. */
interface PageParts {
  /** Source that `total` and `rows` select from: `matching as (select …)`. */
  matching?: RawBuilder<unknown>;
  /** A number: a query without its parentheses, or a parameter. */
  total: RawBuilder<unknown>;
  /** The rows in their order, without a limit. */
  rows: RawBuilder<unknown>;
}

/** Reads a page and the total in one statement. */
export async function selectPage<Row>(
  db: TenantTransaction,
  { page, perPage, offset }: Pick<ListRequest<unknown>, 'page' | 'perPage' | 'offset'>,
  { matching, total, rows: selected }: PageParts,
): Promise<ListPage<Row>> {
  const { rows } = await sql<{ total: number; rows: Row[] }>`
    ${matching === undefined ? sql`` : sql`with ${matching}`}
    select (${total})::int as total, coalesce((
      select json_agg(paged) from (${selected} limit ${perPage} offset ${offset}) paged
    ), '[]'::json) as rows`.execute(db);
  return { page, perPage, totalRows: rows[0]?.total ?? 0, rows: rows[0]?.rows ?? [] };
}
