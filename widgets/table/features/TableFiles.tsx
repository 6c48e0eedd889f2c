import { useMemo } from 'react';
import { isBlank, useFiles, useScreenTitle, useText, useTexts } from '../../../src/engine/react/index.ts';
import { ChartMenuButton } from '../../../src/ui/index.ts';
import type { ChartTableData } from '../../../src/ui/index.ts';
import { columnKey } from '../columns.ts';
import type { Column } from '../columns.ts';
import type { TableView } from '../view.ts';

const figures: readonly unknown[] = ['number', 'money', 'percent', 'progress'];

/** A cell as a file holds it: figures are numbers, all else is what the table shows. */
function valueOf(view: TableView, column: number, row: number): ReturnType<ChartTableData['values']>[number] {
  const raw = view.raw(column, row);
  if (typeof raw === 'number' && figures.includes(view.columns[column]?.cell)) return raw;
  return isBlank(raw) && view.columns[column]?.blank === undefined ? null : view.text(column, row);
}

interface TableFilesProps {
  label: string | undefined;
  view: TableView;
  /** Columns of the file, in their order: also those that have no room on the screen. */
  columns: readonly Column[];
  /** Indices of the rows that pass the filters, in the order of the table. */
  order: Uint32Array;
}

function LoadedTableFiles({ label, view, columns, order }: TableFilesProps) {
  const t = useText();
  const table = useMemo((): ChartTableData => {
    const at = new Map(view.columns.map((column, index) => [columnKey(column), index]));
    const indices = columns.flatMap((column) => at.get(columnKey(column)) ?? []);
    const rowAt = (line: number) => order[line] ?? 0;
    return {
      columns: indices.map((index) => ({
        name: view.columns[index]?.title ?? '',
        isFigure: figures.includes(view.columns[index]?.cell),
      })),
      count: order.length,
      texts: (line) => indices.map((index) => view.text(index, rowAt(line))),
      values: (line) => indices.map((index) => valueOf(view, index, rowAt(line))),
    };
  }, [view, columns, order]);
  const screenTitle = useScreenTitle();
  const name = label || screenTitle;
  const entries = useFiles(name, table);
  return (
    entries.length > 0 &&
    order.length > 0 && <ChartMenuButton label={t('charts.menu')} title={name} entries={entries} />
  );
}

/** Saves the rows of a table as a file. The button is the table's own: a tile may hold several tables. */
export default function TableFiles(props: TableFilesProps) {
  return useTexts('charts') && <LoadedTableFiles {...props} />;
}
