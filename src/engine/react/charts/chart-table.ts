import type { ChartTableData } from '../../../ui/index.ts';
import type { FigureFormat, FigureSettings } from '../figure-format.ts';

/** A column of a chart's table: words, or figures with how they are written. */
export type ChartColumn<Row> =
  | { name: string; value(row: Row): string | number | null }
  | { name: string; figure(row: Row): number | null; settings: FigureSettings };

/** The share of a whole. */
export const shareSettings: FigureSettings = { format: 'percent' };

/** The values of a chart as a table, in which a file has the figures that people read; null without rows. */
export function chartTable<Row>(
  rows: readonly Row[],
  columns: readonly ChartColumn<Row>[],
  format: FigureFormat,
): ChartTableData | null {
  if (rows.length === 0) return null;
  return {
    columns: columns.map((column) => ({ name: column.name, isFigure: 'figure' in column })),
    count: rows.length,
    texts: (at) =>
      columns.map((column) =>
        'figure' in column
          ? format.value(column.figure(rows[at]!), column.settings)
          : String(column.value(rows[at]!) ?? ''),
      ),
    values: (at) =>
      columns.map((column) =>
        'figure' in column
          ? format.rounded(column.figure(rows[at]!), column.settings)
          : column.value(rows[at]!),
      ),
  };
}
