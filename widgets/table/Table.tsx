import type { TableProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { useLayoutEffect, useState } from 'react';
import { lazyComponent } from '../../src/ui/index.ts';
import { needsFeatures } from './columns.ts';
import { usePlainLines } from './lines.ts';
import { LazyRows } from './states.tsx';
import { TableFrame } from './TableFrame.tsx';
import { useColumns, useRoom, useTable } from './useTable.ts';

// Loaded with the first table that uses a feature, as most tables are plain.
const featureTable = lazyComponent(() => import('./features/FeatureTable.tsx'));

function PlainTable({ onCrowded, ...widget }: WidgetProps<TableProps> & { onCrowded(): void }) {
  const columns = useColumns(widget.props);
  const room = useRoom(widget.props, columns, 0, false);
  const crowded = room.left.length > 0;
  // Before the browser paints, as the columns in sight change.
  useLayoutEffect(() => {
    if (crowded) onCrowded();
  }, [crowded, onCrowded]);
  const table = useTable(widget, room);
  const lines = usePlainLines(table.settings, table.view, table.paging.order);
  return <TableFrame table={table} lines={lines} features={null} />;
}

function TableWithFeatures(widget: WidgetProps<TableProps>) {
  const columns = useColumns(widget.props);
  return (
    <LazyRows source={featureTable} columns={columns} narrow={false}>
      {(FeatureTable) => <FeatureTable {...widget} />}
    </LazyRows>
  );
}

/** Rows of a source as a grid, paged and sorted by the server or held in memory; cards where the columns have no room. */
export default function Table(widget: WidgetProps<TableProps>) {
  // Values of columns without room are shown in the details of their rows, which is a feature.
  const [crowded, setCrowded] = useState(false);
  return crowded || Object.keys(widget.slots).length > 0 || needsFeatures(widget.props) ? (
    <TableWithFeatures {...widget} />
  ) : (
    <PlainTable {...widget} onCrowded={() => setCrowded(true)} />
  );
}
