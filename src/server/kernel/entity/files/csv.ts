import { pipeline } from 'node:stream/promises';
import { setImmediate as pause } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { formulaStart } from '../../../../contracts/files/csv-write.ts';
import { AppError } from '../../errors.ts';

/** Characters that are parsed at once. */
const PIECE = 65_536;

/** A cell of a file, with the number of its row as a person counts it: the header is row 1. */
export interface FileRow {
  row: number;
  cells: readonly FileCell[];
}

/** Text as it stands in the file, or a number, a boolean or a formula of a spreadsheet. */
export type FileCell = string | number | boolean | null | Formula;

/** A cell that a spreadsheet computes. */
export class Formula {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Line of the first byte that is no UTF-8. */
function brokenLine(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    const to = end < 0 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      return line;
    }
    from = to;
  }
  return line;
}

export interface ParsedFile {
  rows: FileRow[];
  /** Decimal mark of numbers in texts. */
  decimal: ',' | '.';
}

/**
 * Reads a CSV file in UTF-8, with or without BOM, separated by semicolons or commas.
 * @throws AppError VALIDATION_FAILED naming the line
 */
export async function parseCsv(bytes: Buffer, most: number): Promise<ParsedFile> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('VALIDATION_FAILED', {
      message: 'errors.import.encoding',
      params: { row: brokenLine(bytes) },
    });
  }
  const header = text.slice(0, text.search(/\r?\n|$/));
  const separator = header.split(';').length >= header.split(',').length && header.includes(';') ? ';' : ',';
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    to: most + 2,
    max_record_size: 1_000_000,
  });
  const rows: FileRow[] = [];
  try {
    await pipeline(pieces(text), parser, async (records: AsyncIterable<string[]>) => {
      for await (const cells of records) rows.push({ row: rows.length + 1, cells: cells.map(readCell) });
    });
    return { rows, decimal: separator === ';' ? ',' : '.' };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new AppError('VALIDATION_FAILED', {
      message: 'errors.import.csv',
      params: { row: Number(error['lines'] ?? 1) },
    });
  }
}

/** Cuts a text; the process serves others between its pieces. */
async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE);
    await pause();
  }
}

/** A quote before a sign of formulas is the one that an export adds. */
function readCell(text: string): FileCell {
  if (text.startsWith("'") && formulaStart.test(text.slice(1))) return text.slice(1);
  return text.startsWith('=') ? new Formula(text) : text;
}
