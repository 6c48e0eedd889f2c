import { Component, lazy, Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** Code that comes when it is first drawn, and may fail to come: offline, or gone with a new release. */
export interface LazyComponentSource<P> {
  /** The component of the attempt under way. */
  component(): ComponentType<P>;
  /** Fetches ahead of need; a failure is silent, drawing it tries again. */
  preload(): void;
  /** `lazy` keeps a rejection for good: from here on a fresh import is made. */
  reset(): void;
}

/** Names code to be drawn by `LazyComponent`. Called once per part, outside of components. */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyComponentSource<P> {
  let current: ComponentType<P> = lazy(load);
  return {
    component: () => current,
    preload: () => void load().catch(() => undefined),
    reset: () => {
      current = lazy(load);
    },
  };
}

interface LazyComponentProps<P> {
  source: LazyComponentSource<P>;
  /** What stands there while the code is on its way. */
  fallback?: ReactNode;
  /** What stands there when it did not come; `retry` asks for it again. */
  renderFailed?: (retry: () => void) => ReactNode;
  /** It did not come. */
  onFailed?: () => void;
  children: (Part: ComponentType<P>) => ReactNode;
}

/** Draws a part whose code is loaded apart. Its failure stays its own: the page around it lives on. */
export class LazyComponent<P extends object> extends Component<LazyComponentProps<P>, { broken: boolean }> {
  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override state = { broken: false };

  override componentDidCatch(): void {
    this.props.source.reset();
    this.props.onFailed?.();
  }

  readonly retry = (): void => this.setState({ broken: false });

  override render(): ReactNode {
    const { source: part, fallback: waiting = null, renderFailed, children } = this.props;
    if (this.state.broken) return renderFailed?.(this.retry) ?? null;
    return <Suspense fallback={waiting}>{children(part.component())}</Suspense>;
  }
}
