import type { Scope } from '../store.ts';
import { compileExpression, isExpression } from '../expressions/expression.ts';
import type { Text } from '../generated/documents.ts';
import { isForbiddenKey } from '../paths.ts';
import { resolveText, resolveTextResult, type Texts } from '../texts.ts';

/** The value of an expression, waiting only when it has to. Rejects with ExpressionError. */
export async function evaluate(source: string, scope: Scope): Promise<unknown> {
  const compiled = compileExpression(source);
  return compiled.plain ? compiled.evaluate(scope) : compiled.evaluateAsync(scope);
}

/**
 * A JSON value with the expressions anywhere inside it evaluated. A key whose expression has no value is left out, as
 * JSON has no way to say undefined; in a list it is null.
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

/** Each value of a query or of placeholders. */
export async function resolveValues(
  values: Readonly<Record<string, unknown>> | undefined,
  scope: Scope,
): Promise<Record<string, unknown>> {
  return (await resolveValue(values ?? {}, scope)) as Record<string, unknown>;
}

/** A text of a step as the person reads it. */
export async function resolveStepText(
  text: Text,
  scope: Scope,
  texts: Texts,
  values?: Record<string, unknown>,
): Promise<string> {
  if (typeof text === 'string') return resolveText(text, texts, values);
  return resolveTextResult(await evaluate(text.$expr, scope), texts, values);
}
