import { windowState } from '../core/window.ts';
import { useChatState } from '../open-chat.ts';
import { useClock } from '../useClock.ts';

/** A chat, and whether free text may be sent in it; undefined for one that is not loaded. */
export function usePlace(chatId: number) {
  const chat = useChatState((state) => state.chats.get(chatId));
  const { isOpen } = useClock((now) => windowState(chat?.windowEndsAt ?? null, now));
  return chat && { chat, isWindowOpen: isOpen };
}
