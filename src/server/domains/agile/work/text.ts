import { invalid } from '../../../kernel/errors.ts';

/** Characters of a rich text that is stored. Pictures and files are attachments. */
export const mostRichText = 100_000;

/** @throws AppError VALIDATION_FAILED at /title without a name */
export function requiredTitle(title: string | undefined): string {
  const trimmed = title?.trim() ?? '';
  if (trimmed === '') throw invalid([{ path: '/title', key: 'validation.required' }]);
  return trimmed;
}
