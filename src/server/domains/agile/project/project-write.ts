import { sql } from 'kysely';
import { closedStatuses, statusIds, type OpChange } from '../../../../contracts/agile.ts';
import { isSameText, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { audit } from '../../../kernel/audit.ts';
import { Reply, type Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { expectedVersion } from '../../../kernel/version.ts';
import { boardsOfSprints, closeCards } from './close-project.ts';
import { assertMergeable } from '../operation/edit.ts';
import { changeProject, lockBoards } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { changeRecord, insertUnlessTaken } from '../operation/write-record.ts';
import { assertBacklogsFit, changeBoards } from '../board/project-boards.ts';
import { categoriesOf, readStatuses } from '../status/statuses.ts';
import { sortedIds } from '../task/task-parts.ts';
import { keysOf } from './project-key.ts';
import { readProject } from './project-rows.ts';
import {
  assertComplete,
  assertNameFits,
  assertReferences,
  assertStatus,
  type ProjectFields,
} from './project-rules.ts';
import type { ProjectBody, ProjectReply, WrittenReply } from './project-schema.ts';

const nothing: ProjectFields = {
  title: '',
  summaryTitle: null,
  summaryDesc: null,
  description: '',
  organizerId: null,
  companyId: null,
  parentId: null,
  head: null,
  startDate: null,
  endDate: null,
  statusId: statusIds.start,
  icon: { name: 'board', color: 'primary' },
  restricted: false,
  isTemplate: false,
  boardIds: [],
  teamIds: [],
};

const names = Object.keys(nothing) as (keyof ProjectFields)[];

/** The fields as they are after a write: texts without space around them, lists in the order of their ids. */
function merged(before: ProjectFields, body: ProjectBody): ProjectFields {
  const present = Object.fromEntries(names.map((name) => [name, before[name]])) as unknown as ProjectFields;
  const written = Object.fromEntries(
    names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  ) as Partial<ProjectFields>;
  const fields = { ...present, ...written };
  return {
    ...fields,
    title: (fields.title as string | null)?.trim() ?? '',
    summaryTitle: fields.summaryTitle?.trim() || null,
    summaryDesc: fields.summaryDesc?.trim() || null,
    startDate: fields.startDate || null,
    endDate: fields.endDate || null,
    boardIds: sortedIds(fields.boardIds),
    teamIds: sortedIds(fields.teamIds),
    icon: { name: fields.icon.name, color: fields.icon.color },
  };
}

export async function writeTeam(ctx: Context, projectId: number, teamIds: readonly number[]): Promise<void> {
  await ctx.db
    .deleteFrom('project_member')
    .where('project_id', '=', projectId)
    .where('user_id', 'not in', [...teamIds, 0])
    .execute();
  if (teamIds.length > 0)
    await ctx.db
      .insertInto('project_member')
      .values(teamIds.map((user_id) => ({ tenant_id: ctx.tenant.id, project_id: projectId, user_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The project of a gesture that was sent before; null for a new gesture. @throws AppError RULE_BROKEN */
export async function earlierProject(
  db: TenantTransaction,
  opId: string | undefined,
): Promise<number | null> {
  const earlier = await findOp(db, opId, 0);
  if (!earlier) return null;
  const change = earlier.changes?.find(({ entity }) => entity === 'project');
  if (!change) throw ruleBroken('errors.agile.opIdUsed');
  return change.id;
}

/** Reads what was written. @throws AppError for a project that its writer would not see any more */
export async function reread(ctx: Context, id: number): Promise<ProjectReply> {
  const project = await readProject(ctx, id);
  if (!project) throw invalid([{ path: '/restricted', key: 'errors.agile.hiddenFromYou' }]);
  return project;
}

/**
 * Creates a project with a key of its own.
 * @throws AppError VALIDATION_FAILED: of what is missing, the first by the product's order alone
 */
export async function createProject(ctx: Context, body: ProjectBody): Promise<ProjectReply> {
  const { db } = ctx;
  const fields = merged(nothing, body);
  assertNameFits(fields.title, ctx);
  assertComplete(fields, new Set(names));
  if (body.opId !== undefined)
    await sql`select pg_advisory_xact_lock(hashtextextended(${body.opId}, 12))`.execute(db);
  const earlier = await earlierProject(db, body.opId);
  if (earlier !== null) return reread(ctx, earlier);
  await lockBoards(db, fields.boardIds);
  await assertStatus(ctx, fields.statusId, false);
  await assertReferences(ctx, null, fields, new Set(names), fields.boardIds);
  const created = await insertProject(ctx, fields);
  const { id } = created;
  await writeTeam(ctx, id, fields.teamIds);
  await changeBoards(ctx, id, { added: fields.boardIds, removed: [] });
  await recordOp(ctx, categoriesOf(await readStatuses(db)), {
    opId: body.opId,
    kind: 'project.create',
    changes: [created],
    boards: fields.boardIds,
  });
  await audit(ctx, {
    entity: 'project',
    entityId: id,
    action: 'create',
    before: null,
    after: created.after as JsonObject,
  });
  return reread(ctx, id);
}

/** Inserts with the best key that nobody has: others may take one at the same time, also in projects that are hidden here. */
export async function insertProject(ctx: Context, fields: ProjectFields): Promise<OpChange> {
  const candidates = keysOf(fields.title);
  // All candidates begin with the same two letters.
  const [first] = keysOf(fields.title);
  const { rows } = await sql<{ key: string }>`
    select key from project where left(key, 2) = ${(first ?? '').slice(0, 2)}`.execute(ctx.db);
  const taken = new Set(rows.map(({ key }) => key));
  for (const key of candidates) {
    if (taken.has(key)) continue;
    const beside = { columns: { key: sql`${key}` }, notes: { key } };
    const inserted = await insertUnlessTaken(
      ctx,
      'project',
      fields as unknown as Record<string, Json>,
      beside,
      ['tenant_id', 'key'],
    );
    if (inserted) return { ...inserted, projectId: inserted.id };
  }
  throw ruleBroken('errors.agile.noKey');
}

/**
 * Changes the written fields of a project. Its closing (statusId 4 or 5) cancels what is unfinished in open sprints and takes
 * its cards from the backlogs, in the same transaction.
 * @throws AppError NOT_FOUND, PROJECT_CLOSED, VERSION_CONFLICT with the current project, VALIDATION_FAILED
 */
export async function updateProject(
  ctx: Context,
  id: number,
  body: ProjectBody,
): Promise<Reply<WrittenReply>> {
  const { db } = ctx;
  const expected = expectedVersion(ctx, body.version);
  await changeProject(db, id).catch(async (error: unknown) => {
    // The gesture that closed it, sent again.
    if ((await earlierProject(db, body.opId)) !== id) throw error;
  });
  if ((await earlierProject(db, body.opId)) !== null)
    return new Reply({ ...(await reread(ctx, id)), opId: body.opId! }, 'messages.agile.projectUpdated');
  const before = await readProject(ctx, id);
  if (!before) throw notFound();
  const fields = merged(before, body);
  const written = new Set<keyof ProjectFields>(
    names.filter((name) => !isSameText(fields[name], before[name])),
  );
  const added = fields.boardIds.filter((board) => !before.boardIds.includes(board));
  const removed = before.boardIds.filter((board) => !fields.boardIds.includes(board));
  const closes = written.has('statusId') && closedStatuses.includes(fields.statusId);
  const boards = sortedIds([...before.boardIds, ...added, ...(closes ? await boardsOfSprints(db, id) : [])]);
  await lockBoards(db, boards);
  const changed = Object.fromEntries([...written].map((name) => [name, fields[name] as Json]));
  const { unconditional } = await assertMergeable(
    db,
    { entity: 'project', id, version: before.version },
    expected,
    changed,
    () => readProject(ctx, id),
  );
  const was = Object.fromEntries([...written].map((name) => [name, before[name] as unknown as Json]));
  if (written.size === 0) throw ruleBroken('errors.agile.nothingChanged');
  assertNameFits(fields.title, ctx);
  assertComplete(fields, written);
  if (written.has('statusId')) await assertStatus(ctx, fields.statusId, true);
  await assertReferences(ctx, id, fields, written, added);
  if (written.has('boardIds')) await assertBacklogsFit(db, [id], added.length);
  if (written.has('teamIds')) await writeTeam(ctx, id, fields.teamIds);
  const moved = written.has('boardIds') ? await changeBoards(ctx, id, { added, removed }) : [];
  const canceled = closes ? await closeCards(ctx, id) : [];
  const update = await changeRecord(ctx, { entity: 'project', id }, was, changed, {
    projectId: id,
    ...(closes && { columns: { closed_at: sql`now()`, closed_by: sql`${ctx.caller.userId}` } }),
  });
  const { opId } = await recordOp(ctx, categoriesOf(await readStatuses(db)), {
    opId: body.opId,
    kind: closes ? 'project.close' : 'project.update',
    changes: [...(update ? [update] : []), ...moved, ...canceled],
    boards,
  });
  await audit(ctx, {
    entity: 'project',
    entityId: id,
    action: 'update',
    before: was,
    after: changed,
    unconditional,
  });
  return new Reply(
    { ...(await reread(ctx, id)), opId },
    closes ? 'messages.agile.projectClosed' : 'messages.agile.projectUpdated',
  );
}
