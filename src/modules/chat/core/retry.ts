import type { Chat, ChatMessage } from '../../../contracts/support.ts';

/**
 * Codes of the provider after which the same message can be taken later: limits that were met, and failures on its side
 * (domains/support/whatsapp/error-actions.ts has what the server does about them). After any other one it fails again.
 */
const passing: ReadonlySet<number> = new Set([
  1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 133_004,
]);

interface Place {
  chat: Pick<Chat, 'isFinished'>;
  /** Whether free text may be sent. */
  isWindowOpen: boolean;
}

/** Whether a new message of a type may be sent in a chat now. */
const maySend = (type: ChatMessage['type'], { chat, isWindowOpen }: Place): boolean =>
  chat.isFinished === 'N' && (type === 'template' || isWindowOpen);

/** Whether sending a message again can succeed. */
export function mayRetry(
  { type, state, failure }: Pick<ChatMessage, 'type' | 'state' | 'failure'>,
  place: Place,
): boolean {
  if (!maySend(type, place)) return false;
  if (state === 'unconfirmed') return true;
  const code = failure?.code ?? null;
  // Without a code the provider said nothing about the message itself. Free text that came too late comes in time now.
  return code === null || passing.has(code) || code === 131_047;
}

/** Whether a text that was not sent can be changed and sent. */
export const mayEdit = ({ type, content }: Pick<ChatMessage, 'type' | 'content'>, place: Place): boolean =>
  type === 'text' && content !== '' && maySend('text', place);
