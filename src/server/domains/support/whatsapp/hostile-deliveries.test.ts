import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { isNightly } from '../../../testing/nightly.ts';
import { payloadOf, phoneNumberId, SupportTest, textFrom } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';

/** Deliveries that are broken, hostile or large: none of them stops the inbox of its tenant, or the server for others. */

let app: TestApp;
let support: SupportTest;

beforeAll(async () => {
  app = await testApp({ resources });
  support = await SupportTest.open(app);
});
afterEach(async () => {
  await sql`delete from job`.execute(app.database.owner);
  await sql`delete from support_webhook`.execute(app.database.owner);
});
afterAll(async () => {
  await support.close();
  await app.close();
});

let last = 40_000_000;
const newNumber = (): string => `55119${(last += 1)}`;

interface Delivery {
  done: number;
  isProcessed: boolean;
  reason: string | null;
}
const deliveries = async (): Promise<Delivery[]> =>
  (
    await sql<Delivery>`
      select items_done as done, processed_at is not null as "isProcessed", error_text as reason
      from support_webhook order by id`.execute(app.database.owner)
  ).rows;
const failedItems = async () =>
  (
    await sql<{ state: string; error: string }>`
      select state, error from job where kind = 'whatsapp-item' order by id`.execute(app.database.owner)
  ).rows;
/** Texts of the messages of a customer in the order of their ids. */
async function textsOf(number: string): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select m.content from support_message m join support_chat x on x.id = m.chat_id
    where x.customer_number = ${number} order by m.id`.execute(app.database.owner);
  return rows.map(({ content }) => content);
}
async function post(body: JsonObject | Uint8Array): Promise<void> {
  expect((await support.post(body)).statusCode).toBe(200);
}
/** Posts a good delivery, and expects that it becomes a message. */
async function expectGoesOn(): Promise<void> {
  const from = newNumber();
  await support.receive({ messages: [textFrom(from, 'depois')] });
  expect(await textsOf(from)).toEqual(['depois']);
  expect((await deliveries()).every(({ isProcessed }) => isProcessed)).toBe(true);
}

describe('a delivery that cannot be read', () => {
  it.each<[string, Uint8Array]>([
    ['is no JSON and holds a NUL', Buffer.from('\0nonsense')],
    ['is no JSON and holds a NUL within', Buffer.from('{"entry": "\0"}')],
    ['is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x00, 0x7d])],
    ['is UTF-16', Buffer.from('{"entry":[]}', 'utf16le')],
  ])('and %s is kept with its reason, and those after it are processed', async (_name, body) => {
    await post(body);
    await expectGoesOn();
    const [bad] = await deliveries();
    // A code, which administrators read in words: what the parser says quotes the content.
    expect(bad?.reason).toBe('unreadable');
  });

  it('of a number whose name holds a NUL and half of a pair is kept with its reason', async () => {
    await post(payloadOf({ messages: [textFrom(newNumber(), 'x')] }, `\0\uD800${'😀'.repeat(800)}`));
    await expectGoesOn();
    expect((await deliveries())[0]?.reason).toMatch(/has the number \uFFFD\uFFFD😀/u);
  });

  it('is passed, ten thousand times, a bounded number per transaction', async () => {
    await sql`
        insert into support_webhook (tenant_id, channel_ids, body)
        select ${app.tenants.acme}, array[${support.channelId}::bigint], '\\x007b'::bytea
        from generate_series(1, 10000)`.execute(app.database.owner);
    await expectGoesOn();
    const { rows } = await sql<{ most: number; all: number; reasons: number }>`
        select max(n)::int as most, sum(n)::int as all, sum(reasons)::int as reasons from (
          select count(*) as n, count(error_text) as reasons from support_webhook group by processed_at) t`.execute(
      app.database.owner,
    );
    expect(rows).toEqual([{ most: 50, all: 10_001, reasons: 10_000 }]);
  }, 120_000);
});

it('an item that fails with the commit is left to a job of its own, and its neighbours are processed', async () => {
  await sql`
    create function refuse_poison() returns trigger language plpgsql as $$ begin
      if new.data::text like '%poison%' then raise exception 'refused by the test'; end if;
      return new;
    end $$`.execute(app.database.owner);
  await sql`create trigger refuse_poison before insert on event for each row execute function refuse_poison()`.execute(
    app.database.owner,
  );
  try {
    const from = newNumber();
    const texts = ['1', 'poison', '2', '3'];
    await post(payloadOf({ messages: texts.map((text) => textFrom(from, text)) }));
    await expectGoesOn();
    expect(await textsOf(from)).toEqual(['1', '2', '3']);
    expect(await failedItems()).toEqual([{ state: 'waiting', error: 'refused by the test' }]);
  } finally {
    await sql`drop trigger refuse_poison on event`.execute(app.database.owner);
  }
});

describe('a delivery of 2.9 MB', () => {
  const count = isNightly ? 2200 : 230;
  const filler = 'x'.repeat(Math.floor((2.9 * 1024 * 1024) / count) - 250);
  const texts = Array.from({ length: count }, (_, at) => `${at} ${filler}`);

  const history = (from: string): JsonObject => {
    const messages = texts.map((text) => textFrom(from, text, { history_context: { status: 'READ' } }));
    const metadata = { display_phone_number: '553135550142', phone_number_id: phoneNumberId };
    const chunk = { metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads: [{ id: from, messages }] };
    return {
      entry: [{ id: '1', changes: [{ field: 'history', value: { metadata, history: [chunk] } }] }],
    };
  };

  it.each<[string, (from: string) => JsonObject]>([
    ['messages', (from) => payloadOf({ messages: texts.map((text) => textFrom(from, text)) })],
    ['history', history],
  ])(
    'of %s is many transactions of fifty items, in their order, between which others get their turn',
    async (_name, bodyOf) => {
      const from = newNumber();
      await post(bodyOf(from));
      // The neighbour asks again and again while the delivery is processed.
      const headers = await app.sessionOf(app.tenants.beta, 'admin');
      let answered = 0;
      for (let isDone = false; !isDone;) {
        const answer = await app.inject({ method: 'GET', url: '/adm/v2/sup/zap/chat', headers });
        expect(answer.statusCode).toBe(200);
        const [delivery] = await deliveries();
        isDone = delivery!.isProcessed;
        if (!isDone && delivery!.done > 0) answered += 1;
      }
      expect(answered).toBeGreaterThan(0);
      await support.settled();
      expect(await textsOf(from)).toEqual(texts);
      const { rows } = await sql<{ most: number }>`
        select max(n)::int as most from (
          select count(*) as n from support_message m join support_chat x on x.id = m.chat_id
          where x.customer_number = ${from} group by m.created_at) t`.execute(app.database.owner);
      expect(rows).toEqual([{ most: 50 }]);
    },
    isNightly ? 600_000 : 60_000,
  );
});
