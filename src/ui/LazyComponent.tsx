import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import type { LazySource } from './lazy-source.ts';

interface LazyComponentProps<P> {
  source: LazySource<P>;
  /** What stands there while the code is loading. */
  fallback?: ReactNode;
  /** What stands there when the code did not arrive or the component threw. */
  renderFailed?: (retry: () => void) => ReactNode;
  onFailed?: () => void;
  children: (Loaded: ComponentType<P>) => ReactNode;
}

/** Renders a component whose code is loaded on demand. The page around it survives its failure. */
export function LazyComponent<P>({
  source,
  fallback = null,
  renderFailed = () => null,
  onFailed,
  children,
}: LazyComponentProps<P>): ReactNode {
  const state = useSyncExternalStore(source.subscribe, source.get);
  const failed = state.status === 'failed';
  const fail = useEffectEvent(() => onFailed?.());
  useEffect(() => source.preload(), [source]);
  useEffect(() => {
    if (failed) fail();
  }, [failed]);
  if (failed) return renderFailed(source.retry);
  if (state.status !== 'ready') return fallback;
  return (
    <ErrorBoundary renderFallback={(_, retry) => renderFailed(retry)} onError={() => onFailed?.()}>
      {children(state.component)}
    </ErrorBoundary>
  );
}
