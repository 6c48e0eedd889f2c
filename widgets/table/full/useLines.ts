import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { useMemo, useState } from 'react';
import type { RowExpression } from '../../../src/engine/core/index.ts';
import { useBinding, useEvaluateRows, useLanguage } from '../../../src/engine/react/index.ts';
import { marks } from '../Line.tsx';
import type { Lines } from '../lines.ts';
import { orderField } from '../view.ts';
import type { Order, Row, RowKey, TableSettings, TableView } from '../view.ts';
import { groupRows } from './groups.ts';
import type { Grouped } from './groups.ts';
import { guessedDetail, mixedLines } from './mixed-lines.ts';
import { filterRows, fold, sortRows } from '../order.ts';
import { childrenOf, openRows, treeOfChildren, treeOfParents, withAncestors } from './tree.ts';
import type { Tree } from './tree.ts';

/** The rows of a tree laid flat; those of any other table as they are. */
export function useTree(settings: TableSettings, rows: readonly Row[]): Tree | null {
  const { tree, rowKey = 'id' } = settings;
  return useMemo(() => {
    if (!tree) return null;
    if (tree.children !== undefined) return treeOfChildren(rows, tree.children);
    const path = rowKey.split('.');
    return treeOfParents(rows, tree.parent ?? '', (row) => {
      const key = valueAt(rows[row], path);
      return typeof key === 'string' || typeof key === 'number' ? key : `#${row}`;
    });
  }, [tree, rows, rowKey]);
}

/** Things that are the other way than they start: open what starts closed, closed what starts open. */
export function useToggles<Key>() {
  const [turned, setTurned] = useState<ReadonlySet<Key>>(() => new Set());
  return {
    turned,
    toggle: (key: Key) =>
      setTurned((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    /** All at once: `keys` are then the other way than they start, all others as they start. */
    setAll: (keys: Iterable<Key>) => setTurned(new Set(keys)),
  };
}

const truthy = (value: unknown) => value !== false && value !== undefined && value !== null && value !== '';
const noExpressions: readonly RowExpression[] = [];

export interface Arranged {
  lines: Lines;
  /** The rows that the filter leaves, in their order, closed groups' too. */
  order: Uint32Array;
  grouped: Grouped | null;
  /** Is the row, or the tree below it, open? */
  markOf(row: number): number;
  toggleTree(row: number): void;
  toggleDetail(row: number): void;
  toggleGroup(key: string): void;
  toggleAllGroups(): void;
  groupsOpen: boolean;
  isGroupOpen(key: string): boolean;
  measured(key: RowKey, height: number): void;
}

/**
 * What stands under what: filtered, sorted, grouped, opened. Everything is an index into the rows; a change of one value
 * keeps every row in its place until the source is loaded again, so that nothing jumps under the hand that edits it.
 * @param source the rows as they were loaded: what the order is made again for.
 */
export function useLines(input: {
  settings: TableSettings;
  source: readonly Row[];
  view: TableView;
  tree: Tree | null;
  order: Order | null;
  details: boolean;
}): Arranged {
  const { settings, source, view, tree, order, details } = input;
  const { groupBy, paging, search, where } = settings;
  const lang = useLanguage();
  const inMemory = paging === 'none';
  const [sought] = useBinding(inMemory ? search : undefined);
  const words = typeof sought === 'string' ? fold(sought).trim() : '';
  const rows = tree?.rows ?? source;
  const [holds] = useEvaluateRows(inMemory && where ? [where] : noExpressions, rows);
  const sorted = inMemory
    ? settings.columns.find((one) => one.sort && orderField(one) === order?.field)
    : undefined;
  const column = sorted
    ? view.columns.findIndex((one) => one.field === sorted.field && one.id === sorted.id)
    : -1;
  const descending = order?.descending === true;
  const computed = column >= 0 && view.columns[column]?.value ? view.results : null;

  const subset = useMemo(() => {
    const named = view.columns.map((_, index) => index);
    const keeps =
      words === '' && !holds
        ? null
        : (row: number) =>
            (!holds || truthy(holds[row])) &&
            (words === '' || named.some((one) => fold(view.text(one, row)).includes(words)));
    const found = filterRows(rows.length, keeps);
    return tree && keeps ? withAncestors(tree, found) : found;
    // Not by the view: an edit leaves the rows where they are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, words, holds, tree]);
  const placed = useMemo(() => {
    const settled = view.columns[column];
    if (!settled) return subset;
    const collator = new Intl.Collator(lang, { numeric: true });
    return sortRows(
      subset,
      settled,
      descending,
      (row) => view.raw(column, row),
      (row) => view.text(column, row),
      collator,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [subset, column, descending, lang, computed]);
  const grouped = useMemo(() => {
    if (!groupBy || tree) return null;
    return groupRows(
      placed,
      groupBy.map(({ field }) => {
        const path = field.split('.');
        return (row: number) => valueAt(rows[row], path);
      }),
    );
  }, [groupBy, tree, placed, rows]);

  const groups = useToggles<string>();
  const opened = useToggles<RowKey>();
  const detailed = useToggles<RowKey>();
  const [heights, setHeights] = useState<ReadonlyMap<RowKey, number>>(() => new Map());
  const startOf = (key: string) => groupBy?.[key.split('/').length - 2]?.open !== false;
  const isGroupOpen = (key: string) => startOf(key) !== groups.turned.has(key);
  const treeOpen = settings.tree?.open === true;
  const isTreeOpen = (row: number) => words !== '' || treeOpen !== opened.turned.has(view.keyOf(row));
  const children = useMemo(() => (tree ? childrenOf(tree, placed) : null), [tree, placed]);
  const inSight = useMemo(
    () => (children ? openRows(children, isTreeOpen) : (grouped?.order ?? placed)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [children, grouped, placed, opened.turned, treeOpen, words],
  );
  const lines = useMemo(
    () =>
      mixedLines({
        order: inSight,
        grouped,
        isOpenGroup: isGroupOpen,
        isOpenRow: details && detailed.turned.size > 0 ? (row) => detailed.turned.has(view.keyOf(row)) : null,
        detailHeight: (row) => heights.get(view.keyOf(row)) ?? guessedDetail,
        keyOfRow: (row) => view.keyOf(row),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [inSight, grouped, groups.turned, details, detailed.turned, heights],
  );

  const base = tree ? 0 : groupBy ? groupBy.length + 1 : 0;
  const groupsOpen = grouped?.groups.some((group) => isGroupOpen(group.key)) ?? false;
  return {
    lines,
    order: grouped?.order ?? placed,
    grouped,
    markOf(row) {
      const level = tree ? (tree.levels[row] ?? 1) : base;
      const holdsRows = children?.has(row) === true;
      const showsDetail = details && detailed.turned.has(view.keyOf(row));
      const open = holdsRows ? isTreeOpen(row) : showsDetail;
      return (
        level * marks.level +
        (holdsRows || (details && !tree) ? marks.opens : 0) +
        (open ? marks.open : 0) +
        (showsDetail ? marks.detailed : 0)
      );
    },
    toggleTree: (row) => opened.toggle(view.keyOf(row)),
    toggleDetail: (row) => detailed.toggle(view.keyOf(row)),
    toggleGroup: groups.toggle,
    toggleAllGroups: () =>
      groups.setAll(
        (grouped?.groups ?? []).map((group) => group.key).filter((key) => startOf(key) === groupsOpen),
      ),
    groupsOpen,
    isGroupOpen,
    measured: (key, height) =>
      setHeights((before) => (before.get(key) === height ? before : new Map(before).set(key, height))),
  };
}
