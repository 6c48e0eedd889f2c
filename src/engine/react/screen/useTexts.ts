import { useEffect, useState } from 'react';
import type { DeferredTexts } from '../../core/index.ts';
import { useEngine } from '../context.ts';

/** Loads these texts, and renders again afterwards. Returns whether the load has ended; texts that failed to load show their keys. */
export function useTexts(file: DeferredTexts): boolean {
  const { host, lang } = useEngine();
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    let cancelled = false;
    void host.loadTexts([file])?.then(() => {
      if (!cancelled) setLoads((before) => before + 1);
    });
    return () => {
      cancelled = true;
    };
  }, [host, lang, file]);
  return host.loadTexts([file]) === null || loads > 0;
}
