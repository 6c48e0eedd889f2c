import { sql } from 'kysely';
import { formatNumber } from '../../../../contracts/phone-number.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { YesNo } from '../../../../contracts/support.ts';
import { audit, auditMany } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { difference } from '../../../kernel/entity/record.ts';
import { AppError, notFound, type KeyedError } from '../../../kernel/errors.ts';
import { assertVersion, type ExpectedVersion } from '../../../kernel/version.ts';
import { linkChat, linkChats, lockUnknownChat, publishContacts } from './chats.ts';
import { givenNumbers, numberTexts, readNumbers, type GivenInfo, type StoredInfo } from './numbers.ts';
import { fullName, lockContacts, readContacts, type Consent, type Contact } from './rows.ts';

/** What callers write of a contact. What is absent stays, or is empty for a new contact. */
export interface ContactInput {
  name?: string;
  surname?: string;
  company?: string;
  additionalInfo?: string;
  birthdate?: string | null;
  active?: YesNo;
  consent?: Consent | null;
  consentAt?: string | null;
  consentSource?: string;
  contactInfo?: readonly GivenInfo[];
}

/** The record as the audit keeps it: numbers as one text. */
export const audited = ({
  contactInfo: _infos,
  version: _version,
  doubleId: _double,
  fullName: _fullName,
  ...contact
}: Contact): JsonObject => ({
  ...contact,
});

/**
 * Lets one request of the tenant at a time give numbers to contacts, so that a number of another contact is found before the
 * database refuses it, and the answer can name the contact.
 */
export async function lockNumbers(db: Context['db']): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('support_contact'), current_setting('app.tenant_id')::int)`.execute(
    db,
  );
}

/**
 * @param own the contact that may have them
 * @throws AppError ALREADY_EXISTS naming the contact that has a number
 */
async function assertFree({ db }: Context, infos: readonly StoredInfo[], own: number | null): Promise<void> {
  if (infos.length === 0) return;
  await lockNumbers(db);
  const { rows } = await sql<{ key: string; id: number; name: string; surname: string }>`
    select i.key, c.id, c.name, c.surname from support_contact_info i
    join support_contact c on c.tenant_id = i.tenant_id and c.id = i.contact_id
    where i.type = 'WHATSAPP' and i.key = any(${infos.map(({ key }) => key)}::text[])
      and i.contact_id is distinct from ${own}`.execute(db);
  if (rows.length === 0) return;
  const holders = new Map(rows.map((row) => [row.key, row]));
  const message = 'errors.supportContact.numberTaken';
  const errors = infos.flatMap(({ key, data, path = '' }): KeyedError[] => {
    const holder = holders.get(key);
    if (!holder) return [];
    const params = { number: formatNumber(data), name: fullName(holder) };
    return [{ path, key: message, params }];
  });
  const { id, name, surname } = rows[0]!;
  throw new AppError('ALREADY_EXISTS', {
    message,
    params: errors[0]?.params ?? {},
    errors,
    data: { id, name, surname },
  });
}

const columnsOf = (input: ContactInput): Record<string, string | boolean | null> => ({
  ...(input.name !== undefined && { name: input.name.trim() }),
  ...(input.surname !== undefined && { surname: input.surname.trim() }),
  ...(input.company !== undefined && { company: input.company.trim() }),
  ...(input.additionalInfo !== undefined && { additional_info: input.additionalInfo.trim() }),
  ...(input.birthdate !== undefined && { birthdate: input.birthdate || null }),
  ...(input.active !== undefined && { is_active: input.active === 'Y' }),
  ...(input.consent !== undefined && { consent: input.consent || null }),
  ...(input.consentAt !== undefined && { consent_at: input.consentAt || null }),
  ...(input.consentSource !== undefined && { consent_source: input.consentSource.trim() }),
});

/**
 * Creates contacts together, in a few statements, and gives them the chats of their numbers.
 * @throws AppError VALIDATION_FAILED, ALREADY_EXISTS for a number of another contact
 */
export async function createContacts(
  ctx: Context,
  inputs: readonly ContactInput[],
  known?: ReadonlySet<string>,
): Promise<Contact[]> {
  const { db, caller, tenant } = ctx;
  const infos = inputs.map(({ contactInfo = [] }) => readNumbers(contactInfo, known));
  await assertFree(ctx, infos.flat(), null);
  const empty = { surname: '', company: '', additional_info: '', is_active: true, consent_source: '' };
  const records = inputs.map((input, at) => ({ ...empty, ...columnsOf(input), ...numberTexts(infos[at]!) }));
  const { rows } = await sql<{ id: number }>`
    insert into support_contact (tenant_id, created_by, updated_by, name, surname, company, additional_info, birthdate,
      is_active, consent, consent_at, consent_source, numbers, number_words)
    select ${tenant.id}::int, ${caller.userId}::bigint, ${caller.userId}::bigint, r.*
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (name text, surname text, company text,
      additional_info text, birthdate date, is_active boolean, consent text, consent_at date, consent_source text,
      numbers text, number_words text)
    returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  await insertNumbers(
    ctx,
    infos.flatMap((list, at) => list.map((info) => ({ ...info, contact: ids[at]! }))),
  );
  await linkChats(
    ctx,
    ids,
    infos.flat().map(({ key }) => key),
  );
  const contacts = await readContacts(db, ids);
  await auditMany(
    ctx,
    contacts.map((contact) => ({
      entity: 'support-contact',
      entityId: contact.id,
      action: 'create',
      before: null,
      after: audited(contact),
    })),
  );
  return contacts;
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

/** Creates one contact. @param chatId the chat that it is made from, which gives its number where none is named */
export async function createContact(
  ctx: Context,
  input: ContactInput,
  chatId: number | null,
): Promise<Contact> {
  const number = chatId === null ? null : await lockUnknownChat(ctx.db, chatId);
  const isNamed = (input.contactInfo ?? []).length > 0;
  const contactInfo = number !== null && !isNamed ? [{ data: number }] : (input.contactInfo ?? []);
  const [contact] = await createContacts(
    ctx,
    [{ ...input, contactInfo }],
    new Set(number === null ? [] : [number]),
  );
  if (chatId !== null) await linkChat(ctx, contact!.id, chatId);
  await publishContacts(ctx, [contact!], 'create');
  return contact!;
}

/**
 * Changes what the input names. A write that changes nothing leaves the version as it is.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, VALIDATION_FAILED, ALREADY_EXISTS for a number of another contact
 */
export async function changeContact(
  ctx: Context,
  id: number,
  input: ContactInput,
  expected: ExpectedVersion,
): Promise<{ contact: Contact; changed: boolean }> {
  // Numbers are locked before contacts, as by all writes.
  if (input.contactInfo !== undefined) await lockNumbers(ctx.db);
  const [before] = await lockContacts(ctx.db, [id]);
  if (!before) throw notFound();
  const { unconditional } = await assertVersion(expected, before.version, () => before);
  const stored = givenNumbers(before.contactInfo);
  const infos = numbersOf(input, before);
  await assertFree(ctx, infos ?? [], id);
  if (isUnchanged(before, input)) return { contact: before, changed: false };
  const added = infos?.filter(({ key }) => !stored.some((one) => one.key === key)) ?? [];
  if (infos !== null) await replaceNumbers(ctx, id, infos);
  const sets = Object.entries({ ...columnsOf(input), ...(infos !== null && numberTexts(infos)) }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update support_contact set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`, sql`updated_by = ${ctx.caller.userId}`])}
    where id = ${id}`.execute(ctx.db);
  await linkChats(
    ctx,
    [id],
    added.map(({ key }) => key),
  );
  const [contact] = await readContacts(ctx.db, [id]);
  await audit(ctx, {
    entity: 'support-contact',
    entityId: id,
    action: 'update',
    ...difference(audited(before), audited(contact!)),
    unconditional,
  });
  await publishContacts(ctx, [contact!], 'update');
  return { contact: contact!, changed: true };
}

/** The numbers that an input gives a contact; null where it names none. */
const numbersOf = ({ contactInfo }: ContactInput, before: Contact): StoredInfo[] | null =>
  contactInfo === undefined
    ? null
    : readNumbers(contactInfo, new Set(before.contactInfo.map(({ data }) => data)));

/** Whether an input leaves a contact as it is. Numbers that are none change it, so that the write refuses them. */
export function isUnchanged(contact: Contact, input: ContactInput): boolean {
  const isSame = ([name, value]: [string, string | boolean | null]) => storedValue(contact, name) === value;
  if (!Object.entries(columnsOf(input)).every(isSame)) return false;
  try {
    const infos = numbersOf(input, contact);
    return infos === null || sameNumbers(infos, givenNumbers(contact.contactInfo));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The value of a column in a contact as it was read. */
function storedValue(contact: Contact, column: string): string | boolean | null {
  const values: Record<string, string | boolean | null> = {
    ...(contact as unknown as Record<string, string | null>),
    additional_info: contact.additionalInfo,
    is_active: contact.active === 'Y',
    consent_at: contact.consentAt,
    consent_source: contact.consentSource,
  };
  return values[column] ?? null;
}

function sameNumbers(one: readonly StoredInfo[], other: readonly StoredInfo[]): boolean {
  const text = (infos: readonly StoredInfo[]): string =>
    JSON.stringify(
      infos
        .map(({ data, isActive, isMain }) => [data, isActive, isMain])
        .sort((a, b) => (a[0]! < b[0]! ? -1 : 1)),
    );
  return text(one) === text(other);
}

/** Replaces the numbers of a contact. Those that stay keep their ids. */
async function replaceNumbers(ctx: Context, id: number, infos: readonly StoredInfo[]): Promise<void> {
  const list = JSON.stringify(infos);
  await sql`delete from support_contact_info
    where contact_id = ${id} and not key = any(${infos.map(({ key }) => key)}::text[])`.execute(ctx.db);
  const { rows } = await sql<{ key: string }>`
    update support_contact_info i set data = r.data, is_active = r."isActive", is_main = r."isMain"
    from jsonb_to_recordset(${list}::jsonb) as r (data text, key text, "isActive" boolean, "isMain" boolean)
    where i.contact_id = ${id} and i.key = r.key returning i.key`.execute(ctx.db);
  const kept = new Set(rows.map(({ key }) => key));
  await insertNumbers(
    ctx,
    infos.filter(({ key }) => !kept.has(key)).map((info) => ({ ...info, contact: id })),
  );
}
