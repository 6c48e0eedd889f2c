import { randomId } from '../../contracts/random-id.ts';
import type { Json } from '../../contracts/json.ts';
import type { Chat, ChatList, ChatWithMessages, Sent, SupportChannel } from '../../contracts/support.ts';
import type { Host } from '../../engine/core/index.ts';
import type { OutboxStorage } from './core/outbox.ts';
import type { PendingMessage } from './core/days.ts';
import type { ChatServer, SupportEvent } from './core/server.ts';

const root = '/adm/v2/sup';
const outboxKey = 'support.outbox';

/** The calls and events of the support chat, over the host. */
export function createChatServer(host: Host): ChatServer {
  const read = async <Data>(address: string): Promise<Data> =>
    ((await host.run({ method: 'get', address })) as { data: Data }).data;
  const write = async <Data>(method: 'post' | 'put', address: string, body: object): Promise<Data> =>
    ((await host.run({ method, address, body: body as Json })) as { data: Data }).data;
  return {
    channels: async () => (await read<{ rows: SupportChannel[] }>(`${root}/channel?perPage=500`)).rows,
    chats(channelId, status, filter, page) {
      const set = Object.entries(filter).filter(([, value]) => value !== '');
      const query = new URLSearchParams({
        channelId: String(channelId),
        status,
        page: String(page),
        ...Object.fromEntries(set),
      });
      return read<ChatList>(`${root}/zap/chat?${query}`);
    },
    chat(id, { before, around }) {
      const place =
        before !== undefined ? `&before=${before}` : around !== undefined ? `&around=${around}` : '';
      return read<ChatWithMessages>(`${root}/zap/chat/${id}?msgCount=200${place}`);
    },
    change: (id, change) => write<Chat | null>('put', `${root}/zap/chat/${id}`, change),
    read: (id, messageId) => write<Chat>('post', `${root}/zap/chat/${id}/read`, { messageId }),
    send: ({ id, channelId, recipientNum }, { clientId, text, replyTo }) =>
      write<Sent>('post', `${root}/zap/send/${id}?channelId=${channelId}`, {
        to: recipientNum,
        type: 'text',
        textBody: text,
        clientId,
        ...(replyTo === null ? {} : { replyTo }),
      }),
    retry: (messageId) => write<Sent>('post', `${root}/zap/message/${messageId}/retry`, {}),
    react: (messageId, emoji) => write<Sent>('post', `${root}/zap/message/${messageId}/reaction`, { emoji }),
    listen: (listener) =>
      host.events.subscribe(['support'], ({ type, data }) =>
        listener(!data || type === undefined ? null : ({ type, data } as unknown as SupportEvent)),
      ),
    onOnline: (listener) =>
      host.presence.subscribe(() => {
        if (host.presence.get()) listener();
      }),
    after: host.after,
    makeId: randomId,
    now: () => host.now().getTime(),
  };
}

/** Keeps messages that wait for the network on this device, for this person. */
export function createOutboxStorage(host: Host): OutboxStorage {
  return {
    read: () => (host.drafts.read(outboxKey)?.values['pending'] ?? []) as unknown as PendingMessage[],
    write(pending) {
      if (pending.length === 0) return host.drafts.remove(outboxKey);
      const values = { pending: pending as unknown as Json };
      host.drafts.write(outboxKey, { values, savedAt: host.now().toISOString() });
    },
  };
}
