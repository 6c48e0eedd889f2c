import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { now, phoneNumberId, SupportTest, textFrom } from '../../../testing/support-chat.ts';
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

const own = '553135550142';
let last = 20_000_000;
const newNumber = (): string => `55119${(last += 1)}`;

const chatOf = async (number: string) => {
  const { rows } = await support.chats(admin, `?text=${number}`);
  return rows[0] ? support.chat(admin, rows[0].id) : undefined;
};

/** A change of the field `history`, in the shape of the provider's reference. */
async function post(value: JsonObject): Promise<void> {
  const metadata = { display_phone_number: own, phone_number_id: phoneNumberId };
  const change = { field: 'history', value: { messaging_product: 'whatsapp', metadata, ...value } };
  const answer = await support.post({
    object: 'whatsapp_business_account',
    entry: [{ id: '200000000000001', changes: [change] }],
  });
  expect(answer.statusCode).toBe(200);
  await support.settled();
}

const chunk = (id: string, messages: JsonObject[]): JsonObject => ({
  history: [{ metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads: [{ id, messages }] }],
});

const past = (from: string, body: string, secondsAgo: number, more: JsonObject = {}): JsonObject =>
  textFrom(from, body, {
    timestamp: String(now() - secondsAgo),
    history_context: { status: 'READ' },
    ...more,
  });

const day = 86_400;

describe('the history of a number', () => {
  it('becomes messages with their times and directions, in a finished chat that nobody waits in', async () => {
    const customer = newNumber();
    await post(
      chunk(customer, [
        past(own, 'Segue o boleto', 3 * day, { history_context: { status: 'DELIVERED' } }),
        past(customer, 'Obrigada!', 2 * day),
        past(own, 'Não chegou', day, { history_context: { status: 'ERROR' } }),
        past(own, 'No celular', day - 1, { history_context: { status: 'PENDING' } }),
      ]),
    );
    const chat = await chatOf(customer);
    expect(chat).toMatchObject({ isFinished: 'Y', isActive: 'N', unreadCount: 0, attendantId: null });
    expect(chat?.lastMessage?.content).toBe('No celular');
    expect(chat?.messages.map(({ sender, state, content }) => `${sender} ${state}: ${content}`)).toEqual([
      'support delivered: Segue o boleto',
      'client received: Obrigada!',
      'support failed: Não chegou',
      'support unconfirmed: No celular',
    ]);
    expect(Date.parse(chat!.messages[1]!.timestamp)).toBeLessThan(Date.now() - 1.9 * day * 1000);
    const { rows } = await sql`
      select from support_conversation where chat_id = ${chat!.id}`.execute(app.database.owner);
    expect(rows).toEqual([]);
  });

  it('is stored once, beside what came live, and leaves the count and the order of a chat', async () => {
    const customer = newNumber();
    const live = textFrom(customer, 'agora');
    await support.receive({ messages: [live] });
    const older = past(customer, 'antes', 10 * day);
    await post(chunk(customer, [older, { ...live, history_context: { status: 'READ' } }]));
    await post(chunk(customer, [older]));
    const chat = await chatOf(customer);
    expect(chat).toMatchObject({ isFinished: 'N', unreadCount: 1, lastMessage: { content: 'agora' } });
    expect(chat?.messages.map(({ content }) => content)).toEqual(['antes', 'agora']);
    // A person who reads the live message has read all: older ones with a higher id do not count.
    const liveId = chat!.messages[1]!.id;
    const answer = await app.inject({
      method: 'POST',
      url: `/adm/v2/sup/zap/chat/${chat!.id}/read`,
      headers: admin,
      payload: { messageId: liveId },
    });
    expect([answer.statusCode, (await chatOf(customer))?.unreadCount]).toEqual([200, 0]);
  });

  it('applies no rule, and a later message brings the chat back', async () => {
    const customer = newNumber();
    await sql`
      insert into support_rule (tenant_id, channel_id, name, assignment) values
        (${app.tenants.acme}, ${support.channelId}, 'Regra', 'load')`.execute(app.database.owner);
    await post(chunk(customer, [past(customer, 'antes', day)]));
    const { rows } = await sql`
      select from job where kind like 'support-%' and payload->>'chatId' = ${String((await chatOf(customer))!.id)}`.execute(
      app.database.owner,
    );
    expect(rows).toEqual([]);
    await sql`delete from support_rule where tenant_id = ${app.tenants.acme}`.execute(app.database.owner);
    await support.receive({ messages: [textFrom(customer, 'voltei')] });
    expect(await chatOf(customer)).toMatchObject({ isFinished: 'N', unreadCount: 1 });
  });

  it.each(['after', 'before'])('has files that come by themselves, %s their messages', async (order) => {
    const customer = newNumber();
    const message = {
      from: own,
      id: `wamid.media.${customer}`,
      timestamp: String(now() - day),
      type: 'media_placeholder',
      history_context: { status: 'PLAYED' },
    };
    const placeholder = chunk(customer, [message]);
    const file = {
      // The provider's reference names the customer here, whoever sent it.
      messages: [
        {
          from: customer,
          id: message.id,
          timestamp: message.timestamp,
          type: 'image',
          image: {
            id: '24230790383178626',
            mime_type: 'image/jpeg',
            caption: 'a foto',
            sha256: 'a'.repeat(64),
          },
        },
      ],
    };
    for (const value of order === 'after' ? [placeholder, file, file] : [file, placeholder, file])
      await post(value);
    expect(await chatOf(customer)).toMatchObject({
      isFinished: 'Y',
      unreadCount: 0,
      messages: [{ sender: 'support', type: 'image', content: 'a foto', state: 'played', media: {} }],
    });
  });

  it('has reactions of both sides, and customers without a number', async () => {
    const customer = newNumber();
    const first = past(customer, 'oi', day);
    const reaction = (from: string, emoji: string) => ({
      ...past(from, '', day - 5, { type: 'reaction', reaction: { message_id: first['id']!, emoji } }),
    });
    await post(chunk(customer, [reaction(own, '👍'), first, reaction(customer, '❤️')]));
    const [message] = (await chatOf(customer))!.messages;
    expect(message?.reactions.toSorted((one, other) => one.sender.localeCompare(other.sender))).toEqual([
      { emoji: '❤️', sender: 'client' },
      { emoji: '👍', sender: 'support' },
    ]);
    await post(chunk('BR.4242', [past('BR.4242', 'sem número', day)]));
    const { rows } = await sql<{ content: string }>`
      select m.content from support_message m join support_chat x on x.id = m.chat_id
      where x.customer_user_id = 'BR.4242'`.execute(app.database.owner);
    expect(rows).toEqual([{ content: 'sem número' }]);
  });

  it('that the business does not share is no message, and no error', async () => {
    await post({ history: [{ errors: [{ code: 2593109, title: 'History sync is turned off' }] }] });
    const { rows } = await sql<{ processed: boolean; reason: string | null }>`
      select processed_at is not null as processed, error_text as reason from support_webhook
      order by id desc limit 1`.execute(app.database.owner);
    expect(rows).toEqual([{ processed: true, reason: null }]);
  });
});
