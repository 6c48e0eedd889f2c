import type { JsonObject } from './json.ts';

/**
 * The wire shapes of the support chat (spec/support-views-mail.md, sections 3 and 7; spec/decisions.md, Chat's wire), and the
 * rules that browser and server share.
 */

export type YesNo = 'Y' | 'N';

/** The tabs of the page: Aguardando, Em atendimento, Concluído. */
export type ChatStatus = 'waiting' | 'active' | 'finished';

/** Characters of a last message in the list. */
export const previewLength = 300;
/** Messages of a chat in one load. */
export const chatLoad = 200;
/** Characters of a text message, and of a caption. Limits of the provider. */
export const mostText = 4096;
export const mostCaption = 1024;

/** Types whose content is a file. */
export const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type MediaType = (typeof mediaTypes)[number];

const MB = 1_048_576;

const office = 'application/vnd.openxmlformats-officedocument.';

/** Types that the provider takes per kind of file (developers.facebook.com, Cloud API, media). It refuses all others. */
export const mediaKinds: Readonly<Record<MediaType, { bytes: number; types: readonly string[] }>> = {
  image: { bytes: 5 * MB, types: ['image/jpeg', 'image/png'] },
  video: { bytes: 16 * MB, types: ['video/mp4', 'video/3gpp'] },
  audio: { bytes: 16 * MB, types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'] },
  document: {
    bytes: 100 * MB,
    types: [
      'application/pdf',
      'text/plain',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      `${office}wordprocessingml.document`,
      `${office}spreadsheetml.sheet`,
      `${office}presentationml.presentation`,
    ],
  },
  sticker: { bytes: 500 * 1024, types: ['image/webp'] },
};

/** Types of messages. Those that we do not know are `unsupported`. */
export type MessageType =
  | 'text'
  | 'template'
  | MediaType
  | 'location'
  | 'contacts'
  /** A choice of the customer, a button or an entry of a list; or, of ours, the choices that they are offered. */
  | 'interactive'
  | 'order'
  /** Event of the chat, such as an assignment or a change of number: `details.event` names it. */
  | 'system'
  /** Text of an agent that the customer never sees. */
  | 'note'
  | 'unsupported';

/** `client` is the customer, `support` we, `system` the chat itself, `note` agents among themselves. */
export type MessageSender = 'client' | 'support' | 'system' | 'note';

/**
 * State of a message of ours. `unconfirmed`: the provider's answer was lost, so that it may have arrived; it is not sent again
 * unless an agent asks. States only move forward, and `failed` never hides a delivery.
 */
export type MessageState =
  'received' | 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' | 'unconfirmed';

/** Failure as the provider reports it: its code, and its own words in English, for codes that we have no text for. */
export interface Failure {
  code: number | null;
  detail: string;
}

export interface Attendant {
  id: number;
  name: string;
  photourl: string | null;
}

export interface MessageMedia {
  /** `pending`: it is on its way from the provider; `failed`: it did not arrive. */
  state: 'pending' | 'stored' | 'failed';
  mime: string;
  bytes: number | null;
  isVoice: boolean;
  seconds: number | null;
  width: number | null;
  height: number | null;
  /** `expired`, `mismatch` (of its digest), `type`, `size` or `unavailable`. */
  failure: string | null;
}

/** The message that another one answers; without an id where we do not have it. */
export interface QuotedMessage {
  id: number | null;
  type: MessageType;
  content: string;
  sender: MessageSender;
  fileName: string | null;
}

export interface MessageReaction {
  emoji: string;
  sender: 'client' | 'support';
}

export interface ChatMessage {
  id: number;
  chatId: number;
  /** UUID of the page that sent it; null for others. */
  clientId: string | null;
  type: MessageType;
  /** Text, caption, or what a template says with its parameters. */
  content: string;
  sender: MessageSender;
  attendant: Attendant | null;
  /** ISO 8601 in UTC: the provider's time of what it sent. */
  timestamp: string;
  state: MessageState;
  /** Why it was not delivered; the page has texts for the codes. */
  failure: Failure | null;
  /** Address of the file, or null without one: GET /adm/v2/sup/zap/msg-media/{id}. */
  mediaUrl: string | null;
  fileName: string | null;
  media: MessageMedia | null;
  reply: QuotedMessage | null;
  reactions: MessageReaction[];
  isEdited: boolean;
  isDeleted: boolean;
  /**
   * By type. template: { name, language, header?, footer?, buttons?: [{ type, text }] } as sent. location: { latitude, longitude, name?,
   * address? }. contacts: { contacts: [{ name, phones: [] }] }. interactive: { title, id? }, of ours { options: [{ id, title }] }. system: { event, name?, by? }.
   * unsupported: { type }. note: { mentions: [NoteMention] }.
   */
  details: JsonObject;
  /** Rises with each change of the message. */
  version: number;
}

/** A person whom an internal note mentions, by the name that stands behind the @. */
export interface NoteMention {
  id: number;
  name: string;
}

export interface LastMessage {
  id: number;
  type: MessageType;
  /** Its first `previewLength` characters. */
  content: string;
  sender: MessageSender;
  attendantId: number | null;
  timestamp: string;
  state: MessageState;
  fileName: string | null;
  seconds: number | null;
}

export interface ContactInfo {
  id?: number;
  type: 'WHATSAPP';
  data: string;
  active: YesNo;
  mainContact: YesNo;
}

export interface SupportContact {
  id: number;
  name: string;
  surname: string;
  additionalInfo: string;
  company: string;
  createdAt: string;
  /** YYYY-MM-DD. */
  birthdate: string | null;
  active: YesNo;
  contactInfo: ContactInfo[];
  version: number;
}

/** Tag by which agents sort chats. */
export interface ChatTag {
  id: number;
  title: string;
  /** #RRGGBB. */
  color: string;
}

export interface Chat {
  id: number;
  channelId: number;
  contact: SupportContact | null;
  /** Company of the contact, empty without one. */
  companyName: string;
  /** Name of the contact, else the one that the customer chose, else the number. */
  name: string;
  attendantId: number | null;
  attendantName: string | null;
  attendantPhotourl: string | null;
  lastMessage: LastMessage | null;
  unreadCount: number;
  isActive: YesNo;
  isFinished: YesNo;
  /** In the order of their titles. */
  tags: ChatTag[];
  /** Number of the channel. */
  senderNum: string;
  /** Number of the customer; empty for one whom the provider shows without a number. */
  recipientNum: string;
  /** The queue whose agents attend to it; null for everybody. */
  queueId: number | null;
  queueName: string | null;
  /** From when the first answer is late soon, and late; null without a limit, and once there is an answer. */
  answerWarnAt: string | null;
  answerDueAt: string | null;
  /** When the window for free text closes or closed; null where the customer has never written. Not reopened by us. */
  windowEndsAt: string | null;
  createdAt: string;
  version: number;
}

/** GET /adm/v2/sup/zap/chat/{id}. */
export interface ChatWithMessages extends Chat {
  /** Oldest first: by time, then arrival. */
  messages: ChatMessage[];
  /** Whether there are older and newer messages than these. */
  hasBefore: boolean;
  hasAfter: boolean;
  /** Received messages after this one had not been read by an agent when the chat was loaded: the divider stands before them. */
  readId: number;
}

/** `data` of GET /adm/v2/sup/zap/chat. */
export interface ChatList {
  rows: Chat[];
  page: number;
  perPage: number;
  totalRows: number;
  /** With the same filters, whatever the tab. */
  counts: Record<ChatStatus, number>;
}

export interface SupportChannel {
  id: number;
  name: string;
  /** Number of the channel, digits with the country code. */
  whatsapp: string;
  isActive: YesNo;
  /** Why the channel cannot send; null while it can. */
  problem: Failure | null;
}

export type TemplateComponentType = 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS';

export interface TemplateComponent {
  type: TemplateComponentType;
  /** Of a header: TEXT, IMAGE, VIDEO, DOCUMENT or LOCATION. */
  format?: string;
  text?: string;
  /** Parameters of a body or a header in their order: names, or 1, 2 … for positional ones. */
  params: { param_name: string; example: string }[];
  /** Of BUTTONS. A URL button with a parameter has one in `params`. */
  buttons?: { type: string; text: string; url?: string; params: { param_name: string; example: string }[] }[];
}

export interface MessageTemplate {
  name: string;
  language: string;
  category: string;
  status: string;
  /** NAMED or POSITIONAL. */
  parameterFormat: string;
  components: TemplateComponent[];
}

/** Formats of headers whose content is a file, as the kind of the file. */
export const headerKinds = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const;
export type HeaderKind = (typeof headerKinds)[keyof typeof headerKinds];

/** Of a header with a file: the file's id among ours, named after its kind. */
export interface TemplateParameter extends Partial<Record<HeaderKind, { fileId: number }>> {
  type: string;
  text?: string;
  parameter_name?: string;
}

/** Whether the provider takes a text in place of a parameter: one line, without tabs or more than four spaces in a row. */
export const isParameterText = (text: string): boolean => !/[\n\r\t]| {5,}/.test(text.trim());

/** Body of POST /adm/v2/sup/zap/send-template/{chatId}. */
export interface TemplateMessage {
  to: string;
  name: string;
  language: string;
  components: {
    type: 'header' | 'body' | 'button';
    /** Of a button: its type and its place from 0. */
    sub_type?: string;
    index?: string;
    parameters: TemplateParameter[];
  }[];
  template?: string;
  clientId?: string;
}

/** Answer of the three send calls. */
export interface SendReply {
  messageId: number;
  message: ChatMessage;
}

interface MessageEvent {
  chatId: number;
  messageId: number;
  /** Null where it is too large for an event: load the chat again. */
  message: ChatMessage | null;
  chat: Chat;
}

/** Place of a chat, which decides who sees it: its queue may be restricted, and its agent sees it in any. */
export interface ChatPlace {
  queueId: number | null;
  attendantId: number | null;
}

/** Frames of the topic `support`. */
export interface SupportEvents {
  MSG_RECEIVED: MessageEvent;
  MSG_SENT: MessageEvent;
  /** A message changed: its state, media, reactions, an edit or a deletion. */
  MSG_UPD: MessageEvent;
  /**
   * A chat changed. Null for who does not see it any more: it was passed to a restricted queue, or from them. `before` is where it was
   * then.
   */
  CHAT_UPD: { chatId: number; chat: Chat | null; before?: ChatPlace };
  CONTACT_UPD: { contact: SupportContact; chatIds: number[] };
  /** A tag changed, in all chats that have it; null when it was deleted. */
  TAG_UPD: { id: number; tag: ChatTag | null };
}

export function statusOf({ isActive, isFinished }: Pick<Chat, 'isActive' | 'isFinished'>): ChatStatus {
  if (isFinished === 'Y') return 'finished';
  return isActive === 'Y' ? 'active' : 'waiting';
}

/** Times in the server's form, whose order is that of their texts. Thousands are sorted with each event. */
const compareTimes = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** Messages in the order of a chat: by time, then arrival. */
export const compareMessages = (
  one: Pick<ChatMessage, 'timestamp' | 'id'>,
  other: Pick<ChatMessage, 'timestamp' | 'id'>,
): number => compareTimes(one.timestamp, other.timestamp) || one.id - other.id;

/** The list's order: those without an attendant first, then the newest last message. */
export function compareChats(one: Chat, other: Chat): number {
  const unassigned = Number(one.attendantId !== null) - Number(other.attendantId !== null);
  if (unassigned !== 0) return unassigned;
  const at = ({ lastMessage }: Chat) => lastMessage?.timestamp ?? '';
  return compareTimes(at(other), at(one)) || other.id - one.id;
}

export const fullName = ({ name, surname }: Pick<SupportContact, 'name' | 'surname'>): string =>
  `${name} ${surname}`.trim();
