import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { evenKeys, keyBetween, longestKey } from '../card/order-key.ts';
import { putCards, writeKeys, type NotedPlace, type Place, type Slot } from '../card/places.ts';

interface Card {
  id: number;
  pos: string;
}

/** The cards of a list, in their order. */
interface List {
  slot: Slot;
  cards: Card[];
  posOf: Map<number, string>;
  put: Set<number>;
  isRewritten: boolean;
}

const nameOf = ({ boardId, sprintId, laneId }: Slot): string => `${boardId} ${sprintId} ${laneId}`;

/** Index of the first card whose key is not before another one. */
function indexOf(cards: readonly Card[], pos: string): number {
  let [from, to] = [0, cards.length];
  while (from < to) {
    const at = (from + to) >> 1;
    if (cards[at]!.pos < pos) from = at + 1;
    else to = at;
  }
  return from;
}

/** The lists that cards go back to. They are read once and written once, however many cards go back. */
export class FormerLists {
  readonly #lists: ReadonlyMap<string, List>;

  private constructor(lists: ReadonlyMap<string, List>) {
    this.#lists = lists;
  }

  /** Reads lists whose boards are locked. */
  static async read(db: TenantTransaction, slots: readonly Slot[]): Promise<FormerLists> {
    const unique = [...new Map(slots.map((slot) => [nameOf(slot), slot])).values()];
    const lists = new Map(
      unique.map((slot): [string, List] => [
        nameOf(slot),
        { slot, cards: [], posOf: new Map(), put: new Set(), isRewritten: false },
      ]),
    );
    const { rows } = await sql<Place & Card>`
      select p.board_id as "boardId", p.sprint_id as "sprintId", p.lane_id as "laneId", p.task_id as id, p.pos
      from card_position p
      join jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) s ("boardId" bigint, "sprintId" bigint, "laneId" bigint)
        on p.board_id = s."boardId" and p.sprint_id = s."sprintId" and p.lane_id = s."laneId"`.execute(db);
    for (const { id, pos, ...slot } of rows) {
      const list = lists.get(nameOf(slot))!;
      list.cards.push({ id, pos });
      list.posOf.set(id, pos);
    }
    for (const { cards } of lists.values()) cards.sort((one, other) => (one.pos < other.pos ? -1 : 1));
    return new FormerLists(lists);
  }

  /**
   * Puts a card at the place that it had: with its former key; behind the card that was noted with it where keys were written anew
   * since, and next to whatever has its key now.
   */
  put(slot: Slot, id: number, { pos, afterId }: Pick<NotedPlace, 'pos' | 'afterId'>): void {
    const list = this.#lists.get(nameOf(slot))!;
    const noted = afterId === null ? undefined : list.posOf.get(afterId);
    const isBehind = noted !== undefined && noted >= pos;
    const at = indexOf(list.cards, isBehind ? noted : pos) + (isBehind ? 1 : 0);
    const [low, high] = [list.cards[at - 1]?.pos ?? null, list.cards[at]?.pos ?? null];
    const key = isBehind || high === pos ? keyBetween(low, high) : pos;
    list.cards.splice(at, 0, { id, pos: key });
    list.posOf.set(id, key);
    list.put.add(id);
    if (key.length > longestKey) rewrite(list);
  }

  /** Writes what was put. @returns the keys of the other cards of boards that were written anew */
  async write(ctx: Pick<Context, 'db' | 'tenant'>): Promise<Map<number, Record<number, string>>> {
    const rewritten = new Map<number, Record<number, string>>();
    const places: (Place & { taskId: number })[] = [];
    for (const { slot, cards, put, isRewritten } of this.#lists.values()) {
      for (const { id, pos } of cards) if (put.has(id)) places.push({ ...slot, taskId: id, pos });
      if (!isRewritten) continue;
      const others = cards.filter(({ id }) => !put.has(id)).map(({ id, pos }) => [id, pos] as const);
      await writeKeys(ctx.db, slot.boardId, others);
      rewritten.set(slot.boardId, { ...rewritten.get(slot.boardId), ...Object.fromEntries(others) });
    }
    await putCards(ctx.db, ctx.tenant.id, places);
    return rewritten;
  }
}

function rewrite(list: List): void {
  const keys = evenKeys(list.cards.length);
  list.cards = list.cards.map(({ id }, at) => ({ id, pos: keys[at]! }));
  list.posOf = new Map(list.cards.map(({ id, pos }) => [id, pos]));
  list.isRewritten = true;
}
