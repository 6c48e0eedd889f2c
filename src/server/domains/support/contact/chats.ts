import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import { fullName } from '../../../../contracts/support.ts';
import { publish } from '../../../db/pending-events.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { publishChange } from '../../../kernel/topics.ts';
import { ruleBroken } from '../../../kernel/errors.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { type Contact } from './rows.ts';

/**
 * Gives the chats of numbers to the contacts that have these. A number belongs to one contact, so a chat of it leaves the
 * contact that had the number before, also a chat that the person does not see.
 */
export async function linkChats(
  { db, caller }: Context,
  contactIds: readonly number[],
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await withoutHiding(db, () =>
    sql`update support_chat c
    set contact_id = i.contact_id, version = c.version + 1, updated_at = now(), updated_by = ${caller.userId}
    from support_contact_info i
    where i.contact_id = any(${[...contactIds]}::bigint[]) and i.key = any(${[...keys]}::text[])
      and i.tenant_id = c.tenant_id and c.customer_key = i.key and c.contact_id is distinct from i.contact_id`.execute(
      db,
    ),
  );
}

/**
 * Locks a chat that a contact is made from.
 * @returns its number, null for a customer whom the provider shows without one
 * @throws AppError RULE_BROKEN for a chat that does not exist or has a contact
 */
export async function lockUnknownChat(db: TenantTransaction, chatId: number): Promise<string | null> {
  const { rows } = await sql<{ number: string | null; name: string | null; surname: string | null }>`
    select s.customer_number as number, c.name, c.surname
    from support_chat s left join support_contact c on c.tenant_id = s.tenant_id and c.id = s.contact_id
    where s.id = ${chatId} for no key update of s`.execute(db);
  const [chat] = rows;
  if (!chat)
    throw ruleBroken('errors.entity.reference', {
      errors: [{ path: '/chatId', key: 'errors.entity.reference' }],
    });
  if (chat.name !== null) {
    const params = { name: fullName({ name: chat.name, surname: chat.surname ?? '' }) };
    throw ruleBroken('errors.supportContact.chatTaken', {
      params,
      errors: [{ path: '/chatId', key: 'errors.supportContact.chatTaken', params }],
    });
  }
  return chat.number;
}

/** Gives one chat to a contact, whatever its number. */
export async function linkChat({ db, caller }: Context, contactId: number, chatId: number): Promise<void> {
  await sql`update support_chat
    set contact_id = ${contactId}, version = version + 1, updated_at = now(), updated_by = ${caller.userId}
    where id = ${chatId} and contact_id is distinct from ${contactId}`.execute(db);
}

/** The ids of the chats of contacts, by contact, also of those that the person does not see. */
export async function chatsOf(
  db: TenantTransaction,
  contactIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await withoutHiding(db, () =>
    sql<{ contact: number; chats: number[] }>`
    select contact_id as contact, array_agg(id order by id) as chats from support_chat
    where contact_id = any(${[...contactIds]}::bigint[]) group by contact_id`.execute(db),
  );
  return new Map(rows.map(({ contact, chats }) => [contact, chats]));
}

/**
 * Publishes what contacts are now: to the pages of the chat, and to lists of contacts. Of many contacts that were made together
 * the chat hears of those alone that it shows.
 */
export async function publishContacts(
  { db }: Pick<Context, 'db'>,
  contacts: readonly Contact[],
  verb: 'create' | 'update',
): Promise<void> {
  const chats = await chatsOf(
    db,
    contacts.map(({ id }) => id),
  );
  for (const contact of contacts) {
    const { id, version } = contact;
    publishChange(db, 'support-contact', { verb, id, version });
    const chatIds = chats.get(id) ?? [];
    if (contacts.length > 1 && chatIds.length === 0) continue;
    const data = { contact, chatIds } as unknown as JsonObject;
    publish(db, { topic: 'support', type: 'CONTACT_UPD', data });
  }
}
