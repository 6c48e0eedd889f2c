import { valueAt } from '../../src/contracts/json-pointer.ts';
import { isObject, isRecordKey, type Json } from '../../src/contracts/json.ts';
import type { TreeProps } from '../../src/engine/core/index.ts';
import type { Resolved } from '../../src/engine/react/index.ts';

export type TreeSettings = Resolved<TreeProps>;
type Row = Record<string, Json>;
export type Key = string | number;

export interface TreeRow {
  key: Key;
  row: Row;
  /** From 1. */
  level: number;
  /** Index of the parent among all rows; -1 at the top. */
  parent: number;
  children: number[];
  /** Its children may be loaded when it is opened. */
  lazy: boolean;
  /** Position among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
}

/** Nesting ends at this depth, as rows that contain each other would never end. */
const maxDepth = 100;

const splitPath = (path: string | undefined): string[] | null => path?.split('.') ?? null;

/** Rows nested in lists as one list, each with its parent. */
function flatten(rows: readonly Row[], path: readonly string[] | null): { row: Row; parent: number }[] {
  const all: { row: Row; parent: number }[] = [];
  let from = rows.map((row) => ({ row, parent: -1 }));
  for (let level = 0; from.length > 0 && level < maxDepth; level += 1) {
    const next: typeof from = [];
    for (const one of from) {
      const at = all.push(one) - 1;
      const below = path ? valueAt(one.row, path) : undefined;
      if (Array.isArray(below)) for (const row of below) if (isObject(row)) next.push({ row, parent: at });
    }
    from = next;
  }
  return all;
}

/** Sets parents by the keys that rows name. A row whose parent is missing, or below itself, is at the top. */
function linkParents(rows: TreeRow[], path: readonly string[]): void {
  const byKey = new Map<string, number>();
  rows.forEach(({ key }, index) => byKey.set(String(key), index));
  rows.forEach((one, index) => {
    if (one.parent >= 0) return;
    const key = valueAt(one.row, path);
    const parent = isRecordKey(key) ? byKey.get(String(key)) : undefined;
    if (parent === undefined || parent === index) return;
    for (let above = parent, steps = 0; above >= 0; above = rows[above]?.parent ?? -1, steps += 1) {
      // A circle is cut where it would close.
      if (above === index || steps > maxDepth) return;
    }
    one.parent = parent;
  });
}

/** All rows of a tree with their positions in it, whatever the data holds. */
export function buildTree(data: readonly Row[], settings: TreeSettings): { rows: TreeRow[]; top: number[] } {
  const keyPath = (settings.rowKey ?? 'id').split('.');
  const hasChildren = splitPath(settings.hasChildren);
  const used = new Set<string>();
  const rows = flatten(data, splitPath(settings.children)).map(({ row, parent }, index): TreeRow => {
    const named = valueAt(row, keyPath);
    const key = isRecordKey(named) && !used.has(String(named)) ? named : `#${index}`;
    used.add(String(key));
    const flag = hasChildren ? valueAt(row, hasChildren) : undefined;
    return {
      key,
      row,
      parent,
      level: 1,
      children: [],
      lazy: flag === true || flag === 'Y' || (typeof flag === 'number' && flag > 0),
      position: 1,
      siblings: 1,
    };
  });
  const parentPath = splitPath(settings.parent);
  if (parentPath) linkParents(rows, parentPath);
  const top: number[] = [];
  rows.forEach(({ parent }, index) => (parent < 0 ? top : (rows[parent]?.children ?? top)).push(index));
  // From the top down, so that parents have their levels first; without recursion, as data may be deep.
  let from = top;
  for (let level = 1; from.length > 0; level += 1) {
    from = from.flatMap((index) => {
      const one = rows[index]!;
      one.level = level;
      return one.children;
    });
  }
  for (const list of [top, ...rows.map(({ children }) => children)]) {
    list.forEach((index, at) => {
      const one = rows[index]!;
      one.position = at + 1;
      one.siblings = list.length;
    });
  }
  return { rows, top };
}

/** Rows whose ancestors are all open, from top to bottom. */
export function openRows(
  { rows, top }: { rows: readonly TreeRow[]; top: readonly number[] },
  isOpen: (row: TreeRow) => boolean,
): number[] {
  const visible: number[] = [];
  const pending = [...top].reverse();
  while (pending.length > 0) {
    const index = pending.pop()!;
    const one = rows[index]!;
    visible.push(index);
    if (isOpen(one)) for (const child of [...one.children].reverse()) pending.push(child);
  }
  return visible;
}
