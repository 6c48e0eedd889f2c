import { useEffect, useState } from 'react';
import type { Diagnostic } from '../core/index.ts';
import { useEngine } from './context.ts';

interface ValidatedDocument {
  document: unknown;
  diagnostics: readonly Diagnostic[];
}

/**
 * A document with its diagnostics: those that came with it, else (in a story, a playground) those that validation finds.
 * Null while the first document is being validated; after that the last one stays until the next is validated, so that a
 * screen that is edited while it is watched is not closed. Validation and its schemas weigh as much as the engine itself
 * and are loaded only here: documents from the server bring their diagnostics.
 */
export function useDiagnostics(
  document: unknown,
  known: readonly Diagnostic[] | undefined,
): ValidatedDocument | null {
  const { registry, host } = useEngine();
  const [validated, setValidated] = useState<ValidatedDocument | null>(null);
  const given = document !== undefined && known === undefined;
  useEffect(() => {
    if (!given) return undefined;
    let left = false;
    const settle = (diagnostics: readonly Diagnostic[]) => {
      if (!left) setValidated({ document, diagnostics });
    };
    import('../core/validate/document.ts').then(
      ({ validateParts }) => settle(validateParts(document, registry)),
      (error: unknown) => {
        // Without validation it is rendered all the same: each node's frame contains what its widget throws.
        host.report({ document: '', node: '', error });
        settle([]);
      },
    );
    return () => {
      left = true;
    };
  }, [document, given, registry, host]);
  return known === undefined ? validated : { document, diagnostics: known };
}
