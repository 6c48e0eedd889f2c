import { sql } from 'kysely';
import type { ContactInfo, SupportContact } from '../../../../contracts/support.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';

/** Whether a person agreed to be written to. */
export type Consent = 'given' | 'withdrawn';

/** A number of a contact. */
export interface StoredContactInfo extends ContactInfo {
  id: number;
  /** The number as forms take it: without the country code for Brazil, with + for others. */
  phone: string;
}

/** A contact with what the support chat does not show of it. */
export interface Contact extends SupportContact {
  contactInfo: StoredContactInfo[];
  /** Its numbers as people read them, the main one first. */
  numbers: string;
  consent: Consent | null;
  /** YYYY-MM-DD. */
  consentAt: string | null;
  consentSource: string;
  updatedAt: string;
  fullName: string;
  /** Another contact that is likely the same person. */
  doubleId: number | null;
}

/** The columns of a contact `c` in its wire form. */
export const contactColumns = sql`c.id, c.name, c.surname, trim(c.name || ' ' || c.surname) as "fullName", c.company, c.additional_info as "additionalInfo",
  to_char(c.birthdate, 'YYYY-MM-DD') as birthdate, case when c.is_active then 'Y' else 'N' end as active,
  c.numbers, c.consent, to_char(c.consent_at, 'YYYY-MM-DD') as "consentAt", c.consent_source as "consentSource",
  ${isoTime('c.created_at')} as "createdAt", ${isoTime('c.updated_at')} as "updatedAt", c.version,
  coalesce((select json_agg(json_build_object('id', i.id, 'type', i.type, 'data', i.data,
      'phone', case when i.data ~ '^55[1-9][1-9](9[0-9]{8}|[2-8][0-9]{7})$' then substr(i.data, 3) else '+' || i.data end,
      'active', case when i.is_active then 'Y' else 'N' end,
      'mainContact', case when i.is_main then 'Y' else 'N' end) order by i.is_main desc, i.id)
    from support_contact_info i where i.tenant_id = c.tenant_id and i.contact_id = c.id), '[]') as "contactInfo",
  (select min(d.id) from support_contact d where d.tenant_id = c.tenant_id and d.double_key = c.double_key
    and d.id <> c.id and d.deleted_at is null and d.merged_into is null) as "doubleId"`;

/** Contacts `c` that were not erased and are no part of another one. */
export const isCurrent = sql<boolean>`c.deleted_at is null and c.merged_into is null`;

/** Reads contacts by their ids, in the order of these. Those that do not exist are left out. */
export async function readContacts(db: TenantTransaction, ids: readonly number[]): Promise<Contact[]> {
  const { rows } = await sql<Contact>`select ${contactColumns} from support_contact c
    where c.id = any(${[...ids]}::bigint[]) and ${isCurrent}
    order by array_position(${[...ids]}::bigint[], c.id)`.execute(db);
  return rows;
}

/** Reads contacts and locks them for a change, in the order of their ids. */
export async function lockContacts(db: TenantTransaction, ids: readonly number[]): Promise<Contact[]> {
  const sorted = ids.toSorted((one, other) => one - other);
  const { rows } = await sql<Contact>`select ${contactColumns} from support_contact c
    where c.id = any(${sorted}::bigint[]) and ${isCurrent} order by c.id for no key update of c`.execute(db);
  return rows;
}
