import { sql } from 'kysely';
import { formatNumber } from '../../../../contracts/phone-number.ts';
import { fullName } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, type KeyedError } from '../../../kernel/errors.ts';
import type { StoredInfo } from './numbers.ts';

/**
 * Lets one request of the tenant at a time give numbers to contacts, so that a number of another contact is found before the
 * database refuses it, and the answer can name the contact.
 */
export async function lockNumbers(db: Context['db']): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('support_contact'), current_setting('app.tenant_id')::int)`.execute(
    db,
  );
}

/** A contact that has a number. */
export interface Holder {
  id: number;
  name: string;
  surname: string;
}

/** The contacts that have numbers, by the numbers' keys. */
export async function holdersOf({ db }: Context, keys: readonly string[]): Promise<Map<string, Holder>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Holder & { key: string }>`
    select i.key, c.id, c.name, c.surname from support_contact_info i
    join support_contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id
    where i.type = 'WHATSAPP' and i.key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/** The refusal of numbers that other contacts have; null where none has. */
export function takenError(
  infos: readonly StoredInfo[],
  holders: ReadonlyMap<string, Holder>,
): AppError | null {
  const message = 'errors.supportContact.numberTaken';
  const taken = infos.flatMap(({ key, data, path = '' }) => {
    const holder = holders.get(key);
    if (!holder) return [];
    const params = { number: formatNumber(data), name: fullName(holder) };
    return [{ holder, error: { path, key: message, params } satisfies KeyedError }];
  });
  const [first] = taken;
  if (!first) return null;
  const { id, name, surname } = first.holder;
  return new AppError('ALREADY_EXISTS', {
    message,
    params: first.error.params,
    errors: taken.map(({ error }) => error),
    data: { id, name, surname },
  });
}

async function insertNumbers(
  { db, tenant }: Context,
  infos: readonly (StoredInfo & { contact: number })[],
): Promise<void> {
  if (infos.length === 0) return;
  await sql`insert into support_contact_info (tenant_id, contact_id, type, data, key, is_active, is_main)
    select ${tenant.id}::int, r.contact, 'WHATSAPP', r.data, r.key, r."isActive", r."isMain"
    from jsonb_to_recordset(${JSON.stringify(infos)}::jsonb)
      as r (contact bigint, data text, key text, "isActive" boolean, "isMain" boolean)`.execute(db);
}

/** The numbers that a contact has from now on. */
interface GivenNumbers {
  id: number;
  infos: readonly StoredInfo[];
  /** Keys of the numbers that it had. */
  stored: readonly string[];
}

/** Gives contacts their numbers. Those that stay keep their ids. */
export async function writeNumbers(ctx: Context, contacts: readonly GivenNumbers[]): Promise<void> {
  const rows = contacts.flatMap(({ id, infos }) =>
    infos.map(({ path: _path, ...info }) => ({ ...info, contact: id })),
  );
  const changed = contacts.filter(({ stored }) => stored.length > 0);
  const known = new Set(changed.flatMap(({ id, stored }) => stored.map((key) => `${id} ${key}`)));
  if (known.size > 0) {
    const ids = changed.map(({ id }) => id);
    const list = JSON.stringify(rows);
    await sql`
      with r as (
        select * from jsonb_to_recordset(${list}::jsonb) as r (contact bigint, data text, key text, "isActive" boolean, "isMain" boolean)
      ), gone as (
        delete from support_contact_info i where i.contact_id = any(${ids}::bigint[])
          and not exists (select from r where r.contact = i.contact_id and r.key = i.key)
      )
      update support_contact_info i set data = r.data, is_active = r."isActive", is_main = r."isMain"
      from r where i.contact_id = r.contact and i.key = r.key`.execute(ctx.db);
  }
  await insertNumbers(
    ctx,
    rows.filter(({ contact, key }) => !known.has(`${contact} ${key}`)),
  );
}
