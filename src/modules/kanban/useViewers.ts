import { useEffect } from 'react';
import type { StoreApi } from 'zustand';
import { useHost } from '../../engine/react/index.ts';
import type { BoardUi } from './board-ui.ts';
import { viewersOf } from './core/viewers.ts';

/** Keeps who else has which card of a board open, as long as it is shown. */
export function useViewers(boardId: number, ui: StoreApi<BoardUi>): void {
  const { host } = useHost();
  useEffect(() => {
    const leave = host.events.enter(`board:${boardId}`, ({ people }) =>
      ui.setState(({ viewers }) => ({ viewers: viewersOf(people, host.user.id, viewers) })),
    );
    return () => {
      leave();
      ui.setState({ viewers: new Map() });
    };
  }, [host, boardId, ui]);
}
