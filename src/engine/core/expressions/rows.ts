import { counters } from '../counters.ts';
import type { Scope } from '../screen/store.ts';
import { excerpt, ExpressionError } from './errors.ts';
import { compileExpression, compileWrapped } from './expression.ts';
import { limits } from './limits.ts';
import { toBoolean } from './semantics.ts';
import { locateTokens } from './tokens.ts';

/**
 * Evaluates a row expression for all rows of a page in one evaluation. The result is a promise only for expressions
 * outside the plain subset, where one JSONata expression maps all rows. It has one item per row; missing values are
 * undefined. Its steps grow with the rows.
 * @param isWanted false once a newer evaluation replaces this one.
 * @throws or rejects with ExpressionError.
 */
export function evaluateRows(
  source: string,
  rows: readonly unknown[],
  scope: Scope,
  isWanted?: () => boolean,
): unknown[] | Promise<unknown[]> {
  const compiled = compileExpression(source);
  if (compiled.plain) {
    const counted = counters.evaluations;
    const values = rows.map((row) => compiled.evaluate({ ...scope, row }));
    counters.evaluations = counted + 1;
    return values;
  }
  return evaluateMapped(source, rows, scope, isWanted);
}

/** Whether a condition's result counts as true, for rows and nodes alike; a pending result counts as false. */
export const conditionHolds = (result: unknown): boolean =>
  typeof result === 'number' ? result !== 0 && !Number.isNaN(result) : toBoolean(result) === true;

/** Name of the row's own root in a mapped expression: as long as `$$`, so that positions in the author's text stay. */
const ownRoot = '$ℛ';
const prefix = `roots.(${ownRoot} := $; {"value": [(`;
const suffix = '\n)]})';

/** The expression with the row's own root in the place of `$$`, which would be the root of all rows. */
function withOwnRoot(source: string): string {
  const tokens = source.includes('$$') ? (locateTokens(source) ?? []) : [];
  const whole = tokens.filter(({ kind, text }) => kind === 'variable' && text === '$');
  return whole.reduce(
    (text, { position, end }) => text.slice(0, position) + ownRoot + text.slice(end),
    source,
  );
}

async function evaluateMapped(
  source: string,
  rows: readonly unknown[],
  scope: Scope,
  isWanted?: () => boolean,
): Promise<unknown[]> {
  const steps = Math.min(limits.steps + rows.length * limits.stepsPerRow, limits.rowsSteps);
  // Each row gets its own root, because JSONata looks up the expression's names there; it holds the row and the
  // scope.
  const roots = rows.map((row) => ({ ...scope, row }));
  // One list per row keeps missing values and list values of different rows apart.
  const result = await compileWrapped(`${prefix}${withOwnRoot(source)}${suffix}`)
    .evaluateAsync({ ...scope, roots }, isWanted, steps)
    .catch((error: unknown) => {
      if (!(error instanceof ExpressionError)) throw error;
      const position = Math.min(Math.max(0, error.position - prefix.length), source.length);
      throw new ExpressionError(error.code, position, error.message, source, {
        ...error.values,
        ...(error.code === 'WORK' ? { expression: excerpt(source) } : {}),
      });
    });
  const values = Array.isArray(result) ? result : [result];
  return rows.map((_, index) => {
    const list = (values[index] as { value?: unknown } | undefined)?.value;
    if (!Array.isArray(list) || list.length === 0) return undefined;
    return list.length === 1 ? (list[0] as unknown) : list;
  });
}
