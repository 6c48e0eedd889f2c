import { sql } from 'kysely';
import type { JsonObject } from '../../../contracts/json.ts';
import type { NotificationKind } from '../../../contracts/notification.ts';
import type { Context } from '../../kernel/contract.ts';
import { enqueue } from '../../kernel/job.ts';
import { publishNotification } from '../../kernel/topics.ts';
import { mailAttempts, NOTIFICATION_MAIL } from './notify-mail-kinds.ts';

/** Time before a mail is sent, in which its gesture can be taken back or its notification be read. */
const undoMs = 30_000;

/** Notification of a person, and the record that it is about. */
export interface Notice {
  person: number;
  kind: NotificationKind;
  entity: 'task' | 'support-chat';
  id: number;
  data?: JsonObject;
}

/** Actor of a notification: a person, or null for what nobody did. */
export interface Notifier extends Pick<Context, 'db'> {
  tenant: Pick<Context['tenant'], 'id'>;
  caller: Pick<Context['caller'], 'userId'> | null;
}

/** Adds notifications to the bells of people, and mails them to those who want it. */
export async function addNotices(
  { db, tenant, caller }: Notifier,
  notices: readonly Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  const { rows: mailed } = await sql<{ id: number }>`
    with added as (
      insert into notification (tenant_id, user_id, actor_id, kind, entity, entity_id, data)
      select ${tenant.id}, n.person, ${caller?.userId ?? null}::bigint, n.kind, n.entity, n.id, coalesce(n.data, '{}'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
        n (person bigint, kind text, entity text, id bigint, data jsonb)
      returning id, user_id
    )
    select a.id from added a join notification_setting s on s.user_id = a.user_id and s.mail = 'gesture'`.execute(
    db,
  );
  for (const { id } of mailed)
    await enqueue(db, tenant.id, {
      kind: NOTIFICATION_MAIL,
      payload: { notificationId: id },
      runAt: new Date(Date.now() + undoMs),
      maxAttempts: mailAttempts,
    });
  for (const { person } of notices) publishNotification(db, person);
}
