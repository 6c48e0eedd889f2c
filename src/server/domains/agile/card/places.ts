import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { evenKeys, keysBetween, longestKey } from './order-key.ts';

/** A list of cards with an order of its own: a lane of a sprint, or the backlog. 0 stands for none. */
export interface Slot {
  boardId: number;
  sprintId: number;
  laneId: number;
}

/** A card's place in a slot. */
export interface Place extends Slot {
  pos: string;
}

/** A place as operations note it: null where the slot has no sprint or lane. */
export interface NotedPlace {
  boardId: number;
  sprintId: number | null;
  laneId: number | null;
  pos: string;
  /** The card before it then, for an undo. */
  afterId: number | null;
}

export interface Neighbours {
  /** The card to stand behind; null for the first place. */
  afterId?: number | null | undefined;
  /** The card to stand before; null for the last place. */
  beforeId?: number | null | undefined;
}

interface FoundPlaces {
  /** Keys of the cards, in their order. */
  keys: string[];
  placed: 'exact' | 'adjusted';
  /** The keys of the slot's other cards, when they were written anew. */
  rewritten: Record<number, string> | null;
}

interface Card {
  id: number;
  pos: string;
}

async function cardsAt(db: TenantTransaction, slot: Slot, ids: readonly number[]): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select task_id as id, pos from card_position
    where board_id = ${slot.boardId} and sprint_id = ${slot.sprintId} and lane_id = ${slot.laneId}
      and task_id = any (${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** The next card beside a key, other than those that move. @param direction where to look; from null, from that end */
async function cardBeside(
  db: TenantTransaction,
  slot: Slot,
  moving: readonly number[],
  pos: string | null,
  direction: 'before' | 'behind',
): Promise<Card | null> {
  const isBehind = direction === 'behind';
  const { rows } = await sql<Card>`
    select task_id as id, pos from card_position
    where board_id = ${slot.boardId} and sprint_id = ${slot.sprintId} and lane_id = ${slot.laneId}
      and not (task_id = any (${[...moving]}::bigint[])) and ${pos === null ? sql`true` : isBehind ? sql`pos > ${pos}` : sql`pos < ${pos}`}
    order by pos ${isBehind ? sql`asc` : sql`desc`} limit 1`.execute(db);
  return rows[0] ?? null;
}

interface Gap {
  low: Card | null;
  high: Card | null;
  placed: 'exact' | 'adjusted';
}

/** The gap that neighbours name. One that is not there gives way to the other, and both to the end. */
async function gapAt(
  db: TenantTransaction,
  slot: Slot,
  moving: readonly number[],
  { afterId, beforeId }: Neighbours,
): Promise<Gap> {
  const behind = (pos: string | null) => cardBeside(db, slot, moving, pos, 'behind');
  const before = (pos: string | null) => cardBeside(db, slot, moving, pos, 'before');
  const moves = ({ id }: Card): boolean => moving.includes(id);
  const named = [afterId, beforeId].filter((id) => typeof id === 'number' && id !== moving[0]) as number[];
  const found = named.length === 0 ? [] : await cardsAt(db, slot, named);
  const after = found.find(({ id }) => id === afterId);
  if (after) {
    // Where a neighbour moves too, its place is meant.
    const low = moves(after) ? await before(after.pos) : after;
    return { low, high: await behind(after.pos), placed: 'exact' };
  }
  const next = found.find(({ id }) => id === beforeId);
  const placed = named.length === 0 || (next && typeof afterId !== 'number') ? 'exact' : 'adjusted';
  if (next) {
    const high = moves(next) ? await behind(next.pos) : next;
    return { low: await before(next.pos), high, placed };
  }
  if (afterId === null) return { low: null, high: await behind(null), placed };
  return { low: await before(null), high: null, placed };
}

/** Writes the keys of a slot's cards anew, without those that move. @returns the keys by card */
async function rewrite(
  db: TenantTransaction,
  slot: Slot,
  moving: readonly number[],
): Promise<Record<number, string>> {
  const { rows } = await sql<Card>`
    select task_id as id, pos from card_position
    where board_id = ${slot.boardId} and sprint_id = ${slot.sprintId} and lane_id = ${slot.laneId}
      and not (task_id = any (${[...moving]}::bigint[]))
    order by pos`.execute(db);
  const keys = evenKeys(rows.length);
  await writeKeys(
    db,
    slot.boardId,
    rows.map(({ id }, at) => [id, keys[at]!]),
  );
  return Object.fromEntries(rows.map(({ id }, at) => [id, keys[at]!]));
}

/** Gives cards of a board other keys. */
export async function writeKeys(
  db: TenantTransaction,
  boardId: number,
  keys: readonly (readonly [number, string])[],
): Promise<void> {
  await sql`
    update card_position p set pos = n.pos
    from unnest(${keys.map(([id]) => id)}::bigint[], ${keys.map(([, key]) => key)}::text[]) n (id, pos)
    where p.board_id = ${boardId} and p.task_id = n.id`.execute(db);
}

/** Finds keys for cards that stand one behind the other in a slot. The board is locked, so that nobody else finds the same. */
export async function findPlaces(
  db: TenantTransaction,
  slot: Slot,
  ids: readonly number[],
  neighbours: Neighbours,
): Promise<FoundPlaces> {
  const { low, high, placed } = await gapAt(db, slot, ids, neighbours);
  const keys = keysBetween(low?.pos ?? null, high?.pos ?? null, ids.length);
  if (keys.every((key) => key.length <= longestKey)) return { keys, placed, rewritten: null };
  const rewritten = await rewrite(db, slot, ids);
  const keyOf = (card: Card | null): string | null => (card ? rewritten[card.id]! : null);
  return { keys: keysBetween(keyOf(low), keyOf(high), ids.length), placed, rewritten };
}

/**
 * The places of cards on all boards, with the card before each. It is looked for by rows that are compared as the index has them:
 * where statistics are older than a board, each card would be compared with all others of it.
 */
export async function placesOf(
  db: TenantTransaction,
  tasks: readonly number[],
): Promise<Map<number, NotedPlace[]>> {
  const { rows } = await sql<NotedPlace & { taskId: number }>`
    select p.task_id as "taskId", p.board_id as "boardId", nullif(p.sprint_id, 0) as "sprintId",
      nullif(p.lane_id, 0) as "laneId", p.pos, (
        select case when (b.board_id, b.sprint_id, b.lane_id) = (p.board_id, p.sprint_id, p.lane_id) then b.task_id end
        from card_position b
        where (b.board_id, b.sprint_id, b.lane_id, b.pos) < (p.board_id, p.sprint_id, p.lane_id, p.pos)
        order by b.board_id desc, b.sprint_id desc, b.lane_id desc, b.pos desc limit 1
      ) as "afterId"
    from card_position p where p.task_id = any (${[...tasks]}::bigint[]) order by p.task_id, p.board_id`.execute(
    db,
  );
  const found = new Map<number, NotedPlace[]>();
  for (const { taskId, ...place } of rows) found.set(taskId, [...(found.get(taskId) ?? []), place]);
  return found;
}

/** Puts cards at places of a board, instead of where the board showed them. */
export async function putCards(
  db: TenantTransaction,
  tenantId: number,
  places: readonly (Place & { taskId: number })[],
): Promise<void> {
  if (places.length === 0) return;
  await sql`
    insert into card_position (tenant_id, board_id, task_id, sprint_id, lane_id, pos)
    select ${tenantId}, x."boardId", x."taskId", x."sprintId", x."laneId", x.pos
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      x ("boardId" bigint, "taskId" bigint, "sprintId" bigint, "laneId" bigint, pos text)
    on conflict (tenant_id, board_id, task_id)
    do update set sprint_id = excluded.sprint_id, lane_id = excluded.lane_id, pos = excluded.pos`.execute(db);
}
