import { useEffect, useState } from 'react';
import { useHost } from '../../engine/react/index.ts';

/** Longest time that a browser's timer counts right. Milliseconds. */
const longest = 60_000;

/**
 * A state that changes by itself with time, by the server's clock.
 * @param read the state at a time in milliseconds; its `next` is in how many of them it changes, null for never
 */
export function useClock<T extends { next: number | null }>(read: (now: number) => T): T {
  const { host } = useHost();
  const [, setTick] = useState(0);
  const state = read(host.now().getTime());
  const { next } = state;
  useEffect(() => {
    if (next === null) return undefined;
    return host.after(Math.min(next, longest), () => setTick((tick) => tick + 1));
  });
  return state;
}
