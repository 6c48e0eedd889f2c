import { sql, type RawBuilder } from 'kysely';
import type { OpChange, OpEntity } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { storedRecords } from './stored-records.ts';

// The writes of single records. Each gives the change that the log tells of it; the caller records the operation
// (recordOp), whose boards and records are locked. Writes of many records in one statement stay where they are made.

type Writer = Pick<Context, 'db' | 'tenant' | 'caller'>;
type Fields = Readonly<Record<string, Json | undefined>>;
type Logged = Record<string, Json>;

interface Beside {
  /** The project whose readers alone see the change; null for records that stand in none. */
  projectId?: number | null;
  /** Columns beside those of fields. */
  columns?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Facts that the log tells beside the fields. */
  notes?: Readonly<Logged>;
}

/** Fields with a value, of which those with a column are stored. */
const present = (fields: Fields): Logged =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The columns of fields, as the statement reads them: the table gives the values their types. */
function columnsOf(entity: OpEntity, fields: Logged) {
  const { table, columns } = storedRecords[entity];
  const values = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      columns[name] === undefined ? [] : [[columns[name], value]],
    ),
  );
  const row = sql`jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb) v`;
  return { names: Object.keys(values), row };
}

/** Adds a record. @param fields by their wire names; those that are lists the caller writes */
export async function insertRecord(
  ctx: Writer,
  entity: OpEntity,
  fields: Fields,
  beside: Beside = {},
): Promise<OpChange> {
  const change = await insert(ctx, entity, fields, beside, sql``);
  if (change === null) throw new Error(`a record of ${entity} was not inserted`);
  return change;
}

/** Adds a record as `insertRecord` does. @param unique columns @returns null where another record has their values */
export const insertUnlessTaken = (
  ctx: Writer,
  entity: OpEntity,
  fields: Fields,
  beside: Beside,
  unique: readonly string[],
): Promise<OpChange | null> => {
  const columns = sql.join(unique.map((name) => sql.ref(name)));
  return insert(ctx, entity, fields, beside, sql`on conflict (${columns}) do nothing`);
};

async function insert(
  { db, tenant, caller }: Writer,
  entity: OpEntity,
  fields: Fields,
  { projectId = null, columns = {}, notes = {} }: Beside,
  conflict: RawBuilder<unknown>,
): Promise<OpChange | null> {
  const { table, isStamped } = storedRecords[entity];
  const after = present(fields);
  const { names, row } = columnsOf(entity, after);
  const more = { ...columns, ...(isStamped && { updated_by: sql`${caller.userId}` }) };
  const all = ['tenant_id', 'created_by', ...names, ...Object.keys(more)].map((name) => sql.ref(name));
  const values = [
    sql`${tenant.id}`,
    sql`${caller.userId}`,
    ...names.map((name) => sql`v.${sql.ref(name)}`),
    ...Object.values(more),
  ];
  const { rows } = await sql<{ id: number; version: number }>`
    insert into ${sql.table(table)} (${sql.join(all)}) select ${sql.join(values)} from ${row}
    ${conflict} returning id, version`.execute(db);
  const [inserted] = rows;
  return inserted ? { entity, ...inserted, projectId, before: null, after: { ...after, ...notes } } : null;
}

/**
 * Changes the fields of a record that differ.
 * @param before the fields as they are stored
 * @param after the fields as they shall be; what is undefined stays
 * @param isWhole whether the log tells of all these fields, also where one alone differs
 * @returns null, having written nothing, where none differs
 */
export async function changeRecord(
  { db, caller }: Writer,
  { entity, id }: { entity: OpEntity; id: number },
  before: Fields,
  after: Fields,
  { projectId = null, columns = {}, notes = {}, isWhole = false }: Beside & { isWhole?: boolean } = {},
): Promise<OpChange | null> {
  const { table, isStamped } = storedRecords[entity];
  const wanted = present(after);
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
  );
  if (changed.length === 0) return null;
  const { names, row } = columnsOf(entity, Object.fromEntries(changed));
  const sets = [
    ...names.map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`),
    ...Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql`version = t.version + 1`,
    ...(isStamped ? [sql`updated_at = now()`, sql`updated_by = ${caller.userId}`] : []),
  ];
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)} t set ${sql.join(sets)} from ${row} where t.id = ${id} returning t.version`.execute(
    db,
  );
  const logged = isWhole ? Object.entries(wanted) : changed;
  return {
    entity,
    id,
    version: rows[0]!.version,
    projectId,
    before: Object.fromEntries(logged.map(([name]) => [name, before[name] ?? null])),
    after: { ...Object.fromEntries(logged), ...notes },
  };
}

/** Removes a record; where removed ones are kept, it gets the time of its removal. @param before the fields that an undo gives back */
export async function removeRecord(
  { db, caller }: Writer,
  { entity, id, version: stored }: { entity: OpEntity; id: number; version: number },
  before: Fields,
  { projectId = null, columns = {} }: Omit<Beside, 'notes'> = {},
): Promise<OpChange> {
  const { table, isKept, isStamped } = storedRecords[entity];
  const change = { entity, id, projectId, before: present(before), after: null };
  if (!isKept) {
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db);
    return { ...change, version: stored };
  }
  const sets = [
    sql`deleted_at = now()`,
    ...Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql`version = version + 1`,
    ...(isStamped ? [sql`updated_at = now()`, sql`updated_by = ${caller.userId}`] : []),
  ];
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)} set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return { ...change, version: rows[0]!.version };
}
