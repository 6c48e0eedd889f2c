import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'agente', { support: 'r' });
  await addPerson(app, 'autora', { 'support-answer': 'rcud', 'support-tag': 'rcud' });
});
afterAll(() => app.close());

interface Answer {
  status: number;
  data: JsonObject & { id: number; rows: JsonObject[] };
  errors: { path: string; message: string }[];
}
async function call(login: string, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method, url: `/adm/v2/${url}`, headers, ...(payload && { payload }) });
  return { ...reply.json<Answer>(), status: reply.statusCode };
}
const add = (body: object) => call('autora', 'POST', 'ent/support-answer', body);

it('offers agents the active answers, by their shortcuts, title and text', async () => {
  const text = 'Olá, {{nome}}! Aqui é {{atendente}}, pela {{ empresa }}.';
  expect(await add({ shortcut: '/Saudação', title: 'Saudação', text })).toMatchObject({
    status: 201,
    data: { shortcut: 'saudação', text },
  });
  await add({ shortcut: 'boleto', title: 'Segunda via', text: 'Segue o boleto.' });
  await add({ shortcut: 'velho', title: 'Antigo', text: 'Não mais.', isActive: false });
  const { rows: channels } = await sql<{ id: number }>`
    insert into support_channel (tenant_id, name, phone_number_id, business_id, phone)
    values (${app.tenants.acme}, 'Vendas', '100000000000001', '200000000000001', '551140028922') returning id`.execute(
    app.database.owner,
  );
  await sql`insert into support_answer (tenant_id, shortcut, title, text, channel_id)
    values (${app.tenants.acme}, 'canal', 'Do canal', 'Só aqui', ${channels[0]!.id})`.execute(
    app.database.owner,
  );
  const shortcuts = async (query: string) =>
    (await call('agente', 'GET', `sup/answer?${query}`)).data.rows.map(({ shortcut }) => shortcut);
  expect(await shortcuts('')).toEqual(['boleto', 'saudação']);
  expect(await shortcuts(`channelId=${channels[0]!.id}`)).toEqual(['boleto', 'canal', 'saudação']);
  expect(await shortcuts('text=SAUDACAO')).toEqual(['saudação']);
  expect(await shortcuts('text=segue%20o')).toEqual(['boleto']);
  expect((await call('agente', 'GET', 'ent/support-answer')).status).toBe(403);
});

it('refuses shortcuts of several words or of another answer, unknown placeholders and colours that are none', async () => {
  for (const [body, path] of [
    [{ shortcut: 'duas palavras', title: 'x', text: 'x' }, '/shortcut'],
    [{ shortcut: '/', title: 'x', text: 'x' }, '/shortcut'],
    [{ shortcut: 'x', title: 'x', text: 'Olá, {{nome}} de {{cidade}}' }, '/text'],
    [{ shortcut: 'x', title: 'x', text: 'a'.repeat(4097) }, '/text'],
  ] as const) {
    const answer = await add(body);
    expect([answer.status, answer.errors[0]?.path]).toEqual([400, path]);
  }
  expect((await add({ shortcut: 'BOLETO', title: 'x', text: 'x' })).status).toBe(409);
  expect((await add({ shortcut: 'Saudacao', title: 'x', text: 'x' })).status).toBe(409);
  const tag = (color: string) => call('autora', 'POST', 'ent/support-tag', { title: 'Urgente', color });
  expect(await tag('red')).toMatchObject({ status: 400, errors: [{ path: '/color' }] });
  expect((await tag('#C4314B')).status).toBe(201);
  expect((await tag('#C4314B')).status).toBe(409);
});
