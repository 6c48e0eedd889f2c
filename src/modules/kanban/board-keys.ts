import type { StoreApi } from 'zustand/vanilla';
import type { CardActions } from './actions.ts';
import type { BoardUi } from './board-ui.ts';
import { clearSelection, selectAll, selectTo, toggleSelected } from './selection/selection.ts';

/** The keys of the board, as its help lists them: the combination, and the key of its text. */
export const keyTexts: readonly [keys: string, text: string][] = [
  ['↑ ↓', 'walk'],
  ['← →', 'lanes'],
  ['Enter', 'open'],
  ['M', 'menu'],
  ['Shift ↑ ↓', 'step'],
  ['Shift ← →', 'lane'],
  ['Shift Home End', 'ends'],
  ['Shift PageUp PageDown', 'swimlane'],
  ['Ctrl Z', 'undo'],
  ['X Space', 'select'],
  ['Shift X', 'selectTo'],
  ['Ctrl A', 'selectAll'],
  ['Esc', 'unselect'],
  ['N', 'newCard'],
  ['B', 'backlog'],
  ['/', 'search'],
  ['?', 'help'],
];

/** The card of the list beside a list whose top is nearest to a card's. */
function cardBeside(card: Element, offset: number): HTMLElement | null {
  const board = card.closest('[data-board]');
  const lists = [...(board?.querySelectorAll('[data-list]') ?? [])];
  const own = lists.findIndex((list) => list.contains(card));
  const { top } = card.getBoundingClientRect();
  if (own < 0) return null;
  const further = offset < 0 ? lists.slice(0, own).reverse() : lists.slice(own + 1);
  for (const list of further) {
    const cards = [...list.querySelectorAll<HTMLElement>('[data-card]')];
    const distance = (one: Element) => Math.abs(one.getBoundingClientRect().top - top);
    if (cards.length > 0) return cards.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  }
  return null;
}

/** Opens the line for new cards: of the list that an element is in, else of the board's first lane. */
export function openNewCard(from: Element | null = null): void {
  const line =
    from?.closest('section')?.querySelector<HTMLElement>('[data-new-card]') ??
    document.querySelector<HTMLElement>('[data-new-card="lane"]') ??
    document.querySelector<HTMLElement>('[data-new-card]');
  if (line?.matches('button')) line.click();
  else line?.focus();
}

/** Handles a key within the board. Letters act only while a card has the focus, so that nobody's typing moves anything. */
export function onBoardKey(
  event: Pick<
    KeyboardEvent,
    'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'preventDefault'
  >,
  {
    ui,
    actions,
    mayMove,
    openCard,
  }: { ui: StoreApi<BoardUi>; actions: CardActions; mayMove: boolean; openCard(id: number): void },
): void {
  const target = event.target as HTMLElement;
  const isTyping = target.matches('input, textarea, select, [contenteditable]');
  const { key, shiftKey } = event;
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z' && !shiftKey && !isTyping) {
    event.preventDefault();
    actions.undo();
    return;
  }
  const id = Number(target.getAttribute('data-card') ?? 0);
  if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a' && id > 0 && mayMove) {
    event.preventDefault();
    selectAll(ui, actions.besides(id));
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const handled = (): boolean => {
    if (key === '?' && !isTyping) {
      ui.setState({ isHelpOpen: true });
      return true;
    }
    if (key === '/' && !isTyping) {
      document.querySelector<HTMLElement>('[data-board-search] input, input[data-board-search]')?.focus();
      return true;
    }
    // A card that the server has not numbered yet has a negative one.
    if (id <= 0) return false;
    if (key.toLowerCase() === 'x' && mayMove) {
      if (shiftKey) selectTo(ui, actions.besides(id), id);
      else toggleSelected(ui, id);
      return true;
    }
    if (key === 'Escape' && ui.getState().selected.size > 0) {
      clearSelection(ui);
      return true;
    }
    if (shiftKey) {
      if (!mayMove) return false;
      const step = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top', End: 'bottom' } as const;
      if (key in step) actions.step(id, step[key as keyof typeof step]);
      else if (key === 'ArrowLeft') actions.toLaneBeside(id, -1);
      else if (key === 'ArrowRight') actions.toLaneBeside(id, 1);
      else if (key === 'PageUp') actions.toSwimlaneBeside(id, -1);
      else if (key === 'PageDown') actions.toSwimlaneBeside(id, 1);
      else return false;
      return true;
    }
    if (key === 'Enter') {
      openCard(id);
      return true;
    }
    if (key === ' ' && mayMove) {
      toggleSelected(ui, id);
      return true;
    }
    // Not by Space: it would be released on the menu's first entry, and choose it.
    if (key.toLowerCase() === 'm' || key === 'ContextMenu') {
      ui.setState({ menu: { id, target } });
      return true;
    }
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      cardBeside(target, key === 'ArrowLeft' ? -1 : 1)?.focus();
      return true;
    }
    if (key.toLowerCase() === 'n') {
      openNewCard(target);
      return true;
    }
    if (key.toLowerCase() === 'b') {
      ui.setState(({ isBacklogOpen }) => ({ isBacklogOpen: !isBacklogOpen }));
      return true;
    }
    return false;
  };
  if (handled()) event.preventDefault();
}
