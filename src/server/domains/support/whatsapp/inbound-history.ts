import type { MessageState } from '../../../../contracts/support.ts';
import { chatOf } from '../contact/customer.ts';
import { stateOf } from '../message/message-state.ts';
import { finishQuietChat, noteHistory, storeMessage } from '../message/receive.ts';
import {
  applyChange,
  applyOrKeep,
  customerOf,
  isChange,
  timeOf,
  wamidOf,
  type InboundContext,
} from './inbound-item.ts';
import { contentOf } from './message-content.ts';
import type { PayloadItem } from './payload.ts';
import { objectOf, textOf } from './read-json.ts';

/** State of a message of ours: the history has the provider's words in capitals, and two of its own. */
function ownState(status: string): MessageState {
  if (status === 'ERROR') return 'failed';
  // It waited on a phone when the history was made.
  if (status === 'PENDING') return 'unconfirmed';
  return stateOf(status.toLowerCase()) ?? 'sent';
}

/**
 * A message from before the number was connected. It is no news: nobody waits for an answer, no rule is applied, and pages show
 * it without announcing it.
 */
export async function receiveHistory(
  ctx: InboundContext,
  { value, contacts, thread }: PayloadItem,
): Promise<void> {
  const { db, tenantId, channelId } = ctx;
  const { customer = '', isOurs = false } = thread ?? {};
  if (isChange(value)) return applyChange(ctx, value, isOurs ? 'support' : 'client');
  const wamid = wamidOf(value);
  const isNumber = /^\+?\d+$/.test(customer);
  const named = customerOf(isNumber ? customer : '', isNumber ? '' : customer, contacts);
  const { at, claimed } = timeOf(value, ctx);
  const { id: chatId, isNew } = await chatOf(db, tenantId, channelId, named);
  if (isNew) await finishQuietChat(db, chatId);
  const found = contentOf(value);
  const id = await storeMessage(db, tenantId, {
    ...found,
    details: { ...found.details, history: true, ...(claimed === null ? {} : { claimedTime: claimed }) },
    chatId,
    channelId,
    sender: isOurs ? 'support' : 'client',
    wamid,
    at,
    state: isOurs ? ownState(textOf(objectOf(value['history_context'])['status'])) : 'received',
    replyWamid: textOf(objectOf(value['context'])['id']) || null,
  });
  if (id === null) return;
  await noteHistory(db, chatId, { id, at, isOfCustomer: !isOurs });
  ctx.changedMessages.push({ id, type: 'MSG_UPD' });
}

/** The file of a message of the history, which comes by itself, for the last two weeks alone. */
export async function receiveHistoryMedia(ctx: InboundContext, { value }: PayloadItem): Promise<void> {
  const { type, content, media } = contentOf(value);
  if (media) await applyOrKeep(ctx, textOf(value['id']), { kind: 'media', type, content, media });
}
