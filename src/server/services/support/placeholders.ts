import type { Json } from '../../../contracts/json.ts';
import { invalid } from '../../kernel/errors.ts';

/** A text names only what the chat knows: another name would reach the customer in braces. @throws AppError VALIDATION_FAILED */
export function assertPlaceholders(path: string, text: Json | undefined, known: readonly string[]): void {
  if (typeof text !== 'string') return;
  const unknown = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].find(
    ([, name = '']) => !known.includes(name.trim()),
  );
  if (!unknown) return;
  const params = { name: unknown[1]!.slice(0, 40), known: known.join(', ') };
  throw invalid([{ path, key: 'errors.supportAnswer.placeholder', params }]);
}
