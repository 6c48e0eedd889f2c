import { sql } from 'kysely';
import { numberKey, toE164Digits } from '../../../../contracts/phone-number.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { MessageType, SendReply } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job.ts';
import { changeState } from '../chat/change-state.ts';
import { lockChat, type LockedChat } from '../chat/chat-lock.ts';
import { publishMessages } from '../chat/events.ts';
import { noteLast } from './receive.ts';
import { findSentMessage, sendReplyOf } from './send-reply.ts';

/** Kind of the jobs that send the messages of a chat, one after another. */
export const SEND = 'whatsapp-send';

/** Parameters of a send call beside the message. */
export interface Sending {
  chatId: number;
  channelId?: number | undefined;
  /** Number of the customer, as a proof that the page means this chat. */
  to?: string | undefined;
  clientId?: string | undefined;
  replyTo?: number | undefined;
}

export interface QueuedMessage {
  type: MessageType;
  content: string;
  details?: JsonObject;
}

/** Adds a job that sends what a chat has to send. */
export const enqueueSend = (
  db: Context['db'],
  tenantId: number,
  chatId: number,
  runAt?: Date,
): Promise<number | null> =>
  enqueue(db, tenantId, {
    kind: SEND,
    payload: { chatId },
    key: `chat:${chatId}`,
    ...(runAt ? { runAt } : {}),
  });

/** @throws AppError VALIDATION_FAILED when the call means another customer or channel */
function assertMeant(chat: LockedChat, { channelId, to }: Sending): void {
  if (channelId !== undefined && channelId !== chat.channelId)
    throw invalid([{ path: '/channelId', key: 'errors.support.channel' }]);
  if (to === undefined || to === '') return;
  const digits = toE164Digits(to.startsWith('+') ? to : `+${to}`) ?? toE164Digits(to);
  if (digits === null || numberKey(digits) !== chat.customerKey)
    throw invalid([{ path: '/to', key: 'errors.support.to' }]);
}

async function wamidOf(ctx: Context, chatId: number, replyTo: number | undefined): Promise<string | null> {
  if (replyTo === undefined) return null;
  const { rows } = await sql<{ wamid: string | null }>`
    select wamid from support_message where id = ${replyTo} and chat_id = ${chatId}`.execute(ctx.db);
  if (!rows[0]?.wamid) throw invalid([{ path: '/replyTo', key: 'errors.support.replyTo' }]);
  return rows[0].wamid;
}

/** @throws AppError RULE_BROKEN, WINDOW_CLOSED */
function assertMaySend(chat: LockedChat, type: MessageType): void {
  if (chat.isFinished) throw ruleBroken('errors.support.finished');
  if (type !== 'template' && !chat.isOpen) throw new AppError('WINDOW_CLOSED');
}

async function insertMessage(
  ctx: Context,
  chat: LockedChat,
  { clientId, replyTo }: Sending,
  { type, content, details = {} }: QueuedMessage,
): Promise<{ id: number; at: Date }> {
  const replyWamid = await wamidOf(ctx, chat.id, replyTo);
  const { rows } = await sql<{ id: number; at: Date }>`
    insert into support_message
      (tenant_id, chat_id, channel_id, sender, type, client_id, content, details, at, state, attendant_id, reply_id, reply_wamid)
    values (${ctx.tenant.id}, ${chat.id}, ${chat.channelId}, 'support', ${type}, ${clientId ?? null}, ${content},
      ${JSON.stringify(details)}::jsonb, clock_timestamp(), 'queued', ${ctx.caller.userId}, ${replyTo ?? null}, ${replyWamid})
    returning id, at`.execute(ctx.db);
  return rows[0]!;
}

/**
 * Queues a message: it is stored before anything is sent, once per `clientId`. The sender becomes the attendant of a chat
 * without one, and the chat becomes active (specification 2, section 4).
 * @param keep stores what belongs to the message, such as its file
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, RULE_BROKEN, WINDOW_CLOSED
 */
export async function queueMessage(
  ctx: Context,
  sending: Sending,
  message: QueuedMessage,
  keep?: (messageId: number) => Promise<void>,
): Promise<SendReply> {
  const chat = await lockChat(ctx.db, sending.chatId);
  const known = await findSentMessage(ctx, chat.id, sending.clientId);
  if (known !== undefined) return sendReplyOf(ctx, known);
  assertMeant(chat, sending);
  assertMaySend(chat, message.type);
  await changeState(ctx, chat, { attendantId: chat.attendantId ?? ctx.caller.userId });
  const { id, at } = await insertMessage(ctx, chat, sending, message);
  await keep?.(id);
  await sql`
    update support_chat set first_answer_at = coalesce(first_answer_at, now()), opened_at = coalesce(opened_at, now())
    where id = ${chat.id}`.execute(ctx.db);
  await noteLast(ctx.db, chat.id, id, at);
  await enqueueSend(ctx.db, ctx.tenant.id, chat.id);
  await publishMessages(ctx.db, [{ id, type: 'MSG_SENT' }]);
  return sendReplyOf(ctx, id);
}

/**
 * Sends a message again that failed, or whose arrival is not known: an agent takes the risk of a double.
 * @throws AppError NOT_FOUND, RULE_BROKEN, WINDOW_CLOSED
 */
export async function retryMessage(ctx: Context, id: number): Promise<SendReply> {
  const { rows } = await sql<{ chatId: number; type: MessageType }>`
    select chat_id as "chatId", type from support_message where id = ${id} and sender = 'support'`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) throw notFound();
  const chat = await lockChat(ctx.db, found.chatId);
  assertMaySend(chat, found.type);
  const { rows: changed } = await sql`
    update support_message set state = 'queued', error_code = null, error_text = null, attempts = 0, send_job = null, wamid = null,
      version = version + 1
    where id = ${id} and state in ('failed', 'unconfirmed') returning id`.execute(ctx.db);
  if (changed.length === 0) throw ruleBroken('errors.support.notFailed');
  await enqueueSend(ctx.db, ctx.tenant.id, chat.id);
  await publishMessages(ctx.db, [{ id, type: 'MSG_UPD' }]);
  return sendReplyOf(ctx, id);
}
