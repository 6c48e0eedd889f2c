import { useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorReportContext } from './error-report.ts';
import type { LazySource } from './lazy-source.ts';

interface LazyComponentProps<P> {
  source: LazySource<P>;
  /** Rendered while the code is loading. */
  fallback?: ReactNode;
  /** Rendered when the code failed to load or the component threw. */
  renderFailed?: (retry: () => void) => ReactNode;
  onFailed?: () => void;
  children: (Loaded: ComponentType<P>) => ReactNode;
}

/** Renders a component whose code is loaded on demand. Its failure is reported, and the page around it survives. */
export function LazyComponent<P>({
  source,
  fallback = null,
  renderFailed = () => null,
  onFailed,
  children,
}: LazyComponentProps<P>): ReactNode {
  const state = useSyncExternalStore(source.subscribe, source.get);
  const report = useContext(ErrorReportContext);
  const fail = (error: unknown) => {
    report(error);
    onFailed?.();
  };
  const loadFailed = useEffectEvent(fail);
  useEffect(() => source.preload(), [source]);
  useEffect(() => {
    if (state.status === 'failed') loadFailed(state.error);
  }, [state]);
  if (state.status === 'failed') return renderFailed(source.retry);
  if (state.status !== 'ready') return fallback;
  return (
    <ErrorBoundary renderFallback={(_, retry) => renderFailed(retry)} onError={fail}>
      {children(state.component)}
    </ErrorBoundary>
  );
}
