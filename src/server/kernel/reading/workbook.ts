import { fileLimits, FileRefusal, inMb } from './limits.ts';
import { cellRefusal, RowCollector, type FileCell, type TableRows } from './rows.ts';
import type { FileSource } from './source.ts';
import { SharedTexts } from './shared-texts.ts';
import { walkXml } from './xml.ts';
import { readZip, unpack } from './zip.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';

const damaged = (): FileRefusal => new FileRefusal('xlsx');

/** Last row of a sheet, and the columns of a reference such as AB7. */
const MOST_ROWS = 1_048_576;
const reference = /^([A-Z]{1,3})[1-9]\d{0,6}$/;

/** Index of a column from a cell's reference: A1 is 0, AB7 is 27. */
function columnOf(written: string | undefined, next: number): number {
  const letters = reference.exec(written ?? '')?.[1];
  if (letters === undefined) return next;
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** Reads the first sheet of a workbook. @returns its rows @throws FileRefusal */
export async function* readWorkbook(source: FileSource): AsyncGenerator<TableRows, number> {
  const parts = await readZip(source);
  const sheet = parts.get(SHEET);
  if (!sheet) throw damaged();
  let bytes = 0;
  async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
  }
  const texts = parts.get(TEXTS);
  const shared = texts ? await readTexts(counted(unpack(source, texts))) : new SharedTexts();
  const collector = new RowCollector();
  let row = 0;
  let cells = new Map<number, FileCell>();
  let next = 0;
  let cell: OpenCell | null = null;
  let reading = false;
  const walking = walkXml(counted(unpack(source, sheet)), {
    open(name, attributes) {
      if (name === 'row') {
        const number = Number(attributes['r'] ?? row + 1);
        if (!Number.isInteger(number) || number < 1 || number > MOST_ROWS) throw damaged();
        row = number;
        cells = new Map();
        next = 0;
      } else if (name === 'c') {
        collector.countCells(1);
        const column = columnOf(attributes['r'], next);
        next = column + 1;
        cell = { column, type: attributes['t'] ?? 'n', text: '', isFormula: false };
      } else if (name === 'f' && cell) cell.isFormula = true;
      reading = name === 'v' || name === 't';
    },
    text(text) {
      if (!reading || !cell) return;
      cell.text += text;
      if (cell.text.length > fileLimits.cellBytes) throw cellRefusal(row, cell.column);
    },
    close(name) {
      reading = false;
      if (name === 'c' && cell) {
        const value = valueOf(cell, shared);
        if (value !== null) {
          collector.check(row, cell.column, value);
          cells.set(cell.column, value);
        }
        cell = null;
      } else if (name === 'row') {
        if (cells.size > 0) collector.add({ row, cells });
        cells = new Map();
      }
    },
    tooLong: () => cellRefusal(Math.max(row, 1), cell?.column ?? 0),
  });
  for await (const _ of walking) if (collector.isFull) yield collector.take(bytes, '.');
  yield collector.take(bytes, '.');
  return collector.count;
}

interface OpenCell {
  column: number;
  type: string;
  text: string;
  isFormula: boolean;
}

async function readTexts(pieces: AsyncIterable<Uint8Array>): Promise<SharedTexts> {
  const texts = new SharedTexts();
  let current = '';
  let inText = false;
  const refusal = (): FileRefusal =>
    new FileRefusal('limit.sharedText', { limit: inMb(fileLimits.cellBytes) });
  const walking = walkXml(pieces, {
    open: (name) => {
      if (name === 'si') current = '';
      inText = name === 't';
    },
    text: (text) => {
      if (!inText) return;
      current += text;
      if (current.length > fileLimits.cellBytes) throw refusal();
    },
    close: (name) => {
      if (name === 'si') texts.add(current);
      inText = false;
    },
    tooLong: refusal,
  });
  for await (const _ of walking);
  return texts;
}

function valueOf({ type, text, isFormula }: OpenCell, shared: SharedTexts): FileCell | null {
  if (isFormula) return { formula: text };
  if (text === '') return null;
  if (type === 's') return shared.get(Number(text)) || null;
  if (type === 'b') return text === '1';
  if (type === 'n') return Number(text);
  return text;
}
