/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Field, PropText, Repeat, RowExpression } from '../documents.ts';

/**
 * Displays one record: title, picture, status badges, buttons (its children) and fields in sections.
 */
export interface DetailProps {
  /**
   * Path of the record's title.
   */
  title: Field;
  /**
   * Path of the line below the title.
   */
  subtitle?: Field;
  /**
   * Displays a picture or initials before the title.
   */
  avatar?: boolean;
  /**
   * Path of the picture's address in the record.
   */
  image?: Field;
  /**
   * Heading level of the title in the outline of the screen, 2 to 4.
   */
  heading?: number;
  /**
   * Status badges beside the title. Badges without a value are omitted.
   */
  badges?: DetailBadge[];
  /**
   * Sections of fields, from top to bottom.
   */
  sections: DetailSection[];
  /**
   * Displays a card around the content.
   */
  card?: boolean;
}
/**
 * One status badge of the record.
 */
export interface DetailBadge {
  /**
   * Path of the value, e.g. name or manager.name.
   */
  field?: Field;
  /**
   * Computed value, displayed instead of the value at field. It sees row and is evaluated once for all rows.
   */
  value?: RowExpression;
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
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
}
/**
 * A titled group of fields.
 */
export interface DetailSection {
  /**
   * Title of the section.
   */
  title?: PropText;
  /**
   * Maximum number of pairs per line; fewer when the width is insufficient.
   */
  columns?: number;
  /**
   * stacked: label above the value. inline: label beside the value.
   */
  layout?: 'stacked' | 'inline';
  /**
   * Fields, in display order.
   */
  fields: DetailField[];
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
}
/**
 * One field of the record, or with repeat one field per element of a list.
 */
export interface DetailField {
  /**
   * Makes one field per element of a list. All expressions and the link of the field see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Path of the value, e.g. name or manager.name.
   */
  field?: Field;
  /**
   * Computed value, displayed instead of the value at field. It sees row and is evaluated once for all rows.
   */
  value?: RowExpression;
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
