import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { formulaStart } from '../../../contracts/files/csv-write.ts';
import { countProgress } from '../../threads/thread-work.ts';
import { fileLimits, FileRefusal } from './limits.ts';
import { piecesOf, type FileSource } from './source.ts';
import { separators, type CsvOptions, type Encoding, type Separator } from './table-form.ts';
import {
  RowCollector,
  rowRefusal,
  type FileCell,
  type Notation,
  type TableEnd,
  type TableRows,
} from './rows.ts';

/** Recognises UTF-16 by its BOM, or by the zeros that it has beside the letters of a header. */
function encodingOf(head: Uint8Array): Encoding {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zerosAt = (place: 0 | 1): number =>
    head.filter((byte, at) => at % 2 === place && byte === 0).length * 4;
  if (zerosAt(1) > head.length && zerosAt(0) === 0) return 'utf-16le';
  return zerosAt(0) > head.length && zerosAt(1) === 0 ? 'utf-16be' : 'utf-8';
}

/**
 * Decodes a file piece by piece.
 * @throws FileRefusal naming the line that is in another encoding
 */
async function* decoded(
  source: FileSource,
  encoding: Encoding,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
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
      throw new FileRefusal('encoding', { row: line + (encoding === 'utf-8' ? brokenLine(piece) : 0) });
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

/** The separator of a file: the one that its first line with a text has most of, outside of quotes. */
function separatorOf(text: string): Separator {
  const header = /^.*\S.*$/m.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const counts = separators.map((separator) => header.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}

/** A first line that only names the separator, as Excel reads it and does not show it. */
const separatorLine = /^\uFEFF?"?sep=([;,\t|])"?(?:\r\n|\n|\r)/i;

/** Decimal mark of numbers by the separator: a tab says nothing of it. */
const decimalOf = (separator: Separator): Notation['decimal'] =>
  separator === ';' ? ',' : separator === ',' ? '.' : null;

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

/** Reads a text with separators. @returns what is known at its end @throws FileRefusal naming the line */
export async function* readCsv(
  source: FileSource,
  options: CsvOptions = {},
): AsyncGenerator<TableRows, TableEnd> {
  let bytes = 0;
  const encoding = options.encoding ?? encodingOf(await source.read(0, Math.min(200, source.bytes)));
  const pieces = decoded(source, encoding, (read) => (bytes = read));
  const first = await pieces.next();
  const head = first.done ? '' : first.value;
  const named = separatorLine.exec(head);
  const separator = options.separator ?? (named?.[1] as Separator | undefined) ?? separatorOf(head);
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote within a text is one: only an opening one begins a text with separators.
    relax_quotes: true,
    max_record_size: fileLimits.rowBytes,
  });
  async function* whole(): AsyncGenerator<string> {
    const guard = new LineGuard(separator);
    for (let piece = first; !piece.done; piece = await pieces.next()) {
      const text = piece === first ? piece.value.slice(named?.[0].length ?? 0) : piece.value;
      guard.check(text);
      yield text;
    }
  }
  // An error here ends the parser, and with it the loop below.
  const feeding = pipeline(Readable.from(whole()), parser).catch(() => undefined);
  const collector = new RowCollector({ decimal: decimalOf(separator), from1904: false });
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      // Lines without values count, as a spreadsheet shows them.
      row += 1;
      collector.countCells(record.length);
      const cells = new Map<number, FileCell>();
      for (const [column, text] of record.entries()) {
        if (text.trim() === '') continue;
        const cell = withoutGuard(text);
        collector.check(row, column, cell);
        cells.set(column, cell);
      }
      collector.add({ row, cells, width: record.length });
      countProgress();
      if (collector.isFull) yield collector.take(bytes);
    }
    await feeding;
    yield collector.take(bytes);
    return collector.end({ kind: 'text', encoding, separator });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw rowRefusal(row + 1);
    throw new FileRefusal('csv', { row: Number(error['lines'] ?? 1) });
  } finally {
    parser.destroy();
  }
}

/** A quote before a sign of formulas is the one that an export adds. A text file has no formulas. */
const withoutGuard = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text;
