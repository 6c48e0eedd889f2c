import type { TableProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Bar, RowCount } from './Bar.tsx';
import { detailWidth, selectWidth } from './columns.ts';
import type { LeadColumn } from './Head.tsx';
import { flatLines } from './lines.ts';
import { TableFrame } from './TableFrame.tsx';
import { opensBeside, useColumns, useRoom, useTable } from './useTable.ts';

const blank = (): null => null;
const noLines = flatLines(0);

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
  const columns = useColumns(settings, data);
  const selects = settings.selection !== undefined;
  const ownDetails = slots.details !== undefined;
  const beside = opensBeside(settings);
  const room = useRoom(
    widget,
    columns,
    (ownDetails ? detailWidth : 0) + (selects ? selectWidth : 0),
    ownDetails || beside,
  );
  const lead = leadOf(ownDetails || (!beside && room.left.length > 0), selects);
  // The columns stand where the rows will have them, as soon as these are there.
  const table = useTable({ ...widget, data: { ...data, status: 'loading' } }, room, { lead });
  const count = settings.paging === 'none' ? data.rows.length : data.total;
  const hasOwnTools =
    settings.groupBy !== undefined || slots.toolbar !== undefined || columns.some(({ edit }) => edit);
  const hasBar = hasOwnTools || (!room.narrow && (selects || settings.adjustable === true));
  const bar = hasBar && (
    <Bar buttons={null}>
      <RowCount total={data.status === 'ready' ? count : null} noun={settings.noun} />
    </Bar>
  );
  return <TableFrame table={table} lines={noLines} toolbar={bar} features={null} />;
}
