import type { Json } from '../../../../contracts/json.ts';
import type { Text } from '../../../core/index.ts';
import type { CompiledField, FieldOption } from '../../../core/form/field.ts';

/** The text of a value in a text control. */
export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The field's own options in the person's language, narrowed by rules. */
export function fieldOptions(
  field: CompiledField,
  allowed: readonly (string | number | boolean)[] | null,
  text: (text: Text) => string,
): { value: string | number | boolean; text: string }[] {
  const options: readonly FieldOption[] = Array.isArray(field.options) ? field.options : [];
  return options
    .filter((option) => allowed === null || allowed.includes(option.value))
    .map((option) => ({ value: option.value, text: text(option.text) }));
}

/** Yes or no: the two values of an enumeration (`["Y", "N"]`, yes first), else true and false. */
export function twoValues(field: CompiledField): [string | number | boolean, string | number | boolean] {
  const listed = field.schema['enum'];
  if (!Array.isArray(listed) || listed.length < 2) return [true, false];
  return [listed[0] as string, listed[1] as string];
}
