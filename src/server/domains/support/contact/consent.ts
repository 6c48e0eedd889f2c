import { sql } from 'kysely';
import type { Context } from '../../../kernel/contract.ts';
import { ruleBroken } from '../../../kernel/errors.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { customerKey, type Customer } from './customer.ts';

/** Where we know it from when the customer said so in the provider's app. */
const source = 'WhatsApp';

/**
 * Notes what a customer chose in the provider's app about advertising; the newest choice counts.
 * @returns the contact, null when there is none or it has a newer choice
 */
export async function noteConsent(
  db: TenantTransaction,
  customer: Customer,
  consent: 'given' | 'withdrawn',
  at: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update support_contact c set consent = ${consent}, consent_source = ${source}, version = version + 1, updated_at = now(),
      updated_by = null, consent_at = (${at}::timestamptz at time zone t.time_zone)::date
    from tenant t
    where t.id = c.tenant_id and c.deleted_at is null
      and (c.id in (select contact_id from support_contact_info where type = 'WHATSAPP' and key = ${customerKey(customer)})
        or c.id in (select contact_id from support_chat where customer_user_id = ${customer.userId}))
      and coalesce(c.consent_at <= (${at}::timestamptz at time zone t.time_zone)::date, true)
      and (c.consent is distinct from ${consent} or c.consent_source <> ${source})
    returning c.id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Advertising is not sent to who refused it. @throws AppError RULE_BROKEN */
export async function assertConsent({ db }: Context, chatId: number, category: string): Promise<void> {
  if (category !== 'MARKETING') return;
  const { rows } = await sql`
    select from support_chat x join support_contact c on c.id = x.contact_id
    where x.id = ${chatId} and c.consent = 'withdrawn'`.execute(db);
  if (rows.length > 0) throw ruleBroken('errors.support.consent');
}
