import { useEffect, type RefObject } from 'react';

const focusable = 'input, textarea, button, [tabindex="0"]';

/** The control of an area on which the keyboard goes on: the selected widget, else the first control. */
function entryOf(area: HTMLElement): HTMLElement | null {
  return (
    area.querySelector<HTMLElement>('.layout-item[data-selected]') ??
    area.querySelector<HTMLElement>('.layout-item') ??
    area.querySelector<HTMLElement>(focusable)
  );
}

/**
 * Moves the focus from one area of the surface (`data-area`) to the next or the one before, past those without a control:
 * between the palette and the canvas are more stops of the Tab key than anybody counts.
 */
export function focusNextArea(root: HTMLElement, back: boolean): void {
  const areas = [...root.querySelectorAll<HTMLElement>('[data-area]')];
  const here = areas.findIndex((area) => area.contains(document.activeElement));
  const order = back ? areas.toReversed() : areas;
  const from = here === -1 ? -1 : back ? areas.length - 1 - here : here;
  for (let step = 1; step <= order.length; step += 1) {
    const entry = entryOf(order[(from + step) % order.length]!);
    if (!entry) continue;
    entry.focus();
    return;
  }
}

/** F6 and Shift+F6 go from area to area, from wherever the focus is: just after the load it is nowhere. A dialog keeps it. */
export function useAreaKeys(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented)
        return;
      if (!root.current || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      focusNextArea(root.current, event.shiftKey);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root]);
}
