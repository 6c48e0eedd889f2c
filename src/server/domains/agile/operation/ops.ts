import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  isFinal,
  type BoardEvents,
  type BoardOp,
  type OpChange,
  type OpEntity,
  type StatusCategory,
} from '../../../../contracts/agile.ts';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { publish } from '../../../db/pending-events.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { hiddenProjects } from '../../../kernel/hidden-projects.ts';
import { publishChange } from '../../../kernel/topics.ts';
import { notifyOf } from './notify.ts';
import { addWatchers, watchesOf } from '../task/watchers.ts';

/** Bytes of changes that an event carries. Boards read the changes of larger operations by themselves. */
const mostEventBytes = 16_000;
/** Operations that a board catches up with before it is loaded anew. */
const mostMissed = 500;

export const boardTopic = (boardId: number): string => `board:${boardId}`;

export interface Operation {
  /** UUID of the client's gesture; one is made where a client named none. */
  opId?: string | undefined;
  kind: string;
  changes: OpChange[];
  /** Boards that show it. Their rows are locked. */
  boards: readonly number[];
  /** The operation that this one takes back. */
  undoes?: string | undefined;
  /** Records in whose history it is, beside those that it changes. */
  about?: readonly { entity: OpEntity; id: number }[];
}

export interface RecordedOp {
  opId: string;
  /** Numbers by board. */
  seqs: ReadonlyMap<number, number>;
}

/** How tasks enter, leave and are finished in sprints, as the changes of an operation tell it. */
function sprintEvents(changes: readonly OpChange[], categories: ReadonlyMap<number, StatusCategory>) {
  const finished = (status: unknown): boolean => isFinal(categories.get(Number(status)) ?? 'start');
  return changes.flatMap(({ entity, id, before, after }) => {
    if (entity !== 'task') return [];
    const left = before?.['taskSprintId'] ?? null;
    const entered = after?.['taskSprintId'] ?? null;
    const moved = left !== entered && (before === null || after === null || 'taskSprintId' in after);
    if (moved)
      return [
        ...(typeof left === 'number' ? [{ sprint: left, task: id, kind: 'out' }] : []),
        ...(typeof entered === 'number' ? [{ sprint: entered, task: id, kind: 'in' }] : []),
        ...(typeof entered === 'number' && finished(after?.['statusId'])
          ? [{ sprint: entered, task: id, kind: 'done' }]
          : []),
      ];
    const [was, is] = [finished(before?.['statusId']), finished(after?.['statusId'])];
    return typeof entered === 'number' && was !== is
      ? [{ sprint: entered, task: id, kind: is ? 'done' : 'undone' }]
      : [];
  });
}

/**
 * Adds an operation to the log: the one source of activity, live updates, undo and reports. It is the last step of a write,
 * whose boards and records are locked. A change of a task whose status changed names `statusId` and `taskSprintId` in both
 * `before` and `after`.
 */
export async function recordOp(
  ctx: Pick<Context, 'db' | 'tenant' | 'caller'>,
  categories: ReadonlyMap<number, StatusCategory>,
  { opId = randomUUID(), kind, changes, boards, undoes, about = [] }: Operation,
): Promise<RecordedOp> {
  const objects = [
    ...new Map([...changes, ...about].map(({ entity, id }) => [`${entity}:${id}`, { entity, id }])).values(),
  ];
  const { rows } = await sql<{ at: string; seqs: Record<string, number> }>`
    with o as (
      insert into op (tenant_id, op_id, kind, actor_id, changes, undoes)
      values (${ctx.tenant.id}, ${opId}, ${kind}, ${ctx.caller.userId}, ${JSON.stringify(changes)}::jsonb, ${undoes ?? null})
      returning id, at
    ), b as (
      update board set last_seq = last_seq + 1 where id = any (${[...boards]}::bigint[]) returning id, last_seq
    ), numbered as (
      insert into op_board (tenant_id, board_id, seq, op) select ${ctx.tenant.id}, b.id, b.last_seq, o.id from b, o
    ), objects as (
      insert into op_object (tenant_id, entity, entity_id, op)
      select ${ctx.tenant.id}, x.entity, x.id, o.id
      from o, jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) x (entity text, id bigint)
    ), sprints as (
      insert into sprint_event (tenant_id, op, sprint_id, task_id, kind, at)
      select ${ctx.tenant.id}, o.id, x.sprint, x.task, x.kind, o.at
      from o, jsonb_to_recordset(${JSON.stringify(sprintEvents(changes, categories))}::jsonb)
        x (sprint bigint, task bigint, kind text)
    )
    select to_char(o.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      coalesce((select jsonb_object_agg(b.id, b.last_seq) from b), '{}') as seqs
    from o`.execute(ctx.db);
  const { at, seqs } = rows[0]!;
  const seqOf = new Map(Object.entries(seqs).map(([board, seq]) => [Number(board), seq]));
  const isLarge = JSON.stringify(changes).length > mostEventBytes;
  for (const [board, seq] of [...seqOf].sort(([one], [other]) => one - other)) {
    const event: BoardOp = {
      seq,
      opId,
      kind,
      actorId: ctx.caller.userId,
      at,
      undoes: undoes ?? null,
      changes: isLarge ? null : changes,
    };
    publish(ctx.db, { topic: boardTopic(board), type: 'OP', data: event as unknown as JsonObject });
  }
  for (const { entity, id, version, before, after } of changes) {
    const verb = before === null ? 'create' : after === null ? 'delete' : 'update';
    publishChange(ctx.db, entity, verb === 'delete' ? { verb, id } : { verb, id, version });
  }
  await notifyOf(ctx, opId, changes, undoes);
  await addWatchers(ctx, watchesOf(changes, ctx.caller.userId));
  return { opId, seqs: seqOf };
}

/** Adds the operation of a comment or of an item of a checklist, which stands in the history of what it belongs to. */
export const recordUnder = (
  ctx: Pick<Context, 'db' | 'tenant' | 'caller'>,
  kind: string,
  { parentType, parentId }: { parentType: OpEntity; parentId: number },
  change: OpChange,
  boards: readonly number[],
  gesture?: string,
): Promise<RecordedOp> =>
  recordOp(ctx, new Map(), {
    opId: gesture,
    kind,
    changes: [change],
    boards,
    about: [{ entity: parentType, id: parentId }],
  });

const columns = sql`o.op_id as "opId", o.kind, o.actor_id as "actorId",
  to_char(o.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, o.undoes, o.changes`;

/** The operation of a gesture that was sent before; null for a new gesture. */
export async function findOp(
  db: TenantTransaction,
  opId: string | undefined,
  boardId: number,
): Promise<BoardOp | null> {
  if (opId === undefined) return null;
  const { rows } = await sql<BoardOp>`
    select ${columns}, coalesce(b.seq, 0) as seq from op o
    left join op_board b on b.op = o.id and b.board_id = ${boardId}
    where o.op_id = ${opId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * The operations of a board after one, in their order. Changes of records in projects that the reader may not see are left out.
 * @param seq number of the last operation that the reader has
 */
export async function opsAfter(db: TenantTransaction, boardId: number, seq: number): Promise<BoardEvents> {
  const { rows } = await sql<{ seq: number; rows: BoardOp[] }>`
    select b.last_seq as seq, coalesce((
      select jsonb_agg(to_jsonb(x) order by x.seq) from (
        select ob.seq, ${columns} from op_board ob join op o on o.id = ob.op
        where ob.board_id = b.id and ob.seq > ${seq} and b.last_seq - ${seq} <= ${mostMissed}
      ) x
    ), '[]') as rows
    from board b where b.id = ${boardId}`.execute(db);
  const found = rows[0]!;
  const hidden = await hiddenProjects(db);
  const visible = found.rows.map((op) => ({ ...op, changes: visibleChanges(op.changes, hidden) }));
  return {
    rows: visible,
    seq: found.seq,
    // A number that the board never had is one of another board, or of data that a restore took back.
    reload: found.seq - seq > mostMissed || seq > found.seq,
  };
}

/** The changes without those of hidden projects. */
export const visibleChanges = (changes: OpChange[] | null, hidden: ReadonlySet<number>): OpChange[] | null =>
  changes && changes.filter(({ projectId }) => projectId === null || !hidden.has(projectId));

/** The ids that a value of a change names: one, or a list of them. */
export const idsIn = (value: Json | undefined): number[] =>
  (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number');
