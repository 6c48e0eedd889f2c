import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context, Resource } from '../../contract.ts';
import { notFound, ruleBroken } from '../../errors.ts';
import { route } from '../../route.ts';
import { text } from '../../texts.ts';
import { publishTransfer } from '../../topics.ts';
import type { EntityModel } from '../entity-model.ts';
import { partlyWritten, TRANSFER } from './transfer.ts';
import type { KernelParts } from '../../parts.ts';

const idParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

interface Found {
  id: number;
  kind: 'import' | 'export';
  name: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  phase: 'check' | 'write' | 'undo';
  position: number;
  total: number;
  report: Json;
  /** Counts of the parts that are written, while an import goes on. */
  counted: { created: number; updated: number; unchanged: number } | null;
  message: string;
  fileId: number | null;
  createdAt: Date;
  isLost: boolean;
  /** Whether none of its rows may stay when it fails. */
  isWhole: boolean;
}

/** An import or export as its person sees it. */
export const transferReply = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  name: Type.String(),
  state: Type.String(),
  phase: Type.String(),
  position: Type.Integer(),
  total: Type.Integer(),
  report: Type.Any(),
  message: Type.String(),
  /** Null also when the file is not kept any more. */
  fileId: Type.Union([Type.Integer(), Type.Null()]),
  createdAt: Type.String({ format: 'date-time' }),
  ended: Type.Boolean(),
  cancellable: Type.Boolean(),
});

/** Imports and exports that a list of one's own ones shows. */
const NEWEST = 20;
/** Hours for which the end of one waits to be seen: as long as the file of an export is kept. */
const NEWS_HOURS = 24;

/**
 * One's own imports and exports, the newest first: one of them with its report, or those of an entity, of which `unseen` leaves
 * those that go on and those whose end the person has not seen.
 */
export async function readTransfers(
  { db, caller, lang }: Pick<Context, 'db' | 'caller' | 'lang'>,
  {
    id = null,
    entity = null,
    unseen = false,
  }: { id?: number | null; entity?: string | null; unseen?: boolean },
) {
  const { rows } = await sql<Found>`
    select t.id, t.kind, t.name, t.state, t.phase, t.position, t.total, t.message, t.created_at as "createdAt",
      (select f.id from file f where f.id = t.file_id) as "fileId",
      case when t.ended_at is null or ${id}::bigint is null then null else t.report end as report,
      case when t.kind = 'import' and t.phase = 'write' and t.position > 0 then t.report end as counted,
      t.ended_at is null and not exists (
        select from job j where j.id = t.job_id and j.state <> 'dead'
      ) as "isLost",
      t.kind = 'import' and t.phase <> 'check' and t.options->>'mode' = 'all' as "isWhole"
    from transfer t where t.user_id = ${caller.userId} and (${id}::bigint is null or t.id = ${id}::bigint)
      and (${entity}::text is null or t.entity = ${entity}::text)
      and (not ${unseen}::boolean or (t.seen_at is null
        and (t.ended_at is null or t.ended_at > now() - make_interval(hours => ${NEWS_HOURS}))))
    order by t.id desc limit ${NEWEST}`.execute(db);
  return rows.map(({ isLost, isWhole, counted, createdAt, ...transfer }) => {
    if (isLost) {
      const reason = text(lang, 'errors.transfer.lost');
      Object.assign(transfer, { state: 'failed', message: reason });
      if (isWhole) transfer.message = text(lang, 'errors.transfer.lostWhole', { reason });
      else if (counted) {
        const { created, updated, unchanged } = counted;
        transfer.message = partlyWritten(lang, reason, transfer.position, counted);
        transfer.report = { rows: transfer.total, created, updated, unchanged, failed: 0, written: true };
      }
    }
    const ended = !['waiting', 'running'].includes(transfer.state);
    return {
      ...transfer,
      createdAt: createdAt.toISOString(),
      ended,
      cancellable: !ended && mayCancel(transfer),
    };
  });
}

/** Notes that the person has seen how an import or export ended. @throws AppError NOT_FOUND */
export async function markSeen(
  { db, caller: { userId } }: Pick<Context, 'db' | 'caller'>,
  id: number,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update transfer set seen_at = coalesce(seen_at, now()) where id = ${id} and user_id = ${userId}`.execute(
    db,
  );
  if (numAffectedRows === 0n) throw notFound();
  publishTransfer(db, userId, id);
}

/** Time between two looks at whether a transfer has ended. Milliseconds. */
const LOOK_MS = 100;
/** Looks at a transfer that does not move, after which its request waits no longer: others are before it, or no job runs. */
const LOOKS = 300;

/** Waits until one's own transfer has ended. @returns null for one that has not moved for a while; it goes on */
export async function endOfTransfer({ transaction, caller, lang, signal }: Context, id: number) {
  for (let looks = 0, step = ''; looks < LOOKS; looks += 1) {
    const [found] = await transaction((db) => readTransfers({ db, caller, lang }, { id }), 'read');
    if (!found) throw notFound();
    if (found.ended) return found;
    const { state, phase, position } = found;
    if (step !== `${state} ${phase} ${position}`) looks = 0;
    step = `${state} ${phase} ${position}`;
    await delay(LOOK_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  return null;
}

/** One's own imports and exports that go on after their requests: how far they are, and cancelling them. */
export function transferResource(
  models: ReadonlyMap<string, EntityModel>,
  files: KernelParts['files'],
): Resource {
  return {
    name: 'transfer',
    fileOwners: [
      {
        kind: TRANSFER,
        // A person who may no longer read the records may not read what was exported of them.
        async mayRead({ caller, db }, id) {
          const { rows } = await sql<{ entity: string }>`
            select entity from transfer where id = ${id} and user_id = ${caller.userId}`.execute(db);
          const screen = models.get(rows[0]?.entity ?? '')?.screen;
          return screen !== undefined && allows(caller.grants, { screen, verb: 'read' });
        },
      },
    ],
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/transfer/:id',
        access: 'session',
        summary: '$routes.transfer.one',
        input: { params: idParams },
        reply: transferReply,
        async handle(ctx, { params: { id } }) {
          const [found] = await readTransfers(ctx, { id });
          if (!found) throw notFound();
          return found;
        },
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/transfer/:id/seen',
        access: 'session',
        summary: 'Note that the person has seen how an import or export ended',
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params: { id } }) {
          await markSeen(ctx, id);
          return { id };
        },
      }),
      route({
        method: 'DELETE',
        url: '/adm/v2/transfer/:id',
        access: 'session',
        summary: 'Cancel an import that writes nothing yet, or an export',
        errors: ['RULE_BROKEN'],
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params: { id } }) {
          const { rows } = await sql<Pick<Found, 'kind' | 'phase' | 'state'>>`
            select kind, phase, state from transfer where id = ${id} and user_id = ${ctx.caller.userId}
            for update`.execute(ctx.db);
          const [found] = rows;
          if (!found) throw notFound();
          const isOpen = found.state === 'waiting' || found.state === 'running';
          if (!isOpen) return { id };
          if (!mayCancel(found)) throw ruleBroken('errors.transfer.writing');
          // The person who cancels it has seen its end.
          await sql`
            update transfer set state = 'cancelled', ended_at = now(), seen_at = now() where id = ${id}`.execute(
            ctx.db,
          );
          await files.removeOf(ctx.db, { kind: TRANSFER, id });
          publishTransfer(ctx.db, ctx.caller.userId, id);
          return { id };
        },
      }),
    ],
  };
}

/** A write that runs is finished: half an import would be worse than none. */
const mayCancel = ({ kind, phase }: Pick<Found, 'kind' | 'phase'>): boolean =>
  kind === 'export' || phase === 'check';
