import { useEffect, useState } from 'react';
import type { DeferredTexts, Host } from '../../core/index.ts';
import { useEngine } from '../context.ts';

/** Files of texts that components on the page wait for. */
const awaited = new WeakMap<Host, Set<DeferredTexts>>();

/** Whether a text that there is not may be among those that are loading: it is empty until then, and its key is not shown. */
export const mayArrive = (host: Host): boolean => (awaited.get(host)?.size ?? 0) > 0;

function note(host: Host, file: DeferredTexts, isAwaited: boolean): void {
  const files = awaited.get(host) ?? new Set();
  awaited.set(host, files);
  if (isAwaited) files.add(file);
  else files.delete(file);
}

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
  const isSettled = isLoaded || loads > 0;
  note(host, file, !isSettled);
  return isSettled;
}
