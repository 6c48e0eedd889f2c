import { counters } from '../counters.ts';
import type { Path } from '../paths.ts';
import type { Scope } from '../store.ts';
import { ExpressionError, toExpressionError } from './errors.ts';
import { toEvaluator } from './evaluate.ts';
import type { AdvancedExpression } from './jsonata-engine.ts';
import { limits } from './limits.ts';
import { parsePlain, plainReferences } from './parser.ts';
import { scanReferences } from './references.ts';

export interface CompiledExpression {
  readonly source: string;
  /** What a change of can change its value: static paths, root first. May name more than it reads, never less. */
  readonly refs: readonly Path[];
  /** Of the plain subset: evaluated at once, without JSONata. */
  readonly plain: boolean;
  /** The value now. Only for plain ones; throws ExpressionError. */
  evaluate(scope: Scope): unknown;
  /** The value of any expression; rejects with ExpressionError. Loads JSONata when it is not plain. */
  evaluateAsync(scope: Scope): Promise<unknown>;
  /** Exactly what it reads at the root, by the library's own tree; rejects with ExpressionError for a text that is none. */
  check(): Promise<readonly Path[]>;
}

const cache = new Map<string, CompiledExpression>();
/** Enough for every screen of a large tenant; when it is full the oldest go. */
const cacheSize = 5_000;

function compile(source: string): CompiledExpression {
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
    advanced ??= import('./jsonata-engine.ts').then(({ readAdvanced }) => readAdvanced(source));
    // A failed download may succeed later; a text that is no expression stays one.
    advanced.catch((error: unknown) => {
      if (!(error instanceof ExpressionError)) advanced = undefined;
    });
    return advanced;
  };
  return {
    source,
    refs: scanReferences(source),
    plain: false,
    evaluate() {
      throw new ExpressionError('ASYNC', 0, 'This expression has to be waited for', source);
    },
    async evaluateAsync(scope) {
      const loaded = await load();
      counters.evaluations += 1;
      return loaded.evaluate(scope);
    },
    check: async () => (await load()).references,
  };
}

/**
 * Reads an expression, once per text.
 * A text that is no expression at all is found by `check` or when it is first evaluated: telling it from one that
 * needs JSONata takes JSONata.
 * @throws ExpressionError when it is too long.
 */
export function compileExpression(source: string): CompiledExpression {
  if (source.length > limits.sourceLength) {
    throw new ExpressionError(
      'TOO_LONG',
      limits.sourceLength,
      `An expression has at most ${limits.sourceLength} characters`,
      source.slice(0, 100),
    );
  }
  return compileWrapped(source);
}

/** The same for a text of ours around somebody's expression, whose own length has been looked at. */
export function compileWrapped(source: string): CompiledExpression {
  const known = cache.get(source);
  if (known) return known;
  const compiled = compile(source);
  if (cache.size >= cacheSize) cache.delete(cache.keys().next().value as string);
  cache.set(source, compiled);
  return compiled;
}

/** Is it `{"$expr": "…"}`? */
export function isExpression(value: unknown): value is { $expr: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, '$expr') &&
    typeof (value as { $expr: unknown }).$expr === 'string' &&
    Object.keys(value).length === 1
  );
}
