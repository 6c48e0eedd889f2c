import { useEffect, useRef } from 'react';

/**
 * Calls `onUnmount` when the component has left the page. An effect's own clean-up runs too when React runs effects twice
 * in development, so it suits releases that the effect takes back, not steps that must happen once at the end.
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
