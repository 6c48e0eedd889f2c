import { languages, type Language } from '../../../../contracts/language.ts';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { Caller } from '../../contract.ts';
import { text } from '../../texts.ts';
import { entityText, mayUse, type EntityModel, type ModelField } from '../entity-model.ts';
import { isFormula, type FileCell } from '../../reading/rows.ts';
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

/** Finds the column that a header names: by the field's name in calls, or its title in any language. */
export function columnOf(model: EntityModel, header: string): Column | null {
  const wanted = header.trim().toLowerCase();
  const isTitle = (column: Column): boolean =>
    languages.some((lang) => headerOf(model, lang, column).toLowerCase() === wanted);
  for (const field of model.byName.values()) {
    if (field.wire.toLowerCase() === wanted) return { field, part: 'value' };
    for (const part of ['value', 'name'] as const) {
      if (part === 'name' && field.target === null) continue;
      if (isTitle({ field, part })) return { field, part };
    }
  }
  return null;
}

type Cell = string | number | boolean | null;

/** Returns how a column's cell is read from a record. All that depends on the column alone is looked up once per file. */
export function cellOf(
  model: EntityModel,
  lang: Language,
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
    return words.get(value) ?? (value as Cell);
  };
}

/** A cell that is no value of its field. */
export class BadCell extends Error {
  readonly rule: string;

  constructor(rule: string) {
    super(rule);
    this.rule = rule;
  }
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
  decimal: ',' | '.',
): Json {
  if (isFormula(cell)) throw new BadCell('formula');
  if (cell === null || cell === '') return null;
  if (type === 'list') {
    const item = { type: field.item ?? 'string', field } as const;
    const items = itemsOfCell(String(cell));
    if (items === null) throw new BadCell('list');
    // The comma separates items, so it is no decimal mark in them.
    return items.map((one) => importValue(model, item, one, '.')).filter((one) => one !== null);
  }
  if (field.options) return optionValue(model, field.options, cell);
  switch (type) {
    case 'string':
    case 'text':
      return typeof cell === 'number'
        ? String(cell).padStart(digits[field.format ?? ''] ?? 0, '0')
        : String(cell);
    case 'boolean':
      return booleanValue(cell);
    case 'date':
      return dateValue(cell);
    case 'datetime':
      return typeof cell === 'number' ? fromSerial(cell).toISOString() : String(cell);
    default:
      return numberValue(cell, decimal);
  }
}

function optionValue(
  model: EntityModel,
  options: NonNullable<ModelField['field']['options']>,
  cell: FileCell,
): Json {
  const wanted = String(cell).trim().toLowerCase();
  const found = options.find(
    ({ value, label }) =>
      String(value).toLowerCase() === wanted ||
      languages.some((lang) => entityText(model, lang, label).toLowerCase() === wanted),
  );
  if (!found) throw new BadCell('option');
  return found.value;
}

function booleanValue(cell: FileCell): boolean {
  if (typeof cell === 'boolean') return cell;
  const wanted = String(cell).trim().toLowerCase();
  for (const [word, value] of [
    ['yes', true],
    ['no', false],
  ] as const) {
    const words = languages.map((lang) => text(lang, `errors.import.${word}`).toLowerCase());
    if ([...words, String(value), value ? '1' : '0'].includes(wanted)) return value;
  }
  throw new BadCell('boolean');
}

/** Excel counts days from 1899-12-30. */
const fromSerial = (days: number): Date => new Date(Math.round((days - 25_569) * 86_400_000));

/** The day that a cell names, YYYY-MM-DD. @throws BadCell */
export function dateValue(cell: FileCell): string {
  if (typeof cell === 'number') {
    const date = fromSerial(cell);
    if (Number.isNaN(date.getTime())) throw new BadCell('date');
    return date.toISOString().slice(0, 10);
  }
  const written = String(cell).trim();
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(written);
  const iso = parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : written;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // Date.parse moves 30 February into March.
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(iso) ||
    Number.isNaN(time) ||
    new Date(time).toISOString().slice(0, 10) !== iso
  )
    throw new BadCell('date');
  return iso;
}

/** A number with the decimal mark of the file and no other sign: 1.234 could be two different numbers. */
function numberValue(cell: FileCell, decimal: ',' | '.'): number {
  if (typeof cell === 'number') return cell;
  const written = String(cell).trim();
  const pattern = decimal === ',' ? /^-?\d+(,\d+)?$/ : /^-?\d+(\.\d+)?$/;
  if (!pattern.test(written)) throw new BadCell('number');
  return Number(written.replace(',', '.'));
}
