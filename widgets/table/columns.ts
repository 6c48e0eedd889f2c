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

const listCells = ['avatar-group', 'link-list', 'progress'];

/** Does the definition use anything that only the table with features has? */
export function needsFeatures(settings: TableSettings): boolean {
  const { columns, selection, groupBy, tree, adjustable, search, where } = settings;
  if (selection || groupBy || tree || adjustable || search || where) return true;
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

/** The schema's default of minWidth. */
const defaultMinWidth = 120;

/** Least width of a column, in pixels. */
export const leastWidth = (column: Column) => column.width ?? column.minWidth ?? defaultMinWidth;

/** Width that the columns need side by side, in pixels. */
export const tableWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + leastWidth(column), 0);

/** With this much room a table that needs more scrolls sideways, as its columns are meant to be compared. */
const maxCardsWidth = 640;

/** Rows are cards where the widget is narrower than this, in pixels. */
export const cardsBelow = (columns: readonly Column[]): number =>
  Math.min(tableWidth(columns), maxCardsWidth);

/**
 * Width below which the table scrolls sideways. Undefined where it becomes cards before that; then the title column
 * makes room for a scroll bar.
 */
export const scrollsBelow = (columns: readonly Column[]): number | undefined =>
  tableWidth(columns) > maxCardsWidth ? tableWidth(columns) : undefined;

/**
 * CSS width of each column in a fixed layout. Columns without a width share the room that is left, by their least widths;
 * one of them (undefined) takes what rounding and scroll bars leave. The scroller must be a size container.
 * @param taken pixels that the cells before and after the columns need.
 */
export function columnWidths(
  columns: readonly Column[],
  titleColumn: number,
  taken = 0,
): (number | string | undefined)[] {
  const flexible = columns.filter((column) => !column.width);
  const weight = tableWidth(flexible);
  const fixed = tableWidth(columns) - weight + taken;
  const rest = columns[titleColumn]?.width ? columns.findIndex((column) => !column.width) : titleColumn;
  return columns.map((column, index) => {
    if (column.width) return column.width;
    if (index === rest) return undefined;
    const least = leastWidth(column);
    return `max(${least}px, (100cqw - ${fixed}px) * ${(least / weight).toFixed(4)})`;
  });
}

/** Index of the column that names the row. */
export const titleColumnOf = (columns: readonly Column[]): number =>
  Math.max(
    0,
    columns.findIndex((column) => column.role === 'title'),
  );

/** Columns by their position in a card: its title, the lines below it, and the state at its end. */
export function cardRoles(columns: readonly Column[]): { title: number; meta: number[]; state: number[] } {
  const title = titleColumnOf(columns);
  const meta: number[] = [];
  const state: number[] = [];
  columns.forEach((column, index) => {
    if (index === title || column.role === 'none') return;
    if (column.role === 'state' || (column.role === undefined && column.cell === 'badge')) state.push(index);
    else meta.push(index);
  });
  return { title, meta, state };
}
