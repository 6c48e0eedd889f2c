import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { encipher } from './testing/people.ts';
import { RESET_MAIL } from './domains/access/password/reset-mail.ts';
import { Installations, withDatabase } from './testing/installation.ts';
import { bundlePrograms } from './testing/process.ts';
import { askUntilTaken } from './testing/sign-in.ts';

/** A server with the embedded database whose clock jumps: that of its threads, and so of its database, too. */
const installations = new Installations();
const programs = bundlePrograms();
afterAll(async () => {
  programs.end();
  await installations.remove();
});

const HOUR = 3_600_000;

/** A program that each thread loads first: its clock differs from the machine's by what a file says. */
const jumpingClock = (offsetFile: string): string => `
  import { readFileSync } from 'node:fs';
  const Machine = Date;
  let [offset, readAt] = [0, -Infinity];
  const now = () => {
    if (performance.now() - readAt > 10) {
      readAt = performance.now();
      offset = Number(readFileSync(${JSON.stringify(offsetFile)}, 'utf8'));
    }
    return Machine.now() + offset;
  };
  globalThis.Date = new Proxy(Machine, {
    construct: (target, given, as) => Reflect.construct(target, given.length ? given : [now()], as),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });`;

it('publishes once, lets people in and works on, after its clock jumps a day ahead and an hour back', async () => {
  const offsetFile = join(installations.home, 'offset');
  const preload = join(installations.home, 'clock.mjs');
  const setClock = (ms: number): void => writeFileSync(offsetFile, String(ms));
  setClock(0);
  writeFileSync(preload, jumpingClock(offsetFile));
  const settings = { ...(await installations.add('clock', 'tenants', 'embedded')), LOG_LEVEL: 'error' };
  const server = programs.run('main', [], {
    ...settings,
    NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
  });
  const address = await server.listening;
  const call = async (method: string, path: string, token = '', payload?: object) => {
    const reply = await askUntilTaken(() =>
      fetch(`${address}/adm/v2/${path}`, {
        method,
        headers: {
          ...(payload && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(payload && { body: JSON.stringify(payload) }),
      }),
    );
    return { status: reply.status, ...((await reply.json()) as { data: Record<string, unknown> }) };
  };
  const signIn = async (): Promise<string> => {
    const { status, data } = await call('POST', 'sec/login', '', {
      username: 'admin',
      password: encipher('molde-demo'),
    });
    expect(status).toBe(200);
    return String(data['accessToken']);
  };
  /** Asks for a mail, and waits until its job is done. */
  const mail = async (count: number): Promise<void> => {
    expect((await call('POST', 'sec/pwd/t', '', { login: 'admin' })).status).toBe(200);
    const done = new RegExp(
      `^jobs_ended_total\\{(?=.*kind="${RESET_MAIL}")(?=.*outcome="done").*\\} ${count}$`,
      'm',
    );
    await vi.waitFor(async () => expect(await (await fetch(`${address}/metrics`)).text()).toMatch(done), {
      timeout: 600_000,
      interval: 20,
    });
  };

  const first = await signIn();
  const { dashId } = (await call('POST', 'dash', first, { title: 'Amanhã' })).data;
  const at = new Date(Date.now() + 2 * HOUR).toISOString();
  expect((await call('POST', 'dash/pub', first, { ids: [dashId], comment: 'x', at })).status).toBe(200);
  await mail(1);

  setClock(24 * HOUR);
  // A session lasts 12 hours.
  await vi.waitFor(async () => expect((await call('GET', 'sec/me', first)).status).toBe(401));
  const second = await signIn();
  await vi.waitFor(
    async () => {
      const { data } = await call('GET', 'dash/pub', second);
      expect(data['rows']).toMatchObject([{ state: 'done' }]);
    },
    { timeout: 600_000, interval: 50 },
  );
  await mail(2);

  setClock(23 * HOUR);
  await mail(3);
  expect((await call('GET', 'sec/me', second)).status).toBe(200);
  expect((await call('GET', 'dash', await signIn())).status).toBe(200);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);

  // Calls that come while the processor is with others are answered after that.
  server.child.kill('SIGSTOP');
  const calls = ['sec/me', 'dash', 'dash/pub'].map((path) => call('GET', path, second));
  await new Promise(setImmediate);
  server.child.kill('SIGCONT');
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200]);
  server.child.kill('SIGTERM');
  const { code, output } = await server.ended;
  expect([code, output.includes('"level":50')]).toEqual([0, false]);
  await withDatabase(settings, async ({ owner }) => {
    const { rows } = await sql`select (select count(*)::int from definition_version
        where id = ${`dash-${String(dashId)}`} and published_at is not null) as versions,
      (select count(*)::int from outbox_mail where tenant_id = (select min(id) from tenant)) as mails`.execute(
      owner,
    );
    expect(rows).toEqual([{ versions: 1, mails: 3 }]);
  });
}, 600_000);
