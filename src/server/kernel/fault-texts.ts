import type { DefinitionFault } from '../../contracts/definitions.ts';
import type { FieldFault } from '../../contracts/errors.ts';
import type { Language } from '../../contracts/language.ts';
import { text } from './texts.ts';

/** Faults of a document in words; `path` is the pointer into it. */
export function inWords(faults: readonly DefinitionFault[], lang: Language): FieldFault[] {
  return faults.map(({ pointer, code, values, severity }) => ({
    path: pointer,
    message: text(lang, `faults.${code}.message`, values),
    code,
    remedy: text(lang, `faults.${code}.remedy`, values),
    severity,
  }));
}
