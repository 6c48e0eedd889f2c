import type { ComponentType } from 'react';

/** Code that has not arrived after this many milliseconds is slow; it may still arrive. */
export const slowAfter = 3_000;
/** A load is abandoned after this many milliseconds. Later results are ignored. */
const givenUpAfter = 120_000;
/**
 * Parts of the shell, where nothing is seen until they are there, count as failed after this many milliseconds, so that a retry
 * is offered. Code that arrives later replaces it.
 */
export const shellPatience = 15_000;

/** Waits for a load. @returns null when it takes longer than the patience for parts of the shell */
export function inTime<T>(loading: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), shellPatience);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

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

/**
 * Creates the source of a component that `LazyComponent` renders. Called once per component, outside of components.
 * @param patience milliseconds after which the load counts as failed.
 */
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
    const late = () => {
      if (isLatest() && state.status !== 'failed') fail(new Error('The code did not arrive'));
    };
    const patienceTimer = setTimeout(late, patience);
    const endTimer = setTimeout(() => {
      givenUp = true;
      late();
    }, givenUpAfter);
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
        clearTimeout(patienceTimer);
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
