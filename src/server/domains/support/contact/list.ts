import { sql, type RawBuilder } from 'kysely';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { Context } from '../../../kernel/contract.ts';
import { listPage, ListReader, type ListRequest } from '../../../kernel/list.ts';
import { COUNT_CAP, type TotalCache } from '../../../kernel/totals.ts';
import { contactColumns, isCurrent, type Consent, type Contact } from './rows.ts';

export interface ContactFilter {
  /** Contained in name, surname, company or a number in any form. */
  text: string;
  company: string;
  active: 'Y' | 'N' | null;
  consent: Consent | 'none' | null;
  /** Only those that are likely a person twice. */
  doubles: boolean;
  /** Only those with an active number. */
  type: 'WHATSAPP' | null;
}

const columns: Record<string, string[]> = {
  name: ['name', 'surname', 'id'],
  company: ['company', 'name', 'surname', 'id'],
  createdAt: ['created_at', 'id'],
  updatedAt: ['updated_at', 'id'],
  id: ['id'],
};

/** Reads the parameters of lists of contacts. Each order has an index. */
export const contactLists = new ListReader({ orders: Object.keys(columns), defaultOrder: 'name_asc' });

/** A number with its punctuation as its digits, since these are searched; any other text as it is. */
export function searchText(text: string): string {
  const trimmed = text.trim();
  const digits = trimmed.replace(/\D/g, '').replace(/^0+/, '');
  return /^\+?[\d\s().-]+$/.test(trimmed) && digits.length >= 4 ? digits : trimmed;
}

/** Reads a page of contacts and their number in one statement. */
export function listContacts(
  ctx: Context,
  totals: TotalCache,
  request: ListRequest<unknown>,
  filter: ContactFilter,
): Promise<ListPage<Contact>> {
  const text = searchText(filter.text);
  const like = sql`molde_like(${text}::text)`;
  const conditions = [isCurrent];
  if (filter.company !== '') conditions.push(sql`c.company = ${filter.company}`);
  if (filter.active !== null) conditions.push(sql`c.is_active = ${filter.active === 'Y'}`);
  if (filter.consent === 'none') conditions.push(sql`c.consent is null`);
  else if (filter.consent !== null) conditions.push(sql`c.consent = ${filter.consent}`);
  if (filter.doubles)
    conditions.push(sql`c.double_key in (select d.double_key from support_contact d
      where d.double_key is not null and d.deleted_at is null and d.merged_into is null
      group by d.double_key having count(*) > 1)`);
  if (filter.type !== null)
    conditions.push(sql`exists (select from support_contact_info i
      where i.tenant_id = c.tenant_id and i.contact_id = c.id and i.type = ${filter.type} and i.is_active)`);
  const scope = sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const { field, direction } = request.order;
  const order = sql.join(
    (columns[field] ?? ['id']).map((name) => sql`${sql.ref(`c.${name}`)} ${sql.raw(direction)}`),
  );
  const slice = sql`order by ${order} limit ${request.perPage} offset ${request.offset}`;
  // The part of the statement whose condition is false before it begins costs nothing (kernel/entity/list.ts).
  const few = sql`(select ids from s) is not null and c.id = any((select ids from s)::bigint[])`;
  const many = sql`(select ids from s) is null and c.search like ${like}`;
  const keys = (condition: RawBuilder<unknown>) =>
    sql`select c.id from support_contact c where ${scope} and ${condition}`;
  const counted = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (${keys(condition)} limit ${COUNT_CAP + 1}) m)`;
  return listPage(ctx, totals, {
    request,
    key: ['support-contact', { ...filter, text }],
    async read(known) {
      const search =
        text === '' || known !== null
          ? sql`select null::bigint[] as ids`
          : sql`select molde_entity_search('support_contact', ${like}) as ids`;
      const matching =
        text === ''
          ? sql`${keys(sql`true`)} ${slice}`
          : sql`(${keys(few)} ${slice}) union all (${keys(many)} ${slice})`;
      const total =
        text === ''
          ? counted(sql`true`)
          : sql`case when (select ids from s) is null then ${counted(many)} else ${counted(few)} end`;
      const { rows } = await sql<{ total: number; rows: Contact[] }>`
        with s as materialized (${search})
        select coalesce(${known}::int, ${total}) as total, coalesce((select json_agg(p) from (
          select ${contactColumns} from (${matching}) k join support_contact c on c.id = k.id order by ${order}
        ) p), '[]'::json) as rows`.execute(ctx.db);
      return { rows: rows[0]?.rows ?? [], total: rows[0]?.total ?? 0 };
    },
    async count() {
      const condition = text === '' ? sql`true` : sql`c.search like ${like}`;
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from (${keys(condition)}) m`.execute(ctx.db);
      return rows[0]?.total ?? 0;
    },
  });
}

/** The companies of contacts, each once, with the number of its contacts. */
export async function listCompanies(
  ctx: Context,
  { page, perPage, offset }: ListRequest<unknown>,
  text: string,
): Promise<ListPage<{ name: string; contacts: number }>> {
  const { rows } = await sql<{ total: number; rows: { name: string; contacts: number }[] }>`
    with companies as materialized (
      select c.company as name, count(*)::int as contacts from support_contact c
      where ${isCurrent} and c.company <> '' group by c.company
    ), found as (
      select * from companies where ${text} = '' or molde_fold(name) like molde_like(${text})
    )
    select (select count(*)::int from found) as total, coalesce((select json_agg(p) from (
      select * from found order by name limit ${perPage} offset ${offset}) p), '[]'::json) as rows`.execute(
    ctx.db,
  );
  return { page, perPage, totalRows: rows[0]?.total ?? 0, rows: rows[0]?.rows ?? [] };
}
