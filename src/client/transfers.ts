import type { Host, PickedFile } from '../engine/core/index.ts';

/** Encodes files and further values as a multipart body. */
export function multipart(
  field: string,
  files: readonly PickedFile[],
  values: Readonly<Record<string, string>>,
): FormData {
  return encode(
    Object.entries(values),
    files.map((file) => [field, file]),
  );
}

/** Encodes the parts of a form as a multipart body. */
export function multipartOf(parts: Readonly<Record<string, string | PickedFile>>): FormData {
  const values: [string, string][] = [];
  const files: [string, PickedFile][] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') values.push([name, part]);
    else files.push([name, part]);
  }
  return encode(values, files);
}

/** Values come first, so that a server that streams the body knows them when a file begins. */
function encode(values: [string, string][], files: [string, PickedFile][]): FormData {
  const form = new FormData();
  for (const [name, value] of values) form.append(name, value);
  for (const [name, file] of files) {
    if (!(file instanceof Blob)) throw new Error(`${file.name} is no file of this browser`);
    form.append(name, file, file.name);
  }
  return form;
}

/** The address of uploads whose files a record keeps later. It tells its limits, so that a large file is not sent in vain. */
const UPLOADS = '/adm/v2/files';
const MB = 1024 * 1024;

/**
 * The text of the first file that the server would refuse for its size; null when it takes all.
 * @param load asks the server, which is done for large files only
 */
export async function tooLarge(
  address: string,
  files: readonly PickedFile[],
  load: (address: string) => Promise<unknown>,
  translate: Host['translate'],
): Promise<string | null> {
  if (address !== UPLOADS || files.every(({ size }) => size < MB)) return null;
  const { data } = (await load(`${UPLOADS}/limits`)) as {
    data: { maxBytes: number; quotaBytes: number | null; usedBytes: number };
  };
  const left = data.quotaBytes === null ? Infinity : data.quotaBytes - data.usedBytes;
  const limit = Math.max(0, Math.min(data.maxBytes, left));
  const found = files.find(({ size }) => size > limit);
  if (!found) return null;
  const key = 'failures.upload.tooLarge';
  return translate(key, { name: found.name, limit: `${Math.floor(limit / MB)} MB` }) ?? key;
}

/** Saves a file through the browser's download. */
export function download(content: Blob, filename: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // Some browsers cancel a download whose address is revoked at once.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
