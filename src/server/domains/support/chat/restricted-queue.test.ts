import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Notification } from '../../../../contracts/notification.ts';
import type {
  Chat,
  ChatList,
  ChatMessage,
  ChatWithMessages,
  SendReply,
  SupportEvents,
} from '../../../../contracts/support.ts';
import { inTenant } from '../../../db/in-tenant.ts';
import { listen, TestSocket } from '../../../realtime/testing.ts';
import { assignJob } from '../rule/assign-job.ts';
import { publishMessages } from './events.ts';
import { noteReceived } from '../message/receive.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { addChannel } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson, allRoutes, type Person } from '../../../testing/people.ts';

/**
 * A queue that only its agents and supervisors see. `fora` may do everything in the support chat but is neither, `membro` is an
 * agent of the queue, and `chefe` a supervisor.
 */

interface Answer<T = JsonObject> {
  status: number;
  body: string;
  code: string | undefined;
  data: T;
  errors: { path: string; message: string }[];
}

let app: TestApp;
let port: number;
let channelId: number;
let queueId: number;
let openQueueId: number;
/** A chat of the restricted queue, with a message of the customer, a file of ours and a tag. */
let chatId: number;
let messageId: number;
let fileMessageId: number;
let fileId: number;
const people: Record<string, Person> = {};
const idOf = (login: string): number => people[login]!.id;
const owner = () => app.database.owner;

async function call<T = JsonObject>(
  login: string,
  method: string,
  path: string,
  payload?: object,
): Promise<Answer<T>> {
  const headers = await app.sessionOf(app.tenants.acme, login);
  const url = path.startsWith('/') ? path : `/adm/v2/${path}`;
  const reply = await app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload && { payload }),
  });
  const isJson = String(reply.headers['content-type']).includes('json');
  const parsed = isJson ? reply.json<Answer<T>>() : null;
  return {
    status: reply.statusCode,
    body: reply.body,
    code: parsed?.code,
    data: parsed?.data as T,
    errors: parsed?.errors ?? [],
  };
}
const put = <T = Chat | null>(login: string, id: number, body: object) =>
  call<T>(login, 'PUT', `sup/zap/chat/${id}`, body);

let last = 11_985_000_000;
async function addChat(queue: number | null): Promise<number> {
  const recipientNum = String((last += 1));
  const body = { channelId, recipientNum, name: 'Zeferino Sigiloso' };
  const { data } = await call<Chat>('membro', 'POST', 'sup/zap/chat', body);
  await sql`update support_chat set last_inbound_at = now(), queue_id = ${queue} where id = ${data.id}`.execute(
    owner(),
  );
  return data.id;
}

async function addMessage(chat: number, content: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into support_message (tenant_id, chat_id, channel_id, sender, type, wamid, content, at, state)
    values (${app.tenants.acme}, ${chat}, ${channelId}, 'client', 'text', ${`wamid.${randomUUID()}`}, ${content}, now(), 'received')
    returning id`.execute(owner());
  await sql`update support_chat set last_message_id = ${rows[0]!.id}, last_message_at = now(), unread_count = 1 where id = ${chat}`.execute(
    owner(),
  );
  return rows[0]!.id;
}

async function sendFile(login: string, chat: number): Promise<{ status: number; message: ChatMessage }> {
  const form = new FormData();
  form.set('fileType', 'document');
  form.set('MEDIA_FILE', new File(['um texto'], 'contrato.txt', { type: 'text/plain' }));
  const request = new Request('http://x', { method: 'POST', body: form });
  const reply = await app.inject({
    method: 'POST',
    url: `/adm/v2/sup/zap/send-media/${chat}`,
    headers: {
      ...(await app.sessionOf(app.tenants.acme, login)),
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: reply.statusCode, message: reply.json<{ data: SendReply }>().data?.message };
}

async function addQueue(name: string, restricted: boolean, agents: string[]): Promise<number> {
  const body = { name, restricted, agentsIds: agents.map(idOf) };
  const answer = await call<{ id: number }>('admin', 'POST', 'ent/support-queue', body);
  expect(answer.status, answer.body).toBe(201);
  return answer.data.id;
}
const setAgents = async (id: number, agents: string[]) => {
  const { status, body } = await call('admin', 'PUT', `ent/support-queue/${id}`, {
    agentsIds: agents.map(idOf),
  });
  expect(status, body).toBe(200);
};

beforeAll(async () => {
  app = await testApp({ resources });
  for (const login of ['fora', 'membro'])
    people[login] = await addPerson(app, login, { support: 'rcud', 'chatbot-contato': 'rcud' });
  people['chefe'] = await addPerson(app, 'chefe', { support: 'rcud', 'support-supervision': 'r' });
  people['auditora'] = await addPerson(app, 'auditora', { 'admin-audit': 'r' });
  people['relatora'] = await addPerson(app, 'relatora', { support: 'r', 'admin-dataset': 'rcud' });
  channelId = await addChannel(app, app.tenants.acme);
  queueId = await addQueue('Recursos humanos', true, ['membro']);
  openQueueId = await addQueue('Vendas', false, ['membro']);
  chatId = await addChat(queueId);
  const { message } = await sendFile('membro', chatId);
  fileMessageId = message.id;
  const { rows } = await sql<{ id: number }>`
    select file_id as id from support_media where message_id = ${fileMessageId}`.execute(owner());
  fileId = rows[0]!.id;
  messageId = await addMessage(chatId, 'Segredo salarial');
  const tag = await call<{ id: number }>('admin', 'POST', 'ent/support-tag', {
    title: 'Urgente',
    color: '#AA0000',
  });
  await call('membro', 'PUT', `sup/zap/chat/${chatId}/tags`, { add: [tag.data.id] });
  await addChat(openQueueId);
  await addChat(null);
  port = await listen(app);
});
afterAll(() => app.close());

// Body of a call of each route that names a chat or a message, which would be carried out for people who see these.
const bodies: Record<string, () => object | undefined> = {
  'GET /adm/v2/sup/zap/chat/:id': () => undefined,
  'PUT /adm/v2/sup/zap/chat/:id': () => ({ attendantId: idOf('membro') }),
  'PUT /adm/v2/sup/zap/chat/:id/tags': () => ({ add: [] }),
  'POST /adm/v2/sup/zap/chat/:id/read': () => ({ messageId }),
  'POST /adm/v2/sup/zap/chat/:id/note': () => ({ text: 'Uma nota' }),
  'POST /adm/v2/sup/zap/send/:chatId': () => ({ textBody: 'Olá' }),
  'POST /adm/v2/sup/zap/send-template/:chatId': () => ({ name: 'aviso', language: 'pt_BR', components: [] }),
  'POST /adm/v2/sup/zap/message/:id/retry': () => ({}),
  'POST /adm/v2/sup/zap/message/:id/reaction': () => ({ emoji: '👍' }),
  'GET /adm/v2/sup/zap/msg-media/:id': () => undefined,
  'GET /adm/v2/sup/zap/msg-media/:id/address': () => undefined,
};
/** Answers of those who see the chat that are none of 200 and 201, since the message is no failed one, and there is no template. */
const otherwise: Record<string, number> = {
  'POST /adm/v2/sup/zap/send-template/:chatId': 400,
  'POST /adm/v2/sup/zap/message/:id/retry': 422,
  'POST /adm/v2/sup/zap/send-media/:chatId': 201,
};
const named = allRoutes()
  .filter(({ url }) => url.startsWith('/adm/v2/sup/') && /:(id|chatId)\b/.test(url))
  .filter(({ url }) => !/\/sup\/(contact|channel|answer|webhook)\b/.test(url));

describe('each route that names a chat or a message', () => {
  it('is among those that are tried', () => {
    const tried = [...Object.keys(bodies), 'POST /adm/v2/sup/zap/send-media/:chatId'];
    expect(named.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(tried.sort());
  });

  it.each(Object.keys(bodies))('%s', async (route) => {
    const [method = '', url = ''] = route.split(' ');
    const known = /msg-media|retry/.test(url) ? fileMessageId : url.includes('message/') ? messageId : chatId;
    const at = (id: number) => url.replace(/:(id|chatId)/, String(id));
    const body = bodies[route]?.();
    const [hidden, missing] = [
      await call('fora', method, at(known), body),
      await call('fora', method, at(900_000_001), body),
    ];
    expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
    for (const login of ['membro', 'chefe', 'admin'])
      expect([200, 201, otherwise[route]], login).toContain(
        (await call(login, method, at(known), body)).status,
      );
  });

  it('POST /adm/v2/sup/zap/send-media/:chatId', async () => {
    expect((await sendFile('fora', chatId)).status).toBe(404);
    expect((await sendFile('chefe', chatId)).status).toBe(201);
  });
});

describe('lists', () => {
  const ids = async (login: string, query = '') => {
    const { data } = await call<ChatList>(login, 'GET', `sup/zap/chat?${query}`);
    const { waiting, active, finished } = data.counts;
    return { ids: data.rows.map(({ id }) => id), total: data.totalRows, counts: waiting + active + finished };
  };

  it('have the chat, and count it, for those who see it', async () => {
    for (const query of ['', 'status=active', 'text=Sigiloso', `queueId=${queueId}`, 'tagId=1']) {
      const without = await ids('fora', query);
      for (const login of ['membro', 'chefe']) {
        const all = await ids(login, query);
        expect(all.ids, query).toContain(chatId);
        expect(without, query).toEqual({
          ids: all.ids.filter((id) => id !== chatId),
          total: all.total - 1,
          counts: all.counts - 1,
        });
      }
    }
  });

  it('of found messages have none of its messages, and a full page of others', async () => {
    const other = await addChat(null);
    const expected: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      expected.unshift(await addMessage(other, `Salarial aberto ${at}`));
      await addMessage(chatId, `Salarial oculto ${at}`);
    }
    const find = async (login: string, more = '') => {
      const { data } = await call<{ rows: { message: ChatMessage }[]; hasMore: boolean }>(
        login,
        'GET',
        `sup/zap/search?text=salarial&${more}`,
      );
      return { ids: data.rows.map(({ message }) => message.id), hasMore: data.hasMore };
    };
    expect(await find('fora')).toEqual({ ids: expected, hasMore: false });
    expect(await find('fora', 'perPage=2')).toEqual({ ids: expected.slice(0, 2), hasMore: true });
    expect((await find('membro')).ids).toHaveLength(7);
    expect((await find('chefe', 'perPage=2')).ids).not.toEqual(expected.slice(0, 2));
  });
});

describe('files', () => {
  it('are read by their ids, and by addresses that were signed before, by those alone who see the chat', async () => {
    for (const path of [`files/${fileId}`, `files/${fileId}/address`])
      expect((await call('fora', 'GET', path)).status).toBe(404);
    expect((await call('membro', 'GET', `files/${fileId}`)).body).toBe('um texto');
    await setAgents(queueId, ['membro', 'fora']);
    const { data } = await call<{ address: string }>(
      'fora',
      'GET',
      `sup/zap/msg-media/${fileMessageId}/address`,
    );
    expect((await call('fora', 'GET', data.address)).body).toBe('um texto');
    await setAgents(queueId, ['membro']);
    expect((await call('fora', 'GET', data.address)).status).toBe(404);
  });
});

describe('contacts', () => {
  it('are made of a chat that one sees, and none of a hidden one', async () => {
    const body = { name: 'Zeferino', fromChat: 'Y', chatId };
    const missing = await call('fora', 'POST', 'sup/contact', { ...body, chatId: 900_000_001 });
    expect(await call('fora', 'POST', 'sup/contact', body)).toEqual(missing);
  });

  it('have the hidden chats of their numbers, also after a merge and its undoing', async () => {
    const own = await addChat(queueId);
    const { rows } = await sql<{ number: string }>`
      select customer_number as number from support_chat where id = ${own}`.execute(owner());
    const contactInfo = [{ type: 'WHATSAPP', data: rows[0]!.number, active: 'Y', mainContact: 'Y' }];
    const contactOf = async () => {
      const { rows: found } = await sql<{ contact: number }>`
        select contact_id as contact from support_chat where id = ${own}`.execute(owner());
      return found[0]!.contact;
    };
    const made = await call<{ id: number }>('fora', 'POST', 'sup/contact', { name: 'Dona', contactInfo });
    expect(made.status, made.body).toBe(201);
    expect(await contactOf()).toBe(made.data.id);
    const other = await call<{ id: number; version: number }>('fora', 'POST', 'sup/contact', {
      name: 'Outra',
    });
    const merged = await call<{ version: number }>('fora', 'POST', `sup/contact/${other.data.id}/merge`, {
      otherId: made.data.id,
      version: other.data.version,
    });
    expect(merged.status, merged.body).toBe(200);
    expect(await contactOf()).toBe(other.data.id);
    await call('fora', 'POST', `sup/contact/${other.data.id}/unmerge`, {
      otherId: made.data.id,
      version: merged.data.version,
    });
    expect(await contactOf()).toBe(made.data.id);
    expect((await call('fora', 'DELETE', `sup/contact/${made.data.id}`)).status).toBe(200);
    const { rows: erased } = await sql<{ key: string }>`
      select customer_key as key from support_chat where id = ${own}`.execute(owner());
    expect(erased[0]!.key).toBe(`erased:${own}`);
  });

  it('begin no second chat with a number whose chat is hidden, which the refusal says', async () => {
    const recipientNum = String(last + 1);
    const hidden = await addChat(queueId);
    const answer = await call('fora', 'POST', 'sup/zap/chat', { channelId, recipientNum });
    expect([answer.status, answer.code, answer.errors[0]?.path]).toEqual([
      422,
      'RULE_BROKEN',
      '/recipientNum',
    ]);
    expect((await call<Chat>('membro', 'POST', 'sup/zap/chat', { channelId, recipientNum })).data.id).toBe(
      hidden,
    );
  });
});

describe('the agent of a chat', () => {
  it('sees it in any queue, and passes it on, after which it is gone for them', async () => {
    const own = await addChat(queueId);
    expect((await put('chefe', own, { attendantId: idOf('fora') })).status).toBe(200);
    expect((await call<ChatWithMessages>('fora', 'GET', `sup/zap/chat/${own}`)).data.queueId).toBe(queueId);
    expect((await call('fora', 'POST', `sup/zap/send/${own}`, { textBody: 'Olá' })).status).toBe(201);
    const passed = await put('fora', own, { attendantId: null });
    expect([passed.status, passed.data]).toEqual([200, null]);
    expect((await put('fora', own, { attendantId: idOf('fora') })).status).toBe(404);
  });

  it('who finishes it loses it, and it is finished', async () => {
    const own = await addChat(queueId);
    await put('chefe', own, { attendantId: idOf('fora') });
    expect(await put('fora', own, { isFinished: 'Y' })).toMatchObject({ status: 200, data: null });
    expect((await put<Chat>('membro', own, { isFinished: 'Y' })).data.isFinished).toBe('Y');
  });

  it('passes a chat of an open queue to a restricted one with a note that its agents read', async () => {
    const own = await addChat(openQueueId);
    expect(await put('fora', own, { queueId, note: 'É sobre a folha' })).toMatchObject({
      status: 200,
      data: null,
    });
    const { data } = await call<ChatWithMessages>('membro', 'GET', `sup/zap/chat/${own}`);
    expect(data.messages.map(({ content }) => content)).toContain('É sobre a folha');
    expect((await call('fora', 'GET', `sup/zap/chat/${own}`)).status).toBe(404);
  });
});

describe('the automation', () => {
  it('leaves a chat in its restricted queue when the customer writes again, since it would show its past', async () => {
    const kept = await addChat(queueId);
    const left = await addChat(openQueueId);
    for (const id of [kept, left]) {
      await put('membro', id, { isFinished: 'Y' });
      const message = await addMessage(id, 'Oi de novo');
      await inTenant(app.database, app.tenants.acme, 'write', (db) =>
        noteReceived(db, id, message, new Date()),
      );
    }
    const { rows } = await sql<{ queue: number | null }>`
      select queue_id as queue from support_chat where id in (${kept}, ${left}) order by id`.execute(owner());
    expect(rows.map(({ queue }) => queue)).toEqual([queueId, null]);
  });

  it('gives chats of a restricted queue without agents to nobody who does not see it', async () => {
    const empty = await addQueue('Diretoria', true, []);
    await sql`
      insert into support_rule (tenant_id, name, channel_id, assignment) values (${app.tenants.acme}, 'Regra', ${channelId}, 'load')`.execute(
      owner(),
    );
    await sql`update support_chat set is_active = false, is_finished = true, attendant_id = null`.execute(
      owner(),
    );
    const waiting = await addChat(empty);
    await sql`update session set last_seen_at = now()`.execute(owner());
    await inTenant(app.database, app.tenants.acme, 'write', (db) =>
      assignJob.run(
        { db, tenantId: app.tenants.acme } as Parameters<typeof assignJob.run>[0],
        { channelId },
        undefined,
      ),
    );
    const { rows } = await sql<{ login: string }>`
      select u.login from support_chat x join app_user u on u.id = x.attendant_id where x.id = ${waiting}`.execute(
      owner(),
    );
    expect(rows.map(({ login }) => login)).not.toContain('fora');
    expect(['chefe', 'admin']).toContain(rows[0]?.login);
    await sql`delete from support_rule`.execute(owner());
  });
});

describe('notes, the bell and the audit', () => {
  const bell = async (login: string) =>
    (await call<{ rows: Notification[] }>(login, 'GET', 'notifications')).data.rows.filter(
      ({ chat }) => chat?.id === chatId,
    );

  it('mention those alone who see the chat', async () => {
    const refused = await call('membro', 'POST', `sup/zap/chat/${chatId}/note`, {
      text: '@fora',
      mentions: [idOf('fora')],
    });
    expect(refused).toMatchObject({ status: 400, errors: [{ path: '/mentions/0' }] });
    await setAgents(queueId, ['membro', 'fora']);
    await call('membro', 'POST', `sup/zap/chat/${chatId}/note`, { text: '@fora', mentions: [idOf('fora')] });
    expect(await bell('fora')).toHaveLength(1);
    await setAgents(queueId, ['membro']);
    expect(await bell('fora')).toEqual([]);
  });

  it('show what was done to the chat to those who see it', async () => {
    const read = async (login: string) =>
      (await call<{ totalRows: number }>(login, 'GET', `audit?entity=support-chat&entityId=${chatId}`)).data
        .totalRows;
    expect(await read('admin')).toBeGreaterThan(0);
    expect(await read('auditora')).toBe(0);
    const file = await call('auditora', 'GET', 'audit/-/export?entity=support-chat');
    expect(file.body).not.toContain(`;${chatId};`);
  });
});

describe('datasets', () => {
  it('and their files need the supervision, and who has it sees all queues', async () => {
    await addChat(queueId);
    for (const path of ['support-open-figures', 'support-open-waiting', 'support-report-figures'])
      for (const login of ['fora', 'membro', 'relatora'])
        expect((await call(login, 'GET', `dataset/${path}`)).status, `${path} ${login}`).toBe(403);
    const figures = await call<{ rows: JsonObject[] }>('chefe', 'GET', 'dataset/support-open-waiting');
    expect(figures.status, figures.body).toBe(200);
    expect(figures.body).toContain('Zeferino Sigiloso');
  });

  it('read no rows of hidden chats, whatever a statement asks for', async () => {
    const count = (login: string) =>
      inTenant(app.database, app.tenants.acme, 'read', async (db) => {
        await sql`select set_config('app.user_id', ${String(idOf(login))}, true)`.execute(db);
        const { rows } = await sql<Record<string, number>>`
          select (select count(*)::int from support_chat where id = ${chatId}) as chat,
            (select count(*)::int from support_message where chat_id = ${chatId}) as messages,
            (select count(*)::int from support_media where message_id = ${fileMessageId}) as media,
            (select count(*)::int from support_chat_tag where chat_id = ${chatId}) as tags,
            (select count(*)::int from support_conversation where chat_id = ${chatId}) as conversations,
            (select count(*)::int from support_conversation_figures where chat_id = ${chatId}) as figures`.execute(
          db,
        );
        return Object.values(rows[0]!).map((one) => one > 0);
      });
    expect(await count('fora')).toEqual([false, false, false, false, false, false]);
    expect(await count('chefe')).toEqual([true, true, true, true, true, true]);
  });
});

describe('a restricted queue', () => {
  it('is not deleted while it hides chats, which names the way out; an open one is', async () => {
    const hides = await addQueue('Jurídico', true, ['membro']);
    const id = await addChat(hides);
    const refused = await call('admin', 'DELETE', `ent/support-queue/${hides}`);
    expect([refused.status, refused.code]).toEqual([422, 'RULE_BROKEN']);
    await put('membro', id, { queueId: null });
    expect((await call('admin', 'DELETE', `ent/support-queue/${hides}`)).status).toBe(200);
  });

  it('that is opened shows its chats to everybody', async () => {
    const opened = await addQueue('Compras', true, []);
    const id = await addChat(opened);
    expect((await call('fora', 'GET', `sup/zap/chat/${id}`)).status).toBe(404);
    await call('admin', 'PUT', `ent/support-queue/${opened}`, { restricted: false });
    expect((await call('fora', 'GET', `sup/zap/chat/${id}`)).status).toBe(200);
  });
});

describe('events', () => {
  let sockets: Record<string, TestSocket> = {};
  beforeEach(async () => {
    for (const socket of Object.values(sockets)) socket.socket.terminate();
    sockets = {};
    await setAgents(queueId, ['membro']);
    for (const login of ['fora', 'membro', 'chefe']) {
      sockets[login] = await TestSocket.open(port, await app.sessionOf(app.tenants.acme, login));
      await sockets[login].subscribe('support');
    }
  });
  afterAll(() => Object.values(sockets).forEach(({ socket }) => socket.terminate()));

  const said = (login: string, text: string) =>
    sockets[login]!.frames.filter((frame) => JSON.stringify(frame).includes(text));
  const about = (login: string, chat: number) =>
    sockets[login]!.frames.map(({ type, data }) => ({
      type,
      data: data as SupportEvents['CHAT_UPD'] | null,
    })).filter(({ data }) => data?.chatId === chat);
  /** Tells everybody of an open chat: what came before it has come. */
  async function fence(): Promise<void> {
    const open = await addChat(null);
    for (const socket of Object.values(sockets))
      for (;;) {
        const { data } = await socket.next('CHAT_UPD');
        if ((data as { chatId?: number }).chatId === open) break;
      }
  }
  const send = (login: string, id: number, text: string) =>
    call(login, 'POST', `sup/zap/send/${id}`, { textBody: text });

  it('of a hidden chat reach those who see it', async () => {
    const own = await addChat(queueId);
    await send('membro', own, 'Palavra-chave-um');
    await fence();
    expect(said('chefe', 'Palavra-chave-um')).not.toEqual([]);
    expect(said('membro', 'Palavra-chave-um')).not.toEqual([]);
    expect(said('fora', 'Palavra-chave-um')).toEqual([]);
    expect(about('fora', own).filter(({ type }) => type !== 'CHAT_UPD')).toEqual([]);
  });

  it('remove a chat that is passed to the queue, without its content, and bring it when it comes back', async () => {
    const moved = await addChat(openQueueId);
    // An event that is delivered after the move is judged by where the chat is then.
    await fence();
    await put('membro', moved, { queueId, note: 'Nota-sigilosa' });
    await fence();
    expect(about('fora', moved)).toEqual([
      { type: 'CHAT_UPD', data: { chatId: moved, chat: expect.objectContaining({ queueId: null }) } },
      { type: 'CHAT_UPD', data: { chatId: moved, chat: null } },
    ]);
    expect(said('chefe', 'Nota-sigilosa')).not.toEqual([]);
    await put('membro', moved, { queueId: openQueueId });
    await fence();
    expect(about('fora', moved).at(-1)?.data?.chat).toMatchObject({ id: moved, queueId: openQueueId });
  });

  it('that are written while a chat is passed on are judged by where it is when they are delivered', async () => {
    const moved = await addChat(openQueueId);
    await fence();
    const before = await app.database.enter(app.tenants.acme, null, 'write');
    const own = await addMessage(moved, 'Gravada-antes');
    await publishMessages(before.db, [{ id: own, type: 'MSG_RECEIVED' }]);
    await put('membro', moved, { queueId });
    await before.commit();
    await fence();
    expect(said('chefe', 'Gravada-antes')).not.toEqual([]);
    expect(said('fora', 'Gravada-antes')).toEqual([]);
  });

  it('tell who becomes an agent of the queue, or is one no more, to load again', async () => {
    const own = await addChat(queueId);
    const seen = sockets['fora']!.of('SNAPSHOT').length;
    await setAgents(queueId, ['membro', 'fora']);
    expect((await sockets['fora']!.next('SNAPSHOT')).topic).toBe('support');
    await send('membro', own, 'Palavra-chave-dois');
    await sockets['fora']!.next('MSG_SENT');
    expect(said('fora', 'Palavra-chave-dois')).not.toEqual([]);
    await setAgents(queueId, ['membro']);
    await sockets['fora']!.next('SNAPSHOT');
    await send('membro', own, 'Palavra-chave-tres');
    await fence();
    expect(said('fora', 'Palavra-chave-tres')).toEqual([]);
    expect(sockets['fora']!.of('SNAPSHOT')).toHaveLength(seen + 2);
    expect(sockets['chefe']!.of('SNAPSHOT')).toEqual([]);
  });

  it('that were missed are not replayed to who does not see all: they load again', async () => {
    const own = await addChat(queueId);
    const { seq } = sockets['fora']!.of('SUBSCRIBED')[0]!;
    await send('membro', own, 'Palavra-chave-quatro');
    await fence();
    expect(said('membro', 'Palavra-chave-quatro')).not.toEqual([]);
    const late = await TestSocket.open(port, await app.sessionOf(app.tenants.acme, 'fora'));
    late.send({ type: 'SUB', topics: { support: seq } });
    await late.next('SNAPSHOT', 'support');
    await late.settle();
    expect(late.frames.filter((frame) => JSON.stringify(frame).includes('Palavra-chave-quatro'))).toEqual([]);
    late.socket.terminate();
  });

  it('of presence name nobody to who does not see the chat, and leave who loses it', async () => {
    const own = await addChat(openQueueId);
    await sockets['fora']!.subscribe(`presence:chat:${own}`, `presence:chat-reply:${own}`);
    await sockets['membro']!.subscribe(`presence:chat:${own}`);
    const [refused] = await sockets['fora']!.subscribe(`presence:chat:${chatId}`);
    expect(refused).toMatchObject({ type: 'ERROR', data: { code: 'NOT_FOUND' } });
    await put('membro', own, { queueId });
    const gone = [await sockets['fora']!.next('ERROR'), await sockets['fora']!.next('ERROR')];
    expect(gone.map(({ topic }) => topic).sort()).toEqual([
      `presence:chat-reply:${own}`,
      `presence:chat:${own}`,
    ]);
    for (;;) {
      const { data } = await sockets['membro']!.next('PRESENCE', `presence:chat:${own}`);
      const { people: here } = data as { people: { id: number }[] };
      if (here.every(({ id }) => id !== idOf('fora'))) break;
    }
  });

  it('of contacts name the chats that the person sees', async () => {
    const recipientNum = String(last + 1);
    const own = await addChat(queueId);
    const contactInfo = [{ type: 'WHATSAPP', data: `55${recipientNum}`, active: 'Y', mainContact: 'Y' }];
    await call('fora', 'POST', 'sup/contact', { name: 'Contato-do-oculto', contactInfo });
    const chatIds = async (login: string) =>
      ((await sockets[login]!.next('CONTACT_UPD')).data as { chatIds: number[] }).chatIds;
    expect([await chatIds('fora'), await chatIds('chefe')]).toEqual([[], [own]]);
  });
});
