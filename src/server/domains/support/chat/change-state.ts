import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { LockedChat } from './chat-lock.ts';
import { publishMessages } from './events.ts';
import { insertNote, notifyOfChat } from './notes.ts';
import { eventsOf, nextState, type ChatChange, type ChatState } from './transitions.ts';

/** Whether a person of `app_user u` may attend to customers. */
export const mayAttend = sql`(u.is_active and u.is_user and exists (
  select from access_group_member m
  join access_group g on g.id = m.group_id and g.is_active
  left join access_group_screen s on s.group_id = g.id and s.screen_key = 'support'
  where m.user_id = u.id and (g.all_screens or s.can_update)
))`;

async function nameOfAttendant(ctx: Context, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.name from app_user u where u.id = ${id} and ${mayAttend}`.execute(ctx.db);
  if (!rows[0]) throw invalid([{ path: '/attendantId', key: 'errors.support.attendant' }]);
  return rows[0].name;
}

/** Stores what happened to a chat, as a line among its messages. */
async function addSystemMessage(ctx: Context, chat: LockedChat, details: JsonObject): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into support_message (tenant_id, chat_id, channel_id, sender, type, details, at, state, attendant_id)
    values (${ctx.tenant.id}, ${chat.id}, ${chat.channelId}, 'system', 'system', ${JSON.stringify(details)}::jsonb,
      clock_timestamp(), 'received', ${ctx.caller.userId})
    returning id`.execute(ctx.db);
  return rows[0]!.id;
}

const wireOf = ({ attendantId, isActive, isFinished }: ChatState): JsonObject => ({
  attendantId,
  isActive,
  isFinished,
});

/**
 * Changes attendant and status of a locked chat, with a line in its history, an audit entry and events.
 * @param note for whom the chat is handed over to, and agents alone
 * @returns whether anything changed. @throws AppError RULE_BROKEN, VALIDATION_FAILED
 */
export async function changeState(
  ctx: Context,
  chat: LockedChat,
  given: ChatChange,
  { unconditional = false, note = '' }: { unconditional?: boolean; note?: string } = {},
): Promise<boolean> {
  const next = nextState(chat, given);
  const isNamed = next.attendantId !== null && next.attendantId !== chat.attendantId;
  const name = isNamed ? await nameOfAttendant(ctx, next.attendantId!) : '';
  const isSame =
    next.attendantId === chat.attendantId &&
    next.isActive === chat.isActive &&
    next.isFinished === chat.isFinished;
  if (isSame) return false;
  await sql`
    update support_chat set attendant_id = ${next.attendantId}, is_active = ${next.isActive}, is_finished = ${next.isFinished},
      assigned_at = case when ${isNamed} then now() else assigned_at end,
      opened_at = case when is_finished and not ${next.isFinished} then now() else opened_at end,
      first_answer_at = case when is_finished and not ${next.isFinished} then null else first_answer_at end,
      finished_at = case when ${next.isFinished} then coalesce(finished_at, now()) end,
      answer_due_at = case when is_finished and not ${next.isFinished} then null else answer_due_at end,
      answer_warn_at = case when is_finished and not ${next.isFinished} then null else answer_warn_at end,
      menu_at = case when ${isNamed || next.isFinished} then null else menu_at end,
      version = version + 1, state_version = version + 1, updated_at = now(), updated_by = ${ctx.caller.userId}
    where id = ${chat.id}`.execute(ctx.db);
  const ids: number[] = [];
  for (const event of eventsOf(chat, next)) {
    const details = {
      event,
      by: ctx.caller.name,
      ...(event === 'assigned' ? { name, self: next.attendantId === ctx.caller.userId } : {}),
    };
    ids.push(await addSystemMessage(ctx, chat, details));
  }
  if (isNamed && note !== '') {
    ids.push(await insertNote(ctx, chat, note));
    await notifyOfChat(ctx, chat.id, 'transfer', [next.attendantId!]);
  }
  await audit(ctx, {
    entity: 'support-chat',
    entityId: chat.id,
    action: 'update',
    before: wireOf(chat),
    after: wireOf(next),
    unconditional,
  });
  await publishMessages(
    ctx.db,
    ids.map((id) => ({ id, type: 'MSG_UPD' })),
  );
  return true;
}
