import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { formulaStart } from '../../../contracts/files/csv-write.ts';
import { countProgress } from '../../threads/thread-work.ts';
import { fileLimits, FileRefusal } from './limits.ts';
import { piecesOf, type FileSource } from './source.ts';
import { RowCollector, rowRefusal, type FileCell, type TableRows } from './rows.ts';

/**
 * Decodes a file in UTF-8, with or without BOM, piece by piece.
 * @throws FileRefusal naming the line that is in another encoding
 */
async function* decoded(source: FileSource, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let read = 0;
  for await (const piece of piecesOf(source)) {
    read += piece.length;
    try {
      const text = decoder.decode(piece, { stream: read < source.bytes });
      onBytes(read);
      countProgress();
      yield text;
    } catch {
      throw new FileRefusal('encoding', { row: line + brokenLine(piece) });
    }
    line += countLines(piece, piece.length);
  }
}

function countLines(bytes: Uint8Array, end: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < end; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}

/** Lines of a piece before the first byte that is no UTF-8; a character that began in the piece before it counts as none. */
function brokenLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // At most three bytes of a piece belong to a character that began before it.
  let at = 0;
  while (at < 3 && (bytes[at]! & 0xc0) === 0x80) at += 1;
  for (let lines = 0; at < bytes.length; lines += 1) {
    const end = bytes.indexOf(0x0a, at);
    const to = end < 0 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(at, to));
    } catch {
      return lines;
    }
    at = to;
  }
  return 0;
}

/** The separator of a file by its first line. */
function separatorOf(text: string): ';' | ',' {
  const header = text.slice(0, text.search(/\r?\n|$/));
  return header.split(';').length >= header.split(',').length && header.includes(';') ? ';' : ',';
}

/**
 * Refuses a line with far more cells than any sheet has: the parser would collect millions of them before it hands the row over.
 */
class LineGuard {
  readonly #separator: number;
  #isQuoted = false;
  #separators = 0;
  #row = 1;

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  /** @throws FileRefusal */
  check(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (this.#isQuoted) continue;
      else if (code === this.#separator) this.#separators += 1;
      else if (code === LINE_END) {
        this.#separators = 0;
        this.#row += 1;
      }
    }
    if (this.#separators > MOST_COLUMNS)
      throw new FileRefusal('limit.columns', { limit: fileLimits.columns, row: this.#row });
  }
}

/** Columns of a sheet of Excel. */
const MOST_COLUMNS = 16_384;
const QUOTE = 0x22;
const LINE_END = 0x0a;

/** Reads a text in UTF-8, separated by semicolons or commas. @returns its rows @throws FileRefusal naming the line */
export async function* readCsv(source: FileSource): AsyncGenerator<TableRows, number> {
  let bytes = 0;
  const pieces = decoded(source, (read) => (bytes = read));
  const first = await pieces.next();
  const separator = separatorOf(first.done ? '' : first.value);
  const decimal = separator === ';' ? ',' : '.';
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: fileLimits.rowBytes,
  });
  async function* whole(): AsyncGenerator<string> {
    const guard = new LineGuard(separator);
    for (let piece = first; !piece.done; piece = await pieces.next()) {
      guard.check(piece.value);
      yield piece.value;
    }
  }
  // An error here ends the parser, and with it the loop below.
  const feeding = pipeline(Readable.from(whole()), parser).catch(() => undefined);
  const collector = new RowCollector();
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      collector.countCells(record.length);
      const cells = new Map<number, FileCell>();
      for (const [column, text] of record.entries()) {
        if (text === '') continue;
        const cell = readCell(text);
        collector.check(row, column, cell);
        cells.set(column, cell);
      }
      collector.add({ row, cells });
      countProgress();
      if (collector.isFull) yield collector.take(bytes, decimal);
    }
    await feeding;
    yield collector.take(bytes, decimal);
    return collector.count;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw rowRefusal(row + 1);
    throw new FileRefusal('csv', { row: Number(error['lines'] ?? 1) });
  } finally {
    parser.destroy();
  }
}

/** A quote before a sign of formulas is the one that an export adds. */
function readCell(text: string): FileCell {
  if (text.startsWith("'") && formulaStart.test(text.slice(1))) return text.slice(1);
  return text.startsWith('=') ? { formula: text } : text;
}
