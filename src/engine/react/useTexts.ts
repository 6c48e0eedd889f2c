import { useEffect, useState } from 'react';
import type { DeferredTexts } from '../core/index.ts';
import { useEngine } from './context.ts';

/** Whether these texts are loaded. Loads them, and renders again once they are. */
export function useTexts(file: DeferredTexts): boolean {
  const { host, lang } = useEngine();
  const [, setLoads] = useState(0);
  useEffect(() => {
    let cancelled = false;
    void host.loadTexts([file])?.then(() => {
      if (!cancelled) setLoads((before) => before + 1);
    });
    return () => {
      cancelled = true;
    };
  }, [host, lang, file]);
  return host.loadTexts([file]) === null;
}
