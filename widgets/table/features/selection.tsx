import { useEffect, useRef, useState } from 'react';
import type { Json, JsonObject } from '../../../src/contracts/json.ts';
import type { Row, RowKey, TableView } from '../view.ts';
import type { FeatureStyles } from './styles.ts';

/** Selected rows by their keys, or all rows but some: selecting all of a long list stores nothing per row. */
export interface Selected {
  /** `rows` are those that are not selected. */
  inverted: boolean;
  rows: ReadonlyMap<RowKey, Row>;
}

export const noneSelected: Selected = { inverted: false, rows: new Map() };
export const allSelected: Selected = { inverted: true, rows: new Map() };

export const isSelected = ({ inverted, rows }: Selected, key: RowKey): boolean => rows.has(key) !== inverted;

/** Number of selected rows, of so many loaded ones. */
export const selectedCount = ({ inverted, rows }: Selected, loaded: number): number =>
  inverted ? Math.max(0, loaded - rows.size) : rows.size;

/** The same selection, with these rows selected or not. */
export function select(
  before: Selected,
  entries: Iterable<readonly [RowKey, Row]>,
  selected: boolean,
): Selected {
  const rows = new Map(before.rows);
  for (const [key, row] of entries) {
    if (selected !== before.inverted) rows.set(key, row);
    else rows.delete(key);
  }
  return { inverted: before.inverted, rows };
}

/** The value of a selection in steps. */
export interface SelectedRows extends JsonObject {
  keys: RowKey[];
  rows: Row[];
  count: number;
}

/**
 * Selection of rows. "All" and ranges include the rows in `order`: those that the filter leaves.
 * @param onChange called after each change; the function gives the rows, which takes time where there are many.
 */
export function useSelection(
  view: TableView,
  order: Uint32Array,
  inMemory: boolean,
  onChange: (selected: () => SelectedRows) => void,
) {
  const [selected, setSelected] = useState(noneSelected);
  const reported = useRef(selected);
  const anchor = useRef<RowKey | null>(null);
  const entry = (row: number): [RowKey, Row] => [view.keyOf(row), view.rows[row] ?? {}];
  const loaded = view.rows.length;
  // Rows are compared only where all may be selected: a long list is not walked at each render.
  const all =
    order.length > 0 &&
    (selected.inverted || selected.rows.size >= order.length) &&
    order.every((row) => isSelected(selected, view.keyOf(row)));
  function selectedRows(): SelectedRows {
    const current = new Map(Array.from(view.rows, (_, row) => entry(row)));
    const entries = selected.inverted
      ? [...current].filter(([key]) => !selected.rows.has(key))
      : [...selected.rows].map(([key, row]) => [key, current.get(key) ?? row] as const);
    return {
      keys: entries.map(([key]) => key),
      rows: entries.map(([, row]) => row),
      count: entries.length,
    };
  }
  useEffect(() => {
    if (reported.current === selected) return;
    reported.current = selected;
    onChange(selectedRows);
  });
  return {
    count: selectedCount(selected, loaded),
    all,
    some: !all && (selected.inverted || selected.rows.size > 0),
    isSelected: (key: RowKey) => isSelected(selected, key),
    toggle(row: number) {
      const [key, value] = entry(row);
      anchor.current = key;
      setSelected((before) => select(before, [[key, value]], !isSelected(before, key)));
    },
    /** Selects all rows from the one toggled last to this one. */
    extend(row: number) {
      const to = order.indexOf(row);
      if (to < 0) return;
      const from = order.findIndex((one) => view.keyOf(one) === anchor.current);
      const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      const entries = Array.from(order.subarray(first, last + 1), entry);
      setSelected((before) => select(before, entries, true));
    },
    /** Selects of these rows those with the given keys, and no others. */
    keep({ keys, rows }: SelectedRows, kept: ReadonlySet<Json>) {
      const entries = keys.flatMap((key, at) => (kept.has(key) ? [[key, rows[at] ?? {}] as const] : []));
      setSelected({ inverted: false, rows: new Map(entries) });
    },
    clear() {
      anchor.current = null;
      setSelected(noneSelected);
    },
    /** Selects all rows that the filter leaves, or none of them. */
    toggleAll() {
      if (inMemory && order.length === loaded) setSelected(all ? noneSelected : allSelected);
      else setSelected((before) => select(before, Array.from(order, entry), !all));
    },
    /** The selected rows with their loaded values; those of other pages as they were when they were selected. */
    rows: selectedRows,
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** The browser's own checkbox: fifty of Fluent's cost as much as the rows of a page. */
export function Checkbox({
  label,
  checked,
  mixed = false,
  inGrid,
  styles,
  onPress,
}: {
  label: string;
  checked: boolean;
  mixed?: boolean;
  /** In the grid the arrow keys reach it; elsewhere it is a stop of its own. */
  inGrid: boolean;
  styles: FeatureStyles;
  /** `range`: Shift was held. */
  onPress(range: boolean): void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={styles.checkBox}>
      <input
        ref={box}
        type="checkbox"
        className={styles.check}
        aria-label={label}
        checked={checked}
        {...(inGrid ? { tabIndex: -1 } : {})}
        onChange={(event) => {
          const { nativeEvent } = event;
          onPress(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
    </label>
  );
}
