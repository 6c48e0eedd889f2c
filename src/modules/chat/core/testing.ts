import type {
  Chat,
  ChatList,
  ChatMessage,
  ChatWithMessages,
  SupportChannel,
} from '../../../contracts/support.ts';
import { statusOf } from '../../../contracts/support.ts';
import { createFakeClock } from '../../../engine/core/testing/live.ts';
import type { Outbox, OutboxEntry } from '../../../client/index.ts';
import { createMemoryDevice, createTestOutbox } from '../../../client/testing/outbox.ts';
import type { PendingMessage } from './days.ts';
import type { ChatServer, SupportEvent } from './server.ts';

/** Test support: chats and messages, and a server that answers what the test has put into it. */

const start = '2026-11-20T12:00:00.000Z';

/** A time so many minutes after the beginning of the tests. */
export const minute = (minutes: number): string =>
  new Date(Date.parse(start) + minutes * 60_000).toISOString();

export const testMessage = (id: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  chatId: 1,
  clientId: null,
  type: 'text',
  content: `Mensagem ${id}`,
  sender: 'client',
  attendant: null,
  timestamp: minute(id),
  state: 'received',
  failure: null,
  mediaUrl: null,
  fileName: null,
  media: null,
  reply: null,
  reactions: [],
  isEdited: false,
  isDeleted: false,
  details: {},
  version: 1,
  ...more,
});

export const testChat = (id: number, more: Partial<Chat> = {}): Chat => ({
  id,
  channelId: 5,
  contact: null,
  companyName: '',
  name: `Cliente ${id}`,
  attendantId: 9,
  attendantName: 'Ana',
  attendantPhotourl: null,
  lastMessage: null,
  unreadCount: 0,
  isActive: 'Y',
  isFinished: 'N',
  tags: [],
  senderNum: '553135550142',
  recipientNum: `55119000${id}`,
  queueId: null,
  queueName: null,
  answerWarnAt: null,
  answerDueAt: null,
  windowEndsAt: minute(600),
  createdAt: start,
  version: 1,
  ...more,
});

const channel: SupportChannel = {
  id: 5,
  name: 'Comercial',
  whatsapp: '553135550142',
  isActive: 'Y',
  problem: null,
};

export const testPending = (given: Partial<PendingMessage>): PendingMessage => ({
  clientId: 'a',
  chatId: 1,
  type: 'text',
  text: 'oi',
  file: null,
  replyTo: null,
  isKept: true,
  at: minute(0),
  refusal: null,
  ...given,
});

export interface FakeChatServer extends ChatServer {
  clock: ReturnType<typeof createFakeClock>;
  stored: { chats: Chat[]; messages: ChatMessage[] };
  /** Messages of one load, and chats. */
  most: number;
  mostChats: number;
  /** Texts that arrived, with their ids, in order. */
  arrived: { text: string; clientId: string }[];
  /** A queue whose chats the person does not see. */
  hiddenQueue: number;
  /** Calls, by name. */
  calls: string[];
  /** Throws to fail the next send, also after the message was stored. */
  onSend: (text: string) => void;
  afterSend: (text: string) => void;
  /** Answers what the outbox sends. */
  run(request: OutboxEntry['request']): Promise<unknown>;
  emit(event: SupportEvent | null): void;
  online(): void;
}

export function createFakeChatServer(): FakeChatServer {
  const clock = createFakeClock(start);
  const listeners = new Set<(event: SupportEvent | null) => void>();
  const waiting = new Set<() => void>();
  let ids = 0;
  const server: FakeChatServer = {
    clock,
    stored: { chats: [], messages: [] },
    most: 200,
    mostChats: 500,
    hiddenQueue: -1,
    arrived: [],
    calls: [],
    onSend: () => undefined,
    afterSend: () => undefined,
    emit: (event) => listeners.forEach((listener) => listener(event)),
    online: () => waiting.forEach((listener) => listener()),
    channels: async () => [channel],
    async chats(channelId, status, filter, page): Promise<ChatList> {
      server.calls.push(page === 1 ? `chats ${status}` : `chats ${status} ${page}`);
      const all = server.stored.chats.filter(
        (chat) => chat.channelId === channelId && chat.name.includes(filter.text),
      );
      const count = (one: string) => all.filter((chat) => statusOf(chat) === one).length;
      const rows = all.filter((chat) => statusOf(chat) === status);
      const counts = { waiting: count('waiting'), active: count('active'), finished: count('finished') };
      const { mostChats: perPage } = server;
      const from = (page - 1) * perPage;
      return { rows: rows.slice(from, from + perPage), page, perPage, totalRows: rows.length, counts };
    },
    async chat(id, { before, around }): Promise<ChatWithMessages> {
      server.calls.push(`chat ${id}`);
      const chat = server.stored.chats.find((one) => one.id === id);
      if (!chat) throw { status: 404, code: 'NOT_FOUND', message: 'não encontrado' };
      const all = server.stored.messages.filter(({ chatId }) => chatId === id);
      const end =
        before !== undefined
          ? all.findIndex((one) => one.id === before)
          : around !== undefined
            ? all.findIndex((one) => one.id === around) + 1
            : all.length;
      const from = Math.max(0, end - server.most);
      const hasAfter = end < all.length;
      return { ...chat, messages: all.slice(from, end), hasBefore: from > 0, hasAfter, readId: 0 };
    },
    async change(id, change) {
      server.calls.push(`change ${id}`);
      const at = server.stored.chats.findIndex((one) => one.id === id);
      if (change.queueId === server.hiddenQueue) {
        server.stored.chats.splice(at, 1);
        return null;
      }
      const before = server.stored.chats[at]!;
      const {
        attendantId = before.attendantId,
        isActive = before.isActive,
        isFinished = before.isFinished,
      } = change;
      const after = { ...before, attendantId, isActive, isFinished, version: before.version + 1 };
      server.stored.chats[at] = after;
      return after;
    },
    async read(id, messageId) {
      server.calls.push(`read ${id} ${messageId}`);
      const chat = server.stored.chats.find((one) => one.id === id)!;
      return { ...chat, unreadCount: 0, version: chat.version + 1 };
    },
    sendRequest: (chat, { clientId, ...message }) => ({
      method: 'post',
      address: `/send/${chat.id}`,
      body: { clientId, text: message.text },
      ...('file' in message && { parts: { file: message.file } }),
    }),
    async run({ address, body }) {
      const { clientId, text } = body as { clientId: string; text: string };
      server.onSend(text);
      const known = server.stored.messages.find((one) => one.clientId === clientId);
      const id = 1000 + server.stored.messages.length;
      const chatId = Number(address.split('/').at(-1));
      const message =
        known ?? testMessage(id, { chatId, clientId, content: text, sender: 'support', state: 'queued' });
      if (!known) {
        server.stored.messages.push(message);
        server.arrived.push({ text, clientId });
      }
      server.afterSend(text);
      return { data: { messageId: message.id, message } };
    },
    retry: () => Promise.reject(new Error('not in these tests')),
    react: () => Promise.reject(new Error('not in these tests')),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onOnline(listener) {
      waiting.add(listener);
      return () => void waiting.delete(listener);
    },
    after: clock.after,
    makeId: () => `id-${(ids += 1)}`,
  };
  return server;
}

/** The outbox of a page, on a device that may outlive it. */
export const createFakeOutbox = (server: FakeChatServer, device = createMemoryDevice()): Outbox =>
  createTestOutbox({ run: server.run, after: server.after }, device, {
    onOnline: (listener) => void server.onOnline(listener),
    now: () => server.clock.now().getTime(),
  }).outbox;

/** Lets promises settle. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
};
