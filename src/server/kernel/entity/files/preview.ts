import { Type, type Static } from 'typebox';
import { fileTimes, fileTimeText } from '../../../../contracts/files/file-time.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../contract.ts';
import { BadCell } from '../../reading/cell-value.ts';
import { columnName } from '../../reading/limits.ts';
import { cellText, type FileCell } from '../../reading/rows.ts';
import { encodings, separators } from '../../reading/table-form.ts';
import { text } from '../../texts.ts';
import { entityText, type EntityModel } from '../entity-model.ts';
import { headerOf, importValue, type Column } from './columns.ts';
import { LEFT_OUT, type ImportFile } from './import-file.ts';
import { listCell } from './list-cell.ts';

/** A file as it was recognised, before anything is written. */
export const importPreview = Type.Object({
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
        description: 'Title of its field, - for one that is left out, empty for an unknown one.',
      }),
      sample: Type.String({ description: 'Its first values, as they were understood.' }),
    }),
  ),
  unknown: Type.Integer({ description: 'Number of columns with a title that names no field.' }),
});

/** Separates the values of a sample. */
const BETWEEN = ' · ';

/** The view of a file for a person: how it was read, and the first values of each column. */
export function previewOf(
  model: EntityModel,
  ctx: Pick<Context, 'lang' | 'tenant'>,
  { shown, readings }: ImportFile,
): Static<typeof importPreview> {
  const { form, headers, columns, rows } = shown;
  const isText = form.kind === 'text';
  const titles = [...model.byName.values()]
    .filter((field) => field.writable || field === model.key)
    .flatMap((field) =>
      (field.target === null ? (['value'] as const) : (['name', 'value'] as const)).map((part) =>
        headerOf(model, ctx.lang, { field, part }),
      ),
    );
  return {
    separator: isText ? form.separator : null,
    encoding: isText ? form.encoding : null,
    sheet: isText ? null : form.sheet,
    sheets: isText ? [] : form.sheets.map((label, value) => ({ value, label })),
    fields: [
      { value: LEFT_OUT, label: text(ctx.lang, 'errors.import.skip') },
      ...titles.map((title) => ({ value: title, label: title })),
    ],
    columns: headers.map((header, at) => {
      const column = columns[at] ?? null;
      const cells = rows.map(({ cells: all }) => all.get(at) ?? null);
      return {
        at,
        header: header === '' ? columnName(at) : header,
        field: shown.leftOut.includes(at)
          ? LEFT_OUT
          : column === null
            ? ''
            : headerOf(model, ctx.lang, column),
        sample: cells
          .map((cell) => understood(model, ctx, column, cell, readings[at]!))
          .filter((one) => one !== '')
          .join(BETWEEN),
      };
    }),
    unknown: shown.unknown,
  };
}

/** A cell as it was understood; one that cannot be is shown as it stands, with a sign. */
function understood(
  model: EntityModel,
  ctx: Pick<Context, 'lang' | 'tenant'>,
  column: Column | null,
  cell: FileCell | null,
  reading: ImportFile['readings'][number],
): string {
  if (cell === null) return '';
  const written = cellText(cell);
  if (column === null || column.part === 'name') return written;
  try {
    return valueText(model, ctx, column, importValue(model, column.field, cell, reading));
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    return `⚠ ${written}`;
  }
}

function valueText(
  model: EntityModel,
  { lang, tenant }: Pick<Context, 'lang' | 'tenant'>,
  { field: { type, field } }: Column,
  value: Json,
): string {
  if (value === null) return '';
  if (Array.isArray(value)) return listCell(value.map(String));
  const option = field.options?.find((one) => one.value === value);
  if (option) return entityText(model, lang, option.label);
  if (typeof value === 'boolean') return text(lang, value ? 'errors.import.yes' : 'errors.import.no');
  if (type === 'date') return fileTimeText({ day: String(value) });
  if (type === 'datetime') return fileTimeText(fileTimes(tenant.timeZone)(String(value)));
  return typeof value === 'number' ? new Intl.NumberFormat(lang).format(value) : String(value);
}
