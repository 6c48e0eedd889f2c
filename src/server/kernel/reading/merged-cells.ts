import { columnIndex, FileRefusal } from './limits.ts';
import type { FileCell } from './rows.ts';

/** Cells below each other that a sheet shows as one. */
interface Area {
  column: number;
  from: number;
  to: number;
  value: FileCell | undefined;
}

const WORD = 'sheetData';
/** Signs at the end of a piece that may begin a tag. */
const KEPT = 100;
const rowsEnd = /<\/(?:[\w.-]{1,60}:)?sheetData\s*>/;
const mergeCell = /<(?:[\w.-]+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
/** Bytes after the rows of a sheet that are searched; an area takes 30. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The areas of a sheet that span rows. They stand after its rows, so they are looked for before these are read. */
export class MergedCells {
  /** The last area begins first. */
  readonly #waiting: Area[];
  #open: Area[] = [];
  #header = 0;

  private constructor(areas: Area[]) {
    this.#waiting = areas.sort((one, other) => other.from - one.from);
  }

  /** Finds the areas of a sheet. The reading of its rows meets what is wrong with it. */
  static async read(pieces: AsyncIterable<Uint8Array>): Promise<MergedCells> {
    // Before the end of the rows: the last signs of what was read. After it: all of it.
    let kept = '';
    let isAfter = false;
    try {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
        // Most pieces have rows alone, and finding no word in bytes takes a tenth of reading them as text.
        const isOfRows = !isAfter && bytes.indexOf(WORD) < 0;
        kept += bytes.toString('latin1', 0, isOfRows ? KEPT : bytes.length);
        const end: number = isAfter ? 0 : kept.search(rowsEnd);
        isAfter = end >= 0;
        if (isAfter) kept = `${kept.slice(end)}${isOfRows ? bytes.toString('latin1', KEPT) : ''}`;
        else kept = bytes.length > KEPT ? bytes.toString('latin1', bytes.length - KEPT) : kept.slice(-KEPT);
        if (kept.length > MOST_BYTES) break;
      }
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
    }
    const areas = [...(isAfter ? kept : '').matchAll(mergeCell)].map(([, letters, from, to]): Area => ({
      column: columnIndex(letters!),
      from: Number(from),
      to: Number(to),
      value: undefined,
    }));
    return new MergedCells(areas.filter(({ from, to }) => to > from));
  }

  /** Gives the cells of a row what the first row of their area has. A title over two rows is none of the second one. */
  fill(row: number, cells: Map<number, FileCell>): void {
    if (cells.size === 0) return;
    this.#header ||= row;
    while (this.#waiting.length > 0 && this.#waiting.at(-1)!.from <= row) {
      const area = this.#waiting.pop()!;
      if (area.from > this.#header) this.#open.push(area);
    }
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter(({ to }) => to >= row);
    for (const area of this.#open) {
      if (row === area.from) area.value = cells.get(area.column);
      else if (area.value !== undefined && !cells.has(area.column)) cells.set(area.column, area.value);
    }
  }
}
