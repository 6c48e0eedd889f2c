import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { numberKey } from '../../../../contracts/phone-number.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import {
  addChannel,
  now,
  payloadOf,
  phoneNumberId,
  sign,
  SupportTest,
  textFrom,
} from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';

let app: TestApp;
let support: SupportTest;
let admin: Record<string, string>;

beforeAll(async () => {
  app = await testApp({ resources });
  support = await SupportTest.open(app);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});

afterAll(async () => {
  await support.close();
  await app.close();
});

/** A number for one test alone. */
let last = 10_000_000;
const newNumber = (): string => `55119${(last += 1)}`;

async function chatOf(number: string) {
  const { rows } = await support.chats(admin, `?text=${number}`);
  return rows[0] ? support.chat(admin, rows[0].id) : undefined;
}

const contentsOf = async (number: string): Promise<string[]> =>
  ((await chatOf(number))?.messages ?? []).map(({ content }) => content);

describe('the proof that the address is ours', () => {
  const verify = (query: Record<string, string>, path = '') =>
    app.inject({ method: 'GET', url: `/adm/v2/sup/zap/webhook${path}`, query });

  it('answers the challenge alone, as plain text', async () => {
    const answer = await verify({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': 'molde-demo-verify',
    });
    expect([answer.statusCode, answer.body]).toEqual([200, '1158201444']);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  it.each<[string, Record<string, string>]>([
    ['another token', { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': 'guess' }],
    ['no token', { 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
    [
      'another mode',
      { 'hub.mode': 'unsubscribe', 'hub.challenge': '1', 'hub.verify_token': 'molde-demo-verify' },
    ],
    ['nothing', {}],
  ])('is refused with %s', async (_name, query) => {
    expect((await verify(query)).statusCode).toBe(403);
  });

  it('is refused for a channel that does not exist', async () => {
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': 'molde-demo-verify' };
    expect((await verify(query, `/${support.channelId}`)).statusCode).toBe(200);
    expect((await verify(query, '/999999')).statusCode).toBe(403);
  });
});

describe('a signature', () => {
  const body = JSON.stringify(payloadOf({ messages: [] }));

  it.each<[string, string | undefined]>([
    ['missing', undefined],
    ['of another secret', sign(body, 'other')],
    ['of other bytes', sign(`${body} `)],
    ['without its method', sign(body).slice(7)],
    ['cut off', sign(body).slice(0, -1)],
    ['that is none', 'sha256=<script>'],
  ])('is refused when %s', async (_name, signature) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/adm/v2/sup/zap/webhook',
      headers: {
        'content-type': 'application/json',
        ...(signature ? { 'x-hub-signature-256': signature } : {}),
      },
      payload: body,
    });
    expect(answer.statusCode).toBe(401);
  });

  it('counts for the bytes as they came', async () => {
    const odd = `{ "entry" : [ ],\n"object":"whatsapp_business_account" , "text": "\\u00e1" }`;
    expect((await support.post(odd)).statusCode).toBe(200);
  });

  it('of another tenant is refused there, and its channels are not reached', async () => {
    await addChannel(app, app.tenants.beta, '100000000000009');
    const answer = await support.post(payloadOf({ messages: [textFrom(newNumber(), 'beta')] }), {
      host: 'beta.localhost',
    });
    // The secret of the demo is one for all: the payload is kept, and nothing of acme is touched through beta.
    expect(answer.statusCode).toBe(200);
    await support.settled();
    const { rows } = await sql<{ reason: string; tenant: number }>`
      select tenant_id as tenant, error_text as reason from support_webhook order by id desc limit 1`.execute(
      app.database.owner,
    );
    expect(rows[0]).toEqual({ tenant: app.tenants.beta, reason: expect.stringContaining(phoneNumberId) });
  });
});

describe('a body', () => {
  it.each<[string, Uint8Array]>([
    ['cut off', Buffer.from('{"entry":[{"changes":')],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['no object', Buffer.from('[]')],
    ['empty', Buffer.from('')],
  ])('that is %s is kept for administrators, and hurts nobody', async (_name, body) => {
    expect((await support.post(body)).statusCode).toBe(200);
    await support.settled();
    const { rows } = await sql<{ processed: boolean }>`
      select processed_at is not null as processed from support_webhook order by id desc limit 1`.execute(
      app.database.owner,
    );
    expect(rows).toEqual([{ processed: true }]);
  });

  it('of more than 3 MB is refused, one of nearly 3 MB is taken', async () => {
    expect((await support.post(Buffer.alloc(3 * 1024 * 1024 + 1, 0x20))).statusCode).toBe(413);
    expect((await support.post(Buffer.alloc(3 * 1024 * 1024, 0x20))).statusCode).toBe(200);
  });

  it('of another type is refused', async () => {
    const answer = await support.post('a=1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer.statusCode).toBe(415);
  });
});

describe('messages', () => {
  it('make a chat that waits, with its unread count, its window and its order', async () => {
    const from = newNumber();
    const at = now() - 100;
    await support.receive({
      contacts: [{ wa_id: from, profile: { name: 'Renato' } }],
      messages: [
        textFrom(from, 'segunda', { timestamp: String(at + 1) }),
        textFrom(from, 'primeira', { timestamp: String(at) }),
        textFrom(from, 'terceira', { timestamp: at + 1 }),
      ],
    });
    const chat = await chatOf(from);
    expect(chat).toMatchObject({
      name: 'Renato',
      isActive: 'N',
      isFinished: 'N',
      attendantId: null,
      unreadCount: 3,
      recipientNum: from,
      lastMessage: { content: 'terceira' },
      windowEndsAt: new Date((at + 1) * 1000 + 24 * 3600 * 1000).toISOString(),
    });
    expect(chat?.messages.map(({ content }) => content)).toEqual(['primeira', 'segunda', 'terceira']);
  });

  it('that come twice are one, whatever the copies say', async () => {
    const from = newNumber();
    const message = textFrom(from, 'uma vez');
    const copy = { ...message, text: { body: 'outro texto' } };
    await Promise.all([
      ...Array.from({ length: 20 }, () => support.post(payloadOf({ messages: [message] }))),
      support.post(payloadOf({ messages: [message, message] })),
    ]);
    await support.receive({ messages: [copy] });
    expect(await contentsOf(from)).toEqual(['uma vez']);
    expect((await chatOf(from))?.unreadCount).toBe(1);
  });

  it('of every entry and change are taken, and a poisoned one leaves its neighbours', async () => {
    const from = newNumber();
    const entry = (texts: JsonObject[]) => payloadOf({ messages: texts })['entry'] as JsonObject[];
    const payload = {
      entry: [
        ...entry([
          textFrom(from, '1'),
          { type: 'text', text: { body: 'sem remetente' }, id: 'wamid.x' },
          textFrom(from, '2'),
        ]),
        ...entry([textFrom(from, '3'), textFrom(from, '4', { id: '' })]),
      ],
    };
    expect((await support.post(payload)).statusCode).toBe(200);
    await support.settled();
    expect((await contentsOf(from)).sort()).toEqual(['1', '2', '3']);
    const dead = await app.inject({ method: 'GET', url: '/adm/v2/failure?perPage=100', headers: admin });
    const errors = dead.json<{ data: { rows: { kind: string; reason: string }[] } }>().data.rows;
    expect(
      errors
        .filter(({ kind }) => kind === 'whatsapp-item')
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(['neither a number nor an id says who sent it: ""', 'the message has no id']);
  });

  it('with and without the ninth digit are of one customer; landlines are not', async () => {
    const short = `5534${last % 10}8${String((last += 7)).slice(-6)}`.replace(/^(55\d\d)\d/, '$18');
    const long = short.replace(/^(5534)/, '$19');
    await support.receive({ messages: [textFrom(short, 'sem nono')] });
    await support.receive({ messages: [textFrom(long, 'com nono')] });
    expect(await contentsOf(long)).toEqual(['sem nono', 'com nono']);
    expect((await support.chats(admin, `?text=${short.slice(2)}`)).totalRows).toBe(1);
  });

  it('without a number are one chat by id, which keeps its customer when the number appears', async () => {
    const number = newNumber();
    const hidden = (body: string, more: JsonObject = {}) => {
      const { from: _from, ...rest } = textFrom('', body);
      return { ...rest, from_user_id: 'BR.777', ...more };
    };
    const contacts = [{ user_id: 'BR.777', profile: { name: 'Sem Número' } }];
    await support.receive({ contacts, messages: [hidden('oi')] });
    await support.receive({ contacts, messages: [hidden('ainda eu')] });
    await support.receive({ contacts, messages: [hidden('agora com número', { from: number })] });
    await support.receive({ messages: [textFrom(number, 'só o número')] });
    expect(await contentsOf(number)).toEqual(['oi', 'ainda eu', 'agora com número', 'só o número']);
  });

  it('of a changed number stay in their chat', async () => {
    const [old, next] = [newNumber(), newNumber()];
    await support.receive({ messages: [textFrom(old, 'antes')] });
    await support.receive({
      messages: [
        {
          from: old,
          id: `wamid.change.${old}`,
          timestamp: String(now()),
          type: 'system',
          system: { type: 'user_changed_number', body: 'mudou', wa_id: next },
        },
      ],
    });
    await support.receive({ messages: [textFrom(next, 'depois')] });
    const chat = await chatOf(next);
    expect(chat?.messages.map(({ content, sender }) => `${sender}: ${content}`)).toEqual([
      'client: antes',
      'system: mudou',
      'client: depois',
    ]);
  });

  it('of a type that we do not know are a neutral bubble', async () => {
    const from = newNumber();
    await support.receive({
      messages: [
        textFrom(from, '', { type: 'hologram' }),
        textFrom(from, '', { type: 'unsupported', errors: [{ code: 131051, title: 'Unsupported' }] }),
      ],
    });
    expect((await chatOf(from))?.messages.map(({ type }) => type)).toEqual(['unsupported', 'unsupported']);
  });

  it('of the future stand where they arrived', async () => {
    const from = newNumber();
    await support.receive({ messages: [textFrom(from, 'do futuro', { timestamp: String(now() + 86_400) })] });
    const [message] = (await chatOf(from))!.messages;
    expect(Math.abs(Date.parse(message!.timestamp) - Date.now())).toBeLessThan(60_000);
    expect(message!.details).toMatchObject({ claimedTime: String(Number(message!.details['claimedTime'])) });
  });

  it.each([
    ['65,536 characters', 'á'.repeat(65_536)],
    ['a text that turns its direction', '\u202Egpj.exe'],
    ['nothing visible', '\u200B\u200B'],
    ['2,000 emoji', '👩‍👩‍👧'.repeat(2000)],
    ['a script', '<img src=x onerror=alert(1)>'],
  ])('keep every character: %s', async (_name, body) => {
    const from = newNumber();
    await support.receive({ messages: [textFrom(from, body)] });
    expect(await contentsOf(from)).toEqual([body]);
  });

  it('bring a finished chat back to those that wait', async () => {
    const from = newNumber();
    await support.receive({ messages: [textFrom(from, 'um')] });
    const { id } = (await chatOf(from))!;
    await app.inject({
      method: 'PUT',
      url: `/adm/v2/sup/zap/chat/${id}`,
      headers: admin,
      payload: { isFinished: 'Y' },
    });
    expect(await chatOf(from)).toMatchObject({ isFinished: 'Y', isActive: 'N' });
    await support.receive({ messages: [textFrom(from, 'dois')] });
    expect(await chatOf(from)).toMatchObject({ isFinished: 'N', isActive: 'N', attendantId: null });
  });
});

describe('what changes a message', () => {
  const about = (from: string, type: string, value: JsonObject, at = now()): JsonObject => ({
    from,
    id: `wamid.${type}.${at}.${Math.random()}`,
    timestamp: String(at),
    type,
    [type]: value,
  });

  it('is applied in whatever order it comes', async () => {
    const from = newNumber();
    const message = textFrom(from, 'original');
    const wamid = message['id']!;
    await support.receive({
      messages: [
        about(from, 'reaction', { message_id: wamid, emoji: '👍' }),
        about(from, 'edit', {
          original_message_id: wamid,
          message: { type: 'text', text: { body: 'editada' } },
        }),
      ],
    });
    await support.receive({ messages: [message] });
    expect((await chatOf(from))?.messages).toMatchObject([
      { content: 'editada', isEdited: true, reactions: [{ emoji: '👍', sender: 'client' }] },
    ]);
  });

  it('is a reaction that is taken back, and an older one changes nothing', async () => {
    const from = newNumber();
    const message = textFrom(from, 'x');
    const reaction = (emoji: string, at: number) =>
      about(from, 'reaction', { message_id: message['id']!, emoji }, at);
    await support.receive({ messages: [message] });
    await support.receive({ messages: [reaction('❤️', now() - 10)] });
    await support.receive({ messages: [reaction('', now() - 5)] });
    await support.receive({ messages: [reaction('😂', now() - 8)] });
    expect((await chatOf(from))?.messages).toMatchObject([{ reactions: [] }]);
  });

  it('is a deletion, whose text is no longer answered', async () => {
    const from = newNumber();
    const message = textFrom(from, 'segredo');
    await support.receive({
      messages: [message, about(from, 'revoke', { original_message_id: message['id']! })],
    });
    const chat = await chatOf(from);
    expect(chat?.messages).toMatchObject([{ content: '', isDeleted: true }]);
    expect(JSON.stringify(chat)).not.toContain('segredo');
  });

  it('is an answer whose original comes later', async () => {
    const from = newNumber();
    const original = textFrom(from, 'a pergunta', { timestamp: String(now() - 10) });
    await support.receive({ messages: [textFrom(from, 'a resposta', { context: { id: original['id']! } })] });
    await support.receive({ messages: [original] });
    const messages = (await chatOf(from))!.messages;
    expect(messages.map(({ reply }) => reply?.content)).toEqual([undefined, 'a pergunta']);
  });
});

it('answers the same conversation for any order of the same payloads', async () => {
  const base = now() - 1000;
  const make = (from: string, run: number) =>
    Array.from({ length: 12 }, (_, at) =>
      textFrom(from, `m${at}`, { id: `wamid.perm.${run}.${at}`, timestamp: String(base + at) }),
    );
  const seen: string[] = [];
  for (const run of [1, 2, 3]) {
    const from = newNumber();
    const messages = make(from, run);
    const order =
      run === 1
        ? messages
        : run === 2
          ? messages.toReversed()
          : messages.toSorted((one) => (Number(String(one['id']).slice(-1)) % 3) - 1);
    for (const message of order) await support.post(payloadOf({ messages: [message] }));
    await support.settled();
    const chat = (await chatOf(from))!;
    seen.push(
      JSON.stringify([
        chat.unreadCount,
        chat.lastMessage?.content,
        chat.messages.map(({ content, timestamp }) => [content, timestamp]),
      ]),
    );
  }
  expect(new Set(seen).size).toBe(1);
});

it('takes a post with 1,000 entries', async () => {
  const from = newNumber();
  const entry = Array.from(
    { length: 1000 },
    (_, at) => (payloadOf({ messages: [textFrom(from, String(at))] })['entry'] as JsonObject[])[0]!,
  );
  expect((await support.post({ entry })).statusCode).toBe(200);
  await support.settled();
  expect((await chatOf(from))?.unreadCount).toBe(1000);
});

describe('a choice of a customer about advertising', () => {
  const preference = (number: string, value: string, seconds: number, more: JsonObject = {}) => {
    const payload = payloadOf({ contacts: [{ wa_id: number, profile: { name: 'Rita' } }] }) as {
      entry: { changes: { field: string; value: JsonObject }[] }[];
    };
    const [change] = payload.entry[0]!.changes;
    change!.field = 'user_preferences';
    change!.value['user_preferences'] = [
      {
        wa_id: number,
        category: 'marketing_messages',
        value,
        timestamp: seconds,
        detail: 'User choice',
        ...more,
      },
    ];
    return payload as unknown as JsonObject;
  };
  const addContact = async (number: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into support_contact (tenant_id, name) values (${app.tenants.acme}, 'Rita') returning id`.execute(
      app.database.owner,
    );
    await sql`
      insert into support_contact_info (tenant_id, contact_id, type, data, key)
      values (${app.tenants.acme}, ${rows[0]!.id}, 'WHATSAPP', ${number}, ${numberKey(number)})`.execute(
      app.database.owner,
    );
    return async () => {
      const found = await sql<{ consent: string | null; source: string }>`
        select consent, consent_source as source from support_contact where id = ${rows[0]!.id}`.execute(
        app.database.owner,
      );
      return found.rows[0]!;
    };
  };
  const post = async (payload: JsonObject) => {
    expect((await support.post(payload)).statusCode).toBe(200);
    await support.settled();
  };

  it('is kept with the contact, the newest one in whatever order they come', async () => {
    const number = newNumber();
    const contact = await addContact(number);
    const day = 86_400;
    await post(preference(number, 'stop', now() - day));
    expect(await contact()).toEqual({ consent: 'withdrawn', source: 'WhatsApp' });
    await post(preference(number, 'resume', now()));
    expect(await contact()).toEqual({ consent: 'given', source: 'WhatsApp' });
    await post(preference(number, 'stop', now() - day));
    expect((await contact()).consent).toBe('given');
  });

  it('that is none of ours changes nothing, and is no error', async () => {
    const number = newNumber();
    const contact = await addContact(number);
    await post(preference(number, 'perhaps', now()));
    await post(preference(number, 'stop', now(), { category: 'surveys' }));
    await post(preference(newNumber(), 'stop', now()));
    expect((await contact()).consent).toBeNull();
  });
});
