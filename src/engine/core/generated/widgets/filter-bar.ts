/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Bind, Options, PropText } from '../documents.ts';

/**
 * Filters of a screen. Choices stay pending until the button Aplicar or Enter writes them into bind and sets the page to 1; Limpar Filtros restores the screen's initial filters. Event: apply.
 */
export interface FilterBarProps {
  /**
   * State path of the object that holds the filters. Default: the filters of the list of the node's source, else state.filters.
   */
  bind?: Bind;
  /**
   * Fields, from left to right.
   */
  fields: FilterField[];
  /**
   * State path that holds the values as they stand in the bar, applied or not. Options that depend on other filters read it, so that they follow a choice at once. A value that is not among its field's options any more is removed, and the field says so.
   */
  draft?: Bind;
  /**
   * State path of the page number, which is set to 1 when filters change. Default: the page of the list of the node's source, else state.page.
   */
  page?: Bind;
  /**
   * Shows 2 to 5 fields, by the width of the window, under the heading Filtros. A button shows the others.
   */
  fold?: boolean;
  /**
   * Keeps the applied values per person and screen. Values in the address come first.
   */
  remember?: boolean;
  /**
   * Names in a message the filters without a value that a source needs, when the screen opens and when filters are applied.
   */
  notice?: boolean;
}
/**
 * One field of the bar.
 */
export interface FilterField {
  /**
   * Property of the bind object that holds the value.
   */
  field: string;
  /**
   * search is a text field with a search icon that stays visible on narrow screens; the others are the controls of forms. choices, multiselect and tags write a list, daterange { from, to }.
   */
  control:
    | 'select'
    | 'search'
    | 'text'
    | 'date'
    | 'number'
    | 'combobox'
    | 'choices'
    | 'multiselect'
    | 'daterange'
    | 'switch'
    | 'tags';
  /**
   * Label above the field.
   */
  label: PropText;
  /**
   * Hint inside the empty field.
   */
  placeholder?: PropText;
  /**
   * Choices of select, combobox, choices and multiselect. The value "" removes the filter.
   */
  options?: Options;
  /**
   * Value before the person chooses one; Limpar Filtros restores it. For the filters of a source's list.
   */
  initial?: string | number | boolean | null;
  /**
   * Field of the bar with the first day of a period, whose last day this date is. While the period is reversed, both fields say so and nothing is applied.
   */
  notBefore?: string;
  /**
   * Width in units of 150 pixels. Default: 2 for a search and a range of dates, a little more than 1 for choices, 1 for other kinds.
   */
  span?: number;
  /**
   * Applies all filters while the person types, without the button.
   */
  live?: boolean;
  /**
   * Pause in typing, in milliseconds, after which a live field applies.
   */
  debounce?: number;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
}
