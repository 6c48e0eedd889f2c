import { valueAt } from '../../../contracts/json-pointer.ts';
import type { Access, Verb } from '../../../contracts/access.ts';
import { createRunner, triggerKey } from '../actions/run.ts';
import type { AddressFallback } from './address-fallback.ts';
import { queryOf, withQuery, type Query } from './address-query.ts';
import type { Host } from '../contract.ts';
import type {
  CompiledNode,
  CompiledScreen,
  CompiledSource,
  FormController,
  NodeSnapshot,
  Observable,
  Screen,
  SourceState,
} from '../compiled-screen.ts';
import { createArgsStore, createDialogScreen } from './dialog-screen.ts';
import { createNodeState } from './node-state.ts';
import { type Path } from '../language/paths.ts';
import { replaceState, sameSources } from './definition-replacement.ts';
import { deepEqual } from '../../../contracts/json.ts';
import { withFailedNeeds } from '../sources/source-needs.ts';
import type { LiveSource } from '../sources/live-source.ts';
import { createSourceUses } from '../sources/source-uses.ts';
import { createSource, idleSource, type SourceController } from '../sources/sources.ts';
import { createStore, type Scope, type Store } from './store.ts';
import { createValueSource } from '../sources/value-source.ts';
import type { Texts } from '../language/texts.ts';

const verbs: readonly Verb[] = ['read', 'create', 'update', 'delete'];

const permissions = (compiled: CompiledScreen, host: Host, isRefused = false): Record<string, boolean> =>
  Object.fromEntries(verbs.map((verb) => [verb, !isRefused && host.can({ verb }, compiled.accessScreen)]));

/** The state's initial value in the definition. */
function initialState({ document: { state } }: CompiledScreen): object {
  return typeof state === 'object' && state !== null ? state : {};
}

function initialScope(
  compiled: CompiledScreen,
  host: Host,
  params: Readonly<Record<string, string>>,
  query: Query,
): Scope {
  const scope = {
    params,
    state: initialState(compiled),
    data: {},
    // The arguments of each open dialog, by its id. Only its nodes and sources read them.
    args: {},
    user: host.user,
    tenant: host.tenant,
    can: permissions(compiled, host),
    lang: host.lang,
    now: host.now().toISOString(),
  };
  return withQuery(scope, compiled.query, query);
}

/** Observes the address's query; the same object until a parameter changes. */
function observeQuery({ query }: CompiledScreen, store: Store): Observable<Query> {
  const carried = query.map(({ path }) => path);
  let address = queryOf(store.snapshot(), query);
  return {
    get() {
      const now = queryOf(store.snapshot(), query);
      if (JSON.stringify(now) !== JSON.stringify(address)) address = now;
      return address;
    },
    subscribe: (listener) => store.subscribe(carried, listener),
  };
}

/**
 * Creates a screen from a compiled definition. Its loads start immediately, so cached data is there for the first
 * render; it follows changes from `start()` to `dispose()`.
 */
export function createScreen(
  initial: CompiledScreen,
  host: Host,
  params: Readonly<Record<string, string>>,
  startQuery: Query = {},
): Screen {
  let compiled = initial;
  const store = createStore(initialScope(compiled, host, params, startQuery));
  // Internal state that expressions cannot read.
  const internal = createStore({ compiled, dialogs: {}, busy: {}, refused: false, permissions: {} });
  const texts: Texts = {
    get strings() {
      return compiled.document.strings;
    },
    get lang() {
      return host.lang;
    },
    translate: (key, values) => host.translate(key, values),
    constants: { user: host.user, tenant: host.tenant },
    reportMissing: (key) =>
      host.report({ document: compiled.id, node: '', error: new Error(`No text for the key ${key}`) }),
  };
  const forms = new Map<string, FormController>();
  const nodeStates = new WeakMap<CompiledNode, Observable<NodeSnapshot>>();
  /** Snapshots of the replaced definition's nodes, by type and id. */
  let previousSnapshots = new Map<string, NodeSnapshot>();
  const flags = new Map<string, Observable<boolean>>();
  const dialogScreens = new Map<string, Screen>();
  let openings = 0;
  let disposed = false;
  let listening = false;

  const scope: Screen['scope'] = (extra) => (extra ? { ...store.snapshot(), ...extra } : store.snapshot());
  const can = (access: Access | undefined): boolean =>
    access === undefined || (!refused.get() && host.can(access, compiled.accessScreen));

  const sources = new Map<string, SourceController>();
  const uses = createSourceUses(store, () => compiled.sources);
  /** Sources that are kept fresh by time and by events. */
  const live = new Map<string, LiveSource>();

  /** The store that a source reads: its `args` are those of the dialogs that use it. */
  const storeOf = ({ dialogs }: CompiledSource): Store =>
    dialogs.length > 0 ? createArgsStore(store, dialogs) : store;

  const keepsFresh = ({ definition }: CompiledSource): boolean =>
    definition.every !== undefined || definition.on !== undefined || definition.dataset !== undefined;

  /** Whether a source, or one that it reads, is kept fresh; without an id, whether any is. */
  function isLive(id: string | undefined): boolean {
    if (id === undefined) return [...compiled.sources.values()].some(keepsFresh);
    const source = compiled.sources.get(id);
    if (!source) return false;
    return (
      keepsFresh(source) || source.refs.some(([root, read]) => root === 'data' && read !== id && isLive(read))
    );
  }

  /** Keeps the sources fresh that declare how, while the screen is open. */
  function openLive(): void {
    const declared = [...compiled.sources.values()].filter(keepsFresh);
    if (declared.length === 0) return;
    void import('../sources/live-source.ts').then(
      ({ createLiveSource }) => {
        for (const source of declared) {
          const controller = sources.get(source.id);
          // The definition may have been replaced meanwhile.
          if (!listening || !controller || live.has(source.id) || compiled.sources.get(source.id) !== source)
            continue;
          const seen = storeOf(source);
          live.set(source.id, createLiveSource({ host, store: seen, uses, source, controller }));
        }
      },
      // Without the code, the data is as fresh as its last load.
      () => undefined,
    );
  }

  function closeLive(id: string): void {
    live.get(id)?.stop();
    live.delete(id);
  }

  /** Creates the definition's sources that do not exist yet. A deferred one counts as loading until a node reads it. */
  function openSources(): void {
    for (const source of compiled.sources.values()) {
      if (sources.has(source.id)) continue;
      if (compiled.deferred.has(source.id) && !uses.isUsed(source.id)) {
        if (store.get(['data', source.id]) === undefined)
          store.set(['data', source.id], { ...idleSource, status: 'loading' });
        continue;
      }
      const seen = storeOf(source);
      const context = { host, store: seen, texts, scope: () => seen.snapshot() };
      const made = source.value
        ? createValueSource(source, source.value, context)
        : createSource(source, context);
      sources.set(source.id, made);
      if (listening) made.start();
    }
  }
  store.batch(openSources);

  /** Opens the deferred sources that a node has begun to read. */
  function openUsed(): void {
    const waits = [...compiled.deferred].some((id) => !sources.has(id) && uses.isUsed(id));
    if (!waits) return;
    store.batch(openSources);
    if (listening) openLive();
  }
  uses.subscribe(openUsed);

  /** Stops all other sources and removes their data. */
  function closeSources(except: ReadonlySet<string>): void {
    for (const [id, source] of sources) {
      if (except.has(id)) continue;
      source.stop();
      closeLive(id);
      sources.delete(id);
    }
    const data = Object.entries(store.get(['data']) as object).filter(([id]) => except.has(id));
    store.set(['data'], Object.fromEntries(data));
  }

  /** Observes an internal flag; one object per path, as React requires. */
  function flag(path: Path): Observable<boolean> {
    const key = path.join('\u0000');
    const known = flags.get(key);
    if (known) return known;
    const made: Observable<boolean> = {
      get: () => internal.get(path) === true,
      subscribe: (listener) => internal.subscribe([path], listener),
    };
    flags.set(key, made);
    return made;
  }

  const refused = flag(['refused']);
  /** Nodes of the definition before, whose texts have left with it, see only permissions that changed. */
  const writePermissions = (of: CompiledScreen): void => {
    const next = permissions(of, host, refused.get());
    if (!deepEqual(store.get(['can']), next)) store.set(['can'], next);
  };

  /** Observes a node that reads the store, or the store of its dialog. */
  function observeNode(node: CompiledNode, nodeStore: Store): Observable<NodeSnapshot> {
    const known = nodeStates.get(node);
    if (known) return known;
    const context = {
      store: nodeStore,
      texts,
      can: (one: CompiledNode) => can(one.access),
      report: (id: string, error: unknown) => host.report({ document: compiled.id, node: id, error }),
    };
    const made = createNodeState(node, context, previousSnapshots.get(`${node.type} ${node.id}`));
    nodeStates.set(node, made);
    return made;
  }

  let query = observeQuery(compiled, store);
  let fallback: AddressFallback | null = null;
  /** The query of the address until the first start has checked it. */
  let opened: Query | null = startQuery;

  /** Falls back from values of an address that the screen cannot show. Most addresses have no values. */
  function checkAddress(address: Query): void {
    const own = compiled.query.some(({ name }) => Object.hasOwn(address, name));
    if (!own && !fallback) return;
    void import('./address-fallback.ts').then(
      ({ createAddressFallback }) => {
        if (!listening) return;
        fallback ??= createAddressFallback({ host, store, texts, parameters: () => compiled.query });
        fallback.visit(address);
      },
      // Without the code, the server's refusal stays on the screen.
      () => undefined,
    );
  }

  const screen: Screen = {
    get compiled() {
      return compiled;
    },
    observedDefinition: {
      get: () => compiled,
      subscribe: (listener) => internal.subscribe([['compiled']], listener),
    },
    host,
    store: uses.store,
    texts,
    start() {
      disposed = false;
      listening = true;
      for (const source of sources.values()) source.start();
      openLive();
      if (opened) checkAddress(opened);
      opened = null;
    },
    dispose() {
      disposed = true;
      listening = false;
      for (const source of sources.values()) source.stop();
      for (const id of live.keys()) closeLive(id);
      fallback?.stop();
    },
    replaceDefinition(next, samePermissions) {
      if (next === compiled) return;
      const before = compiled;
      previousSnapshots = new Map(
        [...before.nodes.values()].flatMap((node): [string, NodeSnapshot][] => {
          const seen = nodeStates.get(node)?.get();
          return seen ? [[`${node.type} ${node.id}`, seen]] : [];
        }),
      );
      compiled = next;
      internal.batch(() => {
        store.batch(() => {
          const state = replaceState(initialState(before), store.get(['state']), initialState(next));
          store.set(['state'], state);
          writePermissions(next);
          closeSources(sameSources(before, next));
          openSources();
        });
        if (listening) openLive();
        query = observeQuery(next, store);
        const dialogs = new Set(next.dialogs.map(({ id }) => id));
        const removed = before.dialogs.filter(({ id }) => !dialogs.has(id));
        for (const { id } of removed) screen.close(id);
        if (!samePermissions || before.accessScreen !== next.accessScreen) internal.set(['permissions'], {});
        internal.set(['compiled'], next);
      });
    },
    refused,
    refuse(isRefused) {
      if (refused.get() === isRefused) return;
      internal.batch(() => {
        internal.set(['refused'], isRefused);
        internal.set(['permissions'], {});
      });
      writePermissions(compiled);
    },
    permissionsChanged() {
      // Another object in any case: a node may need the permission of another screen.
      store.set(['can'], permissions(compiled, host, refused.get()));
      internal.set(['permissions'], {});
    },
    permissions: {
      get: () => internal.get(['permissions']) as object,
      subscribe: (listener) => internal.subscribe([['permissions']], listener),
    },
    scope,
    observeNode: (node) => observeNode(node, uses.store),
    openSourcesOf({ refs }) {
      const waits = ([root, id]: Path) => root === 'data' && compiled.deferred.has(id!) && !sources.has(id!);
      // It counts as a reader for the moment; its subscription comes once it is mounted.
      if (refs.some(waits)) uses.read(refs)();
    },
    isLive: (node) => node.refs.some(([root, id]) => root === 'data' && isLive(id)),
    hide: (node) => uses.hide(node.refs),
    source: (id) => (store.get(['data', id]) as SourceState | undefined) ?? idleSource,
    sourceValues: (id) => sources.get(id)?.values() ?? {},
    async refresh(ids) {
      const hasFailed = (id: string): boolean => screen.source(id).status === 'error';
      const all = withFailedNeeds(ids, compiled.sources, hasFailed);
      await Promise.all([...all].map((id) => sources.get(id)?.refresh()));
    },
    async patchRows(source, patch) {
      return (await sources.get(source)?.patch?.(patch)) ?? null;
    },
    run: createRunner(() => screen, {
      isDisposed: () => disposed,
      setBusy: (key, busy) => internal.set(['busy', key], busy),
    }),
    busy: (trigger) => flag(['busy', triggerKey(trigger)]),
    isOpen: (dialog) => ({
      get: () => screen.opening(dialog).get() > 0,
      subscribe: (listener) => internal.subscribe([['dialogs', dialog]], listener),
    }),
    opening: (dialog) => ({
      get: () => (internal.get(['dialogs', dialog]) as number | undefined) ?? 0,
      subscribe: (listener) => internal.subscribe([['dialogs', dialog]], listener),
    }),
    open(dialog, args = {}) {
      // Opening it again with the same arguments is a second press of the same button.
      if (screen.isOpen(dialog).get() && deepEqual(store.get(['args', dialog]), args)) return;
      openings += 1;
      store.set(['args', dialog], args);
      internal.set(['dialogs', dialog], openings);
    },
    close(dialog) {
      internal.set(['dialogs', dialog], 0);
      store.set(['args', dialog], undefined);
    },
    dialog(dialog) {
      const known = dialogScreens.get(dialog);
      if (known) return known;
      const made = createDialogScreen(screen, dialog, observeNode);
      dialogScreens.set(dialog, made);
      return made;
    },
    registerForm(node, controller) {
      forms.set(node, controller);
      return () => {
        // A form mounted in the meantime keeps the entry.
        if (forms.get(node) === controller) forms.delete(node);
      };
    },
    form: (node) => forms.get(node),
    get query() {
      return query;
    },
    visit(next) {
      const visited = withQuery(store.snapshot(), compiled.query, next);
      store.batch(() => compiled.query.forEach(({ path }) => store.set(path, valueAt(visited, path))));
      checkAddress(next);
    },
    languageChanged: () => store.set(['lang'], host.lang),
    can,
  };
  return screen;
}
