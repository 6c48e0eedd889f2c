import { createContext, useContext } from 'react';
import type { DraftStore } from '../core/draft.ts';

/** The draft of the chat that is open. */
export const DraftContext = createContext<DraftStore | null>(null);

export function useDraft(): DraftStore {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('DraftContext is missing around this component');
  return draft;
}
