const MB = 1024 * 1024;

/** Limits of a file to import, whoever reads it. */
export const fileLimits = {
  /** Rows of a table beside its header. */
  rows: 200_000,
  /** Position of the last column with a value. */
  columns: 1000,
  /** Cells of a table, those of a text file also when they are empty. */
  cells: 20_000_000,
  /** Of one cell, or one text of a JSON file. */
  cellBytes: MB,
  rowBytes: 8 * MB,
  /** The texts that a workbook keeps apart from its cells. */
  textBytes: 64 * MB,
  /** How many times larger than the file a part of it may be once it is unpacked; parts up to `ratioFrom` may be any. */
  ratio: 200,
  ratioFrom: MB,
  /** Files in a ZIP file. */
  entries: 5000,
  /** Levels of elements, objects and lists. */
  depth: 100,
  /** Values of a JSON file. */
  values: 1_000_000,
  /** Of one object in it. The table of a wider one is allocated at once, and failing that ends the process, not the thread. */
  members: 10_000,
} as const;

/** Part of a table that a request keeps. A larger one is imported by a job, which keeps a part of the rows at a time. */
export const requestLimits = { rows: 5000, cells: 500_000, bytes: 32 * MB } as const;

/** Heap of a thread that reads files. */
export const READING_MEMORY_MB = 192;

/** A file that is not read: which limit it exceeds, or what is wrong with it. */
export class FileRefusal extends Error {
  /** Below `errors.import`. */
  readonly key: string;
  readonly params: Record<string, string | number>;

  constructor(key: string, params: Record<string, string | number> = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

/** The limits of bytes as messages name them. */
export const inMb = (bytes: number): number => Math.floor(bytes / MB);

/** The name of a column as spreadsheets show it: 0 is A, 27 is AB. */
export function columnName(index: number): string {
  let name = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  return name;
}

/** The index of a column by the letters that spreadsheets show: A is 0, AB is 27. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}
