import { sql, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import type {
  Chat,
  ChatList,
  ChatMessage,
  ChatStatus,
  ChatWithMessages,
} from '../../../../contracts/support.ts';
import { chatLoad } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { assertRange } from '../../../kernel/list.ts';
import { withinDays } from '../../../kernel/within-days.ts';
import { readChat, readChats, readMessages, selectChats, selectMessages } from './rows.ts';
import type { chatQuery, chatsQuery } from './support-chat-schema.ts';

const conditions: Readonly<Record<ChatStatus, RawBuilder<unknown>>> = {
  waiting: sql`not x.is_active and not x.is_finished`,
  active: sql`x.is_active and not x.is_finished`,
  finished: sql`x.is_finished`,
};

/** Digits of a text that can be part of a number. */
const digitsOf = (text: string): string =>
  /^[\d\s()+.-]+$/.test(text) ? text.replaceAll(/\D/g, '').replace(/^0+/, '') : '';

/** Chats whose customer has a text in name, company or number; numbers are found with and without country and ninth digit. */
function contains(text: string): RawBuilder<unknown> {
  const like = sql`molde_like(${text})`;
  const digits = digitsOf(text);
  const byNumber =
    digits.length < 3
      ? sql`false`
      : sql`(x.customer_key like ${`%${digits}%`} or regexp_replace(x.customer_key, '^(55[0-9]{2})9', '\\1') like ${`%${digits}%`}
          or c.search like ${`%${digits}%`})`;
  return sql`(c.search like ${like} or molde_fold(x.profile_name) like ${like} or ${byNumber})`;
}

const all = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.reduce((joined, part) => sql`${joined} and ${part}`, sql`true`);

function filtersOf(query: Static<typeof chatsQuery>, timeZone: string): RawBuilder<unknown> {
  const { channelId, text = '', companyName = '', attendantId, tagId, queueId, dateFrom, dateTo } = query;
  assertRange(['dateFrom', dateFrom], ['dateTo', dateTo]);
  const last = sql`coalesce(x.last_message_at, x.created_at)`;
  return all([
    ...(channelId === undefined ? [] : [sql`x.channel_id = ${channelId}`]),
    ...(text.trim() === '' ? [] : [contains(text.trim())]),
    ...(companyName === '' ? [] : [sql`c.company = ${companyName}`]),
    ...(attendantId === undefined
      ? []
      : [attendantId === 0 ? sql`x.attendant_id is null` : sql`x.attendant_id = ${attendantId}`]),
    ...(queueId === undefined ? [] : [sql`x.queue_id = ${queueId}`]),
    ...(tagId === undefined
      ? []
      : [sql`exists (select from support_chat_tag k where k.chat_id = x.id and k.tag_id = ${tagId})`]),
    ...withinDays(last, { from: dateFrom, to: dateTo }, timeZone),
  ]);
}

/** A page of chats in the order of the list, with the numbers of all tabs, in one statement. */
export async function listChats(ctx: Context, query: Static<typeof chatsQuery>): Promise<ChatList> {
  const { page = 1, perPage = 500, status } = query;
  const filters = filtersOf(query, ctx.tenant.timeZone);
  const needsContact = Boolean(query.text?.trim() || query.companyName);
  const found = sql`support_chat x
    ${needsContact ? sql`left join support_contact c on c.id = x.contact_id` : sql``} where ${filters}`;
  const where = status ? sql`${filters} and ${conditions[status]}` : filters;
  const order = sql`order by (x.attendant_id is null) desc, x.last_message_at desc nulls last, x.id desc
    limit ${perPage} offset ${(page - 1) * perPage}`;
  const { rows } = await sql<{ counts: Record<ChatStatus, number>; rows: Chat[] }>`
    select (select json_build_object(
        'waiting', count(*) filter (where ${conditions.waiting}), 'active', count(*) filter (where ${conditions.active}),
        'finished', count(*) filter (where ${conditions.finished})) from ${found}) as counts,
      coalesce((select json_agg(p.chat) from (${selectChats(where, order)}) p), '[]'::json) as rows`.execute(
    ctx.db,
  );
  const { counts, rows: chats } = rows[0]!;
  const totalRows = status ? counts[status] : counts.waiting + counts.active + counts.finished;
  return { rows: chats, page, perPage, totalRows, counts };
}

/** Messages on one side of another one, nearest first. */
async function messagesBeside(
  ctx: Context,
  chatId: number,
  side: 'before' | 'after' | 'until',
  pivot: number | null,
  count: number,
): Promise<ChatMessage[]> {
  if (count <= 0) return [];
  const isAfter = side === 'after';
  const comparison = { before: sql`<`, after: sql`>`, until: sql`<=` }[side];
  const beside =
    pivot === null
      ? sql`true`
      : sql`(m.at, m.id) ${comparison} (select p.at, p.id from support_message p where p.id = ${pivot})`;
  const direction = isAfter ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ message: ChatMessage }>`
    ${selectMessages(sql`m.chat_id = ${chatId} and ${beside}`, sql`order by m.at ${direction}, m.id ${direction} limit ${count}`)}`.execute(
    ctx.db,
  );
  return rows.map(({ message }) => message);
}

async function assertIn(ctx: Context, chatId: number, messageId: number): Promise<void> {
  const { rows } =
    await sql`select from support_message where id = ${messageId} and chat_id = ${chatId}`.execute(ctx.db);
  if (rows.length === 0) throw notFound();
}

/**
 * A chat with some of its messages, oldest first: the newest ones, those before or after a message, or those around one.
 * @throws AppError NOT_FOUND
 */
export async function readChatWithMessages(
  ctx: Context,
  id: number,
  { msgCount = chatLoad, before, after, around }: Static<typeof chatQuery>,
): Promise<ChatWithMessages> {
  const chat = await readChat(ctx.db, id);
  const pivot = around ?? before ?? after ?? null;
  if (pivot !== null) await assertIn(ctx, id, pivot);
  const later = around !== undefined ? Math.floor(msgCount / 2) : after !== undefined ? msgCount : 0;
  const earlier =
    after !== undefined && around === undefined && before === undefined
      ? 0
      : msgCount - (around === undefined ? 0 : later);
  // One more says whether there are others.
  const side = around !== undefined ? 'until' : 'before';
  const older = earlier > 0 ? await messagesBeside(ctx, id, side, pivot, earlier + 1) : [];
  const newer = later > 0 ? await messagesBeside(ctx, id, 'after', pivot, later + 1) : [];
  const { rows } = await sql<{
    readId: number;
  }>`select read_id as "readId" from support_chat where id = ${id}`.execute(ctx.db);
  return {
    ...chat,
    messages: [...older.slice(0, earlier).toReversed(), ...newer.slice(0, later)],
    hasBefore: earlier > 0 ? older.length > earlier : true,
    hasAfter: later > 0 ? newer.length > later : before !== undefined && around === undefined,
    readId: rows[0]?.readId ?? 0,
  };
}

/** Newest messages of a channel that a search reads one by one; see migrations/051_support_message_search.sql. */
const walked = 5_000;

/** Messages that contain all words of a text, newest first, with their chats. */
export async function searchMessages(
  ctx: Context,
  {
    text,
    channelId,
    page = 1,
    perPage = 20,
  }: {
    text: string;
    channelId?: number | undefined;
    page?: number | undefined;
    perPage?: number | undefined;
  },
): Promise<{ rows: { chat: Chat; message: ChatMessage }[]; hasMore: boolean }> {
  const { rows } = await sql<{ id: number }>`
    select message_id as id
    from molde_support_messages(${text}, ${channelId ?? null}::bigint, ${walked}, ${perPage + 1}, ${(page - 1) * perPage})`.execute(
    ctx.db,
  );
  const ids = rows.slice(0, perPage).map(({ id }) => id);
  const found = await readMessages(ctx.db, ids);
  const chats = await readChats(ctx.db, [...new Set([...found.values()].map(({ chatId }) => chatId))]);
  return {
    rows: ids.flatMap((id) => {
      const message = found.get(id);
      const chat = message && chats.get(message.chatId);
      return message && chat ? [{ chat, message }] : [];
    }),
    hasMore: rows.length > perPage,
  };
}
