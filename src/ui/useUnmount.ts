import { useEffect, useRef } from 'react';

/**
 * Calls `onUnmount` when the component has left the page. In development React runs effects twice, so an effect's own clean-up
 * suits releases that the effect repeats, not steps that must happen once at the end.
 */
export function useUnmount(onUnmount: () => void): void {
  const latest = useRef(onUnmount);
  const mounted = useRef(false);
  useEffect(() => {
    latest.current = onUnmount;
  });
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      queueMicrotask(() => {
        if (!mounted.current) latest.current();
      });
    };
  }, []);
}
