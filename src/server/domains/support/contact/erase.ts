import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { ChatPlace } from '../../../../contracts/support.ts';
import { publish } from '../../../db/pending-events.ts';
import { auditMany } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { publishChange } from '../../../kernel/topics.ts';
import { assertVersion, type ExpectedVersion } from '../../../kernel/version.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { publishChats } from '../chat/events.ts';
import { lockContacts, type Contact } from './rows.ts';

/** Name under which the chats of an erased contact stay. */
const erasedName = 'Contato excluído';

/**
 * Erases what is known of a person, as `eraseContacts` does.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT
 */
export async function eraseContact(ctx: Context, id: number, expected: ExpectedVersion): Promise<void> {
  const [refusal] = await eraseContacts(ctx, [id], expected);
  if (refusal) throw refusal;
}

/**
 * Erases what is known of people, at their request: a contact's values, those of the contacts that became a part of it, its
 * numbers, what its chats know of it, and its values in the audit. The chats stay with their messages, ended, since nobody
 * can be written to there. Whoever writes from the number again begins a new chat. The number of statements does not depend on
 * how many contacts they are.
 * @returns in the order of the ids, why each was refused; null for one that is erased
 */
export async function eraseContacts(
  ctx: Context,
  ids: readonly number[],
  expected: ExpectedVersion = { version: null },
): Promise<(AppError | null)[]> {
  const { db } = ctx;
  const refusals = new Map<number, AppError>(ids.map((id) => [id, notFound()]));
  const contacts: Contact[] = [];
  let isUnconditional = false;
  for (const contact of await lockContacts(db, ids))
    try {
      const { unconditional } = await assertVersion(expected, contact.version, () => contact);
      isUnconditional = unconditional;
      refusals.delete(contact.id);
      contacts.push(contact);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.set(contact.id, error);
    }
  if (contacts.length > 0) await erase(ctx, contacts, isUnconditional);
  return ids.map((id) => refusals.get(id) ?? null);
}

async function erase(ctx: Context, contacts: readonly Contact[], unconditional: boolean): Promise<void> {
  const { db, caller } = ctx;
  const keys = contacts.map(({ id }) => id);
  const { rows: erased } = await sql<{ id: number; version: number }>`
    with recursive part as (
      select unnest(${keys}::bigint[]) as id
      union select c.id from support_contact c join part p on c.merged_into = p.id
    )
    update support_contact set name = ${erasedName}, surname = '', company = '', additional_info = '', birthdate = null,
      is_active = false, consent = null, consent_at = null, consent_source = '', numbers = '', number_words = '',
      merged = null, deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${caller.userId}
    where id in (select id from part) returning id, version`.execute(db);
  const ids = erased.map(({ id }) => id);
  const versions = new Map(erased.map(({ id, version }) => [id, version]));
  await sql`delete from support_contact_info where contact_id = any(${ids}::bigint[])`.execute(db);
  const chats = await withoutHiding(db, () => endChats(ctx, keys));
  await sql`select molde_forget_contact(id) from unnest(${ids}::bigint[]) id`.execute(db);
  await auditMany(
    ctx,
    keys.map((entityId) => ({
      entity: 'support-contact',
      entityId,
      action: 'delete',
      before: null,
      after: null,
      unconditional,
    })),
  );
  for (const { id, createdAt } of contacts) {
    publishChange(db, 'support-contact', { verb: 'delete', id });
    const chatIds = chats.get(id) ?? [];
    // Of many, the chat hears of those alone that it shows.
    if (contacts.length > 1 && chatIds.length === 0) continue;
    const empty = {
      surname: '',
      additionalInfo: '',
      company: '',
      birthdate: null,
      active: 'N',
      contactInfo: [],
    };
    const shown = { id, name: erasedName, ...empty, createdAt, version: versions.get(id)! };
    publish(db, {
      topic: 'support',
      type: 'CONTACT_UPD',
      data: { contact: shown, chatIds } as unknown as JsonObject,
    });
  }
}

interface EndedChat extends ChatPlace {
  id: number;
  contact: number;
  isRestricted: boolean;
}

/**
 * Ends the chats of contacts, with what they know of the people; also those that the caller does not see.
 * @returns their ids by contact
 */
async function endChats(
  { db, caller }: Context,
  contactIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<EndedChat>`
    select x.id, x.contact_id as contact, x.queue_id as "queueId", x.attendant_id as "attendantId",
      coalesce(g.restricted, false) as "isRestricted"
    from support_chat x left join support_queue g on g.id = x.queue_id
    where x.contact_id = any(${[...contactIds]}::bigint[]) order by x.id for update of x`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`update support_chat set profile_name = '', customer_number = null, customer_user_id = null,
      customer_key = 'erased:' || id, is_active = false, is_finished = true, attendant_id = null, unread_count = 0,
      finished_at = coalesce(finished_at, now()), version = version + 1, state_version = version + 1, updated_at = now(), updated_by = ${caller.userId}
    where id = any(${ids}::bigint[])`.execute(db);
  // Messages that still wait to be sent have nobody to go to.
  await sql`update support_message set state = 'failed', error_text = 'The contact was erased', version = version + 1
    where chat_id = any(${ids}::bigint[]) and state = 'queued'`.execute(db);
  // Their agents, whom a chat has no more, may see it no more.
  await publishChats(
    db,
    rows.filter(({ isRestricted, attendantId }) => isRestricted && attendantId !== null),
  );
  const byContact = new Map<number, number[]>();
  for (const { id, contact } of rows) byContact.set(contact, [...(byContact.get(contact) ?? []), id]);
  return byContact;
}
