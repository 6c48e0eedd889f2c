import { useMemo, useState } from 'react';
import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { foldText } from '../../../src/contracts/text.ts';
import { conditionHolds } from '../../../src/engine/core/index.ts';
import type { RowExpression } from '../../../src/engine/core/index.ts';
import { useBinding, useEvaluateRows, useLanguage } from '../../../src/engine/react/index.ts';
import { lineAtTop, withToggled } from '../../../src/ui/index.ts';
import type { Order, TableSettings } from '../columns.ts';
import { filterRows, flatLines, sortedColumn, sortRows } from '../lines.ts';
import type { Lines } from '../lines.ts';
import { rowFlags } from '../Rows.tsx';
import type { Row, RowKey, TableView } from '../view.ts';
import { groupRows } from './grouping.tsx';
import type { Grouped } from './grouping.tsx';
import { groupHeight } from './styles.ts';
import { childrenOf, openRows, withAncestors } from './tree.ts';
import type { Tree } from './tree.ts';

/** Expected height of details until they are measured, in pixels. */
const detailHeight = 160;

/** Encodes lines as numbers: a row as twice its index, its details as one more, a group's header below zero. */
function encode(
  order: Uint32Array,
  grouped: Grouped | null,
  isOpenGroup: (key: string) => boolean,
  isOpenRow: ((row: number) => boolean) | null,
): Int32Array {
  const codes: number[] = [];
  const addRows = (from: number, to: number) => {
    for (let position = from; position < to; position++) {
      const row = order[position] ?? 0;
      codes.push(row * 2);
      if (isOpenRow?.(row)) codes.push(row * 2 + 1);
    }
  };
  if (!grouped) addRows(0, order.length);
  let hiddenUpTo = 0;
  grouped?.groups.forEach((group, index) => {
    if (group.from < hiddenUpTo) return;
    codes.push(-1 - index);
    if (!isOpenGroup(group.key)) {
      hiddenUpTo = group.to;
      return;
    }
    const inner = grouped.groups[index + 1];
    if (!inner || inner.level <= group.level) addRows(group.from, group.to);
  });
  return Int32Array.from(codes);
}

/** Lines with group headers and opened details among the rows. Heights are summed once, so that any line is found fast. */
export function mixedLines(input: {
  order: Uint32Array;
  grouped: Grouped | null;
  isOpenGroup(key: string): boolean;
  /** Null: no row has details. */
  isOpenRow: ((row: number) => boolean) | null;
  detailHeight(row: number): number;
  keyOfRow(row: number): string | number;
}): Lines {
  const { order, grouped, isOpenRow, keyOfRow } = input;
  if (!grouped && !isOpenRow) return flatLines(order.length, (line) => order[line] ?? 0);
  const codes = encode(order, grouped, input.isOpenGroup, isOpenRow);
  const count = codes.length;
  const rowsBefore = new Uint32Array(count + 1);
  const otherBefore = new Float64Array(count + 1);
  codes.forEach((code, line) => {
    const isRow = code >= 0 && code % 2 === 0;
    const other = isRow ? 0 : code < 0 ? groupHeight : input.detailHeight(code >> 1);
    rowsBefore[line + 1] = (rowsBefore[line] ?? 0) + (isRow ? 1 : 0);
    otherBefore[line + 1] = (otherBefore[line] ?? 0) + other;
  });
  const topOf = (line: number, rowHeight: number) =>
    (rowsBefore[line] ?? 0) * rowHeight + (otherBefore[line] ?? 0);
  return {
    count,
    kind(line) {
      const code = codes[line] ?? 0;
      if (code < 0) return 'group';
      return code % 2 === 0 ? 'row' : 'detail';
    },
    rowOf(line) {
      const code = codes[line] ?? 0;
      return code < 0 ? -1 - code : code >> 1;
    },
    keyOf(line) {
      const code = codes[line] ?? 0;
      if (code < 0) return `group${grouped?.groups[-1 - code]?.key ?? ''}`;
      return code % 2 === 0 ? null : `detail ${keyOfRow(code >> 1)}`;
    },
    topOf,
    lineAt: (top, rowHeight) => lineAtTop(count, top, (line) => topOf(line, rowHeight)),
  };
}

/** Keys that are toggled from their initial state: opened where it is closed, closed where it is open. */
function useToggles<Key>() {
  const [toggled, setToggled] = useState<ReadonlySet<Key>>(() => new Set());
  return {
    toggled,
    toggle: (key: Key) => setToggled((before) => withToggled(before, key)),
    setAll: (keys: Iterable<Key>) => setToggled(new Set(keys)),
  };
}

const noExpressions: readonly RowExpression[] = [];

export interface LinesModel {
  lines: Lines;
  /** Indices of the rows that the filter leaves, in their order, with those of closed groups. */
  order: Uint32Array;
  grouped: Grouped | null;
  /** Flags of a row: its level, and whether it can be and is expanded. */
  flagsOf(row: number): number;
  toggleTree(row: number): void;
  toggleDetail(row: number): void;
  toggleGroup(key: string): void;
  toggleAllGroups(): void;
  /** Is any group open? */
  groupsOpen: boolean;
  isGroupOpen(key: string): boolean;
  setDetailHeight(key: RowKey, height: number): void;
}

/**
 * Lines of a table with features: filtered, sorted, grouped, expanded. Everything is an index into the rows. After a change
 * of one value every row stays where it is until the source is loaded again, so that no row moves while it is edited.
 * @param input.source rows as they were loaded; the order is computed when they change.
 */
export function useFeatureLines(input: {
  settings: TableSettings;
  source: readonly Row[];
  view: TableView;
  tree: Tree | null;
  order: Order | null;
  details: boolean;
}): LinesModel {
  const { settings, source, view, tree, order, details } = input;
  const { groupBy, paging, search, where } = settings;
  const lang = useLanguage();
  const inMemory = paging === 'none';
  const [searched] = useBinding(inMemory ? search : undefined);
  const searchText = typeof searched === 'string' ? foldText(searched).trim() : '';
  const [conditions] = useEvaluateRows(inMemory && where ? [where] : noExpressions, source);
  const column = sortedColumn(settings, view, order);
  const descending = order?.descending === true;
  const computed = view.columns[column]?.value ? view.results : null;

  const filtered = useMemo(() => {
    if (searchText === '' && !conditions) return filterRows(source.length, null);
    const found = filterRows(
      source.length,
      (row) =>
        (!conditions || conditionHolds(conditions[row])) &&
        (searchText === '' ||
          view.columns.some((_, at) => foldText(view.text(at, row)).includes(searchText))),
    );
    return tree ? withAncestors(tree, found) : found;
    // Not by the view: an edit leaves the rows where they are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [source, searchText, conditions, tree]);
  const sorted = useMemo(
    () => (column < 0 ? filtered : sortRows(filtered, view, column, descending, lang)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [filtered, column, descending, lang, computed],
  );
  const grouped = useMemo(() => {
    if (!groupBy || tree) return null;
    return groupRows(
      sorted,
      groupBy.map(({ field }) => {
        const path = field.split('.');
        return (row: number) => valueAt(source[row], path);
      }),
    );
  }, [groupBy, tree, sorted, source]);

  const groups = useToggles<string>();
  const branches = useToggles<RowKey>();
  const detailed = useToggles<RowKey>();
  const [heights, setHeights] = useState<ReadonlyMap<RowKey, number>>(() => new Map());
  const startsOpen = (key: string) => groupBy?.[key.split('/').length - 2]?.open !== false;
  const isGroupOpen = (key: string) => startsOpen(key) !== groups.toggled.has(key);
  const treeOpen = settings.tree?.open === true;
  const isTreeOpen = (row: number) => searchText !== '' || treeOpen !== branches.toggled.has(view.keyOf(row));
  const children = useMemo(() => (tree ? childrenOf(tree, sorted) : null), [tree, sorted]);
  const visible = useMemo(
    () => (children ? openRows(children, isTreeOpen) : (grouped?.order ?? sorted)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [children, grouped, sorted, branches.toggled, treeOpen, searchText],
  );
  const lines = useMemo(
    () =>
      mixedLines({
        order: visible,
        grouped,
        isOpenGroup: isGroupOpen,
        isOpenRow:
          details && detailed.toggled.size > 0 ? (row) => detailed.toggled.has(view.keyOf(row)) : null,
        detailHeight: (row) => heights.get(view.keyOf(row)) ?? detailHeight,
        keyOfRow: (row) => view.keyOf(row),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [visible, grouped, groups.toggled, details, detailed.toggled, heights],
  );

  const groupKeys = grouped?.groups.map((group) => group.key) ?? [];
  const groupsOpen = groupKeys.some(isGroupOpen);
  return {
    lines,
    order: grouped?.order ?? sorted,
    grouped,
    flagsOf(row) {
      const level = tree ? (tree.levels[row] ?? 1) : groupBy ? groupBy.length + 1 : 0;
      const hasChildren = children?.has(row) === true;
      const hasDetails = details && detailed.toggled.has(view.keyOf(row));
      const expanded = hasChildren ? isTreeOpen(row) : hasDetails;
      return (
        level * rowFlags.level +
        (hasChildren || (details && !tree) ? rowFlags.expandable : 0) +
        (expanded ? rowFlags.expanded : 0) +
        (hasDetails ? rowFlags.detailed : 0)
      );
    },
    toggleTree: (row) => branches.toggle(view.keyOf(row)),
    toggleDetail: (row) => detailed.toggle(view.keyOf(row)),
    toggleGroup: groups.toggle,
    toggleAllGroups: () => groups.setAll(groupKeys.filter((key) => startsOpen(key) === groupsOpen)),
    groupsOpen,
    isGroupOpen,
    setDetailHeight: (key, height) =>
      setHeights((before) => (before.get(key) === height ? before : new Map(before).set(key, height))),
  };
}
