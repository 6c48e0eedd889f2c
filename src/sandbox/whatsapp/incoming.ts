import { isObject } from '../../contracts/json.ts';
import type { Entry } from './customer.ts';
import { listOf, textOf, wireOf, type Wire } from './json.ts';
import type { Media, MediaStore } from './media.ts';

/** Message that a customer sends, from the page or from a script. */
export interface CustomerMessage {
  type: string;
  /** The part of the message that is named like its type. */
  content: unknown;
  /** Id of the message that it answers. */
  replyTo?: string | null;
  forwarded?: boolean;
  /** Where the conversation comes from: an advertisement. */
  referral?: Wire;
  /** Milliseconds of the provider's time; now when absent. */
  at?: number;
}

/** A message of a customer that the sandbox does not send. */
export class CustomerMessageError extends Error {}

const media = ['image', 'video', 'audio', 'document', 'sticker'];

/**
 * Completes the content of a customer's message as the webhook has it.
 * @throws CustomerMessageError
 */
export function contentOf(message: CustomerMessage, store: MediaStore): unknown {
  const { type, content } = message;
  if (type === 'contacts') {
    const cards = listOf(content);
    if (cards.length === 0) throw new CustomerMessageError('contacts: takes a list of cards');
    return cards;
  }
  if (!isObject(content)) throw new CustomerMessageError(`${type}: takes an object`);
  if (type === 'text' && textOf(content['body']) === null)
    throw new CustomerMessageError('text.body: takes a text');
  if (!media.includes(type)) return content;
  const file = store.get(textOf(content['id']) ?? '');
  if (!file) throw new CustomerMessageError(`${type}.id: there is no file with this id`);
  return mediaContent(type, content, file);
}

function mediaContent(type: string, content: Wire, { id, type: mimeType, sha256 }: Media): Wire {
  return {
    ...(type === 'image' || type === 'video' || type === 'document' ? captionOf(content) : {}),
    ...(type === 'document' ? { filename: textOf(content['filename']) ?? 'documento' } : {}),
    mime_type: mimeType,
    sha256: sha256.base64,
    id,
    ...(type === 'audio' ? { voice: content['voice'] === true } : {}),
    ...(type === 'sticker' ? { animated: content['animated'] === true } : {}),
  };
}

const captionOf = (content: Wire): Wire => {
  const caption = textOf(content['caption']);
  return caption === null ? {} : { caption };
};

/** Applies a message that changes another one. False: the message is one of its own. */
export function applyToEarlier(
  entries: readonly Entry[],
  by: Entry['from'],
  type: string,
  content: Wire,
): boolean {
  const target = (id: unknown) => entries.find((entry) => entry.id === id);
  if (type === 'reaction') {
    const entry = target(content['message_id']);
    if (entry) entry.reactions[by] = textOf(content['emoji']);
    return true;
  }
  if (type === 'revoke') {
    const entry = target(content['original_message_id']);
    if (entry) entry.revoked = true;
    return true;
  }
  if (type === 'edit') {
    const entry = target(content['original_message_id']);
    const message = wireOf(content['message']);
    if (entry) {
      entry.content = { ...entry.content, ...wireOf(message[textOf(message['type']) ?? 'text']) };
      entry.edited = true;
    }
    return true;
  }
  return false;
}
