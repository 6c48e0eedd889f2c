import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

/** Components mounted for one subject, the first one first. */
class Holders {
  private readonly mounted = new Set<object>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly first = (): object | undefined => this.mounted.values().next().value;

  add(holder: object): () => void {
    const change = (apply: () => void): void => {
      const before = this.first();
      apply();
      if (before !== this.first()) for (const listener of this.listeners) listener();
    };
    change(() => this.mounted.add(holder));
    return () => change(() => this.mounted.delete(holder));
  }
}

const holders = new WeakMap<object, Holders>();

function holdersOf(subject: object): Holders {
  const known = holders.get(subject) ?? new Holders();
  holders.set(subject, known);
  return known;
}

/** Renders its content in the first mounted place of all that have the same subject. */
export function Once({ of: subject, children }: { of: object; children: ReactNode }) {
  const all = holdersOf(subject);
  const [own] = useState(() => ({}));
  const first = useSyncExternalStore(all.subscribe, all.first);
  // A layout effect, since the content must be there before the browser paints.
  useLayoutEffect(() => all.add(own), [all, own]);
  return first === own ? children : null;
}
