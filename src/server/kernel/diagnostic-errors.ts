import { diagnosticHint, fragmentSuffix, type Diagnostic } from '../../contracts/definitions.ts';
import type { FieldError } from '../../contracts/errors.ts';
import type { Language } from '../../contracts/language.ts';
import { text } from './texts.ts';

/** Converts diagnostics of a document into errors with texts in the caller's language. */
export function diagnosticErrors(diagnostics: readonly Diagnostic[], lang: Language): FieldError[] {
  return diagnostics.map((one) => ({
    path: one.pointer,
    message: text(lang, `diagnostics.${one.code}.message`, one.values) + fragmentSuffix(one),
    code: one.code,
    remedy: diagnosticHint(one, (key, values) => text(lang, key, values)),
    severity: one.severity,
  }));
}
