import { columnName, fileLimits, FileRefusal, inMb } from './limits.ts';
import type { TableForm } from './table-form.ts';

/** A cell that a spreadsheet computes, and whose value the file does not have. */
export interface Formula {
  formula: string;
}

/** An error value of a spreadsheet, such as #N/A. */
export interface ErrorValue {
  error: string;
}

/** A day or a time of a spreadsheet, which has no zone: YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SS. */
export interface SheetTime {
  local: string;
}

/** A number that a spreadsheet shows with other signs than its digits, such as 00123 or 123.456.789-09. */
export interface ShownNumber {
  number: number;
  shown: string;
}

/** Text as it stands in the file, or what a cell of a spreadsheet holds. */
export type FileCell = string | number | boolean | Formula | ErrorValue | SheetTime | ShownNumber;

/** A row with the number that a spreadsheet shows beside it, the first being 1, and its cells that are not empty, by their columns. */
export interface FileRow {
  row: number;
  cells: ReadonlyMap<number, FileCell>;
  /** Cells of the row in a text file, empty ones too; a workbook has no such number. */
  width?: number;
}

/** How a file writes values, beside what each cell says by itself. */
export interface Notation {
  /** Decimal mark of numbers in texts; null when nothing says it. */
  decimal: ',' | '.' | null;
  /** Whether its days count from 1904, as in workbooks of older Macs. */
  from1904: boolean;
}

/** Rows that are read together. */
export interface TableRows {
  rows: FileRow[];
  /** Bytes of the file that were read until here, unpacked. */
  bytes: number;
  notation: Notation;
}

/** The facts of a table that are known once all of it is read. */
export interface TableEnd {
  form: TableForm;
  /** Its rows, the header being one. */
  rows: number;
  /** Columns whose dates put the month first: one has a day above 12 in its second place, and none in its first. */
  monthFirst: number[];
}

/** The rule that a cell breaks which has no value to read, as a key below `errors.import`. */
export function unreadable(cell: FileCell | null | undefined): 'formula' | 'errorValue' | null {
  if (typeof cell !== 'object' || cell === null) return null;
  if ('formula' in cell) return 'formula';
  return 'error' in cell ? 'errorValue' : null;
}

/** The rule that the shape of a row breaks, as a key below `errors.import` with its parameters; null for none. */
export function shapeRule(
  { cells, width }: FileRow,
  titled: readonly boolean[],
): { key: 'beyond' | 'fewer'; params: Record<string, string | number> } | null {
  const beyond = [...cells.keys()].find((at) => titled[at] !== true);
  if (beyond !== undefined) return { key: 'beyond', params: { column: columnName(beyond) } };
  const columns = titled.lastIndexOf(true) + 1;
  if (width === undefined || width >= columns) return null;
  return { key: 'fewer', params: { cells: width, columns } };
}

/** A cell as a person reads it; one without a value to read is empty. */
export function cellText(cell: FileCell | null | undefined): string {
  if (cell === null || cell === undefined || unreadable(cell)) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('shown' in cell) return cell.shown;
  return 'local' in cell ? cell.local.replace('T', ' ') : '';
}

/** A date in numbers: two of at most two digits before the year. */
const shortDate = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2}(?:\d{2})?(?:\D|$)/;

/** Collects rows of a table while it is read, and holds them to the limits. */
export class RowCollector {
  #rows: FileRow[] = [];
  #count = 0;
  #cells = 0;
  /** Of the row that is being read. */
  #bytes = 0;
  /** Of the collected rows. */
  #pending = 0;
  readonly #notation: Notation;
  readonly #monthFirst = new Set<number>();
  readonly #dayFirst = new Set<number>();

  constructor(notation: Notation) {
    this.#notation = notation;
  }

  /** Counts cells, empty ones too. @throws FileRefusal */
  countCells(count: number): void {
    this.#cells += count;
    if (this.#cells > fileLimits.cells) throw new FileRefusal('limit.cells', { limit: fileLimits.cells });
  }

  /** Checks a cell before it is kept. @throws FileRefusal */
  check(row: number, column: number, cell: FileCell): void {
    if (column >= fileLimits.columns)
      throw new FileRefusal('limit.columns', { limit: fileLimits.columns, row });
    const text = typeof cell === 'string' ? cell : '';
    const bytes = Buffer.byteLength(text);
    this.#bytes += bytes;
    if (bytes > fileLimits.cellBytes) throw cellRefusal(row, column);
    if (this.#bytes > fileLimits.rowBytes) throw rowRefusal(row);
    if (text.length <= 40) this.#noteDate(column, text);
  }

  #noteDate(column: number, text: string): void {
    const parts = shortDate.exec(text);
    if (!parts) return;
    const [first, second] = [Number(parts[1]), Number(parts[2])];
    if (first <= 12 && second > 12) this.#monthFirst.add(column);
    if (first > 12 && second <= 12) this.#dayFirst.add(column);
  }

  /** Adds a row whose cells were checked; one without values is none. */
  add(row: FileRow): void {
    if (row.cells.size === 0) return;
    this.#pending += this.#bytes;
    this.#bytes = 0;
    this.#count += 1;
    if (this.#count > fileLimits.rows + 1) throw new FileRefusal('tooMany', { limit: fileLimits.rows });
    this.#rows.push(row);
  }

  /** Whether there are enough rows to hand over. */
  get isFull(): boolean {
    return this.#rows.length >= 250 || this.#pending > 1_000_000;
  }

  /** Hands the rows over. */
  take(bytes: number): TableRows {
    const rows = this.#rows;
    this.#rows = [];
    this.#pending = 0;
    return { rows, bytes, notation: this.#notation };
  }

  end(form: TableForm): TableEnd {
    const monthFirst = [...this.#monthFirst].filter((column) => !this.#dayFirst.has(column));
    return { form, rows: this.#count, monthFirst };
  }
}

export const cellRefusal = (row: number, column: number): FileRefusal =>
  new FileRefusal('limit.cell', { limit: inMb(fileLimits.cellBytes), cell: `${columnName(column)}${row}` });

export const rowRefusal = (row: number): FileRefusal =>
  new FileRefusal('limit.row', { limit: inMb(fileLimits.rowBytes), row });
