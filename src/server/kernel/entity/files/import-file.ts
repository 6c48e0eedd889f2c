import type { Language } from '../../../../contracts/language.ts';
import { nearest } from '../../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { BULK_LIMIT } from '../bulk.ts';
import { readTable, streamTable } from '../../reading/read-file.ts';
import { isFormula, type FileRow, type TableRows } from '../../reading/rows.ts';
import type { FileSource } from '../../reading/source.ts';
import { entityText, type EntityModel } from '../entity-model.ts';
import { columnOf, type Column } from './columns.ts';

/** Columns by the header of a file. */
export interface ImportColumns {
  columns: readonly (Column | null)[];
  decimal: TableRows['decimal'];
}

/** A file that a request has read. */
export interface ImportFile extends ImportColumns {
  /** Rows of the file without its header. */
  total: number;
  /** All of them, unless they are a job's. */
  records: readonly FileRow[];
  /** Whether a job writes it in parts: it has more rows than one transaction takes, or more than a request keeps. */
  isLarge: boolean;
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
  tenantId: number,
  lang: Language,
  source: FileSource,
): Promise<ImportFile> {
  const { rows, decimal, total, exceeds } = await readTable(tenantId, source);
  const [header, ...records] = rows;
  if (!header || total < 2) throw fileError('empty');
  return {
    columns: readHeader(model, header, lang),
    decimal,
    total: total - 1,
    records,
    isLarge: exceeds !== null || total - 1 > BULK_LIMIT,
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
): Promise<ImportStream> {
  const read = streamTable(source, signal);
  const first = await read.next();
  try {
    const [header, ...records] = first.done ? [] : first.value.rows;
    if (!header || first.done) throw fileError('empty');
    const { decimal } = first.value;
    return { columns: readHeader(model, header, lang), decimal, parts: inParts(records, read) };
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

/**
 * Finds the fields of the columns. Columns that an import does not write are null: names beside keys, and values that the
 * server sets.
 */
function readHeader(model: EntityModel, { cells }: FileRow, lang: Language): (Column | null)[] {
  const width = Math.max(0, ...cells.keys()) + 1;
  const columns = Array.from({ length: width }, (_, at) => {
    const cell = cells.get(at) ?? '';
    const header = isFormula(cell) ? '' : String(cell);
    const column = columnOf(model, header);
    if (column === null) {
      const named = [...model.byName.values()];
      const known = named.flatMap((field) => [field.wire, entityText(model, lang, field.field.title)]);
      const like = nearest(header, known);
      throw fileError(like === '' ? 'column' : 'columnLike', { name: header.slice(0, 100), nearest: like });
    }
    return column;
  });
  const written = columns.map((column) => {
    const { field, part } = column;
    const hasKey = columns.some((one) => one.field === field && one.part === 'value');
    if (part === 'name' && hasKey) return null;
    return field.writable || field === model.key ? column : null;
  });
  const names = written.flatMap((column) => (column ? [column.field.wire] : []));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw fileError('columnTwice', { name: twice });
  return written;
}
