import { createContext, useContext } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { Board, BoardCard } from '../../contracts/agile-board.ts';
import type { CardActions } from './actions.ts';
import type { BoardUi } from './board-ui.ts';
import type { BoardIndex } from './core/filter.ts';
import type { BoardSync, SyncState } from './core/sync.ts';

/** State that the parts of an open board share. It stays the same while cards move, so that a move renders only what it touches. */
export interface OpenBoard {
  board: Board;
  index: BoardIndex;
  sync: BoardSync;
  ui: StoreApi<BoardUi>;
  actions: CardActions;
  /** Today's date in the tenant's zone. */
  day: string;
  /** Whether the person may move cards: those of an ended sprint stay. */
  mayMove: boolean;
  /** Whether the person may add cards to what is shown. */
  mayCreate: boolean;
  /** Opens the panel of a card. */
  openCard(id: number): void;
}

export const OpenBoardContext = createContext<OpenBoard | null>(null);

export function useOpenBoard(): OpenBoard {
  const open = useContext(OpenBoardContext);
  if (!open) throw new Error('OpenBoardContext is missing around this component');
  return open;
}

export const useUi = <Part>(select: (ui: BoardUi) => Part): Part => useStore(useOpenBoard().ui, select);

export const useSync = <Part>(select: (state: SyncState) => Part): Part =>
  useStore(useOpenBoard().sync, select);

export const useCard = (id: number): BoardCard | undefined => useSync(({ shown }) => shown?.cards[id]);
