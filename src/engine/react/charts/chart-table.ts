import type { ChartTableData } from '../../../ui/index.ts';

type Value = ReturnType<ChartTableData['values']>[number];

/** A column of a chart's table. */
export interface ChartColumn<Row> {
  name: string;
  /** As a file holds it. */
  value(row: Row): Value;
  /** As people read it, which makes it a column of figures; the value itself for words. */
  text?(row: Row): string;
}

/** The values of a chart as a table; null without rows. */
export function chartTable<Row>(
  rows: readonly Row[],
  columns: readonly ChartColumn<Row>[],
): ChartTableData | null {
  if (rows.length === 0) return null;
  return {
    columns: columns.map(({ name, text }) => ({ name, isFigure: text !== undefined })),
    count: rows.length,
    texts: (at) => columns.map(({ value, text }) => text?.(rows[at]!) ?? String(value(rows[at]!) ?? '')),
    values: (at) => columns.map(({ value }) => value(rows[at]!)),
  };
}
