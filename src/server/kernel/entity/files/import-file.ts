import type { Language } from '../../../../contracts/language.ts';
import { nearest } from '../../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { BULK_LIMIT } from '../bulk.ts';
import { readTable, streamTable, type ReadTable } from '../../reading/read-file.ts';
import type { CellReading } from '../../reading/cell-value.ts';
import { cellText, type FileRow, type Notation, type TableRows } from '../../reading/rows.ts';
import type { FileSource } from '../../reading/source.ts';
import type { TableForm, TableOptions } from '../../reading/table-form.ts';
import type { Tenant } from '../../contract.ts';
import { entityText, type EntityModel } from '../entity-model.ts';
import { columnOf, type Column } from './columns.ts';

/** Stands in place of a title for a column that is not imported. */
export const LEFT_OUT = '-';

/** How a person corrects what was recognised of a file. */
export interface ImportChoice {
  table?: TableOptions | undefined;
  /** Titles of fields by the places of the columns, in place of their headers, or `LEFT_OUT`. An empty one leaves the header. */
  columns?: Readonly<Record<string, string>> | undefined;
}

/** How a file is read, and what its first reading found, which a later one of parts needs. */
export interface ImportReading extends ImportChoice {
  /** Zone of times that name none. */
  timeZone: string;
  /** Columns whose dates put the month first. */
  monthFirst?: readonly number[] | undefined;
}

/** Columns by the header of a file. */
export interface ImportColumns {
  /** Null for one that an import does not write, and for one without a title. */
  columns: readonly (Column | null)[];
  /** Whether a column has a title. */
  titled: readonly boolean[];
  /** How the cells of each column are read. */
  readings: readonly CellReading[];
}

/** A file that a request has read. */
export interface ImportFile extends ImportColumns {
  /** Rows of the file without its header. */
  total: number;
  /** All of them, unless they are a job's. */
  records: readonly FileRow[];
  /** Whether a job writes it in parts: it has more rows than one transaction takes, or more than a request keeps. */
  isLarge: boolean;
  /** A job that writes it has to know them. */
  monthFirst: readonly number[];
  /** The part that a person sees before it is written. */
  shown: ShownFile;
}

/** A file as it was recognised. */
export interface ShownFile {
  form: TableForm;
  headers: readonly string[];
  /** Columns of the headers, those that an import does not write too; null for none. */
  columns: readonly (Column | null)[];
  /** Places of those that the person left out. */
  leftOut: readonly number[];
  /** Number of columns with a title that names no field, and for which none was chosen. */
  unknown: number;
  /** The first rows. */
  rows: readonly FileRow[];
}

const SHOWN_ROWS = 5;

/** A file that a job reads, a part at a time. */
export interface ImportStream extends ImportColumns {
  parts: AsyncIterable<FileRow[]>;
}

/** Rows of a part: others get the embedded database's only connection between two of them. */
const PART = 250;

/**
 * Reads a file to import for a request.
 * @throws AppError VALIDATION_FAILED for one that cannot be read, is empty, or has a column that the entity does not have
 */
export async function readImportFile(
  model: EntityModel,
  { id: tenantId, timeZone }: Pick<Tenant, 'id' | 'timeZone'>,
  lang: Language,
  source: FileSource,
  choice: ImportChoice & { isPreview?: boolean } = {},
): Promise<ImportFile> {
  const table = await readRecognised(tenantId, source, choice);
  const { rows, notation, monthFirst, total, exceeds, form } = table;
  const [header, ...records] = rows;
  if (!header || total < 2) throw fileError('empty');
  const headers = headersOf(header);
  const found = findColumns(model, headers, choice.columns);
  if (!choice.isPreview) assertKnown(model, lang, found);
  return {
    ...importColumns(model, headers, found, notation, { timeZone, monthFirst }),
    total: total - 1,
    records: exceeds === null ? records : [],
    isLarge: exceeds !== null || total - 1 > BULK_LIMIT,
    monthFirst,
    shown: {
      form,
      headers,
      columns: found.columns,
      leftOut: headers.flatMap((_, at) => (choice.columns?.[at] === LEFT_OUT ? [at] : [])),
      unknown: found.unknown.length,
      rows: records.slice(0, SHOWN_ROWS),
    },
  };
}

/** Reads a table; for a preview also one that is not in UTF-8, in the encoding that it most likely has. */
async function readRecognised(
  tenantId: number,
  source: FileSource,
  { table, isPreview }: Parameters<typeof readImportFile>[4] & object,
): Promise<ReadTable> {
  try {
    return await readTable(tenantId, source, table);
  } catch (error) {
    const isEncoding = error instanceof AppError && error.options.message === 'errors.import.encoding';
    if (!isPreview || !isEncoding || table?.encoding) throw error;
    return await readTable(tenantId, source, { ...table, encoding: 'windows-1252' });
  }
}

/**
 * Opens a file to import for a job. Its parts must be read to their end, or left, since a thread waits for the next one.
 * @param signal ends the thread, also amid a part
 * @throws AppError VALIDATION_FAILED as `readImportFile` does
 */
export async function openImportFile(
  model: EntityModel,
  lang: Language,
  source: FileSource,
  signal: AbortSignal,
  reading: ImportReading,
): Promise<ImportStream> {
  const read = streamTable(source, signal, reading.table);
  const first = await read.next();
  try {
    const [header, ...records] = first.done ? [] : first.value.rows;
    if (!header || first.done) throw fileError('empty');
    const { notation } = first.value;
    const headers = headersOf(header);
    const found = findColumns(model, headers, reading.columns);
    assertKnown(model, lang, found);
    return { ...importColumns(model, headers, found, notation, reading), parts: inParts(records, read) };
  } catch (error) {
    await read.return();
    throw error;
  }
}

async function* inParts(first: FileRow[], read: AsyncGenerator<TableRows, void>): AsyncGenerator<FileRow[]> {
  let rows = first;
  try {
    for await (const { rows: more } of read) {
      rows.push(...more);
      while (rows.length >= PART) yield rows.splice(0, PART);
    }
    while (rows.length > 0) yield rows.splice(0, PART);
  } finally {
    rows = [];
    await read.return();
  }
}

const fileError = (key: string, params: Record<string, string | number> = {}): AppError =>
  new AppError('VALIDATION_FAILED', {
    message: `errors.import.${key}`,
    params,
    errors: [{ path: '/file', key: `errors.import.${key}`, params }],
  });

const headersOf = ({ cells }: FileRow): string[] =>
  Array.from({ length: Math.max(0, ...cells.keys()) + 1 }, (_, at) => cellText(cells.get(at)).trim());

interface FoundColumns {
  columns: (Column | null)[];
  /** Titles that name no field. */
  unknown: string[];
}

/** Finds the fields of the columns, by what a person chose, else by their headers. */
function findColumns(
  model: EntityModel,
  headers: readonly string[],
  chosen: Readonly<Record<string, string>> = {},
): FoundColumns {
  const unknown: string[] = [];
  const columns = headers.map((header, at) => {
    const title = chosen[at] || header;
    if (title === '' || title === LEFT_OUT) return null;
    const column = columnOf(model, title);
    if (column === null) unknown.push(title);
    return column;
  });
  return { columns, unknown };
}

/** @throws AppError VALIDATION_FAILED naming a title that is no field's, and the nearest one */
function assertKnown(model: EntityModel, lang: Language, { unknown: [title] }: FoundColumns): void {
  if (title === undefined) return;
  const named = [...model.byName.values()];
  const known = named.flatMap((field) => [field.wire, entityText(model, lang, field.field.title)]);
  const like = nearest(title, known);
  throw fileError(like === '' ? 'column' : 'columnLike', { name: title.slice(0, 100), nearest: like });
}

/**
 * The columns that an import writes. Others are null: names beside keys, and values that the server sets.
 * @throws AppError VALIDATION_FAILED for two columns of one field
 */
function importColumns(
  model: EntityModel,
  headers: readonly string[],
  { columns }: FoundColumns,
  notation: Notation,
  { timeZone, monthFirst = [] }: ImportReading,
): ImportColumns {
  const written = columns.map((column) => {
    if (column === null) return null;
    const { field, part } = column;
    const hasKey = columns.some((one) => one?.field === field && one.part === 'value');
    if (part === 'name' && hasKey) return null;
    return field.writable || field === model.key ? column : null;
  });
  const names = written.flatMap((column) => (column ? [column.field.wire] : []));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw fileError('columnTwice', { name: twice });
  return {
    columns: written,
    titled: headers.map((header) => header !== ''),
    readings: headers.map((_, at) => ({ ...notation, timeZone, monthFirst: monthFirst.includes(at) })),
  };
}
