import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { startDefinitionWorker } from '../../definitions/store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { contactCalls, mobile, names, whatsapp } from './testing.ts';

let app: TestApp;
let to: Awaited<ReturnType<typeof contactCalls>>;
beforeAll(async () => {
  app = await testApp({ resources });
  await startDefinitionWorker();
  to = await contactCalls(app);
});
afterAll(() => app.close());

describe('a contact', () => {
  it('is created with several numbers, read, changed in parts, and erased', async () => {
    const made = await to.call('POST', 'contact', {
      name: ' Renato ',
      surname: 'Siqueira',
      company: 'Atacado Três Irmãos',
      active: 'Y',
      fromChat: 'N',
      additionalInfo: 'Compra às segundas',
      birthdate: '1980-02-29',
      contactInfo: whatsapp('(34) 98877-1204', '+351 912 345 678'),
    });
    expect(made).toMatchObject({
      status: 201,
      data: {
        name: 'Renato',
        surname: 'Siqueira',
        company: 'Atacado Três Irmãos',
        birthdate: '1980-02-29',
        active: 'Y',
        version: 1,
        numbers: '(34) 98877-1204, +351912345678',
        contactInfo: [
          { type: 'WHATSAPP', data: '5534988771204', active: 'Y', mainContact: 'Y' },
          { data: '351912345678', mainContact: 'N' },
        ],
      },
    });
    const { id } = made.data;
    expect((await to.call('GET', `contact/${id}`)).data).toEqual(made.data);
    const changed = await to.call('PUT', `contact/${id}`, {
      fromChat: 'Y',
      name: 'Renato',
      surname: 'Siqueira Lima',
      birthdate: '',
      version: 1,
    });
    expect(changed).toMatchObject({
      status: 200,
      data: { surname: 'Siqueira Lima', birthdate: null, company: 'Atacado Três Irmãos', version: 2 },
    });
    expect(changed.data['contactInfo']).toEqual(made.data['contactInfo']);
    expect((await to.call('PUT', `contact/${id}`, { name: 'Renato' })).data.version).toBe(2);
    expect(await to.call('DELETE', `contact/${id}`)).toMatchObject({ status: 200, data: { id } });
    expect((await to.call('GET', `contact/${id}`)).status).toBe(404);
    expect((await to.call('PUT', `contact/${id}`, { name: 'x' })).status).toBe(404);
    expect((await to.call('DELETE', `contact/${id}`)).status).toBe(404);
  });

  it('keeps its version of a change: by body or by If-Match', async () => {
    const { id } = await to.created({ name: 'Versão' });
    await to.call('PUT', `contact/${id}`, { company: 'Nova', version: 1 });
    expect(await to.call('PUT', `contact/${id}`, { company: 'Antiga', version: 1 })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      data: { company: 'Nova', version: 2, contactInfo: [] },
    });
    const headers = { 'if-match': '"1"' };
    expect(await to.call('PUT', `contact/${id}`, { company: 'x' }, { headers })).toMatchObject({
      status: 409,
    });
    expect(await to.call('DELETE', `contact/${id}`, undefined, { headers })).toMatchObject({ status: 409 });
    expect((await to.call('GET', `contact/${id}`)).data['company']).toBe('Nova');
  });

  it('has numbers that no other one has, in any form, and names the other one', async () => {
    await to.created({ name: 'Dona', surname: 'Lurdes', contactInfo: whatsapp('5511988887777') });
    const taken = await to.call('POST', 'contact', {
      name: 'Outra',
      contactInfo: whatsapp(mobile(), '11 8888-7777'),
    });
    expect(taken).toMatchObject({
      status: 409,
      code: 'ALREADY_EXISTS',
      message: 'O número (11) 98888-7777 já é de Dona Lurdes. Abra esse contato, ou mescle os dois.',
      data: { name: 'Dona', surname: 'Lurdes' },
      errors: [{ path: '/contactInfo/1/data' }],
    });
    const own = await to.created({ name: 'Terceira' });
    expect(
      await to.call('PUT', `contact/${own.id}`, { contactInfo: whatsapp('+55 11 98888-7777') }),
    ).toMatchObject({ status: 409 });
    // With or without the ninth digit it is the same number, which stays the contact's own.
    const ninth = await to.created({ name: 'Nona', contactInfo: whatsapp('551171112222') });
    expect(
      await to.call('PUT', `contact/${ninth.id}`, { contactInfo: whatsapp('5511971112222') }),
    ).toMatchObject({ status: 200, data: { contactInfo: [{ data: '5511971112222' }] } });
  });

  it('keeps the number of another country when its answer is sent back', async () => {
    const made = await to.created({ name: 'Kari', contactInfo: whatsapp('+47 90 12 34 56') });
    expect(made['contactInfo']).toMatchObject([{ data: '4790123456' }]);
    const again = await to.call('PUT', `contact/${made.id}`, {
      company: 'Fjord',
      contactInfo: made['contactInfo']!,
    });
    expect(again.data['contactInfo']).toEqual(made['contactInfo']);
  });

  it('refuses bad numbers at their rows, in three languages', async () => {
    const body = {
      name: 'x',
      contactInfo: [
        { data: '(11) 97777-0001', mainContact: 'Y' },
        { data: 'abc' },
        { data: '11 7777-0001' },
        { data: '11 97777-0002', mainContact: 'Y' },
      ],
    };
    const messages = new Set<string>();
    for (const language of ['pt', 'en', 'es']) {
      const answer = await to.call('POST', 'contact', body, { headers: { 'accept-language': language } });
      expect(answer.status).toBe(400);
      expect(answer.errors.map(({ path }) => path)).toEqual([
        '/contactInfo/1/data',
        '/contactInfo/2/data',
        '/contactInfo/3/mainContact',
      ]);
      messages.add(answer.errors[0]!.message);
    }
    expect(messages.size).toBe(3);
    expect(await to.call('POST', 'contact', { name: 'x', birthdate: '2999-01-01' })).toMatchObject({
      status: 400,
      errors: [{ path: '/birthdate' }],
    });
  });

  it('keeps hostile texts as text, and refuses what cannot be stored', async () => {
    const script = '<script>alert(1)</script>{{nome}}"\'; drop table support_contact; --';
    const made = await to.created({ name: script, company: script, additionalInfo: script });
    expect(made).toMatchObject({ name: script, company: script, additionalInfo: script });
    expect(names(await to.call('GET', `contact?name=${encodeURIComponent(script.slice(0, 40))}`))).toEqual([
      script,
    ]);
    for (const [field, value] of [
      ['name', 'a'.repeat(65_536)],
      ['additionalInfo', 'a'.repeat(65_536)],
      ['name', 'a\u0000b'],
      ['company', '\ud800'],
      ['name', '   '],
    ] as const) {
      const answer = await to.call('POST', 'contact', { name: 'x', [field]: value });
      expect([answer.status, answer.errors[0]?.path]).toEqual([400, `/${field}`]);
    }
    const many = Array.from({ length: 21 }, () => ({ data: mobile() }));
    expect((await to.call('POST', 'contact', { name: 'x', contactInfo: many })).status).toBe(400);
  });
});

describe('rights', () => {
  it('are those of the contacts or of the support chat', async () => {
    const { id } = await to.created({ name: 'De quem pode' });
    for (const login of ['atendente', 'cadastro']) {
      expect((await to.call('GET', `contact/${id}`, undefined, { login })).status).toBe(200);
      expect((await to.call('PUT', `contact/${id}`, { company: login }, { login })).status).toBe(200);
    }
    for (const [method, path] of [
      ['POST', 'contact'],
      ['PUT', `contact/${id}`],
      ['DELETE', `contact/${id}`],
    ] as const) {
      const body = method === 'DELETE' ? undefined : { name: 'x' };
      expect((await to.call(method, path, body, { login: 'leitora' })).status).toBe(403);
      expect((await to.call(method, path, body, { login: 'ninguem' })).status).toBe(403);
    }
    expect((await to.call('GET', 'contact', undefined, { login: 'leitora' })).status).toBe(200);
    expect((await to.call('GET', 'company', undefined, { login: 'ninguem' })).status).toBe(403);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { name: 'x' } : undefined;
      const foreign = await to.call(method, `contact/${id}`, body, { login: 'admin', tenant: 'beta' });
      expect(foreign.status).toBe(404);
    }
    expect(
      (await to.call('GET', `contact?name=De quem`, undefined, { login: 'admin', tenant: 'beta' })).data,
    ).toMatchObject({
      rows: [],
      totalRows: 0,
    });
  });
});

describe('the list', () => {
  it('finds names, companies and numbers in every form, whatever case and accents', async () => {
    await to.created({
      name: 'Conceição',
      surname: 'Araújo',
      company: 'Padaria São João',
      contactInfo: whatsapp('5521987654321'),
    });
    for (const text of [
      'conceicao araujo',
      'ARAÚJO',
      'sao joao',
      '21987654321',
      '(21) 98765-4321',
      '+55 21 98765-4321',
      '021 8765-4321',
      '552187654321',
      '87654321',
    ])
      expect([text, names(await to.call('GET', `contact?name=${encodeURIComponent(text)}`))]).toEqual([
        text,
        ['Conceição'],
      ]);
    expect(names(await to.call('GET', 'contact?text=100%25'))).toEqual([]);
  });

  it('filters by company, state, consent and numbers, orders and pages', async () => {
    const company = 'Frota & Cia';
    await to.created({
      name: 'B',
      company,
      contactInfo: whatsapp(mobile()),
      consent: 'given',
      consentAt: '2026-01-02',
    });
    await to.created({ name: 'A', company, active: 'N' });
    await to.created({ name: 'C', company, contactInfo: [{ data: mobile(), active: 'N' }] });
    const list = async (query: string) =>
      names(await to.call('GET', `contact?company=${encodeURIComponent(company)}&${query}`));
    expect(await list('')).toEqual(['A', 'B', 'C']);
    expect(await list('order=name_desc')).toEqual(['C', 'B', 'A']);
    expect(await list('order=createdAt_asc')).toEqual(['B', 'A', 'C']);
    expect(await list('active=Y')).toEqual(['B', 'C']);
    expect(await list('type=WHATSAPP')).toEqual(['B']);
    expect(await list('consent=given')).toEqual(['B']);
    expect(await list('consent=none')).toEqual(['A', 'C']);
    const page = (await to.call('GET', `contact?company=Frota %26 Cia&page=2&perPage=2`)).data;
    expect(page).toMatchObject({ totalRows: 3, page: 2, perPage: 2, rows: [{ name: 'C' }] });
    expect((await to.call('GET', 'contact?order=surname_asc')).code).toBe('BAD_ORDER');
    expect((await to.call('GET', 'contact?perPage=501')).status).toBe(400);
    expect((await to.call('GET', 'company?name=FROTA')).data).toMatchObject({
      rows: [{ name: company, contacts: 3 }],
      totalRows: 1,
    });
  });
});

describe('chats of a contact', () => {
  it('are those of its numbers, when it is created and when it gets one', async () => {
    const [first, second] = [mobile(), mobile()];
    const chats = [await to.chatOf(first), await to.chatOf(second)];
    const { id } = await to.created({ name: 'Com conversa', contactInfo: whatsapp(first) });
    expect([
      (await to.storedChat(chats[0]!))['contact_id'],
      (await to.storedChat(chats[1]!))['contact_id'],
    ]).toEqual([id, null]);
    await to.call('PUT', `contact/${id}`, { contactInfo: whatsapp(first, second) });
    expect(await to.storedChat(chats[1]!)).toMatchObject({ contact_id: id, version: 2 });
  });

  it('name the contact that is made of them, which takes their number', async () => {
    const number = mobile();
    const chat = await to.chatOf(number);
    const made = await to.call(
      'POST',
      'contact',
      { name: 'Do chat', fromChat: 'Y', chatId: chat },
      { login: 'atendente' },
    );
    expect(made).toMatchObject({ status: 201, data: { contactInfo: [{ data: number, mainContact: 'Y' }] } });
    expect((await to.storedChat(chat))['contact_id']).toBe(made.data.id);
    expect(await to.call('POST', 'contact', { name: 'De novo', fromChat: 'Y', chatId: chat })).toMatchObject({
      status: 422,
      message: 'Esta conversa já tem um contato: Do chat. Edite esse contato.',
    });
    expect(await to.call('POST', 'contact', { name: 'Sem', fromChat: 'Y', chatId: 999_999 })).toMatchObject({
      status: 422,
      errors: [{ path: '/chatId' }],
    });
    const hidden = await to.chatOf('user:123', null);
    const nameless = await to.call('POST', 'contact', { name: 'Sem número', fromChat: 'Y', chatId: hidden });
    expect(nameless).toMatchObject({ status: 201, data: { contactInfo: [] } });
    expect((await to.storedChat(hidden))['contact_id']).toBe(nameless.data.id);
  });

  it('stay without a word about the person when the contact is erased', async () => {
    const number = mobile();
    const chat = await to.chatOf(number);
    const { id } = await to.created({ name: 'Esquecida', company: 'Sigilo', contactInfo: whatsapp(number) });
    await sql`insert into support_message (tenant_id, chat_id, channel_id, sender, type, content, at, state)
      values (${app.tenants.acme}, ${chat}, ${to.channel}, 'client', 'text', 'oi', now(), 'received'),
        (${app.tenants.acme}, ${chat}, ${to.channel}, 'support', 'text', 'tarde', now(), 'queued')`.execute(
      app.database.owner,
    );
    await to.call('DELETE', `contact/${id}`);
    const { owner } = app.database;
    const { rows: contacts } = await sql<JsonObject>`select * from support_contact where id = ${id}`.execute(
      owner,
    );
    expect(contacts[0]).toMatchObject({
      name: 'Contato excluído',
      company: '',
      numbers: '',
      number_words: '',
    });
    expect(JSON.stringify(contacts)).not.toMatch(/Esquecida|Sigilo|97000/);
    const { rows: infos } = await sql`select from support_contact_info where contact_id = ${id}`.execute(
      owner,
    );
    expect(infos).toEqual([]);
    expect(await to.storedChat(chat)).toMatchObject({
      contact_id: id,
      profile_name: '',
      customer_number: null,
      customer_key: `erased:${chat}`,
      is_finished: true,
    });
    const { rows: messages } = await sql`
      select content, state from support_message where chat_id = ${chat} order by id`.execute(owner);
    expect(messages).toEqual([
      { content: 'oi', state: 'received' },
      { content: 'tarde', state: 'failed' },
    ]);
    const { rows: audit } = await sql<JsonObject>`select action, before, after from audit
      where entity = 'support-contact' and entity_id = ${String(id)} order by id`.execute(owner);
    expect(audit).toEqual([
      { action: 'create', before: null, after: null },
      { action: 'delete', before: null, after: null },
    ]);
    // The number is free again, for whoever has it now.
    expect(
      (await to.call('POST', 'contact', { name: 'Nova dona', contactInfo: whatsapp(number) })).status,
    ).toBe(201);
  });

  it('hear of each change', async () => {
    const number = mobile();
    const chat = await to.chatOf(number);
    const { id } = await to.created({ name: 'Ouvida', contactInfo: whatsapp(number) });
    await to.call('PUT', `contact/${id}`, { company: 'Ondas' });
    await to.call('DELETE', `contact/${id}`);
    const { rows } = await sql<{ name: string; type: string; data: JsonObject }>`
      select t.name, e.type, e.data from event e join topic t on t.tenant_id = e.tenant_id and t.id = e.topic_id
      where t.name = 'support' and (e.data->'contact'->>'id')::bigint = ${id} order by e.seq`.execute(
      app.database.owner,
    );
    expect(rows).toMatchObject([
      { type: 'CONTACT_UPD', data: { contact: { name: 'Ouvida', version: 1 }, chatIds: [chat] } },
      { type: 'CONTACT_UPD', data: { contact: { company: 'Ondas', version: 2 }, chatIds: [chat] } },
      {
        type: 'CONTACT_UPD',
        data: { contact: { name: 'Contato excluído', contactInfo: [] }, chatIds: [chat] },
      },
    ]);
  });
});
