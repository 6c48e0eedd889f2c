/* oxlint-disable react/refs, react/no-unstable-nested-components -- cells read their handlers through a ref, so that a row is not rendered again when they change */
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormat, useNavigate, useText } from '../../../src/engine/react/index.ts';
import type { WidgetChild } from '../../../src/engine/react/index.ts';
import { DescriptionList, LazyComponent, lazyComponent, notify } from '../../../src/ui/index.ts';
import { ColumnsButton } from '../Bar.tsx';
import { renderCell as renderPlainCell } from '../cell-content.tsx';
import { columnKey, detailWidth, selectWidth } from '../columns.ts';
import type { LeadColumn } from '../Head.tsx';
import { rowFlags } from '../Rows.tsx';
import { useTableStyles } from '../styles.ts';
import { TableFrame } from '../TableFrame.tsx';
import type { CellPosition } from '../useGrid.ts';
import { opensBeside, useColumns, useRoom, useTable } from '../useTable.ts';
import type { FeatureTableProps } from '../useTable.ts';
import { useCellNodes } from './node-cell.tsx';
import { useCellRenderer } from './useCellRenderer.tsx';
import type { CellHandlers } from './useCellRenderer.tsx';
import { useColumnSetup } from './column-setup.tsx';
import { useEditing } from './editing.tsx';
import { ExpandButton, RowDetails } from './expanding.tsx';
import { GroupCard, GroupLine, groupName } from './grouping.tsx';
import { featureKeyboard } from './keyboard.ts';
import { Checkbox, useSelection } from './selection.tsx';
import { useFeatureStyles } from './styles.ts';
import { IconButton, Toolbar } from './Toolbar.tsx';
import { CardFooter, Footer, useTotals } from './totals.tsx';
import { useTree } from './tree.ts';
import { useFeatureLines } from './useFeatureLines.ts';

const tableFiles = lazyComponent(() => import('./TableFiles.tsx'));
const columnPanel = lazyComponent(() => import('./ColumnPanel.tsx'));

/** Functions and values that rows and head read when they render or are pressed. */
interface Handlers extends CellHandlers {
  toggle(row: number): void;
  extend(row: number): void;
  toggleDetail(row: number): void;
  nameOf(row: number): string;
  headCheckbox: ReactNode;
}

const elementsOf = (items: readonly WidgetChild[] = []): ReactNode => items.map(({ element }) => element);

/** A table with selection, groups, totals, trees, details, editing, column setup or rich cells, as declared. */
export default function FeatureTable({ setsColumns, ...widget }: FeatureTableProps) {
  const { id, props: settings, data, slots, fire, listens } = widget;
  const styles = useFeatureStyles();
  const tableStyles = useTableStyles();
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const allowed = useColumns(settings, data);
  const setup = useColumnSetup(id, allowed, settings.adjustable === true, styles);
  const tree = useTree(settings, data.rows);
  const source = tree?.rows ?? data.rows;
  const editing = useEditing(settings, allowed, source, data.retry);
  const selects = settings.selection !== undefined;
  const ownDetails = slots.details !== undefined;
  const beside = opensBeside(settings);
  const room = useRoom(
    widget,
    setup.columns,
    (ownDetails ? detailWidth : 0) + (selects ? selectWidth : 0),
    ownDetails || beside,
  );
  const details = ownDetails || (!beside && room.left.length > 0);
  const inMemory = settings.paging === 'none';

  const handlers = useRef<Handlers | null>(null);
  const linkTools = useMemo(() => ({ styles: tableStyles, navigate }), [tableStyles, navigate]);
  const nodes = useCellNodes(slots.cell);
  const renderCell = useCellRenderer(settings, styles, linkTools, handlers, nodes);
  const rowCheckbox = useMemo(() => {
    const checkbox = (inGrid: boolean) => (row: number, flags: number) => (
      <Checkbox
        label={t('widgets.table.selection.row', { name: handlers.current?.nameOf(row) })}
        checked={(flags & rowFlags.selected) !== 0}
        inGrid={inGrid}
        styles={styles}
        onPress={(range) => (range ? handlers.current?.extend(row) : handlers.current?.toggle(row))}
      />
    );
    return { grid: checkbox(true), card: checkbox(false) };
  }, [t, styles]);
  const lead = useMemo<LeadColumn[]>(() => {
    const columns: LeadColumn[] = [];
    if (details) {
      columns.push({
        key: 'detail',
        width: detailWidth,
        left: 0,
        head: () => <span className={tableStyles.hidden}>{t('widgets.table.details.title')}</span>,
        cell: (row, flags) => (
          <ExpandButton
            open={(flags & rowFlags.detailed) !== 0}
            aria-expanded={(flags & rowFlags.detailed) !== 0}
            label={t('widgets.table.details.toggle', { name: handlers.current?.nameOf(row) })}
            styles={styles}
            onPress={() => handlers.current?.toggleDetail(row)}
          />
        ),
      });
    }
    if (selects) {
      columns.push({
        key: 'select',
        width: selectWidth,
        left: details ? detailWidth : 0,
        head: () => handlers.current?.headCheckbox,
        cell: rowCheckbox.grid,
      });
    }
    return columns;
  }, [details, selects, styles, tableStyles, t, rowCheckbox]);

  const table = useTable(widget, room, {
    rows: editing.rows,
    lead,
    renderCell,
    selects,
  });
  const { view, paging, columns, actions } = table;
  const model = useFeatureLines({ settings, source, view, tree, order: paging.order, details });
  const { lines, grouped, order } = model;
  const selection = useSelection(view, order, inMemory, (selected) => {
    if (listens('select')) void fire('select', selected());
  });
  const totals = useTotals(view, order, grouped?.groups);
  const focusCell = useRef<((position: CellPosition) => void) | null>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);

  const keyboard = featureKeyboard({
    table,
    model,
    selection: selects ? selection : null,
    editing,
    setup: settings.adjustable === true ? setup : null,
    inTree: tree !== null,
    focusCell,
  });
  // Set while rendering, as the rows are rendered with it at once.
  handlers.current = {
    toggle: selection.toggle,
    extend: selection.extend,
    toggleDetail: model.toggleDetail,
    nameOf: view.nameOf,
    toggleTree: model.toggleTree,
    isEditable: editing.isEditable,
    initialText: () => editing.initialText.current,
    finishEdit: keyboard.finishEdit,
    headCheckbox: (
      <Checkbox
        label={t(selection.all ? 'widgets.table.selection.none' : 'widgets.table.selection.all')}
        checked={selection.all}
        mixed={selection.some}
        inGrid
        styles={styles}
        onPress={selection.toggleAll}
      />
    ),
  };

  const detailTools = useMemo(() => ({ ...table.tools, tabIndex: undefined }), [table.tools]);
  /** Value of a column without room, as its cell would show it. */
  const renderLeftValue = (column: number, index: number) => {
    const plain = () => renderPlainCell(view, column, index, detailTools);
    return renderCell
      ? renderCell({ view, column, index, flags: 0, state: undefined, tabIndex: undefined, plain })
      : plain();
  };

  const ends = actions.length > 0;
  const before = inMemory ? 0 : (paging.page - 1) * paging.perPage;
  function renderLine(line: number, as: 'line' | 'card'): ReactNode {
    const index = lines.rowOf(line);
    const rowIndex = before + line + 2;
    if (lines.kind(line) === 'detail') {
      const row = view.rows[index];
      if (!row) return null;
      const key = view.keyOf(index);
      const body = (
        <RowDetails
          row={row}
          rowKey={key}
          styles={styles}
          onHeight={(height) => model.setDetailHeight(key, height)}
        >
          {room.left.length > 0 && (
            <DescriptionList
              columns={4}
              pairs={room.left.map((column, at) => ({
                key: columnKey(column),
                label: column.title,
                content: renderLeftValue(columns.length + at, index),
              }))}
            />
          )}
          {elementsOf(slots.details)}
        </RowDetails>
      );
      return as === 'card' ? (
        <li className={styles.detail}>{body}</li>
      ) : (
        <tr data-line={line} aria-rowindex={rowIndex}>
          <td className={styles.detail} colSpan={lead.length + columns.length + (ends ? 1 : 0)}>
            {body}
          </td>
        </tr>
      );
    }
    const group = grouped?.groups[index];
    if (!group) return null;
    const header = {
      name: groupName(settings, group, format, t),
      count: format.number(group.to - group.from),
      open: model.isGroupOpen(group.key),
      level: group.level,
      columns,
      total: (column: number) => totals.text(column, index),
      onToggle: () => model.toggleGroup(group.key),
      styles,
    };
    return as === 'card' ? (
      <GroupCard {...header} />
    ) : (
      <GroupLine {...header} line={line} rowIndex={rowIndex} lead={lead.length} ends={ends} />
    );
  }

  /** The bar with the button that has the focus goes; a focus among the rows stays where it is. */
  function clearSelection() {
    const { current: root } = room.root;
    const rows = root?.querySelector<HTMLElement>('[data-scroller]');
    selection.clear();
    if (rows?.contains(document.activeElement)) return;
    const chosen = rows?.querySelector<HTMLElement>('[data-row] input:checked');
    (chosen ?? rows?.querySelector<HTMLElement>('input') ?? rows)?.focus();
  }

  // Columns are set where there are columns: on a phone they are cards.
  const isAdjustable = settings.adjustable === true && !room.narrow;
  const hasFiles = settings.files === true && inMemory;
  const hasOwnTools = editing.active || grouped || slots.toolbar || hasFiles;
  const hasToolbar = selects || isAdjustable || hasOwnTools;
  const isKnown = data.status === 'ready' || data.rows.length > 0;
  const total = {
    columns,
    total: (column: number) => totals.text(column, -1),
    label: t('widgets.table.total'),
    styles,
  };
  return (
    <TableFrame
      table={table}
      lines={lines}
      toolbar={
        hasToolbar && (
          <Toolbar
            selection={selects ? selection : null}
            actions={settings.selection?.actions ?? []}
            total={isKnown ? (inMemory ? order.length : data.total) : null}
            noun={settings.noun}
            narrow={room.narrow}
            bare={room.narrow && !hasOwnTools}
            onClear={clearSelection}
          >
            {elementsOf(slots.toolbar)}
            {editing.active && (
              <IconButton
                icon="arrow-undo"
                text={t('widgets.table.edit.undo')}
                disabled={!editing.canUndo}
                onPress={() => void keyboard.undo()}
              />
            )}
            {grouped && (
              <IconButton
                icon="layer"
                text={t(model.groupsOpen ? 'widgets.table.groups.close' : 'widgets.table.groups.open')}
                onPress={model.toggleAllGroups}
              />
            )}
            {hasFiles && (
              <LazyComponent source={tableFiles}>
                {(TableFiles) => (
                  <TableFiles label={settings.label} view={view} columns={setup.columns} order={order} />
                )}
              </LazyComponent>
            )}
            {isAdjustable && <ColumnsButton open={panel !== null} pressed={setsColumns} onPress={setPanel} />}
          </Toolbar>
        )
      }
      features={{
        role: tree || grouped || details ? 'treegrid' : 'grid',
        flagsOf: (row) =>
          model.flagsOf(row) + (selects && selection.isSelected(view.keyOf(row)) ? rowFlags.selected : 0),
        stateOf: (row) => (editing.active ? editing.editsOf(view.keyOf(row)) : undefined),
        renderLine,
        empty: slots.empty && elementsOf(slots.empty),
        below: slots.footer && <div className={styles.below}>{elementsOf(slots.footer)}</div>,
        footer: totals.any ? <Footer {...total} lead={lead.length} ends={ends} pinned={room.pinned} /> : null,
        cardFooter: totals.any ? <CardFooter {...total} /> : null,
        cardLead: selects ? rowCheckbox.card : null,
        resizeHandle: setup.resizeHandle,
        onKey: keyboard.onKey,
        onCopy: keyboard.onCopy,
        onDoubleClick: keyboard.onDoubleClick,
        focusCell,
        after: panel && (
          <LazyComponent
            source={columnPanel}
            onFailed={() => {
              setPanel(null);
              notify('error', t('widgets.frame.failed.title'));
            }}
          >
            {(Panel) => (
              <Panel
                target={panel}
                setup={setup}
                onClose={() => {
                  setPanel(null);
                  panel.focus();
                }}
              />
            )}
          </LazyComponent>
        ),
      }}
    />
  );
}
