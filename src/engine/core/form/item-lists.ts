import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { CompiledField } from './field.ts';
import type { FieldMatrix } from '../generated/documents.ts';

/** A field whose value is a list of items with keys, whose order means nothing: a matrix or a pending list. */
interface ItemList {
  /** Property of an item that holds its key. */
  key: string;
  /** Columns of a matrix; null for a list whose items are there or not. */
  matrix: FieldMatrix | null;
}

/** Items by which two values of such a field differ. */
export interface ItemChanges {
  added: JsonObject[];
  changed: JsonObject[];
  removed: JsonObject[];
}

/** Identity of the items of a field; null for any other field. */
export function itemListOf(field: CompiledField | undefined): ItemList | null {
  if (field?.widget === 'matrix' && field.own.matrix !== undefined)
    return { key: field.own.matrix.key ?? 'id', matrix: field.own.matrix };
  if (field?.widget !== 'pending-list') return null;
  const { options } = field;
  const key = options !== null && 'value' in options ? String(options.value) : 'id';
  return { key, matrix: null };
}

/** Whether a cell of a matrix is checked. */
export function isOn({ on = true }: FieldMatrix, item: JsonObject | undefined, column: string): boolean {
  return item?.[column] === on;
}

/** Whether a column is checked because another one that is checked implies it. */
export function isImplied(matrix: FieldMatrix, item: JsonObject | undefined, column: string): boolean {
  return matrix.columns.some(
    ({ field, implies }) => implies?.includes(column) === true && isOn(matrix, item, field),
  );
}

/** By a value, its items: a change of one cell asks for those of the loaded and of the edited value several times each. */
const known = new WeakMap<readonly Json[], { list: ItemList; items: ReadonlyMap<Json, JsonObject> }>();

/** The items of a value by their keys. A matrix's items are as they are sent: their key and their columns, none without a checked cell. */
export function itemsByKey(list: ItemList, value: Json | undefined): ReadonlyMap<Json, JsonObject> {
  if (!Array.isArray(value)) return new Map();
  const found = known.get(value);
  if (found !== undefined && found.list.key === list.key && found.list.matrix === list.matrix)
    return found.items;
  const items = readItems(list, value);
  known.set(value, { list, items });
  return items;
}

function readItems(list: ItemList, value: readonly Json[]): Map<Json, JsonObject> {
  const found = new Map<Json, JsonObject>();
  for (const item of value) {
    if (!isObject(item)) continue;
    const key = item[list.key];
    if (typeof key !== 'string' && typeof key !== 'number') continue;
    const own = list.matrix === null ? item : rowItem(list.matrix, key, item);
    // The same object where it is as it is sent, so that nobody compares it with itself.
    if (own !== null) found.set(key, isAlike(own, item) ? item : own);
  }
  return found;
}

function isAlike(a: JsonObject, b: JsonObject): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** The item of a row with what its cells imply; null when no cell is checked. */
export function rowItem(matrix: FieldMatrix, key: Json, cells: JsonObject): JsonObject | null {
  const { on = true, off = false } = matrix;
  const checked = matrix.columns.map(
    ({ field }) => isOn(matrix, cells, field) || isImplied(matrix, cells, field),
  );
  if (!checked.includes(true)) return null;
  return {
    [matrix.key ?? 'id']: key,
    ...Object.fromEntries(matrix.columns.map(({ field }, at) => [field, checked[at] ? on : off])),
  };
}

const differingCells = (matrix: FieldMatrix, a: JsonObject | undefined, b: JsonObject | undefined): number =>
  matrix.columns.filter(({ field }) => isOn(matrix, a, field) !== isOn(matrix, b, field)).length;

/** The items that differ between the loaded value and the current one. */
export function itemChanges(
  list: ItemList,
  loaded: Json | undefined,
  current: Json | undefined,
): ItemChanges {
  const [before, after] = [itemsByKey(list, loaded), itemsByKey(list, current)];
  const isChanged = (key: Json, item: JsonObject) =>
    list.matrix !== null && before.has(key) && differingCells(list.matrix, before.get(key), item) > 0;
  return {
    added: [...after].filter(([key]) => !before.has(key)).map(([, item]) => item),
    changed: [...after].filter(([key, item]) => isChanged(key, item)).map(([, item]) => item),
    removed: [...before].filter(([key]) => !after.has(key)).map(([, item]) => item),
  };
}

/** Number of unsaved changes: of cells in a matrix, of items in a list. */
export function countItemChanges(
  list: ItemList,
  loaded: Json | undefined,
  current: Json | undefined,
): number {
  const { matrix } = list;
  const { added, changed, removed } = itemChanges(list, loaded, current);
  if (matrix === null) return added.length + removed.length;
  const before = itemsByKey(list, loaded);
  const cells = [...added, ...changed].map((item) =>
    differingCells(matrix, before.get(item[list.key]!), item),
  );
  return [...cells, ...removed.map((item) => differingCells(matrix, item, undefined))].reduce(
    (sum, count) => sum + count,
    0,
  );
}

/**
 * Applies unsaved changes to a newer value. Two sides never contradict each other: a cell that both changed, and an item
 * that both added or removed, have the same value on both sides.
 */
export function mergeItems(
  list: ItemList,
  loaded: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
): Json {
  const { matrix } = list;
  const merged = new Map(itemsByKey(list, theirs));
  const before = itemsByKey(list, loaded);
  const { added, changed, removed } = itemChanges(list, loaded, mine);
  for (const item of matrix === null ? removed : []) merged.delete(item[list.key]!);
  for (const item of matrix === null ? added : []) merged.set(item[list.key]!, item);
  if (matrix !== null) {
    const emptied = removed.map((item): JsonObject => ({ [list.key]: item[list.key]! }));
    for (const item of [...added, ...changed, ...emptied]) {
      const key = item[list.key]!;
      const cells: JsonObject = { ...merged.get(key) };
      for (const { field } of matrix.columns) {
        const isMine = isOn(matrix, item, field) !== isOn(matrix, before.get(key), field);
        if (isMine) cells[field] = isOn(matrix, item, field) ? (matrix.on ?? true) : (matrix.off ?? false);
      }
      const row = rowItem(matrix, key, cells);
      if (row === null) merged.delete(key);
      else merged.set(key, row);
    }
  }
  return [...merged.values()];
}
