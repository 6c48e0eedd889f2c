import type { Patch } from './model/patches.ts';

/** One step that can be undone. */
export interface HistoryEntry {
  /** Text key of what was done, `editor.did.<label>`, with the number of nodes. */
  label: string;
  count: number;
  patches: readonly Patch[];
  inverses: readonly Patch[];
  /** Selections before and after. */
  before: readonly string[];
  after: readonly string[];
  /** Node and path that the step belongs to while somebody types. */
  typing?: string;
  /** Time of its last change, in milliseconds. */
  at: number;
}

export interface History {
  readonly past: readonly HistoryEntry[];
  readonly future: readonly HistoryEntry[];
}

/** Steps that are kept. */
export const historyLimit = 200;
/** Pause after which typing is another step, in milliseconds. */
export const typingPause = 1_000;

export const emptyHistory: History = { past: [], future: [] };

/** Removes patches that a later one of the same path makes needless. */
function lastOfEachPath(patches: readonly Patch[]): Patch[] {
  if (patches.some(({ op }) => op !== 'put')) return [...patches];
  const pathOf = (patch: Patch) => ('path' in patch ? JSON.stringify(patch.path) : '');
  return patches.filter(
    (patch, at) => !patches.slice(at + 1).some((later) => pathOf(later) === pathOf(patch)),
  );
}

/** Adds a step, or joins it with the last one when both are of the same typing. Undone steps are gone. */
export function addEntry({ past }: History, entry: HistoryEntry, limit = historyLimit): History {
  const last = past.at(-1);
  if (
    last?.typing !== undefined &&
    last.typing === entry.typing &&
    entry.at - last.at < typingPause &&
    entry.before.join() === last.after.join()
  ) {
    const joined: HistoryEntry = {
      ...last,
      patches: lastOfEachPath([...last.patches, ...entry.patches]),
      inverses: lastOfEachPath([...entry.inverses, ...last.inverses]),
      after: entry.after,
      at: entry.at,
    };
    return { past: [...past.slice(0, -1), joined], future: [] };
  }
  return { past: [...past, entry].slice(-limit), future: [] };
}

/** Ends the typing of the last step, when the person leaves the field. */
export function sealHistory(history: History): History {
  const last = history.past.at(-1);
  if (last?.typing === undefined) return history;
  const { typing: _, ...sealed } = last;
  return { ...history, past: [...history.past.slice(0, -1), sealed] };
}
