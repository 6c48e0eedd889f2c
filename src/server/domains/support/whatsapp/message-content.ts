import type { MediaType, MessageType } from '../../../../contracts/support.ts';
import { mediaTypes } from '../../../../contracts/support.ts';
import { finiteNumberOf, objectsOf, type JsonObject } from '../../../../contracts/json.ts';
import { objectOf, textOf } from './read-json.ts';

/** A file that the provider holds for a message. */
export interface InboundMedia {
  providerId: string;
  mime: string;
  /** Hexadecimal; null where the provider does not say. */
  sha256: string | null;
  fileName: string;
  isVoice: boolean;
}

export interface InboundContent {
  type: MessageType;
  content: string;
  details: JsonObject;
  media: InboundMedia | null;
}

const plain = (type: MessageType, content: string, details: JsonObject = {}): InboundContent => ({
  type,
  content,
  details,
  media: null,
});

/** Digests are sent in hexadecimal and in base64. */
function hexDigest(text: string): string | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  const bytes = /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : null;
  return bytes?.length === 32 ? bytes.toString('hex') : null;
}

function mediaContent(type: MediaType, value: JsonObject): InboundContent {
  const providerId = textOf(value['id']);
  if (providerId === '') return plain('unsupported', '', { type });
  const media = {
    providerId,
    mime: textOf(value['mime_type']) || 'application/octet-stream',
    sha256: hexDigest(textOf(value['sha256'])),
    fileName: textOf(value['filename']),
    isVoice: value['voice'] === true,
  };
  return { ...plain(type, textOf(value['caption'])), media };
}

const contactOf = (contact: JsonObject): JsonObject => ({
  name:
    textOf(objectOf(contact['name'])['formatted_name']) || textOf(objectOf(contact['name'])['first_name']),
  phones: objectsOf(contact['phones'])
    .map((phone) => textOf(phone['phone']) || textOf(phone['wa_id']))
    .filter(Boolean),
  emails: objectsOf(contact['emails'])
    .map((email) => textOf(email['email']))
    .filter(Boolean),
  company: textOf(objectOf(contact['org'])['company']),
});

function interactiveContent(value: JsonObject): InboundContent {
  const reply = objectOf(value['button_reply'] ?? value['list_reply']);
  const form = textOf(objectOf(value['nfm_reply'])['response_json']);
  const title = textOf(reply['title']) || textOf(objectOf(value['nfm_reply'])['body']);
  return plain('interactive', title, {
    id: textOf(reply['id']),
    description: textOf(reply['description']),
    ...(form === '' ? {} : { form }),
  });
}

function locationContent(value: JsonObject): InboundContent {
  const [latitude, longitude] = [finiteNumberOf(value['latitude']), finiteNumberOf(value['longitude'])];
  if (latitude === null || longitude === null) return plain('unsupported', '', { type: 'location' });
  return plain('location', textOf(value['name']) || textOf(value['address']), {
    latitude,
    longitude,
    name: textOf(value['name']),
    address: textOf(value['address']),
  });
}

/** Types of the provider that we know, by the names of their parts. */
const knownTypes: readonly string[] = [
  ...mediaTypes,
  'text',
  'voice',
  'location',
  'contacts',
  'interactive',
  'button',
  'order',
  'reaction',
  'edit',
  'revoke',
  'system',
  'unsupported',
];

/** Type of a message of the provider, which some come without: their part with a known name says it. Empty where nothing does. */
export const typeOf = (message: JsonObject): string =>
  textOf(message['type']) || (knownTypes.find((type) => message[type] !== undefined) ?? '');

/** Content of a message of the provider, in our terms. A type that we do not know is `unsupported`, and hurts nobody. */
export function contentOf(message: JsonObject): InboundContent {
  const type = typeOf(message);
  const value = objectOf(message[type]);
  const media = mediaTypes.find((one) => one === type);
  if (media) return mediaContent(media, value);
  switch (type) {
    case 'text':
      return plain('text', textOf(value['body']));
    case 'voice':
      return mediaContent('audio', { ...value, voice: true });
    case 'location':
      return locationContent(value);
    case 'contacts': {
      const contacts = objectsOf(message['contacts']).map(contactOf);
      return plain('contacts', contacts.map(({ name }) => textOf(name)).join(', '), { contacts });
    }
    case 'interactive':
      return interactiveContent(value);
    case 'button':
      return plain('interactive', textOf(value['text']), { id: textOf(value['payload']) });
    case 'order':
      return plain('order', textOf(value['text']), {
        items: objectsOf(value['product_items']).map((item) => ({
          product: textOf(item['product_retailer_id']),
          quantity: finiteNumberOf(item['quantity']),
          price: finiteNumberOf(item['item_price']),
          currency: textOf(item['currency']),
        })),
      });
    default: {
      const [error] = objectsOf(message['errors']);
      const named = textOf(objectOf(message['unsupported'])['type']) || type;
      return plain('unsupported', '', {
        type: named,
        ...(error ? { code: finiteNumberOf(error['code']) } : {}),
      });
    }
  }
}
