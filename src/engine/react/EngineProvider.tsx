import { useCallback, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { ErrorReportContext } from '../../ui/index.ts';
import { counters, yieldBetweenEvaluations } from '../core/index.ts';
import type { Counters, Host, Registry } from '../core/index.ts';
import { EngineContext } from './context.ts';
import { nextTask } from './node/next-task.ts';

declare global {
  interface Window {
    /** Counters of the engine, which tests and benches assert instead of times. */
    __counters?: Counters;
  }
}

/**
 * Provides screens with widgets and host. A new `host` object reopens every screen, so use the same one for the whole
 * session; render the provider again after `host.lang` changed.
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
  const report = useCallback((error: unknown) => host.report({ document: '', node: '', error }), [host]);
  useEffect(() => {
    window.__counters = counters;
    yieldBetweenEvaluations(nextTask);
  }, []);
  return (
    <EngineContext.Provider value={engine}>
      <ErrorReportContext.Provider value={report}>{children}</ErrorReportContext.Provider>
    </EngineContext.Provider>
  );
}
