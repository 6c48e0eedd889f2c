import type { Json, JsonObject } from '../../../contracts/json.ts';
import { localeOf } from '../../../contracts/language.ts';
import { readPath } from '../../core/index.ts';
import type { CompiledField } from '../../core/form/compile.ts';
import { useLanguage, useText } from '../hooks.ts';
import { useForm } from './context.ts';
import { twoValues } from './controls/values.ts';
import { maskCpf, shownDate, shownNumber } from './masks.ts';

/** Writes a field's value as people read it, with the labels that its record brings; null when there is nothing. */
export function useShown(): (
  field: CompiledField,
  value: Json | undefined,
  record: JsonObject,
) => string | null {
  const t = useText();
  const { text } = useForm();
  const locale = localeOf[useLanguage()];
  return (field, value, record) => {
    if (value === undefined || value === null || value === '') return null;
    if (field.sealed) return '••••••';
    if (field.widget === 'date') return shownDate(String(value));
    if (field.widget === 'cpf') return maskCpf(String(value));
    if (field.widget === 'switch' || field.widget === 'checkbox') {
      return t(value === twoValues(field)[0] ? 'form.yes' : 'form.no');
    }
    if (typeof value === 'number' && field.widget === 'number') return shownNumber(value, locale);
    if (Array.isArray(field.options)) {
      const option = field.options.find((one) => one.value === value);
      if (option !== undefined) return text(option.text);
    }
    const current = field.options !== null && 'current' in field.options ? field.options.current : undefined;
    const label = current === undefined ? undefined : readPath(record, current.split('.'));
    if (record[field.name] === value && typeof label === 'string') return label;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}
