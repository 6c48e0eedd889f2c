import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { cnpjOf } from '../contracts/formats.ts';
import { formOf } from './platform/files/testing.ts';
import { Installations, withDatabase } from './testing/installation.ts';
import { isNightly } from './testing/nightly.ts';
import { bundlePrograms } from './testing/process.ts';
import { signInAt } from './testing/sign-in.ts';

/** A large import while the server is killed: on PostgreSQL with TEST_DATABASE_URL, else embedded. */
const installations = new Installations();
const programs = bundlePrograms();
afterAll(async () => {
  programs.end();
  await installations.remove();
});

/** Six parts, each of which is written in a transaction of its own; twelve nightly. */
const ROWS = isNightly ? 3000 : 1500;

const cnpj = (n: number): string => cnpjOf(400_000_000_000 + n);

interface Transfer {
  state: string;
  phase: string;
  position: number;
  ended: boolean;
  report: { created: number; failed: number } | null;
}

const waiting = { timeout: 200_000, interval: 20 };

/** Begins an import of companies by a server, and returns how far it is, also after a restart. */
async function beginImport(address: string, mode: string, numbers: readonly string[]) {
  const authorization = `Bearer ${await signInAt(address)}`;
  const lines = ['name,cnpj', ...numbers.map((number, at) => `Killed ${at},${number}`)];
  const { headers, payload } = formOf([
    { field: 'mode', content: mode },
    { field: 'background', content: 'true' },
    { name: 'f.csv', type: 'text/csv', content: lines.join('\n') },
  ]);
  const begun = await fetch(`${address}/adm/v2/ent/company/-/import`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: payload as unknown as BodyInit,
  });
  const { transfer: id } = ((await begun.json()) as { data: { transfer: number } }).data;
  return async (at: string): Promise<Transfer> => {
    const reply = await fetch(`${at}/adm/v2/transfer/${id}`, { headers: { authorization } });
    return ((await reply.json()) as { data: Transfer }).data;
  };
}

it('an import goes on after kill -9 where it was, and writes each row once', async () => {
  const settings = await installations.add('imports', 'tenants');
  let server = programs.run('main', [], settings);
  let address = await server.listening;
  const transfer = await beginImport(
    address,
    'good',
    Array.from({ length: ROWS }, (_, at) => cnpj(at)),
  );
  await vi.waitFor(async () => {
    const { phase, position } = await transfer(address);
    expect([phase, position > 0]).toEqual(['write', true]);
  }, waiting);
  server.child.kill('SIGKILL');
  await server.ended;

  server = programs.run('main', [], settings);
  address = await server.listening;
  const done = await vi.waitFor(async () => {
    const found = await transfer(address);
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

it('an import of all rows is taken back whole, also when kill -9 ends the writing and the taking back', async () => {
  const settings = await installations.add('whole-imports', 'tenants');
  const numbers = Array.from({ length: ROWS }, (_, at) => cnpj(10_000 + at));
  const left = (): Promise<number> =>
    withDatabase(settings, async ({ owner }) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from company where name like 'Killed %'`.execute(owner);
      return rows[0]!.n;
    });
  let server = programs.run('main', [], settings);
  let address = await server.listening;
  const transfer = await beginImport(address, 'all', numbers);
  const killAmid = async (amid: string): Promise<void> => {
    await vi.waitFor(async () => {
      const { phase, position, ended } = await transfer(address);
      expect([phase, position > 0, ended]).toEqual([amid, true, false]);
    }, waiting);
    server.child.kill('SIGKILL');
    await server.ended;
  };
  await killAmid('write');
  const written = await left();
  // The last number was free while the file was checked, and is not when its row is written.
  await withDatabase(settings, ({ owner }) =>
    sql`insert into company (tenant_id, id, name, cnpj, is_active)
      select tenant_id, 900000000, 'Faster', ${numbers.at(-1)!}, true from company
      where name like 'Killed %' limit 1`.execute(owner),
  );
  server = programs.run('main', [], settings);
  address = await server.listening;
  await killAmid('undo');
  const takenBack = await left();
  expect([written > 0, takenBack > 0, takenBack < ROWS - 1]).toEqual([true, true, true]);
  server = programs.run('main', [], settings);
  address = await server.listening;
  const done = await vi.waitFor(async () => {
    const found = await transfer(address);
    expect(found.ended).toBe(true);
    return found;
  }, waiting);
  expect(done).toMatchObject({ state: 'failed', position: 0, report: { created: 0, written: false } });
  server.child.kill('SIGTERM');
  await server.ended;
  expect(await left()).toBe(0);
}, 600_000);
