import { languages, localeOf } from '../../../contracts/language.ts';
import { foldText } from '../../../contracts/text.ts';
import { momentOf, wallTime } from '../../../contracts/zoned-time.ts';
import { sheetTime } from './number-formats.ts';
import { cellText, unreadable, type FileCell, type Notation } from './rows.ts';

/** How the cells of a column are read. */
export interface CellReading extends Notation {
  /** Whether dates of two numbers and a year put the month first. */
  monthFirst: boolean;
  /** Zone of times that name none. */
  timeZone: string;
}

/** A cell that is no value of its field. */
export class BadCell extends Error {
  /** A key below `errors.import`. */
  readonly rule: string;

  constructor(rule: string) {
    super(rule);
    this.rule = rule;
  }
}

/** Date and time as a file has them; without a zone they are on the clocks of the tenant. */
interface WrittenTime {
  year: number;
  month: number;
  day: number;
  /** Absent for a day. */
  clock?: { hour: number; minute: number; second: number };
  /** Minutes from UTC. */
  offset?: number;
}

/** Names of months in all languages, long and short, folded. */
const monthNames: ReadonlyMap<string, number> = new Map(
  languages.flatMap((lang) =>
    (['long', 'short'] as const).flatMap((month) => {
      const named = new Intl.DateTimeFormat(localeOf[lang], { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at): [string, number] => [
        foldText(named.format(Date.UTC(2026, at, 15))).replaceAll(/[^a-z]/g, ''),
        at + 1,
      ]);
    }),
  ),
);

/** The month of a name or of its first letters, three at least; null for none. */
function monthOf(name: string): number | null {
  const wanted = foldText(name);
  const exact = monthNames.get(wanted);
  if (exact !== undefined || wanted.length < 3) return exact ?? null;
  const found = new Set(
    [...monthNames].filter(([known]) => known.startsWith(wanted)).map(([, month]) => month),
  );
  return found.size === 1 ? [...found][0]! : null;
}

const clock = String.raw`(?:(?:T|[\s,]+(?:[àa]s\s+|at\s+|a\s+las\s+)?)(?<hour>\d{1,2})[:h](?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?\s*(?<half>[ap]\.?\s?m\.?)?\s*(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const dates = [
  String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`(?<first>\d{1,2})[/.-](?<second1>\d{1,2})[/.-](?<year>\d{4}|\d{2})`,
  String.raw`(?<day>\d{1,2})(?:º|\.|st|nd|rd|th)?[\s/-]*(?:de\s+)?(?<name>\p{L}{3,})\.?[\s/,-]*(?:del?\s+)?(?<year>\d{4}|\d{2})`,
  String.raw`(?<name>\p{L}{3,})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
].map((date) => new RegExp(`^${date}${clock}$`, 'iu'));

/** Years of two digits are the nearest ones: from 1950 to 2049, as spreadsheets have them. */
const fullYear = (written: string): number =>
  written.length > 2 ? Number(written) : Number(written) + (Number(written) < 50 ? 2000 : 1900);

/** Reads a date, with or without a time; null for what is none. */
function parseTime(text: string, monthFirst: boolean): WrittenTime | null {
  const written = text.trim();
  // The longest one has some fifty signs.
  if (written.length > 80) return null;
  for (const date of dates) {
    const parts = date.exec(written)?.groups;
    if (!parts) continue;
    const order = monthFirst ? [parts['second1'], parts['first']] : [parts['first'], parts['second1']];
    const day = Number(parts['day'] ?? order[0]);
    const month = parts['name'] === undefined ? Number(parts['month'] ?? order[1]) : monthOf(parts['name']);
    if (month === null) return null;
    const time: WrittenTime = { year: fullYear(parts['year']!), month, day };
    return isDay(time) ? withClock(time, parts) : null;
  }
  return null;
}

function isDay({ year, month, day }: WrittenTime): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  // Date.UTC moves 30 February into March.
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function withClock(
  time: WrittenTime,
  { hour, minute, second = '0', half, zone }: Record<string, string | undefined>,
): WrittenTime | null {
  if (hour === undefined) return time;
  const isAfternoon = /^p/i.test(half ?? '');
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59 || (half !== undefined && Number(hour) > 12))
    return null;
  const signed = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  const offset = signed ? Number(`${signed[1]}1`) * (Number(signed[2]) * 60 + Number(signed[3])) : 0;
  return {
    ...time,
    clock: { hour: hours, minute: Number(minute), second: Number(second) },
    ...(zone === undefined ? {} : { offset }),
  };
}

/** The date or time of a cell, as the file has it. @throws BadCell */
function writtenTime(cell: FileCell, reading: CellReading): WrittenTime {
  const number = typeof cell === 'number' ? sheetTime(cell, reading.from1904) : null;
  const text = number
    ? number.local
    : typeof cell === 'number' || typeof cell === 'boolean'
      ? ''
      : cellText(cell);
  const time = parseTime(text, reading.monthFirst);
  if (!time) throw new BadCell('date');
  return time;
}

/** @throws BadCell for a cell without a value to read */
function assertReadable(cell: FileCell): void {
  const rule = unreadable(cell);
  if (rule) throw new BadCell(rule);
}

const two = (part: number): string => String(part).padStart(2, '0');
const isoDay = ({ year, month, day }: Pick<WrittenTime, 'year' | 'month' | 'day'>): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

/** The moment of a time, in milliseconds since 1970. @throws BadCell for an hour that the clocks skip */
function instantOf({ year, month, day, clock: at, offset }: WrittenTime, timeZone: string): number {
  const { hour, minute, second } = at ?? { hour: 0, minute: 0, second: 0 };
  if (offset !== undefined) return Date.UTC(year, month - 1, day, hour, minute - offset, second);
  // A day may begin at one o'clock, where summer time begins at midnight.
  const moment =
    momentOf({ year, month, day, hour, minute }, timeZone) ??
    (at ? null : momentOf({ year, month, day, hour: 1, minute }, timeZone));
  if (moment === null) throw new BadCell('skippedTime');
  return Date.parse(moment) + second * 1000;
}

/**
 * The day that a cell names, YYYY-MM-DD; of a moment that names its zone, the day that it is in the tenant's.
 * @throws BadCell
 */
export function dayValue(cell: FileCell, reading: CellReading): string {
  assertReadable(cell);
  const time = writtenTime(cell, reading);
  return isoDay(
    time.offset === undefined ? time : wallTime(instantOf(time, reading.timeZone), reading.timeZone),
  );
}

/** The moment that a cell names, in ISO 8601 and UTC. @throws BadCell */
export function momentValue(cell: FileCell, reading: CellReading): string {
  assertReadable(cell);
  return new Date(instantOf(writtenTime(cell, reading), reading.timeZone)).toISOString();
}

/** A number with groups of three digits, and one without; the second mark of the first is the decimal one. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
const plain = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?$/i;

/**
 * The number of a cell. A text such as 1.234 or 1,234 could be two numbers, unless its mark is the decimal one of the file.
 * @throws BadCell
 */
export function numberValue(cell: FileCell, { decimal }: Pick<Notation, 'decimal'>): number {
  assertReadable(cell);
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'object' && 'number' in cell) return cell.number;
  // Spaces between groups are thin or fixed in some languages.
  const written = cellText(cell)
    .trim()
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?:\D|$))/g, '');
  const mark = grouped.exec(written)?.[1];
  const isPlain = plain.test(written);
  if (mark !== undefined && isPlain && mark !== decimal) throw new BadCell('thousands');
  const digits = mark !== undefined && !isPlain ? written.replaceAll(mark, '') : isPlain ? written : '';
  const number = Number(digits.replace(',', '.'));
  if (digits === '' || !Number.isFinite(number)) throw new BadCell('number');
  return number;
}

/** Words for yes and no in the three languages, and those of spreadsheets and of ticks, folded. */
const words: ReadonlyMap<string, boolean> = new Map(
  (
    [
      [true, 'true 1 sim s yes y si verdadeiro verdadero v x ✓ ✔ on'],
      [false, 'false 0 nao n no falso f off'],
    ] as const
  ).flatMap(([value, all]) => all.split(' ').map((word): [string, boolean] => [word, value])),
);

/** The boolean of a cell. @throws BadCell */
export function booleanValue(cell: FileCell): boolean {
  assertReadable(cell);
  const found = typeof cell === 'boolean' ? cell : words.get(foldText(cellText(cell)).trim());
  if (found === undefined) throw new BadCell('boolean');
  return found;
}
