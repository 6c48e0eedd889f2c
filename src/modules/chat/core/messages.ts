import { compareMessages, type ChatMessage } from '../../../contracts/support.ts';

/** Joins messages of loads, answers and events, whichever order they come in: one per id, of which the newest version counts. */
export function mergeMessages(
  known: readonly ChatMessage[],
  more: readonly ChatMessage[],
): readonly ChatMessage[] {
  if (more.length === 0) return known;
  const byId = new Map(known.map((message) => [message.id, message]));
  let isChanged = false;
  for (const message of more) {
    const present = byId.get(message.id);
    if (present && present.version >= message.version) continue;
    byId.set(message.id, message);
    isChanged = true;
  }
  return isChanged ? [...byId.values()].sort(compareMessages) : known;
}

/** Messages of an open chat above which old ones are forgotten while its end is in view, and how many stay then. */
const mostMessages = 1_000;
const trimmedTo = 400;

/** The newest messages, once there are very many: what is before them is loaded again when somebody scrolls up to it. */
export const newestOf = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.length > mostMessages ? messages.slice(-trimmedTo) : messages;
