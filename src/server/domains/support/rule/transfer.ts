import { sql } from 'kysely';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, ruleBroken } from '../../../kernel/errors.ts';
import { changeState } from '../chat/change-state.ts';
import type { LockedChat } from '../chat/chat-lock.ts';
import { publishMessages } from '../chat/events.ts';
import { insertNote } from '../chat/notes.ts';
import { addRuleLine } from './automatic-message.ts';
import { enqueueAssign } from './kinds.ts';

/**
 * Passes a chat to a queue, or out of one, where it waits for an agent of it.
 * @throws AppError VALIDATION_FAILED, RULE_BROKEN
 */
export async function transferToQueue(
  ctx: Context,
  chat: LockedChat,
  queueId: number | null,
  note: string,
): Promise<void> {
  if (chat.isFinished) throw ruleBroken('errors.support.finished');
  const { rows } = await sql<{ name: string }>`
    select name from support_queue
    where id = ${queueId} and is_active and (channel_id is null or channel_id = ${chat.channelId})`.execute(
    ctx.db,
  );
  const [queue] = rows;
  if (queueId !== null && !queue) throw invalid([{ path: '/queueId', key: 'errors.support.queue' }]);
  await changeState(ctx, chat, { attendantId: null });
  // It may be assigned again: somebody else is asked for.
  await sql`
    update support_chat set queue_id = ${queueId}, assigned_at = null, menu_at = null, version = version + 1,
      state_version = version + 1 where id = ${chat.id}`.execute(ctx.db);
  if (queue)
    await addRuleLine(ctx.db, ctx.tenant.id, chat, {
      event: 'queued',
      name: queue.name,
      by: ctx.caller.name,
    });
  if (note !== '')
    await publishMessages(ctx.db, [{ id: await insertNote(ctx, chat, note), type: 'MSG_SENT' }]);
  await enqueueAssign(ctx.db, ctx.tenant.id, chat.channelId);
}
