import type { Context } from '../../../kernel/contract.ts';
import { AppError, ruleBroken } from '../../../kernel/errors.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { assertSeesBoard } from '../work/access.ts';
import { lockBoards } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { changeRecord } from '../operation/write-record.ts';
import { checkSprint, insertSprint, loggedFields, readSprint, type SprintFields } from './sprints.ts';

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
  await recordOp(ctx, new Map(), { opId, kind: 'sprint.create', changes: [sprint], boards: [boardId] });
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
  const change = await changeRecord(
    ctx,
    { entity: 'sprint', id: sprintId },
    loggedFields(before),
    { ...fields, state: before.state },
    { notes: { boardId }, isWhole: true },
  );
  if (change === null) throw ruleBroken('errors.agile.nothingChanged');
  const recorded = await recordOp(ctx, new Map(), {
    opId,
    kind: 'sprint.update',
    changes: [change],
    boards: [boardId],
  });
  return recorded.opId;
}
