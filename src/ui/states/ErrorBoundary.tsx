import { Component } from 'react';
import type { ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Rendered instead of the children after they threw; `retry` mounts them anew. */
  renderFallback: (error: unknown, retry: () => void) => ReactNode;
  onError(error: unknown): void;
  children: ReactNode;
}

/** Isolates an error that its children throw from the rest of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: { error: unknown } | null }> {
  static getDerivedStateFromError(error: unknown): { caught: { error: unknown } } {
    return { caught: { error } };
  }

  override state: { caught: { error: unknown } | null } = { caught: null };

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  readonly retry = (): void => this.setState({ caught: null });

  override render(): ReactNode {
    const { caught } = this.state;
    return caught ? this.props.renderFallback(caught.error, this.retry) : this.props.children;
  }
}
