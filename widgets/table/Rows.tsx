/* oxlint-disable jsx-a11y/control-has-associated-label, jsx-a11y/click-events-have-key-events -- empty cells make room, and the grid around has the keys */
import { Fragment, useRef, useState } from 'react';
import type { FocusEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { cellOf } from './grid.ts';
import { Line } from './Line.tsx';
import type { RowTools } from './Line.tsx';
import type { Lines } from './lines.ts';
import type { RowKey, TableView } from './view.ts';
import type { RowWindow } from './useWindow.ts';

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;

/** A tooltip only where the text does not fit, and only once somebody points at it. */
function showWhole(target: EventTarget): void {
  if (!(target instanceof HTMLElement)) return;
  const { overflow } = getComputedStyle(target);
  if (overflow !== 'hidden' || target.title !== '' || target.scrollWidth <= target.clientWidth) return;
  target.title = target.textContent ?? '';
}

export interface RowsProps {
  view: TableView;
  lines: Lines;
  window: RowWindow;
  tools: RowTools;
  /** How many rows stand before the first one, on pages before. */
  before: number;
  markOf: (row: number) => number;
  patchOf: (row: number) => unknown;
  /** The content of a line that is no row. */
  block: ((line: number, as: 'line') => ReactNode) | null;
  /** Cells of a line. */
  width: number;
}

/** The rows in sight. Listens once for all of them: a row gets its buttons when the pointer or the focus comes to it. */
export function Rows({ view, lines, window, tools, before, markOf, patchOf, block, width }: RowsProps) {
  const [hovered, setHovered] = useState<RowKey | null>(null);
  const [focused, setFocused] = useState<{ key: RowKey; focus: { at: number } | null } | null>(null);
  const pressing = useRef(false);

  const keyOf = (target: EventTarget | null): RowKey | null => {
    const line = rowOf(target)?.getAttribute('data-line');
    return typeof line === 'string' ? view.keyOf(lines.rowOf(Number(line))) : null;
  };
  const onPointerOver = (event: PointerEvent) => {
    showWhole(event.target);
    if (event.pointerType !== 'touch') setHovered(keyOf(event.target));
  };
  const onFocus = (event: FocusEvent) => {
    const key = keyOf(event.target);
    if (key === null || !(event.target instanceof HTMLElement)) return;
    // A press on the menu's button focuses it too; only the keyboard is led on to the buttons.
    if (event.target.hasAttribute('data-more') && !pressing.current) {
      const from = rowOf(event.relatedTarget)?.querySelectorAll('.row-actions button') ?? [];
      const at = Array.prototype.indexOf.call(from, event.relatedTarget);
      setFocused({ key, focus: { at: Math.max(0, at) } });
    } else if (focused?.key !== key) {
      setFocused({ key, focus: null });
    }
  };
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, select, label')) return;
    // Somebody who marks text to copy it does not press the row.
    if (globalThis.getSelection?.()?.toString()) return;
    const line = rowOf(event.target)?.getAttribute('data-line');
    if (typeof line !== 'string') return;
    const cell = cellOf(event.target);
    if (cell) {
      // From here the arrows go on.
      cell.tabIndex = -1;
      cell.focus({ preventScroll: true });
    }
    tools.press?.(lines.rowOf(Number(line)));
  };

  function draw(line: number): ReactNode {
    const index = lines.rowOf(line);
    const rowIndex = before + line + 2;
    if (lines.kind(line) !== 'row') {
      return <Fragment key={lines.keyOf(line)}>{block?.(line, 'line')}</Fragment>;
    }
    const key = view.keyOf(index);
    const own = focused !== null && focused.key === key ? focused : null;
    return (
      <Line
        key={key}
        view={view}
        index={index}
        line={line}
        rowIndex={rowIndex}
        mark={markOf(index)}
        patch={patchOf(index)}
        tools={tools}
        active={hovered === key || own !== null}
        focus={own?.focus ?? null}
      />
    );
  }

  /** The room that lines take which are not drawn. */
  const gap = (from: number, to: number) => {
    const height = lines.topOf(to, window.rowHeight) - lines.topOf(from, window.rowHeight);
    if (height <= 0) return null;
    return (
      <tr key={from === 0 ? 'above' : `to${to}`} aria-hidden="true">
        <td colSpan={width} style={{ height, padding: 0 }} />
      </tr>
    );
  };

  const { from, to, pinned } = window;
  const drawn: ReactNode[] = [];
  for (let line = from; line < to; line++) drawn.push(draw(line));
  const pin = pinned >= 0 ? draw(pinned) : null;
  const end = lines.count;
  return (
    <tbody
      onPointerOver={onPointerOver}
      onPointerLeave={() => setHovered(null)}
      onPointerDown={() => {
        pressing.current = true;
      }}
      onPointerUp={() => {
        pressing.current = false;
      }}
      onPointerCancel={() => {
        pressing.current = false;
      }}
      onFocus={onFocus}
      onClick={onClick}
    >
      {pinned >= 0 && pinned < from ? [gap(0, pinned), pin, gap(pinned + 1, from)] : gap(0, from)}
      {drawn}
      {pinned >= to ? [gap(to, pinned), pin, gap(pinned + 1, end)] : gap(to, end)}
    </tbody>
  );
}
