import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { addChannel, payloadOf, SupportTest, textFrom } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

// Conversations as reports have them: had in the product, then moved in time, so that their figures can be computed by hand.

const shopPhone = '100000000000002';
const [carla, dario, elisa, fabio] = [
  '5511970000001',
  '5511970000002',
  '5511970000003',
  '5511970000004',
] as const;
let app: TestApp;
let support: SupportTest;
let shop: number;
let ana: Person;
let bia: Person;

async function load(id: string, query = '', login = 'supervisora', tenant = app.tenants.acme) {
  const headers = await app.sessionOf(tenant, login);
  return app.inject({ method: 'GET', url: `/adm/v2/dataset/support-report-${id}?${query}`, headers });
}
async function rows(...args: Parameters<typeof load>): Promise<JsonObject[]> {
  const answer = await load(...args);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: { rows: JsonObject[] } }>().data.rows;
}

async function receive(number: string, phone?: string): Promise<void> {
  await support.post(payloadOf({ messages: [textFrom(number, 'Olá')] }, phone));
  await support.settled();
}
async function idOf(number: string): Promise<number> {
  const { rows: chats } = await sql<{ id: number }>`
    select id from support_chat where customer_number = ${number}`.execute(app.database.owner);
  return chats[0]!.id;
}
async function write(method: 'PUT' | 'POST', path: string, payload: Record<string, Json>): Promise<void> {
  const headers = await app.sessionOf(app.tenants.acme, 'ana');
  const answer = await app.inject({ method, url: `/adm/v2/sup/zap/${path}`, headers, payload });
  if (answer.statusCode >= 300) throw new Error(answer.body);
}
const put = async (number: string, body: Record<string, Json>) =>
  write('PUT', `chat/${await idOf(number)}`, body);
const answer = async (number: string) => write('POST', `send/${await idOf(number)}`, { textBody: 'Bom dia' });
const finish = (number: string) => put(number, { isFinished: 'Y' });

/** Gives the newest conversation of a customer its times: a day, and minutes after ten o'clock of it. */
async function had(
  number: string,
  daysAgo: number,
  { assigned = null, due = null, answered = null, finished = null }: Record<string, number | null>,
): Promise<void> {
  const at = (minutes: number | null) => sql`case when ${minutes}::int is null then null else
    date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'
      + interval '10 hours' - make_interval(days => ${daysAgo}) + make_interval(mins => ${minutes}::int) end`;
  await sql`
    update support_conversation set opened_at = ${at(0)},
      assigned_at = case when assigned_at is not null then ${at(assigned)} end,
      answer_due_at = ${at(due)},
      first_answer_at = case when first_answer_at is not null then ${at(answered)} end,
      finished_at = case when finished_at is not null then ${at(finished)} end
    where id = (select max(id) from support_conversation where chat_id = ${await idOf(number)})`.execute(
    app.database.owner,
  );
  await sql`
    update support_chat x set opened_at = v.opened_at, answer_due_at = v.answer_due_at from support_conversation v
    where x.id = ${await idOf(number)} and v.id = (select max(id) from support_conversation where chat_id = x.id)`.execute(
    app.database.owner,
  );
}

const day = (daysAgo: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
    Date.now() - daysAgo * 86_400_000,
  );

beforeAll(async () => {
  app = await testApp({ resources });
  support = await SupportTest.open(app);
  shop = await addChannel(app, app.tenants.acme, shopPhone);
  await sql`update support_channel set name = 'Loja' where id = ${shop}`.execute(app.database.owner);
  ana = await addPerson(app, 'ana', { support: 'rcud' });
  bia = await addPerson(app, 'bia', { support: 'rcud' });
  await addPerson(app, 'supervisora', { support: 'r', 'support-supervision': 'r' });
  // Carla is answered by Ana, comes back after the end, and is passed on to Bia, who finishes.
  await receive(carla);
  await answer(carla);
  await finish(carla);
  await had(carla, 3, { assigned: 10, due: 10, answered: 10, finished: 60 });
  await receive(carla);
  await put(carla, { attendantId: ana.id });
  await answer(carla);
  await put(carla, { attendantId: bia.id });
  await finish(carla);
  await had(carla, 2, { assigned: 4, due: 15, answered: 20, finished: 30 });
  // Dario is never answered, Elisa waits in the other channel, and Fabio was written to by us.
  await receive(dario);
  await finish(dario);
  await had(dario, 2, { due: 120, finished: 90 });
  await receive(elisa, shopPhone);
  await had(elisa, 1, { due: 60 });
  await write('POST', 'chat', {
    recipientNum: fabio,
    channelId: support.channelId,
    attendantId: bia.id,
    isActive: 'Y',
  });
  await had(fabio, 1, { assigned: 0 });
});
afterAll(async () => {
  await support.close();
  await app.close();
});

const figures = {
  conversations: 5,
  finished: 3,
  unanswered: 2,
  // Carla's first one of four: her second was late, Dario's ended without an answer, and Elisa's time is over.
  inTime: 1,
  timed: 4,
  inTimeShare: 0.25,
  assignedMean: 7,
  assignedMedian: 7,
  answerMean: 15,
  answerMedian: 15,
  finishMean: 60,
  finishMedian: 60,
  before: 0,
  answerBefore: null,
};

describe('the report', () => {
  it('counts every conversation, and the minutes that customers waited', async () => {
    expect(await rows('figures')).toEqual([figures]);
  });

  it('keeps to a period, a channel and an agent', async () => {
    expect(await rows('figures', `period=${day(3)}..${day(3)}`)).toMatchObject([
      { conversations: 1, finished: 1, unanswered: 0, answerMean: 10, finishMean: 60 },
    ]);
    expect(await rows('figures', `period=${day(2)}..${day(2)}`)).toMatchObject([
      { conversations: 2, before: 1, answerMedian: 20, answerBefore: 10 },
    ]);
    expect(await rows('figures', `channel=${shop}`)).toMatchObject([{ conversations: 1, unanswered: 1 }]);
    expect(await rows('figures', `attendant=${ana.id}`)).toMatchObject([
      { conversations: 1, answerMean: 10 },
    ]);
  });

  it('counts a conversation for the agent who had it last, and those of nobody apart', async () => {
    const byAgent = await rows('agents');
    expect(
      byAgent.map(({ attendantId, conversations, unanswered }) => [attendantId, conversations, unanswered]),
    ).toEqual([
      [bia.id, 2, 0],
      [null, 2, 2],
      [ana.id, 1, 0],
    ]);
    expect((await rows('people')).map(({ attendantId }) => attendantId)).toEqual([ana.id, bia.id]);
  });

  it('is counted by channel and by day, with days without conversations', async () => {
    expect((await rows('channels')).map(({ channel, conversations }) => [channel, conversations])).toEqual([
      ['Comercial', 4],
      ['Loja', 1],
    ]);
    const days = await rows('days', 'period=last-7-days');
    expect(days.map(({ conversations }) => conversations)).toEqual([0, 0, 0, 1, 2, 2, 0]);
    expect(days.map(({ answerMedian }) => answerMedian)).toEqual([null, null, null, 10, 20, null, null]);
  });

  it('lists the conversations of a day', async () => {
    const list = await rows('conversations', `period=${day(2)}..${day(2)}`);
    expect(
      list.map(({ assigned, answer: answered, finish: ended, finished }) => [
        assigned,
        answered,
        ended,
        finished,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [4, 20, 30, true],
        [null, null, 90, true],
      ]),
    );
    expect(list).toHaveLength(2);
    expect(await rows('conversations')).toHaveLength(5);
  });
});

describe('a conversation', () => {
  it('that is finished stays as it is, whoever gets the chat then', async () => {
    const before = await rows('agents');
    await put(dario, { attendantId: ana.id });
    await sql`update support_chat set updated_at = now()`.execute(app.database.owner);
    expect(
      await sql`select from support_conversation where attendant_id is null`.execute(app.database.owner),
    ).toMatchObject({ rows: { length: 2 } });
    expect(before).toHaveLength(3);
  });

  it('of a chat that comes back to its agent is assigned from its beginning', async () => {
    await receive(dario);
    const { rows: found } = await sql<JsonObject>`
      select attendant_id, assigned_at = opened_at as at_once from support_conversation
      where chat_id = ${await idOf(dario)} order by id`.execute(app.database.owner);
    expect(found).toEqual([
      { attendant_id: null, at_once: null },
      { attendant_id: ana.id, at_once: true },
    ]);
  });
});

describe('the rights', () => {
  const ids = ['figures', 'days', 'agents', 'channels', 'people', 'conversations'];

  it.each(ids)('of %s need supervision', async (id) => {
    expect((await load(id, '', 'ana')).statusCode).toBe(403);
  });

  it('show nothing of another tenant', async () => {
    for (const id of ids.filter((one) => one !== 'figures' && one !== 'days'))
      expect(await rows(id, '', 'admin', app.tenants.beta)).toEqual([]);
    expect(await rows('figures', '', 'admin', app.tenants.beta)).toMatchObject([
      { conversations: 0, answerMean: null },
    ]);
  });
});
