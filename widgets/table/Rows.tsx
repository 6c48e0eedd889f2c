import { TableBody, mergeClasses } from '@fluentui/react-components';
import { memo, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { drawCell } from './cell.tsx';
import type { CellTools } from './cell.tsx';
import { RowStrip } from './RowStrip.tsx';
import { actionsClass } from './styles.ts';
import { mostButtons } from './view.ts';
import type { RowAction, RowKey, TableView } from './view.ts';

export interface RowTools extends CellTools {
  rowLabel(name: string): string;
  run(action: RowAction, index: number): void;
  openMenu(index: number, target: HTMLElement): void;
  /** Class names of each column's cells, put together once. */
  cellClasses: readonly string[];
}

interface RowProps {
  view: TableView;
  index: number;
  tools: RowTools;
  /** The pointer or the focus is in it, so its buttons are there. */
  active: boolean;
  focus: { at: number } | null;
}

const TableLine = memo(function TableLine({ view, index, tools, active, focus }: RowProps) {
  const { styles } = tools;
  const actions = view.actions(index);
  const buttons = actions.length <= mostButtons && actions.every((action) => action.icon !== undefined);
  const last = view.columns.length - 1;
  const label = actions.length > 0 ? tools.rowLabel(view.nameOf(index)) : '';
  return (
    <tr
      className={mergeClasses(styles.row, tools.press !== null && styles.pressable)}
      data-row={view.keyOf(index)}
    >
      {view.columns.map((column, at) => {
        const content = drawCell(view, at, index, tools);
        return (
          <td key={column.id ?? column.field} className={tools.cellClasses[at]}>
            {at === last && actions.length > 0 ? (
              <>
                {typeof content === 'string' ? <span className={styles.ellipsis}>{content}</span> : content}
                {active && buttons && (
                  <RowStrip
                    actions={actions}
                    rowKey={view.keyOf(index)}
                    label={label}
                    focus={focus}
                    styles={styles}
                    run={(action) => tools.run(action, index)}
                  />
                )}
                <button
                  type="button"
                  data-more
                  // With buttons at hand the menu's own is for touch and screen readers: one stop less for Tab.
                  tabIndex={active && buttons ? -1 : 0}
                  className={
                    buttons ? styles.more : mergeClasses(styles.more, styles.moreShown, actionsClass)
                  }
                  aria-haspopup="menu"
                  aria-label={label}
                  onClick={(event) => tools.openMenu(index, event.currentTarget)}
                >
                  ⋯
                </button>
              </>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
});

const lineOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLTableRowElement>('tr[data-row]') : null;

/** A tooltip only where the text does not fit, and only once somebody points at it. */
function showWhole(target: EventTarget): void {
  if (!(target instanceof HTMLElement)) return;
  const { overflow } = getComputedStyle(target);
  if (overflow !== 'hidden' || target.title !== '' || target.scrollWidth <= target.clientWidth) return;
  target.title = target.textContent ?? '';
}

/** Where the focus is to go in a row that it enters through its hidden menu button. */
function entry(event: FocusEvent, line: Element): { at: number } {
  const from = event.relatedTarget;
  const backwards =
    from instanceof Node && (line.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return { at: backwards ? Number.MAX_SAFE_INTEGER : 0 };
}

/** The rows. Listens once for all of them: a row gets its buttons when the pointer or the focus comes to it. */
export function Rows({ view, tools }: { view: TableView; tools: RowTools }) {
  const [hovered, setHovered] = useState<number | null>(null);
  const [focused, setFocused] = useState<{ key: RowKey; focus: { at: number } | null } | null>(null);
  // Which button the arrow keys came from, for the focus event that they cause at once.
  const jump = useRef<{ at: number } | null>(null);

  const pressing = useRef(false);

  const onPointerOver = (event: PointerEvent) => {
    showWhole(event.target);
    if (event.pointerType === 'touch') return;
    setHovered(lineOf(event.target)?.sectionRowIndex ?? null);
  };
  const onFocus = (event: FocusEvent) => {
    const line = lineOf(event.target);
    if (!line) return;
    const key = view.keyOf(line.sectionRowIndex);
    const throughMenuButton = event.target instanceof HTMLElement && event.target.hasAttribute('data-more');
    if (!throughMenuButton) {
      if (focused?.key !== key) setFocused({ key, focus: null });
      return;
    }
    // A press on the menu's button focuses it too; only the keyboard is led on to the buttons.
    if (pressing.current) return;
    setFocused({ key, focus: jump.current ?? entry(event, line) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lineOf(event.target);
    const group =
      event.target instanceof Element ? event.target.closest(`.${actionsClass}, [data-more]`) : null;
    const lines = line?.parentElement?.children;
    if (!line || !group || !lines) return;
    const own = line.sectionRowIndex;
    const to = { ArrowDown: own + 1, ArrowUp: own - 1, Home: 0, End: lines.length - 1 }[event.key];
    const next = to === undefined ? undefined : lines[to]?.querySelector<HTMLElement>('[data-more]');
    if (!next) return;
    event.preventDefault();
    const buttons: unknown[] = [...group.querySelectorAll('button')];
    jump.current = { at: Math.max(0, buttons.indexOf(event.target)) };
    next.focus();
    jump.current = null;
  };
  const onClick = (event: MouseEvent) => {
    if (!tools.press || (event.target instanceof Element && event.target.closest('a, button, input'))) return;
    // Somebody who marks text to copy it does not press the row.
    if (globalThis.getSelection?.()?.toString()) return;
    const line = lineOf(event.target);
    if (line) tools.press(line.sectionRowIndex);
  };

  return (
    <TableBody
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
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {view.rows.map((_, index) => {
        const key = view.keyOf(index);
        const isFocused = focused?.key === key;
        return (
          <TableLine
            key={key}
            view={view}
            index={index}
            tools={tools}
            active={hovered === index || isFocused}
            focus={isFocused ? focused.focus : null}
          />
        );
      })}
    </TableBody>
  );
}
