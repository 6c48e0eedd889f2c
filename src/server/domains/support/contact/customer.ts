import { sql } from 'kysely';
import { numberKey } from '../../../../contracts/phone-number.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { refreshNumberTexts } from './numbers.ts';

/** A customer as the provider names them: by a number, by an id of the business, or by both. */
export interface Customer {
  /** Digits with the country code. */
  number: string | null;
  userId: string | null;
  profileName: string;
}

interface Found {
  id: number;
  key: string;
  number: string | null;
  userId: string | null;
  profileName: string;
}

/** The key of a chat's customer: all ways of writing a number are one. */
export const customerKey = ({ number, userId }: Pick<Customer, 'number' | 'userId'>): string =>
  number === null ? `id:${userId ?? ''}` : numberKey(number);

/**
 * Finds the chat of a customer in a channel, and locks it. A chat that began without a number keeps its customer when the number
 * becomes known.
 */
export async function knownChatOf(
  db: TenantTransaction,
  channelId: number,
  customer: Customer,
): Promise<number | null> {
  const { number, userId, profileName } = customer;
  const key = customerKey(customer);
  const { rows } = await sql<Found>`
    select id, customer_key as key, customer_number as number, customer_user_id as "userId", profile_name as "profileName"
    from support_chat
    where channel_id = ${channelId} and (customer_key = ${key} or customer_user_id = ${userId})
    order by id for update`.execute(db);
  const found = rows.find((row) => row.key === key) ?? rows[0];
  if (!found) return null;
  // Another chat may have the id already: it stays with the chat that had it first.
  const takesId = rows.every((row) => row === found || row.userId !== userId);
  const next = {
    key: number === null ? found.key : key,
    number: number ?? found.number,
    userId: (takesId ? userId : null) ?? found.userId,
    profileName: profileName || found.profileName,
  };
  // Most messages say nothing new of their customer, and each write adds a version of the row to its indexes.
  if (
    next.key !== found.key ||
    next.number !== found.number ||
    next.userId !== found.userId ||
    next.profileName !== found.profileName
  )
    await sql`
      update support_chat set profile_name = ${next.profileName}, customer_number = ${next.number},
        customer_key = ${next.key}, customer_user_id = ${next.userId}
      where id = ${found.id}`.execute(db);
  return found.id;
}

/** Finds the chat of a customer in a channel, or creates it, and locks it. */
export async function chatOf(
  db: TenantTransaction,
  tenantId: number,
  channelId: number,
  customer: Customer,
): Promise<{ id: number; isNew: boolean }> {
  const known = await knownChatOf(db, channelId, customer);
  if (known !== null) return { id: known, isNew: false };
  const { number, userId, profileName } = customer;
  const key = customerKey(customer);
  const { rows: created } = await sql<{ id: number; isNew: boolean }>`
    insert into support_chat (tenant_id, channel_id, customer_key, customer_number, customer_user_id, profile_name, contact_id)
    values (${tenantId}, ${channelId}, ${key}, ${number}, ${userId}, ${profileName},
      (select contact_id from support_contact_info where type = 'WHATSAPP' and key = ${key}))
    on conflict (tenant_id, channel_id, customer_key) do update set
      profile_name = coalesce(nullif(excluded.profile_name, ''), support_chat.profile_name)
    returning id, xmax = 0 as "isNew"`.execute(db);
  return created[0]!;
}

/**
 * Gives a chat the new number of its customer. Where another chat has that number, both stay as they are: no message changes
 * its chat.
 */
export async function changeNumber(
  db: TenantTransaction,
  tenantId: number,
  chatId: number,
  number: string,
): Promise<void> {
  const key = numberKey(number);
  await sql`
    update support_chat x set customer_number = ${number}, customer_key = ${key}
    where id = ${chatId} and not exists (
      select from support_chat o where o.channel_id = x.channel_id and o.customer_key = ${key} and o.id <> x.id
    )`.execute(db);
  const { rows } = await sql<{ contact: number }>`
    insert into support_contact_info (tenant_id, contact_id, type, data, key, is_active)
    select ${tenantId}, contact_id, 'WHATSAPP', ${number}, ${key}, true from support_chat
    where id = ${chatId} and contact_id is not null
    on conflict (tenant_id, type, key) do nothing returning contact_id as contact`.execute(db);
  await refreshNumberTexts(
    db,
    rows.map(({ contact }) => contact),
  );
}
