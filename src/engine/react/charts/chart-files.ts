import { byteOrderMark, csvRow, separatorOf } from '../../../contracts/files/csv-write.ts';
import { fileTimes } from '../../../contracts/files/file-time.ts';
import { xlsxFile, type Cell } from '../../../contracts/files/xlsx-write.ts';
import { isDay } from '../../../contracts/periods.ts';
import type { Language } from '../../../contracts/language.ts';
import type { ChartTableData } from '../../../ui/index.ts';
import type { FileContent } from '../../core/index.ts';

/** Rows that a file is encoded by at a time. */
const batch = 2_500;

/** A moment as the server sends it. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** Days and moments are written as those of the files of the server, on the clocks of the tenant. */
function* batches({ columns, count, values }: ChartTableData, timeZone: string): Generator<Cell[][]> {
  const timeOf = fileTimes(timeZone);
  const cellOf = (value: Cell): Cell => {
    if (typeof value !== 'string') return value;
    if (isDay(value)) return { day: value };
    return moment.test(value) ? timeOf(value) : value;
  };
  yield [columns.map(({ name }) => name)];
  for (let from = 0; from < count; from += batch)
    yield Array.from({ length: Math.min(batch, count - from) }, (_, row) => values(from + row).map(cellOf));
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Writes all values of a chart as a file. Texts are no formulas in it, as in the files that the server writes. */
export async function chartFile(
  format: 'csv' | 'xlsx',
  table: ChartTableData,
  lang: Language,
  timeZone: string,
): Promise<FileContent> {
  const chunks: Uint8Array[] = [];
  if (format === 'csv') {
    const encoder = new TextEncoder();
    const separator = separatorOf(lang);
    chunks.push(encoder.encode(byteOrderMark));
    for (const rows of batches(table, timeZone))
      chunks.push(encoder.encode(rows.map((cells) => csvRow(cells, separator)).join('')));
    return { bytes: joined(chunks), type: 'text/csv; charset=utf-8' };
  }
  for await (const chunk of xlsxFile(batches(table, timeZone))) chunks.push(chunk);
  return {
    bytes: joined(chunks),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  };
}
