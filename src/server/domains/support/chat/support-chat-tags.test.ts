import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chat } from '../../../../contracts/support.ts';
import { listen, TestSocket } from '../../../realtime/testing.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { addChannel } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

/** Tags of chats: who sets them, and how they are seen by all. */

let app: TestApp;
let channelId: number;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'agente', { support: 'rcud' });
  await addPerson(app, 'leitora', { support: 'r' });
  await addPerson(app, 'autora', { 'support-tag': 'rcud' });
  channelId = await addChannel(app, app.tenants.acme);
});
afterAll(() => app.close());

async function call(
  login: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  tenant: 'acme' | 'beta' = 'acme',
) {
  const headers = await app.sessionOf(app.tenants[tenant], login);
  const reply = await app.inject({ method, url: `/adm/v2/${url}`, headers, ...(payload && { payload }) });
  const { data, errors } = reply.json<{ data: unknown; errors: { path: string }[] }>();
  return { status: reply.statusCode, data: data as Chat & { rows: Chat[] }, errors };
}

const addTag = async (title: string): Promise<number> =>
  (await call('autora', 'POST', 'ent/support-tag', { title, color: '#C4314B' })).data.id;
let last = 11_980_000_000;
const addChat = async (): Promise<Chat> =>
  (await call('agente', 'POST', 'sup/zap/chat', { channelId, recipientNum: String((last += 1)) })).data;
const set = (id: number, body: object, login = 'agente') =>
  call(login, 'PUT', `sup/zap/chat/${id}/tags`, body);

it('adds and removes tags, each on its own, and filters the chats by one', async () => {
  const [urgent, invoice] = [await addTag('Urgente'), await addTag('Boleto')];
  const [chat, other] = [await addChat(), await addChat()];
  expect(chat.tags).toEqual([]);
  const tagged = await set(chat.id, { add: [urgent] });
  expect(tagged.data.tags).toEqual([{ id: urgent, title: 'Urgente', color: '#C4314B' }]);
  expect(tagged.data.version).toBeGreaterThan(chat.version);
  // Another agent adds one meanwhile: both stay.
  expect((await set(chat.id, { add: [invoice, urgent] })).data.tags.map(({ id }) => id)).toEqual([
    invoice,
    urgent,
  ]);
  await set(other.id, { add: [invoice] });
  const found = async (tag: number) =>
    (await call('leitora', 'GET', `sup/zap/chat?channelId=${channelId}&tagId=${tag}`)).data.rows.map(
      ({ id }) => id,
    );
  expect(await found(urgent)).toEqual([chat.id]);
  expect((await found(invoice)).toSorted((one, two) => one - two)).toEqual([chat.id, other.id]);
  expect((await set(chat.id, { remove: [urgent] })).data.tags.map(({ id }) => id)).toEqual([invoice]);
  expect(await found(urgent)).toEqual([]);
  // Nothing changes, and no version rises.
  const { version } = (await set(chat.id, { remove: [urgent], add: [invoice] })).data;
  expect((await set(chat.id, { add: [invoice] })).data.version).toBe(version);
});

it('lets only those write who may change chats, and refuses tags that do not exist', async () => {
  const tag = await addTag('Financeiro');
  const chat = await addChat();
  expect((await set(chat.id, { add: [tag] }, 'leitora')).status).toBe(403);
  expect(await set(chat.id, { add: [tag, 999_999] })).toMatchObject({
    status: 400,
    errors: [{ path: '/add/1' }],
  });
  expect((await call('agente', 'GET', `sup/zap/chat/${chat.id}`)).data.tags).toEqual([]);
  expect((await set(999_999, { add: [tag] })).status).toBe(404);
  expect((await call('leitora', 'GET', 'sup/tag')).data.rows.length).toBeGreaterThan(0);
  expect((await call('autora', 'GET', 'sup/tag')).status).toBe(403);
});

it('shows all pages what changes: the tags of a chat, and a tag in all chats', async () => {
  const tag = await addTag('Pós-venda');
  const chat = await addChat();
  const socket = await TestSocket.open(await listen(app), await app.sessionOf(app.tenants.acme, 'leitora'));
  await socket.subscribe('support');
  await set(chat.id, { add: [tag] });
  expect((await socket.next('CHAT_UPD')).data).toMatchObject({ chat: { id: chat.id, tags: [{ id: tag }] } });
  await call('autora', 'PUT', `ent/support-tag/${tag}`, { title: 'Depois' });
  expect((await socket.next('TAG_UPD')).data).toEqual({
    id: tag,
    tag: { id: tag, title: 'Depois', color: '#C4314B' },
  });
  await call('autora', 'DELETE', `ent/support-tag/${tag}`);
  expect((await socket.next('TAG_UPD')).data).toEqual({ id: tag, tag: null });
  expect((await call('agente', 'GET', `sup/zap/chat/${chat.id}`)).data.tags).toEqual([]);
  socket.socket.terminate();
});
