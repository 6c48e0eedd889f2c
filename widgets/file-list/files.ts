import { valueAt } from '../../src/contracts/json-pointer.ts';
import type { Json } from '../../src/contracts/json.ts';
import type { FileListProps } from '../../src/engine/core/index.ts';
import type { Formatter, Resolved } from '../../src/engine/react/index.ts';

export interface FileRow {
  key: string | number;
  row: Record<string, Json>;
  /** Empty when the row has none. */
  name: string;
  icon: string;
  size: string;
  date: string;
}

const iconOfExtension: readonly (readonly [RegExp, string])[] = [
  [/\.(png|jpe?g|gif|webp|avif|bmp|tiff?|svg|heic)$/i, 'image'],
  [/\.(xlsx?|ods|csv|tsv)$/i, 'table-simple'],
  [/\.(pdf|docx?|odt|rtf|txt|md)$/i, 'document-text'],
  [/\.(zip|rar|7z|gz|tar)$/i, 'box'],
  [/\.(eml|msg)$/i, 'mail'],
  [/\.(mp4|mov|webm|avi|mkv|mp3|ogg|wav|m4a)$/i, 'play'],
  [/\.(json|xml|html?|css|[jt]sx?|ya?ml|sql|py|sh)$/i, 'code'],
];

const iconOfType: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'image'],
  [/^(audio|video)\//, 'play'],
  [/spreadsheet|excel|csv/, 'table-simple'],
  [/pdf|word|opendocument\.text|^text\/plain/, 'document-text'],
  [/zip|compressed|tar/, 'box'],
  [/^message\//, 'mail'],
  [/json|xml|html|javascript/, 'code'],
];

/** Icon of a file by its media type, else by its file extension. */
export function fileIcon(name: string, type: unknown): string {
  const byType = typeof type === 'string' ? iconOfType.find(([pattern]) => pattern.test(type)) : undefined;
  return (byType ?? iconOfExtension.find(([pattern]) => pattern.test(name)))?.[1] ?? 'document';
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A size in bytes formatted for people (1,5 MB); empty for any other value. */
export function fileSize(bytes: unknown, format: Formatter): string {
  if (typeof bytes !== 'number' || !Number.isFinite(bytes) || bytes < 0) return '';
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${format.number(size, unit === 0 || size >= 100 ? 0 : 1)} ${units[unit]}`;
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export function readFiles(
  rows: readonly Record<string, Json>[],
  props: Resolved<FileListProps>,
  format: Formatter,
): FileRow[] {
  const at = (row: Record<string, Json>, path: string): unknown => valueAt(row, path.split('.'));
  return rows.map((row, index) => {
    const key = at(row, props.rowKey ?? 'id');
    const name = asText(at(row, props.name ?? 'name'));
    const date = props.date === undefined ? null : at(row, props.date);
    return {
      key: typeof key === 'string' || typeof key === 'number' ? key : `#${index}`,
      row,
      name,
      icon: fileIcon(name, at(row, props.mime ?? 'type')),
      size: fileSize(at(row, props.size ?? 'size'), format),
      date: typeof date === 'string' || typeof date === 'number' ? format.datetime(date) : '',
    };
  });
}
