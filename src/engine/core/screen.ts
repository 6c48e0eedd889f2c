import type { Access, Verb } from '../../contracts/access.ts';
import { runTriggered } from './actions/run.ts';
import { queryOf, withQuery, type Query } from './address-query.ts';
import type { Host } from './contract.ts';
import type {
  CompiledNode,
  CompiledScreen,
  FormController,
  NodeSnapshot,
  Observable,
  Screen,
  SourceState,
  Trigger,
} from './model.ts';
import { createNodeState } from './node-state.ts';
import { readPath, type Path } from './paths.ts';
import { createSource, idleSource, type SourceController } from './sources.ts';
import { createStore, type Scope } from './store.ts';
import type { Texts } from './texts.ts';

const verbs: readonly Verb[] = ['read', 'create', 'update', 'delete'];

function initialScope(
  compiled: CompiledScreen,
  host: Host,
  params: Readonly<Record<string, string>>,
  query: Query,
): Scope {
  const can = Object.fromEntries(verbs.map((verb) => [verb, host.can({ verb }, compiled.accessScreen)]));
  const state = compiled.document.state;
  const scope = {
    params,
    state: typeof state === 'object' && state !== null ? state : {},
    data: {},
    user: host.user,
    tenant: host.tenant,
    can,
    lang: host.lang,
    now: host.now().toISOString(),
  };
  return withQuery(scope, compiled.query, query);
}

/** What a trigger is known by while it runs. */
export function triggerKey({ node, event, rowKey }: Trigger): string {
  return JSON.stringify(rowKey === undefined ? [node, event] : [node, event, rowKey]);
}

/**
 * Puts a compiled screen to work. It starts its loads at once (what is cached is there for the first drawing) and
 * listens from `start()` to `dispose()`.
 */
export function createScreen(
  compiled: CompiledScreen,
  host: Host,
  params: Readonly<Record<string, string>>,
  query: Query = {},
): Screen {
  const store = createStore(initialScope(compiled, host, params, query));
  // What the engine keeps for itself, out of the sight of expressions.
  const own = createStore({ dialogs: {}, busy: {} });
  const texts: Texts = {
    strings: compiled.document.strings,
    get lang() {
      return host.lang;
    },
    translate: (key, values) => host.translate(key, values),
    missing: (key) =>
      host.report({ document: compiled.id, node: '', error: new Error(`No text for the key ${key}`) }),
  };
  const forms = new Map<string, FormController>();
  const nodeStates = new WeakMap<CompiledNode, Observable<NodeSnapshot>>();
  const flags = new Map<string, Observable<boolean>>();
  const running = new Set<string>();
  let disposed = false;

  const scope: Screen['scope'] = (extra) => (extra ? { ...store.snapshot(), ...extra } : store.snapshot());
  const can = (access: Access | undefined): boolean =>
    access === undefined || host.can(access, compiled.accessScreen);

  const sources = new Map<string, SourceController>();
  store.batch(() => {
    for (const source of compiled.sources.values()) {
      sources.set(source.id, createSource(source, { host, store, texts, scope: () => store.snapshot() }));
    }
  });

  /** A flag of ours as something to watch; one object per path, as React wants it. */
  function flag(path: Path): Observable<boolean> {
    const key = path.join('\u0000');
    const known = flags.get(key);
    if (known) return known;
    const made: Observable<boolean> = {
      get: () => own.get(path) === true,
      subscribe: (listener) => own.subscribe([path], listener),
    };
    flags.set(key, made);
    return made;
  }

  const carried = compiled.query.map(({ path }) => path);
  let address = queryOf(store.snapshot(), compiled.query);
  /** The same object until what it says is another thing. */
  function currentQuery(): Query {
    const now = queryOf(store.snapshot(), compiled.query);
    if (JSON.stringify(now) !== JSON.stringify(address)) address = now;
    return address;
  }

  const screen: Screen = {
    compiled,
    host,
    store,
    texts,
    start() {
      disposed = false;
      for (const source of sources.values()) source.start();
    },
    dispose() {
      disposed = true;
      for (const source of sources.values()) source.stop();
    },
    scope,
    observeNode(node) {
      const known = nodeStates.get(node);
      if (known) return known;
      const made = createNodeState(node, {
        store,
        texts,
        can: (one) => can(one.access),
        report: (id, error) => host.report({ document: compiled.id, node: id, error }),
      });
      nodeStates.set(node, made);
      return made;
    },
    source: (id) => (store.get(['data', id]) as SourceState | undefined) ?? idleSource,
    async refresh(ids) {
      await Promise.all(ids.map((id) => sources.get(id)?.refresh()));
    },
    run(trigger, steps, options = {}) {
      const key = triggerKey(trigger);
      if (running.has(key)) return Promise.resolve({ status: 'busy' });
      const show = (busy: boolean) => own.set(['busy', key], busy);
      const onAsking = (asking: boolean) => {
        show(!asking);
        options.onAsking?.(asking);
      };
      // Before the first step: what it sets off must not start the trigger once more.
      running.add(key);
      show(true);
      return runTriggered(screen, trigger, steps, { ...options, onAsking }, () => disposed).finally(() => {
        running.delete(key);
        show(false);
      });
    },
    busy: (trigger) => flag(['busy', triggerKey(trigger)]),
    isOpen: (dialog) => flag(['dialogs', dialog]),
    open: (dialog) => own.set(['dialogs', dialog], true),
    close: (dialog) => own.set(['dialogs', dialog], false),
    registerForm(node, controller) {
      forms.set(node, controller);
      return () => {
        // A form mounted in its place meanwhile keeps it.
        if (forms.get(node) === controller) forms.delete(node);
      };
    },
    form: (node) => forms.get(node),
    query: { get: currentQuery, subscribe: (listener) => store.subscribe(carried, listener) },
    visit(next) {
      const visited = withQuery(store.snapshot(), compiled.query, next);
      store.batch(() => carried.forEach((path) => store.set(path, readPath(visited, path))));
    },
    languageChanged: () => store.set(['lang'], host.lang),
    can,
  };
  return screen;
}
