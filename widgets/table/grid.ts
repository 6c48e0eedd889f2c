/** The row menu's button and the row's own buttons: what the end of a row offers. */
const endSelector = '[data-more], .row-actions button';
const controlSelector = 'button, a[href], input, select, textarea, [data-control]';

/** Where the keyboard is: the line (-1 is the head) and the place of the cell in it. */
export interface Place {
  line: number;
  column: number;
}

/** The cell around an element of a grid, if it is in one. */
export function cellOf(element: EventTarget | null): HTMLTableCellElement | null {
  return element instanceof Element ? element.closest<HTMLTableCellElement>('td, th') : null;
}

/** Rows say their line themselves: which of all lines they are, the head being -1. */
export function placeOf(cell: HTMLTableCellElement): Place | null {
  const line = cell.parentElement?.getAttribute('data-line');
  return line === null || line === undefined ? null : { line: Number(line), column: cell.cellIndex };
}

export function cellAt(grid: HTMLTableElement, { line, column }: Place): HTMLTableCellElement | null {
  const row = grid.querySelector<HTMLTableRowElement>(`tr[data-line="${line}"]`);
  return row?.cells[Math.min(column, row.cells.length - 1)] ?? null;
}

/** What one can do inside a cell, in order. Of a row's end: its buttons where they show, else its menu. */
export function controlsOf(cell: Element): HTMLElement[] {
  const own = [...cell.querySelectorAll<HTMLElement>(controlSelector)].filter(
    // What the arrow keys of the row do by themselves is no stop of its own.
    (control) => !(control as HTMLButtonElement).disabled && !control.hasAttribute('data-toggle'),
  );
  const end = own.filter((control) => control.matches(endSelector));
  if (end.length === 0) return own;
  const strip = end.filter((control) => !control.hasAttribute('data-more'));
  return strip.length > 0 ? strip : end;
}

/** What takes the focus for a cell: its one control, the first of a row's buttons, else the cell itself. */
export function focusOf(cell: HTMLTableCellElement): HTMLElement {
  const controls = controlsOf(cell);
  const [first] = controls;
  if (!first) return cell;
  return controls.length === 1 || first.matches(endSelector) ? first : cell;
}

/** Where a key leads from a place, in a grid of so many lines and columns; null: the key does not move. */
export function move(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  from: Place,
  lines: number,
  columns: number,
  page: number,
): Place | null {
  const far = ctrlKey || metaKey;
  const { line, column } = from;
  const at = (to: number): Place => ({ line: Math.max(-1, Math.min(lines - 1, to)), column });
  const across = (to: number): Place => ({ line, column: Math.max(0, Math.min(columns - 1, to)) });
  switch (key) {
    case 'ArrowDown':
      return at(far ? lines - 1 : line + 1);
    case 'ArrowUp':
      return at(far ? -1 : line - 1);
    case 'ArrowLeft':
      return across(far ? 0 : column - 1);
    case 'ArrowRight':
      return across(far ? columns - 1 : column + 1);
    case 'Home':
      return far ? { line: 0, column: 0 } : across(0);
    case 'End':
      return far ? { line: lines - 1, column: columns - 1 } : across(columns - 1);
    case 'PageDown':
      return at(line + page);
    case 'PageUp':
      // From the rows to the first of them; the head is one step of its own.
      return at(line <= 0 ? -1 : Math.max(0, line - page));
    default:
      return null;
  }
}
