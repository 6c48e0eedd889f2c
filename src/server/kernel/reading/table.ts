import { readCsv } from './csv.ts';
import { FileRefusal } from './limits.ts';
import type { TableRows } from './rows.ts';
import type { FileSource } from './source.ts';
import { readWorkbook } from './workbook.ts';

/** First bytes of the files that Excel wrote before 2007, and of those with a password. */
const COMPOUND = 'd0cf11e0a1b11ae1';

/**
 * Reads a table row by row: the first sheet of a workbook, which is a ZIP file, or else a text with separators. The one
 * reader of tables; it runs in a thread of its own (`read-file.ts`).
 * @returns the number of its rows
 * @throws FileRefusal
 */
export async function* readTableRows(source: FileSource): AsyncGenerator<TableRows, number> {
  const head = Buffer.from(await source.read(0, Math.min(8, source.bytes)));
  if (head.toString('hex') === COMPOUND) throw new FileRefusal('compound');
  if (head.subarray(0, 2).toString('latin1') === 'PK') return yield* readWorkbook(source);
  return yield* readCsv(source);
}
