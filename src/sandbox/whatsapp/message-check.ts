import { isObject } from '../../contracts/json.ts';
import type { RenderedTemplate } from './customer.ts';
import { invalidParameter, invalidValue, missingParameter } from './graph-error.ts';
import { listOf, textOf, wireOf, type Wire } from './json.ts';
import type { MediaKind, MediaStore } from './media.ts';
import { renderTemplate } from './template-check.ts';
import type { Template } from './templates.ts';

const TEXT_LIMIT = 4096;
const CAPTION_LIMIT = 1024;
const CALLBACK_LIMIT = 512;

/** A send that is in order. */
export interface CheckedMessage {
  type: string;
  content: Wire;
  replyTo: string | null;
  callbackData: string | null;
  rendered: RenderedTemplate | null;
}

interface Stock {
  templates: readonly Template[];
  media: MediaStore;
}

/**
 * Checks the body of a send but for its receiver.
 * @throws GraphError as the provider does
 */
export function checkMessage(body: Wire, stock: Stock): CheckedMessage {
  const type = body['type'] === undefined ? 'text' : String(body['type']).toLowerCase();
  const check = checks[type];
  if (!check)
    throw invalidParameter(
      `Param type must be one of {${Object.keys(checks).join(', ').toUpperCase()}} - got "${String(body['type'])}".`,
    );
  if (body['recipient_type'] !== undefined && body['recipient_type'] !== 'individual')
    throw invalidParameter('Param recipient_type must be one of {INDIVIDUAL}.');
  const content = type === 'contacts' ? { contacts: checkContacts(body['contacts']) } : body[type];
  if (!isObject(content)) throw missingParameter(type);
  const callbackData = body['biz_opaque_callback_data'] ?? null;
  if (callbackData !== null && (typeof callbackData !== 'string' || callbackData.length > CALLBACK_LIMIT))
    throw invalidParameter(
      `Param biz_opaque_callback_data must be a text of at most ${CALLBACK_LIMIT} characters.`,
    );
  const replyTo = body['context'] === undefined ? null : textOf(wireOf(body['context'])['message_id']);
  if (body['context'] !== undefined && replyTo === null) throw missingParameter('context.message_id');
  const rendered = check(content, stock) ?? null;
  return { type, content, replyTo, callbackData, rendered };
}

type Check = (content: Wire, stock: Stock) => RenderedTemplate | null | void;

const checks: Readonly<Record<string, Check>> = {
  audio: (content, stock) => checkMedia('audio', content, stock),
  contacts: () => undefined,
  document(content, stock) {
    checkMedia('document', content, stock);
    if (content['filename'] !== undefined && textOf(content['filename']) === null)
      throw invalidValue('document.filename must be a text.');
  },
  image: (content, stock) => checkMedia('image', content, stock),
  interactive: checkInteractive,
  location(content) {
    for (const [name, most] of [
      ['latitude', 90],
      ['longitude', 180],
    ] as const) {
      const value = content[name];
      if (value === undefined || value === null || value === '') throw missingParameter(`location.${name}`);
      const number = Number(value);
      if (!Number.isFinite(number) || Math.abs(number) > most)
        throw invalidValue(`location.${name} is out of range.`);
    }
  },
  reaction(content) {
    if (textOf(content['message_id']) === null) throw missingParameter('reaction.message_id');
    if (typeof content['emoji'] !== 'string') throw missingParameter('reaction.emoji');
    if ([...new Intl.Segmenter().segment(content['emoji'])].length > 1)
      throw invalidValue('reaction.emoji must be one emoji.');
  },
  sticker: (content, stock) => checkMedia('sticker', content, stock),
  template: (content, { templates, media }) => renderTemplate(content, templates, media),
  text(content) {
    const body = content['body'];
    if (typeof body !== 'string' || body === '') throw missingParameter('text.body');
    if (body.length > TEXT_LIMIT)
      throw invalidParameter(`Param text['body'] must be at most ${TEXT_LIMIT} characters long.`);
  },
  video: (content, stock) => checkMedia('video', content, stock),
};

function checkMedia(kind: MediaKind, content: Wire, { media }: Stock): void {
  const { id, link, caption } = content;
  if (id === undefined && link === undefined) throw missingParameter(`${kind}.id`);
  if (id !== undefined && link !== undefined)
    throw invalidParameter(`Param ${kind} must have one of {id, link}, not both.`);
  if (id !== undefined && (typeof id !== 'string' || !media.get(id)))
    throw invalidParameter(
      `Param ${kind}['id'] is not a valid whatsapp business account media attachment ID`,
    );
  if (link !== undefined && !/^https?:\/\/\S+$/.test(String(link)))
    throw invalidParameter(`Param ${kind}['link'] is not a valid URI.`);
  if (caption === undefined) return;
  if (kind === 'audio' || kind === 'sticker')
    throw invalidParameter(`Unexpected key "caption" on param "${kind}".`);
  if (typeof caption !== 'string' || caption.length > CAPTION_LIMIT)
    throw invalidParameter(`Param ${kind}['caption'] must be at most ${CAPTION_LIMIT} characters long.`);
}

function checkInteractive(content: Wire): void {
  const type = textOf(content['type']);
  if (type === null) throw missingParameter('interactive.type');
  if (textOf(wireOf(content['body'])['text']) === null) throw missingParameter('interactive.body.text');
  const action = wireOf(content['action']);
  if (type === 'button') {
    const { length } = listOf(action['buttons']);
    if (length < 1 || length > 3)
      throw invalidValue('Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3');
  }
  if (type === 'list' && listOf(action['sections']).length === 0)
    throw missingParameter('interactive.action.sections');
}

/** Checks contact cards, the one kind of message whose content is a list. */
function checkContacts(cards: unknown): Wire[] {
  const list = listOf(cards).map(wireOf);
  if (list.length === 0) throw missingParameter('contacts');
  for (const card of list) {
    const name = wireOf(card['name']);
    if (textOf(name['formatted_name']) === null) throw missingParameter('contacts.name.formatted_name');
    if (Object.values(name).filter((part) => textOf(part) !== null).length < 2)
      throw missingParameter('contacts.name.first_name');
  }
  return list;
}
