import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { objectOf, objectsOf, textOf } from './read-json.ts';

/** One effect of a payload, processed by itself: a message, a status, or an error. */
export interface PayloadItem {
  /** JSON pointer into the payload. */
  pointer: string;
  phoneNumberId: string;
  kind: 'message' | 'echo' | 'status' | 'preference' | 'error' | 'template';
  value: JsonObject;
  /** What the provider says of the customers that a change is about. */
  contacts: readonly JsonObject[];
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
      return lists.flatMap(([name, kind]) =>
        objectsOf(value[name]).map((item, at) => ({
          pointer: `${base}/${name}/${at}`,
          phoneNumberId,
          kind,
          value: item,
          contacts,
        })),
      );
    }),
  );
}

/** Parses a payload of the provider. @throws SyntaxError for bytes that are no JSON in UTF-8 */
export function parsePayload(bytes: Uint8Array): Json {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return JSON.parse(text.decode(bytes)) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    throw new SyntaxError('the bytes are no UTF-8', { cause: error });
  }
}
