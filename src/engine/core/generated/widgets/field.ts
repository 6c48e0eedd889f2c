/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Expression, Options, Place, PropText } from '../documents.ts';

/**
 * One control of the forms over a place in the state, with label, hint and validation. An empty value is null.
 */
export interface FieldProps {
  /**
   * State path of the value, e.g. state.due, or state.grants.{row.id}.{group.id} with keys from what the field sees.
   */
  bind: Place;
  /**
   * choices is a dropdown of several options, shown as their number; multiselect is searched and lists them. daterange has { from, to }, icon has { icon, color }.
   */
  control?:
    | 'text'
    | 'textarea'
    | 'number'
    | 'money'
    | 'cpf'
    | 'cnpj'
    | 'phone'
    | 'cep'
    | 'date'
    | 'daterange'
    | 'time'
    | 'datetime'
    | 'select'
    | 'radio'
    | 'combobox'
    | 'choices'
    | 'multiselect'
    | 'checkboxes'
    | 'switch'
    | 'checkbox'
    | 'slider'
    | 'tags'
    | 'color'
    | 'icon';
  /**
   * Label above the control.
   */
  label: PropText;
  /**
   * Text below the control.
   */
  hint?: PropText;
  /**
   * Hint inside the empty control.
   */
  placeholder?: PropText;
  /**
   * Choices of select, radio, combobox, choices, multiselect and checkboxes.
   */
  options?: Options;
  /**
   * Marks the field, and reports when it is left empty.
   */
  required?: boolean | Expression;
  /**
   * Locks the control.
   */
  disabled?: boolean | Expression;
  /**
   * Message shown at the field; empty for none.
   */
  error?: PropText;
  /**
   * Least value of a number or a slider.
   */
  min?: number;
  /**
   * Greatest value of a number or a slider.
   */
  max?: number;
  /**
   * Step of a slider; a number must be a multiple of it.
   */
  step?: number;
  /**
   * Maximum number of characters of a text.
   */
  maxLength?: number;
  /**
   * Most tags or choices.
   */
  maxItems?: number;
  /**
   * Unit after the value of a number or a slider.
   */
  unit?: PropText;
  /**
   * For money: ISO 4217 currency code.
   */
  currency?: string;
}
