import { createContext, useContext, useMemo } from 'react';
import type { Diagnostic } from '../../engine/core/index.ts';

/** What is wrong with the document, as the surface has validated it. */
export const DiagnosticsContext = createContext<readonly Diagnostic[]>([]);

/** Inner lists of a step, whose steps say by themselves what is wrong with them. */
const innerStep = /^(\/(then|else|do|onError)|\/request\/undo)\/\d+(\/|$)/;

/** What is wrong with a step, and whether something is wrong with a step inside of it. */
export function useStepDiagnostics(pointer: string): { own: readonly Diagnostic[]; isInside: boolean } {
  const all = useContext(DiagnosticsContext);
  return useMemo(() => {
    const below = all.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
    const own = below.filter((one) => !innerStep.test(one.pointer.slice(pointer.length)));
    return { own, isInside: own.length < below.length };
  }, [all, pointer]);
}
