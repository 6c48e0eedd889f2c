import type { ComponentType } from 'react';

/** Code that has not arrived after this many milliseconds is slow; it may still arrive. */
export const slowAfter = 3_000;
/** A load is abandoned after this many milliseconds. Later results are ignored. */
const givenUpAfter = 120_000;
/** The same for what a person opens by a press, where nothing is seen until it is there: a retry is then offered. */
export const pressedGivenUpAfter = 15_000;

export type LazyState<P> =
  | { status: 'loading' | 'slow' }
  | { status: 'ready'; component: ComponentType<P> }
  | { status: 'failed'; error: unknown };

/** A component whose code is loaded on demand. All its users share one load; a failure without users is forgotten. */
export interface LazySource<P> {
  get(): LazyState<P>;
  subscribe(listener: () => void): () => void;
  /** Starts the load unless it has started. */
  preload(): void;
  /** Starts another load after one that is slow or failed; an earlier one may still arrive. */
  retry(): void;
}

/** Creates the source of a component that `LazyComponent` renders. Called once per component, outside of components. */
export function lazyComponent<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  patience = givenUpAfter,
): LazySource<P> {
  const listeners = new Set<() => void>();
  let state: LazyState<P> = { status: 'loading' };
  let attempt = 0;
  let started = false;

  function setState(next: LazyState<P>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function fail(error: unknown): void {
    if (listeners.size > 0) setState({ status: 'failed', error });
    else reset();
  }

  function reset(): void {
    state = { status: 'loading' };
    started = false;
  }

  function start(): void {
    started = true;
    const own = ++attempt;
    const isLatest = () => own === attempt && state.status !== 'ready';
    let givenUp = false;
    const slowTimer = setTimeout(() => {
      if (isLatest()) setState({ status: 'slow' });
    }, slowAfter);
    const endTimer = setTimeout(() => {
      givenUp = true;
      if (isLatest()) fail(new Error('The code did not arrive'));
    }, patience);
    // A load that throws before it returns a promise fails like one that rejects.
    Promise.resolve()
      .then(load)
      .then(
        (module) => {
          if (!givenUp && state.status !== 'ready') setState({ status: 'ready', component: module.default });
        },
        (error: unknown) => {
          if (isLatest()) fail(error);
        },
      )
      .finally(() => {
        clearTimeout(slowTimer);
        clearTimeout(endTimer);
      });
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && state.status === 'failed') reset();
      };
    },
    preload() {
      if (!started) start();
    },
    retry() {
      if (state.status === 'ready') return;
      setState({ status: 'loading' });
      start();
    },
  };
}
