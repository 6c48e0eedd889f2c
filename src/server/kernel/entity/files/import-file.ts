import { isObject, type Json } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { nearest } from '../../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { entityText, type EntityModel } from '../model.ts';
import { columnOf, type Column } from './columns.ts';
import { parseCsv, type FileRow, type ParsedFile } from './csv.ts';
import { parseXlsx } from './xlsx-read.ts';

/** Rows of a file, which are kept in memory. */
const MOST = 200_000;

/** A file whose header was read. */
export interface ImportFile {
  columns: readonly (Column | null)[];
  records: readonly FileRow[];
  decimal: ParsedFile['decimal'];
}

/**
 * Reads a file to import.
 * @throws AppError VALIDATION_FAILED for one that cannot be read, is empty, or has a column that the entity does not have
 */
export async function readImportFile(model: EntityModel, lang: Language, bytes: Buffer): Promise<ImportFile> {
  const { rows, decimal } = await readTableFile(bytes);
  const [header, ...records] = rows;
  if (!header || records.length === 0) throw fileError('empty');
  if (records.length > MOST) throw fileError('tooMany', { limit: MOST });
  return { columns: readHeader(model, header, lang), records, decimal };
}

const fileError = (key: string, params: Record<string, string | number> = {}): AppError =>
  new AppError('VALIDATION_FAILED', {
    message: `errors.import.${key}`,
    params,
    errors: [{ path: '/file', key: `errors.import.${key}`, params }],
  });

/**
 * Reads a table. A workbook is a ZIP file, which begins with PK; anything else is read as CSV.
 * @throws AppError VALIDATION_FAILED for one that cannot be read
 */
export async function readTableFile(bytes: Buffer): Promise<ParsedFile> {
  return bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
    ? parseXlsx(bytes, MOST)
    : parseCsv(bytes, MOST);
}

/**
 * Finds the fields of the columns. Columns that an import does not write are null: names beside keys, and values that the
 * server sets.
 */
function readHeader(model: EntityModel, { cells }: FileRow, lang: Language): (Column | null)[] {
  const columns = cells.map((cell) => {
    const header = isObject(cell) || cell === null ? '' : String(cell as Json);
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
