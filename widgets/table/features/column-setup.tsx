import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isObject, type Json } from '../../../src/contracts/json.ts';
import { columnKey, lockedKeys } from '../columns.ts';
import type { Column } from '../columns.ts';
import { useStoredColumns } from '../useTable.ts';
import type { FeatureStyles } from './styles.ts';

/** A person's own arrangement of the columns, by their keys. */
export interface Arrangement {
  /** From left to right; columns that are not in it, and locked ones, stand where the definition has them. */
  order: readonly string[];
  hidden: readonly string[];
  /** In pixels. */
  widths: Readonly<Record<string, number>>;
}

const minWidth = 48;
const maxWidth = 1200;
/** Pixels that one press of a key makes a column wider or narrower. */
const keyStep = 16;

const clampWidth = (width: number): number => Math.round(Math.min(maxWidth, Math.max(minWidth, width)));

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Reads a stored arrangement; the definition's own where there is none, or none that can be read. */
export function readArrangement(stored: unknown, columns: readonly Column[]): Arrangement {
  if (!isObject(stored)) {
    const hidden = columns.filter((column) => column.hidden).map(columnKey);
    return { order: [], hidden, widths: {} };
  }
  const widths = Object.entries(isObject(stored.widths) ? stored.widths : {}).flatMap(([key, width]) =>
    typeof width === 'number' && Number.isFinite(width) ? [[key, clampWidth(width)] as const] : [],
  );
  const locked = lockedKeys(columns);
  const hidden = texts(stored.hidden).filter((key) => !locked.includes(key));
  return { order: texts(stored.order), hidden, widths: Object.fromEntries(widths) };
}

const toJson = ({ order, hidden, widths }: Arrangement): Json => ({
  order: [...order],
  hidden: [...hidden],
  widths: { ...widths },
});

/** The columns that can be moved, in the person's order; columns new in the definition follow their neighbour there. */
function movableColumns(columns: readonly Column[], { order }: Arrangement): Column[] {
  const locked = lockedKeys(columns);
  const movable = columns.filter((column) => !locked.includes(columnKey(column)));
  const byKey = new Map(movable.map((column) => [columnKey(column), column]));
  const result = order.flatMap((key) => byKey.get(key) ?? []);
  movable.forEach((column, index) => {
    if (result.includes(column)) return;
    const left = movable[index - 1];
    result.splice(left ? result.indexOf(left) + 1 : 0, 0, column);
  });
  return result;
}

/** All columns in the person's order. Locked ones keep the positions that the definition gives them. */
export function orderedColumns(columns: readonly Column[], arrangement: Arrangement): Column[] {
  const locked = lockedKeys(columns);
  const movable = movableColumns(columns, arrangement).values();
  return columns.map((column) =>
    locked.includes(columnKey(column)) ? column : (movable.next().value ?? column),
  );
}

/** The visible columns with their widths. One is always visible: a table without columns looks broken. */
export function arrangedColumns(columns: readonly Column[], arrangement: Arrangement): Column[] {
  const all = orderedColumns(columns, arrangement);
  const visible = all.filter((column) => !arrangement.hidden.includes(columnKey(column)));
  return (visible.length > 0 ? visible : all.slice(0, 1)).map((column) => {
    const width = arrangement.widths[columnKey(column)];
    return width === undefined ? column : { ...column, width };
  });
}

/** Moves a column before or after its next visible neighbour that can be moved; the same arrangement if there is none. */
export function moveColumn(
  columns: readonly Column[],
  arrangement: Arrangement,
  key: string,
  by: 1 | -1,
): Arrangement {
  const all = movableColumns(columns, arrangement).map(columnKey);
  if (!all.includes(key)) return arrangement;
  const visible = all.filter((one) => !arrangement.hidden.includes(one) || one === key);
  const neighbour = visible[visible.indexOf(key) + by];
  return neighbour === undefined ? arrangement : moveColumnTo(columns, arrangement, key, neighbour);
}

/** Moves a column to the position of another one; the same arrangement if either is locked. */
export function moveColumnTo(
  columns: readonly Column[],
  arrangement: Arrangement,
  key: string,
  target: string,
): Arrangement {
  const all = movableColumns(columns, arrangement).map(columnKey);
  if (key === target || !all.includes(key) || !all.includes(target)) return arrangement;
  const order = all.filter((one) => one !== key);
  order.splice(all.indexOf(target), 0, key);
  return { ...arrangement, order };
}

function headWidth(element: Element): number {
  return Math.round(element.closest('th')?.getBoundingClientRect().width ?? 0);
}

/** The columns as the person arranged them, and ways to arrange them. Stored in the person's preferences. */
export function useColumnSetup(
  node: string,
  columns: readonly Column[],
  adjustable: boolean,
  styles: FeatureStyles,
) {
  const [stored, store] = useStoredColumns(node);
  // A width is stored when the pointer that drags it is released.
  const [dragged, setDragged] = useState<Arrangement | null>(null);
  const saved = useMemo(
    () => readArrangement(adjustable ? stored : null, columns),
    [adjustable, stored, columns],
  );
  const arrangement = dragged ?? saved;
  const arranged = useMemo(() => arrangedColumns(columns, arrangement), [columns, arrangement]);
  const drag = useRef<{ from: number; width: number } | null>(null);
  const save = useCallback((next: Arrangement) => store(toJson(next)), [store]);
  const saveChanged = (next: Arrangement) => {
    if (next !== arrangement) save(next);
  };
  const withWidth = (key: string, width: number): Arrangement => ({
    ...arrangement,
    widths: { ...arrangement.widths, [key]: clampWidth(width) },
  });

  const resizeHandle = (column: Column): ReactNode => {
    const key = columnKey(column);
    const end = () => {
      drag.current = null;
      setDragged(null);
    };
    return (
      <span
        aria-hidden="true"
        className={styles.resizeHandle}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { from: event.clientX, width: headWidth(event.currentTarget) };
        }}
        onPointerMove={(event) => {
          const { current } = drag;
          if (current) setDragged(withWidth(key, current.width + event.clientX - current.from));
        }}
        onPointerUp={() => {
          if (dragged) save(dragged);
          end();
        }}
        onPointerCancel={end}
        onDoubleClick={() => {
          const { [key]: _, ...widths } = arrangement.widths;
          save({ ...arrangement, widths });
        }}
      />
    );
  };

  return {
    columns: adjustable ? arranged : columns,
    all: useMemo(() => orderedColumns(columns, arrangement), [columns, arrangement]),
    hidden: arrangement.hidden,
    locked: useMemo(() => lockedKeys(columns), [columns]),
    changed: adjustable && stored !== null,
    resizeHandle: adjustable ? resizeHandle : null,
    /** Makes a column one step wider or narrower. */
    resize: (key: string, by: 1 | -1, head: Element) => save(withWidth(key, headWidth(head) + by * keyStep)),
    canMove: (key: string, by: 1 | -1) => moveColumn(columns, arrangement, key, by) !== arrangement,
    move: (key: string, by: 1 | -1) => saveChanged(moveColumn(columns, arrangement, key, by)),
    /** Moves a column to the position of another one. */
    moveTo: (key: string, target: string) => saveChanged(moveColumnTo(columns, arrangement, key, target)),
    show(key: string, visible: boolean) {
      const hidden = arrangement.hidden.filter((one) => one !== key);
      save({ ...arrangement, hidden: visible ? hidden : [...hidden, key] });
    },
    reset: () => store(null),
  };
}

export type ColumnSetup = ReturnType<typeof useColumnSetup>;
