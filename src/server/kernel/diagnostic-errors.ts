import { fragmentSuffix, type Diagnostic } from '../../contracts/definitions.ts';
import type { FieldError } from '../../contracts/errors.ts';
import type { Language } from '../../contracts/language.ts';
import { text } from './texts.ts';

/** Converts diagnostics of a document into errors with texts in the caller's language. */
export function diagnosticErrors(diagnostics: readonly Diagnostic[], lang: Language): FieldError[] {
  return diagnostics.map(({ pointer, code, values, severity, fragment }) => ({
    path: pointer,
    message: text(lang, `diagnostics.${code}.message`, values) + fragmentSuffix({ fragment }),
    code,
    remedy: text(lang, `diagnostics.${code}.hint`, values),
    severity,
  }));
}
