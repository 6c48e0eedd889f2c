import { valueAt } from '../../../contracts/json-pointer.ts';
import type { Path, Store } from '../screen/store.ts';

/** A value that a run wrote before it is known whether its later steps succeed. */
interface OptimisticWrite {
  path: Path;
  before: unknown;
  written: unknown;
}

/** Writes of all runs of a screen that may still be taken back. */
const pendingByStore = new WeakMap<Store, OptimisticWrite[]>();

const isSamePath = (one: Path, other: Path): boolean => one.join('\u0000') === other.join('\u0000');

/** The optimistic writes of one run, or of one item of `each`. */
export class OptimisticWrites {
  private own: OptimisticWrite[] = [];
  private readonly store: Store;
  private readonly pending: OptimisticWrite[];

  constructor(store: Store) {
    this.store = store;
    this.pending = pendingByStore.get(store) ?? [];
    pendingByStore.set(store, this.pending);
  }

  set(path: Path, value: unknown): void {
    const write: OptimisticWrite = { path, before: this.store.get(path), written: value };
    this.store.set(path, value);
    this.own.push(write);
    this.pending.push(write);
  }

  /** The run has succeeded. */
  keep(): void {
    for (const write of this.own) this.pending.splice(this.pending.indexOf(write), 1);
    this.own = [];
  }

  /**
   * Restores every path whose value is still the written one, the last write first.
   * @returns whether a value stays because somebody changed it since.
   */
  takeBack(): boolean {
    let stays = false;
    const writes = this.own.toReversed();
    this.keep();
    this.store.batch(() => {
      for (const { path, before, written } of writes) {
        if (Object.is(valueAt(this.store.snapshot(), path), written)) {
          this.store.set(path, before);
          continue;
        }
        // Another run wrote over this value: taking that one back must not bring this one back.
        const later = this.pending.find(
          (one) => isSamePath(one.path, path) && Object.is(one.before, written),
        );
        if (later) later.before = before;
        else stays = true;
      }
    });
    return stays;
  }
}
