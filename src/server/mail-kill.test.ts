import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './db/database.ts';
import { seedDemo } from '../sandbox/demo/seed.ts';
import { readEnv } from './env.ts';
import { enqueue, type NewJob } from './kernel/job.ts';
import { RESET_MAIL } from './domains/access/password/reset-mail.ts';
import { NOTIFICATION_MAIL } from './platform/notifications/notify-mail-kinds.ts';
import { Installations, withDatabase } from './testing/installation.ts';
import { bundlePrograms } from './testing/process.ts';

/** Mails while the server is killed at each step: on PostgreSQL with TEST_DATABASE_URL, else embedded. */
const installations = new Installations();
const programs = bundlePrograms();
let settings: Record<string, string>;
let smtp: SMTPServer;
/** Ids of the mails that came whole. */
const received: string[] = [];
/** The step at which the mail server says nothing more. */
let silentAt: 'receiver' | 'end' | null = null;
let reached = (): void => undefined;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, answer) => (silentAt === 'receiver' ? reached() : answer()),
    onData(stream, _session, answer) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push(/^message-id: (.*)$/im.exec(Buffer.concat(parts).toString('utf8'))?.[1] ?? '');
        if (silentAt === 'end') reached();
        else answer();
      });
    },
  });
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  settings = { ...(await installations.add('mails')), SMTP_URL: `smtp://127.0.0.1:${port}` };
  await withDatabase(settings, (database) => seedDemo(database, readEnv(settings)));
}, 300_000);
afterAll(async () => {
  programs.end();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await installations.remove();
});

/** Runs the server until both mails are at a step, and kills it there. */
async function killedAt(step: 'receiver' | 'end'): Promise<void> {
  let left = 2;
  const atStep = new Promise<void>((resolve) => {
    reached = () => {
      left -= 1;
      if (left === 0) resolve();
    };
  });
  silentAt = step;
  const server = programs.run('main', [], settings);
  await Promise.race([
    atStep,
    server.ended.then(({ output }) => {
      throw new Error(output);
    }),
  ]);
  server.child.kill('SIGKILL');
  await server.ended;
}

interface Somebody {
  tenantId: number;
  userId: number;
}

/** Someone of the first tenant who gets mails, and a notification of theirs that may be mailed. */
async function notified({ owner }: Database): Promise<Somebody & { id: number }> {
  const { rows } = await sql<Somebody & { id: number }>`
    select n.tenant_id as "tenantId", n.user_id as "userId", n.id from notification n
    join app_user u on u.tenant_id = n.tenant_id and u.id = n.user_id
    where u.login = 'admin' and u.is_active and n.entity = 'task' order by n.tenant_id, n.id limit 1`.execute(
    owner,
  );
  const [found] = rows;
  if (!found) throw new Error('the demo has no notification');
  await sql`update notification set read_at = null, mailed_at = null where id = ${found.id}
    and tenant_id = ${found.tenantId}`.execute(owner);
  await sql`insert into notification_setting (tenant_id, user_id, mail, hour, host)
    values (${found.tenantId}, ${found.userId}, 'gesture', 8, 'localhost')
    on conflict (tenant_id, user_id) do update set mail = 'gesture'`.execute(owner);
  return found;
}

/** Someone of another tenant: the jobs of one tenant alone do not get all places of a process. */
async function other({ owner }: Database, than: number): Promise<Somebody> {
  const { rows } = await sql<Somebody>`
    select tenant_id as "tenantId", id as "userId" from app_user
    where tenant_id <> ${than} and login = 'admin' and is_active`.execute(owner);
  return rows[0]!;
}

it('mails are not lost by a kill before the server took them, and known by their ids when they come again after one', async () => {
  const notificationId = await withDatabase(settings, async (database) => {
    const found = await notified(database);
    const { tenantId, userId } = await other(database, found.tenantId);
    const mails: [number, NewJob][] = [
      [found.tenantId, { kind: NOTIFICATION_MAIL, payload: { notificationId: found.id } }],
      [
        tenantId,
        {
          kind: RESET_MAIL,
          payload: { userId, language: 'pt', host: 'localhost', address: '', requestId: 'x', userAgent: '' },
        },
      ],
    ];
    await database.owner.transaction().execute(async (db) => {
      for (const [tenant, mail] of mails) await enqueue(db, tenant, { ...mail, maxAttempts: 8 });
    });
    return found.id;
  });
  await killedAt('receiver');
  expect(received).toEqual([]);
  await killedAt('end');
  expect(received).toHaveLength(2);

  silentAt = null;
  const server = programs.run('main', [], settings);
  const address = await server.listening;
  const areDone = [NOTIFICATION_MAIL, RESET_MAIL].map(
    (kind) => new RegExp(`^jobs_ended_total\\{(?=.*kind="${kind}")(?=.*outcome="done").*\\} 1$`, 'm'),
  );
  const metrics = async (): Promise<string> => (await fetch(`${address}/metrics`)).text();
  for (let text = ''; !areDone.every((isDone) => isDone.test(text)); text = await metrics())
    await new Promise(setImmediate);
  server.child.kill('SIGTERM');
  await server.ended;
  const ends = await withDatabase(settings, ({ owner }) =>
    sql<{ n: number }>`
      select count(*)::int as n from notification where mailed_at is not null and id = ${notificationId}
      union all select count(*)::int from audit where action = 'request-password'`.execute(owner),
  );
  expect(ends.rows.map(({ n }) => n)).toEqual([1, 1]);
  const [one, another] = received;
  for (const id of [one, another]) expect(id).toMatch(/^<[\w-]+@localhost>$/);
  expect(one).not.toBe(another);
  expect(received.toSorted()).toEqual([one, one, another, another].toSorted());
}, 600_000);
