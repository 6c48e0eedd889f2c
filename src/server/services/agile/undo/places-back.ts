import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { laneOfStatus, readLanes } from '../lanes.ts';
import { placesOf, type NotedPlace } from '../places.ts';
import { readStatuses } from '../statuses.ts';
import { FormerLists } from './former-lists.ts';

const notedPlaces = (fields: OpChange['before']): NotedPlace[] =>
  (fields?.['places'] ?? []) as unknown as NotedPlace[];

/** Tasks whose cards an operation put elsewhere. */
const displaced = (changes: readonly OpChange[]): OpChange[] =>
  changes.filter(
    ({ entity, before, after }) =>
      entity === 'task' && (before?.['places'] !== undefined || after?.['places'] !== undefined),
  );

/**
 * Puts cards back where they stood, in their former order, so that several of a lane keep theirs.
 * @param written the changes of the undo, which get the places that the cards have now
 */
export async function restorePlaces(
  ctx: Context,
  undone: readonly OpChange[],
  written: readonly OpChange[],
): Promise<OpChange[]> {
  const moved = displaced(undone);
  if (moved.length === 0) return [...written];
  const ids = moved.map(({ id }) => id);
  await sql`delete from card_position where task_id = any (${ids}::bigint[])`.execute(ctx.db);
  const former = moved
    .flatMap(({ id, before }) =>
      notedPlaces(before).map((place) => ({ id, place, statusId: Number(before?.['statusId']) })),
    )
    .sort((one, other) => (one.place.pos < other.place.pos ? -1 : 1));
  const lanes = await readLanes(ctx.db, [...new Set(former.map(({ place }) => place.boardId))]);
  const statuses = await readStatuses(ctx.db);
  const wanted = former.map(({ id, place, statusId }) => {
    const own = lanes.filter(({ boardId }) => boardId === place.boardId);
    // A lane that was removed since leaves its cards to the lane of their status.
    const lane = own.find((one) => one.id === place.laneId) ?? laneOfStatus(own, statuses, statusId);
    const laneId = place.laneId === null ? 0 : (lane?.id ?? 0);
    return { id, place, slot: { boardId: place.boardId, sprintId: place.sprintId ?? 0, laneId } };
  });
  const lists = await FormerLists.read(
    ctx.db,
    wanted.map(({ slot }) => slot),
  );
  for (const { id, place, slot } of wanted) lists.put(slot, id, place);
  const keys = await lists.write(ctx);
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
