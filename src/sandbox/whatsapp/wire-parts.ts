import type { Customer, Entry } from './customer.ts';
import { titleOf } from './graph-error.ts';
import type { Wire } from './json.ts';

const REASONS = 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/';

/** Times of webhooks are seconds, as text. */
export const seconds = (ms: number): string => String(Math.floor(ms / 1000));

/** An error within a webhook. */
export const reason = (code: number, details: string): Wire => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details },
  href: REASONS,
});

export const contactOf = ({ name, username, waId, userId }: Customer): Wire => ({
  profile: { name, ...(username === null ? {} : { username }) },
  ...(username === null ? { wa_id: waId } : {}),
  user_id: userId,
});

export const senderOf = ({ username, waId, userId }: Customer): Wire => ({
  ...(username === null ? { from: waId } : {}),
  from_user_id: userId,
});

/** The status that a message has reached. */
export function statusOf(moved: Entry, customer: Customer, at: number): Wire {
  const isTemplate = moved.type === 'template';
  return {
    id: moved.id,
    status: moved.status,
    timestamp: seconds(at),
    ...(customer.username === null ? { recipient_id: customer.waId } : {}),
    recipient_user_id: customer.userId,
    ...(moved.callbackData === null ? {} : { biz_opaque_callback_data: moved.callbackData }),
    ...(moved.error
      ? { errors: [reason(moved.error.code, moved.error.details ?? '')] }
      : {
          pricing: {
            billable: isTemplate,
            pricing_model: 'PMP',
            category: isTemplate ? 'utility' : 'service',
            type: 'regular',
          },
        }),
  };
}

/** An entry of the record with the defaults of a message that arrived. */
export function newEntry(
  id: string,
  from: Entry['from'],
  at: number,
  type: string,
  content: Wire,
  replyTo: string | null,
): Entry {
  return {
    id,
    from,
    at,
    type,
    content,
    replyTo,
    status: 'delivered',
    error: null,
    callbackData: null,
    reactions: { customer: null, business: null },
    edited: false,
    revoked: false,
    rendered: null,
  };
}
