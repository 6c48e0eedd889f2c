/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Bind, Expression, Field, IconName, PropText, RowExpression } from '../documents.ts';

/**
 * Rows of its source as a tree. Events: select (row is the selected row), expand (row is the expanded row).
 */
export interface TreeProps {
  /**
   * Accessible name for screen readers. Default: the screen's title.
   */
  label?: PropText;
  /**
   * Field whose value identifies a row.
   */
  rowKey?: Field;
  /**
   * Path of the parent row's key. Rows without a value are at the top level.
   */
  parent?: Field;
  /**
   * Path of a row's child rows, when rows are nested.
   */
  children?: Field;
  /**
   * Path of a value that says whether a row has children that are not loaded yet. Expanding such a row fires expand.
   */
  hasChildren?: Field;
  title: TreeField;
  /**
   * Icon of every row.
   */
  icon?: IconName;
  /**
   * Path of the row's own icon name.
   */
  iconField?: Field;
  badge?: TreeField;
  /**
   * State path of the selected row's key.
   */
  selected?: Bind;
  /**
   * Rows expanded at first: none, the top level or all.
   */
  expanded?: 'none' | 'first' | 'all';
  /**
   * Height in pixels; longer content scrolls. Default: up to 480.
   */
  height?: number;
  /**
   * Displays placeholder rows instead of the texts of an empty tree, while something else than the source's own request computes the rows.
   */
  waiting?: boolean | Expression;
  /**
   * Fills the height available in the parent; longer content scrolls inside.
   */
  fill?: boolean;
  empty?: TreeEmpty;
}
/**
 * One value of the row.
 */
export interface TreeField {
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
 * Content displayed when there are no rows.
 */
export interface TreeEmpty {
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Short statement, e.g. No orders yet.
   */
  title?: PropText;
  /**
   * One sentence with the next step.
   */
  text?: PropText;
}
