import type { Json } from '../../../../contracts/json.ts';
import type { Option, Text } from '../../../core/index.ts';
import type { CompiledField } from '../../../core/form/field.ts';
import type { ShownOption } from './useServerOptions.ts';

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
): ShownOption[] {
  const options: readonly Option[] = Array.isArray(field.options) ? field.options : [];
  return options
    .filter((option) => allowed === null || allowed.includes(option.value))
    .map((option) => ({ ...option, label: text(option.label) }));
}

/** Yes or no: the two values of an enumeration (`["Y", "N"]`, yes first), else true and false. */
export function twoValues(field: CompiledField): [string | number | boolean, string | number | boolean] {
  const listed = field.schema['enum'];
  if (!Array.isArray(listed) || listed.length < 2) return [true, false];
  return [listed[0] as string, listed[1] as string];
}
