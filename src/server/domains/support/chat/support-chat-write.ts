import { sql } from 'kysely';
import type { Static } from 'typebox';
import { numberKey, toE164Digits } from '../../../../contracts/phone-number.ts';
import type { Chat, YesNo } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, ruleBroken } from '../../../kernel/errors.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { transferToQueue } from '../rule/transfer.ts';
import { changeState } from './change-state.ts';
import { lockChat, placeOf } from './chat-lock.ts';
import { publishChat } from './events.ts';
import { readChat, readChats } from './rows.ts';
import { enqueueRead } from '../whatsapp/read-job.ts';
import type { changeBody, createBody } from './support-chat-schema.ts';

const flag = (given: YesNo | undefined): boolean | undefined =>
  given === undefined ? undefined : given === 'Y';

/** State that a body asks for; fields that it does not name stay. */
const changeOf = ({ attendantId, isActive, isFinished }: Static<typeof changeBody>) => ({
  ...(attendantId === undefined ? {} : { attendantId }),
  ...(isActive === undefined ? {} : { isActive: flag(isActive)! }),
  ...(isFinished === undefined ? {} : { isFinished: flag(isFinished)! }),
});

async function channelOf(ctx: Context, { channelId, senderNum }: Static<typeof createBody>): Promise<number> {
  const phone = senderNum === undefined ? null : senderNum.replaceAll(/\D/g, '');
  const { rows } = await sql<{ id: number }>`
    select id from support_channel
    where is_active and (id = ${channelId ?? null}::bigint or (${channelId ?? null}::bigint is null and phone = ${phone}))
    limit 1`.execute(ctx.db);
  if (!rows[0])
    throw invalid([
      { path: channelId === undefined ? '/senderNum' : '/channelId', key: 'errors.support.noChannel' },
    ]);
  return rows[0].id;
}

/** The number that a chat is begun with: the given one, else the main one of the contact. */
async function numberOf(
  ctx: Context,
  { contactId, recipientNum }: Static<typeof createBody>,
): Promise<string> {
  const given = recipientNum === undefined ? null : toE164Digits(recipientNum);
  if (given !== null) return given;
  const { rows } = await sql<{ data: string }>`
    select data from support_contact_info where contact_id = ${contactId ?? null}::bigint and is_active
    order by is_main desc, id limit 1`.execute(ctx.db);
  const stored = rows[0] ? toE164Digits(rows[0].data) : null;
  if (recipientNum !== undefined || stored === null)
    throw invalid([{ path: '/recipientNum', key: 'errors.support.number' }]);
  return stored;
}

/**
 * Begins a chat with a number, or returns the one that there is: a customer has one chat per channel.
 * @throws AppError RULE_BROKEN for a chat that there is and that the person does not see
 */
export async function createChat(ctx: Context, body: Static<typeof createBody>): Promise<Chat> {
  const channelId = await channelOf(ctx, body);
  const number = await numberOf(ctx, body);
  const key = numberKey(number);
  const { rows } = await withoutHiding(ctx.db, () =>
    sql<{ id: number; isNew: boolean }>`
    insert into support_chat (tenant_id, channel_id, customer_key, customer_number, profile_name, contact_id, opened_at, created_by)
    values (${ctx.tenant.id}, ${channelId}, ${key}, ${number}, ${body.name?.trim() ?? ''},
      coalesce((select contact_id from support_contact_info where type = 'WHATSAPP' and key = ${key}),
        (select id from support_contact where id = ${body.contactId ?? null}::bigint and deleted_at is null)),
      now(), ${ctx.caller.userId})
    on conflict (tenant_id, channel_id, customer_key) do update set updated_at = support_chat.updated_at
    returning id, xmax = 0 as "isNew"`.execute(ctx.db),
  );
  const { id, isNew } = rows[0]!;
  if (!isNew) {
    const known = (await readChats(ctx.db, [id])).get(id);
    const error = { path: '/recipientNum', key: 'errors.support.hiddenChat' };
    if (!known) throw ruleBroken(error.key, { errors: [error] });
    return known;
  }
  const { attendantId = null, isActive } = body;
  const attendant = attendantId ?? (isActive === 'Y' ? ctx.caller.userId : null);
  await changeState(ctx, await lockChat(ctx.db, id), { attendantId: attendant });
  await publishChat(ctx.db, id);
  return readChat(ctx.db, id);
}

/**
 * @returns null for a chat that the person passed on, and does not see any more
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, RULE_BROKEN, VALIDATION_FAILED
 */
export async function changeChat(
  ctx: Context,
  id: number,
  body: Static<typeof changeBody>,
): Promise<Chat | null> {
  const chat = await lockChat(ctx.db, id);
  const expected = expectedVersion(ctx, body.version);
  // Messages change the version too, and are no conflict.
  const isCurrent =
    expected.version === null || (expected.version >= chat.stateVersion && expected.version <= chat.version);
  const { unconditional } = await assertVersion(
    isCurrent && expected.version !== null ? { version: chat.version } : expected,
    chat.version,
    () => readChat(ctx.db, id),
  );
  const note = body.note?.trim() ?? '';
  // A note is for whom the chat is handed over to: without that person or queue nobody would see it.
  const { attendantId = null } = body;
  const isHandedOver = attendantId !== null && attendantId !== chat.attendantId;
  if (note !== '' && body.queueId === undefined && !isHandedOver)
    throw invalid([{ path: '/note', key: 'errors.support.noteWithoutTransfer' }]);
  await withoutHiding(ctx.db, async () => {
    if (body.queueId !== undefined) await transferToQueue(ctx, chat, body.queueId, note);
    const now = body.queueId === undefined ? chat : await lockChat(ctx.db, id);
    const isChanged = await changeState(ctx, now, changeOf(body), { unconditional, note });
    if (isChanged || body.queueId !== undefined) await publishChat(ctx.db, id, placeOf(chat));
  });
  return (await readChats(ctx.db, [id])).get(id) ?? null;
}

/** Notes that an agent has read a chat up to a message, for all agents and tabs. */
export async function markRead(ctx: Context, id: number, messageId: number): Promise<Chat> {
  await lockChat(ctx.db, id);
  const { rows } = await sql`
    update support_chat x set read_id = r.read_id, version = version + 1, unread_count = (
      select count(*) from support_message m where m.chat_id = x.id and m.sender = 'client' and m.id > r.read_id
        and not m.details ? 'history')
    from (select coalesce(max(m.id), 0) as read_id from support_message m where m.chat_id = ${id} and m.id <= ${messageId}) r
    where x.id = ${id} and r.read_id > x.read_id and (x.unread_count > 0)
    returning x.id`.execute(ctx.db);
  if (rows.length > 0) {
    await enqueueRead(ctx.db, ctx.tenant.id, id);
    await publishChat(ctx.db, id);
  }
  return readChat(ctx.db, id);
}
