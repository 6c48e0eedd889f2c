import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { cnpjOf } from '../contracts/formats.ts';
import { encipher } from './resources/testing.ts';
import { formOf } from './resources/file/testing.ts';
import { Installations, withDatabase } from './testing/installation.ts';
import { bundlePrograms } from './testing/process.ts';

/** A large import while the server is killed: on PostgreSQL with TEST_DATABASE_URL, else embedded. */
const installations = new Installations();
const programs = bundlePrograms();
afterAll(async () => {
  programs.remove();
  await installations.remove();
});

const ROWS = 5200;

const cnpj = (n: number): string => cnpjOf(400_000_000_000 + n);

interface Transfer {
  state: string;
  phase: string;
  position: number;
  ended: boolean;
  report: { created: number; failed: number } | null;
}

it('an import goes on after kill -9 where it was, and writes each row once', async () => {
  const settings = await installations.add('imports');
  let server = programs.run('main', [], settings);
  let address = await server.listening;
  const login = await fetch(`${address}/adm/v2/sec/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: encipher('molde-demo') }),
  });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  const authorization = `Bearer ${data.accessToken}`;
  const lines = ['name,cnpj', ...Array.from({ length: ROWS }, (_, at) => `Killed ${at},${cnpj(at)}`)];
  const { headers, payload } = formOf([
    { field: 'mode', content: 'good' },
    { name: 'f.csv', type: 'text/csv', content: lines.join('\n') },
  ]);
  const begun = await fetch(`${address}/adm/v2/ent/company/-/import`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: payload as unknown as BodyInit,
  });
  const { transfer: id } = ((await begun.json()) as { data: { transfer: number } }).data;
  const transfer = async (): Promise<Transfer> => {
    const reply = await fetch(`${address}/adm/v2/transfer/${id}`, { headers: { authorization } });
    return ((await reply.json()) as { data: Transfer }).data;
  };
  const waiting = { timeout: 200_000, interval: 20 };
  await vi.waitFor(async () => {
    const { phase, position } = await transfer();
    expect([phase, position > 0]).toEqual(['write', true]);
  }, waiting);
  server.child.kill('SIGKILL');
  await server.ended;

  server = programs.run('main', [], settings);
  address = await server.listening;
  const done = await vi.waitFor(async () => {
    const found = await transfer();
    expect(found.ended).toBe(true);
    return found;
  }, waiting);
  expect(done).toMatchObject({ state: 'done', report: { created: ROWS, failed: 0 } });
  server.child.kill('SIGTERM');
  await server.ended;
  await withDatabase(settings, async ({ owner }) => {
    const { rows } = await sql`
      select count(*)::int as n, count(distinct cnpj)::int as different from company where name like 'Killed %'`.execute(
      owner,
    );
    expect(rows).toEqual([{ n: ROWS, different: ROWS }]);
  });
}, 600_000);
