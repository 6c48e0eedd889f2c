import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addChannel } from '../../testing/support-chat.ts';
import { testApp, type TestApp } from '../../testing.ts';
import { resources } from '../../resources.ts';
import { addPerson } from '../../testing/people.ts';

type Headers = Record<string, string>;
let app: TestApp;
let admin: Headers;
let reader: Headers;
let stranger: Headers;

beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  await addPerson(app, 'watcher', { 'admin-job': 'r' });
  await addPerson(app, 'stranger', { support: 'ru' });
  reader = await app.sessionOf(app.tenants.acme, 'watcher');
  stranger = await app.sessionOf(app.tenants.acme, 'stranger');
});
afterEach(async () => {
  for (const table of ['job', 'support_webhook', 'support_media', 'support_message'])
    await sql`delete from ${sql.table(table)}`.execute(app.database.owner);
});
afterAll(() => app.close());

const call = (method: 'GET' | 'POST' | 'DELETE', path = '', headers = admin, payload?: object) =>
  app.inject({ method, url: `/adm/v2/failure${path}`, headers, ...(payload ? { payload } : {}) });

interface Row {
  id: string;
  kind: string;
  source: string;
  reason: string;
  attempts: number;
  failedAt: string;
  isRemovable: boolean;
}
async function failures(headers = admin): Promise<Row[]> {
  const answer = await call('GET', '', headers);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data } = answer.json<{ data: { rows: Row[]; totalRows: number } }>();
  expect(data.totalRows).toBe(data.rows.length);
  return data.rows;
}

const idOf = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
  (await query.execute(app.database.owner)).rows[0]!.id;

const addDead = (tenantId: number): Promise<number> =>
  idOf(sql<{ id: number }>`
    insert into job (tenant_id, kind, payload, state, attempt, error, started_at)
    values (${tenantId}, 'notification-mail', '{}', 'dead', 8, 'no space', now()) returning id`);

it('has dead jobs of the tenant with their errors, and tries one again, once', async () => {
  const [id, foreign] = [await addDead(app.tenants.acme), await addDead(app.tenants.beta)];
  expect(await failures(reader)).toEqual([
    {
      id: `job-${id}`,
      kind: 'notification-mail',
      source: 'E-mail de notificação',
      reason: 'no space',
      attempts: 8,
      failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      isRemovable: true,
    },
  ]);
  expect((await call('GET', '', stranger)).statusCode).toBe(403);
  expect((await call('POST', `/job-${id}/retry`, reader)).statusCode).toBe(403);
  expect((await call('POST', '/-/retry', reader, { ids: [`job-${id}`] })).statusCode).toBe(403);
  for (const other of [`job-${foreign}`, `stranger-${id}`, 'job-999999999'])
    expect((await call('POST', `/${other}/retry`)).statusCode).toBe(404);
  const both = await Promise.all([call('POST', `/job-${id}/retry`), call('POST', `/job-${id}/retry`)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  const { rows } = await sql`select state, attempt from job where id = ${id}`.execute(app.database.owner);
  expect(rows).toEqual([{ state: 'ready', attempt: 0 }]);
  expect((await call('DELETE', `/job-${id}`)).statusCode).toBe(404);
});

it('loses a failure that is removed', async () => {
  const id = await addDead(app.tenants.acme);
  expect((await call('DELETE', `/job-${id}`, reader)).statusCode).toBe(403);
  expect((await call('DELETE', `/job-${id}`)).statusCode).toBe(200);
  expect(await failures()).toEqual([]);
});

it('tries several again, each by itself, and says which could not be', async () => {
  const [one, other] = [await addDead(app.tenants.acme), await addDead(app.tenants.acme)];
  const foreign = await addDead(app.tenants.beta);
  const ids = [`job-${one}`, `job-${foreign}`, `job-${other}`];
  const answer = await call('POST', '/-/retry', admin, { ids });
  const { results } = answer.json<{ data: { results: { id: string; ok: boolean; message: string }[] } }>()
    .data;
  expect(results.map(({ id, ok }) => [id, ok])).toEqual(ids.map((id, at) => [id, at !== 1]));
  expect(results[1]!.message).toBe('Registro não encontrado.');
  expect(await failures()).toEqual([]);
});

it('removes several, each by itself, and says in words which stay', async () => {
  const ids = [await addDead(app.tenants.acme), await addDead(app.tenants.acme)].map((id) => `job-${id}`);
  const foreign = `job-${await addDead(app.tenants.beta)}`;
  const body = { ids: [...ids, foreign, 'support-message-1'], delete: true };
  expect((await call('POST', '/-/bulk', reader, body)).statusCode).toBe(403);
  expect((await call('POST', '/-/bulk', admin, { ids })).statusCode).toBe(400);
  const answer = await call('POST', '/-/bulk', admin, body);
  expect(answer.json().data.results).toEqual([
    ...ids.map((id) => ({ id, ok: true, message: '' })),
    { id: foreign, ok: false, message: 'Registro não encontrado.' },
    { id: 'support-message-1', ok: false, message: expect.stringContaining('depois de 30 dias') },
  ]);
  expect(await failures()).toEqual([]);
  const left = await sql`select id from job`.execute(app.database.owner);
  expect(left.rows).toHaveLength(1);
});

it('has deliveries, messages, files and publications that failed, without their content', async () => {
  const { owner } = app.database;
  const tenant = app.tenants.acme;
  const channel = await addChannel(app, tenant);
  const delivery = await idOf(sql<{ id: number }>`
    insert into support_webhook (tenant_id, channel_ids, body, error_text, processed_at)
    values (${tenant}, array[${channel}]::bigint[], 'secret words', 'no JSON', now()) returning id`);
  const chat = await idOf(sql<{ id: number }>`
    insert into support_chat (tenant_id, channel_id, customer_key, customer_number, last_inbound_at)
    values (${tenant}, ${channel}, '5511988887777', '5511988887777', now()) returning id`);
  const message = (sender: string, state: string) =>
    idOf(sql<{ id: number }>`
      insert into support_message (tenant_id, chat_id, channel_id, sender, type, content, at, state, error_text)
      values (${tenant}, ${chat}, ${channel}, ${sender}, 'text', 'secret words', now(), ${state}, 'not allowed') returning id`);
  const sent = await message('support', 'failed');
  const received = await message('client', 'received');
  await sql`
    insert into support_media (tenant_id, message_id, provider_id, mime, state, error_text)
    values (${tenant}, ${received}, '1', 'image/png', 'failed', 'expired')`.execute(owner);
  const publication = await idOf(sql<{ id: number }>`
    insert into scheduled_publication (tenant_id, user_id, comment, views, run_at, lang, state, message, ended_at)
    select ${tenant}, min(id), '', '[]', now(), 'pt', 'failed', 'A visão mudou.', now() from app_user returning id`);

  const rows = await failures();
  expect(rows.map(({ id, source, reason, isRemovable }) => [id, source, reason, isRemovable]).sort()).toEqual(
    [
      [`scheduled-publication-${publication}`, 'Publicação agendada', 'A visão mudou.', true],
      [`support-media-${received}`, 'Arquivo recebido do WhatsApp', 'O arquivo expirou no provedor.', false],
      [`support-message-${sent}`, 'Mensagem enviada pelo WhatsApp', 'not allowed', false],
      [`support-webhook-${delivery}`, 'Entrega do WhatsApp', 'no JSON', true],
    ],
  );
  expect(JSON.stringify(rows)).not.toContain('secret');

  expect((await call('DELETE', `/support-message-${sent}`)).json()).toMatchObject({
    code: 'RULE_BROKEN',
    message: expect.stringContaining('depois de 30 dias'),
  });
  const foreign = await app.sessionOf(app.tenants.beta, 'admin');
  for (const { id } of rows) {
    expect((await call('POST', `/${id}/retry`, foreign)).statusCode).toBe(404);
    expect((await call('POST', `/${id}/retry`)).statusCode, id).toBe(200);
    expect((await call('POST', `/${id}/retry`)).statusCode, id).not.toBe(200);
  }
  expect(await failures()).toEqual([]);
  const jobs = await sql<{ kind: string }>`select kind from job order by kind`.execute(owner);
  expect(jobs.rows.map(({ kind }) => kind)).toEqual([
    'views.publish',
    'whatsapp-inbox',
    'whatsapp-media',
    'whatsapp-send',
  ]);
});
