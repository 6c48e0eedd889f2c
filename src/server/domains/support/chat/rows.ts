import { sql, type RawBuilder } from 'kysely';
import type { Chat, ChatMessage } from '../../../../contracts/support.ts';
import { previewLength } from '../../../../contracts/support.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { notFound } from '../../../kernel/errors.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';

const yesNo = (expression: RawBuilder<unknown>) => sql`case when ${expression} then 'Y' else 'N' end`;

/** A contact on the wire; `c` is the row of support_contact. */
export const contactJson = sql`json_build_object(
  'id', c.id, 'name', c.name, 'surname', c.surname, 'additionalInfo', c.additional_info, 'company', c.company,
  'createdAt', ${isoTime(sql`c.created_at`)}, 'birthdate', c.birthdate, 'active', ${yesNo(sql`c.is_active`)},
  'contactInfo', coalesce((
    select json_agg(json_build_object('id', i.id, 'type', i.type, 'data', i.data, 'active', ${yesNo(sql`i.is_active`)},
      'mainContact', ${yesNo(sql`i.is_main`)}) order by i.is_main desc, i.id)
    from support_contact_info i where i.contact_id = c.id), '[]'::json),
  'version', c.version)`;

/** Tables that chats are read from: chat `x`, contact `c`, channel `h`, attendant `u`, queue `g`, last message `l`. */
const chatTables = sql`support_chat x
  join support_channel h on h.id = x.channel_id
  left join support_contact c on c.id = x.contact_id
  left join app_user u on u.id = x.attendant_id
  left join support_queue g on g.id = x.queue_id
  left join support_message l on l.id = x.last_message_id
  left join support_media d on d.message_id = l.id`;

/**
 * The window for free text closes 24 hours after the customer's last message, in the provider's time, or when the provider
 * said so; what we send does not extend it.
 */
export const windowEnd = sql`case
  when x.window_closed_at >= x.last_inbound_at
    then least(x.window_closed_at, x.last_inbound_at + interval '24 hours')
  else x.last_inbound_at + interval '24 hours' end`;

/** The time until the first answer counts while there is none. */
const wantsAnswer = sql`x.first_answer_at is null and not x.is_finished`;

/** Name of a chat `x` with the contact `c`. */
export const chatName = sql`coalesce(nullif(trim(c.name || ' ' || c.surname), ''), nullif(x.profile_name, ''),
  x.customer_number, x.customer_user_id, '')`;

const chatJson = sql`json_build_object(
  'id', x.id, 'channelId', x.channel_id, 'contact', case when c.id is null then null else ${contactJson} end,
  'companyName', coalesce(c.company, ''),
  'name', ${chatName},
  'attendantId', x.attendant_id, 'attendantName', u.name, 'attendantPhotourl', u.photo_url,
  'lastMessage', case when l.id is null then null else json_build_object(
    'id', l.id, 'type', l.type, 'content', case when l.deleted_at is null then left(l.content, ${sql.lit(previewLength)}) else '' end,
    'sender', l.sender, 'attendantId', l.attendant_id, 'timestamp', ${isoTime(sql`l.at`)}, 'state', l.state,
    'fileName', nullif(d.file_name, ''), 'seconds', d.seconds) end,
  'unreadCount', x.unread_count, 'isActive', ${yesNo(sql`x.is_active`)}, 'isFinished', ${yesNo(sql`x.is_finished`)},
  'tags', coalesce((
    select json_agg(json_build_object('id', g.id, 'title', g.title, 'color', g.color) order by g.title, g.id)
    from support_chat_tag k join support_tag g on g.tenant_id = k.tenant_id and g.id = k.tag_id
    where k.chat_id = x.id), '[]'::json),
  'senderNum', h.phone, 'recipientNum', coalesce(x.customer_number, ''),
  'queueId', g.id, 'queueName', g.name, 'answerWarnAt', case when ${wantsAnswer} then ${isoTime(sql`x.answer_warn_at`)} end,
  'answerDueAt', case when ${wantsAnswer} then ${isoTime(sql`x.answer_due_at`)} end,
  'windowEndsAt', ${isoTime(windowEnd)}, 'createdAt', ${isoTime(sql`x.created_at`)}, 'version', x.version)`;

/** Chats on the wire. @param where condition on `x`, `c` and `l` @param rest order and limit */
export const selectChats = (where: RawBuilder<unknown>, rest: RawBuilder<unknown> = sql``) =>
  sql`select ${chatJson} as chat from ${chatTables} where ${where} ${rest}`;

export async function readChats(db: TenantTransaction, ids: readonly number[]): Promise<Map<number, Chat>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ chat: Chat }>`${selectChats(sql`x.id = any (${[...ids]}::bigint[])`)}`.execute(
    db,
  );
  return new Map(rows.map(({ chat }) => [chat.id, chat]));
}

/** @throws AppError NOT_FOUND */
export async function readChat(db: TenantTransaction, id: number): Promise<Chat> {
  const chat = (await readChats(db, [id])).get(id);
  if (!chat) throw notFound();
  return chat;
}

/** A message on the wire; `m` is the message, `d` its media, `f` its file, `a` its attendant, `q` the one it answers. */
const messageJson = sql`json_build_object(
  'id', m.id, 'chatId', m.chat_id, 'clientId', m.client_id, 'type', m.type,
  'content', case when m.deleted_at is null then m.content else '' end, 'sender', m.sender,
  'attendant', case when a.id is null then null else json_build_object('id', a.id, 'name', a.name, 'photourl', a.photo_url) end,
  'timestamp', ${isoTime(sql`m.at`)}, 'state', m.state,
  'failure', case when m.state = 'failed' then json_build_object('code', m.error_code, 'detail', coalesce(m.error_text, '')) end,
  'mediaUrl', case when d.message_id is not null and m.deleted_at is null then '/adm/v2/sup/zap/msg-media/' || m.id end,
  'fileName', nullif(d.file_name, ''),
  'media', case when d.message_id is null then null else json_build_object('state', d.state, 'mime', coalesce(f.type, d.mime),
    'bytes', coalesce(f.bytes, d.bytes), 'isVoice', d.is_voice, 'seconds', d.seconds, 'width', f.width, 'height', f.height,
    'failure', d.error_text) end,
  'reply', case when m.reply_wamid is null and m.reply_id is null then null else json_build_object('id', q.id,
    'type', coalesce(q.type, 'unsupported'),
    'content', case when q.deleted_at is null then left(coalesce(q.content, ''), ${sql.lit(previewLength)}) else '' end,
    'sender', coalesce(q.sender, 'client'), 'fileName', nullif(qd.file_name, '')) end,
  'reactions', (select coalesce(json_agg(json_build_object('emoji', r->>'emoji', 'sender', r->>'sender')), '[]'::json)
    from jsonb_array_elements(m.reactions) r where r->>'emoji' <> ''),
  'isEdited', m.edited_at is not null, 'isDeleted', m.deleted_at is not null,
  'details', case when m.deleted_at is null then m.details else '{}'::jsonb end, 'version', m.version)`;

const messageTables = sql`support_message m
  left join support_media d on d.message_id = m.id
  left join file f on f.id = d.file_id
  left join app_user a on a.id = m.attendant_id
  left join support_message q on q.id = m.reply_id
  left join support_media qd on qd.message_id = q.id`;

/** Messages on the wire. @param where condition on `m` @param rest order and limit */
export const selectMessages = (where: RawBuilder<unknown>, rest: RawBuilder<unknown> = sql``) =>
  sql`select ${messageJson} as message from ${messageTables} where ${where} ${rest}`;

export async function readMessages(
  db: TenantTransaction,
  ids: readonly number[],
): Promise<Map<number, ChatMessage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ message: ChatMessage }>`
    ${selectMessages(sql`m.id = any (${[...ids]}::bigint[])`)}`.execute(db);
  return new Map(rows.map(({ message }) => [message.id, message]));
}

/** @throws AppError NOT_FOUND */
export async function readMessage(db: TenantTransaction, id: number): Promise<ChatMessage> {
  const message = (await readMessages(db, [id])).get(id);
  if (!message) throw notFound();
  return message;
}
