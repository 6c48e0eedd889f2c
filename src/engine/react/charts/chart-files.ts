import { byteOrderMark, csvRow, separatorOf } from '../../../contracts/files/csv-write.ts';
import { xlsxFile } from '../../../contracts/files/xlsx-write.ts';
import type { Language } from '../../../contracts/language.ts';
import type { ChartTableData } from '../../../ui/index.ts';
import type { FileContent } from '../../core/index.ts';

/** Rows that a file is encoded by at a time. */
const batch = 2_500;

type Cells = ReturnType<ChartTableData['values']>;

function* batches({ columns, count, values }: ChartTableData): Generator<Cells[]> {
  yield [columns.map(({ name }) => name)];
  for (let from = 0; from < count; from += batch)
    yield Array.from({ length: Math.min(batch, count - from) }, (_, row) => values(from + row));
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
): Promise<FileContent> {
  const chunks: Uint8Array[] = [];
  if (format === 'csv') {
    const encoder = new TextEncoder();
    const separator = separatorOf(lang);
    chunks.push(encoder.encode(byteOrderMark));
    for (const rows of batches(table))
      chunks.push(encoder.encode(rows.map((cells) => csvRow(cells, separator)).join('')));
    return { bytes: joined(chunks), type: 'text/csv; charset=utf-8' };
  }
  for await (const chunk of xlsxFile(batches(table))) chunks.push(chunk);
  return {
    bytes: joined(chunks),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  };
}
