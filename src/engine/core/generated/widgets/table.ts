/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Bind, RowExpression, Steps, Text } from '../documents.ts';

/**
 * Rows of its source, paged and sorted by the server or held in memory. Its children are the details of a row, drawn with row in scope when it is opened. Event: rowPress (row is the pressed one).
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
   * server: pages of a long list; none: all rows at once, without a pager, sorted and filtered in the browser. Above 100 rows only those in sight are drawn.
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
  /**
   * Where a text lives that rows must contain in one of their columns, without regard to case and accents. With paging none.
   */
  search?: Bind;
  /**
   * Only rows for which this holds. With paging none. Evaluated once over all rows.
   */
  where?: RowExpression;
  selection?: TableSelection;
  /**
   * Rows with one value stand under a row of their own that opens and closes; the second level inside the first. With server paging a group holds the rows of its page.
   */
  groupBy?: TableGroup[];
  tree?: TableTree;
  /**
   * Each person chooses which columns they see, in which order and how wide; it is kept for them.
   */
  adjustable?: boolean;
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
   * Path of a second, weaker line below the text; rows are 60 pixels high then.
   */
  secondField?: string;
  /**
   * Computed value, in place of what is at field. Evaluated once per page over all rows.
   */
  value?: RowExpression;
  /**
   * Head of the column.
   */
  title: Text;
  /**
   * How the value is drawn. date and datetime follow the tenant's time zone; badge and boolean take map and tones; avatar draws initials or image beside the text; avatar-group and link-list draw a list by item; progress draws a bar of max; link goes to link; expression is the text of value.
   */
  cell?:
    | 'text'
    | 'number'
    | 'date'
    | 'datetime'
    | 'badge'
    | 'boolean'
    | 'avatar'
    | 'avatar-group'
    | 'progress'
    | 'link'
    | 'link-list'
    | 'expression';
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
  item?: TableItem;
  /**
   * What is the whole of a progress.
   */
  max?: number;
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
   * Where all columns have no room for theirs, rows are cards; from 640 pixels on the table scrolls sideways under its first column. In pixels.
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
   * Not shown until somebody chooses it; with adjustable.
   */
  hidden?: boolean;
  /**
   * What stands below the column, and beside the name of each group: over the rows that are there.
   */
  total?: 'sum' | 'avg' | 'count' | 'min' | 'max';
  /**
   * Computed total, in place of total: row.rows are the rows it is about, row.count how many.
   */
  totalValue?: RowExpression;
  edit?: TableEdit;
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
 * What of each item of a list is drawn, for avatar-group and link-list.
 */
export interface TableItem {
  /**
   * Path of its text; the item itself when left out.
   */
  text?: string;
  /**
   * Path of its picture's address, for an avatar.
   */
  image?: string;
  /**
   * Path of its address: one of ours, http, https, mailto or tel.
   */
  link?: string;
}
/**
 * The value can be changed in its cell.
 */
export interface TableEdit {
  /**
   * The control.
   */
  kind: 'text' | 'number' | 'date' | 'select' | 'boolean';
  /**
   * What a select offers; the entries of map when left out.
   */
  options?: TableOption[];
  /**
   * An empty value is refused.
   */
  required?: boolean;
  /**
   * Characters of a text.
   */
  maxLength?: number;
  /**
   * The least number.
   */
  min?: number;
  /**
   * The greatest number.
   */
  max?: number;
  /**
   * It can be changed on rows where this holds.
   */
  when?: RowExpression;
  /**
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
  /**
   * What saves it: sees row as it is loaded, event.field, event.value and event.previous. A refused value shows why at its cell.
   */
  save: Steps;
}
/**
 * One choice.
 */
export interface TableOption {
  /**
   * What is saved.
   */
  value: string | number;
  /**
   * What it says.
   */
  text: Text;
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
 * Rows can be chosen, over pages, and something done with all of them.
 */
export interface TableSelection {
  /**
   * What can be done with the chosen rows, in order.
   */
  actions?: TableBulkAction[];
}
/**
 * Something to do with the chosen rows.
 */
export interface TableBulkAction {
  /**
   * Name of the action, unique among the row actions too.
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
   * Who gets it; the server leaves it out for everybody else. Without screen, the document's.
   */
  access?: Access;
  /**
   * all: the steps run once, with event.rows, event.keys and event.count. row: they run for each row, as row; a failed one does not stop the others.
   */
  per?: 'all' | 'row';
  /**
   * The rows stay chosen when the steps are done.
   */
  keep?: boolean;
  /**
   * What it does. It cannot be started again while it runs.
   */
  do: Steps;
}
/**
 * One level of groups.
 */
export interface TableGroup {
  /**
   * Path of the value that rows of one group share.
   */
  field: string;
  /**
   * Name of the group of rows without a value; an en dash when left out.
   */
  blank?: Text;
  /**
   * Groups start open.
   */
  open?: boolean;
}
/**
 * Rows that hold rows.
 */
export interface TableTree {
  /**
   * Path of the list of rows inside a row.
   */
  children?: string;
  /**
   * Path of the key of the row that a row stands in.
   */
  parent?: string;
  /**
   * Rows start open.
   */
  open?: boolean;
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
