import { sql } from 'kysely';
import { allows } from '../../../../contracts/access.ts';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../contract.ts';
import { AppError, notFound, ruleBroken } from '../../errors.ts';
import { text } from '../../texts.ts';
import type { EntityModel } from '../entity-model.ts';
import type { EntityImport, ImportReport } from './import.ts';
import {
  enqueueTransfer,
  type Ending,
  type Transfer,
  type TransferWork,
  type UndoReport,
} from './transfer.ts';
import type { WrittenRow } from './written-rows.ts';

/** Days for which an import can be taken back. */
export const UNDO_DAYS = 30;
/** Errors that a report lists; it counts the others. */
export const LISTED = 1000;

/** Stores what an import wrote, to take it back by. */
export async function noteWritten(
  { db, tenant }: Context,
  transferId: number,
  rows: readonly WrittenRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into transfer_row (tenant_id, transfer_id, row, record_id, version, before)
    select ${tenant.id}::int, ${transferId}::bigint, w.row, w.key, w.version, w.before
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (row int, key bigint, version int, before jsonb))
      with ordinality w (row, key, version, before, at) order by w.at`.execute(db);
}

/** Forgets what imports wrote of records, and over them, since what is known of their people is erased. */
export async function forgetWritten(
  db: TenantTransaction,
  entity: string,
  keys: readonly number[],
): Promise<void> {
  await sql`
    delete from transfer_row r using transfer t
    where t.id = r.transfer_id and t.entity = ${entity} and r.record_id = any(${[...keys]}::bigint[])`.execute(
    db,
  );
}

/** Adds the import that a request has written, which its person has seen, to take it back by. */
export async function addWritten(
  ctx: Context,
  { entity, name, options, report }: Pick<Transfer, 'entity' | 'name' | 'options'> & { report: ImportReport },
  written: readonly WrittenRow[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into transfer (tenant_id, user_id, kind, entity, name, lang, options, state, phase, position, total, report, ended_at,
      seen_at)
    values (${ctx.tenant.id}, ${ctx.caller.userId}, 'import', ${entity}, ${name}, ${ctx.lang}, ${JSON.stringify(options)}::jsonb,
      'done', 'write', ${report.rows}, ${report.rows}, ${JSON.stringify(listed(report))}::jsonb, now(), now())
    returning id`.execute(ctx.db);
  const { id } = rows[0]!;
  await noteWritten(ctx, id, written);
  return id;
}

/** Whether the transfer `t` is an import that its person can take back. */
export const undoable = sql<boolean>`(t.kind = 'import' and t.phase = 'write'
  and t.ended_at > now() - make_interval(days => ${UNDO_DAYS})
  and exists (select from transfer_row r where r.transfer_id = t.id))`;

/**
 * Begins to take back what an import of the person has written, in its job. It asks for the right to import alone, as no part
 * of what was imported may stay for want of another one.
 * @throws AppError NOT_FOUND, FORBIDDEN, RULE_BROKEN
 */
export async function beginUndo(
  ctx: Context,
  models: ReadonlyMap<string, EntityModel>,
  id: number,
): Promise<void> {
  const { rows } = await sql<
    Pick<Transfer, 'kind' | 'entity' | 'phase'> & { hasEnded: boolean; undoable: boolean; report: Json }
  >`
    select t.kind, t.entity, t.phase, t.ended_at is not null as "hasEnded", ${undoable} as undoable, t.report
    from transfer t where t.id = ${id} and t.user_id = ${ctx.caller.userId} for update`.execute(ctx.db);
  const [found] = rows;
  const screen = models.get(found?.entity ?? '')?.screen;
  if (!found || screen === undefined || found.kind !== 'import') throw notFound();
  const verbs = ['create', 'update'] as const;
  if (!verbs.some((verb) => allows(ctx.caller.grants, { screen, verb }))) throw new AppError('FORBIDDEN');
  const { kind, entity, phase, hasEnded } = found;
  if (!found.undoable) {
    const late = phase === 'undo' ? 'errors.transfer.undoneBefore' : 'errors.transfer.undoLate';
    throw ruleBroken(hasEnded ? late : 'errors.transfer.goesOn', { params: { days: UNDO_DAYS } });
  }
  const { created = 0, updated = 0 } = (found.report ?? {}) as JsonObject;
  await sql`
    update transfer set state = 'waiting', phase = 'undo', undo_at = now(), ended_at = null, seen_at = null, message = '',
      report = ${JSON.stringify({ created, updated, errors: [], kept: [] })}::jsonb,
      position = (select count(*) from transfer_row where transfer_id = ${id})
    where id = ${id}`.execute(ctx.db);
  await enqueueTransfer(ctx, { id, kind, entity });
}

/** Rows that are taken back together. */
const UNDO_PART = 250;
/** Rows that a message names. */
const NAMED = 5;

/** Takes back what an import has written, what it wrote last first, a part in each transaction with what is left. */
export async function takeBack(work: TransferWork, imports: EntityImport): Promise<Ending> {
  const { transfer } = work;
  const { lang, total } = transfer;
  for (let left = 1; left > 0;)
    left = await work.takingBack(async (ctx) => {
      const last = await lastWritten(ctx.db, transfer.id, UNDO_PART);
      const kept = await imports.takeBack(ctx, last.rows);
      const report = transfer.report as unknown as UndoReport;
      const next: UndoReport = {
        ...report,
        errors: [...report.errors, ...kept].slice(0, LISTED),
        kept: [...new Set([...report.kept, ...kept.map(({ row }) => row)])],
      };
      await work.progress(ctx.db, {
        phase: 'undo',
        position: last.left,
        total,
        report: next as unknown as Json,
      });
      transfer.report = next as unknown as Json;
      return last.left;
    });
  const { created, updated, errors, kept } = transfer.report as unknown as UndoReport;
  const report = imports.report(lang, total, { created, updated, unchanged: 0, errors });
  report.written = kept.length > 0;
  const rows = kept.toSorted((one, other) => one - other);
  const named = `${rows.slice(0, NAMED).join(', ')}${rows.length > NAMED ? '…' : ''}`;
  const params = { reason: transfer.message, count: rows.length, rows: named };
  const [whole, inPart] = transfer.isUndone
    ? ['errors.transfer.undone', 'errors.transfer.undoneBut']
    : ['errors.transfer.takenBack', 'errors.transfer.takenBackBut'];
  const message = text(lang, rows.length === 0 ? whole : inPart, params);
  return { state: transfer.isUndone ? 'done' : 'failed', message, report: listed(report) };
}

/** Takes the rows off that an import has written last. @returns them, and how many are left */
async function lastWritten(
  db: TenantTransaction,
  transferId: number,
  most: number,
): Promise<{ rows: WrittenRow[]; left: number }> {
  const { rows } = await sql<WrittenRow>`
    delete from transfer_row where transfer_id = ${transferId} and place in (
      select place from transfer_row where transfer_id = ${transferId} order by place desc limit ${most})
    returning row, record_id as key, version, before`.execute(db);
  const { rows: counted } = await sql<{ left: number }>`
    select count(*)::int as left from transfer_row where transfer_id = ${transferId}`.execute(db);
  return { rows, left: counted[0]!.left };
}

/** A report as it is stored. */
export const listed = (report: ReturnType<EntityImport['report']>): Json =>
  ({
    ...report,
    errors: report.errors.slice(0, LISTED),
    unlisted: report.unlisted + Math.max(0, report.errors.length - LISTED),
  }) as unknown as Json;
