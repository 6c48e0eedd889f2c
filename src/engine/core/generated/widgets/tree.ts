/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Bind, RowExpression, Text } from '../documents.ts';

/**
 * Rows of its source as a tree. Events: select (row is the selected one), expand (row is the opened one).
 */
export interface TreeProps {
  /**
   * Name for those who cannot see it; without one the screen's title.
   */
  label?: Text;
  /**
   * Path of what tells rows apart.
   */
  rowKey?: string;
  /**
   * Path of the key of the row above; rows without one are at the top.
   */
  parent?: string;
  /**
   * Path of a row's own rows, where they are nested.
   */
  children?: string;
  /**
   * Path of whether a row without rows has some that are not loaded: opening it fires expand.
   */
  hasChildren?: string;
  title: TreeField;
  /**
   * Icon of every row.
   */
  icon?: string;
  /**
   * Path of a row's own icon.
   */
  iconField?: string;
  badge?: TreeField1;
  /**
   * Where the key of the selected row lives.
   */
  selected?: Bind;
  /**
   * What is open at first: nothing, the top level, all.
   */
  expanded?: 'none' | 'first' | 'all';
  /**
   * In pixels; what is longer scrolls inside. Left out, long trees take at most 480.
   */
  height?: number;
  empty?: TreeEmpty;
}
/**
 * What a row is called.
 */
export interface TreeField {
  /**
   * Path of the value, as name or manager.name.
   */
  field?: string;
  /**
   * Computed value, in place of what is at field; sees row. Evaluated once over all rows.
   */
  value?: RowExpression;
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
 * A value at the end of the row.
 */
export interface TreeField1 {
  /**
   * Path of the value, as name or manager.name.
   */
  field?: string;
  /**
   * Computed value, in place of what is at field; sees row. Evaluated once over all rows.
   */
  value?: RowExpression;
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
 * What stands there when there is nothing.
 */
export interface TreeEmpty {
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
