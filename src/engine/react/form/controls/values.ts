import type { Json } from '../../../../contracts/json.ts';
import type { CompiledField } from '../../../core/form/field.ts';

/** The text of a value in a text control. */
export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Yes or no: the two values of an enumeration (`["Y", "N"]`, yes first), else true and false. */
export function twoValues(field: CompiledField): [string | number | boolean, string | number | boolean] {
  const listed = field.schema['enum'];
  if (!Array.isArray(listed) || listed.length < 2) return [true, false];
  return [listed[0] as string, listed[1] as string];
}
