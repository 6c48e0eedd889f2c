/** Keys of the list's records; an expression gives one alone without a list around it. */
export function keyList(keys: unknown): (string | number)[] {
  return (Array.isArray(keys) ? keys : [keys]).filter(
    (key): key is string | number => typeof key === 'string' || typeof key === 'number',
  );
}

/** Moves the focus to a record's row, unless it is elsewhere or the row is not rendered. */
export function focusRow(key: string | number): void {
  const active = document.activeElement;
  const lost = active === null || active === document.body;
  if (!lost && !active.matches('[data-row] *')) return;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const row = rows.find(({ dataset }) => dataset['row'] === String(key));
  if (!row || row.contains(active)) return;
  const cell = row.querySelector<HTMLElement>('td');
  // A cell gets its place in the tab order with the focus.
  if (cell) cell.tabIndex = -1;
  (cell ?? row.querySelector<HTMLElement>('a, button'))?.focus({ preventScroll: true });
}

/**
 * Whether a key press closes the panel: Escape in it or in a row of its list. In an open list of options or in a menu it
 * closes those.
 */
export function isClosingKey(event: KeyboardEvent, panel: HTMLElement): boolean {
  const { key, target, defaultPrevented } = event;
  if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return false;
  if (target.closest('[aria-expanded="true"]:is(input, button)')) return false;
  return panel.contains(target) || target.closest('[data-row]') !== null;
}
