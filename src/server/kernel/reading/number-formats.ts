import { format, isDateFormat } from 'numfmt';
import { fileLimits, FileRefusal } from './limits.ts';
import type { FileCell } from './rows.ts';
import { walkXml } from './xml.ts';

/** Built-in formats of dates and times; those above 26 are of East Asia. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Format of a cell, as far as it decides what its number is. */
type Kind = { is: 'date' } | { is: 'code'; pattern: string } | null;

/** Patterns of codes: digits with fixed signs between them, such as 00000-000. Literals of a pattern are in quotes or escaped. */
function isCode(pattern: string): boolean {
  const digits = pattern.replaceAll(/"[^"]*"|\\./g, '');
  return pattern.length <= 100 && /^[0 ()/+-]*$/.test(digits) && (digits.match(/0/g)?.length ?? 0) > 1;
}

/** The formats of a workbook's cells by the numbers of their styles. */
export class NumberFormats {
  readonly #kinds: Kind[] = [];

  /** @throws FileRefusal */
  static async read(pieces: AsyncIterable<Uint8Array>): Promise<NumberFormats> {
    const formats = new NumberFormats();
    const patterns = new Map<string, string>();
    const kinds = new Map<string, Kind>();
    let inCells = false;
    const kindOf = (id: string): Kind => {
      const pattern = patterns.get(id);
      if (pattern === undefined) return isBuiltInDate(Number(id)) ? { is: 'date' } : null;
      // The sign before a section is of elapsed hours or of a colour; only letters of dates make one.
      if (pattern.length <= 255 && isDateFormat(pattern)) return { is: 'date' };
      return isCode(pattern) ? { is: 'code', pattern } : null;
    };
    const walking = walkXml(pieces, {
      open(name, attributes) {
        if (name === 'numFmt') patterns.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
        else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells) {
          const id = attributes['numFmtId'] ?? '0';
          if (!kinds.has(id)) kinds.set(id, kindOf(id));
          formats.#kinds.push(kinds.get(id)!);
        }
      },
      text() {},
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
      tooLong: () => new FileRefusal('limit.styles', { limit: fileLimits.cellBytes / (1024 * 1024) }),
    });
    for await (const _ of walking);
    return formats;
  }

  /** The value of a cell with a number, by its style. */
  cell(number: number, style: string | undefined, from1904: boolean): FileCell {
    // A spreadsheet keeps and shows 15 digits.
    const value = Number(number.toPrecision(15));
    const kind = this.#kinds[Number(style ?? 0)] ?? null;
    if (kind?.is === 'date') return sheetTime(value, from1904) ?? value;
    if (kind?.is === 'code' && Number.isInteger(value) && value >= 0)
      return { number: value, shown: format(kind.pattern, value) };
    return value;
  }
}

const DAY_MS = 86_400_000;
/** Days from 1970 to the day 0 of a spreadsheet. Those of 1900 have a 29 February, the day 60, which never was. */
const day0 = (number: number, from1904: boolean): number =>
  from1904 ? 24_107 : number < 60 ? 25_568 : 25_569;

/** The day or time that a number of a spreadsheet names; null for one that names none. */
export function sheetTime(number: number, from1904: boolean): { local: string } | null {
  // 31 December 9999 is the last day that spreadsheets have.
  if (!(number >= 0 && number < 2_958_466) || (!from1904 && number >= 60 && number < 61)) return null;
  const clock = (moment: number): string => new Date(moment).toISOString().slice(11, 19);
  // Half a second rounds up: a number has no more digits.
  const moment = Math.round((number - day0(number, from1904)) * 86_400) * 1000;
  if (number < 1 && !from1904) return { local: clock(moment + DAY_MS) };
  const iso = new Date(moment).toISOString();
  return { local: iso.slice(11, 19) === '00:00:00' ? iso.slice(0, 10) : iso.slice(0, 19) };
}
