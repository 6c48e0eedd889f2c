import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryDevice } from '../../../client/testing/outbox.ts';
import type { ChatMessage } from '../../../contracts/support.ts';
import { failure } from '../../../engine/core/testing/fake-host.ts';
import { mergeMessages } from './messages.ts';
import { createChatSync } from './sync.ts';
import { createFakeChatServer, createFakeOutbox, minute, settle, testChat, testMessage } from './testing.ts';

async function open(server = createFakeChatServer(), device = createMemoryDevice()) {
  if (server.stored.chats.length === 0) server.stored.chats = [testChat(1), testChat(2)];
  const sync = createChatSync(server, createFakeOutbox(server, device));
  await sync.load();
  await settle();
  return { server, device, sync };
}

const noNetwork = () => ({ ...failure('NETWORK'), status: 0 });

it('shows the same messages in whichever order loads, answers and events bring them, and however often', () => {
  const version = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    version: fc.integer({ min: 1, max: 4 }),
  });
  const batches = fc.array(fc.array(version, { maxLength: 5 }), { maxLength: 8 });
  // The text of a message follows from its version, as on the server.
  const toMessage = ({ id, version: at }: { id: number; version: number }): ChatMessage =>
    testMessage(id, { version: at, content: `${id} v${at}`, timestamp: minute(id % 3) });
  const joined = (all: ChatMessage[][]) =>
    all.reduce<readonly ChatMessage[]>((known, batch) => mergeMessages(known, batch), []);
  fc.assert(
    fc.property(batches, fc.infiniteStream(fc.nat()), (given, random) => {
      const all = given.map((batch) => batch.map(toMessage));
      const shuffled = all
        .map((batch) => ({ batch, at: random.next().value as number }))
        .sort((one, other) => one.at - other.at)
        .map(({ batch }) => batch);
      const once = joined(all);
      expect(joined([...shuffled, ...shuffled])).toEqual(once);
      expect(new Set(once.map(({ id }) => id)).size).toBe(once.length);
      const times = once.map(({ timestamp }) => timestamp);
      expect(times).toEqual([...times].sort());
    }),
  );
});

it('keeps the messages as they are when nothing about them is new', () => {
  const known = [testMessage(1), testMessage(2, { version: 3 })];
  expect(mergeMessages(known, [testMessage(2, { version: 2, content: 'older' })])).toBe(known);
});

it('lists the chats of the tab, those that nobody attends to first, then by their last messages', async () => {
  const server = createFakeChatServer();
  const last = (id: number) => ({ ...testMessage(id), attendantId: null, seconds: null });
  server.stored.chats = [
    testChat(1, { lastMessage: last(10) }),
    testChat(2, { lastMessage: last(20) }),
    testChat(3, { attendantId: null, lastMessage: last(5) }),
    testChat(4, { isActive: 'N' }),
    testChat(5, { channelId: 6 }),
  ];
  const { sync } = await open(server);
  expect(sync.getState().list.map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(sync.getState().counts).toEqual({ waiting: 1, active: 3, finished: 0 });
  sync.choose({ tab: 'waiting' });
  await settle();
  expect(sync.getState().list.map(({ id }) => id)).toEqual([4]);
});

it('moves a chat between tabs at the event, and asks for the counts once for a burst of them', async () => {
  const { server, sync } = await open();
  const before = server.calls.length;
  for (const id of [1, 2]) {
    const chat = testChat(id, { isActive: 'N', isFinished: 'Y', version: 2 });
    server.stored.chats[id - 1] = chat;
    server.emit({ type: 'CHAT_UPD', data: { chatId: id, chat } });
  }
  expect(sync.getState().list).toEqual([]);
  await server.clock.advance(1000);
  await settle();
  expect(server.calls.slice(before)).toEqual(['chats active']);
  expect(sync.getState().counts?.finished).toBe(2);
});

it('keeps the newer chat when an older answer comes late', async () => {
  const { server, sync } = await open();
  server.emit({ type: 'CHAT_UPD', data: { chatId: 1, chat: testChat(1, { name: 'Novo', version: 5 }) } });
  sync.take(testChat(1, { name: 'Antigo', version: 4 }), []);
  expect(sync.getState().chats.get(1)?.name).toBe('Novo');
});

it('sends in order, shows what waits, and has each message once when answer and event bring it', async () => {
  const { server, sync } = await open();
  sync.open(1);
  await settle();
  sync.send(testChat(1), { type: 'text', text: 'um' }, null);
  sync.send(testChat(1), { type: 'text', text: 'dois' }, null);
  expect(sync.getState().pending.map(({ text }) => text)).toEqual(['um', 'dois']);
  await settle();
  const [first] = server.stored.messages;
  server.emit({
    type: 'MSG_SENT',
    data: { chatId: 1, messageId: first!.id, message: first!, chat: testChat(1) },
  });
  expect(sync.getState().pending).toEqual([]);
  expect(sync.getState().conversation?.messages.map(({ content }) => content)).toEqual(['um', 'dois']);
  expect(server.arrived.map(({ text }) => text)).toEqual(['um', 'dois']);
});

it('keeps messages without a network over a reload, and sends each once when it returns', async () => {
  const server = createFakeChatServer();
  const device = createMemoryDevice();
  const { sync } = await open(server, device);
  server.onSend = () => {
    throw noNetwork();
  };
  sync.send(testChat(1), { type: 'text', text: 'um' }, null);
  sync.send(testChat(2), { type: 'text', text: 'para outro' }, null);
  sync.send(testChat(1), { type: 'text', text: 'dois' }, null);
  await settle();
  expect(server.arrived).toEqual([]);
  sync.dispose();
  expect([...device.kept.values()].map(({ data }) => (data as { text: string }).text)).toEqual([
    'um',
    'para outro',
    'dois',
  ]);
  server.onSend = () => undefined;
  const again = await open(server, device);
  again.server.online();
  await settle();
  expect(server.arrived.map(({ text }) => text).filter((text) => text !== 'para outro')).toEqual([
    'um',
    'dois',
  ]);
  expect(server.arrived).toHaveLength(3);
  expect(device.kept.size).toBe(0);
});

it('does not send a message twice whose answer was lost', async () => {
  const { server, sync } = await open();
  let losses = 1;
  server.afterSend = () => {
    if (losses-- > 0) throw noNetwork();
  };
  sync.send(testChat(1), { type: 'text', text: 'um' }, null);
  await settle();
  expect(sync.getState().pending).toHaveLength(1);
  await server.clock.advance(5_000);
  await settle();
  expect(sync.getState().pending).toEqual([]);
  expect(server.arrived.map(({ text }) => text)).toEqual(['um']);
});

it('lets later messages pass one that the server refuses, which can be sent again or thrown away', async () => {
  const { server, device, sync } = await open();
  server.onSend = (text) => {
    if (text === 'ruim') throw failure('WINDOW_CLOSED', 'A janela fechou.');
  };
  sync.send(testChat(1), { type: 'text', text: 'ruim' }, null);
  sync.send(testChat(1), { type: 'text', text: 'bom' }, null);
  await settle();
  const [refused] = sync.getState().pending;
  expect(refused).toMatchObject({ text: 'ruim', refusal: 'A janela fechou.' });
  expect(server.arrived.map(({ text }) => text)).toEqual(['bom']);
  server.onSend = () => undefined;
  sync.resend(refused!.clientId);
  await settle();
  expect(server.arrived.map(({ text }) => text)).toEqual(['bom', 'ruim']);
  server.onSend = () => {
    throw failure('WINDOW_CLOSED');
  };
  sync.send(testChat(1), { type: 'text', text: 'outro' }, null);
  await settle();
  sync.discard(sync.getState().pending[0]!.clientId);
  await settle();
  expect([sync.getState().pending, [...device.kept]]).toEqual([[], []]);
});

it('joins older messages on, and keeps them when the chat is loaded again behind', async () => {
  const server = createFakeChatServer();
  server.stored.chats = [testChat(1)];
  server.stored.messages = Array.from({ length: 25 }, (_, at) => testMessage(at + 1));
  server.most = 10;
  const { sync } = await open(server);
  sync.open(1);
  await settle();
  const ids = () => sync.getState().conversation!.messages.map(({ id }) => id);
  expect(ids()).toEqual(Array.from({ length: 10 }, (_, at) => at + 16));
  sync.loadOlder();
  sync.loadOlder();
  await settle();
  sync.loadOlder();
  await settle();
  expect(ids()).toHaveLength(25);
  expect(sync.getState().conversation?.hasBefore).toBe(false);
  server.stored.messages.push(testMessage(26));
  server.emit(null);
  await settle();
  expect(ids()).toEqual(Array.from({ length: 26 }, (_, at) => at + 1));
});

it('forgets what was loaded before where messages may be missing in between', async () => {
  const server = createFakeChatServer();
  server.stored.chats = [testChat(1)];
  server.stored.messages = Array.from({ length: 10 }, (_, at) => testMessage(at + 1));
  server.most = 10;
  const { sync } = await open(server);
  sync.open(1);
  await settle();
  for (let id = 11; id <= 30; id += 1) server.stored.messages.push(testMessage(id));
  server.emit(null);
  await settle();
  const { conversation } = sync.getState();
  expect(conversation!.messages.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => at + 21));
  expect(conversation!.hasBefore).toBe(true);
});

it('shows a hit of the search among its neighbours, without messages that do not join on', async () => {
  const server = createFakeChatServer();
  server.stored.chats = [testChat(1)];
  server.stored.messages = Array.from({ length: 30 }, (_, at) => testMessage(at + 1));
  server.most = 10;
  const { sync } = await open(server);
  sync.open(1, 12);
  await settle();
  expect(sync.getState().conversation).toMatchObject({ target: 12, hasAfter: true });
  const message = testMessage(31);
  server.emit({ type: 'MSG_RECEIVED', data: { chatId: 1, messageId: 31, message, chat: testChat(1) } });
  expect(sync.getState().conversation!.messages.at(-1)?.id).toBe(12);
});

it('loads the open chat for a message that is too large for an event', async () => {
  const { server, sync } = await open();
  sync.open(1);
  await settle();
  server.stored.messages.push(testMessage(7));
  server.emit({ type: 'MSG_RECEIVED', data: { chatId: 1, messageId: 7, message: null, chat: testChat(1) } });
  await settle();
  expect(sync.getState().conversation!.messages.map(({ id }) => id)).toEqual([7]);
});

it('takes the new name of a contact over to its chats', async () => {
  const { server, sync } = await open();
  const contact = {
    id: 3,
    name: 'Renato',
    surname: 'Siqueira',
    additionalInfo: '',
    company: 'Atacado',
    createdAt: minute(0),
    birthdate: null,
    active: 'Y' as const,
    contactInfo: [],
    version: 2,
  };
  server.emit({ type: 'CONTACT_UPD', data: { contact, chatIds: [2, 99] } });
  expect(sync.getState().chats.get(2)).toMatchObject({ name: 'Renato Siqueira', companyName: 'Atacado' });
  expect(sync.getState().chats.has(99)).toBe(false);
});

it('notes what was read once the server knows it, and asks for nothing where nothing is unread', async () => {
  const server = createFakeChatServer();
  server.stored.chats = [testChat(1, { unreadCount: 2 }), testChat(2)];
  const { sync } = await open(server);
  sync.read(2, 5);
  sync.read(1, 5);
  await settle();
  expect(server.calls.filter((call) => call.startsWith('read'))).toEqual(['read 1 5']);
  expect(sync.getState().chats.get(1)?.unreadCount).toBe(0);
});

it('shows a tag that changed in all chats, and asks again what a filter by tag finds', async () => {
  const server = createFakeChatServer();
  const [one, two] = [
    { id: 1, title: 'Boleto', color: '#0F6CBD' },
    { id: 2, title: 'Urgente', color: '#C4314B' },
  ] as const;
  server.stored.chats = [testChat(1, { tags: [one, two] }), testChat(2, { tags: [two] })];
  const { sync } = await open(server);
  const titles = () => sync.getState().list.map(({ tags }) => tags.map(({ title }) => title));
  server.emit({ type: 'TAG_UPD', data: { id: 2, tag: { ...two, title: 'Agora' } } });
  expect(titles()).toEqual([['Agora'], ['Agora', 'Boleto']]);
  server.emit({ type: 'TAG_UPD', data: { id: 1, tag: null } });
  expect(titles()).toEqual([['Agora'], ['Agora']]);
  sync.choose({ filter: { ...sync.getState().filter, tagId: '2' } });
  await settle();
  const asked = server.calls.length;
  server.emit({ type: 'CHAT_UPD', data: { chatId: 1, chat: testChat(1, { tags: [], version: 2 }) } });
  await server.clock.advance(1_000);
  expect(server.calls.slice(asked)).toEqual(['chats active']);
});

it('loads further chats of the tab from where those that it knows end, once at a time', async () => {
  const server = createFakeChatServer();
  server.mostChats = 2;
  server.stored.chats = [1, 2, 3, 4, 5].map((id) => testChat(id));
  const { sync } = await open(server);
  const ids = () => sync.getState().list.map(({ id }) => id);
  expect(ids()).toEqual([2, 1]);
  sync.loadMore();
  sync.loadMore();
  await settle();
  expect(ids()).toEqual([4, 3, 2, 1]);
  // One that is known has left the tab, and the rest has moved up.
  server.stored.chats[1] = testChat(2, { isActive: 'N', isFinished: 'Y', version: 2 });
  server.emit({ type: 'CHAT_UPD', data: { chatId: 2, chat: server.stored.chats[1]! } });
  sync.loadMore();
  await settle();
  expect(ids()).toEqual([5, 4, 3, 1]);
  await server.clock.advance(1_000);
  sync.loadMore();
  await settle();
  expect(ids()).toEqual([5, 4, 3, 1]);
  expect(server.calls).toEqual(['chats active', 'chats active 2', 'chats active 2', 'chats active']);
});

it('holds the newest messages of a chat that is open for long, and loads those before them again', async () => {
  const server = createFakeChatServer();
  server.stored.messages = Array.from({ length: 1_200 }, (_, at) => testMessage(at + 1));
  server.most = 1_000;
  const { sync } = await open(server);
  sync.open(1);
  await settle();
  sync.trim();
  expect(sync.getState().conversation?.messages).toHaveLength(1_000);
  const message = testMessage(1_201);
  server.emit({
    type: 'MSG_RECEIVED',
    data: { chatId: 1, messageId: 1_201, message, chat: testChat(1, { version: 2 }) },
  });
  sync.trim();
  const held = sync.getState().conversation!;
  expect([held.messages.length, held.messages[0]?.id, held.messages.at(-1)?.id, held.hasBefore]).toEqual([
    400,
    802,
    1_201,
    true,
  ]);
  sync.loadOlder();
  await settle();
  const ids = sync.getState().conversation!.messages.map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 1_201 }, (_, at) => at + 1));
});

it('forgets a chat that the person does not see any more, also while it is open, and shows it when it comes back', async () => {
  const { server, sync } = await open();
  server.stored.messages = [testMessage(1)];
  sync.open(1);
  await settle();
  const [chat] = server.stored.chats.splice(0, 1);
  server.emit({ type: 'CHAT_UPD', data: { chatId: 1, chat: null } });
  expect(sync.getState().list.map(({ id }) => id)).not.toContain(1);
  expect(sync.getState().conversation).toMatchObject({ status: 'gone', messages: [] });
  await server.clock.advance(1000);
  await settle();
  expect(sync.getState().counts?.active).toBe(server.stored.chats.length);
  server.stored.chats.push(chat!);
  server.emit({ type: 'CHAT_UPD', data: { chatId: 1, chat: chat! } });
  await settle();
  expect(sync.getState().conversation).toMatchObject({ status: 'ready', messages: [{ id: 1 }] });
});

it('forgets what the server does not name when it loads again, and keeps nothing of the open chat that is gone', async () => {
  const { server, sync } = await open();
  server.stored.messages = [testMessage(1)];
  sync.open(1);
  await settle();
  server.stored.chats = server.stored.chats.filter(({ id }) => id !== 1 && id !== 2);
  server.emit(null);
  await settle();
  expect([...sync.getState().chats.keys()].sort()).toEqual(server.stored.chats.map(({ id }) => id).sort());
  expect(sync.getState().conversation).toMatchObject({ status: 'gone', messages: [] });
});

it('forgets a chat that the person passed to where they do not see it', async () => {
  const { server, sync } = await open();
  server.hiddenQueue = 7;
  await sync.change(1, { queueId: 7 });
  expect(sync.getState().chats.has(1)).toBe(false);
});
