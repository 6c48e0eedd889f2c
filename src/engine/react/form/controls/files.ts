import { type Json, isObject } from '../../../../contracts/json.ts';

/** A file from the file dialog, a drop or the clipboard. */
export interface FileLike {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Begins a field's value for a file that is sent with the submit. */
const waitingPrefix = 'file-waiting:';

export function isWaiting(value: Json | undefined): value is string {
  return typeof value === 'string' && value.startsWith(waitingPrefix);
}

export function waitingKey(number: number): string {
  return `${waitingPrefix}${number}`;
}

/** A size in the language's notation, like `1,5 MB`. */
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

/** Is the file of an accepted kind? Takes extensions and media types with `*`, like a browser's file input. */
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

/** How the files of picture formats begin: PNG, JPEG, GIF, WEBP, BMP, AVIF and HEIC, TIFF. */
const pictureStarts = [
  /^\x89PNG\r\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF[\s\S]{4}WEBP/,
  /^BM/,
  /^[\s\S]{4}ftyp/,
  /^(II\*\0|MM\0\*)/,
];

/** Whether a file's content begins as a picture's does. Names and media types say nothing about it. Vector images are text. */
export async function isPicture(file: FileLike): Promise<boolean> {
  if (!(file instanceof Blob) || file.type === 'image/svg+xml') return true;
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return pictureStarts.some((pattern) => pattern.test(start));
}

/** The name of a stored file: of its object's name or id, else its value. */
export function nameOfKept(value: Json): string {
  if (!isObject(value)) return String(value);
  const name = value['name'] ?? value['fileName'] ?? value['id'];
  return name === undefined || name === null ? JSON.stringify(value) : String(name);
}
