import { sql } from 'kysely';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, ruleBroken } from '../../../kernel/errors.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { assertSeesBoard } from '../work/access.ts';
import { lockBoards } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import {
  checkSprint,
  insertSprint,
  readSprint,
  sprintChange,
  sprintColumns,
  type SprintFields,
  type SprintRow,
} from './sprints.ts';

/** Creates a sprint of a board. @throws AppError NOT_FOUND, VALIDATION_FAILED */
export async function createSprint(
  ctx: Context,
  boardId: number,
  fields: SprintFields,
  opId: string | undefined,
): Promise<number> {
  await assertSeesBoard(ctx, boardId);
  checkSprint(fields);
  await lockBoards(ctx.db, [boardId]);
  const earlier = await findOp(ctx.db, opId, boardId);
  if (earlier?.changes?.[0]) return earlier.changes[0].id;
  const sprint = await insertSprint(ctx, boardId, fields);
  const changes = [sprintChange(null, sprint)];
  await recordOp(ctx, new Map(), { opId, kind: 'sprint.create', changes, boards: [boardId] });
  return sprint.id;
}

/** Changes an open sprint. @returns the id of the operation @throws AppError NOT_FOUND, SPRINT_ENDED, VERSION_CONFLICT, VALIDATION_FAILED, RULE_BROKEN */
export async function updateSprint(
  ctx: Context,
  sprintId: number,
  {
    version,
    opId,
    ...given
  }: Partial<SprintFields> & { version?: number | undefined; opId?: string | undefined },
): Promise<string> {
  const expected = expectedVersion(ctx, version);
  const { boardId } = await readSprint(ctx.db, sprintId);
  await lockBoards(ctx.db, [boardId]);
  const before = await readSprint(ctx.db, sprintId, 'update');
  const earlier = await findOp(ctx.db, opId, boardId);
  if (earlier) return earlier.opId;
  if (before.state === 'ended')
    throw new AppError('SPRINT_ENDED', { message: 'errors.agile.sprintEndedAlready' });
  await assertVersion(expected, before.version, () => Promise.resolve(before));
  const fields = {
    title: given.title?.trim() ?? before.title,
    goal: given.goal?.trim() ?? before.goal,
    startDate: given.startDate ?? before.startDate,
    plannedEnd: given.plannedEnd === undefined ? before.plannedEnd : given.plannedEnd,
  };
  checkSprint(fields);
  const isSame =
    fields.title === before.title &&
    fields.goal === before.goal &&
    fields.startDate === before.startDate &&
    fields.plannedEnd === before.plannedEnd;
  if (isSame) throw ruleBroken('errors.agile.nothingChanged');
  const { rows } = await sql<SprintRow>`
    update sprint set title = ${fields.title}, goal = ${fields.goal}, start_date = ${fields.startDate},
      planned_end = ${fields.plannedEnd}, version = version + 1, updated_at = now(), updated_by = ${ctx.caller.userId}
    where id = ${sprintId} returning ${sprintColumns}`.execute(ctx.db);
  const after = rows[0]!;
  const changes = [sprintChange(before, after)];
  const recorded = await recordOp(ctx, new Map(), {
    opId,
    kind: 'sprint.update',
    changes,
    boards: [boardId],
  });
  return recorded.opId;
}
