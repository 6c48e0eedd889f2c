import { type Json, isObject } from '../../../../contracts/json.ts';

/** A file as the person's system or a drop gives it. */
export interface FileLike {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** What a field keeps in place of a file that goes away with the submit. */
const waitingPrefix = 'file-waiting:';

export function isWaiting(value: Json | undefined): value is string {
  return typeof value === 'string' && value.startsWith(waitingPrefix);
}

export function waitingKey(number: number): string {
  return `${waitingPrefix}${number}`;
}

/** `1,5 MB` as the language writes it. */
export function shownSize(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  let unit = 0;
  let size = bytes;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[unit]!,
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(size);
}

/** Is the file of a kind that may be chosen? Endings and media types with * as browsers read them. */
export function isAccepted(file: FileLike, accept: readonly string[]): boolean {
  if (accept.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return accept.some((one) => {
    const wanted = one.trim().toLowerCase();
    if (wanted.startsWith('.')) return name.endsWith(wanted);
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });
}

/** What a kept file is called: what its object says, else what is kept. */
export function nameOfKept(value: Json): string {
  if (!isObject(value)) return String(value);
  const name = value['name'] ?? value['fileName'] ?? value['id'];
  return name === undefined || name === null ? JSON.stringify(value) : String(name);
}
