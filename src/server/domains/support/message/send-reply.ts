import { sql } from 'kysely';
import type { SendReply } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { readMessage } from '../chat/rows.ts';

/** The message that a page sent with this id before. */
export async function findSentMessage(
  ctx: Context,
  chatId: number,
  clientId: string | undefined,
): Promise<number | undefined> {
  if (clientId === undefined) return undefined;
  const { rows } = await sql<{ id: number }>`
    select id from support_message where chat_id = ${chatId} and client_id = ${clientId}`.execute(ctx.db);
  return rows[0]?.id;
}

/** Answer of a send call. */
export async function sendReplyOf(ctx: Context, id: number): Promise<SendReply> {
  return { messageId: id, message: await readMessage(ctx.db, id) };
}
