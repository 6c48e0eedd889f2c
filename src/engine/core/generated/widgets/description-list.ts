/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Field, PropText, Repeat } from '../documents.ts';

/**
 * Label and value pairs. Each value comes from the definition itself or from a field of the source's record.
 */
export interface DescriptionListProps {
  /**
   * Pairs, in display order.
   */
  items: DescriptionListItem[];
  /**
   * Maximum number of pairs per line; fewer when the width is insufficient.
   */
  columns?: number;
  /**
   * stacked: label above the value. inline: label beside the value.
   */
  layout?: 'stacked' | 'inline';
}
/**
 * One pair. value takes precedence over field, or with repeat one pair per element of a list.
 */
export interface DescriptionListItem {
  /**
   * Makes one pair per element of a list. All expressions and the link of the pair see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Path of the value, e.g. name or manager.name.
   */
  field?: Field;
  /**
   * Value displayed instead of the value at field.
   */
  value?: PropText | (number | boolean);
  /**
   * Label of the value.
   */
  label: PropText;
  /**
   * Display format. number, money and percent (0.25 is 25 %) follow the language; date, datetime and relative (yesterday, in 3 hours) use the tenant's time zone; badge and boolean use map and tones; link, email and phone link to the value, or to link; cpf, cnpj and cep add separators; person displays initials or image beside the name.
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
    | 'cep'
    | 'person';
  /**
   * Text for each value, e.g. {"Y": "$status.active"}.
   */
  map?: {
    [k: string]: PropText;
  };
  /**
   * Badge tone for each value. normal is a green tick with plain text; every other tone is a filled badge. Default: neutral.
   */
  tones?: {
    [k: string]: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  };
  /**
   * Number of decimal digits.
   */
  decimals?: number;
  /**
   * For a datetime: whether it has its seconds.
   */
  seconds?: boolean;
  /**
   * For money: ISO 4217 currency code, e.g. BRL.
   */
  currency?: string;
  /**
   * Application path that the value links to, e.g. /admin-user/{row.id}.
   */
  link?: Address;
  /**
   * Path in the row of the person's picture.
   */
  image?: Field;
  /**
   * Text displayed for a missing value. Default: an en dash.
   */
  blank?: PropText;
  /**
   * Uses the full width of the line.
   */
  wide?: boolean;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
}
