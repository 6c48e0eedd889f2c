import { useEffect, useState } from 'react';
import type { Diagnostic } from '../core/index.ts';
import { useEngine } from './context.ts';

/** A document and what is wrong with it. */
interface CheckedDocument {
  document: unknown;
  diagnostics: readonly Diagnostic[];
}

/**
 * A document that came without its faults (a story, a playground), checked; null while the first is being checked. Until
 * the next is, the last one stays: a screen that is edited as it is watched is renewed, not closed and opened. The check
 * and the schemas it reads weigh as much as the engine itself: documents from the server bring their faults along.
 */
export function useDiagnostics(document: unknown): CheckedDocument | null {
  const { registry, host } = useEngine();
  const [checked, setChecked] = useState<CheckedDocument | null>(null);
  useEffect(() => {
    let left = false;
    const settle = (diagnostics: readonly Diagnostic[]) => {
      if (!left) setChecked({ document, diagnostics });
    };
    import('../core/validate/document.ts').then(
      ({ validateParts }) => settle(validateParts(document, registry)),
      (error: unknown) => {
        // Unchecked it is still drawn: each widget stands in a frame that contains what it throws.
        host.report({ document: '', node: '', error });
        settle([]);
      },
    );
    return () => {
      left = true;
    };
  }, [document, registry, host]);
  return checked;
}
