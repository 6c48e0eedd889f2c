import { createContext, useContext } from 'react';
import type { ChatDraftStore } from '../core/chat-draft.ts';

/** The draft of the chat that is open. */
export const ChatDraftContext = createContext<ChatDraftStore | null>(null);

export function useChatDraft(): ChatDraftStore {
  const draft = useContext(ChatDraftContext);
  if (!draft) throw new Error('ChatDraftContext is missing around this component');
  return draft;
}
