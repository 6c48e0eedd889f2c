import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { localeOf } from '../../../contracts/language.ts';
import { isStructured, type CompiledField } from '../../core/form/field.ts';
import { itemListOf } from '../../core/form/item-lists.ts';
import { useEngine } from '../context.ts';
import { useLanguage, useText } from '../hooks.ts';
import { useForm } from './context.ts';
import { labelOfChoice } from './controls/record-label.ts';
import { twoValues } from './controls/values.ts';
import { shownDate, shownNumber } from './masks.ts';
import { shownMoney } from './money.ts';
import { separatedText } from '../value/value-text.ts';
import { formatMoment } from '../../../contracts/zoned-time.ts';

/** Formats a field's value as text, with the labels that its record brings; null for an empty value. */
export function useValueFormat(): (
  field: CompiledField,
  value: Json | undefined,
  record: JsonObject,
) => string | null {
  const t = useText();
  const { text } = useForm();
  const { host } = useEngine();
  const locale = localeOf[useLanguage()];
  return (field, value, record) => {
    if (value === undefined || value === null || value === '') return null;
    if (field.sealed) return '••••••';
    const named = (one: Json) => {
      const option = Array.isArray(field.options)
        ? field.options.find((known) => known.value === one)
        : undefined;
      return option === undefined ? null : text(option.label);
    };
    if (Array.isArray(value) && itemListOf(field) !== null) return String(value.length);
    const { titleField } = field.own;
    if (titleField !== undefined && Array.isArray(value)) {
      const titles = value.map((one) => (isObject(one) ? one[titleField] : null));
      return (
        titles.map((title) => (typeof title === 'string' && title !== '' ? title : '–')).join(', ') || null
      );
    }
    if (field.widget === 'icon')
      return isObject(value) && typeof value['icon'] === 'string' ? value['icon'] : null;
    if (isStructured(field) && Array.isArray(value) && value.some(isObject)) return String(value.length);
    if (Array.isArray(value)) {
      const parts = value.map(
        (one) => named(one) ?? (typeof one === 'object' ? JSON.stringify(one) : String(one)),
      );
      return parts.length === 0 ? null : parts.join(', ');
    }
    if (field.widget === 'date') return shownDate(String(value));
    if (field.widget === 'datetime') return formatMoment(String(value), host.tenant.timeZone);
    if (field.widget === 'money' && typeof value === 'number') return shownMoney(value, field.own, locale);
    const separated = separatedText(field.widget, String(value));
    if (separated !== null) return separated;
    if (field.widget === 'switch' || field.widget === 'checkbox') {
      return t(value === twoValues(field)[0] ? 'form.yes' : 'form.no');
    }
    if (typeof value === 'number' && (field.widget === 'number' || field.widget === 'slider')) {
      const unit = field.own.unit === undefined ? '' : ` ${text(field.own.unit)}`;
      return shownNumber(value, locale) + unit;
    }
    const option = named(value);
    if (option !== null) return option;
    const current = field.options !== null && 'current' in field.options ? field.options.current : undefined;
    const label = current === undefined ? undefined : labelOfChoice(record, field.name, value, current);
    if (label !== undefined) return label;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}
