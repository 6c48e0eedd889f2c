import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { laneOfStatus, readLanes } from '../lanes.ts';
import { findFormerPlace, placesOf, putCard, type NotedPlace } from '../places.ts';
import { readStatuses } from '../statuses.ts';

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
  const keys = new Map<number, Record<number, string>>();
  await sql`delete from card_position where task_id = any (${ids}::bigint[])`.execute(ctx.db);
  const former = moved
    .flatMap(({ id, before }) =>
      notedPlaces(before).map((place) => ({ id, place, statusId: Number(before?.['statusId']) })),
    )
    .sort((one, other) => (one.place.pos < other.place.pos ? -1 : 1));
  const lanes = await readLanes(ctx.db, [...new Set(former.map(({ place }) => place.boardId))]);
  const statuses = await readStatuses(ctx.db);
  for (const { id, place, statusId } of former) {
    const own = lanes.filter(({ boardId }) => boardId === place.boardId);
    // A lane that was removed since leaves its cards to the lane of their status.
    const lane = own.find((one) => one.id === place.laneId) ?? laneOfStatus(own, statuses, statusId);
    const laneId = place.laneId === null ? 0 : (lane?.id ?? 0);
    const slot = { boardId: place.boardId, sprintId: place.sprintId ?? 0, laneId };
    const found = await findFormerPlace(ctx.db, slot, id, place);
    await putCard(ctx.db, ctx.tenant.id, id, { ...slot, pos: found.pos });
    if (found.rewritten) keys.set(slot.boardId, { ...keys.get(slot.boardId), ...found.rewritten });
  }
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
