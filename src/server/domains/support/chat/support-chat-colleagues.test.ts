import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Presence } from '../../../../contracts/events.ts';
import type { Notification } from '../../../../contracts/notification.ts';
import type { Chat, ChatWithMessages, SendReply } from '../../../../contracts/support.ts';
import { listen, TestSocket } from '../../../realtime/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { addChannel } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

/** Communication of agents about a chat: transfers, notes with mentions, and who is writing. */

let app: TestApp;
let port: number;
let channelId: number;
const people: Record<string, Person> = {};
beforeAll(async () => {
  app = await testApp({ resources });
  for (const login of ['ana', 'bia']) people[login] = await addPerson(app, login, { support: 'rcud' });
  people['leitora'] = await addPerson(app, 'leitora', { support: 'r' });
  people['estranho'] = await addPerson(app, 'estranho', { 'admin-audit': 'r' });
  channelId = await addChannel(app, app.tenants.acme);
  port = await listen(app);
});
afterAll(() => app.close());

async function call<T>(login: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method, url: `/adm/v2/${url}`, headers, ...(payload && { payload }) });
  const { data, errors } = reply.json<{ data: T; errors: { path: string; message: string }[] }>();
  return { status: reply.statusCode, data, errors };
}
const idOf = (login: string): number => people[login]!.id;
let last = 11_981_000_000;
const addChat = async (): Promise<Chat> => {
  const body = { channelId, recipientNum: String((last += 1)), name: 'Zé Ninguém' };
  return (await call<Chat>('ana', 'POST', 'sup/zap/chat', body)).data;
};
const messages = async (id: number) =>
  (await call<ChatWithMessages>('leitora', 'GET', `sup/zap/chat/${id}`)).data.messages;
const notices = async (login: string) =>
  (await call<{ rows: Notification[] }>(login, 'GET', 'notifications?isRead=N')).data.rows;
const put = (id: number, body: object, login = 'ana') => call(login, 'PUT', `sup/zap/chat/${id}`, body);
const note = (id: number, body: object, login = 'ana') =>
  call<SendReply>(login, 'POST', `sup/zap/chat/${id}/note`, body);

it('hands a chat over with a note for agents, of which the new attendant is notified', async () => {
  const { id } = await addChat();
  await put(id, { attendantId: idOf('ana') });
  expect((await put(id, { attendantId: idOf('bia'), note: ' Cliente pediu desconto ' })).status).toBe(200);
  expect(
    (await messages(id)).slice(-2).map(({ sender, content, attendant }) => [sender, content, attendant?.id]),
  ).toEqual([
    ['system', '', idOf('ana')],
    ['note', 'Cliente pediu desconto', idOf('ana')],
  ]);
  expect(await notices('bia')).toMatchObject([
    { kind: 'transfer', actor: { id: idOf('ana') }, task: null, chat: { id, name: 'Zé Ninguém' } },
  ]);
});

it('refuses a note that nobody would get', async () => {
  const { id } = await addChat();
  await put(id, { attendantId: idOf('bia') });
  for (const body of [{ attendantId: null }, { attendantId: idOf('bia') }, { isActive: 'N' }])
    expect(await put(id, { ...body, note: 'x' })).toMatchObject({ status: 400, errors: [{ path: '/note' }] });
});

it('notifies those whom a note mentions, once, and leads them to the chat', async () => {
  const { id } = await addChat();
  const body = {
    text: '@Pessoa leitora veja isto, @Pessoa ana também',
    mentions: [idOf('leitora'), idOf('ana')],
    clientId: randomUUID(),
  };
  const sent = await note(id, body);
  expect(sent).toMatchObject({
    status: 201,
    data: {
      message: { sender: 'note', details: { mentions: [{ id: idOf('ana') }, { id: idOf('leitora') }] } },
    },
  });
  expect((await note(id, body)).data.messageId).toBe(sent.data.messageId);
  expect(await notices('leitora')).toMatchObject([
    { kind: 'note', actor: { id: idOf('ana') }, chat: { id } },
  ]);
  expect(await notices('ana')).toEqual([]);
  // Without the right on chats, it says no more than that there was something.
  await sql`update access_group_screen set can_read = false where screen_key = 'support' and group_id in (
    select group_id from access_group_member where user_id = ${idOf('leitora')})`.execute(app.database.owner);
  expect(await notices('leitora')).toMatchObject([{ kind: 'note', chat: null, task: null }]);
  await sql`update access_group_screen set can_read = true where screen_key = 'support' and group_id in (
    select group_id from access_group_member where user_id = ${idOf('leitora')})`.execute(app.database.owner);
});

it('mentions only people who may read chats', async () => {
  const { id } = await addChat();
  const refused = await note(id, { text: '@Pessoa estranho', mentions: [idOf('ana'), idOf('estranho')] });
  expect(refused).toMatchObject({ status: 400, errors: [{ path: '/mentions/1' }] });
  expect(refused.errors[0]!.message).toContain('Pessoa estranho');
  expect((await note(id, { text: '@x', mentions: [999_999] })).status).toBe(400);
  expect((await note(id, { text: 'x' }, 'leitora')).status).toBe(403);
  expect(await messages(id)).toEqual([]);
  expect(await notices('estranho')).toEqual([]);
});

it('names who has a chat open and who of them writes, also to those who only read', async () => {
  const { id } = await addChat();
  const chat = `presence:chat:${id}`;
  const connect = async (login: string) =>
    TestSocket.open(port, await app.sessionOf(app.tenants.acme, login));
  const [ana, reader] = [await connect('ana'), await connect('leitora')];
  await ana.subscribe(chat);
  await reader.subscribe(chat);
  const until = async (expected: Record<number, number[]>): Promise<void> => {
    for (;;) {
      const frame = reader.of('PRESENCE').findLast(({ topic }) => topic === chat);
      const { people: here } = (frame?.data ?? { people: [] }) as unknown as Presence;
      const found = Object.fromEntries(here.map((person) => [person.id, person.open ?? []]));
      if (JSON.stringify(found) === JSON.stringify(expected)) return;
      await reader.next('PRESENCE', chat);
    }
  };
  await until({ [idOf('ana')]: [], [idOf('leitora')]: [] });
  await ana.subscribe(`presence:chat-reply:${id}`);
  await until({ [idOf('ana')]: [id], [idOf('leitora')]: [] });
  ana.send({ type: 'UNSUB', topics: [`presence:chat-reply:${id}`] });
  await until({ [idOf('ana')]: [], [idOf('leitora')]: [] });
  ana.socket.terminate();
  await until({ [idOf('leitora')]: [] });
  const stranger = await connect('estranho');
  expect((await stranger.subscribe(chat))[0]!.type).toBe('ERROR');
  for (const client of [reader, stranger]) client.socket.terminate();
});
