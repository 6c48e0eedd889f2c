/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

import type { Access, Address, Bind, Child, Field, IconName, Options, PropText, Repeat, RowExpression, Steps } from '../documents.ts';

/**
 * Rows of its source, paged and sorted by the server or in memory. Slots: details of a row, shown when it is expanded, and nodes in cells, both with row in scope; toolbar above the rows; empty instead of them when there are none; footer below. Events: rowPress (row is the pressed row), select (the selected rows).
 */
export interface TableProps {
  /**
   * Accessible name for screen readers. Default: the screen's title.
   */
  label?: PropText;
  /**
   * Fields, from left to right.
   */
  columns: TableColumn[];
  /**
   * Field whose value identifies a row.
   */
  rowKey?: Field;
  /**
   * Path of the row's name in the labels of its buttons. Default: the field of the title column.
   */
  rowName?: Field;
  /**
   * State path of the key of the row that is open beside the list, e.g. that of a panel. The row is highlighted.
   */
  current?: Bind;
  noun?: TableNoun;
  /**
   * Actions for one row, in display order.
   */
  rowActions?: TableRowAction[];
  /**
   * server: the server returns one page at a time. none: all rows at once without a pager, sorted and filtered in the browser. Above 100 rows only visible rows are rendered.
   */
  paging?: 'server' | 'none';
  /**
   * State path of the page number, starting at 1. Bound to the list of the node's source, if it has one.
   */
  page?: Bind;
  /**
   * State path of the number of rows per page. Default: 50. Bound to the list of the node's source, if it has one.
   */
  perPage?: Bind;
  /**
   * Choices for the number of rows per page.
   */
  perPageOptions?: number[];
  /**
   * State path of the order, e.g. name_asc or name_desc. Bound to the list of the node's source, if it has one.
   */
  order?: Bind;
  /**
   * State path of a search text. Only rows that contain it in one of their columns are displayed, ignoring case and accents. Requires paging none.
   */
  search?: Bind;
  /**
   * Condition on row: only rows for which it is true are displayed. Requires paging none. Evaluated once for all rows.
   */
  where?: RowExpression;
  selection?: TableSelection;
  /**
   * Groups rows with the same value under a collapsible group row; a second level nests inside the first. With server paging, a group contains only rows of the current page.
   */
  groupBy?: TableGroup[];
  tree?: TableTree;
  /**
   * Lets each person choose the visible columns, their order and their widths. The choice is saved per person.
   */
  adjustable?: boolean;
  /**
   * Saves the rows as CSV or spreadsheet: all that pass the filters, in the order of the table, with the columns of the person, also those without room. Requires paging none.
   */
  files?: boolean;
  /**
   * State path of the filters of the rows. With other filters than at the start and no rows, the person is offered to clear them. Bound to the list of the node's source, if it has one.
   */
  filters?: Bind;
  empty?: TableEmpty;
}
/**
 * One column, or with repeat one column per element of a list.
 */
export interface TableColumn {
  /**
   * Makes one column per element of a list. All expressions of the column, and the node of child, see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Key of the column. Default: field. Required when two columns display the same field.
   */
  id?: string;
  /**
   * Path of the value in the row, e.g. name or manager.name. With value, only the key of the column. May be left out with child.
   */
  field?: Field;
  /**
   * Path of a second, weaker line below the text. Rows are then 60 pixels high.
   */
  secondField?: Field;
  /**
   * Id of a node of the slot cell, rendered in every cell of the column with row in scope. field then only sorts and copies.
   */
  child?: Child;
  /**
   * Computed value, displayed instead of the value at field. Evaluated once per page for all rows.
   */
  value?: RowExpression;
  /**
   * Title of the column.
   */
  title: PropText;
  /**
   * Display type of the value. number, money and percent (0.25 is 25 %) follow the language; date and datetime use the tenant's time zone; phone, cpf, cnpj and cep add separators; badge and boolean use map and tones; avatar displays initials or image beside the text; avatar-group and link-list display a list by item; progress displays a bar up to max; actions, in the last column, is the place of the button of the row actions, which is then always in sight; link opens link; expression displays the text of value.
   */
  cell?:
    | 'text'
    | 'number'
    | 'money'
    | 'percent'
    | 'date'
    | 'datetime'
    | 'phone'
    | 'cpf'
    | 'cnpj'
    | 'cep'
    | 'badge'
    | 'boolean'
    | 'avatar'
    | 'avatar-group'
    | 'progress'
    | 'link'
    | 'link-list'
    | 'actions'
    | 'expression';
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
   * Target of a link cell, e.g. /admin-user/{row.id}.
   */
  link?: Address;
  /**
   * Path of the picture's address in the row, for an avatar.
   */
  image?: Field;
  item?: TableItem;
  /**
   * Value that means 100 % of a progress cell.
   */
  max?: number;
  /**
   * Number of decimal digits.
   */
  decimals?: number;
  /**
   * For money: ISO 4217 currency code, e.g. BRL.
   */
  currency?: string;
  /**
   * Text displayed for a missing value. Default: an en dash.
   */
  blank?: PropText;
  /**
   * Fixed width in pixels. Columns without one share the remaining width.
   */
  width?: number;
  /**
   * Minimum width in pixels. Default: what values of the cell need, e.g. a date; 120 for texts, and 300 for the names while there are less important columns. Below 640 pixels of width, columns that do not fit make the rows cards; from there columns leave by priority, and what stays scrolls sideways between the first and the last column.
   */
  minWidth?: number;
  /**
   * Shows texts whole, on as many lines as they need, in place of one line that ends in an ellipsis. For short lists of what has to be read, since their rows are of different heights.
   */
  wrap?: boolean;
  /**
   * Background of cells that have a value, in the colours of a status; a cell without a value has none. Cards have no tint.
   */
  tint?: 'info' | 'success' | 'warning' | 'danger';
  /**
   * For a datetime: cards show the time too, not the day alone.
   */
  precise?: boolean;
  /**
   * Cards show the title before the value, for values that mean nothing alone. Numbers and yes or no always have it.
   */
  labelled?: boolean;
  /**
   * Importance when there is no room for all columns, 1 being the most important: the highest number leaves first, of equal ones the rightmost. The values move into the details of the row, and cards show the most important ones. The title and state columns never leave; 0: never. Default: 5; 0 for columns that are edited, repeated, summed or show a node, and for more than three numeric ones.
   */
  priority?: number;
  /**
   * Horizontal alignment. Default: end for number, money and percent, start for everything else.
   */
  align?: 'start' | 'center' | 'end';
  /**
   * Lets the person sort by this column with its header.
   */
  sort?: boolean;
  /**
   * Name used in order. Default: field.
   */
  sortField?: string;
  /**
   * Hides the column until the person chooses it. Requires adjustable.
   */
  hidden?: boolean;
  /**
   * Aggregate displayed below the column and beside each group name, computed over the loaded rows.
   */
  total?: 'sum' | 'avg' | 'count' | 'min' | 'max';
  /**
   * Computed total, displayed instead of total. row.rows are the rows that it covers, row.count is their number.
   */
  totalValue?: RowExpression;
  edit?: TableEdit;
  /**
   * Displays the value in the weaker text colour.
   */
  secondary?: boolean;
  /**
   * Uses a monospaced font, for ids and code.
   */
  monospace?: boolean;
  /**
   * Position in the card below 768 pixels: title (first line, alone), meta (second and third line), state (first in the third line), none. Title and state columns never leave a table for want of room. Default: title for the first column, state for a badge column, meta for the others.
   */
  role?: 'title' | 'meta' | 'state' | 'none';
  /**
   * Small badges after the text, each displayed on rows where when is true.
   */
  badges?: TableRowBadge[];
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
}
/**
 * Displayed parts of an item.
 */
export interface TableItem {
  /**
   * Path of the item's text. Default: the item itself.
   */
  text?: string;
  /**
   * Path of the picture's address, for an avatar.
   */
  image?: string;
  /**
   * Path of the item's address: an application path, http, https, mailto or tel.
   */
  link?: string;
}
/**
 * Editing of a value in its cell. The person can undo a saved change.
 */
export interface TableEdit {
  /**
   * Control that edits the value.
   */
  kind: 'text' | 'number' | 'date' | 'select' | 'boolean';
  /**
   * Options of a select. Default: the entries of map.
   */
  options?: Options;
  /**
   * Refuses an empty value.
   */
  required?: boolean;
  /**
   * Maximum number of characters.
   */
  maxLength?: number;
  /**
   * Minimum of a number.
   */
  min?: number;
  /**
   * Maximum of a number.
   */
  max?: number;
  /**
   * Condition on row: editable while true.
   */
  when?: RowExpression;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
  /**
   * Steps that save the value. They see the loaded row and event.field, event.value and event.previous. When the save is refused, the cell displays the reason.
   */
  save: Steps;
}
/**
 * A badge after the text of a cell.
 */
export interface TableRowBadge {
  /**
   * Displayed text.
   */
  text: PropText;
  /**
   * normal is a green tick with plain text; every other tone is a filled badge.
   */
  tone?: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /**
   * Condition on row: displayed while true.
   */
  when?: RowExpression;
}
/**
 * Name of the rows after their number in the toolbar, e.g. usuário and usuários. Default: 'item' and 'itens'.
 */
export interface TableNoun {
  /**
   * Noun after the number 1.
   */
  one: PropText;
  /**
   * Noun after any other number.
   */
  other: PropText;
}
/**
 * One action for a row, or with repeat one action per element of a list.
 */
export interface TableRowAction {
  /**
   * Makes one action per element of a list. All expressions and steps of the action see the element under its name.
   */
  repeat?: Repeat;
  /**
   * Identifier of the action, unique in the table.
   */
  id: string;
  /**
   * Name of the action: tooltip of its button, text of its menu entry.
   */
  text: PropText;
  /**
   * Icon of its button. Up to four actions with icons appear as buttons at the end of the row; more actions, or a touch screen, use a menu.
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
   * Steps to run, with row in scope. The action cannot start again on the same row while it runs.
   */
  do: Steps;
}
/**
 * Selection of rows.
 */
export interface TableSelection {
  /**
   * Actions on the selected rows, in display order.
   */
  actions?: TableBulkAction[];
}
/**
 * One action on the selected rows.
 */
export interface TableBulkAction {
  /**
   * Identifier of the action, unique among bulk and row actions.
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
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
  /**
   * all: the steps run once, with event.rows, event.keys and event.count. row: the steps run for each row, as row; a failed row does not stop the others, and stays selected.
   */
  per?: 'all' | 'row';
  /**
   * Keeps the selection after the steps finish: all of it, or the rows whose keys are in the list at a state path.
   */
  keep?: boolean | Bind;
  /**
   * Steps to run. The action cannot start again while it runs.
   */
  do: Steps;
}
/**
 * One level of grouping.
 */
export interface TableGroup {
  /**
   * Path of the value by which rows are grouped.
   */
  field: Field;
  /**
   * Name of the group of rows without a value. Default: an en dash.
   */
  blank?: PropText;
  /**
   * Groups start expanded.
   */
  open?: boolean;
}
/**
 * Relation between parent and child rows: exactly one of children and parent.
 */
export interface TableTree {
  /**
   * Path of the list of child rows inside a row.
   */
  children?: Field;
  /**
   * Path of the parent row's key.
   */
  parent?: Field;
  /**
   * Rows start expanded.
   */
  open?: boolean;
}
/**
 * Content displayed when there are no rows and no filters to clear: what this list is for, and how it begins.
 */
export interface TableEmpty {
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Short statement. Default: 'Não há itens para exibir'.
   */
  title?: PropText;
  /**
   * One sentence with the next step.
   */
  text?: PropText;
  action?: TableEmptyAction;
}
/**
 * Single button below the text.
 */
export interface TableEmptyAction {
  /**
   * Displayed text.
   */
  text: PropText;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Permission required to receive it; the server removes it for everybody else. Default of screen: the document's own screen.
   */
  access?: Access;
  /**
   * Steps to run.
   */
  do: Steps;
}
