import { sql } from 'kysely';
import type { NotificationKind } from '../../../../contracts/notification.ts';
import type { NoteMention, SendReply } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, type KeyedError } from '../../../kernel/errors.ts';
import { addNotices, type Notifier } from '../../../platform/notifications/notices.ts';
import { lockChat, type LockedChat } from './chat-lock.ts';
import { publishMessages } from './events.ts';
import { readersOf } from './people.ts';
import { findSentMessage, sendReplyOf } from '../message/send-reply.ts';

/** Notifies people of a chat; nobody of what they did themselves. */
export async function notifyOfChat(
  ctx: Notifier,
  chatId: number,
  kind: NotificationKind,
  people: readonly number[],
): Promise<void> {
  await addNotices(
    ctx,
    people
      .filter((person) => person !== ctx.caller?.userId)
      .map((person) => ({ person, kind, entity: 'support-chat', id: chatId })),
  );
}

/** Stores a text for agents alone in a locked chat. @returns its id; who calls publishes it */
export async function insertNote(
  { db, tenant, caller }: Context,
  { id, channelId }: Pick<LockedChat, 'id' | 'channelId'>,
  content: string,
  { clientId, mentions = [] }: { clientId?: string | undefined; mentions?: readonly NoteMention[] } = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into support_message (tenant_id, chat_id, channel_id, sender, type, client_id, content, details, at, state, attendant_id)
    values (${tenant.id}, ${id}, ${channelId}, 'note', 'note', ${clientId ?? null}, ${content},
      ${JSON.stringify({ mentions })}::jsonb, clock_timestamp(), 'received', ${caller.userId})
    returning id`.execute(db);
  return rows[0]!.id;
}

/** The people whom a note mentions. @throws AppError VALIDATION_FAILED naming those who may not read the chat */
async function mentioned({ db }: Context, chatId: number, ids: readonly number[]): Promise<NoteMention[]> {
  const unique = [...new Set(ids)];
  const readers = await readersOf(db, unique, chatId);
  const { rows } = await sql<NoteMention>`
    select id, name from app_user where id = any (${unique}::bigint[]) order by name, id`.execute(db);
  const errors = unique.flatMap((id): KeyedError[] => {
    if (readers.has(id)) return [];
    const name = rows.find((person) => person.id === id)?.name;
    return [
      {
        path: `/mentions/${ids.indexOf(id)}`,
        key: name === undefined ? 'errors.support.unknownMention' : 'errors.support.mention',
        params: { name: name ?? '' },
      },
    ];
  });
  if (errors.length > 0) throw invalid(errors);
  return rows;
}

/** Adds a text for agents alone, and notifies those whom it mentions. @throws AppError NOT_FOUND, VALIDATION_FAILED */
export async function addNote(
  ctx: Context,
  {
    chatId,
    clientId,
    mentions = [],
  }: { chatId: number; clientId?: string | undefined; mentions?: number[] | undefined },
  content: string,
): Promise<SendReply> {
  const chat = await lockChat(ctx.db, chatId);
  if (content.trim() === '') throw invalid([{ path: '/text', key: 'errors.support.empty' }]);
  const known = await findSentMessage(ctx, chatId, clientId);
  if (known !== undefined) return sendReplyOf(ctx, known);
  const people = await mentioned(ctx, chatId, mentions);
  const id = await insertNote(ctx, chat, content, { clientId, mentions: people });
  await notifyOfChat(
    ctx,
    chatId,
    'note',
    people.map((person) => person.id),
  );
  await publishMessages(ctx.db, [{ id, type: 'MSG_SENT' }]);
  return sendReplyOf(ctx, id);
}
