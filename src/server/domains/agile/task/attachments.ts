import { sql } from 'kysely';
import { allows } from '../../../../contracts/access.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context, FileOwnerSpec } from '../../../kernel/contract.ts';
import { invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import type { FileOwner } from '../../../kernel/kernel-files.ts';
import type { Files } from '../../../platform/files/files.ts';
import { setAside } from '../../../platform/files/removed-files.ts';
import { assertSeesWork, mayProjects } from '../work/access.ts';
import { boardsOf, lockBoards, lockTasks, projectsOf, shareProjects } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { changeRecord } from '../operation/write-record.ts';

/** Files that one task has at most. */
const mostAttachments = 100;

/** Owner of the files of a task. */
const TASK_OWNER = 'task';
export const taskOwner = (id: number): FileOwner => ({ kind: TASK_OWNER, id });

/** Files of a task are read by who sees the task. */
export const taskFiles: FileOwnerSpec = {
  kind: TASK_OWNER,
  async mayRead({ caller, db }, id) {
    if (!allows(caller.grants, mayProjects('read'))) return false;
    const found = await db
      .selectFrom('task')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    return found !== undefined;
  },
};

interface Attached {
  id: number;
  name: string;
}

const attachedTo = (db: TenantTransaction, taskId: number): Promise<Attached[]> =>
  db
    .selectFrom('file')
    .where('owner_kind', '=', TASK_OWNER)
    .where('owner_id', '=', taskId)
    .where('state', '<>', 'removed')
    .select(['id', 'name'])
    .orderBy('id')
    .execute();

/** @throws AppError VALIDATION_FAILED for a file that is no picture of the task */
export async function assertPicture(db: TenantTransaction, taskId: number, fileId: number): Promise<void> {
  const found = await db
    .selectFrom('file')
    .where('owner_kind', '=', TASK_OWNER)
    .where('owner_id', '=', taskId)
    .where('id', '=', fileId)
    .where('state', '<>', 'removed')
    .where('width', 'is not', null)
    .select('id')
    .executeTakeFirst();
  if (!found) throw invalid([{ path: '/coverFileId', key: 'errors.agile.noPicture' }]);
}

async function lockTask(ctx: Context, taskId: number) {
  const { db } = ctx;
  assertSeesWork(ctx);
  await shareProjects(db, await projectsOf(db, [taskId]));
  const boards = await boardsOf(db, [taskId]);
  await lockBoards(db, boards);
  const [task] = await lockTasks(db, [taskId]);
  return { boards, task: task! };
}

async function record(
  ctx: Context,
  taskId: number,
  fields: { before: Record<string, Json>; after: Record<string, Json> },
  options: { kind: string; projectId: number; boards: number[]; opId: string | undefined },
): Promise<void> {
  const { kind, projectId, boards, opId } = options;
  const task = { entity: 'task', id: taskId } as const;
  const change = await changeRecord(ctx, task, fields.before, fields.after, { projectId });
  if (change) await recordOp(ctx, new Map(), { opId, kind, changes: [change], boards });
}

/**
 * Gives a task files that the person uploaded before, in one operation.
 * @throws AppError VALIDATION_FAILED, RULE_BROKEN, NOT_FOUND, PROJECT_CLOSED
 */
export async function attachFiles(
  ctx: Context,
  files: Files,
  taskId: number,
  { fileIds, opId }: { fileIds: readonly number[]; opId?: string | undefined },
): Promise<void> {
  const { boards, task } = await lockTask(ctx, taskId);
  if (await findOp(ctx.db, opId, 0)) return;
  const before = await attachedTo(ctx.db, taskId);
  if (before.length + fileIds.length > mostAttachments)
    throw ruleBroken('errors.agile.attachments', { params: { count: mostAttachments } });
  for (const fileId of fileIds) await files.attach(ctx.db, ctx.caller.userId, fileId, taskOwner(taskId));
  const after = await attachedTo(ctx.db, taskId);
  await record(
    ctx,
    taskId,
    { before: { attachments: before as unknown as Json }, after: { attachments: after as unknown as Json } },
    { kind: 'task.attach', projectId: task.projectId, boards, opId },
  );
}

/** Removes a file of a task. It is kept for a day, so that this can be taken back. @throws AppError NOT_FOUND, PROJECT_CLOSED */
export async function removeAttachment(
  ctx: Context,
  taskId: number,
  fileId: number,
  opId: string | undefined,
): Promise<void> {
  const { boards, task } = await lockTask(ctx, taskId);
  if (await findOp(ctx.db, opId, 0)) return;
  const before = await attachedTo(ctx.db, taskId);
  if (!before.some(({ id }) => id === fileId)) throw notFound();
  const { cover } = await ctx.db
    .selectFrom('task')
    .where('id', '=', taskId)
    .select('cover_file_id as cover')
    .executeTakeFirstOrThrow();
  await setAside(ctx.db, taskOwner(taskId), [fileId]);
  const after = before.filter(({ id }) => id !== fileId);
  const isCover = cover === fileId;
  await record(
    ctx,
    taskId,
    {
      before: { attachments: before as unknown as Json, ...(isCover && { coverFileId: cover }) },
      after: { attachments: after as unknown as Json, ...(isCover && { coverFileId: null }) },
    },
    { kind: 'task.detach', projectId: task.projectId, boards, opId },
  );
}

/** The files of a task as JSON. */
export const attachmentsJson = (taskId: string) => sql`coalesce((
  select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes,
    'isPicture', f.width is not null) order by f.id)
  from file f where f.owner_kind = ${TASK_OWNER} and f.owner_id = ${sql.ref(taskId)} and f.state = 'stored'
), '[]'::json)`;
