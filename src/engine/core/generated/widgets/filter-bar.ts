/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Bind, Text } from '../documents.ts';

/**
 * Filters of a screen. What is chosen is a draft until Aplicar or Enter writes it into bind and puts the page back to 1; Limpar Filtros puts back what the screen starts with. Event: apply.
 */
export interface FilterBarProps {
  /**
   * The object in the state that holds the filters, as state.filters.
   */
  bind: Bind;
  /**
   * From left to right.
   */
  fields: FilterField[];
  /**
   * Put back to 1 when filters change.
   */
  page?: Bind;
}
/**
 * One field of the bar.
 */
export interface FilterField {
  /**
   * Name of the value inside bind.
   */
  field: string;
  /**
   * select needs options; search is a text field with a lens that stays visible on narrow screens.
   */
  kind: 'select' | 'search' | 'text' | 'date' | 'number';
  /**
   * Stands above the field.
   */
  label: Text;
  /**
   * Stands inside the empty field.
   */
  placeholder?: Text;
  /**
   * Choices of a select. The value "" means not filtered.
   */
  options?: FilterOption[];
  /**
   * Width in steps of 150 pixels; a search takes two when left out, others one.
   */
  span?: number;
  /**
   * Applies as one types, with whatever else is chosen, without the button.
   */
  live?: boolean;
  /**
   * Milliseconds of quiet before a live field applies.
   */
  debounce?: number;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
}
/**
 * One choice.
 */
export interface FilterOption {
  /**
   * What is written into bind; "" clears the filter.
   */
  value: string | number | boolean;
  /**
   * What the person reads.
   */
  text: Text;
}
