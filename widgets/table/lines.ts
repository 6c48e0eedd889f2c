/** What a line of the list is: a row, the name of a group, or the opened details of the row above it. */
export type LineKind = 'row' | 'group' | 'detail';

/** What stands one under the other, from top to bottom. Holds indices, never an object for a row out of sight. */
export interface Lines {
  count: number;
  kind(line: number): LineKind;
  /** Index of the row that the line shows or details; of a group's line the index of the group. */
  rowOf(line: number): number;
  /** Tells the lines apart for React, whatever stands before them; null: by the row's own key. */
  keyOf(line: number): string | null;
  /** Heights before a line in pixels, when rows are so many high; `count` asks for all of them. */
  topOf(line: number, rowHeight: number): number;
  /** The line at so many pixels from the top. */
  lineAt(top: number, rowHeight: number): number;
}

/** A row below the other, all of one height. */
export function flatLines(count: number, rowOf: (line: number) => number = (line) => line): Lines {
  return {
    count,
    kind: () => 'row',
    rowOf,
    keyOf: () => null,
    topOf: (line, rowHeight) => line * rowHeight,
    lineAt: (top, rowHeight) => Math.floor(top / rowHeight),
  };
}

/** Above so many lines only those in sight are drawn. */
export const windowedAbove = 100;
/** Lines drawn beyond each edge of what is in sight, so that a small scroll meets them drawn. */
const margin = 6;
/** However high the window: with the head and a line that holds the focus at most 60 rows stand in the document. */
const most = 56;

/** Which lines to draw: `from` up to `to`, and `pinned` apart from them (it holds the focus), -1: none. */
export interface Window {
  from: number;
  to: number;
  pinned: number;
}

/** The lines to draw of a list scrolled to `top` with `height` pixels in sight. */
export function windowOf(
  lines: Lines,
  rowHeight: number,
  top: number,
  height: number,
  focused: number,
): Window {
  if (lines.count <= windowedAbove) return { from: 0, to: lines.count, pinned: -1 };
  const first = Math.min(lines.lineAt(Math.max(0, top), rowHeight), lines.count - 1);
  const last = lines.lineAt(Math.max(0, top) + height, rowHeight);
  const from = Math.max(0, first - margin);
  const to = Math.min(lines.count, last + 1 + margin, from + most);
  const outside = focused >= 0 && focused < lines.count && (focused < from || focused >= to);
  return { from, to, pinned: outside ? focused : -1 };
}
