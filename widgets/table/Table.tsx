import { Button, Table as FluentTable, mergeClasses } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { TableProps } from '../../src/engine/core/index.ts';
import {
  MissingNotice,
  RefreshNotice,
  SourceNotice,
  useAddress,
  useBatch,
  useBinding,
  useCan,
  useEvaluateRows,
  useFormat,
  useNavigate,
  useRun,
  useScreenTitle,
  useText,
} from '../../src/engine/react/index.ts';
import type { WidgetData, WidgetProps } from '../../src/engine/react/index.ts';
import { EmptyState, Icon, LazyPart, lazyPart, notify, useNarrow, useWiderThan } from '../../src/ui/index.ts';
import { Cards } from './Cards.tsx';
import { Head, alignOf } from './Head.tsx';
import { NarrowHead } from './NarrowHead.tsx';
import { Pager } from './Pager.tsx';
import { Rows } from './Rows.tsx';
import type { RowTools } from './Rows.tsx';
import { useTableStyles } from './styles.ts';
import { useRowGuard } from './useRowGuard.ts';
import type { TableStyles } from './styles.ts';
import { TableSkeleton } from './TableSkeleton.tsx';
import { cardsBelow, createView, orderField, parseOrder, rowQuestions, scrollsBelow } from './view.ts';
import type { Column, Order, RowKey, TableSettings } from './view.ts';

// A menu and its positioning weigh 45 KB: they come when somebody reaches for one.
const loadMenu = () => import('./RowMenu.tsx');
const rowMenu = lazyPart(loadMenu);

/** Pointer or focus on a row's menu button: its menu is wanted soon. */
function expectMenu({ target }: SyntheticEvent): void {
  // What fails here is told when the button is pressed.
  if (target instanceof Element && target.closest('[data-more]')) loadMenu().catch(() => undefined);
}

/** Specification 1, section 9: lists come 50 per page. */
const usualPerPage = 50;
const usualOptions = [10, 25, 50, 100, 200];

/** What range, rows per page and pages need in one line, in pixels. */
const pagerWidth = 560;

/**
 * The rows to draw: while another page is on its way, those that were there stay (nothing jumps). `busy` while anything is on
 * its way, `stale` while these are not the rows that were asked for.
 */
function useShown(data: WidgetData): { data: WidgetData; busy: boolean; stale: boolean } {
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

function Empty({ settings }: { settings: TableSettings }) {
  const t = useText();
  const can = useCan();
  const run = useRun();
  const { empty } = settings;
  const action = empty?.action && (!empty.action.access || can(empty.action.access)) ? empty.action : null;
  return (
    <EmptyState
      icon={empty?.icon ?? 'list'}
      title={empty?.title || t('widgets.table.empty')}
      {...(empty?.text ? { text: empty.text } : {})}
    >
      {action && (
        <Button
          {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
          onClick={() => void run(action.do, { id: 'empty' })}
        >
          {action.text}
        </Button>
      )}
    </EmptyState>
  );
}

/** Page, rows per page and order, where the definition keeps them; any but the page itself goes back to the first page. */
function usePaging(settings: TableSettings, data: WidgetData) {
  const [pageValue, setPage] = useBinding(settings.page ?? 'state.page');
  const [perPageValue, setPerPage] = useBinding(settings.perPage ?? 'state.perPage');
  const [orderValue, setOrder] = useBinding(settings.order ?? 'state.order');
  const batch = useBatch();
  const page = typeof pageValue === 'number' && pageValue >= 1 ? pageValue : 1;
  const perPage = typeof perPageValue === 'number' && perPageValue >= 1 ? perPageValue : usualPerPage;
  const last = Math.max(1, Math.ceil(data.total / perPage));
  const beyond =
    data.status === 'ready' && !data.refreshing && data.rows.length === 0 && data.total > 0 && page > last;
  // The last row of the last page went away, or an old address names a page that is no more.
  useEffect(() => {
    if (beyond) setPage(last);
  }, [beyond, last, setPage]);
  return {
    page,
    perPage,
    order: parseOrder(orderValue),
    setPage,
    setPerPage: (next: number) =>
      batch(() => {
        setPerPage(next);
        setPage(1);
      }),
    setOrder: (next: Order) =>
      batch(() => {
        setOrder(`${next.field}_${next.descending ? 'desc' : 'asc'}`);
        setPage(1);
      }),
  };
}

function cellClassesOf(
  columns: readonly Column[],
  titleColumn: number,
  open: boolean,
  styles: TableStyles,
): string[] {
  return columns.map((column, index) => {
    const align = alignOf(column);
    return mergeClasses(
      styles.cell,
      index === titleColumn && styles.title,
      column.secondary && styles.secondary,
      ['number', 'date', 'datetime'].includes(column.cell ?? '') && styles.tabular,
      align === 'end' && styles.end,
      align === 'center' && styles.center,
      open && index === columns.length - 1 && styles.openCell,
    );
  });
}

/** Rows of a source, paged and sorted by the server; stacked cards on narrow screens. */
export default function Table({ id, props: settings, data, fire, listens }: WidgetProps<TableProps>) {
  const styles = useTableStyles();
  const t = useText();
  const title = useScreenTitle();
  const format = useFormat();
  const can = useCan();
  const run = useRun();
  const addressOf = useAddress();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ key: RowKey; target: HTMLElement } | null>(null);
  const shown = useShown(data);
  const paging = usePaging(settings, data);

  const columns = useMemo(
    () => settings.columns.filter((column) => !column.access || can(column.access)),
    [settings, can],
  );
  const actions = useMemo(
    () => (settings.rowActions ?? []).filter((action) => !action.access || can(action.access)),
    [settings, can],
  );
  const fits = useWiderThan(root, cardsBelow(columns));
  const cards = narrow || fits === false;
  const small = useWiderThan(root, pagerWidth) === false || narrow;
  const questions = useMemo(() => rowQuestions(columns, actions), [columns, actions]);
  const { rows } = shown.data;
  const results = useEvaluateRows(questions.expressions, rows);
  const view = useMemo(
    () => createView({ node: id, settings, columns, actions, rows, questions, results, format, t }),
    [id, settings, columns, actions, rows, questions, results, format, t],
  );
  const guard = useRowGuard(view);
  const openMenu = useCallback(
    async (index: number, target: HTMLElement) => {
      const key = view.keyOf(index);
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
    [t, view],
  );
  const pressable = listens('rowPress');
  const tools = useMemo<RowTools>(
    () => ({
      styles,
      addressOf,
      navigate,
      press: pressable
        ? (index) => {
            const row = view.rows[index];
            if (row) void fire('rowPress', view.keyOf(index), row);
          }
        : null,
      rowLabel: (name) => t('widgets.table.rowActions', { name }),
      run: (action, index) => {
        const row = view.rows[index];
        if (row) void run(action.do, { id: action.id, row, rowKey: view.keyOf(index) });
      },
      openMenu: (index, target) => void openMenu(index, target),
      cellClasses: cellClassesOf(columns, view.titleColumn, actions.length > 0, styles),
    }),
    [styles, addressOf, navigate, pressable, fire, view, t, run, openMenu, columns, actions],
  );

  // What had the focus went away with its row: the list takes it, so that the keyboard does not start at the top.
  const hadFocus = useRef(false);
  useEffect(() => {
    const list = scroller.current;
    if (hadFocus.current && list && document.activeElement === document.body) list.focus();
    hadFocus.current = false;
  }, [rows]);
  const scrolledTo = useRef(paging.page);
  useEffect(() => {
    if (scrolledTo.current === paging.page) return;
    scrolledTo.current = paging.page;
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [paging.page, rows]);

  const label = settings.label || title;
  const counted = settings.paging !== 'none' && shown.data.status === 'ready';
  const pages = { page: paging.page, perPage: paging.perPage, total: shown.data.total };
  const none = rows.length === 0;
  const failed = data.status === 'error';
  const loading = none && (shown.data.status === 'loading' || shown.data.status === 'idle');
  const state = (() => {
    if (data.status === 'missing') return <MissingNotice />;
    if (failed && none)
      return <SourceNotice failure={data.error} busy={data.refreshing} retry={data.retry} />;
    return !loading && none ? <Empty settings={settings} /> : null;
  })();
  const table = !state && !cards && fits !== null;
  // Where all rows stand at once the end may be far out of sight.
  const refreshNotice = (
    <RefreshNotice failure={failed && !none ? data.error : null} busy={data.refreshing} retry={data.retry} />
  );
  const menuRow = menu ? view.rows.findIndex((_, index) => view.keyOf(index) === menu.key) : -1;
  // The row went away while its menu was open.
  if (menu && menuRow < 0) setMenu(null);
  const menuActions = menuRow < 0 ? [] : view.actions(menuRow);

  return (
    <div
      ref={root}
      id={id}
      className={mergeClasses(styles.root, settings.paging === 'none' && styles.whole)}
      aria-busy={loading || shown.busy}
    >
      {shown.busy && <div className={styles.progress} />}
      {cards && !state && (
        <NarrowHead
          columns={columns}
          order={paging.order}
          paging={counted && small ? pages : null}
          onOrder={paging.setOrder}
        />
      )}
      <div
        id="scroller"
        ref={scroller}
        className={mergeClasses(styles.scroller, shown.stale && styles.stale)}
        tabIndex={-1}
        onBlur={() => {
          hadFocus.current = true;
        }}
        onFocus={(event) => {
          hadFocus.current = true;
          expectMenu(event);
        }}
        onPointerOver={expectMenu}
        {...guard}
      >
        {settings.paging === 'none' && refreshNotice}
        {table && (
          <FluentTable size="small" aria-label={label} style={{ minWidth: scrollsBelow(columns) }}>
            <Head
              columns={columns}
              titleColumn={view.titleColumn}
              order={paging.order}
              styles={styles}
              onOrder={(column) => {
                const field = orderField(column);
                const again = paging.order?.field === field && !paging.order.descending;
                paging.setOrder({ field, descending: again });
              }}
            />
            {!loading && <Rows view={view} tools={tools} />}
          </FluentTable>
        )}
        {loading && !state && (table || cards) && <TableSkeleton columns={columns} narrow={cards} />}
        {cards && !loading && !state && <Cards view={view} tools={tools} label={label} />}
        {state && <div className={styles.state}>{state}</div>}
        {settings.paging !== 'none' && refreshNotice}
      </div>
      {settings.paging !== 'none' && !state && !loading && (
        <Pager
          {...pages}
          options={settings.perPageOptions ?? usualOptions}
          narrow={small}
          onPage={paging.setPage}
          onPerPage={paging.setPerPage}
        />
      )}
      {menu && menuActions.length > 0 && (
        <LazyPart
          part={rowMenu}
          onFailed={() => {
            setMenu(null);
            notify('error', t('widgets.frame.failed.title'));
          }}
        >
          {(RowMenu) => (
            <RowMenu
              target={menu.target}
              label={tools.rowLabel(view.nameOf(menuRow))}
              actions={menuActions}
              rowKey={menu.key}
              run={(action) => tools.run(action, menuRow)}
              onClose={() => {
                setMenu(null);
                menu.target.focus();
              }}
            />
          )}
        </LazyPart>
      )}
    </div>
  );
}
