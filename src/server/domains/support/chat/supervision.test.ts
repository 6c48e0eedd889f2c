import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { addChannel, payloadOf, SupportTest, textFrom } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

// The open chats as supervisors see them, loaded as by their pages.

const shopPhone = '100000000000002';
let app: TestApp;
let support: SupportTest;
let shop: number;
let ana: Person;

interface Reply {
  rows: JsonObject[];
  topics: string[];
  maxAge: number | null;
}

async function load(id: string, query = '', login = 'supervisora', tenant = app.tenants.acme) {
  const headers = await app.sessionOf(tenant, login);
  return app.inject({ method: 'GET', url: `/adm/v2/dataset/support-open-${id}?${query}`, headers });
}
async function reply(...args: Parameters<typeof load>): Promise<Reply> {
  const answer = await load(...args);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: Reply }>().data;
}
const rows = async (...args: Parameters<typeof load>) => (await reply(...args)).rows;

async function put(number: string, body: JsonObject): Promise<void> {
  const headers = await app.sessionOf(app.tenants.acme, 'supervisora');
  const { rows: chats } = await support.chats(headers, `?text=${number}`);
  const answer = await app.inject({
    method: 'PUT',
    url: `/adm/v2/sup/zap/chat/${chats[0]!.id}`,
    headers,
    payload: body as Record<string, Json>,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** Makes the first answer of a customer due. */
const dueIn = (number: string, minutes: number) =>
  sql`update support_chat set answer_due_at = now() + make_interval(mins => ${minutes}) where customer_number = ${number}`.execute(
    app.database.owner,
  );

/** Makes the conversation of a customer begin earlier. */
const beganAgo = (number: string, minutes: number) =>
  sql`update support_chat set opened_at = opened_at - make_interval(mins => ${minutes}) where customer_number = ${number}`.execute(
    app.database.owner,
  );

beforeAll(async () => {
  app = await testApp({ resources });
  support = await SupportTest.open(app);
  shop = await addChannel(app, app.tenants.acme, shopPhone);
  await sql`update support_channel set name = 'Loja' where id = ${shop}`.execute(app.database.owner);
  ana = await addPerson(app, 'ana', { support: 'rcud' });
  await addPerson(app, 'supervisora', { support: 'rcud', 'support-supervision': 'r' });
  await addPerson(app, 'gerente', { 'support-supervision': 'r' });
  for (const number of ['5511970000001', '5511970000002', '5511970000003'])
    await support.receive({
      contacts: [{ wa_id: number, profile: { name: `Cliente ${number.slice(-1)}` } }],
      messages: [textFrom(number, 'Olá')],
    });
  await support.post(payloadOf({ messages: [textFrom('5511970000004', 'Oi')] }, shopPhone));
  await support.settled();
  await put('5511970000003', { attendantId: ana.id });
  await beganAgo('5511970000001', 25);
  await beganAgo('5511970000004', 90);
  await dueIn('5511970000001', 5);
  await dueIn('5511970000004', -60);
});
afterAll(async () => {
  await support.close();
  await app.close();
});

describe('the open chats', () => {
  it('are counted: who waits, for how long, who is attended, and who has no answer', async () => {
    expect(await rows('figures')).toEqual([
      { waiting: 3, longest: 90, open: 1, unanswered: 4, unread: 4, late: 1 },
    ]);
    expect(await rows('figures', `channel=${support.channelId}`)).toEqual([
      { waiting: 2, longest: 25, open: 1, unanswered: 3, unread: 3, late: 0 },
    ]);
  });

  it('are counted by channel and by agent', async () => {
    expect(await rows('channels')).toEqual([
      { channel: 'Comercial', channelId: support.channelId, waiting: 2, longest: 25, open: 1 },
      { channel: 'Loja', channelId: shop, waiting: 1, longest: 90, open: 0 },
    ]);
    expect(await rows('agents')).toEqual([
      { attendant: expect.any(String) as string, attendantId: ana.id, open: 1, unanswered: 1, unread: 1 },
    ]);
  });

  it('that wait are listed, the longest wait first', async () => {
    expect(
      (await rows('waiting')).map(({ customer, channel, minutes }) => [customer, channel, minutes]),
    ).toEqual([
      ['5511970000004', 'Loja', 90],
      ['Cliente 1', 'Comercial', 25],
      ['Cliente 2', 'Comercial', 0],
    ]);
  });

  it('are read again after an event of the chat, and while time passes', async () => {
    expect(await reply('figures')).toMatchObject({ topics: ['support'], maxAge: 30 });
    await support.receive({ messages: [textFrom('5511970000005', 'Quero um orçamento')] });
    expect(await rows('figures')).toMatchObject([{ waiting: 4, unanswered: 5 }]);
    await put('5511970000005', { isFinished: 'Y' });
    expect(await rows('figures')).toMatchObject([{ waiting: 3, unanswered: 4 }]);
  });
});

describe('the rights', () => {
  it.each(['figures', 'channels', 'agents', 'waiting'])('of %s need supervision and the chat', async (id) => {
    for (const login of ['ana', 'gerente']) expect((await load(id, '', login)).statusCode).toBe(403);
  });

  it('show nothing of another tenant', async () => {
    const beta = app.tenants.beta;
    expect(await rows('figures', '', 'admin', beta)).toEqual([
      { waiting: 0, longest: null, open: 0, unanswered: 0, unread: 0, late: 0 },
    ]);
    for (const id of ['channels', 'agents', 'waiting']) expect(await rows(id, '', 'admin', beta)).toEqual([]);
  });
});
