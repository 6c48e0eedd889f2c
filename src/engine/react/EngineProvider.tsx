import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { counters } from '../core/index.ts';
import type { Counters, Host, Registry } from '../core/index.ts';
import { EngineContext } from './context.ts';

declare global {
  interface Window {
    /** What the engine did, counted: tests and benches assert these instead of times. */
    __counters?: Counters;
  }
}

/**
 * Gives screens their widgets and their outside world. Keep `host` the same object while the person stays (a new one
 * starts every screen anew); render the provider again after `host.lang` changed.
 */
export function EngineProvider({
  registry,
  host,
  children,
}: {
  registry: Registry;
  host: Host;
  children: ReactNode;
}) {
  const { lang } = host;
  const engine = useMemo(() => ({ registry, host, lang }), [registry, host, lang]);
  useEffect(() => {
    window.__counters = counters;
  }, []);
  return <EngineContext.Provider value={engine}>{children}</EngineContext.Provider>;
}
