import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { Tables } from '../db/tables.ts';

interface Plan {
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

const removedBy = (plan: Plan): number =>
  ((plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)) *
    (plan['Actual Loops'] ?? 1) +
  (plan.Plans ?? []).reduce((sum, part) => sum + removedBy(part), 0);

/** Rows that the selects with a `with` read and dropped while `work` ran, those of nested loops included. */
export async function droppedRows(work: () => Promise<unknown>): Promise<number> {
  const query = pg.Client.prototype.query as unknown as (
    this: pg.Client,
    ...given: unknown[]
  ) => Promise<pg.QueryResult<{ 'QUERY PLAN': { Plan: Plan }[] }>>;
  let dropped = 0;
  async function explained(this: pg.Client, given: unknown, ...rest: unknown[]) {
    const { text, values } = (
      typeof given === 'string' ? { text: given, values: rest[0] } : given
    ) as pg.QueryConfig;
    if (/^\s*with /.test(text)) {
      const { rows } = await query.call(this, `explain (analyze, format json) ${text}`, values);
      dropped += removedBy(rows[0]!['QUERY PLAN'][0]!.Plan);
    }
    return query.call(this, given, ...rest);
  }
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(explained as never);
  try {
    await work();
    return dropped;
  } finally {
    spy.mockRestore();
  }
}

/**
 * Counts the statistics of a table, and waits until nearly all of its pages are known to be visible, as plans of index-only scans
 * count on. A transaction that is open meanwhile, of a job of the server, keeps some from it.
 */
export async function vacuum(owner: Kysely<Tables>, table: string): Promise<void> {
  await vi.waitFor(async () => {
    await sql`vacuum analyze ${sql.table(table)}`.execute(owner);
    const { rows } = await sql<{ isVisible: boolean }>`
      select relallvisible >= 0.95 * relpages as "isVisible" from pg_class where oid = ${table}::regclass`.execute(
      owner,
    );
    expect(rows).toEqual([{ isVisible: true }]);
  });
}
