import { sql } from 'kysely';
import { closedStatuses, type OpChange, type OpEntity } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, ruleBroken } from '../../../kernel/errors.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { writeFiles } from './files-back.ts';
import { storedRecords, noteFields, type StoredRecord } from '../operation/stored-records.ts';

/**
 * Column values beside those that an operation names, which follow from them.
 * @throws AppError RULE_BROKEN for an end or a closing that was taken back: it is done anew, since it makes a report or more
 */
function following(entity: OpEntity, fields: Readonly<Record<string, Json>>): Record<string, Json> {
  const ends =
    (entity === 'sprint' && fields['state'] === 'ended') ||
    (entity === 'project' && closedStatuses.includes(Number(fields['statusId'])));
  if (ends) throw ruleBroken('errors.agile.cannotUndo');
  if (entity === 'sprint' && fields['state'] === 'open')
    return { ended_at: null, ended_by: null, report: null };
  if (entity === 'project' && 'statusId' in fields && !closedStatuses.includes(Number(fields['statusId'])))
    return { closed_at: null, closed_by: null };
  return {};
}

/** The columns of fields. @throws AppError RULE_BROKEN for a field that cannot be written back */
function columnsOf(
  entity: OpEntity,
  record: StoredRecord,
  fields: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const columns: Record<string, Json> = { ...following(entity, fields) };
  for (const [name, value] of Object.entries(fields)) {
    const column = record.columns[name];
    if (column !== undefined) columns[column] = value;
    else if (!noteFields.has(name) && !record.lists?.[name] && name !== record.files)
      throw ruleBroken('errors.agile.cannotUndo');
  }
  return columns;
}

/** Gives records the lists that each of them had. */
async function writeLists(ctx: Context, record: StoredRecord, changes: readonly OpChange[]): Promise<void> {
  for (const [name, list] of Object.entries(record.lists ?? {})) {
    const had = changes.flatMap(({ id, before }) => {
      const others = before?.[name];
      return Array.isArray(others) ? [{ id, others: others as number[] }] : [];
    });
    if (had.length === 0) continue;
    const pairs = had.flatMap(({ id, others }) => others.map((other) => [id, other] as const));
    const wanted = sql`unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[])`;
    const { kind } = list;
    const [own, other] = [sql.ref(list.own), sql.ref(list.other)];
    await sql`
      delete from ${sql.table(list.table)}
      where ${own} = any (${had.map(({ id }) => id)}::bigint[]) and (${own}, ${other}) not in (select * from ${wanted})
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`.execute(ctx.db);
    if (pairs.length === 0) continue;
    await sql`
      insert into ${sql.table(list.table)} (tenant_id, ${own}, ${other} ${kind === undefined ? sql`` : sql`, kind`})
      select ${ctx.tenant.id}, r, x ${kind === undefined ? sql`` : sql`, ${kind}`} from ${wanted} w (r, x)
      on conflict do nothing`.execute(ctx.db);
  }
}

type Versions = ReadonlyMap<number, number>;

/** Removes records that an operation made. @returns their versions @throws AppError UNDO_REFUSED for a sprint that is in use */
async function remove(ctx: Context, record: StoredRecord, ids: readonly number[]): Promise<Versions> {
  const all = [...ids];
  if (record.table === 'sprint') {
    const { rows } = await withoutHiding(ctx.db, () =>
      sql`select from task where sprint_id = any (${all}::bigint[]) and deleted_at is null limit 1`.execute(
        ctx.db,
      ),
    );
    if (rows.length > 0) throw new AppError('UNDO_REFUSED', { message: 'errors.agile.undoChanged' });
  }
  if (record.isKept) {
    const { rows } = await sql<{ id: number; version: number }>`
      update ${sql.table(record.table)} set deleted_at = now(), version = version + 1
      where id = any (${all}::bigint[]) returning id, version`.execute(ctx.db);
    return versionsOf(rows);
  }
  await sql`delete from ${sql.table(record.table)} where id = any (${all}::bigint[])`.execute(ctx.db);
  return new Map();
}

/** A step of an undo: the values that it writes to one record. */
interface Back {
  change: OpChange;
  what: 'remove' | 'insert' | 'update' | 'nothing';
  columns: Record<string, Json>;
}

function backOf(change: OpChange): Back {
  const { entity, before, after } = change;
  const record = storedRecords[entity];
  if (before === null) return { change, what: 'remove', columns: {} };
  const columns = columnsOf(entity, record, before);
  if (after === null && !record.isKept) return { change, what: 'insert', columns };
  if (after === null) columns['deleted_at'] = null;
  const beside = [...Object.keys(record.lists ?? {}), record.files ?? ''].some((name) => name in before);
  return { change, what: Object.keys(columns).length > 0 || beside ? 'update' : 'nothing', columns };
}

/** Name of the records that the same statements write: those that get the same fields. */
function sameness({ change: { entity, before }, what, columns }: Back): string {
  const lists = Object.keys(storedRecords[entity].lists ?? {}).filter((name) =>
    Array.isArray(before?.[name]),
  );
  return JSON.stringify(
    what === 'remove' ? [entity, what] : [entity, what, Object.keys(columns).sort(), lists],
  );
}

/**
 * Gives records the fields that they had before changes, in the order of these; places of cards are restored apart. Records beside
 * each other that get the same fields are written together.
 * @returns the changes that this is, for the log
 */
export async function writeBack(ctx: Context, changes: readonly OpChange[]): Promise<OpChange[]> {
  const groups: Back[][] = [];
  const byName = new Map<string, Back[]>();
  let rank = '';
  for (const back of changes.map(backOf)) {
    const name = sameness(back);
    // Only what is of one kind of record may change its order, and what is made anew keeps it.
    const own = back.what === 'insert' ? name : `${back.change.entity} ${back.what}`;
    if (own !== rank) byName.clear();
    rank = own;
    const group = byName.get(name);
    if (group) group.push(back);
    else {
      const added = [back];
      groups.push(added);
      byName.set(name, added);
    }
  }
  const versions = new Map<OpChange, number>();
  for (const group of groups) {
    const written = await writeGroup(ctx, group);
    for (const { change } of group) versions.set(change, written.get(change.id) ?? change.version);
  }
  return changes.map((change) => {
    const { entity, id, projectId, before, after } = change;
    return { entity, id, version: versions.get(change)!, projectId, before: after, after: before };
  });
}

async function writeGroup(ctx: Context, group: readonly Back[]): Promise<Versions> {
  const [{ change, what, columns }] = group as [Back];
  const record = storedRecords[change.entity];
  const ids = group.map((back) => back.change.id);
  if (what === 'nothing') return new Map();
  if (what === 'remove') {
    const versions = await remove(ctx, record, ids);
    return new Map(ids.map((id) => [id, versions.get(id) ?? 0]));
  }
  const table = sql.table(record.table);
  const values = JSON.stringify(group.map((back) => ({ id: back.change.id, ...back.columns })));
  // The columns of the table give the values their types.
  const had = sql`jsonb_populate_recordset(null::${table}, ${values}::jsonb) v`;
  const names = Object.keys(columns).map((column) => sql.ref(column));
  if (what === 'insert') {
    const { rows } = await sql<{ id: number; version: number }>`
      insert into ${table} (tenant_id, id, ${sql.join(names)})
      select ${ctx.tenant.id}, v.id, ${sql.join(names.map((name) => sql`v.${name}`))} from ${had}
      returning id, version`.execute(ctx.db);
    return versionsOf(rows);
  }
  const set = names.map((name) => sql`${name} = v.${name}, `);
  const stamped = record.isStamped ? sql`, updated_at = now(), updated_by = ${ctx.caller.userId}` : sql``;
  const { rows } = await sql<{ id: number; version: number }>`
    update ${table} t set ${sql.join(set, sql``)} version = t.version + 1${stamped}
    from ${had} where t.id = v.id returning t.id, t.version`.execute(ctx.db);
  const changes = group.map((back) => back.change);
  await writeLists(ctx, record, changes);
  if (record.files !== undefined) for (const one of changes) await writeFiles(ctx, one);
  return versionsOf(rows);
}

const versionsOf = (rows: readonly { id: number; version: number }[]): Versions =>
  new Map(rows.map(({ id, version }) => [id, version]));
