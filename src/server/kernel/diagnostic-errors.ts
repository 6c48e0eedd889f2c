import { diagnosticHint, fragmentSuffix, type Diagnostic } from '../../contracts/definitions.ts';
import type { FieldError } from '../../contracts/errors.ts';
import type { Language } from '../../contracts/language.ts';
import { text } from './texts.ts';

/** Diagnostics that an answer lists: a document of 1 MB can have 100,000, and their texts take time. */
const mostListed = 500;

/** Converts diagnostics of a document into errors with texts in the caller's language; one more says that there are others. */
export function diagnosticErrors(diagnostics: readonly Diagnostic[], lang: Language): FieldError[] {
  const errors: FieldError[] = diagnostics.slice(0, mostListed).map((one) => ({
    path: one.pointer,
    message: text(lang, `diagnostics.${one.code}.message`, one.values) + fragmentSuffix(one),
    code: one.code,
    remedy: diagnosticHint(one, (key, values) => text(lang, key, values)),
    severity: one.severity,
  }));
  if (diagnostics.length > mostListed)
    errors.push({ path: '', message: text(lang, 'errors.moreErrors', { count: mostListed }) });
  return errors;
}
