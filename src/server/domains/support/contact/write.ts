import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { YesNo } from '../../../../contracts/support.ts';
import { auditMany } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { difference } from '../../../kernel/entity/record.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { assertVersion, type ExpectedVersion } from '../../../kernel/version.ts';
import { linkChat, linkChats, lockUnknownChat, publishContacts } from './chats.ts';
import { holdersOf, lockNumbers, takenError, writeNumbers, type Holder } from './number-rows.ts';
import {
  storedNumbers,
  numberTexts,
  readNumbers,
  type ContactInfoInput,
  type StoredInfo,
} from './numbers.ts';
import { lockContacts, readContacts, type Consent, type Contact } from './rows.ts';

/** Fields of a contact that callers write. Absent ones stay, or are empty for a new contact. */
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
  contactInfo?: readonly ContactInfoInput[];
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

/** A contact to create, or one to change by its id. */
export interface ContactWrite {
  id: number | null;
  /** Fields to write, by what the contact is. */
  input(before: Contact | null): ContactInput;
  /** Numbers that stay what they are. */
  knownNumbers?: ReadonlySet<string>;
  /** The version that a change is based on; a change without it is unconditional. */
  expected?: ExpectedVersion;
}

/** Outcome for a contact: why it was refused, or what it is now. */
export type ContactOutcome = AppError | { done: 'created' | 'updated' | 'unchanged'; contact: Contact };

interface Draft {
  write: ContactWrite;
  before: Contact | null;
  input: ContactInput;
  /** The numbers that it gets; null where they stay. */
  infos: StoredInfo[] | null;
  unconditional: boolean;
  outcome: ContactOutcome | null;
}

/**
 * Creates and changes contacts in a number of statements that does not depend on how many they are, and gives them the chats of
 * their numbers. One that is refused leaves the others. Nothing is published.
 * @returns the outcomes in the order of the contacts
 */
export async function writeContacts(
  ctx: Context,
  writes: readonly ContactWrite[],
): Promise<ContactOutcome[]> {
  const drafts = await readDrafts(ctx, writes);
  const live = (): Draft[] => drafts.filter(({ outcome }) => outcome === null);
  await refuseTaken(ctx, live());
  for (const draft of live())
    if (draft.before !== null && isUnchanged(draft.before, draft))
      draft.outcome = { done: 'unchanged', contact: draft.before };
  const written = live();
  const created = written.filter(({ before }) => before === null);
  const ids = await insertContacts(ctx, created);
  const idOf = new Map(created.map((draft, at) => [draft, ids[at]!]));
  for (const draft of written) if (draft.before) idOf.set(draft, draft.before.id);
  await updateContacts(
    ctx,
    written.filter(({ before }) => before !== null),
  );
  await writeNumbers(
    ctx,
    written.flatMap((draft) => {
      const { infos, before } = draft;
      return infos === null ? [] : [{ id: idOf.get(draft)!, infos, stored: storedKeys(before) }];
    }),
  );
  const added = written.flatMap(({ infos, before }) =>
    (infos ?? []).map(({ key }) => key).filter((key) => !storedKeys(before).includes(key)),
  );
  await linkChats(ctx, [...idOf.values()], added);
  const contacts = await readContacts(ctx.db, [...idOf.values()]);
  const after = new Map(contacts.map((contact) => [contact.id, contact]));
  await auditMany(
    ctx,
    written.map((draft) => {
      const contact = after.get(idOf.get(draft)!)!;
      const entry = { entity: 'support-contact', entityId: contact.id };
      draft.outcome = { done: draft.before === null ? 'created' : 'updated', contact };
      if (draft.before === null) return { ...entry, action: 'create', before: null, after: audited(contact) };
      const { unconditional } = draft;
      return {
        ...entry,
        action: 'update',
        ...difference(audited(draft.before), audited(contact)),
        unconditional,
      };
    }),
  );
  return drafts.map(({ outcome }) => outcome!);
}

const storedKeys = (before: Contact | null): string[] =>
  storedNumbers(before?.contactInfo ?? []).map(({ key }) => key);

/** Locks the contacts that are changed, and reads what is to be written. */
async function readDrafts(ctx: Context, writes: readonly ContactWrite[]): Promise<Draft[]> {
  const keys = writes.flatMap(({ id }) => id ?? []);
  // Numbers are locked before contacts, as by all writes.
  if (writes.some(({ id, input }) => id === null || input(null).contactInfo !== undefined))
    await lockNumbers(ctx.db);
  const locked = keys.length === 0 ? [] : await lockContacts(ctx.db, keys);
  const contacts = new Map(locked.map((contact) => [contact.id, contact]));
  const drafts: Draft[] = [];
  for (const write of writes) {
    const before = write.id === null ? null : (contacts.get(write.id) ?? null);
    const draft: Draft = { write, before, input: {}, infos: null, unconditional: false, outcome: null };
    drafts.push(draft);
    try {
      if (write.id !== null && before === null) throw notFound();
      if (before !== null) {
        const expected = write.expected ?? { version: null };
        draft.unconditional = (await assertVersion(expected, before.version, () => before)).unconditional;
      }
      draft.input = write.input(before);
      draft.infos = numbersOf(draft.input, before, write.knownNumbers);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      draft.outcome = error;
    }
  }
  return drafts;
}

/** Refuses contacts whose numbers others have, also those before them. */
async function refuseTaken(ctx: Context, drafts: readonly Draft[]): Promise<void> {
  const stored = await holdersOf(
    ctx,
    drafts.flatMap(({ infos }) => (infos ?? []).map(({ key }) => key)),
  );
  const given = new Map<string, Holder>();
  for (const draft of drafts) {
    const { before, infos, input } = draft;
    const others = new Map(
      [...(infos ?? [])].flatMap(({ key }) => {
        const holder = given.get(key) ?? stored.get(key);
        return holder && holder.id !== before?.id ? [[key, holder]] : [];
      }),
    );
    draft.outcome = takenError(infos ?? [], others);
    if (draft.outcome !== null) continue;
    const holder = { id: 0, name: before?.name ?? '', surname: before?.surname ?? '', ...columnsOf(input) };
    for (const { key } of infos ?? []) given.set(key, holder);
  }
}

async function insertContacts({ db, caller, tenant }: Context, drafts: readonly Draft[]): Promise<number[]> {
  if (drafts.length === 0) return [];
  const empty = { surname: '', company: '', additional_info: '', is_active: true, consent_source: '' };
  const records = drafts.map(({ input, infos }) => ({
    ...empty,
    ...columnsOf(input),
    ...numberTexts(infos ?? []),
  }));
  const { rows } = await sql<{ id: number }>`
    insert into support_contact (tenant_id, created_by, updated_by, name, surname, company, additional_info, birthdate,
      is_active, consent, consent_at, consent_source, numbers, number_words)
    select ${tenant.id}::int, ${caller.userId}::bigint, ${caller.userId}::bigint, r.*
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (name text, surname text, company text,
      additional_info text, birthdate date, is_active boolean, consent text, consent_at date, consent_source text,
      numbers text, number_words text)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The columns of contacts that are written, with their types. */
const columnTypes = {
  name: 'text',
  surname: 'text',
  company: 'text',
  additional_info: 'text',
  birthdate: 'date',
  is_active: 'boolean',
  consent: 'text',
  consent_at: 'date',
  consent_source: 'text',
  numbers: 'text',
  number_words: 'text',
} as const;

async function updateContacts({ db, caller }: Context, drafts: readonly Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  const records = drafts.map(({ before, input, infos }) => {
    const values = { ...columnsOf(input), ...(infos !== null && numberTexts(infos)) };
    return { id: before!.id, given: Object.keys(values), ...values };
  });
  const names = Object.keys(columnTypes);
  const sets = names.map(
    (name) => `${name} = case when r.given ? '${name}' then r.${name} else c.${name} end`,
  );
  const typed = Object.entries(columnTypes).map(([name, type]) => `${name} ${type}`);
  await sql`update support_contact c set ${sql.raw(sets.join(', '))}, version = c.version + 1, updated_at = now(),
      updated_by = ${caller.userId}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id bigint, given jsonb, ${sql.raw(typed.join(', '))})
    where c.id = r.id`.execute(db);
}

/** The contact of one write. @throws AppError why it was refused */
async function writeContact(ctx: Context, write: ContactWrite): Promise<Exclude<ContactOutcome, AppError>> {
  const [outcome] = await writeContacts(ctx, [write]);
  if (!outcome || outcome instanceof AppError) throw outcome ?? notFound();
  return outcome;
}

/**
 * Creates one contact.
 * @param chatId the chat that it is made from, which gives its number where none is named
 * @throws AppError VALIDATION_FAILED, ALREADY_EXISTS for a number of another contact
 */
export async function createContact(
  ctx: Context,
  input: ContactInput,
  chatId: number | null,
): Promise<Contact> {
  const number = chatId === null ? null : await lockUnknownChat(ctx.db, chatId);
  const isNamed = (input.contactInfo ?? []).length > 0;
  const contactInfo = number !== null && !isNamed ? [{ data: number }] : (input.contactInfo ?? []);
  const { contact } = await writeContact(ctx, {
    id: null,
    input: () => ({ ...input, contactInfo }),
    knownNumbers: new Set(number === null ? [] : [number]),
  });
  if (chatId !== null) await linkChat(ctx, contact.id, chatId);
  await publishContacts(ctx, [contact], 'create');
  return contact;
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
): Promise<Contact> {
  const { contact, done } = await writeContact(ctx, { id, input: () => input, expected });
  if (done === 'updated') await publishContacts(ctx, [contact], 'update');
  return contact;
}

/** The numbers that an input gives a contact; null where it names none. A new contact has none then. */
const numbersOf = (
  { contactInfo }: ContactInput,
  before: Contact | null,
  known: ReadonlySet<string> | undefined,
): StoredInfo[] | null =>
  contactInfo === undefined
    ? before === null
      ? []
      : null
    : readNumbers(contactInfo, known ?? new Set(before?.contactInfo.map(({ data }) => data)));

/** Whether a write leaves a contact as it is. */
function isUnchanged(contact: Contact, { input, infos }: Pick<Draft, 'input' | 'infos'>): boolean {
  const isSame = ([name, value]: [string, string | boolean | null]) => storedValue(contact, name) === value;
  return (
    Object.entries(columnsOf(input)).every(isSame) &&
    (infos === null || sameNumbers(infos, storedNumbers(contact.contactInfo)))
  );
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
