import type { StoreApi } from 'zustand/vanilla';
import { randomId } from '../../contracts/random-id.ts';
import type { Host, HostFailure } from '../../engine/core/index.ts';
import type { Translate } from '../../engine/react/index.ts';
import { reasonOf } from './core/reason.ts';
import type { BoardUi } from './board-ui.ts';

/** Gestures that the page remembers for Ctrl+Z. */
const mostRemembered = 100;

/** Notes a gesture that the server carried out. @param dismiss removes the notice that offers its undo */
export const remember = (ui: StoreApi<BoardUi>, opId: string, dismiss?: () => void): void =>
  ui.setState(({ done }) => ({
    done: [...done.filter((one) => one.opId !== opId), { opId, dismiss }].slice(-mostRemembered),
  }));

/** Refusals after which the same undo would be refused again. */
const final: ReadonlySet<string> = new Set(['UNDO_REFUSED', 'FORBIDDEN', 'NOT_FOUND', 'RULE_BROKEN']);

/**
 * Takes back what the person did on this page: the last gesture, or the one that is named. The server refuses where somebody
 * changed the same since, and says who; what only has to wait, for the network or for a place, stays the next one.
 */
export const createUndo =
  (host: Host, ui: StoreApi<BoardUi>, t: Translate) =>
  async (named?: string): Promise<void> => {
    const { done } = ui.getState();
    const opId = named ?? done.at(-1)?.opId;
    if (opId === undefined) return;
    const one = done.find((other) => other.opId === opId) ?? { opId };
    one.dismiss?.();
    ui.setState({ done: done.filter((other) => other.opId !== opId) });
    try {
      const address = `/handler/v2/agile/ops/${opId}/undo`;
      await host.run({ method: 'post', address, body: { opId: randomId() } });
      host.notify('success', t('kanban.undone'));
    } catch (error) {
      const failure = error as HostFailure;
      if (!final.has(failure.code)) ui.setState((now) => ({ done: [...now.done, { opId }] }));
      host.notify('error', t('kanban.undoFailed'), { detail: reasonOf(failure) });
    }
  };
