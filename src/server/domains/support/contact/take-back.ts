import { sql } from 'kysely';
import { auditMany } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError } from '../../../kernel/errors.ts';
import { publishChange } from '../../../kernel/topics.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { publishChat } from '../chat/events.ts';
import { lockNumbers } from './number-rows.ts';
import { lockContacts } from './rows.ts';
import { audited } from './write.ts';

/**
 * Takes contacts back that an import created: the chats of their numbers have no contact again, and go on. One of which another
 * contact became a part stays.
 * @returns in the order of the ids, why each stays; null for one that is gone
 */
export async function takeBackContacts(ctx: Context, ids: readonly number[]): Promise<(AppError | null)[]> {
  const { db, caller } = ctx;
  await lockNumbers(db);
  const contacts = await lockContacts(db, ids);
  const { rows: merged } = await sql<{ id: number }>`
    select distinct merged_into as id from support_contact where merged_into = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  const used = new Set(merged.map(({ id }) => id));
  const gone = contacts.filter(({ id }) => !used.has(id));
  const keys = gone.map(({ id }) => id);
  const chats = await withoutHiding(db, () =>
    sql<{ id: number }>`
      update support_chat set contact_id = null, version = version + 1, updated_at = now(), updated_by = ${caller.userId}
      where contact_id = any(${keys}::bigint[]) returning id`.execute(db),
  );
  await sql`delete from support_contact_info where contact_id = any(${keys}::bigint[])`.execute(db);
  await sql`delete from support_contact where id = any(${keys}::bigint[])`.execute(db);
  await auditMany(
    ctx,
    gone.map((contact) => ({
      entity: 'support-contact',
      entityId: contact.id,
      action: 'delete',
      before: audited(contact),
      after: null,
      unconditional: false,
    })),
  );
  for (const { id } of gone) publishChange(db, 'support-contact', { verb: 'delete', id });
  for (const { id } of chats.rows) await publishChat(db, id);
  return ids.map((id) => (used.has(id) ? new AppError('IN_USE') : null));
}
