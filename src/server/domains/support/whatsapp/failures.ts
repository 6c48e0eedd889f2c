import { sql } from 'kysely';
import type { FailureSource } from '../../../kernel/contract.ts';
import { retryMessage } from '../message/queue-message.ts';
import { enqueueInbox } from './inbox.ts';
import { refetchMedia } from './media-job.ts';

/** Days for which messages and files that failed are listed: agents see them in their chats for ever. */
const LISTED = sql`interval '30 days'`;

/** Deliveries of the provider of which nothing, or not all, could be processed. */
export const failedDeliveries: FailureSource = {
  entity: 'support-webhook',
  rows: sql`
    select id, 'whatsapp-delivery' as kind, error_text as reason, 1 as attempts, processed_at as at
    from support_webhook where error_text is not null`,
  // Items that were processed already are stored once.
  async retry({ db, tenant }, id) {
    const { rows } = await sql`
      update support_webhook set processed_at = null, error_text = null, items_done = 0
      where id = ${id} and error_text is not null returning id`.execute(db);
    if (rows.length === 0) return false;
    await enqueueInbox(db, tenant.id);
    return true;
  },
  async remove({ db }, id) {
    const { rows } = await sql`
      delete from support_webhook where id = ${id} and error_text is not null returning id`.execute(db);
    return rows.length > 0;
  },
};

/** Messages of ours that the provider refused, or that could not be sent. */
export const failedMessages: FailureSource = {
  entity: 'support-message',
  rows: sql`
    select id, 'whatsapp-message' as kind, coalesce(nullif(error_text, ''), error_code::text, '') as reason, attempts, at
    from support_message where state = 'failed' and at > now() - ${LISTED}`,
  async retry(ctx, id) {
    await retryMessage(ctx, id);
    return true;
  },
};

/** Files of customers that could not be fetched. */
export const failedFiles: FailureSource = {
  entity: 'support-media',
  rows: sql`
    select d.message_id as id, 'whatsapp-file' as kind, coalesce(d.error_text, '') as reason, 1 as attempts, m.at
    from support_media d join support_message m on m.id = d.message_id and m.sender = 'client'
    where d.state = 'failed' and m.at > now() - ${LISTED}`,
  retry: ({ db, tenant }, id) => refetchMedia(db, tenant.id, id),
};
