import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { JobWorker } from '../../../jobs/worker.ts';
import { Schedule } from '../../../jobs/schedule.ts';
import { longestOf, transactionsOf } from '../../../testing/transactions.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { caller, makeBoard, makeProject, type TestBoard } from '../../../testing/boards.ts';
import { hurryJobs } from '../../../testing/jobs.ts';
import { addChannel } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson, type Person } from '../../../testing/people.ts';

/** Notifications by mail, from the gesture over the jobs to a mail server. */

interface Received {
  to: string[];
  source: string;
}
const silent = { info() {}, warn() {}, error() {} };
let received: Received[] = [];
/** Answers of the server to the next mails; it takes them when there is none. */
let refusals = 0;
/** Step between a mail and the server's answer. */
let onMail = (): Promise<void> => Promise.resolve();
let smtp: SMTPServer;
let app: TestApp;
let call: ReturnType<typeof caller>;
let gestora: Person;
let outra: Person;
let leitora: Person;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, answer) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          return answer(Object.assign(new Error('later'), { responseCode: 451 }));
        }
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: decoded(Buffer.concat(parts).toString('utf8')),
        });
        void onMail().then(() => answer());
      });
    },
  });
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  app = await testApp({
    resources,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_ORIGIN: 'https://{host}' },
  });
  call = caller(app);
  gestora = await addPerson(app, 'gestora', { 'ppm-projects': 'rcud', 'ppm-boards': 'rcud' });
  outra = await addPerson(app, 'outra', { 'ppm-projects': 'rcu', 'ppm-boards': 'rcu' });
  leitora = await addPerson(app, 'leitora', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
});
beforeEach(async () => {
  for (const table of ['job', 'notification', 'notification_setting', 'user_preference', 'cron_slot'])
    await sql`delete from ${sql.table(table)}`.execute(app.database.owner);
  received = [];
  refusals = 0;
  onMail = () => Promise.resolve();
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

/** Undoes the transfer encoding of the parts. */
const decoded = (source: string) =>
  Buffer.from(
    source
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const choose = async (login: string, mail: string, hour = 8) =>
  app.inject({
    method: 'PUT',
    url: '/adm/v2/notifications/mail',
    headers: await app.sessionOf(app.tenants.acme, login),
    payload: { mail, hour },
  });
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(app.database.owner))
    .rows[0]!.n;

const isDigests = ({ kind }: { kind: string }) => kind === 'notification-digests';
/** Works until no job is left, at once instead of at its time, with two processes where the database has several. */
async function work(): Promise<void> {
  const kinds = app.jobs.filter((spec) => spec.schedule === undefined || isDigests(spec));
  // The worker of an embedded database takes the jobs of every other one: it is alone.
  const processes = app.database.kind === 'embedded' ? [1] : [1, 2];
  const workers = processes.map(() => new JobWorker(app.database, app.kernel.env, silent, kinds));
  await Promise.all(workers.map((worker) => worker.start()));
  await expect
    .poll(
      async () => {
        await hurryJobs(app.database);
        return sql`select from job where state <> 'dead'`
          .execute(app.database.owner)
          .then(({ rows }) => rows.length);
      },
      { timeout: 600_000 },
    )
    .toBe(0);
  await Promise.all(workers.map((worker) => worker.stop()));
}
/** Runs the scheduled job that begins digests, and these. */
async function workDigests(): Promise<void> {
  await sql`delete from cron_slot`.execute(app.database.owner);
  await new Schedule(app.database.owner, app.jobs.filter(isDigests)).run();
  await work();
}
const assign = (ids: readonly number[], users: readonly number[], opId = randomUUID()) =>
  call('gestora', 'POST', 'tasks/-/bulk', { ids, opId, set: { users } });

it('sends one mail per gesture and person, in their language, escaped and with a link', async () => {
  const { cards, boardId, sprintId, projectId } = await makeBoard(app, { cards: 3 });
  await sql`update task set title = '<b>Açaí & "Cia"</b>' where project_id = ${projectId}`.execute(
    app.database.owner,
  );
  await choose('outra', 'gesture');
  await sql`insert into user_preference (tenant_id, user_id, key, value)
    values (${app.tenants.acme}, ${outra.id}, 'language', '"en"')`.execute(app.database.owner);
  await assign(cards, [outra.id, leitora.id]);
  await work();
  expect(received.map(({ to }) => to)).toEqual([['outra@acme.example']]);
  const [{ source }] = received as [Received];
  expect(source).toContain('assigned 3 tasks to you');
  expect(source).toContain(`https://localhost/ppm-boards/${boardId}/sprint/${sprintId}?card=${cards[0]}`);
  expect(source).toContain('&lt;b&gt;Açaí &amp; &quot;Cia&quot;&lt;/b&gt;');
  expect(source.split('text/html')[1]).not.toContain('<b>Açaí');
});

it('leads to the tasks of its activity where no board shows a task, and to the project without one', async () => {
  const projectId = await makeProject(app, []);
  const make = async (path: string, body: object) =>
    (await call<{ id: number }>('gestora', 'POST', path, { projectId, ...body })).data.id;
  const storyId = await make('stories', { title: 'Fundação' });
  const tasks = [await make('tasks', { title: 'Um', storyId }), await make('tasks', { title: 'Dois' })];
  await choose('outra', 'gesture');
  for (const task of tasks) await assign([task], [outra.id]);
  await work();
  const activities = `https://localhost/ppm-projects/1/${projectId}/activities`;
  // Two workers send them in any order.
  expect(received).toHaveLength(2);
  const sent = received.map(({ source }) => source).join('');
  expect(sent).toContain(`${activities}/${storyId}/tasks"`);
  expect(sent).toContain(`${activities}"`);
});

it('leads to the chat whose note mentions a person, while they may read it', async () => {
  await addPerson(app, 'agente', { support: 'rcud' });
  const colega = await addPerson(app, 'colega', { support: 'rcud' });
  await choose('colega', 'gesture');
  const channel = await addChannel(app, app.tenants.acme);
  const agent = await app.sessionOf(app.tenants.acme, 'agente');
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/adm/v2/sup/zap/chat${url}`, headers: agent, payload })).json<{
      data: { id: number };
    }>().data;
  const { id } = await post('', { channelId: channel, recipientNum: '11980001234', name: 'Zé Ninguém' });
  const mention = () => post(`/${id}/note`, { text: '@Pessoa colega', mentions: [colega.id] });
  await mention();
  await work();
  const [{ source }] = received as [Received];
  expect(source).toContain('mencionou você em uma nota interna');
  expect(source).toContain('Zé Ninguém');
  expect(source).toContain(`https://localhost/support/${id}`);
  await mention();
  await sql`delete from access_group_member where user_id = ${colega.id}`.execute(app.database.owner);
  await work();
  expect(received).toHaveLength(1);
});

it('tries again when the server does not take the mail, and sends it once', async () => {
  const { cards } = await makeBoard(app, { cards: 1 });
  await choose('outra', 'gesture');
  refusals = 2;
  await assign(cards, [outra.id]);
  await work();
  expect([refusals, received.length]).toEqual([0, 1]);
});

it('marks a notification as mailed only when the server took the mail', async () => {
  const { cards } = await makeBoard(app, { cards: 1 });
  await choose('outra', 'gesture');
  await assign(cards, [outra.id]);
  const marks: unknown[] = [];
  onMail = async () => {
    const { rows } = await sql<{ at: Date | null }>`select mailed_at as at from notification`.execute(
      app.database.owner,
    );
    marks.push(...rows.map(({ at }) => at));
  };
  await work();
  expect(marks).toEqual([null]);
  const { rows } = await sql`select from notification where mailed_at is null`.execute(app.database.owner);
  expect([received.length, rows.length, await count('job')]).toEqual([1, 0, 0]);
});

it('sends nothing of what was read, taken back, hidden or no longer wanted meanwhile', async () => {
  await choose('outra', 'gesture');
  const boards = await Promise.all([1, 2, 3, 4].map(() => makeBoard(app, { cards: 1 })));
  const [read, undone, hidden, unwanted] = boards as [TestBoard, TestBoard, TestBoard, TestBoard];
  await assign(read.cards, [outra.id]);
  await sql`update notification set read_at = now()`.execute(app.database.owner);
  const opId = randomUUID();
  await assign(undone.cards, [outra.id], opId);
  await call('gestora', 'POST', `ops/${opId}/undo`, {});
  await assign(hidden.cards, [outra.id]);
  await sql`update project set restricted = true, head_id = ${gestora.id} where id = ${hidden.projectId}`.execute(
    app.database.owner,
  );
  await work();
  expect(received).toEqual([]);
  await assign(unwanted.cards, [outra.id]);
  await choose('outra', 'never');
  await work();
  expect(received).toEqual([]);
});

it('sends the digest once a day, of what was neither read nor may be hidden', async () => {
  const [seen, hidden] = [await makeBoard(app, { cards: 2 }), await makeBoard(app, { cards: 1 })];
  await choose('outra', 'digest', 0);
  // The hour of today had passed already when it was chosen.
  await workDigests();
  expect(received).toEqual([]);
  for (const card of seen.cards) await assign([card], [outra.id]);
  await assign(hidden.cards, [outra.id]);
  await sql`update project set restricted = true, head_id = ${gestora.id} where id = ${hidden.projectId}`.execute(
    app.database.owner,
  );
  await sql`update notification_setting set digest_on = digest_on - 1`.execute(app.database.owner);
  refusals = 1;
  await workDigests();
  await workDigests();
  expect(received).toHaveLength(1);
  const [{ source, to }] = received as [Received];
  expect(to).toEqual(['outra@acme.example']);
  for (const card of seen.cards) expect(source).toContain(`card=${card}`);
  expect(source).not.toContain(`card=${hidden.cards[0]}`);
  // Notifications that were mailed are not mailed on the next day.
  await sql`update notification_setting set digest_on = digest_on - 1`.execute(app.database.owner);
  await workDigests();
  expect(received).toHaveLength(1);
});

it('begins digests in parts, however many people have theirs at an hour, and each once', async () => {
  const { owner } = app.database;
  await sql`insert into app_user (tenant_id, name, email, login, password_hash, is_user, is_active)
    select ${app.tenants.beta}, 'Pessoa ' || n, n || '@many.example', 'many-' || n, '', true, true
    from generate_series(1, 1200) n`.execute(owner);
  await sql`insert into notification_setting (tenant_id, user_id, mail, hour, host)
    select tenant_id, id, 'digest', 0, 'beta.localhost' from app_user where login like 'many-%'`.execute(
    owner,
  );
  await sql`insert into notification (tenant_id, user_id, kind, entity, entity_id, data)
    select tenant_id, id, 'assigned', 'task', 1, '{}' from app_user where login like 'many-%'`.execute(owner);
  const digests = app.jobs.find(isDigests)!;
  const { database, env } = app.kernel;
  const ctx = {
    tenantId: 0,
    jobId: 1,
    attempt: 1,
    maxAttempts: 8,
    env,
    database,
    log: silent,
    signal: new AbortController().signal,
    step: () => undefined,
  };
  const begin = () => digests.prepare!(ctx, {});
  // A statement for each person, and one that finds them.
  expect(longestOf(await transactionsOf(begin))).toBe(101);
  await begin();
  const { rows } = await sql`select count(*)::int as n, count(distinct payload ->> 'userId')::int as people
    from job where kind = 'notification-digest'`.execute(owner);
  expect(rows).toEqual([{ n: 1200, people: 1200 }]);
});

it('keeps the choice of each person, and refuses mails where none can be sent', async () => {
  const get = async (of: TestApp, login: string) =>
    (
      await of.inject({
        url: '/adm/v2/notifications/mail',
        headers: await of.sessionOf(of.tenants.acme, login),
      })
    ).json().data;
  expect(await get(app, 'outra')).toEqual({ mail: 'never', hour: 8, sends: true });
  await choose('outra', 'digest', 17);
  expect(await get(app, 'outra')).toEqual({ mail: 'digest', hour: 17, sends: true });
  expect(await get(app, 'leitora')).toEqual({ mail: 'never', hour: 8, sends: true });
  expect((await choose('outra', 'digest', 24)).statusCode).toBe(400);
  expect((await choose('outra', 'hourly')).statusCode).toBe(400);
  const production = {
    PROFILE: 'production',
    PUBLIC_ORIGIN: 'https://{host}',
    ADMIN_PASSWORD: 'girassol-lento-42-azul',
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    LOGIN_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: 'postgres://unused',
  };
  const mute = await testApp({ resources, env: production });
  expect(await get(mute, 'admin')).toEqual({ mail: 'never', hour: 8, sends: false });
  const refused = await mute.inject({
    method: 'PUT',
    url: '/adm/v2/notifications/mail',
    headers: await mute.sessionOf(mute.tenants.acme, 'admin'),
    payload: { mail: 'gesture', hour: 8 },
  });
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, '/mail']);
  await mute.close();
});
