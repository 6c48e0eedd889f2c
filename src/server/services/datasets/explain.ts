import { CompiledQuery } from 'kysely';
import type { Json } from '../../../contracts/json.ts';
import type { TenantTransaction } from '../../db/tables.ts';
import type { CacheUse } from './cache.ts';

/** How a dataset was computed, for administrators. */
export interface Explanation {
  sql: string;
  /** Values of the places $1, $2… of the statement. */
  parameters: Json[];
  /** Lines of the database's plan, with the rows that it expected and those that it found. */
  plan: string[];
  /** Milliseconds of the run that the plan belongs to. */
  milliseconds: number;
  /** How a reader with the same rights and values would have found the rows now. */
  cache: CacheUse;
  topics: string[];
}

/** Runs the statement once more and returns the database's plan of that run. The transaction must not write. */
export async function planOf(
  db: TenantTransaction,
  text: string,
  parameters: readonly unknown[],
): Promise<Pick<Explanation, 'plan' | 'milliseconds'>> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain (analyze, timing off) ${text}`, [...parameters]),
  );
  const plan = rows.map((row) => row['QUERY PLAN']);
  const time = plan.map((line) => /^Execution Time: ([\d.]+) ms$/.exec(line)?.[1]).find(Boolean);
  return { plan, milliseconds: Number(time ?? 0) };
}
