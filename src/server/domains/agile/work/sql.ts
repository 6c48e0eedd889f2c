import { sql } from 'kysely';

/** The rows of a statement as a JSON list. */
export const jsonRows = (select: ReturnType<typeof sql>) =>
  sql`coalesce((select json_agg(r) from (${select}) r), '[]'::json)`;

/** The condition of a filter that may be absent. */
export const equalsIfGiven = (column: string, value: number | undefined) =>
  value === undefined ? sql`true` : sql`${sql.raw(column)} = ${value}`;
