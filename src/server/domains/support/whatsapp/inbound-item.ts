import { finiteNumberOf, type JsonObject } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import { PermanentFailure } from '../../../kernel/job.ts';
import type { Customer } from '../contact/customer.ts';
import { applyEffect, keepEarly, type MessageEffect } from '../message/effects.ts';
import type { ChangedMessage } from '../chat/events.ts';
import { contentOf, typeOf } from './message-content.ts';
import { objectOf, textOf } from './read-json.ts';

/** Parts that all kinds of items share. */

/** Milliseconds by which the provider's clock may be ahead of ours. */
const CLOCK_SKEW = 5 * 60 * 1000;

/** Context in which an item is processed. */
export interface InboundContext {
  db: TenantTransaction;
  tenantId: number;
  channelId: number;
  /** Whether the channel has a rule, which is applied to the chats whose customers wrote. */
  isRuled: boolean;
  /** When the payload arrived. */
  receivedAt: Date;
  /** Messages that are published once all items are processed. */
  changedMessages: ChangedMessage[];
}

/** The digits of a number; null for what is none. */
export const digitsOf = (text: string): string | null => {
  const digits = text.replace(/^\+/, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null;
};

/** The customer of an item: the entry of `contacts` with the same number or id has their name. */
export function customerOf(number: string, userId: string, contacts: readonly JsonObject[]): Customer {
  const entry =
    contacts.find(
      (one) =>
        (number !== '' && textOf(one['wa_id']) === number) ||
        (userId !== '' && textOf(one['user_id']) === userId),
    ) ?? (contacts.length === 1 ? contacts[0] : undefined);
  const named = textOf(entry?.['user_id']);
  const profile = textOf(objectOf(entry?.['profile'])['name']) || textOf(entry?.['username']);
  const customer = {
    number: digitsOf(number),
    userId: userId || named || null,
    profileName: profile.slice(0, 200),
  };
  if (customer.number === null && customer.userId === null)
    throw new PermanentFailure(`neither a number nor an id says who sent it: ${JSON.stringify(number)}`);
  return customer;
}

/** Time of an item, in the provider's whole seconds. A time in the future would stand at the end for ever: it counts as now. */
export function timeOf(
  value: JsonObject,
  { receivedAt }: Pick<InboundContext, 'receivedAt'>,
): { at: Date; claimed: string | null } {
  const seconds = finiteNumberOf(value['timestamp']);
  if (seconds === null || seconds <= 0)
    return { at: receivedAt, claimed: textOf(value['timestamp']) || null };
  const time = seconds * 1000;
  if (time > receivedAt.getTime() + CLOCK_SKEW) return { at: receivedAt, claimed: String(seconds) };
  return { at: new Date(time), claimed: null };
}

export async function applyOrKeep(ctx: InboundContext, wamid: string, given: MessageEffect): Promise<void> {
  if (wamid === '') throw new PermanentFailure('it does not say what message it is about');
  const changed = await applyEffect(ctx.db, ctx.tenantId, ctx.channelId, wamid, given);
  if (changed === undefined) await keepEarly(ctx.db, ctx.tenantId, ctx.channelId, wamid, given);
  else if (changed !== null) ctx.changedMessages.push({ id: changed, type: 'MSG_UPD' });
}

/** Id of a message, or of a change of one. @throws PermanentFailure for one without */
export function wamidOf(value: JsonObject): string {
  const wamid = textOf(value['id']);
  if (wamid === '' || wamid.length > 500) throw new PermanentFailure('the message has no id');
  return wamid;
}

/** Whether an item changes a message instead of being one. */
export const isChange = (value: JsonObject): boolean =>
  ['reaction', 'edit', 'revoke'].includes(typeOf(value));

/**
 * The text that an edit gives its message. Of a file it is the caption, whether or not the file is named again.
 * @throws PermanentFailure for an edit that cannot be read: an empty text would take the message away
 */
function editedText(message: JsonObject): string {
  const { type, content } = contentOf(message);
  if (type !== 'unsupported') return content;
  const { caption } = objectOf(message[typeOf(message)]);
  if (typeof caption !== 'string') throw new PermanentFailure('the edit has no content that is known');
  return textOf(caption);
}

/** Changes the message that an item is about, or keeps the change until that message comes. */
export async function applyChange(
  ctx: InboundContext,
  value: JsonObject,
  sender: 'client' | 'support',
): Promise<void> {
  const id = wamidOf(value);
  const at = timeOf(value, ctx).at.toISOString();
  const type = typeOf(value);
  const about = objectOf(value[type]);
  if (type === 'reaction') {
    const emoji = textOf(about['emoji']).slice(0, 32);
    return applyOrKeep(ctx, textOf(about['message_id']), { kind: 'reaction', emoji, at, sender, id });
  }
  const original = textOf(about['original_message_id']);
  if (type === 'revoke') return applyOrKeep(ctx, original, { kind: 'revoke', at });
  const content = editedText(objectOf(about['message']));
  return applyOrKeep(ctx, original, { kind: 'edit', content, at, id });
}
