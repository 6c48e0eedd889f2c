import { valueAt } from '../../../contracts/json-pointer.ts';
import { deepEqual, isObject, isPresent, type Json } from '../../../contracts/json.ts';
import type { DataEvent } from '../contract.ts';
import type { CompiledSource, SourceState } from '../compiled-screen.ts';

type Row = Record<string, Json>;
export type PatchedValues = Pick<SourceState, 'rows' | 'total' | 'record'>;

/** Parameters of a list that are no filters. */
const noFilters: ReadonlySet<string> = new Set(['page', 'perPage', 'order']);

/**
 * Whether a changed row keeps its place: neither the field that orders the rows nor a filtered one has another value. A
 * filter that is no field of the row, such as a search, may depend on any of them.
 */
function keepsPlace(before: Row, after: Row, parameters: Readonly<Record<string, unknown>>): boolean {
  const { order } = parameters;
  const ordered = typeof order === 'string' ? order.replace(/_(asc|desc)$/, '') : '';
  const filtered = Object.entries(parameters).filter(
    ([name, value]) => !noFilters.has(name) && isPresent(value),
  );
  const names = [...(ordered === '' ? [] : [ordered]), ...filtered.map(([name]) => name)];
  if (deepEqual(before, after)) return true;
  return names.every(
    (name) =>
      Object.hasOwn(before, name) &&
      deepEqual(before[name], Object.hasOwn(after, name) ? after[name] : undefined),
  );
}

const isOlder = (record: Row, row: Row): boolean =>
  typeof record['version'] === 'number' &&
  typeof row['version'] === 'number' &&
  record['version'] < row['version'];

/** Whether a record of this version, or of a newer one, is among the values: they were read after the change. */
export function hasVersion(
  { rows, record }: PatchedValues,
  event: DataEvent,
  key: string,
  paths: CompiledSource['paths'],
): boolean {
  const { version } = event;
  if (version === undefined || event.key === undefined) return false;
  const path = key.split('.');
  const all = paths.rows !== undefined ? rows : record ? [record] : [];
  return all.some(
    (row) =>
      String(valueAt(row, path)) === String(event.key) &&
      typeof row['version'] === 'number' &&
      row['version'] >= version,
  );
}

export interface PatchResult {
  /** The new values; undefined when the event changes nothing that is shown. */
  state?: PatchedValues;
  /** Whether a load has to complete them: the next row of the page is missing. */
  isPartial?: boolean;
}

/**
 * Puts the record of an event into the values of a source.
 * @param key path of a row's key.
 * @param parameters values of the source's query or body.
 * @returns null when the new values need a load.
 */
export function patchState(
  { rows, total, record }: PatchedValues,
  event: DataEvent,
  key: string,
  paths: CompiledSource['paths'],
  parameters: Readonly<Record<string, unknown>>,
): PatchResult | null {
  if (event.key === undefined || event.action === undefined) return null;
  const path = key.split('.');
  const isIt = (row: Row): boolean => {
    const value = valueAt(row, path);
    return (typeof value === 'string' || typeof value === 'number') && String(value) === String(event.key);
  };
  const changed = isObject(event.record) ? event.record : null;
  if (paths.rows === undefined) {
    if (!record || !isIt(record)) return record ? {} : null;
    if (!changed || event.action === 'deleted') return null;
    return isOlder(changed, record) ? {} : { state: { rows, total, record: { ...record, ...changed } } };
  }
  const at = rows.findIndex(isIt);
  const row = rows[at];
  if (event.action === 'deleted') {
    if (!row) return null;
    const rest = rows.filter((_, index) => index !== at);
    return { state: { rows: rest, total: total - 1, record }, isPartial: total > rows.length };
  }
  if (!changed) return null;
  if (row) {
    if (isOlder(changed, row)) return {};
    const next = { ...row, ...changed };
    if (!keepsPlace(row, next, parameters)) return null;
    return { state: { rows: rows.map((one, index) => (index === at ? next : one)), total, record } };
  }
  // A new row belongs at the end only where all rows are there, in no order and unfiltered.
  const isWhole = total === rows.length && !Object.values(parameters).some(isPresent);
  if (event.action !== 'created' || !isWhole) return null;
  return { state: { rows: [...rows, changed], total: total + 1, record } };
}
