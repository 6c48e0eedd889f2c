import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Chat, ChatMessage } from '../../../../contracts/support.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/whatsapp/testing.ts';
import { inTenant } from '../../../db/in-tenant.ts';
import { enqueueTemplates } from '../whatsapp/template-kind.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { hurryJobs } from '../../../testing/jobs.ts';
import { SupportTest } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

/** Effects of a channel's rule on its chats, over the real adapter to the sandbox provider. */

let app: TestApp;
let sandbox: Sandbox;
let support: SupportTest;
let agent: Record<string, string>;
let reader: Record<string, string>;
const ids: Record<string, number> = {};

beforeAll(async () => {
  sandbox = await startSandbox({
    appSecret: 'molde-demo-app-secret',
    accessToken: 'molde-demo-token',
    verifyToken: 'molde-demo-verify',
    webhookUrl: () =>
      `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}/adm/v2/sup/zap/webhook`,
    retryPausesMs: [10, 50],
  });
  app = await testApp({ resources, env: { WHATSAPP_API_BASE: sandbox.address } });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  for (const login of ['ana', 'bia', 'caio'])
    ids[login] = (await addPerson(app, login, { support: 'rcud' })).id;
  await addPerson(app, 'so-le', { support: 'r' });
  agent = await app.sessionOf(app.tenants.acme, 'ana');
  reader = await app.sessionOf(app.tenants.acme, 'so-le');
  for (const login of ['bia', 'caio']) await app.sessionOf(app.tenants.acme, login);
  support = await SupportTest.open(app);
});
afterAll(async () => {
  await support.close();
  await sandbox.close();
  await app.close();
});

const owner = () => app.database.owner;
beforeEach(async () => {
  await sql`delete from support_rule`.execute(owner());
  await sql`delete from support_queue`.execute(owner());
  await sql`update support_chat set is_active = false, is_finished = true, attendant_id = null`.execute(
    owner(),
  );
  await connect('ana', 'bia', 'caio');
});

/** Makes these agents the connected ones. */
async function connect(...logins: string[]): Promise<void> {
  const people = logins.map((login) => ids[login]!);
  await sql`
    update session set last_seen_at = case when user_id = any (${people}::bigint[]) then now() else now() - interval '1 hour' end`.execute(
    owner(),
  );
}

async function addRule(rule: JsonObject): Promise<void> {
  const row = { assignment: 'manual', ...rule };
  const columns = Object.keys(row);
  await sql`
    insert into support_rule (tenant_id, name, channel_id, ${sql.join(columns.map((name) => sql.ref(name)))})
    values (${app.tenants.acme}, 'Regra', ${support.channelId}, ${sql.join(Object.values(row))})`.execute(
    owner(),
  );
}

async function addQueue(
  name: string,
  { agents = [] as string[], ...row }: JsonObject & { agents?: string[] } = {},
) {
  const values = { menu_title: name, ...row };
  const { rows } = await sql<{ id: number }>`
    insert into support_queue (tenant_id, name, ${sql.join(Object.keys(values).map((one) => sql.ref(one)))})
    values (${app.tenants.acme}, ${name}, ${sql.join(Object.values(values))}) returning id`.execute(owner());
  const { id } = rows[0]!;
  for (const login of agents)
    await sql`insert into support_queue_agents values (${app.tenants.acme}, ${id}, ${ids[login]})`.execute(
      owner(),
    );
  return id;
}

/** Hours that are over now: a minute of the day after tomorrow. */
function closedHours(): JsonObject {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const day = days[(new Date(Date.now() + 2 * 86_400_000).getUTCDay() + 6) % 7]!;
  return { [`${day}_from`]: '12:00', [`${day}_to`]: '12:01' };
}

let last = 81_000_000;

/** A customer who writes. */
async function write(text = 'Olá', name = `Marta ${last}`) {
  const number = `55319${(last += 1)}`;
  const customer = sandbox.provider.addCustomer(name, number);
  const says = async (body: string) => {
    sandbox.provider.receive(customer, { type: 'text', content: { body } });
    await settled();
  };
  await says(text);
  const [row] = (await support.chats(agent, `?text=${number}`)).rows;
  const id = row!.id;
  return {
    id,
    customer,
    says,
    chat: (): Promise<Chat> => support.chat(agent, id),
    messages: async (): Promise<ChatMessage[]> => (await support.chat(agent, id)).messages,
    events: async (): Promise<unknown[]> =>
      (await support.chat(agent, id)).messages
        .filter(({ sender }) => sender === 'system')
        .map(({ details }) => details['event']),
  };
}

/** Webhooks and jobs follow each other until nothing is left. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet += 1) {
    await support.settled();
    if (sandbox.provider.pending > 0) quiet = -1;
    await delay(20);
  }
}

/** Lets the time of waiting jobs come. */
async function wait(interval: string): Promise<void> {
  await hurryJobs(app.database, sql`run_at < now() + ${interval}::interval`);
  await settled();
}

const change = (id: number, payload: JsonObject, headers = agent) =>
  app.inject({ method: 'PUT', url: `/adm/v2/sup/zap/chat/${id}`, headers, payload });

describe('assignment by load', () => {
  it('gives each chat to the connected agent with the fewest open ones, in turn', async () => {
    await connect('ana', 'bia');
    await addRule({ assignment: 'load' });
    const chats = [await write(), await write(), await write(), await write()];
    const attendants = await Promise.all(chats.map(async ({ chat }) => (await chat()).attendantId));
    expect(attendants.slice(0, 2).toSorted()).toEqual([ids['ana'], ids['bia']].toSorted());
    expect(attendants.slice(2).toSorted()).toEqual([ids['ana'], ids['bia']].toSorted());
    expect(await chats[0]!.chat()).toMatchObject({ isActive: 'Y', isFinished: 'N' });
    expect(await chats[0]!.events()).toEqual(['assigned-by-rule']);
    const { rows } = await sql<{ kind: string; actor: number | null }>`
      select kind, actor_id as actor from notification where entity = 'support-chat' and entity_id = ${chats[0]!.id}`.execute(
      owner(),
    );
    expect(rows).toEqual([{ kind: 'transfer', actor: null }]);
  });

  it('leaves chats waiting while nobody is connected, and gives them out, oldest first, when somebody comes', async () => {
    await connect();
    await addRule({ assignment: 'load', most_chats: 1 });
    const [first, second] = [await write(), await write()];
    expect((await first.chat()).attendantId).toBeNull();
    await connect('caio');
    await wait('1 minute');
    expect((await first.chat()).attendantId).toBe(ids['caio']);
    // No agent gets more than the most.
    expect((await second.chat()).attendantId).toBeNull();
    await change(first.id, { isFinished: 'Y' });
    await wait('1 minute');
    expect((await second.chat()).attendantId).toBe(ids['caio']);
  });

  it('does not give a chat out again that a person returned', async () => {
    await addRule({ assignment: 'load' });
    const { id, chat } = await write();
    expect((await chat()).attendantId).not.toBeNull();
    expect((await change(id, { attendantId: null })).statusCode).toBe(200);
    await wait('1 minute');
    expect(await chat()).toMatchObject({ attendantId: null, isActive: 'N' });
  });

  it.skipIf(!process.env['TEST_DATABASE_URL'])(
    'waits for who is writing to a chat, for nobody looks at it again',
    async () => {
      await connect();
      await addRule({ assignment: 'load' });
      const { id, chat } = await write();
      await connect('bia');
      await owner()
        .transaction()
        .execute(async (db) => {
          await sql`select from support_chat where id = ${id} for update`.execute(db);
          await hurryJobs(app.database, sql`kind = 'support-assign'`);
          // Until the job waits for the chat.
          for (let waits = 0; waits === 0; await delay(20)) {
            const { rows } = await sql`
              select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%support_chat%'`.execute(
              owner(),
            );
            waits = rows.length;
          }
        });
      await settled();
      expect((await chat()).attendantId).toBe(ids['bia']);
    },
  );

  it('waits for the working hours', async () => {
    await addRule({ assignment: 'load', ...closedHours() });
    const { chat } = await write();
    expect((await chat()).attendantId).toBeNull();
    await sql`update support_rule set monday_from = null, monday_to = null, tuesday_from = null, tuesday_to = null,
      wednesday_from = null, wednesday_to = null, thursday_from = null, thursday_to = null, friday_from = null,
      friday_to = null, saturday_from = null, saturday_to = null, sunday_from = null, sunday_to = null`.execute(
      owner(),
    );
    await wait('8 days');
    expect((await chat()).attendantId).not.toBeNull();
  });

  it('does nothing to a chat of a channel whose rule is manual or inactive', async () => {
    await addRule({ assignment: 'load', is_active: false });
    const { chat, events } = await write();
    expect((await chat()).attendantId).toBeNull();
    expect(await events()).toEqual([]);
  });
});

describe('queues', () => {
  it('take a chat by a transfer, with a note, and give it to one of their agents', async () => {
    await connect('ana', 'caio');
    const queueId = await addQueue('Financeiro', { agents: ['caio', 'bia'] });
    await addRule({ assignment: 'load', most_chats: 1 });
    const { id, chat, messages } = await write();
    const attendant = (await chat()).attendantId!;
    const reply = await change(id, { queueId, note: 'Pediu segunda via' });
    expect(reply.json()).toMatchObject({ data: { queueId, queueName: 'Financeiro', attendantId: null } });
    await settled();
    expect((await support.chats(agent, `?queueId=${queueId}`)).rows.map((row) => row.id)).toEqual([id]);
    expect((await support.chats(agent, `?queueId=${queueId + 1}`)).rows).toEqual([]);
    expect(await chat()).toMatchObject({ queueId, attendantId: ids['caio'] });
    expect([ids['ana'], ids['caio']]).toContain(attendant);
    const all = await messages();
    expect(all.find(({ details }) => details['event'] === 'queued')?.details).toMatchObject({
      name: 'Financeiro',
      by: 'Pessoa ana',
    });
    expect(all.filter(({ sender }) => sender === 'note').map(({ content }) => content)).toEqual([
      'Pediu segunda via',
    ]);
  });

  it('refuse one that is inactive, and who may only read', async () => {
    const queueId = await addQueue('Antiga', { is_active: false });
    const { id } = await write();
    expect((await change(id, { queueId })).json()).toMatchObject({ errors: [{ path: '/queueId' }] });
    expect((await change(id, { queueId }, reader)).statusCode).toBe(403);
    await addQueue('Nova');
    const list = await app.inject({ method: 'GET', url: '/adm/v2/sup/queue', headers: reader });
    expect(list.json<{ data: { rows: JsonObject[] } }>().data.rows.map(({ name }) => name)).toEqual(['Nova']);
  });
});

describe('the time until the first answer', () => {
  it('counts in the chat until there is an answer', async () => {
    await addRule({ first_answer_minutes: 30, warning_percent: 80 });
    const { id, chat } = await write();
    const { answerDueAt, answerWarnAt } = await chat();
    expect(Date.parse(answerDueAt!) - Date.parse(answerWarnAt!)).toBe(6 * 60_000);
    expect(Date.parse(answerDueAt!) - Date.now()).toBeGreaterThan(28 * 60_000);
    await app.inject({
      method: 'POST',
      url: `/adm/v2/sup/zap/send/${id}`,
      headers: agent,
      payload: { type: 'text', textBody: 'Bom dia' },
    });
    expect(await chat()).toMatchObject({ answerDueAt: null, answerWarnAt: null });
  });

  it('is warned of: the agent who has the chat, or the agents of its queue, once', async () => {
    const queueId = await addQueue('Fiscal', { agents: ['bia'], menu_title: null });
    await addRule({ first_answer_minutes: 30, warning_percent: 50, queue_id: queueId });
    const [queued, taken] = [await write(), await write()];
    await change(taken.id, { attendantId: ids['caio']! });
    const early = () =>
      sql`update support_chat set answer_warn_at = now() - interval '1 minute'`.execute(owner());
    await early();
    await wait('16 minutes');
    await wait('16 minutes');
    const { rows } = await sql<{ person: number; chat: number }>`
      select user_id as person, entity_id as chat from notification where kind = 'answer' order by id`.execute(
      owner(),
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { person: ids['bia'], chat: queued.id },
        { person: ids['caio'], chat: taken.id },
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  it('begins anew with the next conversation', async () => {
    await addRule({ first_answer_minutes: 30 });
    const { id, chat, says } = await write();
    const before = (await chat()).answerDueAt!;
    await change(id, { isFinished: 'Y' });
    expect((await chat()).answerDueAt).toBeNull();
    await says('Voltei');
    expect(Date.parse((await chat()).answerDueAt!)).toBeGreaterThan(Date.parse(before));
  });
});

/** Reads the templates of the provider. */
async function readTemplates(): Promise<void> {
  await inTenant(app.database, app.tenants.acme, 'write', (db) => enqueueTemplates(db, app.tenants.acme));
  await settled();
}

describe('outside of the working hours', () => {
  it('the away template is sent once until the channel was open again', async () => {
    await readTemplates();
    await addRule({ away_template: 'boas_vindas', away_language: 'pt_BR', ...closedHours() });
    const { chat, says, messages } = await write('Alguém aí?', 'Marta Reis');
    await says('Oi?');
    const sent = async () => (await messages()).filter(({ sender }) => sender === 'support');
    expect(await sent()).toMatchObject([
      {
        type: 'template',
        content: expect.stringMatching(/^Olá, Marta! Boas-vindas/),
        attendant: null,
        details: { automatic: true },
      },
    ]);
    // It is no answer: the chat still waits.
    expect(await chat()).toMatchObject({ isActive: 'N', attendantId: null });
    await sql`update support_chat set away_at = now() - interval '8 days'`.execute(owner());
    await says('E agora?');
    expect(await sent()).toHaveLength(2);
  });

  it('a template that is gone is named in the chat, once', async () => {
    await addRule({ away_template: 'sumiu', away_language: 'pt_BR', ...closedHours() });
    const { says, messages } = await write();
    await says('Oi?');
    const lines = (await messages()).filter(({ sender }) => sender === 'system');
    expect(lines.map(({ details }) => details)).toMatchObject([{ event: 'away-failed', name: 'sumiu' }]);
  });
});

describe('the menu of the first answer', () => {
  const menu = { menu_text: 'Olá {{nome}}, sobre o que é?' };
  const menus = async (messages: () => Promise<ChatMessage[]>) =>
    (await messages()).filter(({ type, sender }) => type === 'interactive' && sender === 'support');

  it('offers the queues, and a choice puts the chat into one of them', async () => {
    const vendas = await addQueue('Vendas', { menu_position: 2 });
    const financeiro = await addQueue('Financeiro', {
      menu_position: 1,
      menu_answer: '{{nome}}, a fila {{fila}} já responde.',
      agents: ['caio'],
    });
    await addRule({ assignment: 'load', ...menu });
    const { chat, says, messages, events } = await write('Oi', 'Marta Reis');
    expect(await menus(messages)).toMatchObject([
      {
        content: 'Olá Marta, sobre o que é?',
        state: 'delivered',
        details: {
          options: [
            { id: `queue:${financeiro}`, title: 'Financeiro' },
            { id: `queue:${vendas}`, title: 'Vendas' },
          ],
        },
      },
    ]);
    // Nobody gets the chat while the customer chooses.
    expect((await chat()).attendantId).toBeNull();
    await says('1');
    expect(await chat()).toMatchObject({ queueId: financeiro, attendantId: ids['caio'] });
    expect(await events()).toEqual(['queue-chosen', 'assigned-by-rule']);
    expect(
      (await messages()).find(({ type, sender }) => type === 'text' && sender === 'support')?.content,
    ).toBe('Marta, a fila Financeiro já responde.');
  });

  it('takes a pressed button and the words of a choice, whatever case and accents', async () => {
    const id = await addQueue('Orçamento');
    await addRule(menu);
    const first = await write();
    sandbox.provider.receive(first.customer, {
      type: 'interactive',
      content: { type: 'button_reply', button_reply: { id: `queue:${id}`, title: 'Orçamento' } },
    });
    await settled();
    expect((await first.chat()).queueId).toBe(id);
    const second = await write();
    await second.says('ORCAMENTO ');
    expect((await second.chat()).queueId).toBe(id);
  });

  it('is shown again after a reply that is no choice, and then the chat goes to the queue of the rule', async () => {
    await addQueue('Vendas');
    const geral = await addQueue('Geral', { menu_title: null });
    await addRule({ queue_id: geral, ...menu });
    const { chat, says, messages } = await write();
    // Written before the menu was read.
    await says('quero um boleto');
    expect(await menus(messages)).toHaveLength(1);
    const later = () => sql`update support_chat set menu_at = menu_at - interval '1 minute'`.execute(owner());
    await later();
    await says('boleto');
    expect(await menus(messages)).toHaveLength(2);
    expect((await chat()).queueId).toBeNull();
    await later();
    await says('boleto!');
    expect((await chat()).queueId).toBe(geral);
    await says('Oi?');
    expect(await menus(messages)).toHaveLength(2);
  });

  it('is given up after a quarter of an hour without a reply', async () => {
    await addQueue('Vendas');
    await addRule({ assignment: 'load', ...menu });
    const { chat } = await write();
    await sql`update support_chat set menu_at = menu_at - interval '16 minutes'`.execute(owner());
    await sql`update support_message set created_at = created_at - interval '16 minutes'`.execute(owner());
    await wait('16 minutes');
    expect(await chat()).toMatchObject({ queueId: null, isActive: 'Y' });
  });

  it('ends when an agent takes the chat', async () => {
    const vendas = await addQueue('Vendas');
    await addRule(menu);
    const { id, chat, says, messages } = await write();
    await change(id, { attendantId: ids['bia']! });
    await says('1');
    expect(await chat()).toMatchObject({ queueId: null, attendantId: ids['bia'] });
    expect(await menus(messages)).toHaveLength(1);
    expect(vendas).toBeGreaterThan(0);
  });

  it('is not shown to who has been waiting, but to who wrote outside of the working hours', async () => {
    await addQueue('Vendas');
    const [waiting, away] = [await write(), await write()];
    await sql`update support_chat set opened_at = now() - interval '1 hour' where id in (${waiting.id}, ${away.id})`.execute(
      owner(),
    );
    await sql`update support_chat set away_at = now() - interval '50 minutes' where id = ${away.id}`.execute(
      owner(),
    );
    await addRule(menu);
    await waiting.says('Alguém?');
    await away.says('Bom dia');
    expect(await menus(waiting.messages)).toHaveLength(0);
    expect(await menus(away.messages)).toHaveLength(1);
  });

  it('is a list where buttons have no room', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await addQueue(`Assunto número ${name} longo`);
    await addRule(menu);
    const { messages } = await write();
    expect(await menus(messages)).toMatchObject([
      { state: 'delivered', details: { options: { length: 4 } } },
    ]);
  });
});
