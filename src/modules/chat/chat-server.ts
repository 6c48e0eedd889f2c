import { randomId } from '../../contracts/random-id.ts';
import type { Json } from '../../contracts/json.ts';
import type { Chat, ChatList, ChatWithMessages, SendReply, SupportChannel } from '../../contracts/support.ts';
import type { Host } from '../../engine/core/index.ts';
import type { ChatServer, SupportEvent } from './core/server.ts';

const root = '/adm/v2/sup';

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
    sendRequest({ id, channelId, recipientNum }, message) {
      const { clientId, replyTo, text } = message;
      if ('file' in message)
        return {
          method: 'post',
          address: `${root}/zap/send-media/${id}?channelId=${channelId}`,
          parts: {
            to: recipientNum,
            fileType: message.type,
            clientId,
            ...(message.seconds !== undefined && { voice: 'Y', seconds: String(message.seconds) }),
            ...(text !== '' && { caption: text }),
            ...(replyTo !== null && { replyTo: String(replyTo) }),
            MEDIA_FILE: message.file,
          },
        };
      const body = 'body' in message ? message.body : { to: recipientNum, textBody: text };
      return {
        method: 'post',
        address: `${root}/zap/send/${id}?channelId=${channelId}`,
        body: { ...body, type: message.type, clientId, ...(replyTo !== null && { replyTo }) },
      };
    },
    retry: (messageId) => write<SendReply>('post', `${root}/zap/message/${messageId}/retry`, {}),
    react: (messageId, emoji) =>
      write<SendReply>('post', `${root}/zap/message/${messageId}/reaction`, { emoji }),
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
  };
}
