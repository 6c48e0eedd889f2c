import type { Language } from '../../../../contracts/language.ts';
import { nearest } from '../../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { BULK_LIMIT } from '../bulk.ts';
import { readTable, streamTable } from '../../reading/read-file.ts';
import type { CellReading } from '../../reading/cell-value.ts';
import { cellText, type FileRow, type Notation, type TableRows } from '../../reading/rows.ts';
import type { FileSource } from '../../reading/source.ts';
import { LEFT_OUT, type TableChoice } from '../../reading/table-choice.ts';
import type { TableForm } from '../../reading/table-form.ts';
import { SHOWN_ROWS } from '../../reading/table-preview.ts';
import type { Tenant } from '../../contract.ts';
import { entityText, type EntityModel } from '../entity-model.ts';
import { columnOf, type Column } from './columns.ts';
import { recordKeys, type RecordKey } from './record-key.ts';

/** How a person corrects what was recognised of a file; its columns are titles of fields. */
export interface ImportChoice extends TableChoice {
  /** Title or name of the field by which records are recognised; that of the number, or none, for the number alone. */
  key?: string | undefined;
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
  /** The field by which rows without a number are recognised; null: each of them creates a record. */
  key: RecordKey | null;
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
  const table = await readTable(tenantId, source, choice.table, { anyEncoding: choice.isPreview });
  const { rows, notation, monthFirst, total, exceeds, form } = table;
  const [header, ...records] = rows;
  if (!header || total < 2) throw fileError('empty');
  const headers = headersOf(header);
  const found = findColumns(model, headers, choice.columns);
  if (!choice.isPreview) assertKnown(model, lang, found);
  return {
    ...importColumns(model, lang, headers, found, notation, { timeZone, monthFirst, key: choice.key }),
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
    return {
      ...importColumns(model, lang, headers, found, notation, reading),
      parts: inParts(records, read),
    };
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
 * @throws AppError VALIDATION_FAILED for two columns of one field, and a key that is none or has no column
 */
function importColumns(
  model: EntityModel,
  lang: Language,
  headers: readonly string[],
  { columns }: FoundColumns,
  notation: Notation,
  { timeZone, monthFirst = [], key: chosen }: ImportReading,
): ImportColumns {
  const written = columns.map((column) => {
    if (column === null) return null;
    const { field, part } = column;
    const hasKey = columns.some((one) => one?.field === field && one.part === 'value');
    if (part === 'name' && hasKey) return null;
    return field.writable || field === model.key ? column : null;
  });
  const fields = written.flatMap((column) => (column ? [column.field] : []));
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice) throw fileError('columnTwice', { name: entityText(model, lang, twice.field.title) });
  const key = chosenKey(model, lang, chosen);
  if (key && !fields.includes(key.field))
    throw fileError('keyColumn', { name: entityText(model, lang, key.field.field.title) });
  return {
    columns: written,
    titled: headers.map((header) => header !== ''),
    readings: headers.map((_, at) => ({ ...notation, timeZone, monthFirst: monthFirst.includes(at) })),
    key,
  };
}

/** @throws AppError VALIDATION_FAILED for a field that several records may have one value of */
function chosenKey(model: EntityModel, lang: Language, chosen: string | undefined): RecordKey | null {
  if (chosen === undefined || chosen === '') return null;
  const field = columnOf(model, chosen)?.field;
  if (field === model.key) return null;
  const keys = recordKeys(model);
  const found = keys.find((key) => key.field === field);
  if (found) return found;
  const known = [model.key, ...keys.map((key) => key.field)];
  throw fileError('key', {
    name: chosen.slice(0, 100),
    known: known.map((one) => entityText(model, lang, one.field.title)).join(', '),
  });
}
