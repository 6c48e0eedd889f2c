import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { cnpjOf } from '../../contracts/formats.ts';
import { slowConnections } from '../kernel/metrics.ts';
import { resources } from '../resources.ts';
import { screenNumber } from '../domains/access/group/permission-screen.ts';
import { addPerson, encipher, type Person } from '../testing/people.ts';
import { testApp, type TestApp } from '../testing.ts';
import { listen, TestSocket } from './testing.ts';

/** The real-time connection: over real sockets, with the real resources. */

type Headers = Record<string, string>;

let app: TestApp;
let port: number;
let admin: Headers;
let foreign: Headers;
let reader: Person;
let serial = 0;
const open: TestSocket[] = [];

beforeAll(async () => {
  app = await testApp({ resources });
  port = await listen(app);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  foreign = await app.sessionOf(app.tenants.beta, 'admin');
  reader = await addPerson(app, 'reader', { 'basic-company': 'r' });
});
afterEach(() => {
  for (const client of open.splice(0)) client.socket.terminate();
});
afterAll(() => app.close());

async function connect(headers: Headers = admin, query?: string): Promise<TestSocket> {
  const client = await TestSocket.open(port, headers, query);
  open.push(client);
  return client;
}

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = admin) =>
  app.inject({ method, url, headers, ...(payload ? { payload } : {}) });

/** A CNPJ that no other company has. */
const cnpj = (): string => cnpjOf((serial += 1));

const company = (name = 'Nova'): { name: string; cnpj: string } => ({ name, cnpj: cnpj() });

async function addCompany(headers = admin): Promise<number> {
  const answer = await call('POST', '/adm/v2/ent/company', company(), headers);
  expect(answer.statusCode).toBe(201);
  return answer.json().data.id as number;
}

const readerSession = (): Promise<Headers> => app.sessionOf(app.tenants.acme, 'reader');

describe('the upgrade', () => {
  it('needs a live token of the tenant', async () => {
    const token = admin.authorization!.slice(7);
    await expect(TestSocket.open(port, admin, 'lang=en')).rejects.toThrow('401');
    await expect(TestSocket.open(port, admin, `token=${token}x`)).rejects.toThrow('401');
    await expect(TestSocket.open(port, { host: 'beta.localhost' }, `token=${token}`)).rejects.toThrow('401');
    await expect(TestSocket.open(port, { host: 'unknown.example' }, `token=${token}`)).rejects.toThrow('404');
    const ended = await readerSession();
    await call('POST', '/adm/v2/sec/logout', undefined, ended);
    await expect(TestSocket.open(port, ended)).rejects.toThrow('401');
  });

  it('takes a ticket in place of the token too, once', async () => {
    const { ticket } = (await call('POST', '/adm/v2/ws/ticket')).json().data as { ticket: string };
    const client = await connect(admin, `token=${ticket}`);
    await client.settle();
    await expect(TestSocket.open(port, admin, `token=${ticket}`)).rejects.toThrow('401');
  });

  it('takes a ticket once, within a minute', async () => {
    const answer = await call('POST', '/adm/v2/ws/ticket');
    const { ticket } = answer.json().data as { ticket: string };
    await expect(TestSocket.open(port, foreign, `ticket=${ticket}`)).rejects.toThrow('401');
    const client = await connect(admin, `ticket=${ticket}`);
    await client.settle();
    await expect(TestSocket.open(port, admin, `ticket=${ticket}`)).rejects.toThrow('401');
    const late = (await call('POST', '/adm/v2/ws/ticket')).json().data.ticket as string;
    await sql`update socket_ticket set expires_at = now() - interval '1 second'`.execute(app.database.owner);
    await expect(TestSocket.open(port, admin, `ticket=${late}`)).rejects.toThrow('401');
  });

  it('belongs to its address alone', async () => {
    const plain = await call('GET', `/adm/v2/ws?token=${admin.authorization!.slice(7)}`);
    expect(plain.statusCode).toBe(426);
    expect((await call('GET', '/adm/v2/ws')).statusCode).toBe(401);
    const { WebSocket } = await import('ws');
    const other = new WebSocket(`ws://127.0.0.1:${port}/adm/v2/sec/me`, {
      headers: { host: 'localhost', ...admin },
    });
    await expect(new Promise((_, reject) => other.on('error', reject))).rejects.toThrow('404');
  });

  it('is limited to 20 connections of a person', async () => {
    const headers = await readerSession();
    for (let at = 0; at < 20; at += 1) await connect(headers);
    await expect(TestSocket.open(port, headers)).rejects.toThrow('429');
  });
});

describe('frames', () => {
  it('answers PING with PONG', async () => {
    const client = await connect();
    client.send({ type: 'PING' });
    expect(await client.next()).toEqual({ type: 'PONG', topic: null, data: null, seq: null });
  });

  it.each([
    ['{', 'BAD_JSON'],
    ['', 'BAD_JSON'],
    ['[]', 'VALIDATION_FAILED'],
    ['{"type":"SUB"}', 'VALIDATION_FAILED'],
    ['{"type":"SUB","topics":["a b"]}', 'VALIDATION_FAILED'],
    ['{"type":"SUB","topics":{"def":-1}}', 'VALIDATION_FAILED'],
    ['{"type":"SUB","topics":{"__proto__ ":1}}', 'VALIDATION_FAILED'],
    ['{"type":"DROP"}', 'VALIDATION_FAILED'],
  ])('answers %s with an error, and goes on', async (text, code) => {
    const client = await connect();
    client.send(text);
    const { type, data } = await client.next();
    expect([type, data]).toEqual(['ERROR', { code, message: expect.stringMatching(/^The message/) }]);
    await client.settle();
  });

  it('ends a connection that sends 30,001 bytes', async () => {
    const client = await connect();
    client.send('x'.repeat(30_001));
    expect(await client.closed).toBe(1009);
  });

  it('ends a connection that sends a message in thousands of fragments', async () => {
    const client = await connect();
    for (let at = 0; at < 30_000; at += 1) client.socket.send('x', { fin: false });
    expect(await client.closed).not.toBe(1000);
  });

  it('ends a connection that floods', async () => {
    const client = await connect();
    for (let at = 0; at < 200; at += 1) client.send({ type: 'PING' });
    expect(await client.closed).toBe(4429);
    expect(client.of('ERROR')[0]?.data).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('refuses 10,000 topics', async () => {
    const client = await connect();
    for (let at = 0; at < 10; at += 1) {
      const topics = Array.from({ length: 1000 }, (_, one) => `record:company:${at}${one}`);
      client.send({ type: 'SUB', topics });
    }
    for (let at = 0; at < 10; at += 1)
      expect((await client.next('ERROR')).data).toMatchObject({ code: 'VALIDATION_FAILED' });
    await client.settle();
    expect(client.frames).toHaveLength(11);
  });
});

describe('subscriptions', () => {
  it('refuses what does not exist, is foreign, or is not allowed', async () => {
    const theirs = (await call('POST', '/adm/v2/ent/company', company(), foreign)).json().data.id as number;
    const client = await connect(await readerSession());
    const topics = {
      'room:7': 'NOT_FOUND',
      'board:7': 'FORBIDDEN',
      toString: 'NOT_FOUND',
      'entity:nothing': 'NOT_FOUND',
      'entity:user': 'FORBIDDEN',
      'record:user:1': 'FORBIDDEN',
      'record:company:x': 'NOT_FOUND',
      'record:company:1:2': 'NOT_FOUND',
      'record:company:99999999999999999999': 'NOT_FOUND',
      [`record:company:${theirs}`]: 'NOT_FOUND',
      'me:1': 'NOT_FOUND',
      'def:x': 'NOT_FOUND',
      'view:1': 'FORBIDDEN',
      'presence:view:1': 'FORBIDDEN',
      'presence:widget:sales': 'FORBIDDEN',
      'presence:entity:user': 'FORBIDDEN',
      'presence:presence:def': 'NOT_FOUND',
    };
    const answers = await client.subscribe(...Object.keys(topics));
    const codes = answers.map(({ topic, data }) => [topic, (data as { code?: string } | null)?.code]);
    expect(Object.fromEntries(codes)).toEqual(topics);
  });

  it('deliver the changes of an entity and of a record, in order', async () => {
    const id = await addCompany();
    const client = await connect(await readerSession());
    const record = `record:company:${id}`;
    await client.subscribe('entity:company', record);
    await call('PUT', `/adm/v2/ent/company/${id}`, { tradeName: 'Outra', version: 1 });
    const other = await addCompany();
    await call('DELETE', `/adm/v2/ent/company/${id}`, undefined);
    await client.next('CHANGED', record);
    const gone = await client.next('CHANGED', record);
    await client.settle();
    const events = client.of('CHANGED').filter(({ topic }) => topic === 'entity:company');
    expect(events.map(({ data }) => data)).toEqual([
      { changes: [{ verb: 'update', id, version: 2 }] },
      { changes: [{ verb: 'create', id: other, version: 1 }] },
      { changes: [{ verb: 'delete', id }] },
    ]);
    const [first = 0, ...rest] = events.map(({ seq }) => seq!);
    expect(rest).toEqual([first + 1, first + 2]);
    expect(gone).toMatchObject({ seq: first + 2, data: { changes: [{ verb: 'delete', id }] } });
  });

  it('get one event of a gesture, and none of what was refused or rolled back', async () => {
    const ids = [await addCompany(), await addCompany(), await addCompany()];
    const client = await connect();
    await client.subscribe('entity:company');
    const bulk = { ids: [...ids, 999_999], set: { tradeName: 'Juntas' } };
    expect((await call('POST', '/adm/v2/ent/company/-/bulk', bulk)).statusCode).toBe(200);
    expect((await call('POST', '/adm/v2/ent/company', { name: 'Sem CNPJ' })).statusCode).toBe(400);
    const double = { name: 'Dupla', cnpj: company().cnpj };
    await call('POST', '/adm/v2/ent/company', double);
    expect((await call('POST', '/adm/v2/ent/company', double)).statusCode).toBe(409);
    const last = await addCompany();
    const seen: unknown[] = [];
    while (!JSON.stringify(seen.at(-1) ?? null).includes(`"id":${last},`))
      seen.push((await client.next('CHANGED')).data);
    expect(seen).toHaveLength(3);
    expect(seen[0]).toEqual({ changes: ids.map((id) => ({ verb: 'update', id, version: 2 })) });
  });

  it('pass an event that cannot be read, in whose place the page loads again, and go on', async () => {
    const id = await addCompany();
    const client = await connect();
    const record = `record:company:${id}`;
    await client.subscribe(record, 'entity:user');
    const { rows } = await sql<{ seq: number }>`
      with next as (
        update topic set seq = seq + 1 where name = 'entity:company' and tenant_id = ${app.tenants.acme}
        returning tenant_id, id, seq
      )
      insert into event (tenant_id, topic_id, seq, type, data)
      select tenant_id, id, seq, 'CHANGED', '{"changes": 5}' from next returning seq`.execute(
      app.database.owner,
    );
    await call('PUT', `/adm/v2/ent/company/${id}`, { tradeName: 'Outra', version: 1 });
    expect(await client.next('SNAPSHOT', record)).toMatchObject({ seq: rows[0]!.seq });
    expect(await client.next('CHANGED', record)).toMatchObject({ seq: rows[0]!.seq + 1 });
  });

  it('end with UNSUB', async () => {
    const client = await connect();
    await client.subscribe('entity:company', 'def');
    client.send({ type: 'UNSUB', topics: ['entity:company'] });
    await client.settle();
    await addCompany();
    const watcher = await connect();
    await watcher.subscribe('entity:company');
    await addCompany();
    await watcher.next('CHANGED');
    await client.settle();
    expect(client.of('CHANGED')).toEqual([]);
  });

  it('deliver the changes of access groups', async () => {
    const client = await connect();
    expect((await client.subscribe('entity:access-group'))[0]).toMatchObject({ type: 'SUBSCRIBED' });
    const created = await call('POST', '/adm/v2/cas/agrp', { nomeGrupo: 'Grupo novo', active: 'Y' });
    expect(created.statusCode, created.body).toBeLessThan(300);
    expect((await client.next('CHANGED')).data).toMatchObject({ changes: [{ verb: 'create', version: 1 }] });
    const { id } = ((await client.frames.at(-1))!.data as { changes: { id: number }[] }).changes[0]!;
    expect((await client.subscribe(`record:access-group:${id}`))[0]).toMatchObject({ type: 'SUBSCRIBED' });
    expect((await client.subscribe('record:access-group:999999'))[0]).toMatchObject({ type: 'ERROR' });
  });

  it('concern a person’s own record and definitions, whose names are for editors', async () => {
    const headers = await readerSession();
    const [own, editor] = [await connect(headers), await connect()];
    await own.subscribe(`me:${reader.id}`, 'def');
    await editor.subscribe('def');
    await call('PUT', `/adm/v2/sec/user/${reader.id}`, { name: 'Outro nome' });
    expect((await own.next('PROFILE')).data).toEqual({ version: 2 });
    const definition = {
      kind: 'screen',
      formatVersion: 1,
      id: 'my-screen',
      path: '/my-screen',
      title: 'Minha',
      access: { session: true },
      body: [],
    };
    const saved = await call('POST', '/adm/v2/def', { definition });
    expect(saved.statusCode, saved.body).toBe(200);
    const { version } = saved.json().data as { version: number };
    await call('POST', '/adm/v2/def/screen/my-screen/publish', { comment: 'Pronta', version });
    expect((await editor.next('DEFINITION')).data).toMatchObject({
      definition: { verb: 'save', id: 'my-screen' },
    });
    expect((await editor.next('DEFINITION')).data).toMatchObject({
      definition: { verb: 'publish', version },
    });
    expect((await own.next('DEFINITION')).data).toEqual({ definition: null });
    await own.settle();
    expect(own.of('DEFINITION')).toHaveLength(1);
  });
});

describe('replay', () => {
  it('sends what a client missed, and nothing twice', async () => {
    const first = await connect();
    const [confirmed] = await first.subscribe('entity:company');
    const ids = [await addCompany()];
    const { seq } = await first.next('CHANGED');
    expect(seq).toBe(confirmed!.seq! + 1);
    first.socket.terminate();
    for (let at = 0; at < 20; at += 1) ids.push(await addCompany());
    const again = await connect();
    again.send({ type: 'SUB', topics: { 'entity:company': seq } });
    const writing = addCompany();
    while (again.of('CHANGED').length < 21) await again.next('CHANGED');
    ids.push(await writing);
    expect(again.frames[0]).toMatchObject({ type: 'SUBSCRIBED', seq });
    expect(again.of('CHANGED').map((frame) => frame.seq)).toEqual(ids.slice(1).map((_, at) => seq! + 1 + at));
    expect(
      again.of('CHANGED').map(({ data }) => (data as { changes: { id: number }[] }).changes[0]!.id),
    ).toEqual(ids.slice(1));
  });

  it('answers a snapshot for what is no longer stored, and for a number of the future', async () => {
    const client = await connect();
    const [confirmed] = await client.subscribe('entity:company');
    const from = confirmed!.seq!;
    for (let at = 0; at < 3; at += 1) await addCompany();
    // Events are deleted long after they were delivered.
    while (client.of('CHANGED').length < 3) await client.next('CHANGED');
    await sql`delete from event where seq <= ${from + 2} and tenant_id = ${app.tenants.acme} and topic_id in
      (select id from topic where name = 'entity:company')`.execute(app.database.owner);
    const late = await connect();
    late.send({ type: 'SUB', topics: { 'entity:company': from } });
    expect(await late.next('SNAPSHOT')).toMatchObject({ topic: 'entity:company', seq: from + 3 });
    late.send({ type: 'SUB', topics: { 'entity:company': from + 2 } });
    expect(await late.next('CHANGED')).toMatchObject({ seq: from + 3 });
    late.send({ type: 'SUB', topics: { 'entity:company': from + 1000 } });
    expect(await late.next('SNAPSHOT')).toMatchObject({ seq: from + 3 });
    await addCompany();
    expect(await late.next('CHANGED')).toMatchObject({ seq: from + 4 });
  });
});

it('an event is encoded once, however many connections follow its topic', async () => {
  const [mine, others] = [await readerSession(), await app.sessionOf(app.tenants.acme, 'admin')];
  const clients = await Promise.all(
    Array.from({ length: 24 }, (_, at) => connect(at % 2 === 0 ? mine : others)),
  );
  await Promise.all(clients.map((client) => client.subscribe('entity:company')));
  const stringify = vi.spyOn(JSON, 'stringify');
  await addCompany();
  await Promise.all(clients.map((client) => client.next('CHANGED', 'entity:company')));
  const encoded = stringify.mock.calls.filter(([value]) => (value as { type?: string })?.type === 'CHANGED');
  stringify.mockRestore();
  expect(encoded).toHaveLength(1);
});

describe('rights', () => {
  const setRight = (can_read: boolean) =>
    app.database.owner
      .updateTable('access_group_screen')
      .set({ can_read })
      .where('screen_key', '=', 'basic-company')
      .execute();

  it('that are taken end the subscriptions, and come back with a new one', async () => {
    const client = await connect(await readerSession());
    await client.subscribe('entity:company', `me:${reader.id}`);
    await setRight(false);
    await addCompany();
    expect(await client.next('ERROR')).toMatchObject({
      topic: 'entity:company',
      data: { code: 'FORBIDDEN' },
    });
    await client.next('RIGHTS');
    await client.settle();
    expect(client.of('CHANGED')).toEqual([]);
    expect((await client.subscribe('entity:company'))[0]).toMatchObject({ type: 'ERROR' });
    await setRight(true);
    await client.next('RIGHTS');
    expect((await client.subscribe('entity:company'))[0]).toMatchObject({ type: 'SUBSCRIBED' });
  });

  it('have one digest in the menu, in a ticket and in the frame that tells of their change', async () => {
    const headers = await readerSession();
    const read = async (method: 'GET' | 'POST', url: string) =>
      (await app.inject({ method, url, headers })).json().data.rights as string;
    const both = () =>
      Promise.all([read('GET', '/adm/v2/home/menu2'), read('POST', '/adm/v2/ws/ticket')] as const);
    const client = await connect(headers);
    const [before, ofTicket] = await both();
    expect(ofTicket).toBe(before);
    await setRight(false);
    const { data } = await client.next('RIGHTS');
    expect(await both()).toEqual([data, data]);
    expect(data).not.toBe(before);
    await setRight(true);
    expect((await client.next('RIGHTS')).data).toBe(before);
  });

  it('that change, and a session that ends, while a connection is being opened reach it', async () => {
    const headers = await readerSession();
    const watcher = await connect(headers);
    await watcher.settle();
    const { options } = app.fastify.websocketServer;
    /** Opens a connection, and does something between the check of its session and its handshake. */
    const connectDuring = (work: () => Promise<unknown>): Promise<TestSocket> => {
      options.verifyClient = (_info: unknown, done: (isRight: boolean) => void) => {
        options.verifyClient = undefined;
        void work().then(() => done(true));
      };
      return connect(headers);
    };
    const client = await connectDuring(async () => {
      await setRight(false);
      await watcher.next('RIGHTS');
    });
    await client.next('RIGHTS');
    await setRight(true);
    await client.next('RIGHTS');
    const late = await connectDuring(async () => {
      await call('POST', '/adm/v2/sec/logout', undefined, headers);
      await watcher.closed;
    });
    await late.closed;
  });

  it('that change between a ticket and its connection are announced when it opens', async () => {
    const headers = await readerSession();
    const ticketNow = async () =>
      (await call('POST', '/adm/v2/ws/ticket', undefined, headers)).json().data as {
        ticket: string;
        rights: string;
      };
    const { ticket, rights } = await ticketNow();
    await setRight(false);
    const client = await connect(headers, `ticket=${ticket}`);
    const changed = (await client.next('RIGHTS')).data;
    expect(changed).toBe((await ticketNow()).rights);
    expect(changed).not.toBe(rights);
    await setRight(true);
    const unchanged = await connect(headers, `ticket=${(await ticketNow()).ticket}`);
    await unchanged.subscribe('entity:company');
    await unchanged.settle();
    expect(unchanged.of('RIGHTS')).toEqual([]);
  });

  it('that a subscription has read before their notification are announced all the same', async () => {
    const trigger = (state: 'disable' | 'enable') =>
      sql.raw(`alter table access_group_screen ${state} trigger rights_changed`).execute(app.database.owner);
    const client = await connect(await readerSession());
    await client.subscribe(`me:${reader.id}`);
    await trigger('disable');
    await setRight(false);
    await trigger('enable');
    await client.subscribe('def');
    await sql`select pg_notify('molde', ${`r:${app.tenants.acme}:*`})`.execute(app.database.owner);
    await client.next('RIGHTS');
    await setRight(true);
    await client.next('RIGHTS');
  });

  it('that change while events come lose none', async () => {
    const client = await connect(await readerSession());
    await client.subscribe('entity:company');
    const ids: number[] = [];
    for (let at = 0; at < 10; at += 1) {
      await app.database.owner
        .insertInto('access_group_screen')
        .columns(['tenant_id', 'group_id', 'screen_key', 'can_read'])
        .expression((query) =>
          query
            .selectFrom('access_group')
            .where('name', '=', 'Grupo reader')
            .select([
              'tenant_id',
              'id',
              sql<string>`${`other-${at}`}`.as('key'),
              sql<boolean>`true`.as('can_read'),
            ]),
        )
        .execute();
      ids.push(await addCompany());
    }
    while (client.of('CHANGED').length < 10) await client.next('CHANGED');
    const seen = client
      .of('CHANGED')
      .map(({ data }) => (data as { changes: { id: number }[] }).changes[0]!.id);
    expect(seen).toEqual(ids);
  });

  it('that change in two ways at once are read once more, and events go on', async () => {
    const client = await connect(await readerSession());
    await client.subscribe('entity:company');
    const answer = await app.inject({
      method: 'POST',
      url: '/adm/v2/cas/agrp',
      headers: admin,
      payload: {
        nomeGrupo: 'Duas mudanças de uma vez',
        newUsers: [reader.id],
        newPermissions: [
          {
            telaId: screenNumber('basic-uo'),
            flagConsulta: 'Y',
            flagInclusao: 'N',
            flagAlteracao: 'N',
            flagExclusao: 'N',
          },
        ],
      },
    });
    expect(answer.statusCode).toBe(201);
    await client.next('RIGHTS');
    await addCompany();
    await client.next('CHANGED', 'entity:company');
  });

  it('end with the session: sign-out, deactivation, expiry, a new password', async () => {
    const signedOut = await readerSession();
    const first = await connect(signedOut);
    await call('POST', '/adm/v2/sec/logout', undefined, signedOut);
    expect(await first.closed).toBe(4401);

    const second = await connect(await readerSession());
    const third = await connect(await readerSession());
    const off = await call('PUT', `/adm/v2/sec/user/${reader.id}`, { isActive: 'N' });
    expect(off.statusCode).toBe(200);
    expect(await second.closed).toBe(4401);
    expect(await third.closed).toBe(4401);
    await call('PUT', `/adm/v2/sec/user/${reader.id}`, { isActive: 'Y' });

    const session = await readerSession();
    const sessionId = JSON.parse(Buffer.from(session.authorization!.split('.')[1]!, 'base64url').toString())
      .sid as string;
    const expiresAt = Math.floor(Date.now() / 1000) + 2;
    const tenantId = app.tenants.acme;
    const token = await app.kernel.tokens.sign({ userId: reader.id, sessionId, tenantId, expiresAt });
    expect(await (await connect({ authorization: `Bearer ${token}` })).closed).toBe(4401);

    const own = await readerSession();
    const fifth = await connect(own);
    const [password, currentPassword] = [encipher('uma senha bem nova 7'), encipher('molde-demo')];
    const changed = await call(
      'PUT',
      '/adm/v2/sec/me',
      { password, confirm_password: password, currentPassword },
      own,
    );
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await fifth.closed).toBe(4401);
  });

  it('end when the whole tenant is disabled', async () => {
    const client = await connect(foreign);
    const set = (is_active: boolean) =>
      app.database.owner
        .updateTable('tenant')
        .set({ is_active })
        .where('id', '=', app.tenants.beta)
        .execute();
    await set(false);
    expect(await client.closed).toBe(4401);
    await set(true);
  });
});

describe('views', () => {
  const createView = async (from?: Parameters<typeof call>[3]): Promise<number> => {
    const body = { title: `Visão ${Math.random()}`, layoutType: 'C', layout: [] };
    return (await call('POST', '/adm/v2/dash', body, from)).json().data.dashId as number;
  };

  it('have a topic for those who administer them, with the events of that view alone', async () => {
    const [id, other] = [await createView(), await createView()];
    const theirs = await createView(foreign);
    const client = await connect();
    const missing = [`view:${theirs + 1_000}`, 'view:0', 'view:x', `view:${id}:1`, 'view'];
    for (const { type, data } of await client.subscribe(...missing))
      expect({ type, code: (data as { code: string }).code }).toEqual({ type: 'ERROR', code: 'NOT_FOUND' });
    expect((await client.subscribe(`view:${id}`))[0]).toMatchObject({ type: 'SUBSCRIBED' });
    for (const dashId of [other, id]) {
      const { definition, version } = (await call('GET', `/adm/v2/dash/${dashId}/draft`)).json().data;
      const changed = { ...definition, title: `Outra ${dashId}` };
      await call('PUT', `/adm/v2/dash/${dashId}/draft`, { definition: changed, version });
    }
    const event = await client.next('DEFINITION', `view:${id}`);
    expect(event.data).toMatchObject({ definition: { verb: 'save', kind: 'dashboard', id: `dash-${id}` } });
  });

  it('name who is in their editor', async () => {
    const topic = `presence:view:${await createView()}`;
    const one = await connect();
    await one.subscribe(topic);
    expect((await one.next('PRESENCE')).data).toMatchObject({ total: 1 });
  });
});

describe('saved widgets', () => {
  it('have a topic for those who administer them, and name who is in their editor', async () => {
    const content = {
      body: [{ id: 'text', type: 'text', at: { x: 0, y: 0, w: 6, h: 3 }, props: { text: 'x' } }],
    };
    const created = await call('POST', '/adm/v2/widget', { title: `Widget ${Math.random()}`, content });
    const { id } = created.json().data as { id: string };
    const client = await connect();
    const [missing] = await client.subscribe(`widget:${id}-other`);
    expect(missing).toMatchObject({ type: 'ERROR', data: { code: 'NOT_FOUND' } });
    expect((await client.subscribe(`widget:${id}`))[0]).toMatchObject({ type: 'SUBSCRIBED' });
    const { definition, version } = (await call('GET', `/adm/v2/widget/${id}/draft`)).json().data;
    const changed = { ...definition, title: 'Outro' };
    await call('PUT', `/adm/v2/widget/${id}/draft`, { definition: changed, version });
    const event = await client.next('DEFINITION', `widget:${id}`);
    expect(event.data).toMatchObject({ definition: { verb: 'save', kind: 'widget', id } });
    await client.subscribe(`presence:widget:${id}`);
    expect((await client.next('PRESENCE')).data).toMatchObject({ total: 1 });
  });
});

describe('presence', () => {
  it('names who is in a record, once each', async () => {
    const id = await addCompany();
    const topic = `presence:record:company:${id}`;
    const [one, tab, other] = [await connect(), await connect(), await connect(await readerSession())];
    await one.subscribe(topic);
    await tab.subscribe(topic);
    await other.subscribe(topic);
    const both = await other.next('PRESENCE');
    expect(both.data).toMatchObject({ total: 2 });
    while ((one.of('PRESENCE').at(-1)?.data as { total: number } | undefined)?.total !== 2)
      await one.next('PRESENCE');
    other.socket.terminate();
    while ((one.of('PRESENCE').at(-1)!.data as { total: number }).total !== 1) await one.next('PRESENCE');
    const people = (one.of('PRESENCE').at(-1)!.data as { people: unknown[] }).people;
    expect(people).toEqual([{ id: expect.any(Number), name: 'Administração', photourl: null }]);
  });

  it('names who has a card open to those alone who see its project', async () => {
    await addPerson(app, 'outsider', { 'ppm-projects': 'r', 'ppm-boards': 'r' });
    const agile = (path: string, body: object) => call('POST', `/handler/v2/agile/${path}`, body);
    const add = async (fields: object) => {
      const answer = await agile('projects', {
        title: 'Obra',
        summaryTitle: 'Sumário',
        startDate: '2026-01-10',
        endDate: '2099-02-10',
        ...fields,
      });
      const task = await agile('tasks', { projectId: answer.json().data.id, title: 'Tarefa' });
      return task.json().data.id as number;
    };
    const [secret, seen] = [await add({ restricted: true }), await add({})];
    const mine = await connect();
    await mine.subscribe(`presence:record:task:${secret}`, `presence:record:task:${seen}`);
    const other = await connect(await app.sessionOf(app.tenants.acme, 'outsider'));
    const answers = await other.subscribe(`presence:record:task:${secret}`, `presence:record:task:${seen}`);
    expect(answers.map(({ topic, type }) => [topic, type])).toEqual([
      [`presence:record:task:${secret}`, 'ERROR'],
      [`presence:record:task:${seen}`, 'SUBSCRIBED'],
    ]);
    await other.next('PRESENCE');
    expect(other.of('PRESENCE').every(({ topic }) => topic === `presence:record:task:${seen}`)).toBe(true);
  });

  it('reaches those whose rights are being read again', async () => {
    const topic = `presence:record:company:${await addCompany()}`;
    const one = await connect();
    await one.subscribe(topic);
    const lastTotal = () => (one.of('PRESENCE').at(-1)!.data as { total: number }).total;
    for (let at = 0; at < 10; at += 1) {
      const other = await connect(await readerSession());
      // Concerns everybody's connections.
      const change = sql`
        insert into access_group_screen (tenant_id, group_id, screen_key, can_read)
        select tenant_id, id, ${`presence-${at}`}, true from access_group where name = 'Grupo reader'`;
      await Promise.all([change.execute(app.database.owner), other.subscribe(topic)]);
      while (lastTotal() !== 2) await one.next('PRESENCE');
      await Promise.all([
        change.execute(app.database.owner).catch(() => undefined),
        other.socket.terminate(),
      ]);
      while (lastTotal() !== 1) await one.next('PRESENCE');
    }
  });
});

it('counts connections and frames, and no request that lasts as long as a connection', async () => {
  const client = await connect();
  await client.settle();
  client.socket.close();
  await client.closed;
  const { body } = await call('GET', '/metrics');
  expect(body).toMatch(/^sockets_open \d+$/m);
  expect(body).toMatch(/^socket_frames_total\{direction="out"\} [1-9]/m);
  expect(body).not.toMatch(/route="\/adm\/v2\/ws",status="(101|200)"/);
});

it('ends a client that does not read, which then catches up', async () => {
  const client = await connect();
  const [confirmed] = await client.subscribe('entity:company');
  const slow = client.socket as unknown as { _socket: { pause(): void; resume(): void } };
  const { owner } = app.database;
  slow._socket.pause();
  // Large events, which no entity writes, fill the buffers of both sides.
  await sql`update topic set seq = seq + 60 where name = 'entity:company' and tenant_id = ${app.tenants.acme}`.execute(
    owner,
  );
  await sql`insert into event (tenant_id, topic_id, seq, type, data)
    select t.tenant_id, t.id, t.seq - 60 + n, 'CHANGED', jsonb_build_object('changes', null, 'more', repeat('x', 200000))
    from topic t, generate_series(1, 60) n where t.name = 'entity:company' and t.tenant_id = ${app.tenants.acme}`.execute(
    owner,
  );
  const ended = async () => (await slowConnections.get()).values[0]?.value ?? 0;
  const before = await ended();
  await addCompany();
  await expect.poll(ended, { timeout: 60_000 }).toBe(before + 1);
  slow._socket.resume();
  expect(await client.closed).toBe(1006);
  const again = await connect();
  again.send({ type: 'SUB', topics: { 'entity:company': confirmed!.seq! + 58 } });
  const seen: number[] = [];
  while (seen.length < 3) seen.push((await again.next('CHANGED')).seq!);
  expect(seen).toEqual([59, 60, 61].map((more) => confirmed!.seq! + more));
});
