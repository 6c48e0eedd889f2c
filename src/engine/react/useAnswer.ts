import { useEffect, useEffectEvent, useState } from 'react';
import type { HostFailure } from '../core/index.ts';

/** Pause in typing after which is searched (specification 2, section 9). Milliseconds. */
export const searchPause = 300;

/** A text once it has not changed for a while. An emptied one counts at once, since it brings everything back. */
export function useSettled(text: string, pause: number = searchPause): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}

export interface Answer<T> {
  /** The question that `value` answers. */
  question: string;
  value: T;
}

/**
 * The answer to a question, such as an address with what is typed. An earlier one stays until the next comes, null before the
 * first; one that was overtaken by a newer question is dropped.
 */
export function useAnswer<T>(
  /** Null while nothing is asked. */
  question: string | null,
  ask: (question: string) => Promise<T>,
  /** Pause before it is asked, where it follows what is typed. Milliseconds. */
  pause = 0,
): { answer: Answer<T> | null; failure: HostFailure | null } {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  const [failure, setFailure] = useState<HostFailure | null>(null);
  const latest = useEffectEvent(ask);
  useEffect(() => {
    if (question === null) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      latest(question).then(
        (value) => {
          if (!isCurrent) return;
          setAnswer({ question, value });
          setFailure(null);
        },
        (error: HostFailure) => isCurrent && setFailure(error),
      );
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [question, pause]);
  return { answer, failure };
}
