import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChatMessage, NoteMention } from '../../../contracts/support.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Drafts } from '../../../engine/core/index.ts';

/** The message that a draft answers, as far as it is shown above the field. */
export type Quoted = Pick<ChatMessage, 'id' | 'type' | 'content'>;

export interface ChatDraft {
  text: string;
  reply: Quoted | null;
  /** Whether it is a note for agents alone. */
  isNote: boolean;
  /** People who were chosen behind an @, also those whose names were removed from the text since. */
  mentions: readonly NoteMention[];
}

export type ChatDraftStore = StoreApi<ChatDraft>;

const empty: ChatDraft = { text: '', reply: null, isNote: false, mentions: [] };

/** Text that a person types in a chat: it survives a reload with the message that it answers, and is never in another chat. */
export function createChatDraft(drafts: Drafts, key: string): ChatDraftStore {
  const stored = drafts.read(key)?.values as unknown as Partial<ChatDraft> | undefined;
  const store = createStore<ChatDraft>(() => ({ ...empty, ...stored }));
  store.subscribe((state) => {
    if (state.text === '' && state.reply === null && !state.isNote) return drafts.remove(key);
    drafts.write(key, { ...state } as unknown as JsonObject);
  });
  return store;
}

/** Empties a draft once it was sent. */
export const clearChatDraft = (draft: ChatDraftStore): void => draft.setState(empty);

/** Puts a text that was not sent back in front of what is typed. */
export const bringBack = (draft: ChatDraftStore, text: string, reply: Quoted | null): void =>
  draft.setState((now) => ({
    text: now.text === '' ? text : `${text}\n${now.text}`,
    reply: now.reply ?? reply,
    isNote: false,
  }));
