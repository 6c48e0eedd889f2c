import { CompiledQuery } from 'kysely';
import type { Json } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { CacheUse } from './cache.ts';
import { expectationOf } from './cost.ts';

/** How a dataset was computed, for administrators. */
export interface Explanation {
  sql: string;
  /** Values of the places $1, $2… of the statement. */
  parameters: Json[];
  /** Lines of the database's plan, with the rows that it expected and, if it ran, those that it found. */
  plan: string[];
  /** Milliseconds of the run that the plan belongs to; null for a statement that may not run, since it would read too much. */
  milliseconds: number | null;
  /** How a reader with the same rights and values would have found the rows now. */
  cache: CacheUse;
  topics: string[];
  /** Seconds after which the rows may be others without an event. */
  maxAge: number | null;
}

/** Runs the statement once more, if it may run, and returns the database's plan of it. The transaction must not write. */
export async function planOf(
  db: TenantTransaction,
  text: string,
  parameters: readonly unknown[],
): Promise<Pick<Explanation, 'plan' | 'milliseconds'>> {
  const { isAffordable } = await expectationOf(db, text, parameters);
  const how = isAffordable ? 'analyze, timing off' : 'verbose off';
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain (${how}) ${text}`, [...parameters]),
  );
  const plan = rows.map((row) => row['QUERY PLAN']);
  const time = plan.map((line) => /^Execution Time: ([\d.]+) ms$/.exec(line)?.[1]).find(Boolean);
  return { plan, milliseconds: time === undefined ? null : Number(time) };
}
