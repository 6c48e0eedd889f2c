import { Component } from 'react';
import type { ReactNode } from 'react';
import type { CompiledNode } from '../core/index.ts';
import { CrashNotice } from './notices.tsx';

interface Props {
  node: CompiledNode;
  children: ReactNode;
  onError(error: unknown): void;
}

/** Keeps a throwing widget in its place. Retrying mounts it anew. */
export class ErrorBoundary extends Component<Props, { error: { cause: unknown } | null }> {
  override state: { error: { cause: unknown } | null } = { error: null };

  static getDerivedStateFromError(cause: unknown) {
    return { error: { cause } };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  readonly retry = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <CrashNotice node={this.props.node} error={error.cause} retry={this.retry} />;
  }
}
