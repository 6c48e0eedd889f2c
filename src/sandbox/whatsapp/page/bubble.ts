import { textOrEmpty } from '../../../contracts/json.ts';
import type { Entry, RenderedTemplate } from '../customer.ts';
import { h, icon, type Icon } from './dom.ts';
import { openMenu } from './popup-menu.ts';
import { send } from './store.ts';
import { t, timeOf } from './texts.ts';

const ticks: Readonly<Record<Entry['status'], Icon>> = {
  accepted: 'clock',
  sent: 'tick',
  delivered: 'ticks',
  read: 'ticks',
  played: 'ticks',
  failed: 'alert',
};

const part = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** A message as the customer's phone shows it. */
export function bubble(entry: Entry, entries: readonly Entry[], reply: (entry: Entry) => void): HTMLElement {
  const mine = entry.from === 'customer';
  const quoted = entries.find((one) => one.id === entry.replyTo);
  const marks = [entry.reactions.customer, entry.reactions.business].filter((one) => one !== null);
  const body = entry.revoked ? [h('em', {}, t('sandbox.revoked'))] : contentOf(entry, mine);
  return h(
    'article',
    { class: `bubble ${mine ? 'mine' : 'theirs'} kind-${entry.type}`, 'data-id': entry.id },
    quoted ? h('blockquote', {}, previewOf(quoted)) : null,
    ...body,
    h(
      'footer',
      {},
      entry.edited && !entry.revoked ? h('span', {}, t('sandbox.edited')) : null,
      h('time', { datetime: new Date(entry.at).toISOString() }, timeOf(entry.at)),
      mine || entry.status === 'failed' ? tickOf(entry) : null,
    ),
    marks.length > 0 ? h('span', { class: 'reactions' }, marks.join('')) : null,
    h(
      'button',
      {
        class: 'icon more',
        type: 'button',
        'aria-label': t('sandbox.actions'),
        'aria-haspopup': 'menu',
        onclick: (event) => openMenu(event.currentTarget as HTMLElement, entry, reply),
      },
      icon('more'),
    ),
  );
}

function tickOf(entry: Entry): HTMLElement {
  const label = t(`sandbox.status.${entry.status}`);
  return h(
    'span',
    { class: `ticks ${entry.status}`, role: 'img', 'aria-label': label, title: label },
    icon(ticks[entry.status]),
  );
}

/** One line about a message, for quotes and the list. */
export function previewOf(entry: Entry): string {
  if (entry.revoked) return t('sandbox.revoked');
  const { content, type, rendered } = entry;
  const own =
    rendered?.body ??
    (textOrEmpty(content['body']) || textOrEmpty(content['caption']) || textOrEmpty(content['text']));
  return own || t(`sandbox.type.${knownType(type)}`);
}

const types = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'template',
  'interactive',
  'button',
  'order',
];
const knownType = (type: string): string => (types.includes(type) ? type : 'unsupported');

function contentOf(entry: Entry, mine: boolean): (Node | string)[] {
  const { type, content } = entry;
  if (entry.rendered) return templateParts(entry.id, entry.rendered);
  if (type === 'text') return [paragraph(textOrEmpty(content['body']))];
  if (type === 'button') return [paragraph(textOrEmpty(content['text']))];
  if (type === 'location') return [placeOf(content)];
  if (type === 'contacts') return cardsOf(content['contacts']);
  if (type === 'interactive') return interactiveParts(entry, mine);
  if (['image', 'video', 'audio', 'document', 'sticker'].includes(type)) return mediaParts(type, content);
  return [h('em', {}, t(`sandbox.type.${knownType(type)}`))];
}

/** Links in a text are not followed: the phone is a picture of one. */
const paragraph = (value: string): HTMLElement => h('p', { dir: 'auto' }, value);

function mediaParts(type: string, content: Record<string, unknown>): (Node | string)[] {
  const address = content['id']
    ? `/dev/customer/media/${textOrEmpty(content['id'])}`
    : textOrEmpty(content['link']);
  const caption = textOrEmpty(content['caption']);
  const label = t(`sandbox.type.${type}`);
  const media =
    type === 'image' || type === 'sticker'
      ? h('img', { src: address, alt: caption || label })
      : type === 'video'
        ? h('video', { src: address, controls: true, preload: 'metadata', 'aria-label': label })
        : type === 'audio'
          ? h('audio', { src: address, controls: true, preload: 'metadata', 'aria-label': label })
          : h(
              'a',
              { class: 'file', href: address, download: textOrEmpty(content['filename']) || true },
              icon('file'),
              textOrEmpty(content['filename']) || label,
            );
  return [media, ...(caption ? [paragraph(caption)] : [])];
}

function placeOf(content: Record<string, unknown>): HTMLElement {
  const { latitude, longitude, name, address } = content;
  return h(
    'div',
    { class: 'card' },
    icon('pin'),
    h(
      'div',
      {},
      h('strong', {}, textOrEmpty(name) || t('sandbox.type.location')),
      h('span', {}, textOrEmpty(address) || `${String(latitude)}, ${String(longitude)}`),
    ),
  );
}

function cardsOf(cards: unknown): HTMLElement[] {
  return (Array.isArray(cards) ? cards : []).map((card) => {
    const { name, phones } = part(card);
    const first = part(Array.isArray(phones) ? phones[0] : null);
    return h(
      'div',
      { class: 'card' },
      icon('person'),
      h(
        'div',
        {},
        h('strong', {}, textOrEmpty(part(name)['formatted_name'])),
        h('span', {}, textOrEmpty(first['phone'])),
      ),
    );
  });
}

function templateParts(id: string, { header, body, footer, buttons }: RenderedTemplate): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (header?.format === 'TEXT') parts.push(h('h3', { dir: 'auto' }, header.text));
  else if (header)
    parts.push(
      ...(mediaParts(header.format.toLowerCase(), {
        id: header.mediaId,
        link: header.link,
        filename: header.text,
      }) as HTMLElement[]),
    );
  parts.push(paragraph(body));
  if (footer) parts.push(h('p', { class: 'small' }, footer));
  if (buttons.length > 0)
    parts.push(
      h(
        'div',
        { class: 'buttons' },
        ...buttons.map((one) =>
          one.type === 'QUICK_REPLY'
            ? answerButton(one.text, {
                type: 'button',
                content: { text: one.text, payload: one.value },
                replyTo: id,
              })
            : h('span', { class: 'link', title: one.value }, one.text),
        ),
      ),
    );
  return parts;
}

function interactiveParts(entry: Entry, mine: boolean): HTMLElement[] {
  const { content, id } = entry;
  if (mine) {
    const reply = part(content['button_reply'] ?? content['list_reply']);
    return [paragraph(textOrEmpty(reply['title']))];
  }
  const action = part(content['action']);
  const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(part) : []);
  const answers = [
    ...list(action['buttons']).map((one) => ({ kind: 'button_reply', item: part(one['reply']) })),
    ...list(action['sections']).flatMap((one) =>
      list(one['rows']).map((item) => ({ kind: 'list_reply', item })),
    ),
  ];
  const footer = textOrEmpty(part(content['footer'])['text']);
  return [
    paragraph(textOrEmpty(part(content['body'])['text'])),
    ...(footer ? [h('p', { class: 'small' }, footer)] : []),
    h(
      'div',
      { class: 'buttons' },
      ...answers.map(({ kind, item }) =>
        answerButton(textOrEmpty(item['title']), {
          type: 'interactive',
          content: { type: kind, [kind]: item },
          replyTo: id,
        }),
      ),
    ),
  ];
}

const answerButton = (label: string, message: object): HTMLElement =>
  h('button', { type: 'button', class: 'link', onclick: () => void send(message) }, label);
