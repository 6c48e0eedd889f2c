import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import { mostTasks, statusIds } from '../../../../contracts/agile.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { mayBoards } from '../work/access.ts';
import { copyBoards, copyStories, copyTasks, type WorkCopy } from './duplicate-work.ts';
import { recordOp } from '../operation/ops.ts';
import { categoriesOf, readStatuses } from '../status/statuses.ts';
import { requiredTitle } from '../work/text.ts';
import { date, nullable, opId } from '../../../kernel/schema-parts.ts';
import { readProject } from './project-rows.ts';
import { assertNameFits } from './project-rules.ts';
import type { WrittenReply } from './project-schema.ts';
import { earlierProject, insertProject, reread, writeTeam } from './project-write.ts';

const part = (description: string) => Type.Optional(Type.Boolean({ default: true, description }));
export const duplicateBody = Type.Object({
  opId: Type.Optional(opId),
  // A name that is missing is no matter of the schema, as of a new project.
  title: Type.Optional(Type.String({ maxLength: 2000 })),
  startDate: Type.Optional(nullable(date)),
  boards: part('Boards with lanes and tags.'),
  stories: part('Activities.'),
  tasks: part('Tasks, unstarted, with their checklists.'),
  team: part('Team, responsible people, people of tasks and stakeholders of boards.'),
});

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;
const movedBy = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/**
 * Makes a project like another one, whose comments, attachments, sprints and history stay behind, in one operation. With a new
 * start all dates move as far as that of the project; without one there are none.
 * @throws AppError NOT_FOUND for a project that the person does not see, FORBIDDEN for boards without the right to make some,
 * VALIDATION_FAILED, RULE_BROKEN for too many tasks
 */
export async function duplicateProject(
  ctx: Context,
  sourceId: number,
  body: Static<typeof duplicateBody>,
): Promise<WrittenReply> {
  const { db, caller } = ctx;
  const {
    boards: hasBoards = true,
    stories: hasStories = true,
    tasks: hasTasks = true,
    team: hasTeam = true,
  } = body;
  const source = await readProject(ctx, sourceId);
  if (!source) throw notFound();
  const title = requiredTitle(body.title);
  assertNameFits(title, ctx);
  if (hasBoards && !allows(caller.grants, mayBoards('create'))) throw new AppError('FORBIDDEN');
  if (body.opId !== undefined)
    await sql`select pg_advisory_xact_lock(hashtextextended(${body.opId}, 12))`.execute(db);
  const earlier = await earlierProject(db, body.opId);
  if (earlier !== null) return { ...(await reread(ctx, earlier)), opId: body.opId! };
  if (hasTasks) await assertFits(ctx, sourceId);
  const start = body.startDate ?? null;
  const shift = start !== null && source.startDate !== null ? daysBetween(source.startDate, start) : null;
  const people = hasTeam ? await stillHere(ctx, [...source.teamIds, source.head ?? 0]) : [];
  const fields = {
    title,
    summaryTitle: source.summaryTitle,
    summaryDesc: source.summaryDesc,
    description: source.description,
    organizerId: source.organizerId,
    companyId: source.companyId,
    parentId: source.parentId,
    head: source.head !== null && people.includes(source.head) ? source.head : null,
    startDate: start,
    endDate: source.endDate !== null && shift !== null ? movedBy(source.endDate, shift) : null,
    statusId: statusIds.start,
    icon: { name: source.icon.name, color: source.icon.color },
    restricted: source.restricted,
    isTemplate: false,
    boardIds: [],
    teamIds: source.teamIds.filter((id) => people.includes(id)),
  };
  const created = await insertProject(ctx, fields);
  const { id } = created;
  await sql`
    update project set last_number = (select last_number from project where id = ${sourceId}) where id = ${id}`.execute(
    db,
  );
  await writeTeam(ctx, id, fields.teamIds);
  const copy: WorkCopy = { sourceId, projectId: id, shift, hasTeam };
  const made = hasBoards ? await copyBoards(ctx, copy) : { boards: [], changes: [] };
  const stories = hasStories ? await copyStories(ctx, copy) : [];
  const tasks = hasTasks ? await copyTasks(ctx, copy, made.boards) : [];
  const boardIds = made.boards.map((board) => board.id);
  const after = { ...created.after, boardIds };
  const op = await recordOp(ctx, categoriesOf(await readStatuses(db)), {
    opId: body.opId,
    kind: 'project.duplicate',
    changes: [{ ...created, after }, ...made.changes, ...stories, ...tasks],
    boards: boardIds,
  });
  await audit(ctx, {
    entity: 'project',
    entityId: id,
    action: 'create',
    before: null,
    after: { ...after, duplicateOf: sourceId } as JsonObject,
  });
  return { ...(await reread(ctx, id)), opId: op.opId };
}

/** @throws AppError RULE_BROKEN naming the number of tasks and the limit */
async function assertFits({ db }: Context, projectId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from task where project_id = ${projectId} and deleted_at is null`.execute(
    db,
  );
  const count = rows[0]!.count;
  if (count > mostTasks)
    throw ruleBroken('errors.agile.duplicateLimit', { params: { tasks: count, limit: mostTasks } });
}

/** Those of some people who still sign in. */
async function stillHere({ db }: Context, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user where id = any (${[...ids]}::bigint[]) and is_active and is_user`.execute(db);
  return rows.map(({ id }) => id);
}
