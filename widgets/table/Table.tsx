import type { TableProps } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../src/engine/react/index.ts';
import { lazyComponent, notify } from '../../src/ui/index.ts';
import { Bar, ColumnsButton, RowCount } from './Bar.tsx';
import { needsFeatures } from './columns.ts';
import { usePlainLines } from './lines.ts';
import { LazyRows } from './states.tsx';
import { TableFrame } from './TableFrame.tsx';
import { keepScroll } from './keep-scroll.ts';
import { opensBeside, useColumns, useRoom, useStoredColumns, useTable } from './useTable.ts';
import type { FeatureTableProps } from './useTable.ts';
import { WaitingTable } from './WaitingTable.tsx';

// Loaded with the first table that uses a feature, as most tables are plain.
const featureTable = lazyComponent<FeatureTableProps>(() => import('./features/FeatureTable.tsx'));

interface PlainTableProps extends WidgetProps<TableProps> {
  /** The columns have no room side by side. */
  onCrowded(): void;
  /** The table's buttons. */
  buttons?: ReactNode;
}

function PlainTable({ onCrowded, buttons, ...widget }: PlainTableProps) {
  const columns = useColumns(widget.props, widget.data);
  const beside = opensBeside(widget.props);
  const room = useRoom(widget, columns, 0, beside);
  const crowded = !beside && room.left.length > 0;
  // Before the browser paints, as the columns in sight change.
  useLayoutEffect(() => {
    if (crowded) onCrowded();
  }, [crowded, onCrowded]);
  // A table with features takes its place: at once where the code is there.
  useLayoutEffect(() => {
    const root = room.root.current;
    return root ? keepScroll(root) : undefined;
  }, [room.root]);
  const table = useTable(widget, room);
  const lines = usePlainLines(table.settings, table.view, table.paging.order);
  const { status, rows, total } = widget.data;
  const count = widget.props.paging === 'none' ? lines.count : total;
  // Columns are set where there are columns: on a phone they are cards.
  const toolbar = buttons && !room.narrow && (
    <Bar buttons={buttons}>
      <RowCount noun={widget.props.noun} total={status === 'ready' || rows.length > 0 ? count : null} />
    </Bar>
  );
  return <TableFrame table={table} lines={lines} toolbar={toolbar} features={null} />;
}

/** A plain table until the person sets its columns, or has set them before. */
function AdjustableTable(props: PlainTableProps) {
  const t = useText();
  const [stored] = useStoredColumns(props.id);
  const code = useSyncExternalStore(featureTable.subscribe, featureTable.get);
  const [pressed, setPressed] = useState(false);
  // Whoever restores the columns has them open.
  const [arranged, setArranged] = useState(stored !== null);
  if (stored !== null && !arranged) setArranged(true);
  const failed = pressed && code.status === 'failed';
  const tellFailed = useEffectEvent(() => notify('error', t('widgets.frame.failed.title')));
  useEffect(() => {
    if (failed) tellFailed();
  }, [failed]);
  if (arranged || (pressed && code.status === 'ready')) {
    return <TableWithFeatures {...props} setsColumns={pressed} />;
  }
  return (
    <PlainTable
      {...props}
      buttons={
        <ColumnsButton
          open={false}
          busy={pressed && !failed}
          onApproach={featureTable.preload}
          onPress={() => {
            if (code.status === 'failed') featureTable.retry();
            else featureTable.preload();
            setPressed(true);
          }}
        />
      }
    />
  );
}

function TableWithFeatures(props: FeatureTableProps) {
  return (
    <LazyRows source={featureTable} fallback={<WaitingTable {...props} />}>
      {(FeatureTable) => <FeatureTable {...props} />}
    </LazyRows>
  );
}

/** Rows of a source as a grid, paged and sorted by the server or held in memory; cards where the columns have no room. */
export default function Table(widget: WidgetProps<TableProps>) {
  // Values of columns without room are shown in the details of their rows, which is a feature.
  const [crowded, setCrowded] = useState(false);
  const onCrowded = useCallback(() => setCrowded(true), []);
  if (crowded || Object.keys(widget.slots).length > 0 || needsFeatures(widget.props)) {
    return <TableWithFeatures {...widget} setsColumns={false} />;
  }
  const Plain = widget.props.adjustable ? AdjustableTable : PlainTable;
  return <Plain {...widget} onCrowded={onCrowded} />;
}
