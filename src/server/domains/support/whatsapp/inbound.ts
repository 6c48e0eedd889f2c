import { finiteNumberOf, objectsOf, type JsonObject } from '../../../../contracts/json.ts';
import { enqueueArrival } from '../rule/kinds.ts';
import { publishContacts } from '../contact/chats.ts';
import { noteConsent } from '../contact/consent.ts';
import { readContacts } from '../contact/rows.ts';
import { changeNumber, chatOf, knownChatOf, type Customer } from '../contact/customer.ts';
import { publishChat } from '../chat/events.ts';
import { stateOf } from '../message/message-state.ts';
import { finishQuietChat, noteActivity, noteLast, noteReceived, storeMessage } from '../message/receive.ts';
import { receiveHistory, receiveHistoryMedia } from './inbound-history.ts';
import {
  applyChange,
  applyOrKeep,
  customerOf,
  digitsOf,
  isChange,
  timeOf,
  wamidOf,
  type InboundContext,
} from './inbound-item.ts';
import { contentOf, typeOf } from './message-content.ts';
import type { PayloadItem } from './payload.ts';
import { objectOf, textOf } from './read-json.ts';

const consents: ReadonlyMap<string, 'given' | 'withdrawn'> = new Map([
  ['stop', 'withdrawn'],
  ['resume', 'given'],
]);

/** A change of a message by the customer. One who has no chat gets none by it: there would be nothing to see. */
async function receiveChange(ctx: InboundContext, value: JsonObject, customer: Customer): Promise<void> {
  const chatId = await knownChatOf(ctx.db, ctx.channelId, customer);
  await applyChange(ctx, value, 'client');
  if (chatId === null) return;
  await noteActivity(ctx.db, chatId, timeOf(value, ctx).at);
  await publishChat(ctx.db, chatId);
}

async function receiveMessage(ctx: InboundContext, { value, contacts }: PayloadItem): Promise<void> {
  const { db, tenantId, channelId } = ctx;
  const wamid = wamidOf(value);
  const customer = customerOf(textOf(value['from']), textOf(value['from_user_id']), contacts);
  if (isChange(value)) return receiveChange(ctx, value, customer);
  const { at, claimed } = timeOf(value, ctx);
  const { id: chatId, isNew } = await chatOf(db, tenantId, channelId, customer);
  const system = typeOf(value) === 'system' ? objectOf(value['system']) : null;
  if (system && isNew) await finishQuietChat(db, chatId);
  const number = digitsOf(textOf(system?.['wa_id']) || textOf(system?.['new_wa_id']));
  const found = contentOf(value);
  const origin = objectOf(value['context']);
  const id = await storeMessage(db, tenantId, {
    chatId,
    channelId,
    sender: system ? 'system' : 'client',
    ...(system
      ? {
          type: 'system' as const,
          content: textOf(system['body']),
          details: { event: number ? 'number-changed' : 'provider', ...(number ? { number } : {}) },
          media: null,
        }
      : {
          type: found.type,
          content: found.content,
          details: {
            ...found.details,
            ...(origin['forwarded'] === true ? { forwarded: true } : {}),
            ...(value['referral'] === undefined
              ? {}
              : { referral: textOf(objectOf(value['referral'])['headline']).slice(0, 500) }),
            ...(claimed === null ? {} : { claimedTime: claimed }),
          },
          media: found.media,
        }),
    wamid,
    at,
    state: 'received',
    replyWamid: textOf(origin['id']) || null,
  });
  if (id === null) return;
  if (system) {
    if (number) await changeNumber(db, tenantId, chatId, number);
    await noteLast(db, chatId, id, at);
  } else {
    await noteReceived(db, chatId, id, at);
    if (ctx.isRuled) await enqueueArrival(db, tenantId, chatId);
  }
  if (isNew) await publishChat(db, chatId);
  ctx.changedMessages.push({ id, type: 'MSG_RECEIVED' });
}

/** A message that somebody of ours sent from the provider's own app, or a change of one that they made there. */
async function receiveEcho(ctx: InboundContext, { value, contacts }: PayloadItem): Promise<void> {
  const { db, tenantId, channelId } = ctx;
  if (isChange(value)) return applyChange(ctx, value, 'support');
  const wamid = wamidOf(value);
  const customer = customerOf(textOf(value['to']), textOf(value['to_user_id']), contacts);
  const { at } = timeOf(value, ctx);
  const { id: chatId, isNew } = await chatOf(db, tenantId, channelId, customer);
  if (isNew) await finishQuietChat(db, chatId);
  const message = {
    ...contentOf(value),
    chatId,
    channelId,
    sender: 'support' as const,
    wamid,
    at,
    state: 'sent' as const,
    replyWamid: textOf(objectOf(value['context'])['id']) || null,
  };
  const id = await storeMessage(db, tenantId, message);
  if (id === null) return;
  await noteLast(db, chatId, id, at);
  ctx.changedMessages.push({ id, type: 'MSG_SENT' });
}

async function receiveStatus(ctx: InboundContext, { value }: PayloadItem): Promise<void> {
  const state = stateOf(textOf(value['status']));
  // Words that we do not know change nothing.
  if (state === undefined) return;
  const [error] = objectsOf(value['errors']);
  await applyOrKeep(ctx, textOf(value['id']), {
    kind: 'status',
    state,
    at: timeOf(value, ctx).at.toISOString(),
    error: error
      ? {
          code: finiteNumberOf(error['code']),
          text: (textOf(objectOf(error['error_data'])['details']) || textOf(error['title'])).slice(0, 1000),
        }
      : null,
    echo: textOf(value['biz_opaque_callback_data']),
  });
}

/** Receives a customer's choice in the provider's app about advertising. */
async function receivePreference(ctx: InboundContext, { value, contacts }: PayloadItem): Promise<void> {
  const consent = consents.get(textOf(value['value']));
  // Categories and choices that we do not know change nothing.
  if (textOf(value['category']) !== 'marketing_messages' || !consent) return;
  const customer = customerOf(textOf(value['wa_id']), textOf(value['user_id']), contacts);
  const contactId = await noteConsent(ctx.db, customer, consent, timeOf(value, ctx).at);
  if (contactId !== null) await publishContacts(ctx, await readContacts(ctx.db, [contactId]), 'update');
}

/** Processes one item of a payload. @throws PermanentFailure for one that will never be understood */
export async function processItem(ctx: InboundContext, item: PayloadItem): Promise<void> {
  switch (item.kind) {
    case 'message':
      return receiveMessage(ctx, item);
    case 'echo':
      return receiveEcho(ctx, item);
    case 'status':
      return receiveStatus(ctx, item);
    case 'preference':
      return receivePreference(ctx, item);
    case 'history':
      return receiveHistory(ctx, item);
    case 'history-media':
      return receiveHistoryMedia(ctx, item);
    case 'error':
    case 'template':
  }
}
