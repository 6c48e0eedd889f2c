import { localeOf, type Language } from '../../../../contracts/language.ts';
import {
  isCyclic,
  isExpression,
  parameterName,
  type DatasetDocument,
} from '../../../../engine/core/index.ts';
import { entityText, type EntityModel } from '../../../kernel/entity/entity-model.ts';
import { text } from '../../../kernel/texts.ts';
import type { DatasetColumn } from '../compile/columns.ts';

/** Texts of values, in a reader's language. */
export type ValueNames = Readonly<Record<string, string>>;

const capital = (word: string, lang: Language): string =>
  word.slice(0, 1).toLocaleUpperCase(localeOf[lang]) + word.slice(1);

/** Names of days or months as a calendar has them, from a first day on. */
function calendarNames(lang: Language, count: number, part: 'weekday' | 'month'): ValueNames {
  const name = new Intl.DateTimeFormat(localeOf[lang], { [part]: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday, with which the numbers of weekdays begin.
  const at = (index: number) => (part === 'month' ? Date.UTC(2024, index, 1) : Date.UTC(2024, 0, index + 1));
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [index + 1, capital(name.format(at(index)), lang)]),
  );
}

/** The texts of a column's values: those of the options of its field, of yes and no, of weekdays and of months. */
export function valueNames(
  models: ReadonlyMap<string, EntityModel>,
  { group = [] }: DatasetDocument,
  { name, type, field }: DatasetColumn,
  { lang, valueOf }: { lang: Language; valueOf(parameter: string): unknown },
): ValueNames | null {
  const written = group.find(({ id }) => id === name)?.bucket;
  const bucket = isExpression(written) ? valueOf(parameterName(written.$expr)!) : written;
  if (isCyclic(bucket)) {
    if (bucket === 'weekday') return calendarNames(lang, 7, 'weekday');
    return bucket === 'monthOfYear' ? calendarNames(lang, 12, 'month') : null;
  }
  if (type === 'boolean') return { true: text(lang, 'records.yes'), false: text(lang, 'records.no') };
  const model = field && models.get(field.entity);
  const options = field && model?.byName.get(field.name)?.field.options;
  if (!model || !options) return null;
  return Object.fromEntries(options.map(({ value, label }) => [value, entityText(model, lang, label)]));
}
