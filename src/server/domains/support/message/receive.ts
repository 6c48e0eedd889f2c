import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { MessageSender, MessageState, MessageType } from '../../../../contracts/support.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { applyEarly } from './effects.ts';
import { storeMedia, type StoredMedia } from './message-media.ts';

/** A message as it is stored, from the provider or from us. */
export interface NewMessage {
  chatId: number;
  channelId: number;
  sender: MessageSender;
  type: MessageType;
  wamid: string | null;
  content: string;
  details: JsonObject;
  at: Date;
  state: MessageState;
  replyWamid: string | null;
  media: StoredMedia | null;
}

/**
 * Stores a message of the provider once, with a job for its media and what came before it.
 * @returns its id; null when it is known already
 */
export async function storeMessage(
  db: TenantTransaction,
  tenantId: number,
  message: NewMessage,
): Promise<number | null> {
  const { chatId, channelId, wamid, media, replyWamid } = message;
  const { rows } = await sql<{ id: number }>`
    insert into support_message
      (tenant_id, chat_id, channel_id, sender, type, wamid, content, details, at, state, reply_wamid, reply_id)
    values (${tenantId}, ${chatId}, ${channelId}, ${message.sender}, ${message.type}, ${wamid}, ${message.content},
      ${JSON.stringify(message.details)}::jsonb, ${message.at}, ${message.state}, ${replyWamid},
      (select id from support_message where channel_id = ${channelId} and wamid = ${replyWamid}))
    on conflict (tenant_id, channel_id, wamid) where wamid is not null do nothing
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  if (media) await storeMedia(db, tenantId, id, media);
  if (wamid !== null) {
    await sql`
      update support_message set reply_id = ${id}, version = version + 1
      where channel_id = ${channelId} and reply_wamid = ${wamid} and reply_id is null`.execute(db);
    for (const early of await applyEarly(db, tenantId, channelId, wamid))
      if (early.kind === 'reaction' && early.sender === 'client')
        await noteActivity(db, chatId, new Date(early.at));
  }
  return id;
}

/** Makes a message the last one of its chat, unless a newer one is. */
const asLast = (id: number, at: Date) => sql`
  last_message_id = case when last_message_at is null or (last_message_at, last_message_id) < (${at}::timestamptz, ${id}::bigint)
    then ${id} else last_message_id end,
  last_message_at = greatest(last_message_at, ${at}::timestamptz)`;

/** A message of the customer after the provider closed the window opens it; the provider's times are whole seconds. */
const stillClosed = (at: Date) =>
  sql`case when ${at}::timestamptz >= date_trunc('second', window_closed_at) then null else window_closed_at end`;

/**
 * Notes of a rule about a conversation end with it. A restricted queue stays: without it the chat would show its past to
 * everybody.
 */
const forNextConversation = sql.join(
  [
    sql`queue_id = case when is_finished and not exists (
      select from support_queue g where g.id = queue_id and g.restricted) then null else queue_id end`,
    sql`answer_due_at = case when is_finished then null else answer_due_at end`,
    sql`answer_warn_at = case when is_finished then null else answer_warn_at end`,
    sql`menu_count = case when is_finished then 0 else menu_count end`,
    sql`menu_at = case when is_finished then null else menu_at end`,
  ],
  sql`, `,
);

/**
 * Notes a message of the customer in its chat: it counts as unread, opens the window, and brings a finished chat back to those
 * that wait.
 */
export async function noteReceived(
  db: TenantTransaction,
  chatId: number,
  id: number,
  at: Date,
): Promise<void> {
  await sql`
    update support_chat set ${asLast(id, at)},
      unread_count = unread_count + 1,
      last_inbound_at = greatest(last_inbound_at, ${at}::timestamptz),
      window_closed_at = ${stillClosed(at)},
      opened_at = case when is_finished or opened_at is null then now() else opened_at end,
      first_answer_at = case when is_finished then null else first_answer_at end,
      finished_at = case when is_finished then null else finished_at end,
      ${forNextConversation},
      state_version = case when is_finished then version + 1 else state_version end,
      is_active = case when is_finished then attendant_id is not null else is_active end,
      is_finished = false, version = version + 1, updated_at = now()
    where id = ${chatId}`.execute(db);
}

/** Notes that the customer did something that is no message, such as a reaction: it opens the window. */
export async function noteActivity(db: TenantTransaction, chatId: number, at: Date): Promise<void> {
  await sql`
    update support_chat set last_inbound_at = greatest(last_inbound_at, ${at}::timestamptz),
      window_closed_at = ${stillClosed(at)}, version = version + 1
    where id = ${chatId}`.execute(db);
}

/** Finishes a chat that began with something else than news of the customer, before anything of it is stored: nobody waits in it. */
export async function finishQuietChat(db: TenantTransaction, chatId: number): Promise<void> {
  await sql`update support_chat set is_finished = true where id = ${chatId}`.execute(db);
}

/**
 * Notes a message of the provider's history: it changes neither the state of its chat nor its unread count. One of the customer
 * opens the window as any other, if it is new enough.
 */
export async function noteHistory(
  db: TenantTransaction,
  chatId: number,
  { id, at, isOfCustomer }: { id: number; at: Date; isOfCustomer: boolean },
): Promise<void> {
  await sql`
    update support_chat set ${asLast(id, at)},
      read_id = case when unread_count = 0 then greatest(read_id, ${id}::bigint) else read_id end,
      last_inbound_at = case when ${isOfCustomer} then greatest(last_inbound_at, ${at}::timestamptz) else last_inbound_at end,
      window_closed_at = case when ${isOfCustomer} then ${stillClosed(at)} else window_closed_at end,
      version = version + 1
    where id = ${chatId}`.execute(db);
}

/** Notes a message that is not of the customer: of ours, or of the chat itself. */
export async function noteLast(db: TenantTransaction, chatId: number, id: number, at: Date): Promise<void> {
  await sql`
    update support_chat set ${asLast(id, at)}, version = version + 1, updated_at = now() where id = ${chatId}`.execute(
    db,
  );
}
