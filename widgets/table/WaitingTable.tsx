import type { TableProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Bar, RowCount } from './Bar.tsx';
import { detailWidth, selectWidth } from './columns.ts';
import type { LeadColumn } from './Head.tsx';
import { usePlainLines } from './lines.ts';
import { TableFrame } from './TableFrame.tsx';
import { opensBeside, useColumns, useRoom, useTable } from './useTable.ts';

const blank = (): null => null;

/** Cells before the columns, as the table with features has them. */
function leadOf(details: boolean, selects: boolean): LeadColumn[] {
  const widths = [...(details ? [detailWidth] : []), ...(selects ? [selectWidth] : [])];
  return widths.map((width, at) => ({
    key: String(at),
    width,
    left: at === 0 ? 0 : widths[0]!,
    head: blank,
    cell: blank,
  }));
}

/** Stands for the table with features until its code is there, as one that loads: frame, bar and head are in their places. */
export function WaitingTable(widget: WidgetProps<TableProps>) {
  const { props: settings, slots, data } = widget;
  const columns = useColumns(settings);
  const selects = settings.selection !== undefined;
  const ownDetails = slots.details !== undefined;
  const beside = opensBeside(settings);
  const room = useRoom(
    settings,
    columns,
    (ownDetails ? detailWidth : 0) + (selects ? selectWidth : 0),
    ownDetails || beside,
  );
  const lead = leadOf(ownDetails || (!beside && room.left.length > 0), selects);
  const table = useTable({ ...widget, data: { ...data, status: 'loading', rows: [] } }, room, { lead });
  const lines = usePlainLines(table.settings, table.view, table.paging.order);
  const hasOwnTools =
    settings.groupBy !== undefined || slots.toolbar !== undefined || columns.some(({ edit }) => edit);
  const hasBar = hasOwnTools || (!room.narrow && (selects || settings.adjustable === true));
  const bar = hasBar && (
    <Bar buttons={null}>
      <RowCount total={null} />
    </Bar>
  );
  return <TableFrame table={table} lines={lines} toolbar={bar} features={null} />;
}
