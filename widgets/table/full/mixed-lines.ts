import { flatLines } from '../lines.ts';
import type { Lines } from '../lines.ts';
import type { Grouped } from './groups.ts';

/** A group's line with its hairline, in pixels. */
export const groupHeight = 41;
/** Of opened details that were not measured yet. */
export const guessedDetail = 160;

/** Lines of several kinds in one list of numbers: a row twice its index, its details one more, a group below zero. */
function encode(
  order: Uint32Array,
  grouped: Grouped | null,
  isOpenGroup: (key: string) => boolean,
  isOpenRow: ((row: number) => boolean) | null,
): Int32Array {
  const codes: number[] = [];
  const rows = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const row = order[at] ?? 0;
      codes.push(row * 2);
      if (isOpenRow?.(row)) codes.push(row * 2 + 1);
    }
  };
  if (!grouped) rows(0, order.length);
  let hiddenUpTo = 0;
  grouped?.groups.forEach((group, index) => {
    if (group.from < hiddenUpTo) return;
    codes.push(-1 - index);
    if (!isOpenGroup(group.key)) {
      hiddenUpTo = group.to;
      return;
    }
    const inner = grouped.groups[index + 1];
    if (!inner || inner.level <= group.level) rows(group.from, group.to);
  });
  return Int32Array.from(codes);
}

/**
 * What stands under what, with groups and opened details among the rows. Heights are summed once, so that any place of a
 * long list is found in a few steps.
 */
export function mixedLines(input: {
  order: Uint32Array;
  grouped: Grouped | null;
  isOpenGroup(key: string): boolean;
  /** Null: rows have no details. */
  isOpenRow: ((row: number) => boolean) | null;
  detailHeight(row: number): number;
  keyOfRow(row: number): string | number;
}): Lines {
  const { order, grouped, isOpenRow, detailHeight, keyOfRow } = input;
  if (!grouped && !isOpenRow) return flatLines(order.length, (line) => order[line] ?? 0);
  const codes = encode(order, grouped, input.isOpenGroup, isOpenRow);
  const count = codes.length;
  const rowsBefore = new Uint32Array(count + 1);
  const otherBefore = new Float64Array(count + 1);
  codes.forEach((code, line) => {
    const isRow = code >= 0 && code % 2 === 0;
    const other = isRow ? 0 : code < 0 ? groupHeight : detailHeight(code >> 1);
    rowsBefore[line + 1] = (rowsBefore[line] ?? 0) + (isRow ? 1 : 0);
    otherBefore[line + 1] = (otherBefore[line] ?? 0) + other;
  });
  const topOf = (line: number, rowHeight: number) =>
    (rowsBefore[line] ?? 0) * rowHeight + (otherBefore[line] ?? 0);
  return {
    count,
    kind(line) {
      const code = codes[line] ?? 0;
      if (code < 0) return 'group';
      return code % 2 === 0 ? 'row' : 'detail';
    },
    rowOf(line) {
      const code = codes[line] ?? 0;
      return code < 0 ? -1 - code : code >> 1;
    },
    keyOf(line) {
      const code = codes[line] ?? 0;
      if (code < 0) return `group${grouped?.groups[-1 - code]?.key ?? ''}`;
      return code % 2 === 0 ? null : `detail ${keyOfRow(code >> 1)}`;
    },
    topOf,
    lineAt(top, rowHeight) {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (topOf(middle + 1, rowHeight) > top) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}
