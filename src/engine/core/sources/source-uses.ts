import type { CompiledSource } from '../compiled-screen.ts';
import type { Path } from '../language/paths.ts';
import type { Store } from '../screen/store.ts';

/** Sources that the mounted nodes in view read. */
export interface SourceUses {
  /** The store for nodes: it counts their subscriptions. */
  store: Store;
  /** Whether a mounted node in view reads the source, itself or through another source. */
  isUsed(id: string): boolean;
  /** Counts a reader with these references until the returned function is called. */
  read(refs: readonly Path[]): () => void;
  /** Says that a mounted node with these references is out of view, until the returned function is called. */
  hide(refs: readonly Path[]): () => void;
  /** Notifies when a source is read for the first time, or no longer. */
  subscribe(listener: () => void): () => void;
}

export function createSourceUses(
  store: Store,
  sources: () => ReadonlyMap<string, CompiledSource>,
): SourceUses {
  /** Subscriptions by the id of the source; '' reads all. */
  const counts = new Map<string, number>();
  const listeners = new Set<() => void>();

  function count(ids: ReadonlySet<string>, by: 1 | -1): void {
    let changed = false;
    for (const id of ids) {
      const before = counts.get(id) ?? 0;
      counts.set(id, before + by);
      changed ||= before === 0 || before + by === 0;
    }
    if (changed) for (const listener of listeners) listener();
  }

  const idsIn = (refs: readonly Path[]): Set<string> =>
    new Set(refs.filter(([root]) => root === 'data').map(([, id]) => id ?? ''));

  /** Counts the sources that some references read, until the returned function is called. */
  function countReader(refs: readonly Path[], by: 1 | -1): () => void {
    const ids = idsIn(refs);
    count(ids, by);
    let released = false;
    return () => {
      if (!released) count(ids, by === 1 ? -1 : 1);
      released = true;
    };
  }

  /** Ids of the sources that read each source, of the definition that they were collected for: with each new reader all are asked. */
  let readers: Record<string, string[]>;
  let of: ReadonlyMap<string, CompiledSource>;
  const isUsed = (id: string): boolean => {
    if (of !== sources()) {
      of = sources();
      readers = Object.create(null) as typeof readers;
      for (const one of of.values()) for (const read of idsIn(one.refs)) (readers[read] ??= []).push(one.id);
    }
    return !!counts.get(id) || !!counts.get('') || (readers[id] ?? []).some(isUsed);
  };

  return {
    store: {
      ...store,
      subscribe(refs, listener) {
        const release = store.subscribe(refs, listener);
        if (!refs.some(([root]) => root === 'data')) return release;
        const releaseReader = countReader(refs, 1);
        return () => {
          release();
          releaseReader();
        };
      },
    },
    isUsed,
    read: (refs) => countReader(refs, 1),
    hide: (refs) => countReader(refs, -1),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
