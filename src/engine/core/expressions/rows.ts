import { counters } from '../counters.ts';
import type { Scope } from '../store.ts';
import { ExpressionError } from './errors.ts';
import { compileExpression, compileWrapped } from './expression.ts';
import { toBoolean } from './semantics.ts';

/**
 * A row expression over all rows of a page at once: one evaluation, never one per cell.
 * A promise only when the expression needs JSONata, in which the rows are mapped by a single expression. Missing values
 * are undefined, so the answer always has one item per row.
 * @throws or rejects with ExpressionError.
 */
export function evaluateRows(
  source: string,
  rows: readonly unknown[],
  scope: Scope,
): unknown[] | Promise<unknown[]> {
  const compiled = compileExpression(source);
  if (compiled.plain) {
    const counted = counters.evaluations;
    const values = rows.map((row) => compiled.evaluate({ ...scope, row }));
    counters.evaluations = counted + 1;
    return values;
  }
  return evaluateMapped(source, rows, scope);
}

/** Does a row's condition hold, by its result? As a node's condition does; while the result is not known, it does not. */
export const conditionHolds = (result: unknown): boolean =>
  typeof result === 'number' ? result !== 0 && !Number.isNaN(result) : toBoolean(result) === true;

const before = 'roots.{"value": [(';
const behind = '\n)]}';

async function evaluateMapped(source: string, rows: readonly unknown[], scope: Scope): Promise<unknown[]> {
  // Each row gets its own root: what stands at the expression's root is looked up there, so row and state are both seen.
  const roots = rows.map((row) => ({ ...scope, row }));
  // A list per row keeps missing values and lists apart from one another.
  const answer = await compileWrapped(`${before}${source}${behind}`)
    .evaluateAsync({ ...scope, roots })
    .catch((error: unknown) => {
      if (!(error instanceof ExpressionError)) throw error;
      const position = Math.min(Math.max(0, error.position - before.length), source.length);
      throw new ExpressionError(error.code, position, error.message, source);
    });
  const values = Array.isArray(answer) ? answer : [answer];
  return rows.map((_, index) => {
    const cell = (values[index] as { value?: unknown } | undefined)?.value;
    if (!Array.isArray(cell) || cell.length === 0) return undefined;
    return cell.length === 1 ? (cell[0] as unknown) : cell;
  });
}
