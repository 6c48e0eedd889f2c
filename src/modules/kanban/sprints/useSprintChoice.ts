import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { reasonOf } from '../core/reason.ts';
import { useOpenBoard } from '../open-board.ts';
import { remember } from '../undo.ts';
import { createSprintCalls } from './sprint-calls.ts';

/**
 * Shows the sprint that a person chooses for the board, and makes an open one the active one of the board for who may edit boards.
 * The backlog and ended sprints are only shown.
 */
export function useSprintChoice(
  shownId: number,
  onSprint: (sprintId: number) => void,
): (sprintId: number) => void {
  const t = useText();
  const { host } = useHost();
  const { board, sync, ui, actions } = useOpenBoard();
  const activate = async (id: number) => {
    try {
      const opId = await createSprintCalls(host).activate(board.id, id);
      const undo = () => actions.undo(opId);
      remember(ui, opId, host.notify('success', t('kanban.sprints.activated'), { undo }));
      await sync.loadBoard();
    } catch (error) {
      host.notify('error', t('kanban.sprints.updateFailed'), { detail: reasonOf(error as HostFailure) });
    }
  };
  return (id) => {
    if (id !== shownId) onSprint(id);
    const sprint = board.sprints.find((one) => one.id === id);
    const isStartable = sprint?.state === 'open' && id !== board.activeSprintId;
    if (isStartable && host.can({ verb: 'update' }, 'ppm-boards')) void activate(id);
  };
}
