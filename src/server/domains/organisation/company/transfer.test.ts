import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cnpjOf } from '../../../../contracts/formats.ts';
import { JobWorker } from '../../../jobs/worker.ts';
import { testApp, testEnv, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { hurryJobs } from '../../../testing/jobs.ts';
import { addPerson } from '../../../testing/people.ts';

/** Imports and exports that are too large for a request. */

type Headers = Record<string, string>;
let app: TestApp;
let admin: Headers;
let clerk: Headers;
let clerkId: number;
let worker: JobWorker;

const newWorker = (): JobWorker => new JobWorker(app.database, testEnv(), app.fastify.log, app.jobs);

beforeAll(async () => {
  app = await testApp({ resources });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  ({ id: clerkId } = await addPerson(app, 'clerk', { 'basic-company': 'rc' }));
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
const cnpj = (n: number): string => cnpjOf(300_000_000_000 + n);
const rowsFrom = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Firm ${from + at},${cnpj(from + at)}`);

/** Imports lines as the list does, which watches what goes on, unless other options are given. */
async function importFile(
  lines: readonly string[],
  options: Record<string, string> = {},
  headers: Record<string, string> = admin,
) {
  const fields = Object.entries({ background: 'true', ...options }).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const reply = await app.inject({
    method: 'POST',
    url: `${address}/-/import`,
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${fields.join('')}--b\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\n\r\n${lines.join('\n')}\r\n--b--\r\n`,
  });
  return { status: reply.statusCode, body: reply.json() };
}
const call = (method: 'GET' | 'DELETE' | 'POST' | 'PUT', url: string, headers = admin, payload?: object) =>
  app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
const transferOf = async (id: number, headers = admin) =>
  (await call('GET', `/adm/v2/transfer/${id}`, headers)).json().data;
const ended = (id: number, headers = admin) =>
  vi.waitFor(
    async () => {
      const transfer = await transferOf(id, headers);
      expect(transfer.ended).toBe(true);
      return transfer;
    },
    { timeout: 60_000, interval: 100 },
  );
const stored = async (from: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from company where name like ${`Firm ${String(from).slice(0, 1)}%`}`.execute(
    app.database.owner,
  );
  return rows[0]!.n;
};
const filesLeft = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from file`.execute(app.database.owner)).rows[0]!.n;

describe('an import of more rows than a request takes', () => {
  it('should check first, write as a job, and leave no file behind', async () => {
    const lines = ['name,cnpj', ...rowsFrom(10_000, 1400)];
    const dry = await importFile(lines, { dryRun: 'true' });
    expect([dry.status, dry.body.data]).toMatchObject([200, { rows: 1400, created: 0, written: false }]);
    expect(await ended(dry.body.data.transfer)).toMatchObject({
      state: 'done',
      position: 1400,
      total: 1400,
      report: { created: 1400, failed: 0, written: false },
    });
    expect(await stored(1)).toBe(0);
    const { body } = await importFile(lines);
    expect(await ended(body.data.transfer)).toMatchObject({
      state: 'done',
      kind: 'import',
      phase: 'write',
      report: { rows: 1400, created: 1400, failed: 0, written: true },
    });
    expect(await stored(1)).toBe(1400);
    expect(await filesLeft()).toBe(0);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit where entity = 'company' and user_name = 'Administração'`.execute(
      app.database.owner,
    );
    expect(rows[0]?.n).toBe(1400);
    expect((await transferOf(body.data.transfer, clerk)) ?? null).toBe(null);
  });

  it('should write nothing of a file with a bad row, wherever it stands, when all is asked', async () => {
    // One repeats a row of an earlier part, and one a row of its own.
    const repeated = [20_003, 21_199].map((at) => `Repeated,${cnpj(at)}`);
    const lines = ['name,cnpj', ...rowsFrom(20_000, 1200), repeated[0]!, 'Bad,11222333000182', repeated[1]!];
    const { body } = await importFile(lines, { mode: 'all' });
    const refused = await ended(body.data.transfer);
    expect(refused).toMatchObject({ state: 'failed', report: { created: 1200, failed: 3, written: false } });
    expect(refused.report.errors.map(({ row }: { row: number }) => row)).toEqual([1202, 1203, 1204]);
    expect(refused.message).toContain('1.202');
    expect(await stored(2)).toBe(0);
    const good = await importFile(lines, { mode: 'good' });
    expect(await ended(good.body.data.transfer)).toMatchObject({
      state: 'done',
      report: { created: 1200, failed: 3, written: true },
    });
    expect(await stored(2)).toBe(1200);
  });

  it('should list 1,000 errors of a file, and say how many more there are', async () => {
    const lines = ['name,cnpj', ...rowsFrom(98_000, 1101).map((line) => `${line}0`)];
    const dry = await importFile(lines, { dryRun: 'true' });
    const { report } = await ended(dry.body.data.transfer);
    expect([report.failed, report.errors.length, report.unlisted]).toEqual([1101, 1000, 101]);
  });

  it('should be answered in the request up to 5,000 rows, once, and be no news then', async () => {
    const lines = ['name,cnpj', ...rowsFrom(81_000, 1200)];
    const waited = { background: 'false', mode: 'all' };
    const news = async () => (await call('GET', `${address}/-/transfer?unseen=true`)).json().data.rows;
    const before = [await filesLeft(), await news()];
    const bad = await importFile([...lines, 'Bad,11222333000182'], waited);
    expect([bad.status, bad.body.code]).toEqual([422, 'RULE_BROKEN']);
    expect(bad.body.data).toMatchObject({ rows: 1201, failed: 1, written: false, errors: [{ row: 1202 }] });
    const dry = await importFile(lines, { ...waited, dryRun: 'true' });
    expect(dry.body.data).toMatchObject({ rows: 1200, created: 1200, written: false, transfer: null });
    const headers = { ...admin, 'idempotency-key': 'waited-import' };
    const [first, second] = await Promise.all([
      importFile(lines, waited, headers),
      importFile(lines, waited, headers),
    ]);
    for (const { status, body } of [first, second])
      expect([status, body.data]).toMatchObject([
        200,
        { rows: 1200, created: 1200, failed: 0, written: true, transfer: null },
      ]);
    expect(await stored(8)).toBe(1200);
    expect([await filesLeft(), await news()]).toEqual(before);
  });

  it('should not answer a waiting request as done when it was cancelled, or stopped amid its rows', async () => {
    // Nothing is written before the import ends by hand.
    await worker.stop();
    const rows = ['name,cnpj', ...rowsFrom(91_000, 1200)];
    const waiting = importFile(rows, { background: 'false', mode: 'good' });
    const begun = async (): Promise<{ id: number }> =>
      vi.waitFor(
        async () => {
          const [found] = (await call('GET', `${address}/-/transfer?unseen=true`)).json().data.rows;
          expect(found).toMatchObject({ ended: false });
          return found as { id: number };
        },
        { timeout: 60_000 },
      );
    const { id } = await begun();
    await sql`update transfer set state = 'cancelled', ended_at = now() where id = ${id}`.execute(
      app.database.owner,
    );
    expect((await waiting).body).toMatchObject({
      success: false,
      code: 'RULE_BROKEN',
      message: 'A importação foi cancelada. Nada foi gravado.',
    });
    const stopped = importFile(rows, { background: 'false', mode: 'good' });
    const { id: other } = await begun();
    await sql`update transfer set state = 'failed', phase = 'write', position = 500, message = 'Parou.', report = '{}',
      ended_at = now() where id = ${other}`.execute(app.database.owner);
    expect((await stopped).body).toMatchObject({
      success: false,
      message: 'A importação parou antes do fim. Parou.',
    });
    const news = (await call('GET', `${address}/-/transfer?unseen=true`)).json().data.rows;
    expect(news.map((one: { id: number }) => one.id)).toEqual(expect.arrayContaining([other]));
    await sql`delete from file where owner_kind = 'transfer' and owner_id in (${id}, ${other})`.execute(
      app.database.owner,
    );
    worker = newWorker();
    await worker.start();
  });

  it('should go on where it was when the process ends, and write each row once', async () => {
    const { body } = await importFile(['name,cnpj', ...rowsFrom(30_000, 2000)], { mode: 'good' });
    const id: number = body.data.transfer;
    await vi.waitFor(
      async () => expect(await transferOf(id)).toMatchObject({ phase: 'write', state: 'running' }),
      { timeout: 60_000, interval: 20 },
    );
    await worker.stop();
    const half = await stored(3);
    expect(half).toBeGreaterThan(0);
    expect((await call('DELETE', `/adm/v2/transfer/${id}`)).statusCode).toBe(422);
    worker = newWorker();
    await worker.start();
    expect(await ended(id)).toMatchObject({ state: 'done', report: { created: 2000, failed: 0 } });
    expect(await stored(3)).toBe(2000);
  });

  it('should run with the rights that its person has then, and no longer when they lost them', async () => {
    await worker.stop();
    const { body } = await importFile(['name,cnpj', ...rowsFrom(40_000, 1100)], {}, clerk);
    await sql`update app_user set is_active = false where id = ${clerkId}`.execute(app.database.owner);
    worker = newWorker();
    await worker.start();
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select state from transfer where id = ${body.data.transfer}`.execute(
          app.database.owner,
        );
        expect(rows).toEqual([{ state: 'failed' }]);
      },
      { timeout: 600_000 },
    );
    expect(await stored(4)).toBe(0);
    await sql`update app_user set is_active = true where id = ${clerkId}`.execute(app.database.owner);
  });

  it('should say with which row to go on when one of good rows fails after parts of it are written', async () => {
    await sql`create function refuse_firm() returns trigger language plpgsql as
      $$ begin if new.name = 'Firm 60300' then raise 'refused'; end if; return new; end $$`.execute(
      app.database.owner,
    );
    await sql`create trigger refuse_firm before insert on company for each row
      when (new.name = 'Firm 60300') execute function refuse_firm()`.execute(app.database.owner);
    const bad = Array.from({ length: 1250 }, () => 'Bad,11222333000182');
    const lines = ['name,cnpj', ...rowsFrom(60_000, 250), ...bad, ...rowsFrom(60_250, 850)];
    // Nothing is refused while the rows are checked.
    await sql`alter table company disable trigger refuse_firm`.execute(app.database.owner);
    await worker.stop();
    const { body } = await importFile(lines, { mode: 'good' });
    const id: number = body.data.transfer;
    await sql`update transfer set phase = 'write' where id = ${id}`.execute(app.database.owner);
    await sql`alter table company enable trigger refuse_firm`.execute(app.database.owner);
    worker = newWorker();
    await worker.start();
    const failed = await vi.waitFor(
      async () => {
        // The pause before another try would take minutes.
        await hurryJobs(app.database, sql`kind = 'import.company'`);
        const found = await transferOf(id);
        expect(found.ended).toBe(true);
        return found;
      },
      { timeout: 60_000, interval: 100 },
    );
    await sql`drop trigger refuse_firm on company`.execute(app.database.owner);
    await sql`drop function refuse_firm`.execute(app.database.owner);
    expect(failed).toMatchObject({
      state: 'failed',
      position: 1500,
      message: expect.stringMatching(/1\.501 .*250 .*0 .*1\.502/),
      // Those beyond the listed ones are counted too, although the import was begun again.
      report: { rows: 2350, created: 250, updated: 0, written: true, failed: 1250, unlisted: 250 },
    });
    expect(failed.report.errors).toHaveLength(1000);
    expect(await stored(6)).toBe(250);
    // The file that the message asks for.
    const rest = await importFile([lines[0]!, ...lines.slice(failed.position + 1)], { mode: 'good' });
    expect(rest.body.data).toMatchObject({ rows: 850, created: 850, failed: 0 });
    expect(await stored(6)).toBe(1100);
  });

  /** Ends an import that goes on with 'write' as if its rows had been tried: what others write since then stands against it. */
  const writeUntried = async (lines: readonly string[], between?: () => Promise<unknown>) => {
    await worker.stop();
    const { body } = await importFile(lines, { mode: 'all' });
    const id: number = body.data.transfer;
    await sql`update transfer set phase = 'write' where id = ${id}`.execute(app.database.owner);
    worker = newWorker();
    await worker.start();
    return vi.waitFor(
      async () => {
        await between?.();
        // The pause before another try would take minutes.
        await hurryJobs(app.database, sql`kind = 'import.company'`);
        const found = await transferOf(id);
        expect(found.ended).toBe(true);
        return found;
      },
      { timeout: 60_000, interval: 100 },
    );
  };
  const journal = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from transfer_row`.execute(app.database.owner))
      .rows[0]!.n;

  it('should take back every part when all is asked and a later one is refused', async () => {
    const first = await importFile(['name,cnpj,tradeName', `Kept before,${cnpj(80_000)},Antes`]);
    expect(first.body.data).toMatchObject({ created: 1 });
    const { id } = (await call('GET', `${address}?text=Kept%20before`)).json().data.rows[0];
    const lines = [
      'id,name,cnpj,tradeName',
      `${id},Changed now,${cnpj(80_000)},Depois`,
      ...rowsFrom(90_000, 1200).map((line) => `,${line},`),
      `,Taken,${cnpj(80_000)},`,
    ];
    const failed = await writeUntried(lines);
    expect(failed).toMatchObject({
      state: 'failed',
      phase: 'undo',
      position: 0,
      report: { created: 0, updated: 0, failed: 1, written: false, errors: [{ row: 1203 }] },
      message: expect.stringMatching(/1\.203 .*desfeita por inteiro/),
    });
    expect([await stored(9), await journal()]).toEqual([0, 0]);
    expect((await call('GET', `${address}/${id}`)).json().data).toMatchObject({
      name: 'Kept before',
      tradeName: 'Antes',
    });
  });

  it('should leave what others changed or use since, and name its rows', async () => {
    await sql`create function refuse_firm() returns trigger language plpgsql as
      $$ begin raise 'refused'; end $$`.execute(app.database.owner);
    await sql`create trigger refuse_firm before insert on company for each row
      when (new.name = 'Firm 96300') execute function refuse_firm()`.execute(app.database.owner);
    const failed = await writeUntried(['name,cnpj', ...rowsFrom(96_000, 1100)], async () => {
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from company where name in ('Firm 96001', 'Firm 96002') and trade_name is null`.execute(
        app.database.owner,
      );
      for (const { id, name } of rows) {
        if (name === 'Firm 96001') await call('PUT', `${address}/${id}`, admin, { tradeName: 'Meu' });
        else await call('POST', address, admin, { name: 'Filial', cnpj: cnpj(80_001), parentId: id });
      }
    });
    await sql`drop trigger refuse_firm on company`.execute(app.database.owner);
    await sql`drop function refuse_firm`.execute(app.database.owner);
    expect(failed).toMatchObject({
      state: 'failed',
      report: { created: 0, written: true },
      message: expect.stringMatching(/menos 2 .*3, 4/),
    });
    expect(failed.report.errors.map(({ row }: { row: number }) => row)).toEqual([3, 4]);
    expect([await stored(9), await journal()]).toEqual([2, 0]);
    await sql`delete from company where name = 'Filial'`.execute(app.database.owner);
    await sql`delete from company where name like 'Firm 9%'`.execute(app.database.owner);
  });

  it('should take back what a person wrote who lost the right amid it', async () => {
    await worker.stop();
    const { body } = await importFile(['name,cnpj', ...rowsFrom(97_000, 1200)], { mode: 'all' }, clerk);
    const id: number = body.data.transfer;
    await sql`update transfer set phase = 'write' where id = ${id}`.execute(app.database.owner);
    // Amid it, in the transaction of a part.
    await sql`create function lose_right() returns trigger language plpgsql security definer as
      $$ begin update app_user set is_active = false where id = ${sql.lit(clerkId)}; return new; end $$`.execute(
      app.database.owner,
    );
    await sql`create trigger lose_right before insert on company for each row
      when (new.name = 'Firm 97300') execute function lose_right()`.execute(app.database.owner);
    worker = newWorker();
    await worker.start();
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select state, phase from transfer where id = ${id}`.execute(
          app.database.owner,
        );
        expect(rows).toEqual([{ state: 'failed', phase: 'undo' }]);
      },
      { timeout: 60_000 },
    );
    await sql`drop trigger lose_right on company`.execute(app.database.owner);
    await sql`update app_user set is_active = true where id = ${clerkId}`.execute(app.database.owner);
    expect([await stored(9), await journal()]).toEqual([0, 0]);
  });

  it('should say so of one whose job was given up, in its list too', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into transfer (tenant_id, user_id, kind, entity, name, lang, state, phase, position, total, report)
      select tenant_id, id, 'import', 'company', 'lost.csv', 'pt', 'running', 'write', 500, 6000,
        '{"created":490,"updated":10,"unchanged":0,"errors":[]}'
      from app_user where tenant_id = ${app.tenants.acme} and login = 'admin' returning id`.execute(
      app.database.owner,
    );
    const id = rows[0]!.id;
    const lost = { id, state: 'failed', ended: true, message: expect.stringMatching(/501 .*490 .*10 .*502/) };
    expect(await transferOf(id)).toMatchObject({ ...lost, report: { created: 490, written: true } });
    const own = (await call('GET', `${address}/-/transfer`)).json().data.rows;
    expect(own[0]).toMatchObject({ ...lost, name: 'lost.csv', kind: 'import' });
    expect(own.length).toBeGreaterThan(3);
    expect(
      (await call('GET', `${address}/-/transfer`, clerk))
        .json()
        .data.rows.map((one: { id: number }) => one.id),
    ).not.toContain(id);
    await sql`delete from transfer where id = ${id}`.execute(app.database.owner);
  });

  it('should be in the list of what is unseen until its person has seen the end', async () => {
    const unseen = async (): Promise<number[]> =>
      (await call('GET', `${address}/-/transfer?unseen=true`))
        .json()
        .data.rows.map((one: { id: number }) => one.id);
    for (const id of await unseen()) await call('PUT', `/adm/v2/transfer/${id}/seen`);
    expect(await unseen()).toEqual([]);
    const { body } = await importFile(['name,cnpj', ...rowsFrom(70_000, 1100)], { dryRun: 'true' });
    const id: number = body.data.transfer;
    expect(await unseen()).toEqual([id]);
    await ended(id);
    expect(await unseen()).toEqual([id]);
    expect((await call('PUT', `/adm/v2/transfer/${id}/seen`, clerk)).statusCode).toBe(404);
    expect((await call('PUT', `/adm/v2/transfer/${id}/seen`)).statusCode).toBe(200);
    expect(await unseen()).toEqual([]);
    expect((await call('GET', `${address}/-/transfer`)).json().data.rows[0]).toMatchObject({ id });
    await sql`update transfer set seen_at = null, ended_at = now() - interval '2 days' where id = ${id}`.execute(
      app.database.owner,
    );
    expect(await unseen()).toEqual([]);
  });

  it('should write nothing when it is cancelled before', async () => {
    await worker.stop();
    const { body } = await importFile(['name,cnpj', ...rowsFrom(50_000, 1100)]);
    const id: number = body.data.transfer;
    expect(await transferOf(id)).toMatchObject({ state: 'waiting', cancellable: true, total: 1100 });
    expect((await call('DELETE', `/adm/v2/transfer/${id}`, clerk)).statusCode).toBe(404);
    expect((await call('DELETE', `/adm/v2/transfer/${id}`)).statusCode).toBe(200);
    expect((await call('DELETE', `/adm/v2/transfer/${id}`)).statusCode).toBe(200);
    worker = newWorker();
    await worker.start();
    expect(await ended(id)).toMatchObject({ state: 'cancelled', report: null });
    expect(await stored(5)).toBe(0);
    await vi.waitFor(async () => expect(await filesLeft()).toBe(0));
  });
});

describe('an export of more records than a request takes', () => {
  beforeAll(async () => {
    const many = Array.from({ length: 5001 }, (_, at) => cnpj(100_000 + at));
    await sql`
      insert into company (tenant_id, id, name, cnpj, is_active)
      select ${app.tenants.acme}, 1000000 + at, 'Many ' || at, n, true from unnest(${many}::text[]) with ordinality x (n, at)`.execute(
      app.database.owner,
    );
  });
  const begin = (format: string, filters = {}, headers = admin) =>
    call('POST', `${address}/-/export`, headers, { format, filters });

  it('should begin nothing for a few records', async () => {
    expect((await begin('csv', { text: 'nothing of the kind' })).json().data).toEqual({
      records: 0,
      transfer: null,
    });
    expect((await begin('csv', { nobody: 1 })).statusCode).toBe(400);
    expect((await begin('pdf')).statusCode).toBe(400);
  });

  it('should store the same file as the direct one, for its person, for a day', async () => {
    for (const format of ['csv', 'xlsx']) {
      const { data } = (await begin(format, { order: 'name_asc' })).json();
      const { state, fileId, position, total } = await ended(data.transfer);
      expect([state, position, total]).toEqual(['done', data.records, data.records]);
      const file = await call('GET', `/adm/v2/files/${fileId}`);
      const direct = await call('GET', `${address}/-/export?order=name_asc&format=${format}`);
      expect(file.statusCode).toBe(200);
      if (format === 'csv') expect(file.body).toBe(direct.body);
      else expect(file.rawPayload).toHaveLength(direct.rawPayload.length);
      expect((await call('GET', `/adm/v2/files/${fileId}`, clerk)).statusCode).toBe(404);
      const { rows } = await sql<{ hours: number }>`
        select round(extract(epoch from expires_at - now()) / 3600)::int as hours from file where id = ${fileId}`.execute(
        app.database.owner,
      );
      expect(rows).toEqual([{ hours: 24 }]);
    }
  });

  it('should not be readable any more for a person who may no longer read the records', async () => {
    const { data } = (await begin('csv', {}, clerk)).json();
    const { fileId } = await ended(data.transfer, clerk);
    expect((await call('GET', `/adm/v2/files/${fileId}`, clerk)).statusCode).toBe(200);
    await sql`
      update access_group_screen set can_read = false where tenant_id = ${app.tenants.acme} and screen_key = 'basic-company'`.execute(
      app.database.owner,
    );
    expect((await call('GET', `/adm/v2/files/${fileId}`, clerk)).statusCode).toBe(404);
  });
});
