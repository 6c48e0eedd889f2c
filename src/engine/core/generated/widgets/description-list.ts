/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Text } from '../documents.ts';

/**
 * Pairs of a label and its value: values of the definition itself, or fields of its source's record.
 */
export interface DescriptionListProps {
  /**
   * The pairs, in order.
   */
  items: DescriptionListItem[];
  /**
   * At most so many pairs beside one another; fewer where there is no room.
   */
  columns?: number;
  /**
   * stacked: the label above its value; inline: beside it.
   */
  layout?: 'stacked' | 'inline';
}
/**
 * A pair: its value is what value says, else what is at field in the record.
 */
export interface DescriptionListItem {
  /**
   * Path of the value, as name or manager.name.
   */
  field?: string;
  /**
   * The value itself, in place of what is at field.
   */
  value?: Text | (number | boolean);
  /**
   * What the value is called.
   */
  label: Text;
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
   * Takes a whole line.
   */
  wide?: boolean;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
}
