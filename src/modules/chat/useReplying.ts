import { useCallback, useEffect, useRef, useState } from 'react';
import { useHost } from '../../engine/react/index.ts';

/** Time after the last key for which an agent counts as writing. Milliseconds. */
const typingTime = 5_000;

/** Who else is writing in a chat, and what is called with each key: two answers to one question help nobody. */
export function useReplying(chatId: number): { names: readonly string[]; onType(): void } {
  const { host } = useHost();
  const [names, setNames] = useState<readonly string[]>([]);
  const [isTyping, setTyping] = useState(false);
  const stop = useRef<() => void>(undefined);
  // Being in the place says that one writes, so that others are heard of only by those who write: who reads is in no place.
  useEffect(() => {
    if (!isTyping) return undefined;
    return host.events.enter(`chat-reply:${chatId}`, ({ people }) =>
      setNames(people.filter(({ id }) => id !== host.user.id).map(({ name }) => name)),
    );
  }, [host, chatId, isTyping]);
  const onType = useCallback(() => {
    setTyping(true);
    stop.current?.();
    stop.current = host.after(typingTime, () => {
      setTyping(false);
      setNames([]);
    });
  }, [host]);
  useEffect(() => () => stop.current?.(), []);
  return { names, onType };
}
