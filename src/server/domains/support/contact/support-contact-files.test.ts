import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { numberKey } from '../../../../contracts/phone-number.ts';
import { JobWorker } from '../../../jobs/worker.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { addChannel } from '../../../testing/support-chat.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

const address = '/adm/v2/sup/contact';
let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'atendente', { support: 'rcud' });
  headers = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

interface Report {
  transfer: number | null;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  errors: { row: number; field: string; title: string; message: string }[];
}
async function importFile(lines: readonly string[], options: Record<string, string> = {}, as = headers) {
  const form = new FormData();
  form.set('file', new File([lines.join('\n')], 'contatos.csv', { type: 'text/csv' }));
  for (const [name, value] of Object.entries(options)) form.set(name, value);
  const request = new Request('http://x', { method: 'POST', body: form });
  const reply = await app.inject({
    method: 'POST',
    url: `${address}/-/import`,
    headers: { ...as, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: reply.statusCode, data: reply.json<{ data: Report }>().data };
}
const list = async (query: string): Promise<JsonObject[]> =>
  (await app.inject({ url: `${address}?${query}`, headers })).json<{ data: { rows: JsonObject[] } }>().data
    .rows;

it('creates contacts of a file with their numbers, changes them by their ids, and names every bad row', async () => {
  const head = 'Nome;Sobrenome;Empresa;Números;Ativo;Consentimento';
  const good = [
    'Ana;Prado;Hotel Serra Verde;"(31) 97222-0001, 31 3222-0002";Sim;Dado',
    'Bia;;Hotel Serra Verde;31 97222-0003;Não;',
    'Sem número;;;;;',
  ];
  expect(await importFile([head, ...good])).toMatchObject({ status: 200, data: { created: 3, failed: 0 } });
  const [ana, bia] = await list('company=Hotel Serra Verde');
  expect(ana).toMatchObject({
    name: 'Ana',
    surname: 'Prado',
    consent: 'given',
    active: 'Y',
    contactInfo: [
      { data: '5531972220001', mainContact: 'Y' },
      { data: '553132220002', mainContact: 'N' },
    ],
  });
  expect(bia).toMatchObject({ active: 'N', contactInfo: [{ data: '5531972220003' }] });

  const rows = [
    `${String(ana!['id'])};Ana Maria;"(31) 97222-0001, 31 3222-0002"`,
    `${String(bia!['id'])};Bia;(31) 97222-0003`,
    ';Nova;31 97222-0004',
    ';Com letra;abc',
    ';Repetida;31 97222-0004',
    ';De outra;31 7222-0001',
    '999999;Ninguém;',
  ];
  const refused = await importFile(['id;name;numbers', ...rows]);
  expect(refused).toMatchObject({ status: 422, data: { created: 1, updated: 1, unchanged: 1, failed: 4 } });
  expect(refused.data.errors).toMatchObject([
    { row: 5, field: 'numbers', title: 'Números', message: expect.stringContaining("'abc' não é um número") },
    { row: 6, field: 'numbers', message: expect.stringContaining('já é de Nova') },
    { row: 7, field: 'numbers', message: expect.stringContaining('já é de Ana') },
    { row: 8, field: 'id' },
  ]);
  expect((await list('name=Nova')).length).toBe(0);
  expect(await importFile(['id;name;numbers', ...rows], { mode: 'good' })).toMatchObject({
    status: 200,
    data: { created: 1, updated: 1, unchanged: 1, failed: 4 },
  });
  expect(await list('name=Ana Maria')).toMatchObject([{ version: 2, contactInfo: ana!['contactInfo'] }]);
});

it('keeps whether a number is active when a file names it again', async () => {
  const made = await app.inject({
    method: 'POST',
    url: address,
    headers,
    payload: {
      name: 'Inativo',
      contactInfo: [
        { data: '31 97222-1001', mainContact: 'Y' },
        { data: '31 97222-1002', active: 'N' },
      ],
    },
  });
  const { id, contactInfo } = made.json().data;
  await importFile(['id;numbers;company', `${id};"(31) 97222-1001, (31) 97222-1002";Nova`]);
  expect(await list('name=Inativo')).toMatchObject([{ company: 'Nova', contactInfo }]);
});

it('exports contacts as an import takes them, without those that were erased', async () => {
  const erased = await list('name=Sem número');
  await app.inject({ method: 'DELETE', url: `${address}/${String(erased[0]!['id'])}`, headers });
  const file = await app.inject({ url: `${address}/-/export?format=csv`, headers });
  expect(file.statusCode).toBe(200);
  const text = file.body.replace('\uFEFF', '');
  expect(text).toMatch(/^"Id";"Nome";"Sobrenome";"Empresa";"Números";/);
  expect(text).toContain('(31) 97222-0001, (31) 3222-0002');
  expect(text).not.toMatch(/excluído|Sem número/);
  const back = await importFile(text.trimEnd().split(/\r?\n/));
  expect(back).toMatchObject({ status: 200, data: { created: 0, updated: 0, failed: 0 } });
});

it('exports the contacts that a filter finds', async () => {
  await importFile(['Nome;Sobrenome;Empresa', 'Zulmira;Sá;"Silva, Irmãos"', 'Zenaide;Sá;Silva']);
  const exported = async (query: string) => {
    const file = await app.inject({ url: `${address}/-/export?${query}`, headers });
    expect([query, file.statusCode]).toEqual([query, 200]);
    return ['Zulmira', 'Zenaide'].filter((name) => file.body.includes(name));
  };
  const silva = encodeURIComponent('Silva, Irmãos');
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  expect(await exported('name=zulmira')).toEqual(['Zulmira']);
  expect(await exported('surname=sa&order=name_asc')).toEqual(['Zulmira', 'Zenaide']);
  expect(await exported('text=zenaide')).toEqual(['Zenaide']);
  expect(await exported(`company=${silva}`)).toEqual(['Zulmira']);
  expect(await exported(`company=${silva}&company=Silva`)).toEqual(['Zulmira', 'Zenaide']);
  expect(await exported('name=z&companyEmpty=true')).toEqual([]);
  expect(await exported(`surname=sa&createdAtFrom=${day}&createdAtTo=${day}`)).toEqual([
    'Zulmira',
    'Zenaide',
  ]);
});

it('changes and erases several at once', async () => {
  const ids = (await list('company=Hotel Serra Verde')).map(({ id }) => id);
  const bulk = (payload: object) =>
    app.inject({ method: 'POST', url: `${address}/-/bulk`, headers, payload });
  const set = await bulk({ ids, set: { isActive: false } });
  expect(set.json().data.results).toEqual(ids.map((id) => ({ id, ok: true })));
  expect((await list('company=Hotel Serra Verde&active=N')).length).toBe(ids.length);
  await bulk({ ids, delete: true });
  expect(await list('company=Hotel Serra Verde')).toEqual([]);
  const { rows } = await sql`select from support_contact where name = 'Contato excluído'`.execute(
    app.database.owner,
  );
  expect(rows.length).toBe(ids.length + 1);
});

it('is for the screen of contacts alone, not for agents of the chat', async () => {
  const agent = await app.sessionOf(app.tenants.acme, 'atendente');
  expect((await importFile(['name', 'x'], {}, agent)).status).toBe(403);
  expect((await app.inject({ url: `${address}/-/export`, headers: agent })).statusCode).toBe(403);
});

it('takes an import of all back whole: chats lose the contacts that it made, and go on', async () => {
  const { owner } = app.database;
  const channel = await addChannel(app, app.tenants.acme);
  const { rows: made } = await sql<{ id: number }>`
    insert into support_chat (tenant_id, channel_id, customer_key, customer_number, is_active)
    values (${app.tenants.acme}, ${channel}, ${numberKey('5531988000002')}, '5531988000002', true) returning id`.execute(
    owner,
  );
  expect((await importFile(['name;numbers', 'Antes;31 97222-0009'])).data).toMatchObject({ created: 1 });
  const [old] = await list('text=Antes');
  const number = (at: number): string => `31 988${String(at).padStart(6, '0')}`;
  const rows = Array.from({ length: 1100 }, (_, at) => `;Lote ${at};${number(at)}`);
  const lines = ['id;name;numbers', `${String(old!['id'])};Depois;`, ...rows, `;Repetido;${number(5)}`];
  const { transfer } = (await importFile(lines, { mode: 'all', background: 'true' })).data;
  // As if the rows had been tried before somebody took the last number.
  await sql`update transfer set phase = 'write' where id = ${transfer}`.execute(owner);
  const worker = new JobWorker(app.database, app.kernel.env, app.fastify.log, app.jobs);
  await worker.start();
  await vi.waitFor(
    async () => {
      const { rows: ended } = await sql`
        select state, phase, report->'written' as written from transfer where id = ${transfer}`.execute(
        owner,
      );
      expect(ended).toEqual([{ state: 'failed', phase: 'undo', written: false }]);
    },
    { timeout: 120_000 },
  );
  await worker.stop();
  const { rows: left } = await sql`
    select (select count(*)::int from support_contact where name like 'Lote %') as contacts,
      (select count(*)::int from support_contact_info where key like '%98800%') as numbers,
      (select count(*)::int from transfer_row) as noted,
      (select json_build_array(contact_id, is_active, is_finished) from support_chat where id = ${made[0]!.id}) as chat`.execute(
    owner,
  );
  expect(left).toEqual([{ contacts: 0, numbers: 0, noted: 0, chat: [null, true, false] }]);
  expect(await list('text=Antes')).toMatchObject([
    { name: 'Antes', contactInfo: [{ data: '5531972220009' }] },
  ]);
});
