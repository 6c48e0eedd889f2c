import { languages, type Language } from '../../../../contracts/language.ts';
import { isPhone } from '../../../../contracts/formats.ts';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { toE164Digits } from '../../../../contracts/phone-number.ts';
import { foldText } from '../../../../contracts/text.ts';
import { fileTimes } from '../../../../contracts/files/file-time.ts';
import type { Cell } from '../../../../contracts/files/xlsx-write.ts';
import type { Caller, Context } from '../../contract.ts';
import { text } from '../../texts.ts';
import { entityText, mayUse, type EntityModel, type ModelField } from '../entity-model.ts';
import {
  BadCell,
  booleanValue,
  dayValue,
  momentValue,
  numberValue,
  type CellReading,
} from '../../reading/cell-value.ts';
import { cellText, unreadable, type FileCell } from '../../reading/rows.ts';
import { itemsOfCell, listCell } from './list-cell.ts';

/** A column of a file. A reference has two: its key, and the name of the record, which people read. */
export interface Column {
  field: ModelField;
  part: 'value' | 'name';
}

/** The columns that an export has for a caller. */
export function exportColumns(model: EntityModel, caller: Caller): Column[] {
  const shown = [...model.byName.values()].filter(
    (field) =>
      mayUse(field, caller) &&
      (model.fields.includes(field) || ['createdAt', 'updatedAt'].includes(field.name)),
  );
  return shown.flatMap((field): Column[] => [
    ...(field.target === null ? [] : [{ field, part: 'name' } as const]),
    { field, part: 'value' },
  ]);
}

/** The header of a column: the field's title; the key of a reference has a sign of its own. */
export function headerOf(model: EntityModel, lang: Language, { field, part }: Column): string {
  const title = entityText(model, lang, field.field.title);
  return field.target !== null && part === 'value' ? `${title} #` : title;
}

/** Finds the column that a header names: by the field's name in calls, or its title in any language, whatever case and accents. */
export function columnOf(model: EntityModel, header: string): Column | null {
  const wanted = foldText(header).trim();
  const isTitle = (column: Column): boolean =>
    languages.some((lang) => foldText(headerOf(model, lang, column)) === wanted);
  for (const field of model.byName.values()) {
    if (foldText(field.wire) === wanted) return { field, part: 'value' };
    for (const part of ['value', 'name'] as const) {
      if (part === 'name' && field.target === null) continue;
      if (isTitle({ field, part })) return { field, part };
    }
  }
  return null;
}

/** Returns how a column's cell is read from a record. All that depends on the column alone is looked up once per file. */
export function cellOf(
  model: EntityModel,
  { lang, tenant }: Pick<Context, 'lang' | 'tenant'>,
  { field, part }: Column,
): (row: JsonObject) => Cell {
  const target = field.target === null ? undefined : model.all.get(field.target);
  if (part === 'name' && target) {
    const nameOf = (record: Json): string =>
      record ? String((record as JsonObject)[target.display.wire] ?? '') : '';
    return (row) => {
      const records = row[field.name];
      if (Array.isArray(records)) return listCell(records.map(nameOf)) || null;
      return nameOf(records ?? null) || null;
    };
  }
  if (field.type === 'date' || field.type === 'datetime') {
    const timeOf = field.type === 'date' ? (day: string) => ({ day }) : fileTimes(tenant.timeZone);
    return (row) => {
      const value = row[field.wire] ?? null;
      return typeof value === 'string' ? timeOf(value) : null;
    };
  }
  const words = new Map<Json, string>([
    [true, text(lang, 'errors.import.yes')],
    [false, text(lang, 'errors.import.no')],
    ...(field.field.options ?? []).map(({ value, label }): [Json, string] => [
      value,
      entityText(model, lang, label),
    ]),
  ]);
  return (row) => {
    const value = row[field.wire] ?? null;
    if (Array.isArray(value)) return listCell(value.map(String));
    return words.get(value) ?? (value as string | number | null);
  };
}

/** Digits that a spreadsheet drops from the beginning of numbers. */
const digits: Readonly<Record<string, number>> = { cpf: 11, cnpj: 14, cep: 8 };

/**
 * Reads the value of a cell.
 * @throws BadCell naming the rule that it breaks
 */
export function importValue(
  model: EntityModel,
  { type, field }: Pick<ModelField, 'type' | 'field'>,
  cell: FileCell | null,
  reading: CellReading,
): Json {
  const rule = unreadable(cell);
  if (rule) throw new BadCell(rule);
  if (cell === null || cell === '') return null;
  if (type === 'list') {
    const item = { type: field.item ?? 'string', field } as const;
    const items = itemsOfCell(cellText(cell));
    if (items === null) throw new BadCell('list');
    // The comma separates items, so it is no decimal mark in them.
    const inList = { ...reading, decimal: '.' } as const;
    return items.map((one) => importValue(model, item, one, inList)).filter((one) => one !== null);
  }
  if (field.options) return optionValue(model, field.options, cell);
  switch (type) {
    case 'string':
    case 'text':
      return textValue(field.format ?? '', cell);
    case 'boolean':
      return booleanValue(cell);
    case 'date':
      return dayValue(cell, reading);
    case 'datetime':
      return momentValue(cell, reading);
    default:
      return numberValue(cell, reading);
  }
}

/** A text, with what a spreadsheet drops of numbers: leading zeros, and the + of a telephone number. */
function textValue(format: string, cell: FileCell): string {
  const written = cellText(cell);
  if (format === 'phone' && !isPhone(written)) {
    const number = toE164Digits(typeof cell === 'object' && 'number' in cell ? String(cell.number) : written);
    return number === null ? written : `+${number}`;
  }
  return typeof cell === 'number' ? written.padStart(digits[format] ?? 0, '0') : written;
}

function optionValue(
  model: EntityModel,
  options: NonNullable<ModelField['field']['options']>,
  cell: FileCell,
): Json {
  const wanted = foldText(cellText(cell)).trim();
  const isWanted = (written: string): boolean => foldText(written).trim() === wanted;
  const found =
    options.find(({ value }) => isWanted(String(value))) ??
    options.find(({ label }) => languages.some((lang) => isWanted(entityText(model, lang, label))));
  if (!found) throw new BadCell('option');
  return found.value;
}
