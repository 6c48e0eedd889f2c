import { valueAt } from '../../contracts/json-pointer.ts';
import { counters } from './counters.ts';
import { writePath, type Path } from './paths.ts';

export type { Path } from './paths.ts';

/** The named values an expression sees: params, state, data, user, … */
export type Scope = Readonly<Record<string, unknown>>;

/** Values of one screen, outside of any framework, told apart by path. */
export interface Store {
  /** The whole of it, immutable: a new object after every change. */
  snapshot(): Scope;
  get(path: Path): unknown;
  set(path: Path, value: unknown): void;
  /** Several changes, told of once. */
  batch(change: () => void): void;
  /** Calls the listener when a value at, above or below one of the paths has changed. Returns the release. */
  subscribe(refs: readonly Path[], listener: () => void): () => void;
}

interface Subscription {
  refs: readonly Path[];
  /** What was at each path when the listener was last told, to leave it alone when that is still there. */
  seen: unknown[];
  listener: () => void;
}

/**
 * A store over plain data. Changes share structure with what was before, so a path "changed" when the value found
 * there is another object: comparing identities answers for everything above and below the path.
 */
export function createStore(initial: Scope): Store {
  let current: Scope = initial;
  let depth = 0;
  let dirty = new Set<string>();
  const byRoot = new Map<string, Set<Subscription>>();

  function tell(): void {
    const roots = dirty;
    dirty = new Set();
    const due = new Set<Subscription>();
    for (const root of roots) for (const one of byRoot.get(root) ?? []) due.add(one);
    for (const subscription of due) {
      // A listener called before this one may have released it.
      if (!subscription.refs.some((ref) => byRoot.get(ref[0] ?? '')?.has(subscription))) continue;
      const now = subscription.refs.map((ref) => valueAt(current, ref));
      if (now.every((value, index) => Object.is(value, subscription.seen[index]))) continue;
      subscription.seen = now;
      counters.notifications += 1;
      subscription.listener();
    }
  }

  function change(action: () => void): void {
    depth += 1;
    try {
      action();
    } finally {
      depth -= 1;
      if (depth === 0 && dirty.size > 0) tell();
    }
  }

  return {
    snapshot: () => current,
    get: (path) => valueAt(current, path),
    set(path, value) {
      change(() => {
        const next = writePath(current, path, value);
        if (next === current) return;
        current = next;
        dirty.add(path[0] ?? '');
      });
    },
    batch: change,
    subscribe(refs, listener) {
      const subscription: Subscription = { refs, seen: refs.map((ref) => valueAt(current, ref)), listener };
      const roots = new Set(refs.map((ref) => ref[0] ?? ''));
      for (const root of roots) {
        const found = byRoot.get(root);
        if (found) found.add(subscription);
        else byRoot.set(root, new Set([subscription]));
      }
      return () => {
        for (const root of roots) byRoot.get(root)?.delete(subscription);
      };
    },
  };
}
