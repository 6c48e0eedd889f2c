import type { JsonObject } from '../../../../contracts/json.ts';
import type { Context } from '../../contract.ts';
import { AppError, failureOf, ruleBroken } from '../../errors.ts';
import type { EntityModel } from '../entity-model.ts';
import { present, readRows } from '../rows.ts';
import type { RecordWrites } from '../write.ts';
import { rowErrors, type RowError } from './row-errors.ts';

/** A row whose values are valid by themselves. */
export interface ReadyRow {
  row: number;
  key: number | null;
  values: JsonObject;
}

/** A row that was written, as it is taken back. */
export interface WrittenRow {
  row: number;
  key: number;
  /** The version of the record since then. */
  version: number;
  /** The values that the row wrote over; null for a record that it created. */
  before: JsonObject | null;
}

/** The records that rows change, in the wire form, by their keys. */
export async function readBefore(
  ctx: Context,
  model: EntityModel,
  rows: readonly ReadyRow[],
): Promise<ReadonlyMap<number, JsonObject>> {
  const keys = rows.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return new Map();
  const wires = await present(ctx, model, await readRows(ctx, model, keys, 'read'));
  return new Map(wires.map((wire) => [wire[model.key.wire] as number, wire]));
}

/** A row as it was written. @param after the record since then. @param stored the records before */
export function writtenRow(
  { key: { wire } }: EntityModel,
  { row, key, values }: ReadyRow,
  after: JsonObject,
  stored: ReadonlyMap<number, JsonObject>,
): WrittenRow {
  const version = after['version'] as number;
  if (key === null) return { row, key: after[wire] as number, version, before: null };
  const before = stored.get(key);
  // Somebody wrote between both: the next attempt reads what they wrote.
  if (before?.['version'] !== version - 1) throw new Error('a record changed while it was imported');
  const names = Object.keys(values);
  return { row, key, version, before: Object.fromEntries(names.map((name) => [name, before[name] ?? null])) };
}

/**
 * Takes back rows that were written. Rows that others changed or refer to since stay as they are, and those that they deleted are gone.
 * @returns why rows stay
 */
export async function takeBackRows(
  ctx: Context,
  model: EntityModel,
  writes: RecordWrites,
  rows: readonly WrittenRow[],
): Promise<RowError[]> {
  const stored = await readRows(
    ctx,
    model,
    rows.map(({ key }) => key),
    'read',
  );
  const versions = new Map(stored.map((row) => [row[model.key.name] as number, row['version'] as number]));
  const there = rows.filter(({ key }) => versions.has(key));
  const refusals = new Map<WrittenRow, unknown>(
    there
      .filter(({ key, version }) => versions.get(key) !== version)
      .map((row) => [row, ruleBroken('errors.import.changedSince')]),
  );
  const untouched = there.filter((row) => !refusals.has(row));
  const changed = untouched.filter(({ before }) => before !== null);
  if (changed.length > 0) {
    const outcomes = await writes.write(
      ctx,
      changed.map(({ key, version, before }) => ({ key, body: before!, expected: { version } })),
    );
    changed.forEach((row, at) => refusals.set(row, outcomes[at]));
  }
  const created = untouched.filter(({ before }) => before === null);
  if (created.length > 0) {
    const outcomes = await writes.takeBack(
      ctx,
      created.map(({ key }) => key),
    );
    created.forEach((row, at) => refusals.set(row, outcomes[at]));
  }
  return [...refusals].flatMap(([{ row }, refusal]) =>
    refusal instanceof AppError ? rowErrors(row, failureOf(refusal, ctx.lang)) : [],
  );
}
