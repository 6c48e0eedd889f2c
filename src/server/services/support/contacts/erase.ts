import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import { publish } from '../../../db/pending-events.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { publishChange } from '../../../kernel/topics.ts';
import { assertVersion, type ExpectedVersion } from '../../../kernel/version.ts';
import { chatsOf } from './chats.ts';
import { lockContacts } from './rows.ts';

/** Name under which the chats of an erased contact stay. */
const erasedName = 'Contato excluído';

/**
 * Erases what is known of a person, at their request: the contact's values, those of the contacts that became a part of it, its
 * numbers, what its chats know of it, and its values in the audit. The chats stay with their messages, ended, since nobody
 * can be written to there. Whoever writes from the number again begins a new chat.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT
 */
export async function eraseContact(ctx: Context, id: number, expected: ExpectedVersion): Promise<void> {
  const { db, caller } = ctx;
  const [contact] = await lockContacts(db, [id]);
  if (!contact) throw notFound();
  const { unconditional } = await assertVersion(expected, contact.version, () => contact);
  const { rows: erased } = await sql<{ id: number; version: number }>`
    with recursive part as (
      select ${id}::bigint as id union select c.id from support_contact c join part p on c.merged_into = p.id
    )
    update support_contact set name = ${erasedName}, surname = '', company = '', additional_info = '', birthdate = null,
      is_active = false, consent = null, consent_at = null, consent_source = '', numbers = '', number_words = '',
      merged = null, deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${caller.userId}
    where id in (select id from part) returning id, version`.execute(db);
  const ids = erased.map((row) => row.id);
  await sql`delete from support_contact_info where contact_id = any(${ids}::bigint[])`.execute(db);
  const chatIds = (await chatsOf(db, [id])).get(id) ?? [];
  await sql`update support_chat set profile_name = '', customer_number = null, customer_user_id = null,
      customer_key = 'erased:' || id, is_active = false, is_finished = true, attendant_id = null, unread_count = 0,
      finished_at = coalesce(finished_at, now()), version = version + 1, state_version = version + 1, updated_at = now(), updated_by = ${caller.userId}
    where contact_id = ${id}`.execute(db);
  // What still waits to be sent has nobody to go to.
  await sql`update support_message set state = 'failed', error_text = 'The contact was erased', version = version + 1
    where chat_id = any(${chatIds}::bigint[]) and state = 'queued'`.execute(db);
  for (const one of ids) await sql`select molde_forget_contact(${one})`.execute(db);
  await audit(ctx, {
    entity: 'support-contact',
    entityId: id,
    action: 'delete',
    before: null,
    after: null,
    unconditional,
  });
  publishChange(db, 'support-contact', { verb: 'delete', id });
  const version = erased.find((row) => row.id === id)!.version;
  const empty = {
    surname: '',
    additionalInfo: '',
    company: '',
    birthdate: null,
    active: 'N',
    contactInfo: [],
  };
  const shown = { id, name: erasedName, ...empty, createdAt: contact.createdAt, version };
  publish(db, {
    topic: 'support',
    type: 'CONTACT_UPD',
    data: { contact: shown, chatIds } as unknown as JsonObject,
  });
}
