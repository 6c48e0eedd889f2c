import type { OutboxEntry } from '../../../client/index.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { ChatMessage } from '../../../contracts/support.ts';
import type { PickedFile } from '../../../engine/core/index.ts';
import type { SentKind } from './file-kinds.ts';

/** Message that an agent sends. Of a location and of contacts the text tells them apart until they are sent. */
export type Outgoing =
  | { type: 'text'; text: string }
  | { type: 'location' | 'contacts'; text: string; body: JsonObject }
  /** @property seconds of a voice note */
  | { type: SentKind; text: string; file: PickedFile; seconds?: number };

/** A message that the server does not have yet. */
export interface PendingMessage {
  clientId: string;
  chatId: number;
  type: Outgoing['type'];
  /** Of a file its caption. */
  text: string;
  file: PickedFile | null;
  replyTo: number | null;
  /** Whether it outlives this tab. */
  isKept: boolean;
  /** ISO 8601. */
  at: string;
  /** Why the server refused it; null while it waits. */
  refusal: string | null;
}

/** A message as it waits in the outbox. */
export const pendingMessageOf = (
  { id, data, at, refusal }: OutboxEntry,
  unkept: ReadonlySet<string>,
): PendingMessage => ({
  ...(data as unknown as Pick<PendingMessage, 'chatId' | 'type' | 'text' | 'file' | 'replyTo'>),
  clientId: id,
  isKept: !unkept.has(id),
  at: new Date(at).toISOString(),
  refusal: refusal?.message ?? null,
});

/** A line of the conversation. */
export type Line =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: ChatMessage; startsRun: boolean }
  | { kind: 'pending'; key: string; pending: PendingMessage };

/** Milliseconds within which messages of one speaker stand close to each other. */
const runLength = 10 * 60 * 1000;

const speakerOf = ({ sender, attendant }: ChatMessage): string => `${sender} ${attendant?.id ?? ''}`;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Date of a time in a zone, as YYYY-MM-DD. */
export function dayOf(time: string, timeZone: string): string {
  // A new format takes longer than a thousand uses of it.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(new Date(time));
}

/**
 * The lines of a conversation: days, the divider before the first message that nobody had read, and messages.
 * @param readId messages of the customer after it were unread when the chat was opened; null for no divider
 */
export function linesOf(
  messages: readonly ChatMessage[],
  pending: readonly PendingMessage[],
  { timeZone, readId, hasBefore }: { timeZone: string; readId: number | null; hasBefore: boolean },
): Line[] {
  const lines: Line[] = [];
  let day = '';
  let previous: ChatMessage | null = null;
  let isDivided = readId === null;
  for (const message of messages) {
    const own = dayOf(message.timestamp, timeZone);
    const isNewDay = own !== day;
    if (isNewDay) {
      day = own;
      lines.push({ kind: 'day', key: `day ${own}`, day: own });
    }
    const isUnread = !isDivided && message.sender === 'client' && message.id > readId!;
    if (isUnread) {
      isDivided = true;
      // Where all that is loaded is unread, the divider says nothing.
      if (previous !== null || !hasBefore) lines.push({ kind: 'unread', key: 'unread' });
    }
    const startsRun =
      isNewDay ||
      isUnread ||
      previous === null ||
      speakerOf(previous) !== speakerOf(message) ||
      Date.parse(message.timestamp) - Date.parse(previous.timestamp) > runLength;
    lines.push({ kind: 'message', key: message.clientId ?? `m${message.id}`, message, startsRun });
    previous = message;
  }
  const known = new Set(messages.map(({ clientId }) => clientId));
  for (const one of pending)
    if (!known.has(one.clientId)) lines.push({ kind: 'pending', key: one.clientId, pending: one });
  return lines;
}
