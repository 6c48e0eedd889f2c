import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  DefinitionConflict,
  DefinitionConflictReply,
  SavedDefinition,
} from '../contracts/definitions.ts';
import { parsePointer } from '../contracts/json-pointer.ts';
import { deepEqual, isObject, type Json, type JsonObject } from '../contracts/json.ts';
import { mergeDocuments, type HostFailure } from '../engine/core/index.ts';
import type { Editor } from './editor.ts';
import { openDocument } from './model/convert.ts';

/** `saved`: as on the server · `waiting`: changed a moment ago · `invalid`: the server does not take it · `failed`: it could not be
 * reached · `conflict`: somebody else changed the same. */
export type DraftStatus = 'saved' | 'waiting' | 'saving' | 'invalid' | 'failed' | 'conflict';

export interface DraftState {
  status: DraftStatus;
  /** Version that the document is based on. */
  version: number;
  /** Time of the last save; null before the first. */
  savedAt: string | null;
  /** What the server says about the document. */
  failure: HostFailure | null;
  conflicts: readonly DefinitionConflict[];
  /** Who saved in between, after their changes were taken over. */
  mergedFrom: string | null;
}

interface Calls {
  /** Saves a document that is based on a version. Rejects with HostFailure. */
  save(document: JsonObject, version: number): Promise<SavedDefinition>;
  after(milliseconds: number, callback: () => void): () => void;
}

/** Pause after the last change before it is saved, in milliseconds. */
const savePause = 1_200;
const retryPause = 5_000;

export interface Draft {
  readonly store: Pick<StoreApi<DraftState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Saves now. Resolves to whether the server has the document as it is here. */
  flush(): Promise<boolean>;
  /** Whether something is not saved. */
  isDirty(): boolean;
  /** Decides every conflict, by its position: true takes theirs. Saves afterwards. */
  resolve(takesTheirs: readonly boolean[]): void;
  /** The document as the server has it. */
  base(): JsonObject;
  dispose(): void;
}

/** Saves an editor's document while it is edited, and takes over what others save meanwhile. */
export function createDraft(
  editor: Editor,
  initial: { document: JsonObject; version: number; savedAt: string | null },
  { save, after }: Calls,
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

  const isDirty = (): boolean => {
    const document = editor.document();
    return document !== base && JSON.stringify(document) !== JSON.stringify(base);
  };

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
      const dirty = isDirty();
      store.setState({
        status: dirty ? 'waiting' : 'saved',
        version: reply.version,
        savedAt: reply.draft?.updatedAt ?? store.getState().savedAt,
        failure: null,
        conflicts: [],
        mergedFrom: reply.merged ? (reply.merged.author ?? '') : null,
      });
      if (dirty) schedule(savePause);
      return !dirty;
    } catch (error) {
      failed(error as HostFailure);
      return false;
    }
  }

  function failed(failure: HostFailure): void {
    if (failure.code === 'VERSION_CONFLICT' && isObject(failure.data)) {
      const data = failure.data as unknown as DefinitionConflictReply;
      theirs = { document: data.definition as JsonObject, version: data.version };
      const conflicts = mergeDocuments(base, editor.document(), theirs.document).conflicts;
      if (conflicts.length > 0) {
        store.setState({ status: 'conflict', failure, conflicts });
        return;
      }
      resolve([]);
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
    if (store.getState().status === 'conflict') return Promise.resolve(false);
    if (!isDirty()) {
      store.setState({ status: 'saved', failure: null });
      return Promise.resolve(true);
    }
    saving = send().finally(() => {
      saving = null;
    });
    return saving;
  }

  function resolve(takesTheirs: readonly boolean[]): void {
    if (!theirs) return;
    const { document, conflicts } = mergeDocuments(base, editor.document(), theirs.document);
    const merged = conflicts.reduce(
      (one, conflict, at) => (takesTheirs[at] ? withTheirs(one, conflict, theirs!.document) : one),
      document,
    );
    editor.rebase(merged);
    base = theirs.document;
    store.setState({ status: 'waiting', version: theirs.version, conflicts: [], failure: null });
    theirs = null;
    schedule(0);
  }

  let last = editor.store.getState().model;
  const release = editor.store.subscribe(({ model }) => {
    if (model === last) return;
    last = model;
    if (store.getState().status === 'conflict') return;
    if (store.getState().status !== 'saving') store.setState({ status: 'waiting' });
    schedule(savePause);
  });

  return {
    store,
    flush,
    isDirty,
    resolve,
    base: () => base,
    dispose() {
      disposed = true;
      release();
      stopTimer?.();
    },
  };
}

/** The document with the other side's value where both changed it. */
function withTheirs(
  document: JsonObject,
  { nodeId, pointer }: DefinitionConflict,
  theirs: JsonObject,
): JsonObject {
  if (nodeId === null)
    return withValue(document, parsePointer(pointer), valueIn(theirs, parsePointer(pointer)));
  const other = findNode(theirs, nodeId);
  return mapNode(document, nodeId, (node) => {
    if (pointer === '' || pointer === '/-parent') return pointer === '' ? other : node;
    const path = parsePointer(pointer);
    return other === null ? node : withValue(node, path, valueIn(other, path));
  });
}

const valueIn = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
    value,
  );

function withValue(
  owner: JsonObject,
  [first, ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  if (first === undefined) return owner;
  if (rest.length > 0) {
    const inner = owner[first];
    return { ...owner, [first]: withValue(isObject(inner) ? inner : {}, rest, value) };
  }
  if (value !== undefined) return { ...owner, [first]: value };
  return Object.fromEntries(Object.entries(owner).filter(([key]) => key !== first));
}

function findNode(document: JsonObject, id: string): JsonObject | null {
  const { nodes } = openDocument(document);
  const own = Object.hasOwn(nodes, id) ? nodes[id] : null;
  return isObject(own) ? own : null;
}

function mapNode(value: JsonObject, id: string, map: (node: JsonObject) => JsonObject | null): JsonObject {
  const visit = (one: Json): Json | null => {
    if (Array.isArray(one)) return one.map(visit).filter((item) => item !== null);
    if (!isObject(one)) return one;
    if (one['id'] === id && ('type' in one || 'use' in one)) {
      const next = map(one);
      return next && { ...next, ...(one['children'] !== undefined && { children: one['children'] }) };
    }
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, visit(inner) ?? null]));
  };
  return visit(value) as JsonObject;
}
