import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { BoardUi } from './board-ui.ts';

/** The card that is the target itself: its button and what else is within it are none. */
const cardOf = (target: EventTarget | null): number | null => {
  const id = target instanceof Element ? target.getAttribute('data-card') : null;
  return id === null ? null : Number(id);
};

/**
 * Keeps the focus on its card while an undo or somebody else moves it: in another list the card is rendered anew, and the
 * focus falls to the page, where no key moves anything.
 * @param cards what is shown; after each change the card with the focus is looked for
 */
export function useCardFocus(
  page: RefObject<HTMLElement | null>,
  ui: StoreApi<BoardUi>,
  cards: Readonly<Record<number, unknown>>,
): void {
  const focused = useRef<number | null>(null);
  useEffect(() => {
    const element = page.current;
    if (element === null) return undefined;
    const onFocus = ({ target }: FocusEvent) => {
      focused.current = cardOf(target);
    };
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      // A card that is removed from the page loses the focus as well; one that stays was left by the person.
      setTimeout(() => {
        const isLeft = relatedTarget === null && target instanceof Element && target.isConnected;
        // Another card may have the focus by now.
        if (isLeft && focused.current === cardOf(target)) focused.current = null;
      });
    };
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onBlur);
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onBlur);
    };
  }, [page]);
  useEffect(() => {
    const id = focused.current;
    if (id !== null && cards[id] !== undefined && document.activeElement === document.body)
      ui.setState({ focus: { id } });
  }, [ui, cards]);
}
