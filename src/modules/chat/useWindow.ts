import { useEffect, useState } from 'react';
import { useHost } from '../../engine/react/index.ts';
import { windowState, type WindowState } from './core/window.ts';

/** Longest time that a browser's timer counts right. Milliseconds. */
const longest = 60_000;

/** What is left of the window for free text, by the server's clock; it changes by itself. */
export function useWindow(endsAt: string | null): WindowState {
  const { host } = useHost();
  const [now, setNow] = useState(() => host.now().getTime());
  const state = windowState(endsAt, now);
  const { next } = state;
  useEffect(() => {
    if (next === null) return undefined;
    return host.after(Math.min(next, longest), () => setNow(host.now().getTime()));
  }, [host, next, now]);
  // A message that opens it again counts at once.
  const [seen, setSeen] = useState(endsAt);
  if (seen !== endsAt) {
    setSeen(endsAt);
    setNow(host.now().getTime());
  }
  return state;
}
