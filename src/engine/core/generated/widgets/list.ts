/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Bind, Field, IconName, PropText, RowExpression, Steps } from '../documents.ts';

/**
 * Rows of its source, one below the other. Each row is rendered from declared fields or by the nodes of the slot row, with row in scope. Slots: empty instead of the rows when there are none; footer below them. Event: rowPress (row is the pressed row).
 */
export interface ListProps {
  /**
   * Accessible name for screen readers. Default: the screen's title.
   */
  label?: PropText;
  /**
   * Field whose value identifies a row.
   */
  rowKey?: Field;
  title?: ListField;
  text?: ListField;
  /**
   * Secondary values in the last line, in display order.
   */
  meta?: ListField[];
  state?: ListField;
  /**
   * Displays a picture or initials before the title.
   */
  avatar?: boolean;
  /**
   * Path of the picture's address in the row.
   */
  image?: Field;
  /**
   * Icon before each row.
   */
  icon?: IconName;
  /**
   * Path of the row's own icon name.
   */
  iconField?: Field;
  /**
   * Address that a row opens, e.g. /admin-user/{row.id}. The whole row is pressable, and the title is the link.
   */
  link?: Address;
  /**
   * Path in the row of the address that it opens, instead of link.
   */
  linkField?: Field;
  /**
   * Actions for one row, in display order: at most four. Offer further actions on the row's own screen.
   */
  actions?: ListAction[];
  /**
   * State path of the selected row's key. Pressing a row selects it.
   */
  selected?: Bind;
  /**
   * none: all rows. more: a button below the rows loads the next page. endless: the next page loads when the end is reached. more and endless require a source with append.
   */
  paging?: 'none' | 'more' | 'endless';
  /**
   * State path of the page number, starting at 1. Bound to the list of the node's source, if it has one.
   */
  page?: Bind;
  /**
   * Displays a card around the content.
   */
  card?: boolean;
  /**
   * Height in pixels; longer content scrolls. Default: up to 480.
   */
  height?: number;
  /**
   * State path of the filters of the rows. With other filters than at the start and no rows, the person is offered to clear them. Bound to the list of the node's source, if it has one.
   */
  filters?: Bind;
  empty?: ListEmpty;
}
/**
 * One value of the row.
 */
export interface ListField {
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
  label?: PropText;
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
 * One action for a row.
 */
export interface ListAction {
  /**
   * Identifier of the action, unique in the list.
   */
  id: string;
  /**
   * Name of the action.
   */
  text: PropText;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Displays it in the danger colour.
   */
  danger?: boolean;
  /**
   * Condition on row: the action is offered while true.
   */
  visible?: RowExpression;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
  /**
   * Steps to run, with row in scope.
   */
  do: Steps;
}
/**
 * Content displayed when there are no rows and no filters to clear: what this list is for, and how it begins.
 */
export interface ListEmpty {
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
