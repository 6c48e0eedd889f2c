import { Type, type Static } from 'typebox';
import { fileTimes, fileTimeText } from '../../../../contracts/files/file-time.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../contract.ts';
import { cellText } from '../../reading/rows.ts';
import { LEFT_OUT } from '../../reading/table-choice.ts';
import { previewTable, tablePreview } from '../../reading/table-preview.ts';
import { text } from '../../texts.ts';
import { entityText, type EntityModel } from '../entity-model.ts';
import { headerOf, importValue, type Column } from './columns.ts';
import type { ImportFile } from './import-file.ts';
import { listCell } from './list-cell.ts';
import { recordKeys } from './record-key.ts';

/** A file as it was recognised, before anything is written. */
export const importPreview = Type.Object({
  ...tablePreview.properties,
  keys: Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
    description: 'Fields by which records may be recognised, the number first.',
  }),
  key: Type.String({ description: 'The one of them that was chosen.' }),
});

/** The view of a file for a person. */
export function previewOf(
  model: EntityModel,
  ctx: Pick<Context, 'lang' | 'tenant'>,
  { shown, readings, key }: ImportFile,
): Static<typeof importPreview> {
  const { headers, columns, leftOut } = shown;
  const titles = [...model.byName.values()]
    .filter((field) => field.writable || field === model.key)
    .flatMap((field) =>
      (field.target === null ? (['value'] as const) : (['name', 'value'] as const)).map((part) =>
        headerOf(model, ctx.lang, { field, part }),
      ),
    );
  const table = previewTable(ctx.lang, {
    ...shown,
    fields: titles.map((title) => ({ value: title, label: title })),
    chosen: headers.map((_, at) => {
      const column = columns[at] ?? null;
      if (leftOut.includes(at)) return LEFT_OUT;
      return column === null ? '' : headerOf(model, ctx.lang, column);
    }),
    understood(at, cell) {
      const column = columns[at] ?? null;
      if (column === null || column.part === 'name') return cellText(cell);
      return valueText(model, ctx, column, importValue(model, column.field, cell, readings[at]!));
    },
  });
  return {
    ...table,
    keys: [model.key, ...recordKeys(model).map(({ field }) => field)].map(({ wire, field }) => ({
      value: wire,
      label: entityText(model, ctx.lang, field.title),
    })),
    key: (key?.field ?? model.key).wire,
  };
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
