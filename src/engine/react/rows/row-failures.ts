import { useSyncExternalStore } from 'react';
import type { CompiledNode } from '../../core/index.ts';

/** An expression over rows that has a result for none of them. */
export interface RowFailure {
  /** Of the column or field; undefined for a condition, which its expression names. */
  name: string | undefined;
  source: string;
  error: unknown;
}

const none: readonly RowFailure[] = [];

/** Failures of a node's expressions over rows, by what evaluates them. */
class RowFailures {
  readonly #byOwner = new Map<object, readonly RowFailure[]>();
  readonly #listeners = new Set<() => void>();
  #all = none;

  readonly get = (): readonly RowFailure[] => this.#all;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(owner: object, failures: readonly RowFailure[]): void {
    if (failures.length === 0 && !this.#byOwner.has(owner)) return;
    if (failures.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, failures);
    this.#all = this.#byOwner.size === 0 ? none : [...this.#byOwner.values()].flat();
    for (const listener of this.#listeners) listener();
  }
}

const byNode = new WeakMap<CompiledNode, RowFailures>();

export function rowFailuresOf(node: CompiledNode): RowFailures {
  const known = byNode.get(node) ?? new RowFailures();
  byNode.set(node, known);
  return known;
}

export function useRowFailures(node: CompiledNode): readonly RowFailure[] {
  const failures = rowFailuresOf(node);
  return useSyncExternalStore(failures.subscribe, failures.get);
}
