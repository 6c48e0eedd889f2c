import type { HostFailure } from '../../../engine/core/index.ts';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { CardDetails } from '../../../contracts/agile-card.ts';
import type { CardState, CardStore } from './card-store.ts';

/** State that the parts of an open card's panel share. */
export interface OpenCard {
  store: CardStore;
  /** Whether the person may change it: with the right, and while its project is open. */
  mayEdit: boolean;
  /** Says that a change was refused, and by whose change. */
  refused(failure: HostFailure): void;
}

export const OpenCardContext = createContext<OpenCard | null>(null);

export function useOpenCard(): OpenCard {
  const open = useContext(OpenCardContext);
  if (!open) throw new Error('OpenCardContext is missing around this component');
  return open;
}

export const useCardState = <Part>(select: (state: CardState) => Part): Part =>
  useStore(useOpenCard().store, select);

/** The card as it is shown: with the person's own changes that wait for the server. */
export function useShownCard(): CardDetails {
  const task = useCardState((state) => state.task!);
  const pending = useCardState((state) => state.pending);
  return { ...task, ...pending };
}
