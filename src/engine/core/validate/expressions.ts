import type { DefinitionFault } from '../contract.ts';
import { compileExpression, type CompiledExpression } from '../expressions/expression.ts';
import { expressionFault } from '../expressions/faults.ts';
import type { placeRoots } from '../expressions/roots.ts';
import { allRoots, everywhereRoots } from '../expressions/roots.ts';
import { isForbiddenKey, type Path } from '../paths.ts';
import { undeclared, type Declared } from './declared.ts';
import { fault } from './faults.ts';

export type PlaceRoot = (typeof placeRoots)[number];

/** An expression in its place: what it may see there and which sources there are. */
export interface ExpressionPlace {
  source: string;
  pointer: string;
  /** What is there beside the roots that are everywhere. */
  place: readonly PlaceRoot[];
}

/** Faults of what is read: roots nobody has, or that are not there in this place; what the document does not declare. */
export function referenceFaults(
  refs: readonly Path[],
  { pointer, place }: Omit<ExpressionPlace, 'source'>,
  declared: Declared,
): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  for (const path of refs) {
    const [root] = path;
    if (root === undefined) continue;
    const forbidden = path.find(isForbiddenKey);
    const missing = undeclared(path, declared);
    if (forbidden !== undefined) {
      faults.push(fault(pointer, 'forbidden-key', { key: forbidden }));
    } else if (!allRoots.includes(root)) {
      faults.push(fault(pointer, 'unknown-root', { root, known: everywhereRoots.join(', ') }));
    } else if (!(everywhereRoots as readonly string[]).includes(root) && !place.includes(root as PlaceRoot)) {
      faults.push(fault(pointer, 'root-not-here', { root }));
    } else if (missing) {
      faults.push(fault(pointer, missing.code, missing.values));
    }
  }
  return faults;
}

/** What can be said at once, without JSONata: all of plain expressions, the length of others. */
export function quickExpressionFaults(one: ExpressionPlace): DefinitionFault[] {
  try {
    const compiled = compileExpression(one.source);
    return compiled.plain ? referenceFaults(compiled.refs, one, {}) : [];
  } catch (error) {
    return [expressionFault(error, one.pointer)];
  }
}

/** One that reads nothing has one value, whenever it is asked: one that only fails, or never ends, is found here. */
async function constantFaults(compiled: CompiledExpression, pointer: string): Promise<DefinitionFault[]> {
  try {
    await compiled.evaluateAsync({});
    return [];
  } catch (error) {
    return [expressionFault(error, pointer)];
  }
}

async function scrutinized(source: string, pointer: string): Promise<DefinitionFault[]> {
  const { scrutinize } = await import('../expressions/scrutiny.ts');
  return scrutinize(source, pointer);
}

/** Everything that can be said about an expression without the values it reads. */
export async function expressionFaults(one: ExpressionPlace, declared: Declared): Promise<DefinitionFault[]> {
  const { source, pointer } = one;
  try {
    const compiled = compileExpression(source);
    const refs = await compiled.check();
    const seen = compiled.plain ? [] : await scrutinized(source, pointer);
    const named = new Set(
      seen.filter(({ code }) => code === 'forbidden-key').map(({ values }) => values.key),
    );
    // Told with its place already.
    const read = referenceFaults(refs, one, declared).filter(
      ({ code, values }) => code !== 'forbidden-key' || !named.has(values.key),
    );
    const faults = [...read, ...seen];
    return faults.length === 0 && refs.length === 0 ? constantFaults(compiled, pointer) : faults;
  } catch (error) {
    return [expressionFault(error, pointer)];
  }
}
