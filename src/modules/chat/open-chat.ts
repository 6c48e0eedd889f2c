import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ChatState, ChatSync } from './core/sync.ts';

/** State that the parts of the page share. */
export interface OpenChat {
  sync: ChatSync;
  /** Opens a chat, or none; with a message, at that message. */
  open(chatId: number | null, messageId?: number): void;
  /** Whether the person may write and change. */
  mayWrite: boolean;
}

export const OpenChatContext = createContext<OpenChat | null>(null);

/** The chat that the address says, which follows the one that is shown. */
export const AddressedChatContext = createContext<number | null>(null);

export function useOpenChat(): OpenChat {
  const open = useContext(OpenChatContext);
  if (!open) throw new Error('OpenChatContext is missing around this component');
  return open;
}

export const useChatState = <Part>(select: (state: ChatState) => Part): Part =>
  useStore(useOpenChat().sync, select);
