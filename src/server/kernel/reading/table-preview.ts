import { Type, type Static } from 'typebox';
import type { Language } from '../../../contracts/language.ts';
import { text } from '../texts.ts';
import { BadCell } from './cell-value.ts';
import { columnName } from './limits.ts';
import { cellText, type FileCell, type FileRow } from './rows.ts';
import { LEFT_OUT } from './table-choice.ts';
import { encodings, separators, type TableForm } from './table-form.ts';

/** A table as it was recognised, before anything is written. */
export const tablePreview = Type.Object({
  separator: Type.Union([Type.Unsafe<string>({ type: 'string', enum: separators }), Type.Null()], {
    description: 'Of a text file; null for a workbook.',
  }),
  encoding: Type.Union([Type.Unsafe<string>({ type: 'string', enum: encodings }), Type.Null()]),
  sheet: Type.Union([Type.Integer(), Type.Null()], { description: 'Place of the sheet that was read.' }),
  sheets: Type.Array(Type.Object({ value: Type.Integer(), label: Type.String() })),
  fields: Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
    description: 'Fields that a column may be.',
  }),
  columns: Type.Array(
    Type.Object({
      at: Type.Integer(),
      header: Type.String({ description: 'Its title in the file, or its letter.' }),
      field: Type.String({
        description: 'Value of its field, - for one that is left out, empty for an unknown one.',
      }),
      sample: Type.String({ description: 'Its first values, as they were understood.' }),
    }),
  ),
  unknown: Type.Integer({ description: 'Number of columns without a field, where each must have one.' }),
});

/** A table that is shown before it is written. */
export interface ShownTable {
  form: TableForm;
  headers: readonly string[];
  /** The first rows. */
  rows: readonly FileRow[];
  /** Fields that a column may be, with their titles. */
  fields: readonly { value: string; label: string }[];
  /** Values of the columns' fields: `LEFT_OUT` for none, empty for an unknown one. */
  chosen: readonly string[];
  /** Number of columns that need a field and have none. */
  unknown: number;
  /** A cell as it was understood. @throws BadCell */
  understood: (at: number, cell: FileCell) => string;
}

/** Rows of which a person sees the values. */
export const SHOWN_ROWS = 5;

/** Separates the values of a sample. */
const BETWEEN = ' · ';

/** The view of a table for a person: how it was read, and the first values of each column. */
export function previewTable(
  lang: Language,
  { form, headers, rows, fields, chosen, unknown, understood }: ShownTable,
): Static<typeof tablePreview> {
  const isText = form.kind === 'text';
  const sampleOf = (at: number): string =>
    rows
      .map(({ cells }) => cells.get(at) ?? null)
      .map((cell) => (cell === null ? '' : shown(() => understood(at, cell), cell)))
      .filter((one) => one !== '')
      .join(BETWEEN);
  return {
    separator: isText ? form.separator : null,
    encoding: isText ? form.encoding : null,
    sheet: isText ? null : form.sheet,
    sheets: isText ? [] : form.sheets.map((label, value) => ({ value, label })),
    fields: [{ value: LEFT_OUT, label: text(lang, 'errors.import.skip') }, ...fields],
    columns: headers.map((header, at) => ({
      at,
      header: header === '' ? columnName(at) : header,
      field: chosen[at] ?? '',
      sample: sampleOf(at),
    })),
    unknown,
  };
}

/** A cell as it was understood; one that cannot be is shown as it stands, with a sign. */
function shown(understood: () => string, cell: FileCell): string {
  try {
    return understood();
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    return `⚠ ${cellText(cell)}`;
  }
}
