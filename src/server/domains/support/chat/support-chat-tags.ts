import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Chat, ChatTag } from '../../../../contracts/support.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import { lockChat } from './chat-lock.ts';
import { publishChat } from './events.ts';
import { readChat } from './rows.ts';
import type { tagsBody } from './support-chat-schema.ts';

/** The tags that chats can have. */
export async function listTags({ db }: Context): Promise<ChatTag[]> {
  const { rows } = await sql<ChatTag>`select id, title, color from support_tag order by title, id`.execute(
    db,
  );
  return rows;
}

/**
 * Adds tags to a chat and removes others. Tags that are not named stay, so that two agents do not undo each other's.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED for a tag that does not exist
 */
export async function changeTags(
  ctx: Context,
  id: number,
  { add = [], remove = [] }: Static<typeof tagsBody>,
): Promise<Chat> {
  await lockChat(ctx.db, id);
  const { tags: before } = await readChat(ctx.db, id);
  const { rows: known } = await sql<{ id: number }>`
    select id from support_tag where id = any (${add}::bigint[])`.execute(ctx.db);
  const unknown = add.findIndex((tag) => !known.some((one) => one.id === tag));
  if (unknown >= 0) throw invalid([{ path: `/add/${unknown}`, key: 'errors.support.tag' }]);
  const { rows: removed } = await sql`
    delete from support_chat_tag where chat_id = ${id} and tag_id = any (${remove}::bigint[]) returning tag_id`.execute(
    ctx.db,
  );
  const { rows: added } = await sql`
    insert into support_chat_tag (tenant_id, chat_id, tag_id)
    select ${ctx.tenant.id}, ${id}, tag from unnest(${add}::bigint[]) tag on conflict do nothing returning tag_id`.execute(
    ctx.db,
  );
  if (removed.length + added.length === 0) return readChat(ctx.db, id);
  await sql`
    update support_chat set version = version + 1, updated_at = now(), updated_by = ${ctx.caller.userId}
    where id = ${id}`.execute(ctx.db);
  const chat = await readChat(ctx.db, id);
  const titles = (tags: readonly ChatTag[]): string => tags.map(({ title }) => title).join(', ');
  await audit(ctx, {
    entity: 'support-chat',
    entityId: id,
    action: 'update',
    before: { tags: titles(before) },
    after: { tags: titles(chat.tags) },
  });
  await publishChat(ctx.db, id);
  return chat;
}
