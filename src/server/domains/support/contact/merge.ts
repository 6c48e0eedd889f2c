import { sql } from 'kysely';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { difference } from '../../../kernel/entity/record.ts';
import { invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { publishChange } from '../../../kernel/topics.ts';
import { assertVersion, type ExpectedVersion } from '../../../kernel/version.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { publishContacts } from './chats.ts';
import { MOST_NUMBERS, refreshNumberTexts } from './numbers.ts';
import { lockContacts, readContacts, type Contact } from './rows.ts';
import { lockNumbers } from './number-rows.ts';
import { audited } from './write.ts';

/** Effects of a merge, kept with the contact that became a part of another one. */
interface Merged {
  infos: number[];
  chats: number[];
  /** Columns of the other contact that were empty, and got these values. */
  filled: Record<string, string>;
}

/** Columns that the contact which stays takes when its own are empty. */
const fillable = {
  surname: 'surname',
  company: 'company',
  additionalInfo: 'additional_info',
  birthdate: 'birthdate',
  consent: 'consent',
  consentAt: 'consent_at',
  consentSource: 'consent_source',
} as const;

/** Columns whose empty value is null. */
const nullable: ReadonlySet<string> = new Set(['birthdate', 'consent', 'consent_at']);
/** The words of a consent belong together: those of two contacts do not mix. */
const consent: ReadonlySet<string> = new Set(['consent', 'consent_at', 'consent_source']);

/**
 * Makes another contact a part of this one: its numbers and chats move, and what is empty here is taken from there.
 * @returns the contact that stays
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, RULE_BROKEN for a contact that does not exist, or too many numbers
 */
export async function mergeContact(
  ctx: Context,
  id: number,
  otherId: number,
  expected: ExpectedVersion,
): Promise<Contact> {
  const { db } = ctx;
  if (id === otherId) throw invalid([{ path: '/otherId', key: 'errors.supportContact.sameContact' }]);
  await lockNumbers(db);
  const locked = await lockContacts(db, [id, otherId]);
  const before = locked.find((one) => one.id === id);
  const other = locked.find((one) => one.id === otherId);
  if (!before) throw notFound();
  if (!other) throw missingOther();
  const { unconditional } = await assertVersion(expected, before.version, () => before);
  const infos = [...before.contactInfo, ...other.contactInfo];
  if (infos.length > MOST_NUMBERS)
    throw ruleBroken('errors.supportContact.tooManyNumbers', {
      params: { count: infos.length, most: MOST_NUMBERS },
    });
  const filled = Object.fromEntries(
    Object.entries(fillable).flatMap(([wire, column]) => {
      const value = other[wire as keyof typeof fillable];
      const isKept =
        Boolean(before[wire as keyof typeof fillable]) || (consent.has(column) && before.consent !== null);
      return isKept || !value ? [] : [[column, value]];
    }),
  );
  const hasMain = before.contactInfo.length > 0;
  const { rows: moved } = await sql<{ id: number }>`
    update support_contact_info set contact_id = ${id}, is_main = is_main and ${!hasMain}
    where contact_id = ${otherId} returning id`.execute(db);
  const chats = await moveChats(ctx, otherId, id, null);
  const merged: Merged = { infos: moved.map((row) => row.id), chats, filled };
  await sql`update support_contact set merged_into = ${id}, merged = ${JSON.stringify(merged)}::jsonb, ${touched(ctx)}
    where id = ${otherId}`.execute(db);
  await refreshNumberTexts(db, [id]);
  await setColumns(ctx, id, filled);
  const after = await changed(ctx, before, 'merge', unconditional);
  await audit(ctx, {
    entity: 'support-contact',
    entityId: otherId,
    action: 'merge',
    before: audited(other),
    after: { mergedInto: id },
  });
  publishChange(db, 'support-contact', { verb: 'delete', id: otherId });
  return after;
}

/**
 * Undoes a merge, while the contact is as the merge left it: what still is there goes back.
 * @returns the contact that stayed
 * @throws AppError NOT_FOUND, VERSION_CONFLICT, RULE_BROKEN for a contact that is no part of it
 */
export async function unmergeContact(
  ctx: Context,
  id: number,
  otherId: number,
  expected: ExpectedVersion,
): Promise<Contact> {
  const { db } = ctx;
  await lockNumbers(db);
  const [before] = await lockContacts(db, [id]);
  if (!before) throw notFound();
  const { unconditional } = await assertVersion(expected, before.version, () => before);
  const { rows } = await sql<{ merged: Merged }>`
    select merged from support_contact where id = ${otherId} and merged_into = ${id} for no key update`.execute(
    db,
  );
  const merged = rows[0]?.merged;
  if (!merged) throw missingOther();
  await sql`update support_contact_info set contact_id = ${otherId}
    where contact_id = ${id} and id = any(${merged.infos}::bigint[])`.execute(db);
  await moveChats(ctx, id, otherId, merged.chats);
  await sql`update support_contact set merged_into = null, merged = null, ${touched(ctx)}
    where id = ${otherId}`.execute(db);
  for (const one of [id, otherId]) await mainNumber(ctx, one);
  const left = Object.entries(merged.filled).map(([column, value]) => [
    column,
    sql`case when ${sql.ref(column)}::text = ${value}
      then ${nullable.has(column) ? sql`null` : sql`''`} else ${sql.ref(column)} end`,
  ]);
  await setColumns(ctx, id, Object.fromEntries(left) as Record<string, unknown>);
  await refreshNumberTexts(db, [id, otherId]);
  const after = await changed(ctx, before, 'unmerge', unconditional);
  const [other] = await readContacts(db, [otherId]);
  await audit(ctx, {
    entity: 'support-contact',
    entityId: otherId,
    action: 'unmerge',
    before: { mergedInto: id },
    after: audited(other!),
  });
  await publishContacts(ctx, [other!], 'create');
  return after;
}

const missingOther = () =>
  ruleBroken('errors.entity.reference', { errors: [{ path: '/otherId', key: 'errors.entity.reference' }] });

const touched = ({ caller }: Context) =>
  sql`version = version + 1, updated_at = now(), updated_by = ${caller.userId}`;

const sets = (columns: Record<string, unknown>) =>
  sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));

async function setColumns(ctx: Context, id: number, columns: Record<string, unknown>): Promise<void> {
  const all = Object.keys(columns).length === 0 ? touched(ctx) : sql`${sets(columns)}, ${touched(ctx)}`;
  await sql`update support_contact set ${all} where id = ${id}`.execute(ctx.db);
}

/** Moves chats from one contact to another, also those that the person does not see. @param only those that may move; null for all */
async function moveChats(ctx: Context, from: number, to: number, only: number[] | null): Promise<number[]> {
  const { rows } = await withoutHiding(ctx.db, () =>
    sql<{ id: number }>`
    update support_chat set contact_id = ${to}, ${touched(ctx)}
    where contact_id = ${from} and (${only}::bigint[] is null or id = any(${only}::bigint[]))
    returning id`.execute(ctx.db),
  );
  return rows.map((row) => row.id);
}

/** Makes the first number of a contact its main one, where it has none. */
async function mainNumber({ db }: Context, id: number): Promise<void> {
  await sql`update support_contact_info set is_main = true
    where id = (select min(id) from support_contact_info where contact_id = ${id})
      and not exists (select from support_contact_info where contact_id = ${id} and is_main)`.execute(db);
}

/** Reads a changed contact, and says so to the audit and to pages. */
async function changed(
  ctx: Context,
  before: Contact,
  action: string,
  unconditional: boolean,
): Promise<Contact> {
  const [after] = await readContacts(ctx.db, [before.id]);
  await audit(ctx, {
    entity: 'support-contact',
    entityId: before.id,
    action,
    ...difference(audited(before), audited(after!)),
    unconditional,
  });
  await publishContacts(ctx, [after!], 'update');
  return after!;
}
