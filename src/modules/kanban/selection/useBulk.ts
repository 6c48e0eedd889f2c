import type { Json } from '../../../contracts/json.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import { useHost, useText } from '../../../engine/react/index.ts';
import { bulkBody, cardsChangedBy, mostSelected, type BulkChange } from '../core/bulk.ts';
import { cardNumber } from '../core/filter.ts';
import { isDraft } from '../core/new-card.ts';
import { cardReasons, mostNamed } from '../core/reason.ts';
import { useOpenBoard } from '../open-board.ts';
import { remember } from '../undo.ts';

/**
 * Does one thing with several cards: shown at once, one operation, one undo. A deletion asks first, once it is known that it can be
 * done. Resolves to whether it was accepted.
 */
export function useBulk(): (ids: readonly number[], change: BulkChange) => Promise<boolean> {
  const t = useText();
  const { host } = useHost();
  const { board, index, sync, ui, actions } = useOpenBoard();

  /** Numbers and reasons of the cards that stood in the way; of one alone, its number. */
  function reasons(failure: HostFailure, ids: readonly number[]): string[] {
    const cards = sync.getState().shown?.cards ?? {};
    const nameOf = (id: number) => cards[id] && cardNumber(cards[id], index);
    const named = cardReasons(failure, ids, nameOf);
    if (named.length === 0 && ids.length === 1) return [nameOf(ids[0]!) ?? ''];
    const rest = failure.errors.length - mostNamed;
    return [...named, ...(rest > 0 ? [t('kanban.select.more', { count: rest })] : [])];
  }

  const isSure = ([id, ...others]: readonly number[]): Promise<boolean> =>
    host.confirm({
      kind: 'delete',
      ...(others.length === 0
        ? { title: t('kanban.card.deleteQuestion'), text: sync.getState().shown?.cards[id!]?.title ?? '' }
        : { title: t('kanban.select.delete', { count: others.length + 1 }) }),
    });

  return async (ids, change) => {
    const { shown } = sync.getState();
    const cards = ids.flatMap((id) => shown?.cards[id] ?? []).filter((card) => !isDraft(card));
    const wanted = cardsChangedBy(cards, change).map(({ id }) => id);
    if (wanted.length === 0) {
      actions.say(t('kanban.select.nothing'));
      return true;
    }
    if (wanted.length > mostSelected) {
      host.notify('error', t('kanban.select.tooMany', { count: mostSelected }));
      return false;
    }
    if (change.kind === 'delete' && !(await isSure(wanted))) return false;
    const count = wanted.length;
    const done = t(change.kind === 'delete' ? 'kanban.select.deleted' : 'kanban.select.changed', { count });
    try {
      const opId = await sync.change({ ids: wanted, bulk: change }, (gesture, seen) => ({
        method: 'post',
        address: '/handler/v2/agile/tasks/-/bulk',
        body: {
          opId: gesture,
          ids: wanted,
          ...bulkBody(change),
          ...(change.kind !== 'delete' && { seen: { boardId: board.id, seq: seen } }),
        } as unknown as Json,
      }));
      actions.say(done);
      remember(ui, opId, host.notify('success', done, { undo: () => actions.undo(opId) }));
      return true;
    } catch (error) {
      const failure = error as HostFailure;
      const named = reasons(failure, wanted);
      host.notify('error', failure.message, named.length > 0 ? { detail: named.join(' · ') } : {});
      return false;
    }
  };
}
