import { columnName, fileLimits, FileRefusal, inMb } from './limits.ts';

/** A cell that a spreadsheet computes. */
export interface Formula {
  formula: string;
}

/** Text as it stands in the file, or a number, a boolean or a formula of a spreadsheet. */
export type FileCell = string | number | boolean | Formula;

/** A row with the number that a person counts, the header being 1, and its cells that are not empty, by their columns. */
export interface FileRow {
  row: number;
  cells: ReadonlyMap<number, FileCell>;
}

/** Rows that are read together. */
export interface TableRows {
  rows: FileRow[];
  /** Bytes of the file that were read until here, unpacked. */
  bytes: number;
  /** Decimal mark of numbers in texts. */
  decimal: ',' | '.';
}

export const isFormula = (cell: FileCell | null | undefined): cell is Formula =>
  typeof cell === 'object' && cell !== null;

/** Collects rows of a table while it is read, and holds them to the limits. */
export class RowCollector {
  #rows: FileRow[] = [];
  #count = 0;
  #cells = 0;
  /** Of the row that is being read. */
  #bytes = 0;
  /** Of the collected rows. */
  #pending = 0;

  /** Counts cells, empty ones too. @throws FileRefusal */
  countCells(count: number): void {
    this.#cells += count;
    if (this.#cells > fileLimits.cells) throw new FileRefusal('limit.cells', { limit: fileLimits.cells });
  }

  /** Checks a cell before it is kept. @throws FileRefusal */
  check(row: number, column: number, cell: FileCell): void {
    if (column >= fileLimits.columns)
      throw new FileRefusal('limit.columns', { limit: fileLimits.columns, row });
    const text = typeof cell === 'string' ? cell : isFormula(cell) ? cell.formula : '';
    const bytes = Buffer.byteLength(text);
    this.#bytes += bytes;
    if (bytes > fileLimits.cellBytes) throw cellRefusal(row, column);
    if (this.#bytes > fileLimits.rowBytes) throw rowRefusal(row);
  }

  /** Adds a row whose cells were checked. */
  add(row: FileRow): void {
    this.#pending += this.#bytes;
    this.#bytes = 0;
    this.#count += 1;
    if (this.#count > fileLimits.rows + 1) throw new FileRefusal('tooMany', { limit: fileLimits.rows });
    this.#rows.push(row);
  }

  /** Rows that were read. */
  get count(): number {
    return this.#count;
  }

  /** Whether there are enough rows to hand over. */
  get isFull(): boolean {
    return this.#rows.length >= 250 || this.#pending > 1_000_000;
  }

  /** Hands the rows over. */
  take(bytes: number, decimal: TableRows['decimal']): TableRows {
    const rows = this.#rows;
    this.#rows = [];
    this.#pending = 0;
    return { rows, bytes, decimal };
  }
}

export const cellRefusal = (row: number, column: number): FileRefusal =>
  new FileRefusal('limit.cell', { limit: inMb(fileLimits.cellBytes), cell: `${columnName(column)}${row}` });

export const rowRefusal = (row: number): FileRefusal =>
  new FileRefusal('limit.row', { limit: inMb(fileLimits.rowBytes), row });
