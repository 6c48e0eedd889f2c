import type { StoreApi } from 'zustand/vanilla';
import { withToggled } from '../../../ui/index.ts';
import type { BoardUi } from '../board-ui.ts';
import { rangeOf } from '../core/bulk.ts';

/** Adds a card to the selection, or takes it out. */
export const toggleSelected = (ui: StoreApi<BoardUi>, id: number): void =>
  ui.setState(({ selected }) => ({ selected: withToggled(selected, id), anchor: id }));

/** Selects all cards of a list from the one that was chosen last to another. */
export const selectTo = (ui: StoreApi<BoardUi>, list: readonly number[], id: number): void =>
  ui.setState(({ selected, anchor }) => ({
    selected: new Set([...selected, ...rangeOf(list, anchor, id)]),
    anchor: anchor !== null && list.includes(anchor) ? anchor : id,
  }));

export const selectAll = (ui: StoreApi<BoardUi>, list: readonly number[]): void =>
  ui.setState(({ selected }) => ({ selected: new Set([...selected, ...list]) }));

/**
 * Whether a card goes with the one that is dragged: a selected one takes the whole selection with it. Swimlanes stand for what
 * each card has, so that one card at a time changes there.
 */
export const isCarried = ({ drag, selected, grouping }: BoardUi, id: number): boolean =>
  drag !== null && (drag.id === id || (grouping === null && selected.has(drag.id) && selected.has(id)));

const nothing: ReadonlySet<number> = new Set();

/**
 * Ends the selection; the card that was chosen last gets the focus where it was in the selection's bar.
 * @param successor card that gets it instead, where the selected ones have left
 */
export function clearSelection(ui: StoreApi<BoardUi>, successor: number | null = null): void {
  const { anchor } = ui.getState();
  const isInBar = Boolean(document.activeElement?.closest('[data-selection]'));
  const id = successor ?? (isInBar ? anchor : null);
  ui.setState({ selected: nothing, anchor: null, ...(id !== null && { focus: { id } }) });
}
