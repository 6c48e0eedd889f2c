import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChatMessage } from '../../../../contracts/support.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { addChannel } from '../../../testing/support-chat.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';

let app: TestApp;
let agent: Record<string, string>;
let channels: number[];
let chats: number[];

const texts = [
  'Bom dia, a nota fiscal veio errada',
  'Segue a NOTA',
  'dia bom para instalação',
  'ok',
  '100% certo',
];

/** Minutes apart, in turn in the two channels; the second one begins with old messages alone. */
const stored = Array.from({ length: 60 }, (_, at) => ({
  channel: at < 20 || at % 3 === 0 ? 1 : 0,
  text: `${texts[at % texts.length]} ${at}`,
  sender: at % 11 === 5 ? 'system' : at % 2 === 0 ? 'client' : 'note',
  isDeleted: at % 13 === 7,
}));

beforeAll(async () => {
  app = await testApp({ resources });
  await addPerson(app, 'atende', { support: 'r' });
  agent = await app.sessionOf(app.tenants.acme, 'atende');
  const { owner } = app.database;
  const { acme, beta } = app.tenants;
  channels = [await addChannel(app, acme), await addChannel(app, acme, '100000000000002')];
  const foreign = await addChannel(app, beta);
  const chatOf = async (tenant: number, channel: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into support_chat (tenant_id, channel_id, customer_key) values (${tenant}, ${channel}, '5534988771204')
      returning id`.execute(owner);
    return rows[0]!.id;
  };
  chats = [await chatOf(acme, channels[0]!), await chatOf(acme, channels[1]!)];
  const foreignChat = await chatOf(beta, foreign);
  await sql`
    insert into support_message (tenant_id, chat_id, channel_id, sender, type, content, at, state)
    values (${beta}, ${foreignChat}, ${foreign}, 'client', 'text', 'nota de outro', now(), 'received')`.execute(
    owner,
  );
  const rows = stored.map((one, at) => ({
    ...one,
    chatId: chats[one.channel],
    channelId: channels[one.channel],
    at: new Date(Date.UTC(2026, 0, 1, 12, at)),
  }));
  await sql`
    insert into support_message (tenant_id, chat_id, channel_id, sender, type, content, at, state, deleted_at)
    select ${acme}, r."chatId", r."channelId", r.sender, 'text', r.text, r.at, 'received', case when r."isDeleted" then r.at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("chatId" bigint, "channelId" bigint, sender text, text text,
      at timestamptz, "isDeleted" boolean)`.execute(owner);
});
afterAll(() => app.close());

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Messages that a search has to find, newest first. */
const expected = (text: string, channel: number | null) =>
  stored
    .filter(
      (one) =>
        one.sender !== 'system' &&
        !one.isDeleted &&
        (channel === null || one.channel === channel) &&
        folded(text)
          .split(/\s+/)
          .every((word) => folded(one.text).includes(word)),
    )
    .map((one) => one.text)
    .toReversed();

async function search(query: Record<string, string>) {
  const answer = await app.inject({
    method: 'GET',
    url: `/adm/v2/sup/zap/search?${new URLSearchParams(query)}`,
    headers: agent,
  });
  return answer.json<{ data: { rows: { message: ChatMessage; chat: { id: number } }[]; hasMore: boolean } }>()
    .data;
}

it('finds messages with all words of a text, whatever their order, case and accents, in pages', async () => {
  const first = await search({ text: 'DIA bom' });
  expect(first.rows.map(({ message }) => message.content)).toEqual(expected('dia bom', null).slice(0, 20));
  expect(first.hasMore).toBe(false);
  const { rows } = await search({ text: 'instalacao' });
  expect(rows.map(({ message }) => message.content)).toEqual(expected('instalacao', null));
  expect(rows[0]!.chat.id).toBe(rows[0]!.message.chatId);
  const page = await search({ text: 'nota', page: '2', perPage: '5' });
  expect(page.rows.map(({ message }) => message.content)).toEqual(expected('nota', null).slice(5, 10));
  expect(page.hasMore).toBe(true);
});

it('finds the same however many of the newest messages it walks along', async () => {
  for (const channel of [null, 0, 1])
    for (const text of ['nota', 'bom dia', '100%', 'nada'])
      for (const walk of [1, 7, 1_000])
        for (const [limit, offset] of [
          [3, 0],
          [3, 4],
          [100, 0],
        ] as const) {
          const found = await app.database.owner.transaction().execute(async (db) => {
            await sql`select set_config('app.tenant_id', ${String(app.tenants.acme)}, true)`.execute(db);
            const { rows } = await sql<{ content: string }>`
              select m.content from molde_support_messages(${text}, ${channel === null ? null : channels[channel]!}::bigint, ${walk},
                ${limit}, ${offset}) f join support_message m on m.tenant_id = ${app.tenants.acme} and m.id = f.message_id
              order by m.at desc, m.id desc`.execute(db);
            return rows.map(({ content }) => content);
          });
          expect([channel, text, walk, limit, found]).toEqual([
            channel,
            text,
            walk,
            limit,
            expected(text, channel).slice(offset, offset + limit),
          ]);
        }
});
