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
  useRun,
  useText,
} from '../../src/engine/react/index.ts';
import type { WidgetData, WidgetProps } from '../../src/engine/react/index.ts';
import { notify } from '../../src/ui/index.ts';
import type { LeadColumn } from './Head.tsx';
import type { RowTools } from './Line.tsx';
import { loadMenu } from './menu.ts';
import { useTableStyles } from './styles.ts';
import type { TableStyles } from './styles.ts';
import { alignOf, createView, parseOrder, rowQuestions, scrollsBelow } from './view.ts';
import type { Column, Order, Row, RowKey, TableSettings, TableView } from './view.ts';

/** Specification 1, section 9: lists come 50 per page. */
const usualPerPage = 50;

export interface Shown {
  data: WidgetData;
  /** Anything is on its way. */
  busy: boolean;
  /** These are not the rows that were asked for. */
  stale: boolean;
}

/** The rows to draw: while another page is on its way, those that were there stay (nothing jumps). */
export function useShown(data: WidgetData): Shown {
  const [kept, setKept] = useState<WidgetData | null>(null);
  if (data.status === 'ready' && kept !== data) setKept(data);
  if ((data.status === 'loading' || data.status === 'idle') && data.rows.length === 0 && kept) {
    return { data: kept, busy: true, stale: true };
  }
  return {
    data,
    busy: data.refreshing || (data.status === 'loading' && data.rows.length > 0),
    stale: data.stale,
  };
}

/** Page, rows per page and order, where the definition keeps them; any but the page itself goes back to the first page. */
function usePaging(settings: TableSettings, data: WidgetData) {
  const [pageValue, setPage] = useBinding(settings.page ?? 'state.page');
  const [perPageValue, setPerPage] = useBinding(settings.perPage ?? 'state.perPage');
  const [orderValue, setOrder] = useBinding(settings.order ?? 'state.order');
  const batch = useBatch();
  const paged = settings.paging !== 'none';
  const page = paged && typeof pageValue === 'number' && pageValue >= 1 ? pageValue : 1;
  const perPage = typeof perPageValue === 'number' && perPageValue >= 1 ? perPageValue : usualPerPage;
  const last = Math.max(1, Math.ceil(data.total / perPage));
  const beyond =
    paged &&
    data.status === 'ready' &&
    !data.refreshing &&
    data.rows.length === 0 &&
    data.total > 0 &&
    page > last;
  // The last row of the last page went away, or an old address names a page that is no more.
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
        setOrder(`${next.field}_${next.descending ? 'desc' : 'asc'}`);
        if (paged) setPage(1);
      }),
  };
}

const tabular = ['number', 'date', 'datetime', 'progress'];

function cellClassesOf(
  columns: readonly Column[],
  titleColumn: number,
  pinned: boolean,
  styles: TableStyles,
): string[] {
  const twoLines = columns.some((column) => column.secondField !== undefined);
  return columns.map((column, index) => {
    const align = alignOf(column);
    return mergeClasses(
      styles.cell,
      twoLines && styles.twoLines,
      index === titleColumn && styles.title,
      column.secondary && styles.secondary,
      tabular.includes(column.cell ?? '') && styles.tabular,
      align === 'end' && styles.end,
      align === 'center' && styles.center,
      index === columns.length - 1 && styles.lastCell,
      pinned && index === 0 && styles.pinned,
    );
  });
}

/** What the full table changes of the lean one. */
export interface TableParts {
  /** The rows in place of the source's. */
  rows: readonly Row[];
  /** The columns in place of the definition's. */
  columns?: readonly Column[] | undefined;
  lead?: readonly LeadColumn[];
  draw?: RowTools['draw'];
  selects?: boolean;
}

const noLead: readonly LeadColumn[] = [];

/** What the person may see of the definition's columns. */
export function useColumns(settings: TableSettings): readonly Column[] {
  const can = useCan();
  return useMemo(
    () => settings.columns.filter((column) => !column.access || can(column.access)),
    [settings, can],
  );
}

/** Everything that a table is drawn from, short of what stands under what. */
export function useTable(widget: WidgetProps<TableProps>, shown: Shown, items: TableParts) {
  const { props: settings, fire, listens } = widget;
  const { rows, lead = noLead, draw = null, selects = false } = items;
  const styles = useTableStyles();
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const run = useRun();
  const addressOf = useAddress();
  const navigate = useNavigate();
  const paging = usePaging(settings, shown.data);
  const allowed = useColumns(settings);
  const columns = items.columns ?? allowed;
  const actions = useMemo(
    () => (settings.rowActions ?? []).filter((action) => !action.access || can(action.access)),
    [settings, can],
  );
  const questions = useMemo(() => rowQuestions(columns, actions), [columns, actions]);
  const results = useEvaluateRows(questions.expressions, rows);
  const shape = useMemo(
    () => ({ settings, columns, actions, questions, format, t }),
    [settings, columns, actions, questions, format, t],
  );
  const view = useMemo(() => createView({ shape, ...shape, rows, results }), [shape, rows, results]);
  // Rows that did not change keep what they were drawn with; what they call looks here.
  const current = useRef<TableView>(view);
  useLayoutEffect(() => {
    current.current = view;
  });
  const [menu, setMenu] = useState<{ key: RowKey; target: HTMLElement } | null>(null);
  const openMenu = useCallback(
    async (index: number, target: HTMLElement) => {
      const key = current.current.keyOf(index);
      target.setAttribute('aria-busy', 'true');
      try {
        await loadMenu();
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
  const pinned = scrollsBelow(columns) !== undefined;
  const tools = useMemo<RowTools>(
    () => ({
      styles,
      addressOf,
      navigate,
      press: pressable
        ? (index) => {
            const row = current.current.rows[index];
            if (row) void fire('rowPress', current.current.keyOf(index), row);
          }
        : null,
      stop: -1,
      rowLabel: (name) => t('widgets.table.rowActions', { name }),
      run: (action, index) => {
        const row = current.current.rows[index];
        if (row) void run(action.do, { id: action.id, row, rowKey: current.current.keyOf(index) });
      },
      openMenu: (index, target) => void openMenu(index, target),
      cellClasses: cellClassesOf(columns, view.titleColumn, pinned, styles),
      rowClass: mergeClasses(styles.row, pressable && styles.pressable),
      leadClass: mergeClasses(styles.cell, styles.lead, pinned && styles.pinned),
      endClass: actions.length > 0 ? mergeClasses(styles.cell, styles.endCell) : '',
      lead,
      selects,
      draw,
    }),
    [
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
      draw,
    ],
  );
  return {
    widget,
    settings,
    shown,
    styles,
    paging,
    columns,
    actions,
    view,
    tools,
    lead,
    pinned,
    menu,
    setMenu,
  };
}

export type TableModel = ReturnType<typeof useTable>;
