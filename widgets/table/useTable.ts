import { mergeClasses } from '@fluentui/react-components';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TableProps } from '../../src/engine/core/index.ts';
import {
  useAddress,
  useBatch,
  useBinding,
  useCan,
  useEvaluateRows,
  useFormat,
  useNavigate,
  usePreference,
  useRun,
  useScreenId,
  useText,
  withColumnValues,
} from '../../src/engine/react/index.ts';
import type { WidgetData, WidgetProps } from '../../src/engine/react/index.ts';
import { notify, useNarrow, useWidthStep } from '../../src/ui/index.ts';
import { alignOf, cardsBelow, columnSteps, orderText, parseOrder, stripWidth, toColumn } from './columns.ts';
import type { Column, Order, TableSettings } from './columns.ts';
import type { LeadColumn } from './Head.tsx';
import { loadRowMenu } from './RowActions.tsx';
import type { OpenMenu } from './RowActions.tsx';
import type { RowTools } from './Rows.tsx';
import { useTableStyles } from './styles.ts';
import type { TableStyles } from './styles.ts';
import { createView, rowExpressions } from './view.ts';
import type { Row, RowKey } from './view.ts';

/** Specification 1, section 9: lists come 50 per page. */
const defaultPerPage = 50;

/** Page, rows per page and order at their bindings. A change of either of the latter goes back to the first page. */
function usePaging(settings: TableSettings, data: WidgetData) {
  const [pageValue, setPage] = useBinding(settings.page ?? 'state.page');
  const [perPageValue, setPerPage] = useBinding(settings.perPage ?? 'state.perPage');
  const [orderValue, setOrder] = useBinding(settings.order ?? 'state.order');
  const batch = useBatch();
  const paged = settings.paging !== 'none';
  const page = paged && typeof pageValue === 'number' && pageValue >= 1 ? pageValue : 1;
  const perPage = typeof perPageValue === 'number' && perPageValue >= 1 ? perPageValue : defaultPerPage;
  const last = Math.max(1, Math.ceil(data.total / perPage));
  const beyond =
    paged &&
    data.status === 'ready' &&
    !data.refreshing &&
    data.rows.length === 0 &&
    data.total > 0 &&
    page > last;
  // The last row of the last page was deleted, or an old address names a page that no longer exists.
  useEffect(() => {
    if (beyond) setPage(last);
  }, [beyond, last, setPage]);
  return {
    page,
    perPage,
    order: useMemo(() => parseOrder(orderValue), [orderValue]),
    setPage,
    setPerPage: (next: number) =>
      batch(() => {
        setPerPage(next);
        setPage(1);
      }),
    setOrder: (next: Order) =>
      batch(() => {
        setOrder(orderText(next));
        if (paged) setPage(1);
      }),
  };
}

const tabular = ['number', 'date', 'datetime', 'progress'];

function cellClassesOf(
  columns: readonly Column[],
  titleColumn: number,
  pinned: boolean,
  ends: boolean,
  styles: TableStyles,
): string[] {
  const twoLines = columns.some((column) => column.secondField !== undefined);
  return columns.map((column, index) => {
    const align = alignOf(column);
    return mergeClasses(
      styles.cell,
      twoLines && styles.twoLines,
      column.wrap && styles.wrap,
      index === titleColumn && styles.title,
      column.secondary && styles.secondary,
      column.monospace && styles.monospace,
      tabular.includes(column.cell ?? '') && styles.tabular,
      align === 'end' && styles.end,
      align === 'center' && styles.center,
      index === columns.length - 1 && styles.lastCell,
      pinned && index === 0 && styles.pinned,
      pinned && ends && index > 0 && index === columns.length - 1 && styles.pinnedLast,
    );
  });
}

/** Props of the table with features. */
export interface FeatureTableProps extends WidgetProps<TableProps> {
  /** The settings of the columns open at once. */
  setsColumns: boolean;
}

/** Parts of the model that the table with features replaces or adds. */
export interface ModelFeatures {
  /** Rows used instead of the source's. */
  rows?: readonly Row[];
  lead?: readonly LeadColumn[];
  renderCell?: RowTools['renderCell'];
  selects?: boolean;
}

const noLead: readonly LeadColumn[] = [];
const noColumns: readonly Column[] = [];

/** Columns of the definition that the person may see. */
export function useColumns(settings: TableSettings, { record }: WidgetData): readonly Column[] {
  const can = useCan();
  const columns = useMemo(
    () => settings.columns.filter((column) => !column.access || can(column.access)).map(toColumn),
    [settings, can],
  );
  // The same columns for all rows that no dataset names.
  return useMemo(() => withColumnValues(columns, record), [columns, record]);
}

/** The person's own arrangement of the columns as it is stored, and its setter; null: none. */
export function useStoredColumns(node: string) {
  const screen = useScreenId();
  return usePreference(`table.${screen}.${node}`);
}

/** Width that range, rows per page and pages need in one line, in pixels. */
const pagerWidth = 560;

/** Whether rows open beside the list, where all their values are: columns that leave then need no details in the row. */
export const opensBeside = ({ current }: TableSettings): boolean => current !== undefined;

/**
 * Columns or cards for which the table has room, by the measured width of its root.
 * @param taken pixels that the cells before the columns need.
 * @param details whether these cells have the button that opens the details of a row.
 */
export function useRoom(
  { id, props: settings }: Pick<WidgetProps<TableProps>, 'id' | 'props'>,
  columns: readonly Column[],
  taken: number,
  details: boolean,
) {
  const root = useRef<HTMLDivElement>(null);
  const can = useCan();
  const narrow = useNarrow();
  const actions = useMemo(
    () => (settings.rowActions ?? []).filter((action) => !action.access || can(action.access)),
    [settings, can],
  );
  const steps = useMemo(
    () => columnSteps(columns, stripWidth(actions), taken, details),
    [columns, actions, taken, details],
  );
  const least = cardsBelow(columns);
  const width = useWidthStep(root, [...steps.map((step) => step.width), least, pagerWidth], id);
  const room = width ?? Infinity;
  const cards = narrow || room < least;
  const fitting = cards ? steps[0] : (steps.find((step) => step.width <= room) ?? steps.at(-1));
  return {
    root,
    actions,
    columns: fitting?.columns ?? columns,
    /** Columns without room: their values are in the details of the rows. */
    left: fitting?.left ?? noColumns,
    narrow,
    cards,
    measured: width !== null,
    smallPager: narrow || room < pagerWidth,
    /** Even the columns that stay have no room: they scroll sideways between the first and the last. */
    pinned: !cards && fitting !== undefined && fitting.width > room,
  };
}

type Room = ReturnType<typeof useRoom>;

/** Model of a table: everything it is rendered from, except its lines. */
export function useTable(widget: WidgetProps<TableProps>, room: Room, features: ModelFeatures = {}) {
  const { props: settings, data, fire, listens } = widget;
  const { rows = data.rows, lead = noLead, renderCell = null, selects = false } = features;
  const styles = useTableStyles();
  const t = useText();
  const format = useFormat();
  const run = useRun();
  const addressOf = useAddress();
  const navigate = useNavigate();
  const paging = usePaging(settings, data);
  const { columns, left, actions, pinned } = room;
  // First those in sight, so that an index means the same column everywhere.
  const all = useMemo(() => (left.length > 0 ? [...columns, ...left] : columns), [columns, left]);
  const computed = useMemo(() => rowExpressions(all, actions), [all, actions]);
  const results = useEvaluateRows(computed.expressions, rows, (at) => all[at]?.title);
  const shape = useMemo(
    () => ({ settings, columns: all, actions, computed, format, t }),
    [settings, all, actions, computed, format, t],
  );
  const view = useMemo(() => createView(shape, rows, results), [shape, rows, results]);
  // Unchanged rows keep the handlers of an earlier render; those read the latest view here.
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  });
  const [current] = useBinding(settings.current);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu = useCallback(
    async (index: number, target: HTMLElement) => {
      const key = latest.current.keyOf(index);
      target.setAttribute('aria-busy', 'true');
      try {
        await loadRowMenu();
        // The rows may have changed meanwhile.
        if (target.isConnected) setMenu({ key, target });
      } catch {
        notify('error', t('widgets.frame.failed.title'));
      } finally {
        target.removeAttribute('aria-busy');
      }
    },
    [t],
  );
  const pressable = listens('rowPress');
  const tools = useMemo<RowTools>(() => {
    const withRow = (index: number, call: (row: Row, key: RowKey) => unknown) => {
      const row = latest.current.rows[index];
      if (row) call(row, latest.current.keyOf(index));
    };
    return {
      styles,
      addressOf,
      navigate,
      press: pressable ? (index) => withRow(index, (row, key) => void fire('rowPress', key, row)) : null,
      tabIndex: -1,
      actionsColumn: columns.at(-1)?.cell === 'actions',
      rowLabel: (name) => t('widgets.table.rowActions', { name }),
      run: (action, index) =>
        withRow(index, (row, rowKey) => void run(action.do, { id: action.id, row, rowKey })),
      openMenu: (index, target) => void openMenu(index, target),
      cellClasses: cellClassesOf(columns, view.titleColumn, pinned, actions.length > 0, styles),
      rowClass: mergeClasses(styles.row, pressable && styles.pressable),
      leadClass: mergeClasses(styles.cell, styles.lead, pinned && styles.pinned),
      endClass: actions.length > 0 ? mergeClasses(styles.cell, styles.endCell) : '',
      lead,
      selects,
      renderCell,
    };
  }, [
    styles,
    addressOf,
    navigate,
    pressable,
    fire,
    t,
    run,
    openMenu,
    columns,
    view.titleColumn,
    pinned,
    actions,
    lead,
    selects,
    renderCell,
  ]);
  return {
    widget,
    settings,
    styles,
    paging,
    columns,
    actions,
    view,
    tools,
    lead,
    room,
    menu,
    setMenu,
    /** Key of the row that is open beside the list. */
    current: typeof current === 'string' || typeof current === 'number' ? String(current) : null,
  };
}

export type TableModel = ReturnType<typeof useTable>;
