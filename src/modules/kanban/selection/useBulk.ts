import type { Json } from '../../../contracts/json.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { bulkBody, changedBy, mostSelected, type BulkChange } from '../core/bulk.ts';
import { cardNumber } from '../core/filter.ts';
import { isDraft } from '../core/new-card.ts';
import { useOpenBoard } from '../open-board.ts';
import { remember } from '../undo.ts';

/** Refused cards that a notice names; the others are a number. */
const mostNamed = 5;

/** Does one thing with several cards: shown at once, one operation, one undo. Resolves to whether it was accepted. */
export function useBulk(): (ids: readonly number[], change: BulkChange) => Promise<boolean> {
  const t = useText();
  const { host } = useHost();
  const { index, sync, ui, actions } = useOpenBoard();

  /** Numbers and reasons of the cards that stood in the way. */
  function reasons({ errors }: HostFailure, ids: readonly number[]): string[] {
    const cards = sync.getState().shown?.cards ?? {};
    const named = errors.flatMap(({ path, message }) => {
      const at = /^\/ids\/(\d+)$/.exec(path)?.[1];
      const card = at === undefined ? undefined : cards[ids[Number(at)] ?? 0];
      return card ? [`${cardNumber(card, index)}: ${message}`] : [];
    });
    const rest = errors.length - mostNamed;
    return [...named.slice(0, mostNamed), ...(rest > 0 ? [t('kanban.select.more', { count: rest })] : [])];
  }

  return async (ids, change) => {
    const { shown } = sync.getState();
    const cards = ids.flatMap((id) => shown?.cards[id] ?? []).filter((card) => !isDraft(card));
    const wanted = changedBy(cards, change).map(({ id }) => id);
    if (wanted.length === 0) {
      actions.say(t('kanban.select.nothing'));
      return true;
    }
    if (wanted.length > mostSelected) {
      host.notify('error', t('kanban.select.tooMany', { count: mostSelected }));
      return false;
    }
    const count = wanted.length;
    const done = t(change.kind === 'delete' ? 'kanban.select.deleted' : 'kanban.select.changed', { count });
    try {
      const opId = await sync.change({ ids: wanted, bulk: change }, (gesture) => ({
        method: 'post',
        address: '/handler/v2/agile/tasks/-/bulk',
        body: { opId: gesture, ids: wanted, ...bulkBody(change) } as unknown as Json,
      }));
      remember(ui, opId);
      actions.say(done);
      host.notify('success', done, { undo: () => actions.undo(opId) });
      return true;
    } catch (error) {
      const failure = error as HostFailure;
      const named = reasons(failure, wanted);
      host.notify('error', failure.message, named.length > 0 ? { detail: named.join(' · ') } : {});
      return false;
    }
  };
}
