import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json } from '../../../contracts/json.ts';
import type { HostFailure } from '../contract.ts';
import { engineFailure } from './failure.ts';
import type { CompiledSource, SourceState } from '../compiled-screen.ts';
import { PageReplies } from './pages.ts';
import type { Texts } from '../language/texts.ts';

type Row = Record<string, Json>;
type ReplyValues = Pick<SourceState, 'rows' | 'total' | 'record'>;

const noRows: readonly Row[] = [];

export const wrongShape = (path: string, texts: Texts): HostFailure =>
  engineFailure(texts, 'WRONG_SHAPE', 'failures.shape', { path });

/** Joins the rows of all pages. The total comes from the newest reply. */
function readPages(
  { replies }: PageReplies,
  source: CompiledSource,
  texts: Texts,
): ReplyValues | HostFailure {
  const rows: Row[] = [];
  let total = 0;
  for (const reply of replies) {
    const read = readReply(reply, source, texts);
    if ('code' in read) return read;
    for (const row of read.rows) rows.push(row);
    total = source.paths.total === undefined ? rows.length : read.total;
  }
  return { rows, total, record: null };
}

/** Reads a source's values from a reply; a HostFailure names a path of the wrong type. */
export function readReply(reply: unknown, source: CompiledSource, texts: Texts): ReplyValues | HostFailure {
  if (reply instanceof PageReplies) return readPages(reply, source, texts);
  const { paths } = source;
  let rows = noRows;
  let record: Row | null = null;
  if (paths.rows !== undefined) {
    const found = valueAt(reply, paths.rows.split('.'));
    if (!Array.isArray(found) || !found.every(isObject)) return wrongShape(paths.rows, texts);
    rows = found;
  }
  let total = rows.length;
  if (paths.total !== undefined) {
    const found = valueAt(reply, paths.total.split('.'));
    if (typeof found !== 'number' || !Number.isFinite(found)) return wrongShape(paths.total, texts);
    total = found;
  }
  if (paths.record !== undefined) {
    const found = valueAt(reply, paths.record.split('.'));
    if (found !== null && !isObject(found)) return wrongShape(paths.record, texts);
    record = found;
  }
  return { rows, total, record };
}

/** Reads a computed value: a list of objects is rows, an object is a record and, as JSONata's list of one, a row. */
export function readValue(value: unknown): Partial<SourceState> {
  if (value === undefined) return {};
  if (isObject(value)) return { value, rows: [value], total: 1, record: value };
  if (!Array.isArray(value)) return { value };
  return { value, rows: value.every(isObject) ? value : noRows, total: value.length };
}
