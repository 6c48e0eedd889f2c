import { useMemo } from 'react';
import { valueAt } from '../../../src/contracts/json-pointer.ts';
import { isObject } from '../../../src/contracts/json.ts';
import type { TableSettings } from '../columns.ts';
import type { Row, RowKey } from '../view.ts';

/** Rows of a tree in one list, each with its parent. */
export interface Tree {
  rows: readonly Row[];
  /** Index of each row's parent; -1 at the top. */
  parents: Int32Array;
  /** Level of each row, from 1. */
  levels: Uint8Array;
}

/** Deeper levels are left out, and a row that contains itself stops here. */
const maxDepth = 50;

/** Reads rows nested in lists, each row before those it contains. */
export function treeOfChildren(roots: readonly Row[], path: string): Tree {
  const rows: Row[] = [];
  const parents: number[] = [];
  const levels: number[] = [];
  const segments = path.split('.');
  const visit = (list: readonly unknown[], parent: number, level: number): void => {
    for (const item of list) {
      if (!isObject(item)) continue;
      const index = rows.push(item as Row) - 1;
      parents.push(parent);
      levels.push(level);
      const children = valueAt(item, segments);
      if (Array.isArray(children) && level < maxDepth) visit(children, index, level + 1);
    }
  };
  visit(roots, -1, 1);
  return { rows, parents: Int32Array.from(parents), levels: Uint8Array.from(levels) };
}

/** Reads rows that name their parent's key. A row whose parent is missing, or below itself, is at the top. */
export function treeOfParents(rows: readonly Row[], path: string, keyOf: (row: number) => RowKey): Tree {
  const segments = path.split('.');
  const byKey = new Map<unknown, number>();
  rows.forEach((_, index) => byKey.set(keyOf(index), index));
  const parents = Int32Array.from(rows, (row) => {
    const key = valueAt(row, segments);
    return key === null || key === undefined ? -1 : (byKey.get(key) ?? -1);
  });
  const levels = new Uint8Array(rows.length);
  rows.forEach((_, index) => {
    const chain: number[] = [];
    let current = index;
    while (current >= 0 && levels[current] === 0 && chain.length <= maxDepth && !chain.includes(current)) {
      chain.push(current);
      current = parents[current] ?? -1;
    }
    if (current >= 0 && levels[current] === 0) {
      // A circle, or too deep: its last known row moves to the top.
      parents[chain.at(-1) ?? index] = -1;
      current = -1;
    }
    let level = current < 0 ? 0 : (levels[current] ?? 0);
    for (const row of chain.reverse()) levels[row] = ++level;
  });
  return { rows, parents, levels };
}

/** Tree of the source's rows; null where the definition has none. */
export function useTree(settings: TableSettings, rows: readonly Row[]): Tree | null {
  const { tree, rowKey = 'id' } = settings;
  return useMemo(() => {
    if (!tree) return null;
    if (tree.children !== undefined) return treeOfChildren(rows, tree.children);
    const path = rowKey.split('.');
    return treeOfParents(rows, tree.parent ?? '', (row) => {
      const key = valueAt(rows[row], path);
      return typeof key === 'string' || typeof key === 'number' ? key : `#${row}`;
    });
  }, [tree, rows, rowKey]);
}

/** Children of each row in the given order; those of -1 are at the top. Rows that are not in the order are left out. */
export function childrenOf(tree: Tree, order: Uint32Array): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const row of order) {
    const parent = tree.parents[row] ?? -1;
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
  }
  return children;
}

/** The rows found with all their ancestors, in the order of the source. */
export function withAncestors(tree: Tree, found: Uint32Array): Uint32Array {
  const included = new Uint8Array(tree.rows.length);
  for (const row of found) {
    let current = row;
    while (current >= 0 && included[current] === 0) {
      included[current] = 1;
      current = tree.parents[current] ?? -1;
    }
  }
  return Uint32Array.from([...included.keys()].filter((row) => included[row] === 1));
}

/** Rows whose ancestors are all open, from top to bottom. */
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
