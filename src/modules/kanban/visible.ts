import type { BoardCard } from '../../contracts/agile-board.ts';
import type { CardOrder } from './board-ui.ts';
import type { ListKey, ShownBoard } from './core/lists.ts';

const compare: Record<Exclude<CardOrder, 'manual'>, (one: BoardCard, other: BoardCard) => number> = {
  // Cards without a date or a priority stand last.
  due: (one, other) => (one.endDate ?? '9999').localeCompare(other.endDate ?? '9999'),
  priority: (one, other) => (one.priorityId ?? 99) - (other.priorityId ?? 99),
  title: (one, other) => one.title.localeCompare(other.title),
};

/** Reads the visible cards of lists; a list with the same cards as before is the same object, so that its lane does not render. */
export function createVisible() {
  const before = new Map<ListKey, readonly number[]>();
  return (
    shown: ShownBoard,
    key: ListKey,
    passes: ((card: BoardCard) => boolean) | null,
    order: CardOrder,
  ): readonly number[] => {
    const all = shown.lists.get(key) ?? [];
    const old = before.get(key);
    let next = passes === null ? all : all.filter((id) => passes(shown.cards[id]!));
    if (order !== 'manual') {
      const by = compare[order];
      next = next.toSorted((one, other) => by(shown.cards[one]!, shown.cards[other]!));
    }
    if (old && old.length === next.length && old.every((id, at) => id === next[at])) return old;
    before.set(key, next);
    return next;
  };
}
