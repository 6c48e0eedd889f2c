import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { Verb } from '../../../contracts/access.ts';
import type { Context } from '../contract.ts';
import { isLinkList, mayUse, linkTable, type EntityModel, type ModelField } from './entity-model.ts';
import { rowRules } from './row-rules.ts';
import { Statement } from './statement.ts';
import { isoTime } from './values.ts';

/** A record as it is stored, by the names of its fields; references are keys, times ISO 8601. */
export type StoredRow = Record<string, Json>;

/** The columns of the table `t` that `toRow` reads, in the order of its fields. */
export function columnsOf(model: EntityModel): string {
  return [...model.byName.values()]
    .filter((field) => !isLinkList(field))
    .map((field) => `t.${field.column}${field.type === 'datetime' ? '::text' : ''} as "${field.name}"`)
    .join(', ');
}

/** References whose records' names a statement can read beside the row. */
const namedFields = (model: EntityModel): ModelField[] =>
  model.fields.filter((field) => field.target !== null && !isLinkList(field) && field.wire !== field.name);

const nameKey = (field: ModelField): string => `${field.name}#`;

/**
 * Further columns of a statement with the names of the records that the rows `p` refer to, which saves a statement. A name
 * is null where the caller's row rules hide the record.
 */
export function nameColumns(ctx: Context, model: EntityModel, statement: Statement): string {
  const columns = namedFields(model).map((field) => {
    const target = field.target === null ? undefined : model.all.get(field.target);
    if (!target) return '';
    const [key, name] = [`t.${target.key.column}`, `t.${target.display.column}`];
    return `, (select coalesce(${name}::text, ${key}::text) from ${target.table} t
      where ${key} = p."${field.name}" and ${rowRules(ctx, target, 'read', statement)}) as "${nameKey(field)}"`;
  });
  return columns.join('');
}

/** Converts times in place; all other values have the type of the wire already. */
export function toRow(model: EntityModel, row: StoredRow): StoredRow {
  for (const field of model.byName.values()) {
    const value = row[field.name];
    if (field.type === 'datetime' && typeof value === 'string') row[field.name] = isoTime(value);
  }
  return row;
}

/** Reads the lists of references of records, with one statement per list. */
export async function readLinks(ctx: Context, model: EntityModel, rows: readonly StoredRow[]): Promise<void> {
  for (const field of model.fields.filter(isLinkList)) {
    const keys = rows.map((row) => row[model.key.name] as number);
    const statement = new Statement();
    const found = await statement.run<{ id: number; targets: number[] }>(
      ctx.db,
      `select record_id as id, array_agg(target_id order by target_id) as targets from ${linkTable(model, field)}
       where record_id = any(${statement.value(keys, 'bigint[]')}) group by record_id`,
    );
    const lists = new Map(found.map(({ id, targets }) => [id, targets]));
    for (const row of rows) row[field.name] = lists.get(row[model.key.name] as number) ?? [];
  }
}

/**
 * Reads a record that the caller may see with the verb; null without one.
 * @param lock locks it until the transaction ends: for a change, which lets others refer to it meanwhile, or a deletion.
 */
export async function readRow(
  ctx: Context,
  model: EntityModel,
  key: number,
  verb: Verb = 'read',
  lock: 'update' | 'delete' | null = null,
): Promise<StoredRow | null> {
  const statement = new Statement();
  const record = `select ${columnsOf(model)} from ${model.table} t
     where t.${model.key.column} = ${statement.value(key, 'bigint')} and ${rowRules(ctx, model, verb, statement)}`;
  const [row] = await statement.run<StoredRow>(
    ctx.db,
    lock === null
      ? `select p.*${nameColumns(ctx, model, statement)} from (${record}) p`
      : `${record} ${lock === 'update' ? 'for no key update of t' : 'for update of t'}`,
  );
  if (!row) return null;
  toRow(model, row);
  await readLinks(ctx, model, [row]);
  return row;
}

/**
 * Reads the records of keys that the caller may see with the verb, in no order.
 * @param lock locks them in the order of their keys until the transaction ends, as `readRow` does
 */
export async function readRows(
  ctx: Context,
  model: EntityModel,
  keys: readonly number[],
  verb: Verb,
  lock: 'update' | 'delete' | null = null,
): Promise<StoredRow[]> {
  const statement = new Statement([keys]);
  const rules = rowRules(ctx, model, verb, statement);
  const locking = { update: 'for no key update of t', delete: 'for update of t' };
  const rows = await statement.run<StoredRow>(
    ctx.db,
    `select ${columnsOf(model)} from ${model.table} t where t.${model.key.column} = any($1::bigint[]) and ${rules}
     ${lock === null ? '' : `order by t.${model.key.column} ${locking[lock]}`}`,
  );
  for (const row of rows) toRow(model, row);
  await readLinks(ctx, model, rows);
  return rows;
}

/** Names of records by entity and key. */
export type Targets = Map<string, Map<number, string>>;

/**
 * Reads the names of the records that rows refer to, beyond those that came with the rows: one statement per entity. Records
 * that the caller's row rules hide are left out.
 */
export async function readTargets(
  ctx: Context,
  model: EntityModel,
  rows: readonly StoredRow[],
): Promise<Targets> {
  const keys = new Map<string, Set<number>>();
  const targets: Targets = new Map();
  for (const field of model.fields) {
    const { target } = field;
    if (target === null) continue;
    const wanted = keys.get(target) ?? new Set();
    keys.set(target, wanted);
    const names = targets.get(target) ?? new Map<number, string>();
    targets.set(target, names);
    for (const row of rows) {
      const value = row[field.name];
      const name = row[nameKey(field)];
      if (name !== undefined) {
        if (typeof name === 'string') names.set(value as number, name);
        continue;
      }
      for (const key of Array.isArray(value) ? value : [value]) if (typeof key === 'number') wanted.add(key);
    }
  }
  for (const [id, wanted] of keys) {
    const names = targets.get(id);
    for (const [key, name] of await readNames(ctx, model.all.get(id), [...wanted])) names?.set(key, name);
  }
  return targets;
}

async function readNames(
  ctx: Context,
  target: EntityModel | undefined,
  keys: readonly number[],
): Promise<Map<number, string>> {
  if (!target || keys.length === 0) return new Map();
  const statement = new Statement();
  const rows = await statement.run<{ id: number; name: string | null }>(
    ctx.db,
    `select t.${target.key.column} as id, t.${target.display.column}::text as name from ${target.table} t
     where t.${target.key.column} = any(${statement.value(keys, 'bigint[]')}) and ${rowRules(ctx, target, 'read', statement)}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name ?? String(id)]));
}

type Presenter = (row: StoredRow) => JsonObject;

/** Returns the conversion of stored records to the wire form: wire names, records of references, visible fields alone. */
export function presenter(ctx: Context, model: EntityModel, targets: Targets): Presenter {
  const fields = [...model.byName.values()].filter((field) => mayUse(field, ctx.caller));
  return (row) => {
    const wire: JsonObject = {};
    for (const field of fields) {
      const value = row[field.name] ?? null;
      wire[field.wire] = value;
      if (field.target !== null && field.wire !== field.name)
        wire[field.name] = named(model, field, value, targets.get(field.target));
    }
    return wire;
  };
}

function named(
  model: EntityModel,
  field: ModelField,
  value: Json,
  names: Map<number, string> | undefined,
): Json {
  const target = field.target === null ? undefined : model.all.get(field.target);
  if (!target) return null;
  const one = (key: Json): JsonObject => ({
    [target.key.wire]: key,
    [target.display.wire]: names?.get(key as number) ?? null,
  });
  if (Array.isArray(value)) return value.map(one);
  return value === null ? null : one(value);
}

/** Presents records with what they refer to. */
export async function present(
  ctx: Context,
  model: EntityModel,
  rows: readonly StoredRow[],
): Promise<JsonObject[]> {
  return rows.map(presenter(ctx, model, await readTargets(ctx, model, rows)));
}
