import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cnpjOf } from '../../../../contracts/formats.ts';
import { JobWorker } from '../../../jobs/worker.ts';
import { formOf } from '../../../platform/files/testing.ts';
import { resources } from '../../../resources.ts';
import { testApp, testEnv, type TestApp } from '../../../testing.ts';

/** Imports that recognise records by a field that the person chooses. */

let app: TestApp;
let headers: Record<string, string>;
let worker: JobWorker;
const newWorker = (): JobWorker => new JobWorker(app.database, testEnv(), app.fastify.log, app.jobs);
beforeAll(async () => {
  app = await testApp({ resources });
  headers = await app.sessionOf(app.tenants.acme, 'admin');
  worker = newWorker();
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

const companies = '/adm/v2/ent/company';
const tags = '/adm/v2/ent/support-tag';
/** The nth CNPJ of this test. */
const cnpj = (n: number): string => cnpjOf(320_000_000_000 + n);
/** As people write it. */
const dotted = (n: number): string => cnpj(n).replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

async function importFile(lines: readonly string[], options: Record<string, string>, address = companies) {
  const { headers: type, payload } = formOf([
    ...Object.entries(options).map(([field, content]) => ({ field, content })),
    { name: 'f.csv', type: 'text/csv', content: lines.join('\n') },
  ]);
  const url = `${address}/-/import`;
  const reply = await app.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload });
  return reply.json();
}
const named = async (text: string, address = companies) =>
  (
    await app.inject({ url: `${address}?text=${encodeURIComponent(text)}&perPage=500&order=id_asc`, headers })
  ).json().data.rows;
const ended = (id: number) =>
  vi.waitFor(
    async () => {
      const { data } = (await app.inject({ url: `/adm/v2/transfer/${id}`, headers })).json();
      expect(data.ended).toBe(true);
      return data;
    },
    { timeout: 60_000, interval: 50 },
  );

it('rows whose value a record has change it, and the others create one', async () => {
  await importFile(['name,cnpj', `Key one,${cnpj(1)}`, `Key two,${cnpj(2)}`], {});
  const before = await named('Key');
  const lines = ['Razão social;CNPJ', `Key uno;${dotted(1)}`, `Key two;${cnpj(2)}`, `Key new;${cnpj(3)}`];
  const key = { key: 'CNPJ' };
  const preview = await importFile(lines, { ...key, dryRun: 'true', preview: 'true' });
  const counts = { created: 1, updated: 1, unchanged: 1, failed: 0 };
  expect(preview.data).toMatchObject({
    ...counts,
    preview: {
      key: 'cnpj',
      keys: [
        { value: 'id', label: 'Número' },
        { value: 'cnpj', label: 'CNPJ' },
      ],
    },
  });
  const report = await importFile(lines, key);
  expect(report.data).toMatchObject({ ...counts, written: true });
  const after = await named('Key');
  expect(after.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
    [before[0].id, 'Key uno'],
    [before[1].id, 'Key two'],
    [expect.any(Number), 'Key new'],
  ]);
  await app.inject({ method: 'POST', url: `/adm/v2/transfer/${report.data.import}/undo`, headers });
  await ended(report.data.import);
  expect((await named('Key')).map(({ name }: { name: string }) => name)).toEqual(['Key one', 'Key two']);
});

it('a record that stands twice in the file is an error of the later row', async () => {
  await importFile(['name,cnpj', `Twice one,${cnpj(10)}`], {});
  const [{ id }] = await named('Twice');
  const lines = [
    'id,name,cnpj',
    `${id},Twice by number,${cnpj(10)}`,
    `,Twice by value,${dotted(10)}`,
    `,Twice new,${cnpj(11)}`,
    `,Twice again,${dotted(11)}`,
  ];
  const { data } = await importFile(lines, { key: 'cnpj', mode: 'good' });
  expect(data).toMatchObject({ created: 1, updated: 1, failed: 2 });
  expect(data.errors).toMatchObject([
    { row: 3, field: 'cnpj', message: 'O mesmo registro já está na linha 2.' },
    { row: 5, field: 'cnpj', message: 'O mesmo registro já está na linha 4.' },
  ]);
  const failed = await importFile(['name,cnpj', `Twice bad,1`], { key: 'cnpj' });
  expect(failed.data.errors).toMatchObject([{ row: 2, field: 'cnpj' }]);
});

it('a large file keeps to it over its parts, also when the process ends amid it', async () => {
  const rows = (name: string, from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `${name} ${at},${cnpj(from + at)}`);
  await importFile(['name,cnpj', ...rows('Parts old', 1000, 300)], {});
  // The last one repeats a row that an earlier part creates.
  const lines = ['name,cnpj', ...rows('Parts new', 1000, 1500), `Parts twice,${cnpj(2200)}`];
  const { data } = await importFile(lines, { key: 'cnpj', mode: 'good', background: 'true' });
  await vi.waitFor(
    async () => {
      const { rows: found } = await sql<{ phase: string; position: number }>`
        select phase, position from transfer where id = ${data.transfer}`.execute(app.database.owner);
      expect([found[0]!.phase, found[0]!.position > 0]).toEqual(['write', true]);
    },
    { timeout: 60_000, interval: 5 },
  );
  await worker.stop();
  worker = newWorker();
  await worker.start();
  const { report } = await ended(data.transfer);
  expect(report).toMatchObject({ created: 1200, updated: 300, failed: 1, errors: [{ row: 1502 }] });
  expect(await named('Parts old')).toEqual([]);
  expect(await named('Parts twice')).toEqual([]);
});

it('case and accents count as the unique rule has them', async () => {
  await importFile(['title,color', 'Atenção,#112233'], {}, tags);
  const report = await importFile(
    ['title,color', 'ATENCAO,#445566', 'atencão,#000000'],
    { key: 'title', mode: 'good' },
    tags,
  );
  expect(report.data).toMatchObject({ created: 0, updated: 1, failed: 1, errors: [{ row: 3 }] });
  expect(await named('ATENCAO', tags)).toMatchObject([{ title: 'ATENCAO', color: '#445566' }]);
});

it('a field that several records may share, and one without a column, are refused by name', async () => {
  const shared = await importFile(['name,cnpj', `Refused,${cnpj(20)}`], { key: 'Razão social' });
  expect([shared.code, shared.message]).toEqual([
    'VALIDATION_FAILED',
    "Os registros não podem ser reconhecidos por 'Razão social'. Escolha um destes campos: Número, CNPJ.",
  ]);
  const missing = await importFile(['name', 'Refused'], { key: 'cnpj' });
  expect(missing.message).toContain("O arquivo não tem a coluna 'CNPJ'");
  const number = await importFile(['name,cnpj', `By number,${cnpj(21)}`], { key: 'id' });
  expect(number.data).toMatchObject({ created: 1 });
});
