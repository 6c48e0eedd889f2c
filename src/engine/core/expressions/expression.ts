import { valueAt } from '../../../contracts/json-pointer.ts';
import { counters } from '../counters.ts';
import type { Path } from '../language/paths.ts';
import type { Scope } from '../screen/store.ts';
import { ExpressionError, toExpressionError } from './errors.ts';
import { toEvaluator } from './evaluate.ts';
import type { AdvancedExpression } from './jsonata-engine.ts';
import { limits } from './limits.ts';
import { parsePlain, plainReferences } from './parser.ts';
import { scanReferences, type LocalRoot } from './references.ts';

export interface CompiledExpression {
  readonly source: string;
  /** Static paths whose change can change the value, root first; a superset of those that are read. */
  readonly refs: readonly Path[];
  /** Whether the expression is in the plain subset, which is evaluated synchronously without JSONata. */
  readonly plain: boolean;
  /** The current value. Only for plain expressions; throws ExpressionError. */
  evaluate(scope: Scope): unknown;
  /**
   * The value of any expression; loads JSONata for one that is not plain. Rejects with ExpressionError.
   * @param isWanted false once a newer evaluation replaces this one, which then ends without a value.
   * @param steps that it may take; see `limits.ts`.
   */
  evaluateAsync(scope: Scope, isWanted?: () => boolean, steps?: number): Promise<unknown>;
  /** The exact references by JSONata's syntax tree; rejects with ExpressionError for invalid text. */
  check(): Promise<readonly Path[]>;
}

const cache = new Map<string, CompiledExpression>();
/** Enough for every screen of a large tenant; the oldest entry is evicted. */
const cacheSize = 5_000;

function compile(source: string, names: readonly LocalRoot[]): CompiledExpression {
  counters.expressionCompiles += 1;
  const tree = parsePlain(source);
  if (tree) {
    const run = toEvaluator(tree);
    const refs = plainReferences(tree);
    const evaluate = (scope: Scope): unknown => {
      counters.evaluations += 1;
      try {
        return run(scope);
      } catch (error) {
        throw toExpressionError(error, source);
      }
    };
    return {
      source,
      refs,
      plain: true,
      evaluate,
      evaluateAsync: async (scope) => evaluate(scope),
      check: async () => refs,
    };
  }
  let advanced: Promise<AdvancedExpression> | undefined;
  const load = (): Promise<AdvancedExpression> => {
    advanced ??= import('./jsonata-engine.ts').then((engine) => engine.compileAdvanced(source));
    // A failed download is retried by the next call; a syntax error stays.
    advanced.catch((error: unknown) => {
      if (!(error instanceof ExpressionError)) advanced = undefined;
    });
    return advanced;
  };
  return {
    source,
    refs: scanReferences(source, names),
    plain: false,
    evaluate() {
      throw new ExpressionError('ASYNC', 0, 'This expression is evaluated asynchronously', source);
    },
    evaluateAsync: async (scope, isWanted = () => true, steps = limits.steps) =>
      (await load()).evaluate(scope, isWanted, steps),
    check: async () => (await load()).references,
  };
}

/**
 * Compiles an expression; results are cached by text. Syntax errors outside the plain subset surface in `check` or
 * the first evaluation, since only JSONata can report them.
 * @param names what the expression sees beside the names that every expression sees.
 * @throws ExpressionError when the text is too long.
 */
export function compileExpression(source: string, names: readonly LocalRoot[] = []): CompiledExpression {
  if (source.length > limits.sourceLength) {
    throw new ExpressionError(
      'TOO_LONG',
      limits.sourceLength,
      `An expression has at most ${limits.sourceLength} characters`,
      source.slice(0, 100),
    );
  }
  return compileWrapped(source, names);
}

/** Compiles engine-generated text around an author's expression; the caller has checked the expression's length. */
export function compileWrapped(source: string, names: readonly LocalRoot[] = []): CompiledExpression {
  // The references depend on the names, so that one text in two scopes has two entries.
  const key = names.length === 0 ? source : `${names.join(' ')}\0${source}`;
  const known = cache.get(key);
  if (known) return known;
  const compiled = compile(source, names);
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value as string);
  cache.set(key, compiled);
  return compiled;
}

/** A reference as an expression, whatever characters its names contain. */
export function compileReference(path: Path): CompiledExpression {
  const evaluate = (scope: Scope): unknown => valueAt(scope, path);
  return {
    source: path.join('.'),
    refs: [path],
    plain: true,
    evaluate,
    evaluateAsync: async (scope) => evaluate(scope),
    check: async () => [path],
  };
}

/** Whether a value is `{"$expr": "…"}`. */
export function isExpression(value: unknown): value is { $expr: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, '$expr') &&
    typeof (value as { $expr: unknown }).$expr === 'string' &&
    Object.keys(value).length === 1
  );
}
