import type { JsonObject } from '../../../contracts/json.ts';
import type { SupportEvents } from '../../../contracts/support.ts';
import { publish } from '../../db/pending-events.ts';
import type { TenantTransaction } from '../../db/tables.ts';
import type { TopicSpec } from '../../kernel/contract.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { wholeView } from '../../kernel/topics.ts';
import { allows } from '../../../contracts/access.ts';
import { readChat, readChats, readMessages } from './rows.ts';

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

/** Publishes a chat as it is now. */
export async function publishChat(db: TenantTransaction, id: number): Promise<void> {
  publishSupport(db, 'CHAT_UPD', { chat: await readChat(db, id) });
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
    open(ctx, rest) {
      if (rest !== '') throw notFound();
      assertReads(ctx);
      return wholeView(topic);
    },
  },
  // Who has a chat open knows who is writing in it, without being among these.
  presenceOf('chat', { opens: { topic: 'chat-reply:', groupOf: () => Promise.resolve(everybody) } }),
  presenceOf('chat-reply'),
];
