import { useEffect, useState } from 'react';
import type { DeferredTexts } from '../../core/index.ts';
import { useEngine } from '../context.ts';

/** Loads these texts, and renders again afterwards. Returns whether the load has ended; texts that failed to load show their keys. */
export function useTexts(file: DeferredTexts): boolean {
  const { host, lang } = useEngine();
  const [loads, setLoads] = useState(0);
  const isLoaded = host.loadTexts([file]) === null;
  useEffect(() => {
    if (isLoaded) return undefined;
    let cancelled = false;
    const settle = () => {
      if (!cancelled) setLoads((before) => before + 1);
    };
    const loading = host.loadTexts([file]);
    // They may have arrived between the render, which waits for them, and this.
    if (loading === null) settle();
    else void loading.then(settle);
    return () => {
      cancelled = true;
    };
  }, [host, lang, file, isLoaded]);
  return isLoaded || loads > 0;
}
