import type { JsonObject } from '../../../../contracts/json.ts';
import type { ChatPlace, SupportEvents } from '../../../../contracts/support.ts';
import { publish } from '../../../db/pending-events.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { TopicSpec } from '../../../kernel/contract.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { wholeView } from '../../../kernel/topics.ts';
import { allows } from '../../../../contracts/access.ts';
import { readChat, readChats, readMessages } from './rows.ts';
import { hiddenQueues, partialView, stampPlaces } from './sight.ts';

const topic = 'support';
/** Bytes of a message that an event carries; pages load larger ones. */
const mostBytes = 16_000;

/** A message to publish, and what happened to it. */
export interface ChangedMessage {
  id: number;
  type: 'MSG_RECEIVED' | 'MSG_SENT' | 'MSG_UPD';
}

/** Publishes an event of the support chat with the commit of the transaction. */
export function publishSupport<T extends keyof SupportEvents>(
  db: TenantTransaction,
  type: T,
  data: SupportEvents[T],
): void {
  publish(db, { topic, type, data: data as unknown as JsonObject });
}

/** Publishes messages as they are now, with their chats. */
export async function publishMessages(
  db: TenantTransaction,
  messages: readonly ChangedMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const found = await readMessages(
    db,
    messages.map(({ id }) => id),
  );
  const chats = await readChats(db, [...new Set([...found.values()].map(({ chatId }) => chatId))]);
  for (const { id, type } of messages) {
    const message = found.get(id);
    const chat = message && chats.get(message.chatId);
    if (!message || !chat) continue;
    const isLarge = Buffer.byteLength(JSON.stringify(message)) > mostBytes;
    publishSupport(db, type, {
      chatId: chat.id,
      messageId: id,
      message: isLarge ? null : message,
      chat,
    });
  }
}

/** Publishes a chat as it is now. @param before where it was, if it was passed on: who saw it there may not see it any more */
export async function publishChat(db: TenantTransaction, id: number, before?: ChatPlace): Promise<void> {
  const chat = await readChat(db, id);
  publishSupport(db, 'CHAT_UPD', { chatId: id, chat, ...(before && { before }) });
}

/** Publishes chats as they are now, that were elsewhere. */
export async function publishChats(
  db: TenantTransaction,
  places: readonly (ChatPlace & { id: number })[],
): Promise<void> {
  const chats = await readChats(
    db,
    places.map(({ id }) => id),
  );
  for (const { id, queueId, attendantId } of places)
    publishSupport(db, 'CHAT_UPD', { chatId: id, chat: chats.get(id)!, before: { queueId, attendantId } });
}

const assertReads = ({ caller }: Parameters<TopicSpec['open']>[0]): void => {
  if (!allows(caller.grants, { screen: 'support', verb: 'read' })) throw new AppError('FORBIDDEN');
};

const presenceOf = (kind: string, more: Pick<TopicSpec, 'opens'> = {}): TopicSpec => ({
  kind,
  names: [`${kind}:*`],
  ...more,
  async open(ctx, rest) {
    assertReads(ctx);
    await readChat(ctx.db, /^[1-9]\d{0,15}$/.test(rest) ? Number(rest) : 0);
    return wholeView(`${kind}:${rest}`);
  },
});

/** The one group of what is written in chats: who may read one may know who writes. */
const everybody = 0;

/** `support`: what happens in all chats. Presence of `chat:{id}` says who has one open, and who of them is in `chat-reply:{id}`: writing. */
export const supportTopics: TopicSpec[] = [
  {
    kind: topic,
    names: [topic],
    async open(ctx, rest) {
      if (rest !== '') throw notFound();
      assertReads(ctx);
      const hidden = await hiddenQueues(ctx.db);
      return hidden.size === 0 ? wholeView(topic) : partialView(topic, ctx.caller.userId, hidden);
    },
    stamp: stampPlaces,
  },
  // A person who has a chat open knows who is writing in it, without being among these.
  presenceOf('chat', { opens: { topic: 'chat-reply:', groupOf: () => Promise.resolve(everybody) } }),
  presenceOf('chat-reply'),
];
