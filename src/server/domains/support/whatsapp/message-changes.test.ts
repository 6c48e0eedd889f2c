import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { ChatWithMessages } from '../../../../contracts/support.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { now, payloadOf, phoneNumberId, SupportTest, textFrom } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';

/** Edits, deletions and reactions of customers, and of us on the phone of the business. */

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

const own = '553135550142';
let last = 60_000_000;
const newNumber = (): string => `55119${(last += 1)}`;
let changes = 0;

/** A change of a message, with an id of its own. */
const about = (from: string, type: string, value: JsonObject, at = now()): JsonObject => ({
  from,
  id: `wamid.change.${(changes += 1)}`,
  timestamp: String(at),
  type,
  [type]: value,
});
const edit = (from: string, wamid: string, body: string, at = now()): JsonObject =>
  about(from, 'edit', { original_message_id: wamid, message: { type: 'text', text: { body } } }, at);
const revoke = (from: string, wamid: string): JsonObject =>
  about(from, 'revoke', { original_message_id: wamid });
const reaction = (from: string, wamid: string, emoji: string, at = now()): JsonObject =>
  about(from, 'reaction', { message_id: wamid, emoji }, at);
const wamidOf = (message: JsonObject): string => String(message['id']);

async function post(payload: JsonObject): Promise<void> {
  expect((await support.post(payload)).statusCode).toBe(200);
  await support.settled();
}
const receive = (...messages: JsonObject[]): Promise<void> => support.receive({ messages });

const changed = (field: string, value: JsonObject): JsonObject => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '200000000000001',
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: own, phone_number_id: phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
});
/** Delivers messages that the phone of the business sent to a customer. */
const echoes = (to: string, ...items: JsonObject[]): Promise<void> =>
  post(
    changed('smb_message_echoes', {
      contacts: [{ wa_id: to, profile: { name: 'Eco' } }],
      message_echoes: items.map((item) => ({ ...item, from: own, to })),
    }),
  );
/** Delivers messages of a customer in the history of the number. */
const history = (customer: string, ...messages: JsonObject[]): Promise<void> =>
  post(
    changed('history', {
      history: [{ metadata: { phase: 0 }, threads: [{ id: customer, messages }] }],
    }),
  );

async function chatOf(number: string): Promise<ChatWithMessages | undefined> {
  const { rows } = await support.chats(admin, `?text=${number}`);
  return rows[0] ? support.chat(admin, rows[0].id) : undefined;
}
const messagesOf = async (number: string) => (await chatOf(number))?.messages ?? [];
const eventsOf = async (chatId: number): Promise<JsonObject[]> =>
  (
    await sql<{ type: string; data: JsonObject }>`
      select e.type, e.data from event e join topic t on t.tenant_id = e.tenant_id and t.id = e.topic_id
      where t.name = 'support' and e.data->>'chatId' = ${String(chatId)} order by e.seq`.execute(
      app.database.owner,
    )
  ).rows.map(({ type, data }) => ({ ...data, type }));

describe('what was done on the phone of the business', () => {
  it('edits its message, and pages are told', async () => {
    const to = newNumber();
    const message = textFrom(own, 'texto orignal');
    await echoes(to, message);
    await echoes(to, edit(own, wamidOf(message), 'texto original'));
    const chat = (await chatOf(to))!;
    expect(chat.messages).toMatchObject([
      { sender: 'support', type: 'text', content: 'texto original', isEdited: true },
    ]);
    expect(chat.lastMessage?.content).toBe('texto original');
    const told = (await eventsOf(chat.id)).at(-1);
    expect(told).toMatchObject({
      type: 'MSG_UPD',
      messageId: chat.messages[0]!.id,
      message: { content: 'texto original' },
      chat: { lastMessage: { content: 'texto original' } },
    });
  });

  it('deletes its message, whose text is answered no more', async () => {
    const to = newNumber();
    const message = textFrom(own, 'para apagar');
    await echoes(to, message);
    await echoes(to, revoke(own, wamidOf(message)));
    const chat = (await chatOf(to))!;
    expect(chat.messages).toMatchObject([{ content: '', isDeleted: true }]);
    expect(JSON.stringify(chat)).not.toContain('para apagar');
    expect((await eventsOf(chat.id)).at(-1)).toMatchObject({ type: 'MSG_UPD', message: { isDeleted: true } });
  });

  it('reacts to a message of the customer, as us, and takes it back', async () => {
    const customer = newNumber();
    const message = textFrom(customer, 'oi');
    await receive(message);
    await echoes(customer, reaction(own, wamidOf(message), '👍', now() - 1));
    expect(await messagesOf(customer)).toMatchObject([{ reactions: [{ emoji: '👍', sender: 'support' }] }]);
    await echoes(customer, reaction(own, wamidOf(message), ''));
    expect(await messagesOf(customer)).toMatchObject([{ reactions: [] }]);
  });

  it('is kept until its message comes, in whatever order', async () => {
    const to = newNumber();
    const message = textFrom(own, 'antes');
    await echoes(to, edit(own, wamidOf(message), 'depois'), reaction(own, wamidOf(message), '❤️'));
    expect(await chatOf(to)).toBeUndefined();
    await echoes(to, message);
    expect(await messagesOf(to)).toMatchObject([
      { content: 'depois', isEdited: true, reactions: [{ emoji: '❤️', sender: 'support' }] },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['with its file', { id: '7', mime_type: 'image/jpeg', caption: 'depois' }],
    ['without its file', { caption: 'depois' }],
  ])('edits the caption of a file, %s', async (_name, image) => {
    const to = newNumber();
    const picture = { id: `wamid.picture.${to}`, timestamp: String(now()), type: 'image' };
    await echoes(to, { ...picture, image: { id: '7', mime_type: 'image/jpeg', caption: 'antes' } });
    await echoes(
      to,
      about(own, 'edit', { original_message_id: picture.id, message: { type: 'image', image } }),
    );
    expect(await messagesOf(to)).toMatchObject([{ type: 'image', content: 'depois', isEdited: true }]);
  });

  it('changes messages that we sent from here, and those of the history', async () => {
    const customer = newNumber();
    const past = { ...textFrom(own, 'do passado'), history_context: { status: 'READ' } };
    await history(customer, past);
    await echoes(customer, edit(own, wamidOf(past), 'corrigido'));
    expect(await messagesOf(customer)).toMatchObject([{ content: 'corrigido', isEdited: true }]);
  });
});

describe('times of the provider are whole seconds, and of equal ones', () => {
  it.each([
    ['on our message', (customer: string, message: JsonObject) => echoes(customer, message), own],
    ['on theirs', (_customer: string, message: JsonObject) => receive(message), null],
  ])('the later reaction counts, %s', async (_name, send, sender) => {
    const customer = newNumber();
    const message = textFrom(sender ?? customer, 'ok');
    await send(customer, message);
    const at = now();
    await receive(reaction(customer, wamidOf(message), '❤️', at));
    await receive(reaction(customer, wamidOf(message), '👍', at));
    expect(await messagesOf(customer)).toMatchObject([{ reactions: [{ emoji: '👍', sender: 'client' }] }]);
  });

  it('the later edit counts', async () => {
    const customer = newNumber();
    const message = textFrom(customer, 'um');
    const at = now();
    await receive(message);
    await receive(edit(customer, wamidOf(message), 'dois', at));
    await receive(edit(customer, wamidOf(message), 'três', at));
    expect(await messagesOf(customer)).toMatchObject([{ content: 'três', isEdited: true }]);
  });

  it('the later of those that came before their message counts', async () => {
    const customer = newNumber();
    const message = textFrom(customer, 'um');
    const [wamid, at] = [wamidOf(message), now()];
    await receive(
      reaction(customer, wamid, '❤️', at),
      reaction(customer, wamid, '👍', at),
      reaction(customer, wamid, '❤️', at),
      edit(customer, wamid, 'dois', at),
      edit(customer, wamid, 'três', at),
    );
    await receive(message);
    expect(await messagesOf(customer)).toMatchObject([{ content: 'três', reactions: [{ emoji: '❤️' }] }]);
  });

  it('a reaction here and one on the phone take the later arrival', async () => {
    const customer = newNumber();
    const message = textFrom(customer, 'ok');
    await receive(message);
    const [stored] = await messagesOf(customer);
    const here = JSON.stringify([{ emoji: '😂', sender: 'support', at: '2026-11-28T10:00:00.700Z' }]);
    await sql`update support_message set reactions = ${here}::jsonb where id = ${stored!.id}`.execute(
      app.database.owner,
    );
    const at = Date.parse('2026-11-28T10:00:00Z') / 1000;
    await echoes(customer, reaction(own, wamidOf(message), '👍', at));
    expect(await messagesOf(customer)).toMatchObject([{ reactions: [{ emoji: '👍', sender: 'support' }] }]);
  });

  it('a second delivery of what was applied changes nothing', async () => {
    const customer = newNumber();
    const message = textFrom(customer, 'um');
    const [wamid, at] = [wamidOf(message), now()];
    const heart = reaction(customer, wamid, '❤️', at);
    const second = edit(customer, wamid, 'dois', at);
    await receive(message, heart, reaction(customer, wamid, '👍', at));
    await receive(second, edit(customer, wamid, 'três', at));
    await receive(heart, second, message);
    expect(await messagesOf(customer)).toMatchObject([{ content: 'três', reactions: [{ emoji: '👍' }] }]);
  });

  it('an older one that comes late changes nothing', async () => {
    const customer = newNumber();
    const message = textFrom(customer, 'um');
    const [wamid, at] = [wamidOf(message), now()];
    await receive(message, edit(customer, wamid, 'três', at), edit(customer, wamid, 'dois', at - 1));
    await receive(reaction(customer, wamid, '👍', at), reaction(customer, wamid, '❤️', at - 1));
    expect(await messagesOf(customer)).toMatchObject([{ content: 'três', reactions: [{ emoji: '👍' }] }]);
  });
});

describe('a change of a message that is not known', () => {
  const unknown = 'wamid.unknown';
  const status = (customer: string): JsonObject => ({
    id: unknown,
    status: 'read',
    timestamp: String(now()),
    recipient_id: customer,
  });

  it.each<[string, (customer: string) => Promise<void>]>([
    ['reaction', (customer) => receive(reaction(customer, unknown, '👍'))],
    ['edit', (customer) => receive(edit(customer, unknown, 'novo'))],
    ['deletion', (customer) => receive(revoke(customer, unknown))],
    ['status', (customer) => post(payloadOf({ statuses: [status(customer)] }))],
    ['reaction of ours', (customer) => echoes(customer, reaction(own, unknown, '👍'))],
    ['edit of ours', (customer) => echoes(customer, edit(own, unknown, 'novo'))],
    ['deletion of ours', (customer) => echoes(customer, revoke(own, unknown))],
    ['reaction of the history', (customer) => history(customer, reaction(customer, unknown, '👍'))],
  ])('makes no chat: %s', async (_name, change) => {
    const customer = newNumber();
    const before = (await support.chats(admin)).counts;
    await change(customer);
    expect(await chatOf(customer)).toBeUndefined();
    expect((await support.chats(admin)).counts).toEqual(before);
  });

  it('leaves the chat of a customer as it is, with its window open', async () => {
    const customer = newNumber();
    await echoes(customer, textFrom(own, 'oi'));
    expect((await chatOf(customer))?.windowEndsAt).toBeNull();
    const at = now();
    await receive(reaction(customer, unknown, '👍', at));
    expect(await chatOf(customer)).toMatchObject({
      isFinished: 'Y',
      unreadCount: 0,
      windowEndsAt: new Date((at + 86_400) * 1000).toISOString(),
      messages: [{ content: 'oi' }],
    });
  });

  it('opens the window once the message comes', async () => {
    const customer = newNumber();
    const message = textFrom(own, 'oi');
    const at = now();
    await receive(reaction(customer, wamidOf(message), '👍', at));
    await echoes(customer, message);
    expect(await chatOf(customer)).toMatchObject({
      windowEndsAt: new Date((at + 86_400) * 1000).toISOString(),
      messages: [{ reactions: [{ emoji: '👍', sender: 'client' }] }],
    });
  });

  it('that has no content is left to administrators, and empties nothing', async () => {
    const customer = newNumber();
    const message = textFrom(customer, 'fica');
    await receive(message, about(customer, 'edit', { original_message_id: message['id']! }));
    expect(await messagesOf(customer)).toMatchObject([{ content: 'fica', isEdited: false }]);
    const { rows } = await sql<{ error: string }>`
      select error from job where kind = 'whatsapp-item' and state = 'dead' order by id desc limit 1`.execute(
      app.database.owner,
    );
    expect(rows).toEqual([{ error: 'the edit has no content that is known' }]);
  });
});

describe('a chat of messages of ours alone', () => {
  it('does not wait, until the customer answers', async () => {
    const customer = newNumber();
    const { waiting } = (await support.chats(admin)).counts;
    await echoes(customer, textFrom(own, 'Bom dia'));
    expect(await chatOf(customer)).toMatchObject({ isFinished: 'Y', isActive: 'N', unreadCount: 0 });
    expect((await support.chats(admin)).counts.waiting).toBe(waiting);
    await receive(textFrom(customer, 'Bom dia!'));
    expect(await chatOf(customer)).toMatchObject({ isFinished: 'N', isActive: 'N', unreadCount: 1 });
    expect((await support.chats(admin)).counts.waiting).toBe(waiting + 1);
  });

  it('or of a notice of the provider does not wait either; one that waits goes on waiting', async () => {
    const [customer, other] = [newNumber(), newNumber()];
    await receive(about(customer, 'system', { type: 'customer_identity_changed', body: 'mudou' }));
    expect(await chatOf(customer)).toMatchObject({ isFinished: 'Y' });
    await receive(textFrom(other, 'oi'));
    await echoes(other, textFrom(own, 'já vai'));
    expect(await chatOf(other)).toMatchObject({ isFinished: 'N', isActive: 'N', unreadCount: 1 });
  });
});

describe('a deleted message', () => {
  it('stays deleted, whatever comes after or before it, and however often', async () => {
    const customer = newNumber();
    const message = textFrom(customer, 'segredo');
    const wamid = wamidOf(message);
    const gone = revoke(customer, wamid);
    await receive(gone);
    await receive(message);
    await receive(gone, edit(customer, wamid, 'segredo maior'), message);
    const chat = (await chatOf(customer))!;
    expect(chat.messages).toMatchObject([{ content: '', isDeleted: true, details: {} }]);
    expect(chat.lastMessage?.content).toBe('');
    expect(JSON.stringify(await eventsOf(chat.id))).not.toContain('segredo');
  });
});

describe('a message without a type', () => {
  it('is what its content says', async () => {
    const customer = newNumber();
    const { type: _type, ...untyped } = textFrom(customer, 'sem tipo');
    const image = { id: '7', mime_type: 'image/jpeg', caption: 'a foto' };
    await receive(
      untyped,
      { from: customer, id: `wamid.image.${customer}`, timestamp: String(now()), image },
      {
        from: customer,
        id: `wamid.reaction.${customer}`,
        timestamp: String(now()),
        reaction: { message_id: wamidOf(untyped), emoji: '👍' },
      },
      {
        from: customer,
        id: `wamid.edit.${customer}`,
        timestamp: String(now()),
        edit: { original_message_id: wamidOf(untyped), message: { text: { body: 'editada' } } },
      },
    );
    expect(await messagesOf(customer)).toMatchObject([
      { type: 'text', content: 'editada', reactions: [{ emoji: '👍' }] },
      { type: 'image', content: 'a foto' },
    ]);
  });
});

describe('a closed window', () => {
  it('stays closed when an older refusal arrives late', async () => {
    const customer = newNumber();
    const [first, second] = [textFrom(own, 'um'), textFrom(own, 'dois')];
    await echoes(customer, first, second);
    const at = now();
    await receive(textFrom(customer, 'oi', { timestamp: String(at - 10) }));
    const refused = (wamid: string, seconds: number): JsonObject => ({
      id: wamid,
      status: 'failed',
      timestamp: String(seconds),
      recipient_id: customer,
      errors: [{ code: 131_047, title: 'Re-engagement message' }],
    });
    await post(payloadOf({ statuses: [refused(wamidOf(first), at - 5)] }));
    await post(payloadOf({ statuses: [refused(wamidOf(second), at - 20)] }));
    expect((await chatOf(customer))?.windowEndsAt).toBe(new Date((at - 5) * 1000).toISOString());
  });
});
