import { isObject, type JsonObject } from '../contracts/json.ts';
import type { KeptEdits } from '../client/index.ts';
import type { Draft, DraftStatus } from './draft.ts';
import type { Editor } from './editor.ts';
import type { History } from './history.ts';
import type { Model } from './model/document-model.ts';

/** Pause after the last change before it is kept, in milliseconds. */
const pause = 400;

interface Kept {
  /** Version of the document that the edits are based on. */
  version: number;
  model: Model;
  history: History;
}

/** States in which a change is lost to who leaves the editor; in the others it is being saved. */
const discardedBy: ReadonlySet<DraftStatus> = new Set(['invalid', 'failed', 'conflict', 'gone']);

function asKept(value: unknown): Kept | null {
  if (!isObject(value)) return null;
  const { version, model, history } = value as JsonObject & { version: unknown };
  const isWhole =
    typeof version === 'number' &&
    isObject(model) &&
    ['document', 'nodes', 'children', 'place'].every((part) => isObject(model[part])) &&
    isObject(history) &&
    Array.isArray(history['past']) &&
    Array.isArray(history['future']);
  return isWhole ? (value as unknown as Kept) : null;
}

/**
 * Keeps the steps of an editor in this browser, and goes on with those of the same version of the same document. Edits of
 * another version are dropped.
 * @returns the function that stops.
 */
export async function keepEdits(
  editor: Editor,
  draft: Draft,
  key: string,
  { edits, after }: { edits: KeptEdits; after(milliseconds: number, callback: () => void): () => void },
): Promise<() => void> {
  const kept = asKept(await edits.read(key));
  if (kept !== null && kept.version === draft.store.getState().version) editor.restore(kept);
  let stop: (() => void) | null = null;
  const write = () => {
    stop?.();
    stop = null;
    const { model, history } = editor.store.getState();
    void edits.write(key, { version: draft.store.getState().version, model, history });
  };
  const later = () => {
    stop?.();
    stop = after(pause, write);
  };
  let last = editor.store.getState().history;
  const releaseEditor = editor.store.subscribe(({ history }) => {
    if (history === last) return;
    last = history;
    later();
  });
  let version = draft.store.getState().version;
  const releaseDraft = draft.store.subscribe((state) => {
    if (state.version === version) return;
    version = state.version;
    // Until then, what is kept belongs to the version before, and a page that is loaded again would drop it.
    write();
  });
  return () => {
    stop?.();
    releaseEditor();
    releaseDraft();
    // The person was asked about what cannot be saved, and left it behind.
    if (discardedBy.has(draft.store.getState().status) && draft.isDirty()) void edits.clear();
  };
}
