import { useCallback, useEffect, useRef, useState } from 'react';
import type { PeopleHere } from '../../engine/core/index.ts';
import { useHost } from '../../engine/react/index.ts';

/** Time after the last key for which an agent counts as writing. Milliseconds. */
const typingTime = 5_000;

type Person = PeopleHere['people'][number];

export interface Colleagues {
  /** The others who have the chat open, and how many they are. */
  people: readonly Person[];
  total: number;
  /** Those of them who are writing: two answers to one question help nobody. */
  writing: readonly Person[];
  /** Called with each key, and when what was typed is sent or gone. */
  onType(): void;
  onStop(): void;
}

const nobody: PeopleHere = { people: [], total: 0 };

/** Colleagues who have a chat open, and those who write in it; they see the same of this person. */
export function useColleagues(chatId: number): Colleagues {
  const { host } = useHost();
  const [here, setHere] = useState<PeopleHere>(nobody);
  const [isTyping, setTyping] = useState(false);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => host.events.enter(`chat:${chatId}`, setHere), [host, chatId]);
  // Being in this place says that one writes. People in the place above see it, without entering this one.
  useEffect(() => {
    if (!isTyping) return undefined;
    return host.events.enter(`chat-reply:${chatId}`, () => undefined);
  }, [host, chatId, isTyping]);
  const onStop = useCallback(() => {
    cancel.current?.();
    setTyping(false);
  }, []);
  const onType = useCallback(() => {
    setTyping(true);
    cancel.current?.();
    cancel.current = host.after(typingTime, () => setTyping(false));
  }, [host]);
  useEffect(() => () => cancel.current?.(), []);
  const people = here.people.filter(({ id }) => id !== host.user.id);
  const isHere = people.length < here.people.length;
  return {
    people,
    total: here.total - (isHere ? 1 : 0),
    writing: people.filter(({ open }) => open?.includes(chatId)),
    onType,
    onStop,
  };
}
