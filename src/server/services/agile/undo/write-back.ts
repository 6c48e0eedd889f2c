import { sql } from 'kysely';
import { closedStatuses, type OpChange, type OpEntity } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, ruleBroken } from '../../../kernel/errors.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { writeFiles } from './files-back.ts';
import { storedRecords, noteFields, type StoredRecord } from './fields.ts';

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

const valueSql = (column: string, value: Json) =>
  column === 'icon' ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;

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

async function writeLists(
  ctx: Context,
  record: StoredRecord,
  id: number,
  fields: Readonly<Record<string, Json>>,
): Promise<void> {
  for (const [name, list] of Object.entries(record.lists ?? {})) {
    const ids = fields[name];
    if (!Array.isArray(ids)) continue;
    const { kind } = list;
    await sql`
      delete from ${sql.table(list.table)}
      where ${sql.ref(list.own)} = ${id} and not (${sql.ref(list.other)} = any (${ids}::bigint[]))
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`.execute(ctx.db);
    await sql`
      insert into ${sql.table(list.table)} (tenant_id, ${sql.ref(list.own)}, ${sql.ref(list.other)}
        ${kind === undefined ? sql`` : sql`, kind`})
      select ${ctx.tenant.id}, ${id}, x ${kind === undefined ? sql`` : sql`, ${kind}`} from unnest(${ids}::bigint[]) x
      on conflict do nothing`.execute(ctx.db);
  }
}

/** Removes a record that an operation made. @returns its version @throws AppError UNDO_REFUSED for a sprint that is in use */
async function remove(ctx: Context, record: StoredRecord, id: number): Promise<number> {
  if (record.table === 'sprint') {
    const { rows } = await withoutHiding(ctx.db, () =>
      sql`select from task where sprint_id = ${id} and deleted_at is null limit 1`.execute(ctx.db),
    );
    if (rows.length > 0) throw new AppError('UNDO_REFUSED', { message: 'errors.agile.undoChanged' });
  }
  if (record.isKept) {
    const { rows } = await sql<{ version: number }>`
      update ${sql.table(record.table)} set deleted_at = now(), version = version + 1 where id = ${id}
      returning version`.execute(ctx.db);
    return rows[0]!.version;
  }
  await sql`delete from ${sql.table(record.table)} where id = ${id}`.execute(ctx.db);
  return 0;
}

/** Makes a record anew that an operation removed for good. */
async function insertAgain(
  ctx: Context,
  { table }: StoredRecord,
  id: number,
  columns: Readonly<Record<string, Json>>,
): Promise<number> {
  const names = Object.keys(columns);
  const { rows } = await sql<{ version: number }>`
    insert into ${sql.table(table)} (tenant_id, id, ${sql.join(names.map((name) => sql.ref(name)))})
    values (${ctx.tenant.id}, ${id}, ${sql.join(names.map((name) => valueSql(name, columns[name]!)))})
    returning version`.execute(ctx.db);
  return rows[0]!.version;
}

/**
 * Gives one record the fields that it had before a change; places of cards are restored apart.
 * @returns the change that this is, for the log
 */
export async function writeBack(ctx: Context, change: OpChange): Promise<OpChange> {
  const { entity, id, projectId, before, after } = change;
  const record = storedRecords[entity];
  const inverse = (version: number): OpChange => ({
    entity,
    id,
    version,
    projectId,
    before: after,
    after: before,
  });
  if (before === null) return inverse(await remove(ctx, record, id));
  const columns = columnsOf(entity, record, before);
  if (after === null && !record.isKept) return inverse(await insertAgain(ctx, record, id, columns));
  if (after === null) columns['deleted_at'] = null;
  const beside = [...Object.keys(record.lists ?? {}), record.files ?? ''].some((name) => name in before);
  if (Object.keys(columns).length === 0 && !beside) return inverse(change.version);
  const stamped = record.isStamped ? sql`, updated_at = now(), updated_by = ${ctx.caller.userId}` : sql``;
  const set = Object.entries(columns).map(
    ([column, value]) => sql`${sql.ref(column)} = ${valueSql(column, value)}, `,
  );
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(record.table)} set ${sql.join(set, sql``)} version = version + 1${stamped}
    where id = ${id} returning version`.execute(ctx.db);
  await writeLists(ctx, record, id, before);
  if (record.files !== undefined) await writeFiles(ctx, change);
  return inverse(rows[0]?.version ?? change.version);
}
