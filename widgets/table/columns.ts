import { itemScope } from '../../src/engine/core/index.ts';
import type { ItemScope, TableProps } from '../../src/engine/core/index.ts';
import type { Resolved, ValueFormat, ValueSettings } from '../../src/engine/react/index.ts';

export type TableSettings = Resolved<TableProps>;
type DeclaredColumn = TableSettings['columns'][number];
/** A column with a field, be it only its key, and the scope of the element that it was made from. */
export type Column = DeclaredColumn & { field: string; scope?: ItemScope };

/** The column as declared, with a key of its own. */
export function toColumn(declared: DeclaredColumn): Column {
  const { field = declared.child ?? '', id } = declared;
  const scope = itemScope(declared);
  if (!scope) return { ...declared, field };
  // An id names the instance already.
  return { ...declared, field, id: id ?? `${field}-${scope.key}`, scope };
}

export const columnKey = (column: Column): string => column.id ?? column.field;

const amounts = ['number', 'money', 'percent'];

export const alignOf = (column: Column) =>
  column.align ?? (amounts.includes(column.cell ?? '') ? 'end' : 'start');

/** Cells that are formats of the same name. */
const formats: readonly string[] = [
  'number',
  'money',
  'percent',
  'date',
  'datetime',
  'boolean',
  'phone',
  'cpf',
  'cnpj',
  'cep',
] satisfies ValueFormat[];

/** Settings by which a column's values are formatted as text. */
export function valueSettings(column: DeclaredColumn): ValueSettings {
  const { cell = '' } = column;
  return formats.includes(cell) ? { ...column, format: cell as ValueFormat } : column;
}

const listCells = ['avatar-group', 'link-list', 'progress', 'actions'];

/** Does the definition use anything that only the table with features has? Columns are set on a press, which loads it. */
export function needsFeatures(settings: TableSettings): boolean {
  const { columns, selection, groupBy, tree, search, where, files } = settings;
  if (selection || groupBy || tree || search || where || files) return true;
  return columns.some(
    ({ edit, total, totalValue, secondField, hidden, cell }) =>
      edit || total || totalValue || secondField || hidden || listCells.includes(cell ?? ''),
  );
}

export interface Order {
  field: string;
  descending: boolean;
}

export const orderField = (column: Column): string => column.sortField ?? column.field;

/** Reads an order as it is bound and sent, such as `name_asc`; null for anything else. */
export function parseOrder(value: unknown): Order | null {
  const found = typeof value === 'string' ? /^(.+)_(asc|desc)$/.exec(value) : null;
  return found?.[1] ? { field: found[1], descending: found[2] === 'desc' } : null;
}

export const orderText = ({ field, descending }: Order): string => `${field}_${descending ? 'desc' : 'asc'}`;

/** Least width of a text without a width of its own, in pixels. */
const textWidth = 120;

/** Widths of values that are about as long in every row, with the cell's padding, in pixels. More room shows no more of them. */
const valueWidths: Readonly<Record<string, number>> = {
  number: 96,
  money: 128,
  percent: 88,
  date: 112,
  datetime: 152,
  phone: 144,
  cpf: 136,
  cnpj: 168,
  cep: 96,
  badge: 112,
  boolean: 88,
};

/** Whether more room shows more of a column's values. */
const grows = ({ width, cell = 'text' }: Column) => !width && valueWidths[cell] === undefined;

/** Least width of a column, in pixels. */
export function leastWidth({ width, minWidth, title, sort, cell = 'text' }: Column): number {
  const values = valueWidths[cell];
  if (width ?? minWidth) return width ?? minWidth ?? 0;
  // The head is read too: 7 pixels for a letter, the padding, and the arrow of the order.
  return values ? Math.max(values, Math.min(200, title.length * 7 + (sort ? 32 : 16))) : textWidth;
}

/** Width that the columns need side by side, in pixels. */
export const tableWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + leastWidth(column), 0);

/** With this much room a table never is cards: columns leave, and what must stay scrolls sideways. */
const maxCardsWidth = 640;

/** Room for a vertical scroll bar, in pixels. */
const scrollBarWidth = 16;

/** Most action buttons of a row; more are offered in a menu. */
export const maxButtons = 4;

/** Width of the buttons over the end of a row: they stand exactly over its last column. */
export function stripWidth(actions: readonly { icon?: string }[]): number {
  if (actions.length === 0) return 0;
  const asButtons = actions.every((action) => action.icon !== undefined);
  return (asButtons ? Math.min(actions.length, maxButtons) : 1) * 32 + 22;
}

/** The columns with a last one that is at least so wide. */
export function withLastWidth(columns: readonly Column[], least: number): readonly Column[] {
  const last = columns.at(-1);
  if (!last || leastWidth(last) >= least) return columns;
  const wider = last.width ? { ...last, width: least } : { ...last, minWidth: least };
  return [...columns.slice(0, -1), wider];
}

const defaultPriority = 5;

/** Importance of a column, 1 being the most important. */
export const priorityOf = (column: Column | undefined): number => column?.priority ?? defaultPriority;

/** In a table of more amounts than this, the amounts are compared side by side. */
const mostAmounts = 3;

/** Columns that leave when there is no room for all, in the order in which they leave: the least important first. */
export function leavingColumns(columns: readonly Column[]): Column[] {
  const title = titleColumnOf(columns);
  const isAmount = (column: Column) => amounts.includes(column.cell ?? '');
  const comparesAmounts = columns.filter(isAmount).length > mostAmounts;
  const isWork = ({ edit, child, scope, total, totalValue }: Column) =>
    edit ?? child ?? scope ?? total ?? totalValue;
  const mayLeave = (column: Column, index: number) => {
    if (index === title || isState(column) || column.priority === 0) return false;
    return column.priority !== undefined || !(isWork(column) || (comparesAmounts && isAmount(column)));
  };
  return columns
    .filter(mayLeave)
    .reverse()
    .sort((a, b) => priorityOf(b) - priorityOf(a));
}

/** Width of the column of buttons that open a row's details, in pixels. */
export const detailWidth = 36;
/** Width of the column of checkboxes, in pixels. */
export const selectWidth = 40;

/** Room for the names of the rows, in pixels: less important columns leave before a name has less. */
const nameRoom = 300;

/** Pixels that the column of the names has before the others have more than their least. */
const nameWidth = (column: Column) => (grows(column) && !column.minWidth ? nameRoom : leastWidth(column));

/** Columns that stay when so many have left, and the width that they need side by side, in pixels. */
export interface ColumnStep {
  columns: readonly Column[];
  left: readonly Column[];
  width: number;
}

/**
 * The columns to show, from all of them to those that never leave.
 * @param lastWidth least width of the last column.
 * @param taken pixels that the cells before the columns need.
 * @param details whether these cells have the button that opens the details of a row, where left values are shown.
 */
export function columnSteps(
  columns: readonly Column[],
  lastWidth: number,
  taken: number,
  details: boolean,
): ColumnStep[] {
  const leaving = leavingColumns(columns);
  const title = columns[titleColumnOf(columns)];
  /** Width with room for the names. A narrow table has its columns as long as they fit. */
  const withNames = (width: number, gone: number) => {
    const more = title && gone < leaving.length ? nameWidth(title) - leastWidth(title) : 0;
    return width + more > maxCardsWidth ? width + more : width;
  };
  return Array.from({ length: leaving.length + 1 }, (_, count) => {
    const gone = new Set(leaving.slice(0, count));
    const kept = withLastWidth(
      columns.filter((column) => !gone.has(column)),
      lastWidth,
    );
    const more = count > 0 && !details ? detailWidth : 0;
    return {
      columns: kept,
      left: columns.filter((column) => gone.has(column)),
      width: withNames(tableWidth(kept) + taken + more + scrollBarWidth, count),
    };
  });
}

/** Rows are cards where the widget is narrower than this, in pixels. */
export const cardsBelow = (columns: readonly Column[]): number =>
  Math.min(tableWidth(columns), maxCardsWidth);

/** Shares of the room that is left beyond the least widths: of the texts or, in a table of values alone, of all. */
function sharesOf(columns: readonly Column[], titleColumn: number): number[] {
  const anyGrows = columns.some(grows);
  return inShares(
    columns.map((column, index) => {
      if (column.width || (anyGrows && !grows(column))) return 0;
      return index === titleColumn ? 2 * nameWidth(column) : leastWidth(column);
    }),
  );
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const inShares = (values: readonly number[]) =>
  values.map((value) => +(value / (sumOf(values) || 1)).toFixed(4));

/** Pixels that each column has before the others have more: names have room. */
const usualNeeds = (columns: readonly Column[], titleColumn: number) =>
  columns.map((column, index) => (index === titleColumn ? nameWidth(column) : 0));

/** Pixels beyond its least width that each column needs. */
const wantsOf = (columns: readonly Column[], needed: readonly number[]) =>
  columns.map((column, index) => (grows(column) ? Math.max(0, needed[index]! - leastWidth(column)) : 0));

/**
 * Width of the table from which the room is shared without regard to contents, as no content is cut, in pixels.
 * @param taken pixels that the cells before and after the columns need.
 * @param needed pixels that the contents of the columns need.
 */
export function uncutWidth(
  columns: readonly Column[],
  titleColumn: number,
  taken: number,
  needed: readonly number[],
): number {
  const shares = sharesOf(columns, titleColumn);
  const first = wantsOf(columns, usualNeeds(columns, titleColumn));
  const more = wantsOf(columns, needed).map((want, index) => (want - first[index]!) / (shares[index]! || 1));
  return tableWidth(columns) + taken + sumOf(first) + Math.max(0, ...more) + scrollBarWidth + 2;
}

/** Pixels beyond its least width that a text gets before longer ones get more: names have their room. */
const fairMore = nameRoom - textWidth;

/**
 * CSS width of each column in a fixed layout. Columns of values have what these need. The room that is left goes to what
 * would be cut, to long texts last, so that a text is cut only where no column has spare room; then to all texts, to the names
 * twice as much. One column (undefined) takes what rounding and scroll bars leave. The scroller must be a size container.
 * @param taken pixels that the cells before and after the columns need.
 * @param needed pixels that the contents of the columns need. Default: names have room.
 */
export function columnWidths(
  columns: readonly Column[],
  titleColumn: number,
  taken = 0,
  needed: readonly number[] = usualNeeds(columns, titleColumn),
): (number | string | undefined)[] {
  const shares = sharesOf(columns, titleColumn);
  const rest = shares[titleColumn] ? titleColumn : shares.findIndex((share) => share > 0);
  const wants = wantsOf(columns, needed);
  const first = wants.map((want) => Math.min(want, fairMore));
  const long = wants.map((want, index) => want - first[index]!);
  const firstShares = inShares(first);
  const restShares = sumOf(long) > 0 ? inShares(long) : shares;
  const before = tableWidth(columns) + taken;
  const all = sumOf(first);
  return columns.map((column, index) => {
    const least = leastWidth(column);
    const firstShare = firstShares[index]!;
    const share = restShares[index]!;
    if (index === rest) return undefined;
    if (firstShare + share === 0) return least;
    return `calc(${least}px + clamp(0px, 100cqw - ${before}px, ${all}px) * ${firstShare} + max(0px, 100cqw - ${before + all}px) * ${share})`;
  });
}

/** Index of the column that names the row. */
export const titleColumnOf = (columns: readonly Column[]): number =>
  Math.max(
    0,
    columns.findIndex((column) => column.role === 'title'),
  );

const isState = (column: Column) =>
  column.role === 'state' || (column.role === undefined && column.cell === 'badge');

/** Columns by their position in a card: its title, the values below it, and the state. */
export function cardRoles(columns: readonly Column[]): { title: number; meta: number[]; state: number[] } {
  const title = titleColumnOf(columns);
  const meta: number[] = [];
  const state: number[] = [];
  columns.forEach((column, index) => {
    if (index === title || column.role === 'none') return;
    if (isState(column)) state.push(index);
    else meta.push(index);
  });
  return { title, meta, state };
}

/** Keys of the columns that a person cannot hide: what names a row and what tells its state, where the definition shows them. */
export function lockedKeys(columns: readonly Column[]): readonly string[] {
  const title = titleColumnOf(columns);
  return columns
    .filter((column, index) => (index === title || isState(column)) && !column.hidden)
    .map(columnKey);
}
