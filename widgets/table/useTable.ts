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
import { alignOf, orderText, parseOrder, scrollsBelow, toColumn } from './columns.ts';
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

/** Parts of the model that the table with features replaces or adds. */
export interface ModelFeatures {
  /** Rows used instead of the source's. */
  rows?: readonly Row[];
  /** Columns used instead of the definition's. */
  columns?: readonly Column[];
  lead?: readonly LeadColumn[];
  renderCell?: RowTools['renderCell'];
  selects?: boolean;
}

const noLead: readonly LeadColumn[] = [];

/** Columns of the definition that the person may see. */
export function useColumns(settings: TableSettings): readonly Column[] {
  const can = useCan();
  return useMemo(
    () => settings.columns.filter((column) => !column.access || can(column.access)).map(toColumn),
    [settings, can],
  );
}

/** Model of a table: everything it is rendered from, except its lines. */
export function useTable(widget: WidgetProps<TableProps>, features: ModelFeatures = {}) {
  const { props: settings, data, fire, listens } = widget;
  const { rows = data.rows, lead = noLead, renderCell = null, selects = false } = features;
  const styles = useTableStyles();
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const run = useRun();
  const addressOf = useAddress();
  const navigate = useNavigate();
  const paging = usePaging(settings, data);
  const allowed = useColumns(settings);
  const columns = features.columns ?? allowed;
  const actions = useMemo(
    () => (settings.rowActions ?? []).filter((action) => !action.access || can(action.access)),
    [settings, can],
  );
  const computed = useMemo(() => rowExpressions(columns, actions), [columns, actions]);
  const results = useEvaluateRows(computed.expressions, rows);
  const shape = useMemo(
    () => ({ settings, columns, actions, computed, format, t }),
    [settings, columns, actions, computed, format, t],
  );
  const view = useMemo(() => createView(shape, rows, results), [shape, rows, results]);
  // Unchanged rows keep the handlers of an earlier render; those read the latest view here.
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  });
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
  const pinned = scrollsBelow(columns) !== undefined;
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
      rowLabel: (name) => t('widgets.table.rowActions', { name }),
      run: (action, index) =>
        withRow(index, (row, rowKey) => void run(action.do, { id: action.id, row, rowKey })),
      openMenu: (index, target) => void openMenu(index, target),
      cellClasses: cellClassesOf(columns, view.titleColumn, pinned, styles),
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
  return { widget, settings, styles, paging, columns, actions, view, tools, lead, pinned, menu, setMenu };
}

export type TableModel = ReturnType<typeof useTable>;
