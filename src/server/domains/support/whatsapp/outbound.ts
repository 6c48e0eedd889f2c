import { objectsOf, type JsonObject } from '../../../../contracts/json.ts';
import type { MessageType } from '../../../../contracts/support.ts';
import { echoOf } from '../message/effects.ts';
import { objectOf, textOf } from './read-json.ts';

/** A message of ours that is to be sent. */
export interface Outgoing {
  id: number;
  type: MessageType;
  content: string;
  details: JsonObject;
  /** Digits with the country code, or null for a customer without a number. */
  number: string | null;
  userId: string | null;
  replyWamid: string | null;
  /** Id of its file at the provider. */
  mediaId: string | null;
  fileName: string;
}

function media({ type, content, mediaId, fileName }: Outgoing): JsonObject {
  return {
    id: mediaId ?? '',
    ...(content === '' || type === 'audio' || type === 'sticker' ? {} : { caption: content }),
    ...(type === 'document' ? { filename: fileName } : {}),
  };
}

/** Choices that the provider shows as buttons, and the characters of one; more, or longer ones, are a list behind a button. */
const mostButtons = 3;
const mostButtonText = 20;

function choices(content: string, options: readonly JsonObject[]): JsonObject {
  const all = options.map((option) => ({ id: textOf(option['id']), title: textOf(option['title']) }));
  const body = { text: content };
  return all.length <= mostButtons && all.every(({ title }) => title.length <= mostButtonText)
    ? { type: 'button', body, action: { buttons: all.map((reply) => ({ type: 'reply', reply })) } }
    : { type: 'list', body, action: { button: 'Ver opções', sections: [{ rows: all }] } };
}

/** The part of a request that is named after the message's type. */
function partOf(message: Outgoing): JsonObject {
  const { type, content, details } = message;
  switch (type) {
    case 'text':
      return { body: content, preview_url: true };
    case 'template':
      return {
        name: textOf(details['name']),
        language: { code: textOf(details['language']) },
        components: objectsOf(details['components']).map((component) => withMedia(component, message)),
      };
    case 'interactive':
      return choices(content, objectsOf(details['options']));
    case 'location':
      return objectOf(details['location']);
    default:
      return media(message);
  }
}

/** A header with a file names it by its id at the provider. */
function withMedia(component: JsonObject, { mediaId, fileName }: Outgoing): JsonObject {
  const parameters = objectsOf(component['parameters']).map((parameter): JsonObject => {
    const type = textOf(parameter['type']);
    return mediaId !== null && /^(image|video|document)$/.test(type)
      ? { type, [type]: { id: mediaId, ...(type === 'document' ? { filename: fileName } : {}) } }
      : parameter;
  });
  return { ...component, parameters };
}

/** The body of the call that sends a message. `biz_opaque_callback_data` comes back with its statuses. */
export function requestOf(message: Outgoing): JsonObject {
  const { type, number, userId, replyWamid, details } = message;
  const base: JsonObject = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(number === null ? { recipient: userId ?? '' } : { to: `+${number}` }),
    biz_opaque_callback_data: echoOf(message.id),
    type,
    ...(replyWamid === null ? {} : { context: { message_id: replyWamid } }),
  };
  if (type === 'contacts')
    return {
      ...base,
      contacts: objectsOf(details['contacts']).map((contact) => ({
        name: { formatted_name: textOf(contact['name']), first_name: textOf(contact['name']) },
        phones: (Array.isArray(contact['phones']) ? contact['phones'] : []).map((phone) => ({
          phone: textOf(phone),
          type: 'CELL',
        })),
      })),
    };
  return { ...base, [type]: partOf(message) };
}
