import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { isObject } from '../../../src/contracts/json.ts';
import type { Row, RowKey } from '../view.ts';

/** Rows that hold rows, laid flat: who stands in whom, and how deep. */
export interface Tree {
  rows: readonly Row[];
  /** Index of the row it stands in; -1 at the top. */
  parents: Int32Array;
  /** From 1. */
  levels: Uint8Array;
}

/** Deeper than this nobody reads; and a row that holds itself is stopped here. */
const deepest = 50;

/** Lays nested rows flat, each behind the row that holds it. */
export function treeOfChildren(roots: readonly Row[], path: string): Tree {
  const rows: Row[] = [];
  const parents: number[] = [];
  const levels: number[] = [];
  const at = path.split('.');
  const visit = (list: readonly unknown[], parent: number, level: number): void => {
    for (const one of list) {
      if (!isObject(one)) continue;
      const index = rows.push(one as Row) - 1;
      parents.push(parent);
      levels.push(level);
      const below = valueAt(one, at);
      if (Array.isArray(below) && level < deepest) visit(below, index, level + 1);
    }
  };
  visit(roots, -1, 1);
  return { rows, parents: Int32Array.from(parents), levels: Uint8Array.from(levels) };
}

/** Finds for each row the one that its field names. Who is not there, or stands in itself, leaves the row at the top. */
export function treeOfParents(rows: readonly Row[], path: string, keyOf: (row: number) => RowKey): Tree {
  const at = path.split('.');
  const byKey = new Map<unknown, number>();
  rows.forEach((_, index) => byKey.set(keyOf(index), index));
  const parents = Int32Array.from(rows, (row) => {
    const named = valueAt(row, at);
    return named === null || named === undefined ? -1 : (byKey.get(named) ?? -1);
  });
  const levels = new Uint8Array(rows.length);
  const levelOf = (index: number): number => {
    const way: number[] = [];
    let current = index;
    while (current >= 0 && levels[current] === 0 && way.length <= deepest && !way.includes(current)) {
      way.push(current);
      current = parents[current] ?? -1;
    }
    if (current >= 0 && levels[current] === 0) {
      // A circle, or too deep: its last known row is taken out.
      parents[way.at(-1) ?? index] = -1;
      current = -1;
    }
    let level = current < 0 ? 0 : (levels[current] ?? 0);
    for (const one of way.reverse()) levels[one] = ++level;
    return level;
  };
  rows.forEach((_, index) => levelOf(index));
  return { rows, parents, levels };
}

/** The children of each row in the given order; of -1 the rows at the top. What is not in the order brings nobody. */
export function childrenOf(tree: Tree, order: Uint32Array): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const row of order) {
    const parent = tree.parents[row] ?? -1;
    const list = children.get(parent);
    if (list) list.push(row);
    else children.set(parent, [row]);
  }
  return children;
}

/** The rows that are found and all that hold them, in the order of the source. */
export function withAncestors(tree: Tree, found: Uint32Array): Uint32Array {
  const kept = new Uint8Array(tree.rows.length);
  for (const row of found) {
    let current = row;
    while (current >= 0 && kept[current] === 0) {
      kept[current] = 1;
      current = tree.parents[current] ?? -1;
    }
  }
  return Uint32Array.from([...kept.keys()].filter((row) => kept[row] === 1));
}

/** The rows in sight from top to bottom: those whose holders are all open. */
export function openRows(
  children: ReadonlyMap<number, readonly number[]>,
  isOpen: (row: number) => boolean,
): Uint32Array {
  const rows: number[] = [];
  const visit = (parent: number): void => {
    for (const row of children.get(parent) ?? []) {
      rows.push(row);
      if (isOpen(row)) visit(row);
    }
  };
  visit(-1);
  return Uint32Array.from(rows);
}
