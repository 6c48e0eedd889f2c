import type { Chat } from '../../../contracts/support.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Drafts } from '../../../engine/core/index.ts';
import type { ChatServer } from './server.ts';
import type { ChatSync } from './sync.ts';

/** Where an earlier release kept messages that waited for the network: texts alone, as a draft. */
const key = 'support.outbox';

interface EarlierMessage {
  clientId: string;
  chatId: number;
  text: string;
  replyTo: number | null;
}

function readEarlier(drafts: Drafts): EarlierMessage[] {
  const pending = drafts.read(key)?.values['pending'];
  return Array.isArray(pending) ? (pending as unknown as EarlierMessage[]) : [];
}

/**
 * Takes messages that an earlier release kept into the outbox, under their ids. Those whose chats the server does not answer stay
 * where they are, for the next time.
 */
export async function takeOverEarlier(
  drafts: Drafts,
  server: Pick<ChatServer, 'chat'>,
  send: ChatSync['send'],
): Promise<void> {
  const chats = new Map<number, Chat>();
  for (const id of new Set(readEarlier(drafts).map(({ chatId }) => chatId)))
    await server.chat(id, {}).then(
      (chat) => chats.set(id, chat),
      () => undefined,
    );
  if (chats.size === 0) return;
  // Read again, and written before anything is sent: another page may have taken them meanwhile.
  const earlier = readEarlier(drafts);
  const left = earlier.filter(({ chatId }) => !chats.has(chatId));
  const savedAt = drafts.read(key)?.savedAt ?? '';
  if (left.length === 0) drafts.remove(key);
  else drafts.write(key, { pending: left as unknown as Json }, savedAt);
  for (const { chatId, text, replyTo, clientId } of earlier) {
    const chat = chats.get(chatId);
    if (chat) send(chat, { type: 'text', text }, replyTo, clientId);
  }
}
