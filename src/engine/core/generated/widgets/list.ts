/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Bind, RowExpression, Steps, Text } from '../documents.ts';

/**
 * Rows of its source, one below the other: drawn from declared fields, or by its children, once for each row. Events: rowPress (row is the pressed one).
 */
export interface ListProps {
  /**
   * Name for those who cannot see it; without one the screen's title.
   */
  label?: Text;
  /**
   * Path of what tells rows apart.
   */
  rowKey?: string;
  title?: ListField;
  text?: ListField1;
  /**
   * Smaller things in the last line, in order.
   */
  meta?: ListField2[];
  state?: ListField3;
  /**
   * Draws a picture or initials in front of the title.
   */
  avatar?: boolean;
  /**
   * Path of the picture's address in the row.
   */
  image?: string;
  /**
   * Icon in front of each row.
   */
  icon?: string;
  /**
   * What can be done with one row, in order: at most four, more belong on a screen of the row's own.
   */
  actions?: ListAction[];
  /**
   * Where the key of the selected row lives; pressing a row selects it.
   */
  selected?: Bind;
  /**
   * none: all rows there are; more: a button below the rows asks for the next page; endless: the next page comes as its end is reached. Both need a source with append.
   */
  paging?: 'none' | 'more' | 'endless';
  /**
   * Where the page number (from 1) lives.
   */
  page?: Bind;
  /**
   * Draws a card around it.
   */
  card?: boolean;
  /**
   * In pixels; what is longer scrolls inside. Left out, long lists take at most 480.
   */
  height?: number;
  empty?: ListEmpty;
}
/**
 * What a row is called.
 */
export interface ListField {
  /**
   * Path of the value, as name or manager.name.
   */
  field?: string;
  /**
   * Computed value, in place of what is at field; sees row. Evaluated once over all rows.
   */
  value?: RowExpression;
  /**
   * What the value is called.
   */
  label?: Text;
  /**
   * How the value is written. number, money and percent (0.25 is 25 %) follow the language; date, datetime and relative (yesterday, in 3 hours) the tenant's time zone; badge and boolean take map and tones; link, email and phone lead where the value says, or to link; cpf and cnpj are grouped; person draws initials or image beside the name.
   */
  format?:
    | 'text'
    | 'number'
    | 'money'
    | 'percent'
    | 'date'
    | 'datetime'
    | 'relative'
    | 'boolean'
    | 'badge'
    | 'link'
    | 'email'
    | 'phone'
    | 'cpf'
    | 'cnpj'
    | 'person';
  /**
   * Text for each value, as {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: Text;
  };
  /**
   * Tone for each value of a badge. normal whispers (green tick and plain text); every other one is a filled badge. Without one: neutral.
   */
  tones?: {
    [k: string]: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  };
  /**
   * Digits after the comma of a number.
   */
  decimals?: number;
  /**
   * Of money, as ISO 4217 names it.
   */
  currency?: string;
  /**
   * Address of ours that the value leads to, as /admin-user/{row.id}.
   */
  link?: Address;
  /**
   * Path of a person's picture in the row.
   */
  image?: string;
  /**
   * What stands for a missing value; an en dash when left out.
   */
  blank?: Text;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
}
/**
 * The line below the title.
 */
export interface ListField1 {
  /**
   * Path of the value, as name or manager.name.
   */
  field?: string;
  /**
   * Computed value, in place of what is at field; sees row. Evaluated once over all rows.
   */
  value?: RowExpression;
  /**
   * What the value is called.
   */
  label?: Text;
  /**
   * How the value is written. number, money and percent (0.25 is 25 %) follow the language; date, datetime and relative (yesterday, in 3 hours) the tenant's time zone; badge and boolean take map and tones; link, email and phone lead where the value says, or to link; cpf and cnpj are grouped; person draws initials or image beside the name.
   */
  format?:
    | 'text'
    | 'number'
    | 'money'
    | 'percent'
    | 'date'
    | 'datetime'
    | 'relative'
    | 'boolean'
    | 'badge'
    | 'link'
    | 'email'
    | 'phone'
    | 'cpf'
    | 'cnpj'
    | 'person';
  /**
   * Text for each value, as {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: Text;
  };
  /**
   * Tone for each value of a badge. normal whispers (green tick and plain text); every other one is a filled badge. Without one: neutral.
   */
  tones?: {
    [k: string]: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  };
  /**
   * Digits after the comma of a number.
   */
  decimals?: number;
  /**
   * Of money, as ISO 4217 names it.
   */
  currency?: string;
  /**
   * Address of ours that the value leads to, as /admin-user/{row.id}.
   */
  link?: Address;
  /**
   * Path of a person's picture in the row.
   */
  image?: string;
  /**
   * What stands for a missing value; an en dash when left out.
   */
  blank?: Text;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
}
/**
 * A value of the row.
 */
export interface ListField2 {
  /**
   * Path of the value, as name or manager.name.
   */
  field?: string;
  /**
   * Computed value, in place of what is at field; sees row. Evaluated once over all rows.
   */
  value?: RowExpression;
  /**
   * What the value is called.
   */
  label?: Text;
  /**
   * How the value is written. number, money and percent (0.25 is 25 %) follow the language; date, datetime and relative (yesterday, in 3 hours) the tenant's time zone; badge and boolean take map and tones; link, email and phone lead where the value says, or to link; cpf and cnpj are grouped; person draws initials or image beside the name.
   */
  format?:
    | 'text'
    | 'number'
    | 'money'
    | 'percent'
    | 'date'
    | 'datetime'
    | 'relative'
    | 'boolean'
    | 'badge'
    | 'link'
    | 'email'
    | 'phone'
    | 'cpf'
    | 'cnpj'
    | 'person';
  /**
   * Text for each value, as {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: Text;
  };
  /**
   * Tone for each value of a badge. normal whispers (green tick and plain text); every other one is a filled badge. Without one: neutral.
   */
  tones?: {
    [k: string]: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  };
  /**
   * Digits after the comma of a number.
   */
  decimals?: number;
  /**
   * Of money, as ISO 4217 names it.
   */
  currency?: string;
  /**
   * Address of ours that the value leads to, as /admin-user/{row.id}.
   */
  link?: Address;
  /**
   * Path of a person's picture in the row.
   */
  image?: string;
  /**
   * What stands for a missing value; an en dash when left out.
   */
  blank?: Text;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
}
/**
 * A value of the row.
 */
export interface ListField3 {
  /**
   * Path of the value, as name or manager.name.
   */
  field?: string;
  /**
   * Computed value, in place of what is at field; sees row. Evaluated once over all rows.
   */
  value?: RowExpression;
  /**
   * What the value is called.
   */
  label?: Text;
  /**
   * How the value is written. number, money and percent (0.25 is 25 %) follow the language; date, datetime and relative (yesterday, in 3 hours) the tenant's time zone; badge and boolean take map and tones; link, email and phone lead where the value says, or to link; cpf and cnpj are grouped; person draws initials or image beside the name.
   */
  format?:
    | 'text'
    | 'number'
    | 'money'
    | 'percent'
    | 'date'
    | 'datetime'
    | 'relative'
    | 'boolean'
    | 'badge'
    | 'link'
    | 'email'
    | 'phone'
    | 'cpf'
    | 'cnpj'
    | 'person';
  /**
   * Text for each value, as {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: Text;
  };
  /**
   * Tone for each value of a badge. normal whispers (green tick and plain text); every other one is a filled badge. Without one: neutral.
   */
  tones?: {
    [k: string]: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  };
  /**
   * Digits after the comma of a number.
   */
  decimals?: number;
  /**
   * Of money, as ISO 4217 names it.
   */
  currency?: string;
  /**
   * Address of ours that the value leads to, as /admin-user/{row.id}.
   */
  link?: Address;
  /**
   * Path of a person's picture in the row.
   */
  image?: string;
  /**
   * What stands for a missing value; an en dash when left out.
   */
  blank?: Text;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
}
/**
 * Something to do with one row.
 */
export interface ListAction {
  /**
   * Name of the action, unique in the list.
   */
  id: string;
  /**
   * Name of the action.
   */
  text: Text;
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * Drawn in the danger colour.
   */
  danger?: boolean;
  /**
   * Offered on rows where this holds.
   */
  visible?: RowExpression;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
  /**
   * What it does, with row in scope.
   */
  do: Steps;
}
/**
 * What stands there when there is nothing.
 */
export interface ListEmpty {
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * What is so.
   */
  title?: Text;
  /**
   * One sentence: what to do next.
   */
  text?: Text;
}
