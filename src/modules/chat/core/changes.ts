import { statusOf, type Chat, type ChatTag, type SupportContact } from '../../../contracts/support.ts';
import type { ChatFilter } from './server.ts';

type Chats = ReadonlyMap<number, Chat>;

const idsOf = ({ tags }: Chat): string => tags.map(({ id }) => id).join(' ');

/** Whether a chat may have come into the list or left it, so that the server is asked. */
export const isMoved = (before: Chat | undefined, after: Chat, { tagId, queueId }: ChatFilter): boolean =>
  before === undefined ||
  statusOf(before) !== statusOf(after) ||
  (tagId !== '' && idsOf(before) !== idsOf(after)) ||
  (queueId !== '' && before.queueId !== after.queueId);

/** The chats with those of an answer or event that are not older; the same map where none is. */
export function withNewer(chats: Chats, more: readonly Chat[]): Chats {
  // A state of the last message changes without the chat's version.
  const newer = more.filter((chat) => (chats.get(chat.id)?.version ?? 0) <= chat.version);
  if (newer.length === 0) return chats;
  const next = new Map(chats);
  for (const chat of newer) next.set(chat.id, chat);
  return next;
}

/** The chats that remain of those of the page after all were loaded again: what the server names, and the one that is open. */
export const withoutLost = (chats: Chats, found: readonly Chat[], openId: number | null): Chats => {
  const ids = new Set([...found.map(({ id }) => id), openId]);
  return new Map([...chats].filter(([id]) => ids.has(id)));
};

/** The chats with a contact that changed. */
export function withContact(chats: Chats, contact: SupportContact, chatIds: readonly number[]): Chats {
  const next = new Map(chats);
  const name = `${contact.name} ${contact.surname}`.trim();
  for (const id of chatIds) {
    const chat = chats.get(id);
    if (chat) next.set(id, { ...chat, contact, companyName: contact.company, name });
  }
  return next;
}

/** The chats with a tag that changed; without one that was deleted. */
export function withTag(chats: Chats, id: number, tag: ChatTag | null): Chats {
  const next = new Map(chats);
  for (const chat of chats.values())
    if (chat.tags.some((one) => one.id === id)) {
      const others = chat.tags.filter((one) => one.id !== id);
      const tags = tag === null ? others : [...others, tag];
      next.set(chat.id, { ...chat, tags: tags.sort((one, two) => one.title.localeCompare(two.title)) });
    }
  return next;
}
