import type { Json } from '../../../../contracts/json.ts';
import { invalid, type KeyedError } from '../../../kernel/errors.ts';

/** A text names only what the chat knows: another name would reach the customer in braces. */
export function placeholderErrors(
  path: string,
  text: Json | undefined,
  known: readonly string[],
): KeyedError[] {
  if (typeof text !== 'string') return [];
  const unknown = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].find(
    ([, name = '']) => !known.includes(name.trim()),
  );
  if (!unknown) return [];
  const params = { name: unknown[1]!.slice(0, 40), known: known.join(', ') };
  return [{ path, key: 'errors.supportAnswer.placeholder', params }];
}

/** @throws AppError VALIDATION_FAILED for a text with a name that the chat does not know */
export function assertPlaceholders(...args: Parameters<typeof placeholderErrors>): void {
  const errors = placeholderErrors(...args);
  if (errors.length > 0) throw invalid(errors);
}
