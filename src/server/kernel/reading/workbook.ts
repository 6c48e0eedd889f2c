import { columnIndex, fileLimits, FileRefusal, inMb } from './limits.ts';
import { MergedCells } from './merged-cells.ts';
import { NumberFormats } from './number-formats.ts';
import { cellRefusal, RowCollector, type FileCell, type TableEnd, type TableRows } from './rows.ts';
import type { FileSource } from './source.ts';
import { SharedTexts } from './shared-texts.ts';
import { findWorkbookParts } from './workbook-parts.ts';
import { walkXml } from './xml.ts';
import { unpack } from './zip.ts';

const damaged = (): FileRefusal => new FileRefusal('xlsx');

/** Last row of a sheet, and the columns of a reference such as AB7. */
const MOST_ROWS = 1_048_576;
const reference = /^([A-Z]{1,3})[1-9]\d{0,6}$/;

/** Index of the column of a cell's reference: of A1 it is 0, of AB7 27. */
function columnOf(written: string | undefined, next: number): number {
  const letters = reference.exec(written ?? '')?.[1];
  return letters === undefined ? next : columnIndex(letters);
}

/** Characters that XML cannot hold are written as _x000D_, and such a text itself with its underscore as one. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/**
 * Reads a sheet of a workbook.
 * @param options.sheet its place among the tables; the first visible one without it
 * @returns what is known at its end
 * @throws FileRefusal
 */
export async function* readWorkbook(
  source: FileSource,
  options: { sheet?: number } = {},
): AsyncGenerator<TableRows, TableEnd> {
  const parts = await findWorkbookParts(source, options.sheet);
  let bytes = 0;
  async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
  }
  const shared = parts.texts ? await readTexts(counted(unpack(source, parts.texts))) : new SharedTexts();
  const formats = parts.styles
    ? await NumberFormats.read(counted(unpack(source, parts.styles)))
    : new NumberFormats();
  const merged = await MergedCells.read(unpack(source, parts.sheet));
  const { from1904 } = parts;
  const collector = new RowCollector({ decimal: null, from1904 });
  let row = 0;
  let cells = new Map<number, FileCell>();
  let next = 0;
  let cell: OpenCell | null = null;
  let reading = false;
  // The reading of an East Asian text stands within it.
  let inReading = false;
  const walking = walkXml(counted(unpack(source, parts.sheet)), {
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
        cell = {
          column,
          type: attributes['t'] ?? 'n',
          style: attributes['s'],
          text: '',
          isFormula: false,
        };
      } else if (name === 'f' && cell) cell.isFormula = true;
      else if (name === 'rPh') inReading = true;
      // A cell may have a value beside its own text, which is the one that counts.
      reading = !inReading && name === (cell?.type === 'inlineStr' ? 't' : 'v');
    },
    text(text) {
      if (!reading || !cell) return;
      cell.text += text;
      if (cell.text.length > fileLimits.cellBytes) throw cellRefusal(row, cell.column);
    },
    close(name) {
      reading = false;
      if (name === 'rPh') inReading = false;
      else if (name === 'c' && cell) {
        const value = valueOf(cell, shared, formats, from1904);
        if (value !== null) {
          collector.check(row, cell.column, value);
          cells.set(cell.column, value);
        }
        cell = null;
      } else if (name === 'row') {
        merged.fill(row, cells);
        collector.add({ row, cells });
        cells = new Map();
      }
    },
    tooLong: () => cellRefusal(Math.max(row, 1), cell?.column ?? 0),
  });
  for await (const _ of walking) if (collector.isFull) yield collector.take(bytes);
  yield collector.take(bytes);
  return collector.end({ kind: 'workbook', sheets: parts.names, sheet: parts.place });
}

interface OpenCell {
  column: number;
  type: string;
  style: string | undefined;
  text: string;
  isFormula: boolean;
}

async function readTexts(pieces: AsyncIterable<Uint8Array>): Promise<SharedTexts> {
  const texts = new SharedTexts();
  let current = '';
  let inText = false;
  let inReading = false;
  const refusal = (): FileRefusal =>
    new FileRefusal('limit.sharedText', { limit: inMb(fileLimits.cellBytes) });
  const walking = walkXml(pieces, {
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 'rPh') inReading = true;
      inText = name === 't' && !inReading;
    },
    text: (text) => {
      if (!inText) return;
      current += text;
      if (current.length > fileLimits.cellBytes) throw refusal();
    },
    close: (name) => {
      if (name === 'si') texts.add(unescaped(current));
      else if (name === 'rPh') inReading = false;
      inText = false;
    },
    tooLong: refusal,
  });
  for await (const _ of walking);
  return texts;
}

/** A text, or null for space alone. */
const withText = (text: string): string | null => (text.trim() === '' ? null : text);

/** The value of a cell, also of one that was computed: the file has what its spreadsheet showed last. */
function valueOf(
  { type, text, isFormula, style }: OpenCell,
  shared: SharedTexts,
  formats: NumberFormats,
  from1904: boolean,
): FileCell | null {
  if (text.trim() === '') return isFormula ? { formula: '' } : null;
  switch (type) {
    case 's':
      return withText(shared.get(Number(text)));
    case 'b':
      return text === '1' || text === 'true';
    case 'e':
      return { error: text };
    case 'd':
      return { local: text.replace(/T00:00:00(?:\.0+)?$/, '').slice(0, 19) };
    case 'n': {
      const number = Number(text);
      if (!Number.isFinite(number)) throw damaged();
      return formats.cell(number, style, from1904);
    }
    default:
      return withText(unescaped(text));
  }
}
