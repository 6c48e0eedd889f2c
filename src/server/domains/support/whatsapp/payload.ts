import { isObject, objectsOf, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { numberKey } from '../../../../contracts/phone-number.ts';
import { objectOf, textOf } from './read-json.ts';

/** One effect of a payload, processed by itself: a message, a status, or an error. */
export interface PayloadItem {
  /** JSON pointer into the payload. */
  pointer: string;
  phoneNumberId: string;
  kind: 'message' | 'echo' | 'status' | 'preference' | 'error' | 'template' | HistoryKind;
  value: JsonObject;
  /** Customers that a change is about, as the provider names them. */
  contacts: readonly JsonObject[];
  /** Of a message of the history: the customer whose chat it is of, and whether it is ours. */
  thread?: { customer: string; isOurs: boolean };
}

/** A message from before the number was connected, and the file of one: neither is news. */
type HistoryKind = 'history' | 'history-media';

type ItemOf = (
  path: string,
  kind: PayloadItem['kind'],
  value: JsonObject,
  thread?: PayloadItem['thread'],
) => PayloadItem;

/**
 * Items of the history of a number that a business uses in the provider's app as well. Its `messages` are files of messages
 * that a chunk named as `media_placeholder`, in no promised order.
 */
function historyOf(value: JsonObject, itemOf: ItemOf): PayloadItem[] {
  const own = textOf(objectOf(value['metadata'])['display_phone_number']).replace(/\D/g, '');
  const chunks = objectsOf(value['history']);
  return [
    ...chunks.flatMap((chunk, at) =>
      objectsOf(chunk['threads']).flatMap((thread, threadAt) =>
        objectsOf(thread['messages']).map((message, messageAt) => {
          const from = textOf(message['from']);
          const isOurs = own !== '' && numberKey(from.replace(/\D/g, '')) === numberKey(own);
          const customer = textOf(thread['id']) || (isOurs ? textOf(message['to']) : from);
          return itemOf(`/history/${at}/threads/${threadAt}/messages/${messageAt}`, 'history', message, {
            customer,
            isOurs,
          });
        }),
      ),
    ),
    ...objectsOf(value['messages']).map((message, at) => itemOf(`/messages/${at}`, 'history-media', message)),
    ...chunks.flatMap((chunk, at) =>
      objectsOf(chunk['errors']).map((error, errorAt) =>
        itemOf(`/history/${at}/errors/${errorAt}`, 'error', error),
      ),
    ),
  ];
}

/** Lists of a change, and what their entries are. */
const lists = [
  ['messages', 'message'],
  ['message_echoes', 'echo'],
  ['statuses', 'status'],
  ['user_preferences', 'preference'],
  ['errors', 'error'],
] as const;

/**
 * All items of a payload: every entry, change, message, status and error. Messages come before the statuses of a change, which
 * can be about them. Unknown fields have no items.
 */
export function itemsOf(payload: Json): PayloadItem[] {
  if (!isObject(payload)) return [];
  return objectsOf(payload['entry']).flatMap((entry, entryAt) =>
    objectsOf(entry['changes']).flatMap((change, changeAt): PayloadItem[] => {
      const value = objectOf(change['value']);
      const base = `/entry/${entryAt}/changes/${changeAt}/value`;
      const phoneNumberId = textOf(objectOf(value['metadata'])['phone_number_id']);
      const contacts = objectsOf(value['contacts']);
      if (change['field'] === 'message_template_status_update')
        return [{ pointer: base, phoneNumberId: '', kind: 'template', value, contacts }];
      const itemOf: ItemOf = (path, kind, item, thread) => ({
        pointer: `${base}${path}`,
        phoneNumberId,
        kind,
        value: item,
        contacts,
        ...(thread ? { thread } : {}),
      });
      if (change['field'] === 'history') return historyOf(value, itemOf);
      return lists.flatMap(([name, kind]) =>
        objectsOf(value[name]).map((item, at) => itemOf(`/${name}/${at}`, kind, item)),
      );
    }),
  );
}

/**
 * Parses a payload of the provider.
 * @throws SyntaxError for bytes that are no JSON in UTF-8, with a code in place of the parser's words, which quote the content
 */
export function parsePayload(bytes: Uint8Array): Json {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as Json;
  } catch {
    throw new SyntaxError('unreadable');
  }
}
