import { useEffect, useState } from 'react';
import type { Diagnostic } from '../../core/index.ts';
import { useEngine } from '../context.ts';

interface ValidatedDocument {
  document: unknown;
  diagnostics: readonly Diagnostic[];
}

/**
 * Returns a document with its diagnostics: the known ones, else (in stories and playgrounds) those of its validation
 * here. Null while the first document is validated; after that the last document stays until the next is validated, so
 * that a screen stays open while it is edited. Validation and its schemas weigh as much as the engine itself and are
 * loaded only here: documents from the server come with their diagnostics.
 */
export function useDiagnostics(
  document: unknown,
  known: readonly Diagnostic[] | undefined,
): ValidatedDocument | null {
  const { registry, host } = useEngine();
  const [validated, setValidated] = useState<ValidatedDocument | null>(null);
  const needsValidation = document !== undefined && known === undefined;
  useEffect(() => {
    if (!needsValidation) return undefined;
    let cancelled = false;
    const settle = (diagnostics: readonly Diagnostic[]) => {
      if (!cancelled) setValidated({ document, diagnostics });
    };
    import('../../core/validate/document.ts').then(
      ({ validateParts }) => settle(validateParts(document, registry)),
      (error: unknown) => {
        // Validation failed to load: the document is rendered without it, as each node's frame contains its widget's
        // errors.
        host.report({ document: '', node: '', error });
        settle([]);
      },
    );
    return () => {
      cancelled = true;
    };
  }, [document, needsValidation, registry, host]);
  return known === undefined ? validated : { document, diagnostics: known };
}
