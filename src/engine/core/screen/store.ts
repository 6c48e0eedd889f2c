import { valueAt } from '../../../contracts/json-pointer.ts';
import { counters } from '../counters.ts';
import { writePath, type Path } from '../language/paths.ts';

export type { Path } from '../language/paths.ts';

/** The root names of expressions: params, state, data, user, … */
export type Scope = Readonly<Record<string, unknown>>;

/** Values of one screen by path, independent of any framework. */
export interface Store {
  /** All values; immutable, a new object after every change. */
  snapshot(): Scope;
  get(path: Path): unknown;
  set(path: Path, value: unknown): void;
  /** Notifies listeners once for several changes. */
  batch(change: () => void): void;
  /** Calls the listener after a value at, above or below a reference changed. Returns the unsubscribe function. */
  subscribe(refs: readonly Path[], listener: () => void): () => void;
}

/**
 * The value whose identity changes with everything that a reference reads. A reference ends at the first array it meets,
 * because the names behind it apply to each item.
 */
export function observedAt(scope: Scope, ref: Path): unknown {
  let current: unknown = scope;
  for (const name of ref) {
    if (Array.isArray(current)) return current;
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Scope)[name];
  }
  return current;
}

interface Subscription {
  refs: readonly Path[];
  /** The values at the paths at the last notification. */
  seen: unknown[];
  listener: () => void;
  released: boolean;
}

/**
 * Creates a store over plain data. Updates share structure with the previous snapshot, so a reference has changed when
 * the observed value is another object; comparing identities covers everything above and below it.
 */
export function createStore(initial: Scope): Store {
  let current: Scope = initial;
  let depth = 0;
  let dirty = new Set<string>();
  const byRoot = new Map<string, Set<Subscription>>();

  function notify(): void {
    const roots = dirty;
    dirty = new Set();
    const due = new Set<Subscription>();
    for (const root of roots) for (const one of byRoot.get(root) ?? []) due.add(one);
    for (const subscription of due) {
      // A listener called before may have unsubscribed this one.
      if (subscription.released || !hasChanged(subscription)) continue;
      counters.notifications += 1;
      subscription.listener();
    }
  }

  /** Notes the values at the subscription's paths, and says whether one is another than it was. */
  function hasChanged({ refs, seen }: Subscription): boolean {
    let changed = false;
    for (let index = 0; index < refs.length; index += 1) {
      const value = observedAt(current, refs[index]!);
      if (Object.is(value, seen[index])) continue;
      seen[index] = value;
      changed = true;
    }
    return changed;
  }

  function change(action: () => void): void {
    depth += 1;
    try {
      action();
    } finally {
      depth -= 1;
      if (depth === 0 && dirty.size > 0) notify();
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
      const subscription: Subscription = {
        refs,
        seen: refs.map((ref) => observedAt(current, ref)),
        listener,
        released: false,
      };
      const roots = new Set(refs.map((ref) => ref[0] ?? ''));
      for (const root of roots) {
        const found = byRoot.get(root);
        if (found) found.add(subscription);
        else byRoot.set(root, new Set([subscription]));
      }
      return () => {
        subscription.released = true;
        for (const root of roots) byRoot.get(root)?.delete(subscription);
      };
    },
  };
}
