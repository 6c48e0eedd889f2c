import { useMemo } from 'react';
import type { TableProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { lazyComponent } from '../../src/ui/index.ts';
import { Frame } from './Frame.tsx';
import { LateRows } from './LateRows.tsx';
import { flatLines } from './lines.ts';
import { useSorted } from './useSorted.ts';
import { useColumns, useShown, useTable } from './useTable.ts';
import { needsMore } from './view.ts';

// Groups, trees, selection and the like: no list that has none of it pays for them.
const fullTable = lazyComponent(() => import('./full/FullTable.tsx'));

function Plain(widget: WidgetProps<TableProps>) {
  const shown = useShown(widget.data);
  const { rows } = shown.data;
  const table = useTable(widget, shown, { rows });
  const sorted = useSorted(widget.props, table.view, table.paging.order);
  const lines = useMemo(
    () => flatLines(rows.length, sorted ? (line) => sorted[line] ?? 0 : undefined),
    [rows.length, sorted],
  );
  return <Frame table={table} lines={lines} extras={null} />;
}

function Full(widget: WidgetProps<TableProps>) {
  const columns = useColumns(widget.props);
  return (
    <LateRows part={fullTable} columns={columns} narrow={false}>
      {(Part) => <Part {...widget} />}
    </LateRows>
  );
}

/** Rows of a source as a grid, paged and sorted by the server or held in memory; stacked cards on narrow screens. */
export default function Table(widget: WidgetProps<TableProps>) {
  return needsMore(widget.props, widget.childItems.length > 0) ? <Full {...widget} /> : <Plain {...widget} />;
}
