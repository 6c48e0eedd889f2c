import { sql } from 'kysely';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { ChatPlace, SupportEvents } from '../../../../contracts/support.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { StoredEvent, TopicView } from '../../../kernel/contract.ts';

/**
 * Sight of chats: the database hides those of restricted queues (057_restricted_queues.sql), from lists, searches, writes
 * and files alike. Here is what remains: events, which are written once for everybody.
 */

/** The queues whose chats are hidden from the person of the transaction, unless they are the chat's agent. */
export async function hiddenQueues(db: TenantTransaction): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select molde_hidden_queues() as id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The chats that an event of the topic `support` is about. */
function chatsOf({ type, data }: StoredEvent): readonly number[] {
  const { chatId, chatIds = [] } = data as { chatId?: number; chatIds?: number[] };
  return type === 'CONTACT_UPD' ? chatIds : chatId === undefined ? [] : [chatId];
}

/** Sets where the chats of events are now. */
export async function stampPlaces(db: TenantTransaction, events: readonly StoredEvent[]): Promise<void> {
  const ids = [...new Set(events.flatMap(chatsOf))];
  if (ids.length === 0) return;
  const { rows } = await sql<ChatPlace & { id: number }>`
    select id, queue_id as "queueId", attendant_id as "attendantId" from support_chat where id = any (${ids}::bigint[])`.execute(
    db,
  );
  const places = new Map(rows.map(({ id, ...place }) => [id, place]));
  for (const event of events)
    event.now = Object.fromEntries(
      chatsOf(event).flatMap((id): [string, Json][] => {
        const place = places.get(id);
        return place ? [[String(id), { ...place }]] : [];
      }),
    );
}

/** The events of a person from whom queues are hidden: of chats that they see, and a removal of those that they see no more. */
export function partialView(log: string, userId: number, hidden: ReadonlySet<number>): TopicView {
  const sees = ({ queueId, attendantId }: ChatPlace): boolean =>
    queueId === null || !hidden.has(queueId) || attendantId === userId;
  const seesNow = ({ now }: StoredEvent, id: number): boolean => {
    const place = (now as JsonObject | undefined)?.[String(id)];
    return place !== undefined && sees(place as unknown as ChatPlace);
  };
  return {
    log,
    key: `${userId} without ${[...hidden].sort((one, other) => one - other).join(' ')}`,
    isPartial: true,
    read(event) {
      const { type, data } = event;
      if (type === 'TAG_UPD') return data;
      const chats = chatsOf(event);
      const seen = chats.filter((id) => seesNow(event, id));
      if (type === 'CONTACT_UPD')
        return seen.length === chats.length ? data : { ...(data as JsonObject), chatIds: seen };
      if (seen.length > 0) return data;
      const { chatId, before } = data as unknown as SupportEvents['CHAT_UPD'];
      return before && sees(before) ? { chatId, chat: null } : undefined;
    },
  };
}

export const maySupport = (verb: 'read' | 'create' | 'update') => ({ screen: 'support', verb }) as const;
