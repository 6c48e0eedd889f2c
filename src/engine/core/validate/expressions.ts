import type { Diagnostic } from '../contract.ts';
import { compileExpression, type CompiledExpression } from '../expressions/expression.ts';
import { expressionDiagnostic } from '../expressions/diagnostics.ts';
import type { localRoots } from '../expressions/roots.ts';
import { allRoots, globalRoots } from '../expressions/roots.ts';
import { isForbiddenKey, type Path } from '../paths.ts';
import { undeclared, type Declared } from './declared.ts';
import { diagnostic } from './diagnostics.ts';

export type LocalRoot = (typeof localRoots)[number];

/** An expression in its place: what it may see there and which sources there are. */
export interface ExpressionUse {
  source: string;
  pointer: string;
  /** What is there beside the roots that are everywhere. */
  place: readonly LocalRoot[];
}

/** Faults of what is read: roots nobody has, or that are not there in this place; what the document does not declare. */
export function referenceDiagnostics(
  refs: readonly Path[],
  { pointer, place }: Omit<ExpressionUse, 'source'>,
  declared: Declared,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const path of refs) {
    const [root] = path;
    if (root === undefined) continue;
    const forbidden = path.find(isForbiddenKey);
    const missing = undeclared(path, declared);
    if (forbidden !== undefined) {
      diagnostics.push(diagnostic(pointer, 'forbidden-key', { key: forbidden }));
    } else if (!allRoots.includes(root)) {
      diagnostics.push(diagnostic(pointer, 'unknown-root', { root, known: globalRoots.join(', ') }));
    } else if (!(globalRoots as readonly string[]).includes(root) && !place.includes(root as LocalRoot)) {
      diagnostics.push(diagnostic(pointer, 'root-not-here', { root }));
    } else if (missing) {
      diagnostics.push(diagnostic(pointer, missing.code, missing.values));
    }
  }
  return diagnostics;
}

/** What can be said at once, without JSONata: all of plain expressions, the length of others. */
export function quickExpressionDiagnostics(one: ExpressionUse): Diagnostic[] {
  try {
    const compiled = compileExpression(one.source);
    return compiled.plain ? referenceDiagnostics(compiled.refs, one, {}) : [];
  } catch (error) {
    return [expressionDiagnostic(error, one.pointer)];
  }
}

/** One that reads nothing has one value, whenever it is asked: one that only fails, or never ends, is found here. */
async function constantDiagnostics(compiled: CompiledExpression, pointer: string): Promise<Diagnostic[]> {
  try {
    await compiled.evaluateAsync({});
    return [];
  } catch (error) {
    return [expressionDiagnostic(error, pointer)];
  }
}

async function scrutinized(source: string, pointer: string): Promise<Diagnostic[]> {
  const { lintExpression } = await import('../expressions/lint.ts');
  return lintExpression(source, pointer);
}

/** Everything that can be said about an expression without the values it reads. */
export async function expressionDiagnostics(one: ExpressionUse, declared: Declared): Promise<Diagnostic[]> {
  const { source, pointer } = one;
  try {
    const compiled = compileExpression(source);
    const refs = await compiled.check();
    const seen = compiled.plain ? [] : await scrutinized(source, pointer);
    const named = new Set(
      seen.filter(({ code }) => code === 'forbidden-key').map(({ values }) => values.key),
    );
    // Told with its place already.
    const read = referenceDiagnostics(refs, one, declared).filter(
      ({ code, values }) => code !== 'forbidden-key' || !named.has(values.key),
    );
    const diagnostics = [...read, ...seen];
    return diagnostics.length === 0 && refs.length === 0
      ? constantDiagnostics(compiled, pointer)
      : diagnostics;
  } catch (error) {
    return [expressionDiagnostic(error, pointer)];
  }
}
