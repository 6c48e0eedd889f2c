/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Bind, RowExpression, Steps, Text } from '../documents.ts';

/**
 * Rows of its source, paged and sorted by the server. Event: rowPress (row is the pressed one).
 */
export interface TableProps {
  /**
   * Name for those who cannot see it; without one the screen's title.
   */
  label?: Text;
  /**
   * From left to right.
   */
  columns: TableColumn[];
  /**
   * Path of what tells rows apart.
   */
  rowKey?: string;
  /**
   * Path of what a row is called in labels of its buttons; the title column's field when left out.
   */
  rowName?: string;
  /**
   * What can be done with one row, in order.
   */
  rowActions?: TableRowAction[];
  /**
   * server: pages of a long list; none: all rows at once, without a pager.
   */
  paging?: 'server' | 'none';
  /**
   * Where the page number (from 1) lives.
   */
  page?: Bind;
  /**
   * Where the rows per page live; 50 when nothing is there.
   */
  perPage?: Bind;
  /**
   * What one can choose from.
   */
  perPageOptions?: number[];
  /**
   * Where the order lives, as name_asc or name_desc.
   */
  order?: Bind;
  empty?: TableEmpty;
}
/**
 * One column.
 */
export interface TableColumn {
  /**
   * Key of the column; field when left out. Needed where two columns show one field.
   */
  id?: string;
  /**
   * Path of the value in the row, as name or manager.name; with value, only the name of the column.
   */
  field: string;
  /**
   * Computed value, in place of what is at field. Evaluated once per page over all rows.
   */
  value?: RowExpression;
  /**
   * Head of the column.
   */
  title: Text;
  /**
   * How the value is drawn. date and datetime follow the tenant's time zone; badge and boolean take map and tones; avatar draws initials or image beside the text; link goes to link; expression is the text of value.
   */
  cell?: 'text' | 'number' | 'date' | 'datetime' | 'badge' | 'boolean' | 'avatar' | 'link' | 'expression';
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
   * Where a link cell goes, as /admin-user/{row.id}.
   */
  link?: Address;
  /**
   * Path of the picture's address in the row, for an avatar.
   */
  image?: string;
  /**
   * Digits after the comma of a number.
   */
  decimals?: number;
  /**
   * What stands for a missing value; an en dash when left out.
   */
  blank?: Text;
  /**
   * Fixed width in pixels. Columns without one share what is left.
   */
  width?: number;
  /**
   * Where all columns have no room for theirs, rows are cards; from 900 pixels on the table scrolls sideways. In pixels.
   */
  minWidth?: number;
  /**
   * Numbers stand at the end, all else at the start.
   */
  align?: 'start' | 'center' | 'end';
  /**
   * The head sorts by this column.
   */
  sort?: boolean;
  /**
   * What the order names, when it is not field.
   */
  sortField?: string;
  /**
   * Drawn in the weaker text colour.
   */
  secondary?: boolean;
  /**
   * Place in the stacked card below 768 pixels: title, meta (at most two lines), state at the right, none. Left out: the first column is title, a badge column is state, the rest is meta.
   */
  role?: 'title' | 'meta' | 'state' | 'none';
  /**
   * Small badges behind the text, each only on rows where when holds.
   */
  badges?: TableRowBadge[];
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
}
/**
 * A badge behind a cell's text.
 */
export interface TableRowBadge {
  /**
   * What it says.
   */
  text: Text;
  /**
   * normal whispers (green tick and plain text); every other one is a filled badge.
   */
  tone?: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /**
   * Shown on rows where this holds.
   */
  when?: RowExpression;
}
/**
 * Something to do with one row.
 */
export interface TableRowAction {
  /**
   * Name of the action, unique in the table.
   */
  id: string;
  /**
   * Name of the action: tooltip of its button, entry of the menu.
   */
  text: Text;
  /**
   * Icon of its button. Up to four actions that have one show as buttons over the row's end; more of them, or a touch screen: a menu.
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
   * What it does, with row in scope. It cannot be started again on the same row while it runs.
   */
  do: Steps;
}
/**
 * What stands there when there are no rows.
 */
export interface TableEmpty {
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * What is so; 'Não há itens para exibir' when left out.
   */
  title?: Text;
  /**
   * One sentence: what to do next.
   */
  text?: Text;
  action?: TableEmptyAction;
}
/**
 * The one button below it.
 */
export interface TableEmptyAction {
  /**
   * What it says.
   */
  text: Text;
  /**
   * Name of an icon, as add, edit, search.
   */
  icon?: string;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
  /**
   * What it does.
   */
  do: Steps;
}
