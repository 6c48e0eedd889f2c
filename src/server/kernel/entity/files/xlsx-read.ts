import { setImmediate as pause } from 'node:timers/promises';
import { Unzip, UnzipInflate } from 'fflate';
import { SaxesParser } from 'saxes';
import { AppError } from '../../errors.ts';
import { Formula, type FileCell, type FileRow, type ParsedFile } from './csv.ts';

/** Bytes of a part of a workbook once it is unpacked. A bomb ends here. */
const UNPACKED = 256 * 1024 * 1024;

const bad = (key: string, params: Record<string, number> = {}): AppError =>
  new AppError('VALIDATION_FAILED', { message: `errors.import.${key}`, params });

const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';
/** Bytes that are unpacked at once; the process serves others between them. */
const PIECE = 65_536;

interface Handlers {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * Unpacks a part of the workbook and calls back for each element and its text, without keeping the part. Documents have no
 * entities of their own: the parser expands none.
 * @returns whether there is such a part
 */
async function walk(bytes: Buffer, part: string, on: Handlers): Promise<boolean> {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) =>
    on.open(name.replace(/^.*:/, ''), attributes as Record<string, string>),
  );
  parser.on('text', (text) => on.text(text));
  parser.on('closetag', ({ name }) => on.close(name.replace(/^.*:/, '')));
  parser.on('error', () => {
    throw bad('xlsx');
  });
  const decoder = new TextDecoder();
  let isFound = false;
  let size = 0;
  let failure: unknown = null;
  const unzip = new Unzip((file) => {
    if (file.name !== part || isFound) return;
    isFound = true;
    file.ondata = (error, chunk, isLast) => {
      if (failure !== null) return;
      try {
        if (error) throw error;
        size += chunk.length;
        if (size > UNPACKED) throw bad('xlsxSize');
        parser.write(decoder.decode(chunk, { stream: !isLast }));
        if (isLast) parser.close();
      } catch (thrown) {
        failure = thrown;
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    // In pieces, so that a bomb is met before it is unpacked.
    for (let from = 0; from < bytes.length; from += PIECE) {
      unzip.push(bytes.subarray(from, from + PIECE), from + PIECE >= bytes.length);
      if (failure !== null) throw failure;
      await pause();
    }
  } catch (error) {
    throw error instanceof AppError ? error : bad('xlsx');
  }
  return isFound;
}

async function sharedTexts(bytes: Buffer): Promise<string[]> {
  const texts: string[] = [];
  let current = '';
  let inText = false;
  await walk(bytes, TEXTS, {
    open: (name) => {
      if (name === 'si') current = '';
      inText = name === 't';
    },
    text: (text) => {
      if (inText) current += text;
    },
    close: (name) => {
      if (name === 'si') texts.push(current);
      inText = false;
    },
  });
  return texts;
}

/** Index of a column from a cell's reference: A1 is 0, AB7 is 27. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return next;
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/**
 * Reads the first sheet of a workbook.
 * @throws AppError VALIDATION_FAILED for a file that is no workbook
 */
export async function parseXlsx(bytes: Buffer, most: number): Promise<ParsedFile> {
  const shared = await sharedTexts(bytes);
  const rows: FileRow[] = [];
  let cells: FileCell[] = [];
  let row = 0;
  let cell = { column: 0, type: '', text: '', formula: false };
  let reading = false;
  const isFound = await walk(bytes, SHEET, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1);
        cells = [];
      } else if (name === 'c') {
        cell = {
          column: columnOf(attributes['r'], cells.length),
          type: attributes['t'] ?? 'n',
          text: '',
          formula: false,
        };
        if (cell.column > 1000) throw bad('xlsx');
      } else if (name === 'f') cell.formula = true;
      reading = name === 'v' || name === 't';
    },
    text(text) {
      if (reading) cell.text += text;
    },
    close(name) {
      reading = false;
      if (name === 'c') {
        while (cells.length < cell.column) cells.push(null);
        cells[cell.column] = valueOf(cell, shared);
      } else if (name === 'row' && cells.some((one) => one !== null)) {
        // One more than fits, so that the caller sees that there are too many.
        if (rows.length < most + 2) rows.push({ row, cells });
      }
    },
  });
  if (!isFound) throw bad('xlsx');
  return { rows, decimal: '.' };
}

function valueOf(
  { type, text, formula }: { type: string; text: string; formula: boolean },
  shared: readonly string[],
): FileCell {
  if (formula) return new Formula(text);
  if (text === '') return null;
  if (type === 's') return shared[Number(text)] ?? null;
  if (type === 'b') return text === '1';
  if (type === 'n') return Number(text);
  return text;
}
