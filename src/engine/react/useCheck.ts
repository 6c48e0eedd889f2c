import { useEffect, useState } from 'react';
import type { DefinitionFault } from '../core/index.ts';
import { useEngine } from './context.ts';

/**
 * The faults of a document that came without them (a story, a playground), or null while it is being checked. The check
 * and the schemas it reads weigh as much as the engine itself: documents from the server bring their faults along.
 */
export function useCheck(document: unknown): readonly DefinitionFault[] | null {
  const { registry, host } = useEngine();
  const [checked, setChecked] = useState<{ document: unknown; faults: readonly DefinitionFault[] } | null>(
    null,
  );
  useEffect(() => {
    let left = false;
    const settle = (faults: readonly DefinitionFault[]) => {
      if (!left) setChecked({ document, faults });
    };
    import('../core/validate/check.ts').then(
      ({ checkDocument }) => settle(checkDocument(document, registry)),
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
  return checked && checked.document === document ? checked.faults : null;
}
