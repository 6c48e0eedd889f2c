/* oxlint-disable react/immutability -- the full table hands in the ref to be told by */
import { Button, mergeClasses } from '@fluentui/react-components';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, MouseEvent, ReactNode, RefObject, SyntheticEvent } from 'react';
import {
  MissingNotice,
  RefreshNotice,
  SourceNotice,
  useCan,
  useRun,
  useScreenTitle,
  useText,
} from '../../src/engine/react/index.ts';
import {
  EmptyState,
  Icon,
  LazyComponent,
  lazyComponent,
  useNarrow,
  useWiderThan,
} from '../../src/ui/index.ts';
import { BusyBar } from './BusyBar.tsx';
import type { CardExtras } from './Cards.tsx';
import type { Place } from './grid.ts';
import { Head } from './Head.tsx';
import { LateRows } from './LateRows.tsx';
import { windowedAbove } from './lines.ts';
import type { Lines } from './lines.ts';
import { Pager } from './Pager.tsx';
import { loadMenu } from './menu.ts';
import { RowMenuHost } from './RowMenuHost.tsx';
import { Rows } from './Rows.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { useGrid } from './useGrid.ts';
import { useRowGuard } from './useRowGuard.ts';
import type { TableModel } from './useTable.ts';
import { useWindow } from './useWindow.ts';
import { cardsBelow, orderField, scrollsBelow } from './view.ts';
import type { Column, TableSettings } from './view.ts';

const usualOptions = [10, 25, 50, 100, 200];

const loadNarrow = () => import('./narrow.ts');
const lateCards = lazyComponent(async () => ({ default: (await loadNarrow()).Cards }));
const lateHead = lazyComponent(async () => ({ default: (await loadNarrow()).NarrowHead }));

/** What range, rows per page and pages need in one line, in pixels. */
const pagerWidth = 560;

/** What the full table adds to the lean one. Every part has its reserved place: nothing jumps when it comes or goes. */
export interface Extras extends CardExtras {
  role: 'grid' | 'treegrid';
  /** Above the head. */
  bar: ReactNode;
  /** Below the rows, in their columns. */
  foot: ReactNode;
  grip: ((column: Column) => ReactNode) | null;
  onKey(event: KeyboardEvent<HTMLTableElement>, place: Place): boolean;
  /** Told how to lead the keyboard to a place. */
  grid: RefObject<((place: Place) => void) | null>;
  onCopy(event: ClipboardEvent<HTMLTableElement>): void;
  onDoubleClick(event: MouseEvent<HTMLTableElement>): void;
  /** After the rows: what says things to those who cannot see. */
  after: ReactNode;
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

/** Pointer or focus on a row's menu button: its menu is wanted soon. */
function expectMenu({ target }: SyntheticEvent): void {
  // What fails here is told when the button is pressed.
  if (target instanceof Element && target.closest('[data-more]')) loadMenu().catch(() => undefined);
}

/** A list as a grid, or as stacked cards where its columns have no room; with the states of its source. */
export function Frame({ table, lines, extras }: { table: TableModel; lines: Lines; extras: Extras | null }) {
  const { widget, settings, shown, styles, paging, columns, actions, view, tools, lead, pinned } = table;
  const { id, data } = widget;
  const t = useText();
  const title = useScreenTitle();
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const focusedLine = useRef(-1);
  const fits = useWiderThan(root, cardsBelow(columns));
  const cards = narrow || fits === false;
  const small = useWiderThan(root, pagerWidth) === false || narrow;
  const window = useWindow(scroller, lines, focusedLine);
  const keyAt = useCallback(
    (line: number) =>
      line < lines.count && lines.kind(line) === 'row' ? view.keyOf(lines.rowOf(line)) : undefined,
    [lines, view],
  );
  const guard = useRowGuard(keyAt);

  const ends = actions.length > 0;
  const width = lead.length + columns.length + (ends ? 1 : 0);
  const rowAt = (line: number) => (keyAt(line) === undefined ? -1 : lines.rowOf(line));
  const { focus, handlers } = useGrid({
    table: grid,
    lines,
    window,
    focused: focusedLine,
    columns: width,
    onKey: extras?.onKey,
    onMenu: (line, target) => {
      const index = rowAt(line);
      if (index >= 0 && view.actions(index).length > 0) tools.openMenu(index, target);
    },
    onPress: (line) => {
      const index = rowAt(line);
      if (index >= 0) tools.press?.(index);
    },
  });

  const leadTo = extras?.grid;
  useLayoutEffect(() => {
    if (leadTo) leadTo.current = focus;
  }, [leadTo, focus]);

  const scrolledTo = useRef(paging.page);
  useEffect(() => {
    if (scrolledTo.current === paging.page) return;
    scrolledTo.current = paging.page;
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [paging.page, view]);

  const label = settings.label || title;
  const paged = settings.paging !== 'none';
  const pages = { page: paging.page, perPage: paging.perPage, total: shown.data.total };
  const none = view.rows.length === 0;
  const failed = data.status === 'error';
  const loading = none && (shown.data.status === 'loading' || shown.data.status === 'idle');
  const state = (() => {
    if (data.status === 'missing') return <MissingNotice />;
    if (failed && none)
      return <SourceNotice failure={data.error} busy={data.refreshing} retry={data.retry} />;
    return !loading && lines.count === 0 ? <Empty settings={settings} /> : null;
  })();
  // Cards in which there is nothing to press are still to be scrolled by keys.
  const unreachable = cards && !tools.press && actions.length === 0;
  const drawn = !state && !cards && fits !== null;
  // Where all rows stand at once the end may be far out of sight.
  const refreshNotice = (
    <RefreshNotice failure={failed && !none ? data.error : null} busy={data.refreshing} retry={data.retry} />
  );
  const before = paged ? (paging.page - 1) * paging.perPage : 0;
  const rowCount = (paged ? Math.max(shown.data.total, before + lines.count) : lines.count) + 1;
  const leadWidth = lead.reduce((sum, column) => sum + column.width, 0);
  const minWidth = scrollsBelow(columns);
  const tableStyle = {
    ...(minWidth === undefined ? {} : { minWidth: minWidth + leadWidth }),
    ...(leadWidth > 0 ? { '--lead': `${leadWidth}px` } : {}),
  };
  return (
    <div
      ref={root}
      id={id}
      className={mergeClasses(
        styles.root,
        !paged && styles.whole,
        lines.count > windowedAbove && !cards && styles.long,
      )}
      aria-busy={loading || shown.busy}
    >
      {shown.busy && <BusyBar />}
      {extras?.bar}
      {cards && !state && (
        <LazyComponent source={lateHead}>
          {(NarrowHead) => (
            <NarrowHead
              columns={columns}
              order={paging.order}
              paging={paged && shown.data.status === 'ready' && small ? pages : null}
              onOrder={paging.setOrder}
            />
          )}
        </LazyComponent>
      )}
      <div
        data-scroller
        ref={scroller}
        className={mergeClasses(styles.scroller, shown.stale && styles.stale)}
        {...(unreachable ? { tabIndex: 0, role: 'group', 'aria-label': label } : { tabIndex: -1 })}
        onFocus={expectMenu}
        onPointerOver={expectMenu}
        {...guard}
      >
        {!paged && refreshNotice}
        {drawn && (
          <table
            ref={grid}
            role={extras?.role ?? 'grid'}
            className={styles.table}
            aria-label={label}
            aria-rowcount={rowCount}
            {...(tools.selects ? { 'aria-multiselectable': true } : {})}
            style={tableStyle}
            {...handlers}
            {...(extras ? { onCopy: extras.onCopy, onDoubleClick: extras.onDoubleClick } : {})}
          >
            <Head
              columns={columns}
              lead={lead}
              titleColumn={view.titleColumn}
              actions={ends ? t('widgets.table.actions') : null}
              order={paging.order}
              styles={styles}
              pinned={pinned}
              grip={extras?.grip ?? null}
              onOrder={(column) => {
                const field = orderField(column);
                const again = paging.order?.field === field && !paging.order.descending;
                paging.setOrder({ field, descending: again });
              }}
            />
            {!loading && (
              <Rows
                view={view}
                lines={lines}
                window={window}
                tools={tools}
                before={before}
                markOf={extras?.markOf ?? noMark}
                patchOf={extras?.patchOf ?? noPatch}
                block={extras?.block ?? null}
                width={width}
              />
            )}
            {!loading && extras?.foot}
          </table>
        )}
        {loading && !state && (drawn || cards) && <TableSkeleton columns={columns} narrow={cards} />}
        {cards && !loading && !state && (
          <LateRows part={lateCards} columns={columns} narrow>
            {(Cards) => <Cards view={view} lines={lines} tools={tools} label={label} extras={extras} />}
          </LateRows>
        )}
        {state && <div className={styles.state}>{state}</div>}
        {paged && refreshNotice}
      </div>
      {paged && !state && !loading && (
        <Pager
          {...pages}
          options={settings.perPageOptions ?? usualOptions}
          narrow={small}
          onPage={paging.setPage}
          onPerPage={paging.setPerPage}
        />
      )}
      <RowMenuHost table={table} />
      {extras?.after}
    </div>
  );
}

const noMark = () => 0;
const noPatch = () => undefined;
