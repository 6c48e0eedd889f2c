import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { useOpenBoard } from '../open-board.ts';
import { remember } from '../undo.ts';
import { createLaneCalls, type LaneCalls } from './lane-calls.ts';

/** Refusal in words: at the field that it concerns, or of the whole. */
export interface Refusal {
  title: string | null;
  other: string | null;
}

/**
 * Runs a change of lanes: says what was done with a way to take it back, and reads the board again.
 * @returns runs it; resolves to null, or to why it was refused
 */
export function useLaneChange(): (
  done: string,
  change: (calls: LaneCalls) => Promise<string>,
) => Promise<Refusal | null> {
  const t = useText();
  const { host } = useHost();
  const { board, sync, ui, actions } = useOpenBoard();
  return async (done, change) => {
    try {
      const opId = await change(createLaneCalls(host, board.id));
      remember(ui, opId, host.notify('success', done, { undo: () => actions.undo(opId) }));
      await sync.loadBoard();
      return null;
    } catch (error) {
      const { errors, message } = error as HostFailure;
      const title = errors.find(({ path }) => path === '/title')?.message ?? null;
      if (title === null) host.notify('error', t('kanban.lanes.failed'), { detail: message });
      return { title, other: title === null ? message : null };
    }
  };
}
