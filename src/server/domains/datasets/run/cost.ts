import { CompiledQuery } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { ruleBroken } from '../../../kernel/errors.ts';

/** Rows that one step of a plan may be expected to make. */
const MOST_ROWS = 20_000_000;
/** Cost that a plan may have, in the unit of the database: a hundred times that of grouping a million records. */
const MOST_COST = 10_000_000;

interface PlanNode {
  'Plan Rows': number;
  'Total Cost': number;
  Plans?: PlanNode[];
}

const rowsOf = (node: PlanNode): number => Math.max(node['Plan Rows'], ...(node.Plans ?? []).map(rowsOf));

/** The rows that the database expects a step of a statement to make, and whether the statement may run. */
export async function expectationOf(
  db: TenantTransaction,
  text: string,
  parameters: readonly unknown[],
): Promise<{ rows: number; isAffordable: boolean }> {
  const { rows: found } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]),
  );
  const plan = found[0]!['QUERY PLAN'][0].Plan;
  const rows = rowsOf(plan);
  return { rows, isAffordable: rows <= MOST_ROWS && plan['Total Cost'] <= MOST_COST };
}

/**
 * Refuses a statement before it runs if the database expects it to read far more than it may: paths can multiply records, and a
 * time limit alone would let each try take its whole time.
 * @throws AppError RULE_BROKEN that says how many rows were expected
 */
export async function assertAffordable(
  db: TenantTransaction,
  text: string,
  parameters: readonly unknown[],
): Promise<void> {
  const { rows, isAffordable } = await expectationOf(db, text, parameters);
  if (!isAffordable) throw ruleBroken('errors.dataset.cost', { params: { rows } });
}
