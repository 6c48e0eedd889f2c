import { byteOrderMark, csvRow, separatorOf } from '../../../../contracts/files/csv-write.ts';
import { xlsxFile, type Cell } from '../../../../contracts/files/xlsx-write.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Context } from '../../contract.ts';
import { AppError } from '../../errors.ts';
import { FileReply } from '../../file-reply.ts';
import type { EntityLists, ListInput } from '../list.ts';
import { entityText, type EntityModel } from '../entity-model.ts';
import { present, readRows } from '../rows.ts';
import { cellOf, exportColumns, headerOf, type Column } from './columns.ts';
import { innerContext } from '../../inner-context.ts';

/** Records that one request exports for the screens. More of them are a job. */
export const REQUEST_RECORDS = 5000;

/** Records of one file; a sheet of Excel has few more rows. */
export const MOST = 1_000_000;
const BATCH = 2500;

export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * Exports the records of a list. The keys are read at once, the records in batches, each in a transaction of its own: a
 * reader who is slow holds no connection.
 * @param onRows called after each batch; what it throws ends the export
 */
export async function exportFile(
  ctx: Context,
  model: EntityModel,
  lists: EntityLists,
  format: keyof typeof fileTypes,
  input: ListInput,
  onRows: (done: number, total: number) => Promise<void> = () => Promise.resolve(),
): Promise<FileReply> {
  const keys = await reading(ctx, (inner) => lists.keys(inner, input, MOST));
  if (keys.length > MOST)
    throw new AppError('RULE_BROKEN', { message: 'errors.import.exportLimit', params: { limit: MOST } });
  const columns = exportColumns(model, ctx.caller);
  const rows = batches(ctx, model, columns, keys, onRows);
  const name = `${entityText(model, ctx.lang, model.document.plural ?? model.document.title)}.${format}`;
  return new FileReply(name, fileTypes[format], format === 'csv' ? csvFile(ctx, rows) : xlsxFile(rows));
}

/** Runs work in a read-only transaction, for routes that open their own. */
function reading<T>(ctx: Context, work: (inner: Context) => Promise<T>): Promise<T> {
  return ctx.transaction((db) => work(innerContext(ctx, db)), 'read');
}

type Cells = Cell[];

/** The rows of a file. The database reads a batch while the one before it is encoded. */
async function* batches(
  ctx: Context,
  model: EntityModel,
  columns: readonly Column[],
  keys: readonly number[],
  onRows: (done: number, total: number) => Promise<void>,
): AsyncGenerator<Cells[]> {
  yield [columns.map((column) => headerOf(model, ctx.lang, column))];
  const cells = columns.map((column) => cellOf(model, ctx, column));
  const read = (from: number): Promise<JsonObject[]> => {
    const batch = reading(ctx, (inner) => readRecords(inner, model, keys.slice(from, from + BATCH)));
    // A failure is met where the batch is awaited, or by nobody when the reader has left.
    batch.catch(() => {});
    return batch;
  };
  let next = read(0);
  for (let from = 0; from < keys.length; from += BATCH) {
    const records = await next;
    if (from + BATCH < keys.length) next = read(from + BATCH);
    yield records.map((record) => cells.map((cell) => cell(record)));
    await onRows(Math.min(from + BATCH, keys.length), keys.length);
  }
}

/** Reads records in the order of their keys. One that was deleted meanwhile is left out. */
async function readRecords(ctx: Context, model: EntityModel, keys: readonly number[]): Promise<JsonObject[]> {
  const rows = await readRows(ctx, model, keys, 'read');
  const byKey = new Map(rows.map((row) => [row[model.key.name] as number, row]));
  const ordered = keys.map((key) => byKey.get(key)).filter((row) => row !== undefined);
  return present(ctx, model, ordered);
}

/** A CSV file that Excel opens by a double click: UTF-8 with BOM, separated as the language expects. */
export async function* csvFile(
  { lang }: Pick<Context, 'lang'>,
  rows: AsyncIterable<Cells[]>,
): AsyncGenerator<string> {
  const separator = separatorOf(lang);
  yield byteOrderMark;
  for await (const batch of rows) yield batch.map((cells) => csvRow(cells, separator)).join('');
}
