/* oxlint-disable react/immutability -- the features pass a ref to be written */
import { mergeClasses } from '@fluentui/react-components';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, MouseEvent, ReactNode, RefObject, SyntheticEvent } from 'react';
import {
  MissingNotice,
  NoRows,
  RefreshNotice,
  SourceNotice,
  useListFilters,
  useScreenTitle,
  useText,
} from '../../src/engine/react/index.ts';
import { LazyComponent, lazyComponent, useRowWindow, useWidthStep } from '../../src/ui/index.ts';
import type { CardFeatures } from './Cards.tsx';
import { columnWidths, orderField, stripWidth, tableWidth, uncutWidth } from './columns.ts';
import type { Column } from './columns.ts';
import { Head } from './Head.tsx';
import { windowedAbove } from './lines.ts';
import type { Lines } from './lines.ts';
import { neededWidths } from './needed-widths.ts';
import { Pager } from './Pager.tsx';
import { loadRowMenu, OpenRowMenu } from './RowActions.tsx';
import { Rows } from './Rows.tsx';
import { BusyBar, LazyRows, TableSkeleton } from './states.tsx';
import { cellOf, positionOf, useGrid } from './useGrid.ts';
import type { CellPosition } from './useGrid.ts';
import { usePressGuard } from './usePressGuard.ts';
import type { TableModel } from './useTable.ts';

const defaultPerPageOptions = [10, 25, 50, 100, 200];

/** Height of the page header that stays at the top of the page, in pixels. */
const pageHeaderHeight = 60;
/** Height of a dense row with its border, in pixels, until one is measured: touch screens and two lines need more. */
const denseRow = 35;
/** Most lines rendered at once: with the head and a line that holds the focus at most 60 rows are in the document. */
const maxLines = 56;

// Loaded where the columns have no room: wide screens never load it.
const lazyCards = lazyComponent(async () => ({ default: (await import('./Cards.tsx')).Cards }));
const lazyCardsHead = lazyComponent(async () => ({ default: (await import('./CardsHead.tsx')).CardsHead }));

/** Additions of the table with features. Each has reserved room: nothing jumps when it comes or goes. */
export interface FrameFeatures extends CardFeatures {
  role: 'grid' | 'treegrid';
  /** Instead of the rows when there are none; undefined: the definition's texts. */
  empty: ReactNode;
  /** Below the rows, in their columns. */
  footer: ReactNode;
  /** Between the rows and the pager. */
  below: ReactNode;
  resizeHandle: ((column: Column) => ReactNode) | null;
  onKey(event: KeyboardEvent<HTMLTableElement>, position: CellPosition): boolean;
  /** Set by the frame: moves the focus to a cell. */
  focusCell: RefObject<((position: CellPosition) => void) | null>;
  onCopy(event: ClipboardEvent<HTMLTableElement>): void;
  onDoubleClick(event: MouseEvent<HTMLTableElement>): void;
  /** Dialogs that belong to the table. */
  after: ReactNode;
}

const cssWidth = (width: number | string) => (typeof width === 'number' ? `${width}px` : width);

/** Loads the code of row menus when pointer or focus comes to a menu button. */
function preloadRowMenu({ target }: SyntheticEvent): void {
  // A failure is reported when the button is pressed.
  if (target instanceof Element && target.closest('[data-more]')) loadRowMenu().catch(() => undefined);
}

/** A table as a grid, or as cards where its columns have no room; with the states of its source. */
export function TableFrame({
  table,
  lines,
  toolbar,
  features,
}: {
  table: TableModel;
  lines: Lines;
  /** Above the head. */
  toolbar: ReactNode;
  features: FrameFeatures | null;
}) {
  const {
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
    current,
  } = table;
  const { root, cards, smallPager } = room;
  const { id, data } = widget;
  const t = useText();
  const title = useScreenTitle();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const window = useRowWindow({
    scroller,
    layout: lines,
    rowHeight: denseRow,
    // Heights of rows with wrapped texts are not known before they are rendered.
    wholeUpTo: columns.some(({ wrap }) => wrap === true) ? Infinity : windowedAbove,
    most: maxLines,
  });
  const keyAt = useCallback(
    (line: number) =>
      line < lines.count && lines.kind(line) === 'row' ? view.keyOf(lines.rowOf(line)) : undefined,
    [lines, view],
  );
  const guard = usePressGuard(keyAt);

  const hasActions = actions.length > 0;
  const width = lead.length + columns.length + (hasActions ? 1 : 0);
  const rowAt = (line: number) => (keyAt(line) === undefined ? -1 : lines.rowOf(line));
  const { focusCell, handlers } = useGrid({
    table: grid,
    lines,
    window,
    columns: width,
    onKey: features?.onKey,
    onMenu: (line, target) => {
      const index = rowAt(line);
      if (index >= 0 && view.actions(index).length > 0) tools.openMenu(index, target);
    },
    onPress: (line) => {
      const index = rowAt(line);
      if (index >= 0) tools.press?.(index);
    },
  });

  const focusRef = features?.focusCell;
  useLayoutEffect(() => {
    if (focusRef) focusRef.current = focusCell;
  }, [focusRef, focusCell]);

  const closeMenu = () => {
    setMenu(null);
    const target = menu?.target;
    target?.focus();
    // A cell does not take the focus by itself, and the closed menu lets it fall to the page.
    requestAnimationFrame(() => {
      const position = positionOf(cellOf(target ?? null));
      if (position && document.activeElement === document.body) focusCell(position);
    });
  };

  const scrolledTo = useRef(paging.page);
  useEffect(() => {
    if (scrolledTo.current === paging.page) return;
    scrolledTo.current = paging.page;
    if (scroller.current) scroller.current.scrollTop = 0;
    // Where the page scrolls, its rows begin at the top again.
    const page = root.current?.closest('[data-screen]');
    const beyond =
      (root.current?.getBoundingClientRect().top ?? 0) - (page?.getBoundingClientRect().top ?? 0);
    if (page && beyond < 0) page.scrollTop += beyond - pageHeaderHeight;
  }, [paging.page, view, root]);

  const label = settings.label || title;
  const paged = settings.paging !== 'none';
  const pages = { page: paging.page, perPage: paging.perPage, total: data.total };
  const filters = useListFilters(settings.filters, settings.page, settings.search);
  const none = view.rows.length === 0;
  const failed = data.status === 'error';
  const loading = lines.count === 0 && (data.status === 'loading' || data.status === 'idle');
  const state = (() => {
    if (data.status === 'missing') return <MissingNotice />;
    if (failed && none)
      return <SourceNotice failure={data.error} busy={data.refreshing} retry={data.retry} />;
    if (loading || lines.count > 0) return null;
    if (!filters.active && features?.empty) return features.empty;
    return <NoRows empty={settings.empty} title={t('widgets.table.empty')} filters={filters} />;
  })();
  // The filters match nothing: the list keeps its head, and with it the columns that it is filtered by.
  const filtered = state !== null && !failed && data.status !== 'missing' && filters.active;
  const hasHead = !state || filtered;
  // Cards without anything to press are scrolled by the keyboard through the scroller itself.
  const unreachable = cards && !tools.press && actions.length === 0;
  const hasRange = paged && smallPager && !state;
  const asGrid = hasHead && !cards && room.measured;
  // In a table without pages the end may be far out of view, so the notice comes first.
  const refreshNotice = (
    <RefreshNotice failure={failed && !none ? data.error : null} busy={data.refreshing} retry={data.retry} />
  );
  const before = paged ? (paging.page - 1) * paging.perPage : 0;
  const rowCount = (paged ? Math.max(data.total, before + lines.count) : lines.count) + 1;
  const leadWidth = lead.reduce((sum, column) => sum + column.width, 0);
  const needed = useMemo(() => (asGrid ? neededWidths(view) : []), [asGrid, view]);
  // While nothing is cut, the columns stand where they do on every page.
  const uncut = none ? 0 : uncutWidth(columns, view.titleColumn, leadWidth, needed);
  const isCut = (useWidthStep(root, [uncut], id) ?? uncut) < uncut;
  const widths = columnWidths(columns, view.titleColumn, leadWidth, isCut ? needed : undefined);
  const tableStyle = {
    ...(room.pinned ? { minWidth: tableWidth(columns) + leadWidth } : {}),
    ...(leadWidth > 0 ? { '--lead': `${leadWidth}px` } : {}),
    ...(hasActions ? { '--strip': cssWidth(widths.at(-1) ?? stripWidth(actions)) } : {}),
  };
  return (
    <div
      ref={root}
      id={id}
      className={mergeClasses(
        styles.root,
        !paged && styles.whole,
        lines.count > windowedAbove && !cards && styles.long,
        room.narrow && styles.edge,
      )}
      data-edge
      aria-busy={loading || data.refreshing}
    >
      {data.refreshing && <BusyBar />}
      {toolbar}
      {cards && hasHead && (hasRange || columns.some((column) => column.sort)) && (
        <div className={styles.cardsHead}>
          <LazyComponent source={lazyCardsHead}>
            {(CardsHead) => (
              <CardsHead
                columns={columns}
                order={paging.order}
                paging={hasRange && data.status === 'ready' ? pages : null}
                onOrder={paging.setOrder}
              />
            )}
          </LazyComponent>
        </div>
      )}
      <div
        data-scroller
        ref={scroller}
        className={mergeClasses(
          styles.scroller,
          room.narrow && styles.edgeScroller,
          data.stale && styles.stale,
        )}
        {...(unreachable ? { tabIndex: 0, role: 'group', 'aria-label': label } : { tabIndex: -1 })}
        onFocus={preloadRowMenu}
        onPointerOver={preloadRowMenu}
        {...guard}
      >
        {!paged && refreshNotice}
        {asGrid && (
          <table
            ref={grid}
            role={features?.role ?? 'grid'}
            className={styles.table}
            aria-label={label}
            aria-rowcount={rowCount}
            {...(tools.selects ? { 'aria-multiselectable': true } : {})}
            style={tableStyle}
            {...handlers}
            {...(features ? { onCopy: features.onCopy, onDoubleClick: features.onDoubleClick } : {})}
          >
            <Head
              columns={columns}
              lead={lead}
              widths={widths}
              actions={hasActions ? t('widgets.table.actions') : null}
              order={paging.order}
              styles={styles}
              pinned={room.pinned}
              resizeHandle={features?.resizeHandle ?? null}
              onOrder={(column) => {
                const field = orderField(column);
                const reversed = paging.order?.field === field && !paging.order.descending;
                paging.setOrder({ field, descending: reversed });
              }}
            />
            {!loading && !state && (
              <Rows
                view={view}
                lines={lines}
                window={window}
                tools={tools}
                current={current}
                before={before}
                features={features}
                width={width}
              />
            )}
            {!loading && !state && features?.footer}
          </table>
        )}
        {loading && !state && (asGrid || cards) && <TableSkeleton columns={columns} narrow={cards} />}
        {cards && !loading && !state && (
          <LazyRows source={lazyCards} fallback={<TableSkeleton columns={columns} narrow />}>
            {(Cards) => (
              <Cards
                view={view}
                lines={lines}
                tools={tools}
                current={current}
                label={label}
                features={features}
              />
            )}
          </LazyRows>
        )}
        {state && <div className={mergeClasses(styles.state, asGrid && styles.stateBelowHead)}>{state}</div>}
        {paged && refreshNotice}
      </div>
      {features?.below}
      {paged && !state && !loading && (
        <Pager
          {...pages}
          options={settings.perPageOptions ?? defaultPerPageOptions}
          narrow={smallPager}
          onPage={paging.setPage}
          onPerPage={paging.setPerPage}
        />
      )}
      {menu && <OpenRowMenu menu={menu} view={view} tools={tools} onClose={closeMenu} />}
      {features?.after}
    </div>
  );
}
