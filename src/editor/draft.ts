import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  DefinitionConflict,
  DefinitionConflictReply,
  SavedDefinition,
} from '../contracts/definitions.ts';
import { parsePointer } from '../contracts/json-pointer.ts';
import { deepEqual, isObject, type JsonObject } from '../contracts/json.ts';
import { mergeDocuments, type HostFailure, type Registry } from '../engine/core/index.ts';
import { createEditor, type Editor } from './editor.ts';
import { nodeDocument, openDocument } from './model/convert.ts';
import { slotOfNode } from './model/document-model.ts';

/** `saved`: as on the server · `waiting`: changed a moment ago · `invalid`: the server does not take it · `failed`: it could not be
 * reached · `conflict`: somebody else changed the same · `gone`: somebody removed it. */
export type DraftStatus = 'saved' | 'waiting' | 'saving' | 'invalid' | 'failed' | 'conflict' | 'gone';

export interface DraftState {
  status: DraftStatus;
  /** Version that the document is based on. */
  version: number;
  /** Time of the last save; null before the first. */
  savedAt: string | null;
  /** Answer of the server about the document. */
  failure: HostFailure | null;
  conflicts: readonly DefinitionConflict[];
  /** Whose changes were taken over since the last change here: a name, empty for a person without one; null for nobody's. */
  mergedFrom: string | null;
}

/** The document that the server has. */
interface StoredDocument {
  document: JsonObject;
  version: number;
  savedAt: string | null;
  /** Person who saved it. */
  author: string | null;
}

interface Calls {
  /** Saves a document that is based on a version. Rejects with HostFailure. */
  save(document: JsonObject, version: number): Promise<SavedDefinition>;
  /** The document that the server has. Rejects with HostFailure. */
  load(): Promise<StoredDocument>;
  after(milliseconds: number, callback: () => void): () => void;
}

/** Pause after the last change before it is saved, in milliseconds. */
const savePause = 1_200;
const retryPause = 5_000;

export interface Draft {
  readonly store: Pick<StoreApi<DraftState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Saves now. Resolves to whether the server has the document as it is here. */
  flush(): Promise<boolean>;
  /** Takes over what others saved. Resolves to whether there was something; rejects with HostFailure. */
  catchUp(): Promise<boolean>;
  /**
   * Takes over what an event is about, unless it is a save from here.
   * @param version that the event names; undefined when events may have been missed
   */
  hear(version: number | undefined): Promise<void>;
  /** Whether something is not saved. */
  isDirty(): boolean;
  /** Decides every conflict, by its position: true takes theirs. Saves afterwards. */
  resolve(takesTheirs: readonly boolean[]): void;
  /** Says that the document is kept elsewhere as it is here, so that it may be left. */
  release(): void;
  /** The document as the server has it. */
  base(): JsonObject;
  dispose(): void;
}

/** Saves an editor's document while it is edited, and takes over what others save meanwhile. */
export function createDraft(
  editor: Editor,
  initial: { document: JsonObject; version: number; savedAt: string | null },
  { save, load, after }: Calls,
): Draft {
  const store = createStore<DraftState>(() => ({
    status: 'saved',
    version: initial.version,
    savedAt: initial.savedAt,
    failure: null,
    conflicts: [],
    mergedFrom: null,
  }));
  let base = initial.document;
  /** The other side of a conflict. */
  let theirs: { document: JsonObject; version: number } | null = null;
  let stopTimer: (() => void) | null = null;
  let saving: Promise<boolean> | null = null;
  let disposed = false;
  /** Versions saved from here, until their events arrive. */
  const own = new Set<number>();

  const isDirty = (): boolean => {
    const document = editor.document();
    return document !== base && JSON.stringify(document) !== JSON.stringify(base);
  };

  /** Whether saving waits for a person. */
  const isStopped = (): boolean => ['conflict', 'gone'].includes(store.getState().status);

  const schedule = (pause: number): void => {
    stopTimer?.();
    stopTimer = after(pause, () => void flush());
  };

  /** Takes over a saved document: what changed here since it was sent stays. */
  const adopt = (sent: JsonObject, reply: SavedDefinition): void => {
    const saved = reply.definition as JsonObject;
    if (!deepEqual(sent, saved)) editor.rebase(mergeDocuments(sent, editor.document(), saved).document);
    base = deepEqual(sent, saved) ? sent : saved;
    theirs = null;
  };

  async function send(): Promise<boolean> {
    const sent = editor.document();
    const { version } = store.getState();
    store.setState({ status: 'saving' });
    try {
      const reply = await save(sent, version);
      adopt(sent, reply);
      own.add(reply.version);
      const dirty = isDirty();
      store.setState({
        status: dirty ? 'waiting' : 'saved',
        version: reply.version,
        savedAt: reply.draft?.updatedAt ?? store.getState().savedAt,
        failure: null,
        conflicts: [],
        mergedFrom: reply.merged ? (reply.merged.author ?? '') : store.getState().mergedFrom,
      });
      if (dirty) schedule(savePause);
      return !dirty;
    } catch (error) {
      failed(error as HostFailure);
      return false;
    }
  }

  /** Merges what somebody else saved with what changed here. */
  function takeOver(saved: { document: JsonObject; version: number }, failure: HostFailure | null): void {
    theirs = saved;
    const { conflicts } = mergeDocuments(base, editor.document(), saved.document);
    if (conflicts.length > 0) store.setState({ status: 'conflict', failure, conflicts });
    else resolve([]);
  }

  function failed(failure: HostFailure): void {
    if (failure.code === 'VERSION_CONFLICT' && isObject(failure.data)) {
      const data = failure.data as unknown as DefinitionConflictReply;
      takeOver({ document: data.definition as JsonObject, version: data.version }, failure);
      return;
    }
    if (failure.status === 404) {
      store.setState({ status: 'gone', failure });
      return;
    }
    const isRefused = failure.status >= 400 && failure.status < 500;
    store.setState({ status: isRefused ? 'invalid' : 'failed', failure });
    if (!isRefused && !disposed) schedule(retryPause);
  }

  function flush(): Promise<boolean> {
    stopTimer?.();
    stopTimer = null;
    if (saving) return saving.then(() => (isDirty() ? flush() : true));
    if (isStopped()) return Promise.resolve(false);
    if (!isDirty()) {
      store.setState({ status: 'saved', failure: null });
      return Promise.resolve(true);
    }
    saving = send().finally(() => {
      saving = null;
    });
    return saving;
  }

  async function catchUp(): Promise<boolean> {
    for (;;) {
      await saving;
      const { version } = store.getState();
      const { document, author, ...stored } = await load();
      if (disposed) return false;
      // A save meanwhile has brought a newer one.
      if (saving !== null || store.getState().version !== version) continue;
      if (stored.version === version) return false;
      store.setState({ savedAt: stored.savedAt });
      takeOver({ document, version: stored.version }, null);
      if (!isStopped()) store.setState({ mergedFrom: author ?? '' });
      return true;
    }
  }

  async function hear(version: number | undefined): Promise<void> {
    await saving;
    if (version !== undefined && own.delete(version)) return;
    if (disposed || isStopped()) return;
    try {
      await catchUp();
    } catch (error) {
      // A document that cannot be loaded is taken over by the next save, or by the next event.
      if ((error as HostFailure).status === 404) failed(error as HostFailure);
    }
  }

  function resolve(takesTheirs: readonly boolean[]): void {
    if (!theirs) return;
    const { document, conflicts } = mergeDocuments(base, editor.document(), theirs.document);
    const merged = conflicts.reduce(
      (one, conflict, at) =>
        takesTheirs[at] ? withTheirs(one, conflict, theirs!.document, editor.registry) : one,
      document,
    );
    editor.rebase(merged);
    base = theirs.document;
    store.setState({ status: 'waiting', version: theirs.version, conflicts: [], failure: null });
    theirs = null;
    schedule(0);
  }

  let last = editor.store.getState().model;
  const unsubscribe = editor.store.subscribe(({ model }) => {
    if (model === last) return;
    last = model;
    if (isStopped()) return;
    store.setState({
      mergedFrom: null,
      ...(store.getState().status !== 'saving' && { status: 'waiting' as const }),
    });
    schedule(savePause);
  });

  return {
    store,
    flush,
    catchUp,
    hear,
    isDirty,
    resolve,
    release() {
      base = editor.document();
    },
    base: () => base,
    dispose() {
      disposed = true;
      unsubscribe();
      stopTimer?.();
    },
  };
}

/** Why what is shown is not what would be published. */
interface Obstacle {
  /** `info` where nothing failed: there is something to look at first. */
  intent: 'info' | 'error';
  message: string | null;
  text: string;
}

/**
 * Makes the draft on the server the one that is shown, so that what is published is what the publisher sees.
 * @returns why it is not: what the server said, else a text. Null when it is.
 */
export async function obstacleOf(draft: Draft): Promise<Obstacle | null> {
  const isSaved = await draft.flush();
  if (!isSaved) {
    const message = draft.store.getState().failure?.message ?? null;
    return { intent: 'error', message, text: 'editor.publish.notSaved' };
  }
  const { version } = draft.store.getState();
  await draft.catchUp();
  // Also what came in by an event meanwhile has not been looked at.
  const isOther = draft.store.getState().version !== version;
  return isOther ? { intent: 'info', message: null, text: 'editor.publish.changed' } : null;
}

/** The document with the other side's value where both changed it. */
function withTheirs(
  document: JsonObject,
  { nodeId, pointer, theirs }: DefinitionConflict,
  other: JsonObject,
  registry: Registry,
): JsonObject {
  const editing = createEditor(document, registry);
  const path = parsePointer(pointer);
  if (nodeId === null) {
    editing.dispatch({ type: 'set', key: null, path, value: theirs });
    return editing.document();
  }
  const model = openDocument(other);
  const slot = slotOfNode(model, nodeId);
  const list = slot === null ? [] : model.children[slot]!;
  if (pointer === '') {
    if (slot === null) editing.dispatch({ type: 'remove', keys: [nodeId] });
    else
      editing.dispatch({
        type: 'insert',
        slot,
        index: list.indexOf(nodeId),
        nodes: [nodeDocument(model, nodeId)],
      });
  } else if (pointer === '/-parent') {
    if (slot !== null) editing.dispatch({ type: 'move', keys: [nodeId], slot, index: list.indexOf(nodeId) });
  } else if (path[0] === 'at') {
    // A position is taken over as a whole.
    editing.dispatch({ type: 'place', at: 'large', places: { [nodeId]: model.place[nodeId] ?? null } });
  } else if (path[0] !== 'children' && path[0] !== 'slots') {
    editing.dispatch({ type: 'set', key: nodeId, path, value: theirs });
  }
  return editing.document();
}
