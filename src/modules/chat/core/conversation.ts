import type { ChatMessage } from '../../../contracts/support.ts';
import type { HostFailure } from '../../../engine/core/index.ts';

/** A chat's messages, as far as they are loaded. */
export interface Conversation {
  chatId: number;
  /** `gone`: the chat does not exist, or not for the person any more. */
  status: 'loading' | 'ready' | 'failed' | 'gone';
  failure: HostFailure | null;
  /** In their order. */
  messages: readonly ChatMessage[];
  hasBefore: boolean;
  /** Whether there are newer ones than these: a hit of a search is shown among its neighbours. */
  hasAfter: boolean;
  /** See `ChatWithMessages.readId`, at the time at which it was opened. */
  readId: number | null;
  isLoadingOlder: boolean;
  /** The message that is to be shown and pointed out. */
  target: number | null;
}

export const emptyConversation = (chatId: number): Conversation => ({
  chatId,
  status: 'loading',
  failure: null,
  messages: [],
  hasBefore: false,
  hasAfter: false,
  readId: null,
  isLoadingOlder: false,
  target: null,
});
