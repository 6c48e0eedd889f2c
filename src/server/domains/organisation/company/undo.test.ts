import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cnpjOf } from '../../../../contracts/formats.ts';
import { JobWorker } from '../../../jobs/worker.ts';
import { sweep } from '../../../kernel/housekeeping.ts';
import { formOf } from '../../../platform/files/testing.ts';
import { resources } from '../../../resources.ts';
import { testApp, testEnv, type TestApp } from '../../../testing.ts';
import { addPerson } from '../../../testing/people.ts';

/** Imports that their person takes back. */

type Headers = Record<string, string>;
let app: TestApp;
let admin: Headers;
let clerk: Headers;
let worker: JobWorker;

const newWorker = (): JobWorker => new JobWorker(app.database, testEnv(), app.fastify.log, app.jobs);

beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  await addPerson(app, 'clerk', { 'basic-company': 'rc' });
  clerk = await app.sessionOf(app.tenants.acme, 'clerk');
  worker = newWorker();
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

const address = '/adm/v2/ent/company';
/** The nth CNPJ of this test. */
const cnpj = (n: number): string => cnpjOf(310_000_000_000 + n);
const rowsOf = (name: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at},${cnpj(from + at)}`);

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers = admin,
  payload?: object,
) => {
  const reply = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: reply.statusCode, body: reply.json() };
};
async function importFile(lines: readonly string[], options: Record<string, string> = {}, headers = admin) {
  const { headers: type, payload } = formOf([
    ...Object.entries(options).map(([field, content]) => ({ field, content })),
    { name: 'f.csv', type: 'text/csv', content: lines.join('\n') },
  ]);
  const reply = await app.inject({
    method: 'POST',
    url: `${address}/-/import`,
    headers: { ...headers, ...type },
    payload,
  });
  return reply.json().data;
}
const undo = (id: number, headers = admin) => call('POST', `/adm/v2/transfer/${id}/undo`, headers);
const transferOf = async (id: number, headers = admin) =>
  (await call('GET', `/adm/v2/transfer/${id}`, headers)).body.data;
const ended = (id: number, headers = admin) =>
  vi.waitFor(
    async () => {
      const transfer = await transferOf(id, headers);
      expect(transfer.ended).toBe(true);
      return transfer;
    },
    { timeout: 60_000, interval: 50 },
  );
const named = async (text: string, headers = admin) =>
  (await call('GET', `${address}?text=${encodeURIComponent(text)}&perPage=500&order=name_asc`, headers)).body
    .data.rows;
const rowsLeft = async (id: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from transfer_row where transfer_id = ${id}`.execute(
      app.database.owner,
    )
  ).rows[0]!.n;

it('an import that a request wrote is taken back whole, and is in the list of imports', async () => {
  await importFile(['name,cnpj,tradeName', `Undo old,${cnpj(1)},Antes`]);
  const [old] = await named('Undo old');
  const report = await importFile([
    'id,name,cnpj,tradeName',
    `${old.id},Undo changed,${cnpj(1)},Depois`,
    `,Undo new,${cnpj(2)},`,
  ]);
  expect(report).toMatchObject({ created: 1, updated: 1, written: true, transfer: null });
  const newest = async () => (await call('GET', `${address}/-/transfer?imports=true`)).body.data.rows[0];
  expect(await newest()).toMatchObject({
    id: report.import,
    name: 'f.csv',
    state: 'done',
    phase: 'write',
    created: 1,
    updated: 1,
    undoable: true,
  });
  // Its person saw its end by the answer.
  expect((await call('GET', `${address}/-/transfer?unseen=true`)).body.data.rows).toEqual([]);
  expect((await undo(report.import)).status).toBe(200);
  expect(await ended(report.import)).toMatchObject({
    state: 'done',
    phase: 'undo',
    message: 'A importação foi desfeita por inteiro.',
    report: { failed: 0, written: false },
  });
  expect(await newest()).toMatchObject({ id: report.import, created: 1, updated: 1, undoable: false });
  expect(await named('Undo')).toMatchObject([{ id: old.id, name: 'Undo old', tradeName: 'Antes' }]);
  const again = await undo(report.import);
  expect([again.status, again.body.message]).toEqual([422, 'Esta importação já foi desfeita.']);
});

it('nothing is to be taken back of a dry run, an unchanged file and a refused one', async () => {
  const lines = ['name,cnpj', `Nothing,${cnpj(10)}`];
  expect(await importFile(lines, { dryRun: 'true' })).toMatchObject({ import: null });
  const first = await importFile(lines);
  const [{ id }] = await named('Nothing');
  expect(await importFile(['id,name', `${id},Nothing`])).toMatchObject({ unchanged: 1, import: null });
  expect(await importFile(['name,cnpj', 'Bad,1'])).toMatchObject({ written: false });
  expect((await call('GET', `${address}/-/transfer?imports=true`)).body.data.rows[0].id).toBe(first.import);
});

it('rows that were changed since stay, and are named', async () => {
  const { import: id } = await importFile(['name,cnpj', ...rowsOf('Since', 20, 3)]);
  const [, second] = await named('Since');
  await call('PUT', `${address}/${second.id}`, admin, { tradeName: 'Meu' });
  await undo(id);
  const done = await ended(id);
  expect(done).toMatchObject({
    state: 'done',
    message: expect.stringMatching(/menos 1 registro .*linha 3/),
    report: { failed: 1, written: true, errors: [{ row: 3 }] },
  });
  expect(await named('Since')).toMatchObject([{ id: second.id, tradeName: 'Meu' }]);
});

it('rows that refer to later rows of their file are taken back before these', async () => {
  const parents = rowsOf('Order parent', 100, 300);
  const children = rowsOf('Order child', 400, 300).map((line, at) => `${line},Order parent ${at}`);
  const { import: id, created } = await importFile([
    'name,cnpj,Matriz',
    ...children,
    ...parents.map((line) => `${line},`),
  ]);
  expect(created).toBe(600);
  await undo(id);
  expect(await ended(id)).toMatchObject({ report: { failed: 0, written: false } });
  expect(await named('Order')).toEqual([]);
});

it('an import of good rows that a job wrote is taken back, also when the process ends amid it', async () => {
  const lines = ['name,cnpj', ...rowsOf('Large', 1000, 2000), 'Large bad,1'];
  const { transfer: id } = await importFile(lines, { mode: 'good', background: 'true' });
  const early = await undo(id);
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('ainda não terminou')]);
  expect(await ended(id)).toMatchObject({ report: { created: 2000 }, undoable: true });
  await undo(id);
  await vi.waitFor(
    async () => {
      const left = await rowsLeft(id);
      expect(left > 0 && left < 2000).toBe(true);
    },
    { timeout: 60_000, interval: 5 },
  );
  await worker.stop();
  expect((await undo(id)).status).toBe(422);
  expect((await call('DELETE', `/adm/v2/transfer/${id}`)).status).toBe(422);
  worker = newWorker();
  await worker.start();
  expect(await ended(id)).toMatchObject({
    state: 'done',
    report: { created: 2000, failed: 0, written: false },
  });
  expect([await named('Large'), await rowsLeft(id)]).toEqual([[], 0]);
});

it('an import is taken back by its person alone, while they may import', async () => {
  const { import: id } = await importFile(['name,cnpj', `Right,${cnpj(4000)}`], {}, clerk);
  const other = { ...(await app.sessionOf(app.tenants.beta, 'admin')), host: 'beta.localhost' };
  expect([(await undo(id)).status, (await undo(id, other)).status]).toEqual([404, 404]);
  const setRight = (may: boolean) =>
    sql`update access_group_screen set can_create = ${may}
      where tenant_id = ${app.tenants.acme} and screen_key = 'basic-company' and not can_delete`.execute(
      app.database.owner,
    );
  await setRight(false);
  expect((await undo(id, clerk)).status).toBe(403);
  await setRight(true);
  // Without the right to delete: nothing of what was imported stays for want of it.
  expect((await undo(id, clerk)).status).toBe(200);
  expect(await ended(id, clerk)).toMatchObject({ report: { written: false } });
  expect(await named('Right')).toEqual([]);
});

it('an import is taken back for 30 days, and its rows are not kept longer', async () => {
  const { import: id } = await importFile(['name,cnpj', `Days,${cnpj(5000)}`]);
  const { import: other } = await importFile(['name,cnpj', `Days later,${cnpj(5001)}`]);
  const setAge = (transferId: number, hours: number) =>
    sql`update transfer set created_at = now() - make_interval(hours => ${hours}), ended_at = now() - make_interval(hours => ${hours})
      where id = ${transferId}`.execute(app.database.owner);
  await setAge(id, 30 * 24 + 1);
  await setAge(other, 30 * 24 - 1);
  const late = await undo(id);
  expect([late.status, late.body.message]).toEqual([422, expect.stringContaining('30 dias')]);
  await sweep(app.database, testEnv());
  expect([await rowsLeft(id), await rowsLeft(other)]).toEqual([0, 1]);
  expect((await undo(id)).status).toBe(404);
  // One that is asked for at the last moment is not swept while it goes on.
  await worker.stop();
  await undo(other);
  await sql`update transfer set created_at = now() - interval '31 days' where id = ${other}`.execute(
    app.database.owner,
  );
  await sweep(app.database, testEnv());
  worker = newWorker();
  await worker.start();
  await ended(other);
  expect(await named('Days')).toMatchObject([{ name: 'Days' }]);
});
