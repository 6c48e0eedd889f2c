import type { ComponentType } from 'react';
import type { Registry, WidgetSpec } from '../core/index.ts';
import type { WidgetProps } from './contract.ts';

/** Decisions: the error state with its retry button appears after this many milliseconds… */
export const slowAfter = 3_000;
/** …and what arrives up to this many milliseconds late replaces it. */
export const givenUpAfter = 120_000;

/** A widget's component on its way: `slow` may still become `ready` by itself, `failed` needs a retry. */
export type LazyState =
  | { status: 'loading' | 'slow' }
  | { status: 'ready'; component: ComponentType<WidgetProps<never>> }
  | { status: 'failed'; error: unknown };

export interface LazyWidget {
  get(): LazyState;
  subscribe(listener: () => void): () => void;
  /** Begins to load unless it is loading or there already. */
  start(): void;
  retry(): void;
}

function createLazyWidget(spec: WidgetSpec): LazyWidget {
  const listeners = new Set<() => void>();
  let state: LazyState = { status: 'loading' };
  let begun = false;
  let attempt = 0;

  function become(next: LazyState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function load() {
    begun = true;
    const mine = ++attempt;
    const slow = setTimeout(() => {
      if (mine === attempt && state.status === 'loading') become({ status: 'slow' });
    }, slowAfter);
    let tooLate = false;
    const end = setTimeout(() => {
      tooLate = true;
      if (mine === attempt && state.status !== 'ready') {
        become({ status: 'failed', error: new Error(`${spec.type} did not arrive`) });
      }
    }, givenUpAfter);
    // A load() that throws before it gives a promise is a failed load too.
    Promise.resolve()
      .then(() => spec.load())
      .then(
        (module) => {
          // An earlier attempt that arrives after a retry is as good as the retry's own.
          if (tooLate || state.status === 'ready') return;
          become({ status: 'ready', component: module.default as ComponentType<WidgetProps<never>> });
        },
        (error: unknown) => {
          if (mine === attempt && state.status !== 'ready') become({ status: 'failed', error });
        },
      )
      .finally(() => {
        clearTimeout(slow);
        clearTimeout(end);
      });
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      if (!begun) load();
    },
    retry() {
      if (state.status === 'ready') return;
      become({ status: 'loading' });
      load();
    },
  };
}

const widgets = new WeakMap<WidgetSpec, LazyWidget>();

/** The one load of a widget type, shared by all its nodes. */
export function lazyWidget(spec: WidgetSpec): LazyWidget {
  let lazy = widgets.get(spec);
  if (!lazy) {
    lazy = createLazyWidget(spec);
    widgets.set(spec, lazy);
  }
  return lazy;
}

/** Begins to load the code of these types: what came along with them is there before anything is drawn. */
export function startWidgets(registry: Registry, types: readonly string[]): void {
  for (const type of types) {
    const spec = registry.loaded(type);
    if (spec) lazyWidget(spec).start();
  }
}
