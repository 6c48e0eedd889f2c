import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../../kernel/errors.ts';

/** Bytes at the beginning of a file that say its type. */
export const HEAD_BYTES = 4100;

/** A file whose content does not show its type. Clients only download it. */
const UNKNOWN = 'application/octet-stream';

const zip = ['application/zip'];
const compound = ['application/x-cfb'];
const officeXml = 'application/vnd.openxmlformats-officedocument.';
const openDocument = 'application/vnd.oasis.opendocument.';

/** Media type of files by their extension, and further types that their content can show. */
const byExtension: Readonly<Record<string, readonly [type: string, ...alike: string[]]>> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png', 'image/apng'],
  webp: ['image/webp'],
  gif: ['image/gif'],
  avif: ['image/avif'],
  heic: ['image/heic', 'image/heif'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  bmp: ['image/bmp'],
  ico: ['image/x-icon'],
  pdf: ['application/pdf'],
  zip: ['application/zip'],
  gz: ['application/gzip'],
  '7z': ['application/x-7z-compressed'],
  rar: ['application/x-rar-compressed'],
  docx: [`${officeXml}wordprocessingml.document`, ...zip],
  xlsx: [`${officeXml}spreadsheetml.sheet`, ...zip],
  pptx: [`${officeXml}presentationml.presentation`, ...zip],
  odt: [`${openDocument}text`, ...zip],
  ods: [`${openDocument}spreadsheet`, ...zip],
  odp: [`${openDocument}presentation`, ...zip],
  doc: ['application/msword', ...compound],
  xls: ['application/vnd.ms-excel', ...compound],
  ppt: ['application/vnd.ms-powerpoint', ...compound],
  mp3: ['audio/mpeg'],
  wav: ['audio/wav', 'audio/vnd.wave'],
  ogg: ['audio/ogg', 'video/ogg', 'application/ogg', 'audio/ogg; codecs=opus'],
  opus: ['audio/ogg', 'audio/opus', 'audio/ogg; codecs=opus'],
  m4a: ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
  aac: ['audio/aac'],
  flac: ['audio/flac', 'audio/x-flac'],
  mp4: ['video/mp4', 'video/x-m4v', 'video/quicktime', 'audio/mp4', 'audio/x-m4a'],
  mov: ['video/quicktime', 'video/mp4'],
  webm: ['video/webm', 'audio/webm', 'video/matroska', 'video/x-matroska'],
  mkv: ['video/matroska', 'video/x-matroska', 'video/webm'],
};

/** Extensions of texts, which have no signature. A text that a browser could run is only downloaded. */
const texts: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/plain',
  json: 'application/json',
  log: 'text/plain',
};
const runnable = new Set(['html', 'htm', 'xhtml', 'svg', 'xml', 'js', 'mjs', 'css']);

/** Types that a page shows in its place; all others are downloads. */
const shown = /^(image\/(jpeg|png|webp)|audio\/|video\/)/;

/** Pictures that are encoded again before they are stored. */
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp']);

export const isPicture = (type: string): boolean => pictures.has(type);
export const isShown = (type: string): boolean => shown.test(type);

const lie = (name: string, found: string): AppError =>
  new AppError('VALIDATION_FAILED', {
    message: 'errors.file.lies',
    params: { name, found },
    errors: [{ path: '/file', key: 'errors.file.lies', params: { name, found } }],
  });

/** Whether a text begins as one in UTF-16 does, whose first bytes pass for a sound's. */
const isWide = (head: Uint8Array): boolean =>
  ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) && head.includes(0);

/** The refusal of a text with a NUL, which no text has: it names the first one, or the encoding that is full of them. */
function notText(name: string, head: Uint8Array): AppError {
  const at = head.indexOf(0);
  const row = head.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
  const key = isWide(head) ? 'errors.file.wide' : 'errors.file.nul';
  const params = { name, row, byte: at + 1 };
  return new AppError('VALIDATION_FAILED', {
    message: key,
    params,
    errors: [{ path: '/file', key, params }],
  });
}

/**
 * Finds the type of a file by its content, and compares it with what its name and its sender say.
 * @param declared media type that the sender declares; one without meaning counts as none
 * @throws AppError VALIDATION_FAILED for a file that claims to be another type
 */
export async function typeOf(name: string, declared: string, head: Uint8Array): Promise<string> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const found = (await fileTypeFromBuffer(head))?.mime as string | undefined;
  const expected = byExtension[extension];
  const isTextual = extension in texts || runnable.has(extension);
  if (expected) {
    if (found === undefined || !expected.includes(found)) throw lie(name, found ?? 'text/plain');
    // Browsers take other types from the settings of the system, which need not be right.
    if (isPicture(declared) && declared !== found) throw lie(name, found);
    return expected[0];
  }
  // XML has a signature, but no other type of text.
  if (isTextual && isWide(head)) throw notText(name, head);
  if (isTextual && found !== undefined && found !== 'application/xml') throw lie(name, found);
  if (isTextual && head.includes(0)) throw notText(name, head);
  if (!isTextual && isKnownType(declared) && found !== declared) throw lie(name, found ?? 'text/plain');
  return texts[extension] ?? (isTextual ? UNKNOWN : (found ?? UNKNOWN));
}

/** The type that the content of a file shows; that of a text by its name, when nothing in it contradicts. */
export async function typeOfContent(name: string, head: Uint8Array): Promise<string> {
  const found = (await fileTypeFromBuffer(head))?.mime as string | undefined;
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const expected = byExtension[extension];
  // Office files and sounds show a wider type than they have.
  if (found !== undefined && expected?.includes(found)) return expected[0];
  if (found !== undefined) return found;
  return head.includes(0) ? UNKNOWN : (texts[extension] ?? UNKNOWN);
}

/** Whether a declared type has a signature, so that it can be compared with the content. */
const isKnownType = (declared: string): boolean =>
  Object.values(byExtension).some(([type]) => type === declared);
