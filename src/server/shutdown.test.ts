import { createConnection, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { formOf } from './platform/files/testing.ts';
import { encipher } from './testing/people.ts';
import { Installations, withDatabase } from './testing/installation.ts';
import { bundlePrograms } from './testing/process.ts';

/** A stop amid heavy work and slow clients: on PostgreSQL with TEST_DATABASE_URL, else embedded. */
const installations = new Installations();
const programs = bundlePrograms();
afterAll(async () => {
  programs.end();
  await installations.remove();
});

/** A client that opens a connection, sends a part of a request, and waits. */
async function slowClient(address: string, sent: string): Promise<{ socket: Socket; closed: Promise<void> }> {
  const { port } = new URL(address);
  const socket = createConnection({ port: Number(port), host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.write(sent);
  return { socket, closed };
}

it('gives jobs back, ends threads, cuts clients that never end, and says so', async () => {
  const settings = { ...(await installations.add('stop', 'tenants')), LOG_LEVEL: 'info' };
  const server = programs.run('main', [], settings);
  const address = await server.listening;
  // A server that has just started refuses calls while its machine is busy.
  const { data } = await vi.waitFor(
    async () => {
      const login = await fetch(`${address}/adm/v2/sec/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: encipher('molde-demo') }),
      });
      expect(login.status).toBe(200);
      return (await login.json()) as { data: { accessToken: string } };
    },
    { timeout: 100_000, interval: 500 },
  );
  const authorization = `Bearer ${data.accessToken}`;
  // A job with a file of many rows, which a thread reads.
  const lines = ['name,cnpj', ...Array.from({ length: 150_000 }, (_, at) => `Row ${at},`)];
  const { headers, payload } = formOf([
    { field: 'mode', content: 'good' },
    { field: 'dryRun', content: 'true' },
    { name: 'f.csv', type: 'text/csv', content: lines.join('\n') },
  ]);
  const begun = await fetch(`${address}/adm/v2/ent/company/-/import`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: payload as unknown as BodyInit,
  });
  const { data: transferred, ...answer } = (await begun.json()) as { data: { transfer: number } };
  expect(answer).toMatchObject({ success: true });
  const { transfer } = transferred;
  await vi.waitFor(
    async () => {
      const reply = await fetch(`${address}/adm/v2/transfer/${transfer}`, { headers: { authorization } });
      expect(await reply.json()).toMatchObject({ data: { state: 'running' } });
    },
    { timeout: 100_000, interval: 20 },
  );
  const clients = await Promise.all([
    slowClient(address, 'GET /adm/v2/menu HTTP/1.1\r\nHost: localho'),
    slowClient(
      address,
      `POST /adm/v2/ent/company HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name',
    ),
  ]);

  const before = server.output().length;
  server.child.kill('SIGTERM');
  const { code, output } = await server.ended;
  await Promise.all(clients.map(({ closed }) => closed));
  expect(code).toBe(0);
  const stopped = output.split('\n').find((line) => line.includes('STOPPED'));
  expect(JSON.parse(stopped ?? '{}')).toMatchObject({ jobs: 1, connections: 2, threads: 0 });
  // A busy machine may have refused a call of the start, which is not the stop's.
  expect(output.slice(before)).not.toMatch(/"level":50/);
  await withDatabase(settings, async ({ owner }) => {
    const { rows } = await sql`select state, attempt, error from job where kind = 'import.company'`.execute(
      owner,
    );
    expect(rows).toEqual([{ state: 'ready', attempt: 0, error: null }]);
  });
}, 300_000);
