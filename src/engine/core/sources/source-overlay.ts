import { isObject } from '../../../contracts/json.ts';
import type { LoadSnapshot } from '../contract.ts';
import type { PendingPatch, RowPatch, SourceState } from '../compiled-screen.ts';

interface Entry extends RowPatch {
  /** The reply at the confirmation; undefined while the request is in flight. */
  confirmed?: { reply: unknown };
  /** The load in flight since the confirmation. One that began before it may have read the rows before the change. */
  load: 'none' | 'earlier' | 'later';
}

const isSettled = ({ status, refreshing }: LoadSnapshot): boolean => status !== 'loading' && !refreshing;

/** Applies patches to a source's data, in the order in which they were made, over whatever the server replies meanwhile. */
export class SourceOverlay {
  private entries: Entry[] = [];
  private snapshot: LoadSnapshot | null = null;
  private readonly changed: () => void;

  /** @param changed called when the data must be published again. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  add(patch: RowPatch): PendingPatch {
    const entry: Entry = { ...patch, load: 'none' };
    this.entries = [...this.entries, entry];
    this.changed();
    return {
      confirm: () => {
        entry.confirmed = { reply: this.snapshot?.reply };
        if (this.snapshot && !isSettled(this.snapshot)) entry.load = 'earlier';
      },
      takeBack: () => {
        this.entries = this.entries.filter((one) => one !== entry);
        this.changed();
      },
    };
  }

  /** Drops confirmed patches once the reply of a load that began after their confirmation has arrived. */
  observe(snapshot: LoadSnapshot): void {
    this.snapshot = snapshot;
    this.entries = this.entries.filter((entry) => {
      if (!entry.confirmed) return true;
      if (!isSettled(snapshot)) {
        if (entry.load === 'none') entry.load = 'later';
        return true;
      }
      const isNew =
        entry.load === 'later' || (entry.load === 'none' && snapshot.reply !== entry.confirmed.reply);
      entry.load = 'none';
      entry.confirmed.reply = snapshot.reply;
      return !isNew || snapshot.status === 'error';
    });
  }

  apply(state: SourceState): SourceState {
    if (this.entries.length === 0) return state;
    let { rows, record } = state;
    for (const { field, keys, values } of this.entries) {
      const isChanged = (row: unknown): boolean => isObject(row) && keys.includes(row[field]);
      if (values) {
        if (rows.some(isChanged)) rows = rows.map((row) => (isChanged(row) ? { ...row, ...values } : row));
        if (isChanged(record)) record = { ...record, ...values };
      } else if (rows.some(isChanged)) rows = rows.filter((row) => !isChanged(row));
    }
    if (rows === state.rows && record === state.record) return state;
    return { ...state, rows, record, total: Math.max(0, state.total - (state.rows.length - rows.length)) };
  }
}
