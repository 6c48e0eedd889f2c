import { sql } from 'kysely';
import type { SendReply } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/job.ts';
import { lockChat } from '../chat/chat-lock.ts';
import { applyEffect } from './effects.ts';
import { publishMessages } from '../chat/events.ts';
import { sendReplyOf } from './send-reply.ts';
import { REACT } from '../whatsapp/reaction-job.ts';

/** Reacts to a message for all of us, with a job that reports it to the customer. An empty emoji takes it back. */
export async function sendReaction(ctx: Context, id: number, emoji: string): Promise<SendReply> {
  const { rows } = await sql<{ chatId: number; channelId: number; wamid: string | null }>`
    select chat_id as "chatId", channel_id as "channelId", wamid from support_message
    where id = ${id} and sender in ('client', 'support')`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw notFound();
  const chat = await lockChat(ctx.db, found.chatId);
  if (!chat.isOpen) throw new AppError('WINDOW_CLOSED');
  if (found.wamid === null) throw ruleBroken('errors.support.replyTo');
  const effect = {
    kind: 'reaction',
    emoji: emoji.trim(),
    at: new Date().toISOString(),
    sender: 'support',
  } as const;
  const changed = await applyEffect(ctx.db, ctx.tenant.id, found.channelId, found.wamid, effect);
  if (changed) {
    await enqueue(ctx.db, ctx.tenant.id, { kind: REACT, payload: { messageId: id }, key: String(id) });
    await publishMessages(ctx.db, [{ id, type: 'MSG_UPD' }]);
  }
  return sendReplyOf(ctx, id);
}
