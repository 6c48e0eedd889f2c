import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let channel: number;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  await addPerson(app, 'gestora', { 'support-rule': 'rcud' });
  await addPerson(app, 'leitora', { 'support-rule': 'r' });
  channel = await addChannel('acme', 1);
  for (const [name, text, status] of [
    ['fora_do_horario', 'Olá, {{nome}}', 'APPROVED'],
    ['cobranca', 'Olá, {{nome}}: {{valor}}', 'APPROVED'],
    ['em_analise', 'Olá, {{nome}}', 'PENDING'],
  ])
    await sql`
      insert into support_template (tenant_id, channel_id, name, language, status, category, components, parameter_format)
      values (${app.tenants.acme}, ${channel}, ${name}, 'pt_BR', ${status}, 'UTILITY',
        ${JSON.stringify([{ type: 'BODY', text }])}::jsonb, 'NAMED')`.execute(app.database.owner);
});
afterAll(() => app.close());

async function addChannel(tenant: 'acme' | 'beta', serial: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into support_channel (tenant_id, name, phone_number_id, business_id, phone)
    values (${app.tenants[tenant]}, 'Vendas', ${`10000000000000${serial}`}, '200000000000001', '551140028922')
    returning id`.execute(app.database.owner);
  return rows[0]!.id;
}

const address = '/adm/v2/ent/support-rule';
async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, login = 'gestora') {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return { ...reply.json(), status: reply.statusCode };
}
const rule = { name: 'Horário comercial', assignment: 'load' };

it('is one per channel, with hours, an away template and levels', async () => {
  const hours = { mondayFrom: '08:00', mondayTo: '18:00' };
  const levels = {
    firstAnswerMinutes: 15,
    warningPercent: 80,
    mostChats: 5,
    awayTemplate: 'fora_do_horario',
  };
  const made = await call('POST', address, { ...rule, channelId: channel, ...hours, ...levels });
  expect(made).toMatchObject({
    status: 201,
    data: {
      ...rule,
      channelId: channel,
      channel: { name: 'Vendas' },
      ...hours,
      ...levels,
      awayLanguage: 'pt_BR',
    },
  });
  expect(await call('POST', address, { ...rule, channelId: channel })).toMatchObject({
    status: 409,
    errors: [{ path: '/channelId' }],
  });
  const foreign = await addChannel('beta', 2);
  expect(await call('POST', address, { ...rule, channelId: foreign })).toMatchObject({ status: 422 });
  expect(await call('POST', address, { ...rule, channelId: channel }, 'leitora')).toMatchObject({
    status: 403,
  });
  const one = `${address}/${made.data.id}`;
  expect(await call('PUT', one, { mondayTo: '07:00' })).toMatchObject({
    status: 400,
    errors: [{ path: '/mondayTo' }],
  });
  expect(await call('PUT', one, { mondayTo: '' })).toMatchObject({
    status: 400,
    errors: [{ path: '/mondayTo' }],
  });
  expect((await call('PUT', one, { mondayFrom: '', mondayTo: '' })).status).toBe(200);
});

it('refuses hours and levels that make no sense', async () => {
  const other = await addChannel('acme', 3);
  for (const [more, path] of [
    [{ sundayFrom: '25:00', sundayTo: '26:00' }, '/sundayFrom'],
    [{ sundayFrom: '8h' }, '/sundayFrom'],
    [{ sundayTo: '12:00' }, '/sundayFrom'],
    [{ warningPercent: 0 }, '/warningPercent'],
    [{ firstAnswerMinutes: 10_081 }, '/firstAnswerMinutes'],
    [{ assignment: 'dice' }, '/assignment'],
  ] as const) {
    const answer = await call('POST', address, { ...rule, channelId: other, ...more });
    expect([answer.status, answer.errors?.[0]?.path]).toEqual([400, path]);
  }
});

it('refuses an away template that the channel cannot send by itself', async () => {
  const other = await addChannel('acme', 4);
  const language = 'pt_BR';
  for (const [at, more, path, said] of [
    [other, { awayTemplate: 'fora_do_horario' }, '/awayTemplate', 'não tem um modelo com o nome'],
    [channel, { awayTemplate: 'cobranca' }, '/awayTemplate', 'pede mais do que o nome'],
    [channel, { awayTemplate: 'em_analise' }, '/awayTemplate', 'não está aprovado (situação: PENDING)'],
    [
      channel,
      { awayTemplate: 'fora_do_horario', awayLanguage: 'en_US' },
      '/awayLanguage',
      'no idioma en_US. Ele existe em: pt_BR.',
    ],
  ] as const) {
    const answer = await call('POST', address, {
      ...rule,
      channelId: at,
      awayLanguage: language,
      ...more,
    });
    expect([answer.status, answer.errors]).toEqual([400, [{ path, message: expect.stringContaining(said) }]]);
  }
});

it('names all that makes no sense at once', async () => {
  const answer = await call('POST', address, {
    ...rule,
    channelId: await addChannel('acme', 6),
    mondayFrom: '18:00',
    mondayTo: '08:00',
    fridayFrom: '08:00',
    menuText: 'Oi {{empresa}}',
    awayTemplate: 'fora_do_horario',
  });
  expect(answer.errors.map(({ path }: { path: string }) => path)).toEqual([
    '/mondayTo',
    '/fridayTo',
    '/menuText',
    '/awayTemplate',
  ]);
});

it('offers no more queues in a menu than the provider shows', async () => {
  await addPerson(app, 'filas', { 'support-queue': 'rcud' });
  const add = (at: number) =>
    call('POST', '/adm/v2/ent/support-queue', { name: `Fila ${at}`, menuTitle: `Assunto ${at}` }, 'filas');
  const first = await add(1);
  for (let at = 2; at <= 10; at += 1) expect((await add(at)).status).toBe(201);
  expect(await add(11)).toMatchObject({ status: 400, errors: [{ path: '/menuTitle' }] });
  const same = await call(
    'PUT',
    `/adm/v2/ent/support-queue/${first.data.id}`,
    { menuTitle: 'ASSUNTO 2' },
    'filas',
  );
  expect(same).toMatchObject({
    status: 400,
    errors: [{ path: '/menuTitle', message: expect.stringContaining('Fila 2') }],
  });
});

it('refuses names in menus that the chat does not know', async () => {
  const other = await addChannel('acme', 5);
  const bad = await call('POST', address, { ...rule, channelId: other, menuText: 'Oi {{empresa}}' });
  expect([bad.status, bad.errors?.[0]?.path]).toEqual([400, '/menuText']);
  const answer = await call(
    'POST',
    '/adm/v2/ent/support-queue',
    { name: 'Outra', menuAnswer: 'Certo {{banana}}' },
    'filas',
  );
  expect([answer.status, answer.errors?.[0]?.path]).toEqual([400, '/menuAnswer']);
});
