import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { CompiledNode, NodeSnapshot, Observable, Screen } from '../compiled-screen.ts';
import type { Path, Scope, Store } from './store.ts';

/**
 * The screen's store in which `args` are those of one of the dialogs: the first that is open.
 * @param keeps whether the arguments stay readable after the dialog was closed, for steps that its closing runs.
 */
export function createArgsStore(store: Store, dialogs: readonly string[], keeps = false): Store {
  let seen: Scope | null = null;
  let combined: Scope = {};
  let last: unknown;
  const snapshot = (): Scope => {
    const now = store.snapshot();
    if (now === seen) return combined;
    seen = now;
    const args = dialogs.map((id) => valueAt(now, ['args', id])).find((one) => one !== undefined);
    if (args !== undefined || !keeps) last = args;
    combined = { ...now, args: last };
    return combined;
  };
  const own = (path: Path): Path[] =>
    path[0] === 'args' ? dialogs.map((id) => ['args', id, ...path.slice(1)]) : [path];
  return {
    ...store,
    snapshot,
    get: (path) => (path[0] === 'args' ? valueAt(snapshot(), path) : store.get(path)),
    subscribe: (refs, listener) => store.subscribe(refs.flatMap(own), listener),
  };
}

/** Creates the screen for the nodes of a dialog. Everything but `args` is that of the screen. */
export function createDialogScreen(
  screen: Screen,
  dialog: string,
  observeNode: (node: CompiledNode, store: Store) => Observable<NodeSnapshot>,
): Screen {
  const store = createArgsStore(screen.store, [dialog], true);
  return {
    ...screen,
    // Getters, because replacing the definition changes the values.
    get compiled() {
      return screen.compiled;
    },
    get query() {
      return screen.query;
    },
    store,
    scope: (extra) => (extra ? { ...store.snapshot(), ...extra } : store.snapshot()),
    observeNode: (node) => observeNode(node, store),
    run: (trigger, steps, options) =>
      // A step may close the dialog; the steps after it still read its arguments.
      screen.run(trigger, steps, { ...options, names: { args: store.get(['args']), ...options?.names } }),
  };
}

/** Whether a value names the source in `source` or `sources`, or reads `data.<id>`. */
function usesSource(value: Json | undefined, id: string, reads: RegExp, key = ''): boolean {
  if (typeof value === 'string') return (key === 'source' && value === id) || reads.test(value);
  if (Array.isArray(value)) return value.some((item) => usesSource(item, id, reads));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, item]) =>
    usesSource(item, id, reads, key === 'sources' ? 'source' : name),
  );
}

/** Ids of the dialogs of a document that use a source, by themselves or through another source. */
export function dialogsWithSource(document: JsonObject, id: string, visited = new Set<string>()): string[] {
  if (visited.has(id)) return [];
  visited.add(id);
  const reads = new RegExp(`\\bdata\\s*\\.\\s*${id}\\b`);
  const direct = (Array.isArray(document.dialogs) ? document.dialogs : []).flatMap((dialog) =>
    isObject(dialog) && typeof dialog.id === 'string' && usesSource(dialog, id, reads) ? [dialog.id] : [],
  );
  const through = Object.entries(isObject(document.sources) ? document.sources : {})
    .filter(([other, source]) => other !== id && usesSource(source, id, reads))
    .flatMap(([other]) => dialogsWithSource(document, other, visited));
  return [...new Set([...direct, ...through])];
}
