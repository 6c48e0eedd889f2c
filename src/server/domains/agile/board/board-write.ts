import { sql } from 'kysely';
import type { Static } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import type { OpChange, StatusCategory } from '../../../../contracts/agile.ts';
import type { Board } from '../../../../contracts/agile-board.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { cleanRichText } from '../../../kernel/rich-text.ts';
import { expectedVersion } from '../../../kernel/version.ts';
import { assertSeesBoard, mayProjects } from '../work/access.ts';
import { assertMergeable } from '../operation/edit.ts';
import { changeProject, lockBoards, shareSprints } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { changeRecord, insertRecord, removeRecord } from '../operation/write-record.ts';
import { sortedIds } from '../task/task-parts.ts';
import { assertPeople } from '../work/people.ts';
import { assertBacklogsFit, changeBoards } from './project-boards.ts';
import { requiredTitle } from '../work/text.ts';
import { readBoard } from './board-read.ts';
import type { createBoardBody, updateBoardBody } from './board-schema.ts';

const without = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id));
const noCategories: ReadonlyMap<number, StatusCategory> = new Map();

/**
 * Creates a board with a lane for each of the tenant's status lanes.
 * @throws AppError VALIDATION_FAILED, PROJECT_CLOSED
 */
export async function createBoard(ctx: Context, body: Static<typeof createBoardBody>): Promise<Board> {
  const { db } = ctx;
  const title = requiredTitle(body.title);
  const projects = sortedIds(body.projectIds ?? []);
  const stakeholders = sortedIds(body.stakeholderIds ?? []);
  await assertProjects(ctx, projects);
  for (const id of projects) await changeProject(db, id);
  const earlier = await findOp(db, body.opId, 0);
  if (earlier?.changes?.[0]) return readBoard(ctx, earlier.changes[0].id);
  await assertPeople(db, stakeholders, null, '/stakeholderIds');
  const description = cleanRichText(body.description ?? '');
  const created = await insertRecord(
    ctx,
    'board',
    { title, description },
    { notes: { projectIds: projects, stakeholderIds: stakeholders } },
  );
  const { id } = created;
  await sql`
    insert into lane (tenant_id, board_id, status_id, rank)
    select tenant_id, ${id}, id, row_number() over (order by lane_rank, id) from work_status
    where lane_rank is not null`.execute(db);
  await addStakeholders(ctx, id, stakeholders);
  const moved = await changeProjects(ctx, id, { added: projects, removed: [] });
  await recordOp(ctx, noCategories, {
    opId: body.opId,
    kind: 'board.create',
    changes: [created, ...moved],
    boards: [id],
  });
  return readBoard(ctx, id);
}

interface Stored {
  title: string;
  description: string;
  activeSprintId: number | null;
  version: number;
  projectIds: number[];
  stakeholderIds: number[];
  /** Whether it has projects that the person may not see. */
  hides: boolean;
}

/** A board as it is stored, locked. Its projects are those that the person sees. */
async function lockBoard(ctx: Context, id: number): Promise<Stored> {
  await lockBoards(ctx.db, [id]);
  await assertSeesBoard(ctx, id);
  const { rows } = await sql<Stored>`
    select b.title, b.description, b.active_sprint_id as "activeSprintId", b.version,
      array(select p.id from project_board pb join project p on p.id = pb.project_id
        where pb.board_id = b.id order by p.id) as "projectIds",
      array(select s.user_id from board_stakeholder s where s.board_id = b.id order by s.user_id) as "stakeholderIds",
      exists (select from project_board pb left join project p on p.id = pb.project_id
        where pb.board_id = b.id and p.id is null) as hides
    from board b where b.id = ${id}`.execute(ctx.db);
  const [stored] = rows;
  if (!stored) throw notFound();
  return stored;
}

/**
 * Changes the sent fields of a board.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT, PROJECT_CLOSED, SPRINT_ENDED, RULE_BROKEN, FORBIDDEN
 */
export async function updateBoard(
  ctx: Context,
  id: number,
  body: Static<typeof updateBoardBody>,
): Promise<Board> {
  const { db } = ctx;
  await assertSeesBoard(ctx, id);
  const projects = body.projectIds && sortedIds(body.projectIds);
  const linked = projects && (await projectsOfBoard(ctx, id));
  const [added, removed] = [without(projects ?? [], linked ?? []), without(linked ?? [], projects ?? [])];
  await assertProjects(ctx, added);
  for (const project of sortedIds([...added, ...removed])) await changeProject(db, project);
  const stored = await lockBoard(ctx, id);
  if (await findOp(db, body.opId, id)) return readBoard(ctx, id);
  // Somebody linked or unlinked one while this waited for the locks.
  if (projects && String(linked) !== String(stored.projectIds)) throw new AppError('VERSION_CONFLICT');
  const wanted = {
    title: body.title === undefined ? undefined : requiredTitle(body.title),
    description: body.description === undefined ? undefined : cleanRichText(body.description),
    projectIds: projects,
    stakeholderIds: body.stakeholderIds && sortedIds(body.stakeholderIds),
    activeSprintId: body.activeSprintId,
  };
  await assertMergeable(
    db,
    { entity: 'board', id, version: stored.version },
    expectedVersion(ctx, body.version),
    wanted,
    () => readBoard(ctx, id),
  );
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(stored[field]),
  );
  // A change that changes nothing is no version and no operation.
  if (changed.length === 0) return readBoard(ctx, id);
  if (changed.includes('stakeholderIds')) await changeStakeholders(ctx, id, stored, wanted.stakeholderIds!);
  const moved = await changeProjects(ctx, id, { added, removed });
  const started =
    changed.includes('activeSprintId') && typeof wanted.activeSprintId === 'number'
      ? await startSprint(ctx, id, wanted.activeSprintId)
      : [];
  const change = await changeRecord(ctx, { entity: 'board', id }, { ...stored }, wanted);
  await recordOp(ctx, noCategories, {
    opId: body.opId,
    kind: 'board.update',
    changes: [...(change ? [change] : []), ...started, ...moved],
    boards: [id],
  });
  return readBoard(ctx, id);
}

/** Removes a board. Its projects and their cards stay. @returns the operation @throws AppError NOT_FOUND, RULE_BROKEN */
export async function removeBoard(ctx: Context, id: number): Promise<{ opId: string }> {
  const { db } = ctx;
  await assertSeesBoard(ctx, id);
  const { rows: links } = await sql<{ id: number }>`
    select p.id from project_board pb join project p on p.id = pb.project_id
    where pb.board_id = ${id} and p.closed_at is null order by p.id`.execute(db);
  for (const project of links) await changeProject(db, project.id);
  const stored = await lockBoard(ctx, id);
  // Those who see the hidden ones decide about their board.
  if (stored.hides) throw new AppError('FORBIDDEN', { message: 'errors.agile.hiddenProjects' });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from task t join sprint s on s.id = t.sprint_id
    where s.board_id = ${id} and s.state = 'open' and t.deleted_at is null`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw ruleBroken('errors.agile.boardInUse', { params: { count } });
  // Closed projects keep their boards as they were.
  const moved = await changeProjects(ctx, id, { added: [], removed: links.map((project) => project.id) });
  const { title, description, activeSprintId, projectIds, stakeholderIds, version } = stored;
  const removed = await removeRecord(
    ctx,
    { entity: 'board', id, version },
    { title, description, activeSprintId, projectIds, stakeholderIds },
    { columns: { active_sprint_id: sql`null` } },
  );
  return recordOp(ctx, noCategories, {
    kind: 'board.delete',
    changes: [removed, ...moved],
    boards: [id],
  });
}

/** Links projects to a board and takes others from it. @returns the changes of their cards @throws AppError RULE_BROKEN */
async function changeProjects(
  ctx: Context,
  id: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<OpChange[]> {
  await assertBacklogsFit(ctx.db, [...added, ...removed], added.length > 0 ? 1 : 0);
  const changes: OpChange[] = [];
  for (const project of added)
    changes.push(...(await changeBoards(ctx, project, { added: [id], removed: [] })));
  for (const project of removed)
    changes.push(...(await changeBoards(ctx, project, { added: [], removed: [id] })));
  return changes;
}

async function projectsOfBoard(ctx: Context, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from project_board pb join project p on p.id = pb.project_id
    where pb.board_id = ${id} order by p.id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** @throws AppError VALIDATION_FAILED for projects that the person does not see */
async function assertProjects(ctx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from project where id = any (${[...ids]}::bigint[])`.execute(ctx.db);
  if (rows.length < ids.length || !allows(ctx.caller.grants, mayProjects('read')))
    throw invalid([{ path: '/projectIds', key: 'errors.agile.unknownProject' }]);
}

const addStakeholders = async (ctx: Context, board_id: number, people: readonly number[]): Promise<void> => {
  if (people.length === 0) return;
  await ctx.db
    .insertInto('board_stakeholder')
    .values(people.map((user_id) => ({ tenant_id: ctx.tenant.id, board_id, user_id })))
    .execute();
};

/** Stakeholders see restricted projects of the board, so nobody makes some who does not see these projects. */
async function changeStakeholders(
  ctx: Context,
  id: number,
  stored: Stored,
  wanted: readonly number[],
): Promise<void> {
  if (stored.hides) throw new AppError('FORBIDDEN', { message: 'errors.agile.hiddenProjects' });
  const added = without(wanted, stored.stakeholderIds);
  await assertPeople(ctx.db, added, null, '/stakeholderIds');
  await addStakeholders(ctx, id, added);
  const removed = without(stored.stakeholderIds, wanted);
  if (removed.length > 0)
    await ctx.db
      .deleteFrom('board_stakeholder')
      .where('board_id', '=', id)
      .where('user_id', 'in', removed)
      .execute();
}

/** Notes when a sprint is active for the first time: what is in it then is what was planned. */
async function startSprint(ctx: Context, boardId: number, sprintId: number): Promise<OpChange[]> {
  const foreign = () => invalid([{ path: '/activeSprintId', key: 'errors.agile.foreignSprint' }]);
  const boards = await shareSprints(ctx.db, [sprintId]).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? foreign() : error;
  });
  if (boards.get(sprintId) !== boardId) throw foreign();
  const started = await ctx.db
    .updateTable('sprint')
    .set({ started_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', sprintId)
    .where('started_at', 'is', null)
    .returning(['version', 'started_at as startedAt'])
    .executeTakeFirst();
  if (!started) return [];
  const { version, startedAt } = started;
  const after = { startedAt: startedAt?.toISOString() ?? null };
  return [{ entity: 'sprint', id: sprintId, version, projectId: null, before: { startedAt: null }, after }];
}
