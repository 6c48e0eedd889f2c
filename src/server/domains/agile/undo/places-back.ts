import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import { laneOfStatus, readLanes } from '../lane/lanes.ts';
import { placesOf, type NotedPlace, type Slot } from '../card/places.ts';
import { appendCards, boardsOfProjects } from '../board/project-boards.ts';
import { readStatuses } from '../status/statuses.ts';
import { FormerLists } from './former-lists.ts';

export const notedPlaces = (fields: OpChange['before']): NotedPlace[] =>
  (fields?.['places'] ?? []) as unknown as NotedPlace[];

/** Tasks whose cards an operation put elsewhere. */
const displaced = (changes: readonly OpChange[]): OpChange[] =>
  changes.filter(
    ({ entity, before, after }) =>
      entity === 'task' && (before?.['places'] !== undefined || after?.['places'] !== undefined),
  );

interface Wanted {
  id: number;
  place: NotedPlace;
  slot: Slot;
}

/**
 * The slots that places are in now. A backlog is of no use to cards whose project left the board.
 * @param boardsOf the boards that show each of the cards
 * @throws AppError PLACE_GONE for a card of a sprint whose board does not show it any more, or has no lane for it
 */
async function slotsOf(
  ctx: Context,
  moved: readonly OpChange[],
  boardsOf: (change: OpChange) => readonly number[],
): Promise<Wanted[]> {
  const former = moved
    .flatMap((change) => notedPlaces(change.before).map((place) => ({ change, place })))
    .filter(({ change, place }) => place.sprintId !== null || boardsOf(change).includes(place.boardId))
    .sort((one, other) => (one.place.pos < other.place.pos ? -1 : 1));
  const lanes = await readLanes(ctx.db, [...new Set(former.map(({ place }) => place.boardId))]);
  const statuses = await readStatuses(ctx.db);
  return former.map(({ change, place }) => {
    const own = lanes.filter(({ boardId }) => boardId === place.boardId);
    // A lane that was removed since leaves its cards to the lane of their status.
    const lane =
      own.find(({ id }) => id === place.laneId) ??
      laneOfStatus(own, statuses, Number(change.before?.['statusId']));
    const isShown = place.sprintId === null || boardsOf(change).includes(place.boardId);
    if (!isShown || (place.laneId !== null && !lane)) throw new AppError('PLACE_GONE');
    const laneId = place.laneId === null ? 0 : lane!.id;
    return { id: change.id, place, slot: { boardId: place.boardId, sprintId: place.sprintId ?? 0, laneId } };
  });
}

/** Puts cards of the backlog at the end of boards that show their projects since. */
async function appendToOthers(
  ctx: Context,
  moved: readonly OpChange[],
  boardsOf: (change: OpChange) => readonly number[],
): Promise<void> {
  const ids = moved.map(({ id }) => id);
  const { rows } = await sql<{ id: number; boards: number[] }>`
    select t.id, array(select c.board_id from card_position c where c.task_id = t.id) as boards
    from task t where t.id = any (${ids}::bigint[]) and t.sprint_id is null and t.deleted_at is null`.execute(
    ctx.db,
  );
  const placed = new Map(rows.map(({ id, boards }) => [id, boards]));
  const missing = new Map<number, number[]>();
  for (const change of moved)
    for (const boardId of boardsOf(change)) {
      if (placed.get(change.id)?.includes(boardId) !== false) continue;
      const cards = missing.get(boardId);
      if (cards) cards.push(change.id);
      else missing.set(boardId, [change.id]);
    }
  for (const [boardId, cards] of missing) await appendCards(ctx, { boardId, sprintId: 0, laneId: 0 }, cards);
}

/**
 * Puts cards back where they stood, in their former order, so that several of a lane keep theirs, on the boards that show them now.
 * @param written the changes of the undo, which get the places that the cards have now
 * @throws AppError PLACE_GONE for a card whose place is there no more
 */
export async function restorePlaces(
  ctx: Context,
  undone: readonly OpChange[],
  written: readonly OpChange[],
): Promise<OpChange[]> {
  const moved = displaced(undone);
  if (moved.length === 0) return [...written];
  const ids = moved.map(({ id }) => id);
  const boards = await boardsOfProjects(ctx.db, [
    ...new Set(moved.flatMap(({ projectId }) => projectId ?? [])),
  ]);
  const boardsOf = ({ projectId }: OpChange): readonly number[] => boards.get(projectId ?? 0) ?? [];
  await sql`delete from card_position where task_id = any (${ids}::bigint[])`.execute(ctx.db);
  const wanted = await slotsOf(ctx, moved, boardsOf);
  const lists = await FormerLists.read(
    ctx.db,
    wanted.map(({ slot }) => slot),
  );
  for (const { id, place, slot } of wanted) lists.put(slot, id, place);
  const keys = await lists.write(ctx);
  await appendToOthers(ctx, moved, boardsOf);
  const now = await placesOf(ctx.db, ids);
  const placed = written.map((change): OpChange => {
    if (change.entity !== 'task' || !ids.includes(change.id) || change.after === null) return change;
    const places = (now.get(change.id) ?? []) as unknown as Json;
    return { ...change, after: { ...change.after, places } };
  });
  const rewritten = [...keys].map(([id, positions]): OpChange => ({
    entity: 'board',
    id,
    version: 0,
    projectId: null,
    before: {},
    after: { positions },
  }));
  return [...placed, ...rewritten];
}
