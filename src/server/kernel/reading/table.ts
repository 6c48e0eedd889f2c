import { readCsv } from './csv.ts';
import { FileRefusal } from './limits.ts';
import type { TableEnd, TableRows } from './rows.ts';
import type { FileSource } from './source.ts';
import type { TableOptions } from './table-form.ts';
import { readWorkbook } from './workbook.ts';

/** First bytes of the files that Excel wrote before 2007, and of those with a password. */
const COMPOUND = 'd0cf11e0a1b11ae1';

/**
 * Reads a table row by row: a sheet of a workbook, which is a ZIP file, or else a text with separators. The one reader of
 * tables; it runs in a thread of its own (`read-file.ts`).
 * @returns what is known at its end
 * @throws FileRefusal
 */
export async function* readTableRows(
  source: FileSource,
  options: TableOptions | null = null,
): AsyncGenerator<TableRows, TableEnd> {
  const head = Buffer.from(await source.read(0, Math.min(64, source.bytes)));
  if (head.subarray(0, 8).toString('hex') === COMPOUND) throw new FileRefusal('compound');
  if (head.subarray(0, 2).toString('latin1') === 'PK') return yield* readWorkbook(source, options ?? {});
  // Programs name their web pages and XML .xls, and spreadsheets open them.
  if (/^(?:\uFEFF)?\s*<(?:[!?a-z])/i.test(head.toString('utf8'))) throw new FileRefusal('markup');
  return yield* readCsv(source, options ?? {});
}
