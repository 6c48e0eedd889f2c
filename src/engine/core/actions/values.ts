import type { Scope } from '../screen/store.ts';
import { compileExpression, isExpression } from '../expressions/expression.ts';
import type { Text } from '../generated/documents.ts';
import { isForbiddenKey } from '../language/paths.ts';
import { resolveText, resolveTextResult, type Texts } from '../language/texts.ts';

/** Evaluates an expression, with JSONata only outside the plain subset. Rejects with ExpressionError. */
export async function evaluate(source: string, scope: Scope): Promise<unknown> {
  const compiled = compileExpression(source);
  return compiled.plain ? compiled.evaluate(scope) : compiled.evaluateAsync(scope);
}

/**
 * Evaluates the expressions at any depth of a JSON value. An expression without a value removes its key from an
 * object and becomes null in a list, since JSON has no undefined.
 */
export async function resolveValue(value: unknown, scope: Scope): Promise<unknown> {
  if (isExpression(value)) return evaluate(value.$expr, scope);
  if (Array.isArray(value)) {
    const items = await Promise.all(value.map((item) => resolveValue(item, scope)));
    return items.map((item) => item ?? null);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = await Promise.all(
    Object.entries(value)
      .filter(([key]) => !isForbiddenKey(key))
      .map(async ([key, item]) => [key, await resolveValue(item, scope)] as const),
  );
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** Evaluates each value of a query or of text placeholders. */
export async function resolveValues(
  values: Readonly<Record<string, unknown>> | undefined,
  scope: Scope,
): Promise<Record<string, unknown>> {
  return (await resolveValue(values ?? {}, scope)) as Record<string, unknown>;
}

/** Translates or evaluates a text of a step. */
export async function resolveStepText(
  text: Text,
  scope: Scope,
  texts: Texts,
  values?: Record<string, unknown>,
): Promise<string> {
  if (typeof text === 'string') return resolveText(text, texts, values);
  return resolveTextResult(await evaluate(text.$expr, scope), texts, values);
}
