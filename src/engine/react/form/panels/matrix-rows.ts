import { valueAt } from '../../../../contracts/json-pointer.ts';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { foldText } from '../../../../contracts/text.ts';
import type { FieldMatrix } from '../../../core/index.ts';
import { isOn, itemsByKey, rowItem } from '../../../core/form/item-lists.ts';

/** A row of a matrix. Its cells are bits: the first column's is 1. */
export interface MatrixRow {
  key: string | number;
  title: string;
  text: string;
  group: string;
  groupTitle: string;
  /** Bits of the cells that may be checked. */
  allowed: number;
}

export type MatrixLine =
  | { kind: 'row'; row: MatrixRow; rows: readonly MatrixRow[] }
  | { kind: 'group'; key: string; title: string; rows: readonly MatrixRow[]; open: boolean };

export type Masks = ReadonlyMap<Json, number>;

/** The cells of a matrix: the checked ones, those that were at first, and by column the bits that it implies. */
export interface MatrixCells {
  masks: Masks;
  before: Masks;
  implied: readonly number[];
  columns: number;
}

/** State of a checkbox that stands for several cells. */
export type Tristate = 'true' | 'false' | 'mixed';

const textAt = (row: unknown, path: string | undefined): string => {
  const found = path === undefined ? undefined : valueAt(row, path.split('.'));
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

/** @param source the row of data that the option comes from; undefined for an option that is written down. */
export function matrixRow(
  matrix: FieldMatrix,
  { value, label }: { value: string | number; label: string },
  source: unknown,
): MatrixRow {
  const group = textAt(source, matrix.group);
  return {
    key: value,
    title: label,
    text: textAt(source, matrix.text),
    group,
    groupTitle: textAt(source, matrix.groupTitle) || group,
    allowed: matrix.columns.reduce((bits, { allowed }, at) => {
      const isRefused = allowed !== undefined && valueAt(source, allowed.split('.')) === false;
      return isRefused ? bits : bits | (1 << at);
    }, 0),
  };
}

/** The checked cells of each row. */
export function masksOf(matrix: FieldMatrix, value: Json | undefined): Masks {
  const items = itemsByKey({ key: matrix.key ?? 'id', matrix }, value);
  const bits = (item: JsonObject) =>
    matrix.columns.reduce((mask, { field }, at) => (isOn(matrix, item, field) ? mask | (1 << at) : mask), 0);
  return new Map([...items].map(([key, item]) => [key, bits(item)]));
}

/** The value that masks stand for; rows that are not shown keep their cells, and rows of the same mask as before their item. */
export function valueOfMasks(
  matrix: FieldMatrix,
  masks: Masks,
  before: { masks: Masks; value: Json | undefined },
): JsonObject[] {
  const { on = true, off = false } = matrix;
  const items = itemsByKey({ key: matrix.key ?? 'id', matrix }, before.value);
  return [...masks].flatMap(([key, mask]) => {
    const kept = before.masks.get(key) === mask ? items.get(key) : undefined;
    if (kept !== undefined) return [kept];
    const cells = Object.fromEntries(
      matrix.columns.map(({ field }, at) => [field, (mask & (1 << at)) === 0 ? off : on]),
    );
    const item = rowItem(matrix, key, cells);
    return item === null ? [] : [item];
  });
}

/** By column, the bits of the columns that it implies. */
export function impliedBits({ columns }: FieldMatrix): readonly number[] {
  return columns.map(({ implies = [] }) =>
    columns.reduce((bits, { field }, at) => (implies.includes(field) ? bits | (1 << at) : bits), 0),
  );
}

/** Bits that are checked because others of the mask imply them. */
export function impliedBy(implied: readonly number[], mask: number): number {
  return implied.reduce((bits, own, at) => ((mask & (1 << at)) === 0 ? bits : bits | own), 0);
}

/** The mask after some cells were checked or cleared. */
export function setBits(
  implied: readonly number[],
  row: MatrixRow,
  mask: number,
  bits: number,
  on: boolean,
): number {
  if (!on) {
    const cleared = mask & ~bits;
    return cleared | impliedBy(implied, cleared);
  }
  // A cell whose implied cells must not be checked cannot be checked either.
  const may = implied.reduce((allowed, own, at) => {
    const isHeld = ((row.allowed | mask) & own) === own;
    return isHeld ? allowed : allowed & ~(1 << at);
  }, row.allowed | mask);
  const checked = mask | (bits & may);
  return checked | impliedBy(implied, checked);
}

/** State of a checkbox over several cells: those count that are checked or may be. Null where there are none. */
export function stateOf(rows: readonly MatrixRow[], masks: Masks, bits: number): Tristate | null {
  let [any, all, some] = [false, true, false];
  for (const row of rows) {
    const mask = masks.get(row.key) ?? 0;
    const counted = (row.allowed | mask) & bits;
    if (counted === 0) continue;
    some = true;
    if ((mask & counted) !== 0) any = true;
    if ((mask & counted) !== counted) all = false;
  }
  if (!some) return null;
  return all ? 'true' : any ? 'mixed' : 'false';
}

/** Bits of a column; after the last one, of all of them. */
export const columnBits = (column: number, columns: number): number =>
  column === columns ? (1 << columns) - 1 : 1 << column;

/**
 * State of a line's cells: their states as one text, a letter each and `-` where there is no checkbox, and the bits of
 * those that others imply and of those that changed.
 */
export function marksOf({ kind, rows }: MatrixLine, cells: MatrixCells, count: number) {
  const { masks, before, implied, columns } = cells;
  const row = kind === 'row' ? rows[0] : undefined;
  const mask = row === undefined ? 0 : (masks.get(row.key) ?? 0);
  let states = '';
  for (let column = 0; column < count; column++)
    states += stateOf(rows, masks, columnBits(column, columns))?.[0] ?? '-';
  return {
    states,
    implied: impliedBy(implied, mask),
    changed: row === undefined ? 0 : mask ^ (before.get(row.key) ?? 0),
    refused: row === undefined ? 0 : columnBits(columns, columns) & ~row.allowed,
  };
}

/** Whether some lines show the same of both: of each of their rows, the same cells checked now and at first. */
export function showSame(lines: readonly MatrixLine[], a: MatrixCells, b: MatrixCells): boolean {
  if (a === b) return true;
  if (a.implied !== b.implied || a.columns !== b.columns) return false;
  return lines.every(({ rows }) =>
    rows.every(
      ({ key }) =>
        (a.masks.get(key) ?? 0) === (b.masks.get(key) ?? 0) &&
        (a.before.get(key) ?? 0) === (b.before.get(key) ?? 0),
    ),
  );
}

/** The lines of the rows that contain a text, in the order of the groups' first rows. */
export function linesOf(
  rows: readonly MatrixRow[],
  wanted: string,
  closed: ReadonlySet<string>,
  grouped: boolean,
): MatrixLine[] {
  const folded = foldText(wanted.trim());
  const found =
    folded === ''
      ? rows
      : rows.filter(
          ({ title, text, groupTitle }) =>
            foldText(title).includes(folded) ||
            foldText(text).includes(folded) ||
            foldText(groupTitle).includes(folded),
        );
  const lineOf = (row: MatrixRow): MatrixLine => ({ kind: 'row', row, rows: [row] });
  if (!grouped) return found.map(lineOf);
  const groups = new Map<string, MatrixRow[]>();
  for (const row of found) {
    const known = groups.get(row.group);
    if (known === undefined) groups.set(row.group, [row]);
    else known.push(row);
  }
  return [...groups].flatMap(([key, own]): MatrixLine[] => {
    const open = folded !== '' || !closed.has(key);
    const title = own[0]!.groupTitle;
    return [{ kind: 'group', key, title, rows: own, open }, ...(open ? own.map(lineOf) : [])];
  });
}
