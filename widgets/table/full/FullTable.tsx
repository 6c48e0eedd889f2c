/* oxlint-disable react/refs, react/no-unstable-nested-components -- drawn cells read what they call through refs, so that a row need not be drawn again for it */
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { TableProps } from '../../../src/engine/core/index.ts';
import { useFormat, useNavigate, useText } from '../../../src/engine/react/index.ts';
import type { WidgetProps } from '../../../src/engine/react/index.ts';
import { LazyComponent, lazyComponent, notify } from '../../../src/ui/index.ts';
import { Frame } from '../Frame.tsx';
import type { Place } from '../grid.ts';
import type { LeadColumn } from '../Head.tsx';
import { marks } from '../Line.tsx';
import { useTableStyles } from '../styles.ts';
import { useColumns, useShown, useTable } from '../useTable.ts';
import { Bar, IconButton } from './Bar.tsx';
import { CardFoot, Chevron, Detail, Foot, GroupCard, GroupLine } from './blocks.tsx';
import { Check } from './Check.tsx';
import { groupName } from './names.ts';
import { useFullStyles } from './styles.ts';
import { useArrangement } from './useArrangement.tsx';
import { useDraw } from './useDraw.tsx';
import type { DrawCalls } from './useDraw.tsx';
import { useEditing } from './useEditing.ts';
import { useKeys } from './useKeys.ts';
import { useLines, useTree } from './useLines.ts';
import { useSelection } from './useSelection.ts';
import { useTotals } from './useTotals.ts';

const columnPanel = lazyComponent(() => import('./ColumnPanel.tsx'));
const selectWidth = 40;
const detailWidth = 36;

/** What the lead cells call and show; read when it happens. */
interface LeadCalls {
  toggle(row: number): void;
  extend(row: number): void;
  toggleDetail(row: number): void;
  nameOf(row: number): string;
}

/** A table with whatever its definition asks for beyond a plain list. Each part is idle until it is declared. */
export default function FullTable(widget: WidgetProps<TableProps>) {
  const { id, props: settings, data, children, childItems: items } = widget;
  const styles = useFullStyles();
  const base = useTableStyles();
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const shown = useShown(data);
  const allowed = useColumns(settings);
  const setup = useArrangement(id, allowed, settings.adjustable === true, styles);
  const tree = useTree(settings, shown.data.rows);
  const source = tree?.rows ?? shown.data.rows;
  const editing = useEditing(settings, source, data.retry);
  const selects = settings.selection !== undefined;
  const details = items.length > 0;
  const inMemory = settings.paging === 'none';

  const drawCalls = useRef<DrawCalls>(null as unknown as DrawCalls);
  const leadCalls = useRef<LeadCalls>(null as unknown as LeadCalls);
  const link = useMemo(() => ({ styles: base, navigate }), [base, navigate]);
  const draw = useDraw(settings, styles, link, drawCalls, t('widgets.table.tree.toggle'));
  const rowCheck = useMemo(() => {
    const check = (inGrid: boolean) => (row: number, mark: number) => (
      <Check
        label={t('widgets.table.selection.row', { name: leadCalls.current.nameOf(row) })}
        checked={(mark & marks.selected) !== 0}
        inGrid={inGrid}
        styles={styles}
        onPress={(range) => (range ? leadCalls.current.extend(row) : leadCalls.current.toggle(row))}
      />
    );
    return { grid: check(true), card: check(false) };
  }, [t, styles]);
  const headCheck = useRef<ReactNode>(null);
  const lead = useMemo<LeadColumn[]>(() => {
    const columns: LeadColumn[] = [];
    if (details) {
      columns.push({
        key: 'detail',
        width: detailWidth,
        left: 0,
        head: () => <span className={styles.hidden}>{t('widgets.table.details.title')}</span>,
        cell: (row, mark) => (
          <button
            type="button"
            tabIndex={-1}
            className={styles.toggle}
            aria-expanded={(mark & marks.detailed) !== 0}
            aria-label={t('widgets.table.details.toggle', { name: leadCalls.current.nameOf(row) })}
            onClick={() => leadCalls.current.toggleDetail(row)}
          >
            <Chevron open={(mark & marks.detailed) !== 0} />
          </button>
        ),
      });
    }
    if (selects) {
      columns.push({
        key: 'select',
        width: selectWidth,
        left: details ? detailWidth : 0,
        head: () => headCheck.current,
        cell: rowCheck.grid,
      });
    }
    return columns;
  }, [details, selects, styles, t, rowCheck, headCheck]);

  const table = useTable(widget, shown, {
    rows: editing.rows,
    columns: setup.columns,
    lead,
    draw,
    selects,
  });
  const { view, paging, columns, actions } = table;
  const arranged = useLines({ settings, source, view, tree, order: paging.order, details });
  const { lines, grouped, order } = arranged;
  const selection = useSelection(view, order, inMemory);
  const totals = useTotals(view, order, grouped);
  const grid = useRef<((place: Place) => void) | null>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);

  const keys = useKeys({
    table,
    arranged,
    selection: selects ? selection : null,
    editing,
    setup: settings.adjustable === true ? setup : null,
    inTree: tree !== null,
    grid,
  });
  headCheck.current = (
    <Check
      label={t(selection.all ? 'widgets.table.selection.none' : 'widgets.table.selection.all')}
      checked={selection.all}
      mixed={selection.some}
      inGrid
      styles={styles}
      onPress={selection.toggleAll}
    />
  );
  // Written while drawing, since rows are drawn with it at once.
  leadCalls.current = {
    toggle: selection.toggle,
    extend: selection.extend,
    toggleDetail: arranged.toggleDetail,
    nameOf: view.nameOf,
  };
  drawCalls.current = {
    toggleTree: arranged.toggleTree,
    isEditable: editing.isEditable,
    begun: () => editing.begun.current,
    done: keys.done,
  };

  const ends = actions.length > 0;
  const width = lead.length + columns.length + (ends ? 1 : 0);
  const before = inMemory ? 0 : (paging.page - 1) * paging.perPage;
  function block(line: number, as: 'line' | 'card'): ReactNode {
    const index = lines.rowOf(line);
    const rowIndex = before + line + 2;
    if (lines.kind(line) === 'detail') {
      const row = view.rows[index];
      if (!row) return null;
      const key = view.keyOf(index);
      const body = (
        <Detail row={row} rowKey={key} styles={styles} onHeight={(height) => arranged.measured(key, height)}>
          {children}
        </Detail>
      );
      return as === 'card' ? (
        <li className={styles.detail}>{body}</li>
      ) : (
        <tr data-line={line} aria-rowindex={rowIndex}>
          <td className={styles.detail} colSpan={width}>
            {body}
          </td>
        </tr>
      );
    }
    const group = grouped?.groups[index];
    if (!group) return null;
    const Part = as === 'card' ? GroupCard : GroupLine;
    return (
      <Part
        name={groupName(settings, group, format, t)}
        count={format.number(group.to - group.from)}
        open={arranged.isGroupOpen(group.key)}
        level={group.level}
        line={line}
        rowIndex={rowIndex}
        columns={columns}
        lead={lead.length}
        ends={ends}
        total={(column) => totals.text(column, index)}
        onToggle={() => arranged.toggleGroup(group.key)}
        styles={styles}
      />
    );
  }

  const tools = selects || editing.active || settings.adjustable || grouped;
  const chosen = selection.isChosen;
  return (
    <Frame
      table={table}
      lines={lines}
      extras={{
        role: tree || grouped || details ? 'treegrid' : 'grid',
        markOf: (row) => arranged.markOf(row) + (selects && chosen(view.keyOf(row)) ? marks.selected : 0),
        patchOf: (row) => (editing.active ? editing.patchOf(view.keyOf(row)) : undefined),
        block,
        bar: tools ? (
          <Bar
            selection={selects ? selection : null}
            actions={settings.selection?.actions ?? []}
            total={inMemory ? order.length : shown.data.total}
            styles={styles}
          >
            {editing.active && (
              <IconButton
                icon="arrow-undo"
                text={t('widgets.table.edit.undo')}
                disabled={!editing.canUndo}
                onPress={() => void keys.undo()}
              />
            )}
            {grouped && (
              <IconButton
                icon="layer"
                text={t(arranged.groupsOpen ? 'widgets.table.groups.close' : 'widgets.table.groups.open')}
                onPress={arranged.toggleAllGroups}
              />
            )}
            {settings.adjustable && (
              <IconButton
                icon="table-simple"
                text={t('widgets.table.columns.title')}
                expanded={panel !== null}
                onPress={setPanel}
              />
            )}
          </Bar>
        ) : null,
        foot: totals.any ? (
          <Foot
            columns={columns}
            lead={lead.length}
            ends={ends}
            pinned={table.pinned}
            total={(column) => totals.text(column, -1)}
            label={t('widgets.table.total')}
            styles={styles}
          />
        ) : null,
        cardFoot: totals.any ? (
          <CardFoot
            columns={columns}
            total={(column) => totals.text(column, -1)}
            label={t('widgets.table.total')}
            styles={styles}
          />
        ) : null,
        cardLead: selects ? rowCheck.card : null,
        grip: setup.grip,
        onKey: keys.onKey,
        onCopy: keys.onCopy,
        onDoubleClick: keys.onDoubleClick,
        grid,
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
