import type { DefinitionFault } from '../contract.ts';
import { ExpressionError } from '../expressions/error.ts';
import { compileExpression } from '../expressions/expression.ts';
import type { placeRoots } from '../expressions/roots.ts';
import { allRoots, everywhereRoots } from '../expressions/roots.ts';
import type { Path } from '../paths.ts';
import { fault } from './faults.ts';

export type PlaceRoot = (typeof placeRoots)[number];

/** An expression in its place: what it may see there and which sources there are. */
export interface ExpressionPlace {
  source: string;
  pointer: string;
  /** What is there beside the roots that are everywhere. */
  place: readonly PlaceRoot[];
}

/** Faults of what an expression reads: roots nobody has, or that are not there in this place; sources nobody declared. */
export function referenceFaults(
  refs: readonly Path[],
  { pointer, place }: Omit<ExpressionPlace, 'source'>,
  sources: ReadonlySet<string> | null,
): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  for (const [root, second] of refs) {
    if (root === undefined) continue;
    if (!allRoots.includes(root)) {
      faults.push(fault(pointer, 'unknown-root', { root, known: everywhereRoots.join(', ') }));
    } else if (!(everywhereRoots as readonly string[]).includes(root) && !place.includes(root as PlaceRoot)) {
      faults.push(fault(pointer, 'root-not-here', { root }));
    } else if (root === 'data' && second !== undefined && sources && !sources.has(second)) {
      faults.push(fault(pointer, 'unknown-source', { source: second }));
    }
  }
  return faults;
}

function faultOfError(error: unknown, pointer: string): DefinitionFault {
  if (!(error instanceof ExpressionError)) {
    return fault(pointer, 'expression', {
      message: String(error),
      code: 'UNKNOWN',
      position: 0,
      line: 1,
      column: 1,
    });
  }
  const { message, code, position } = error;
  return fault(pointer, 'expression', { message, code, position, ...error.place });
}

/** What can be said at once, without JSONata: all of plain expressions, the length of others. */
export function quickExpressionFaults(
  one: ExpressionPlace,
  sources: ReadonlySet<string> | null,
): DefinitionFault[] {
  try {
    const compiled = compileExpression(one.source);
    return compiled.plain ? referenceFaults(compiled.refs, one, sources) : [];
  } catch (error) {
    return [faultOfError(error, one.pointer)];
  }
}

/** Everything that can be said about an expression without running it. */
export async function expressionFaults(
  one: ExpressionPlace,
  sources: ReadonlySet<string> | null,
): Promise<DefinitionFault[]> {
  try {
    return referenceFaults(await compileExpression(one.source).check(), one, sources);
  } catch (error) {
    return [faultOfError(error, one.pointer)];
  }
}
