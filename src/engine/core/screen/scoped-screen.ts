import { valueAt } from '../../../contracts/json-pointer.ts';
import type {
  CompiledNode,
  NodeSnapshot,
  Observable,
  Screen,
  ScopeNames,
  Trigger,
} from '../compiled-screen.ts';
import { createNodeState } from './node-state.ts';
import { observedAt, type Path, type Scope, type Store } from './store.ts';

/** A screen for the nodes of one scope, such as a row. */
export interface ScopedScreen extends Screen {
  /** Gives the names other values, and notifies the nodes that refer to them. */
  setNames(next: ScopeNames): void;
}

/** The screen's store with further names, whose values the scope sets. */
function createScopedStore(outer: Store, initial: ScopeNames): Store & Pick<ScopedScreen, 'setNames'> {
  let names = initial;
  let seen: Scope | null = null;
  let combined: Scope = {};
  const listeners = new Set<{ refs: readonly Path[]; listener: () => void }>();
  const isOwn = (path: Path): boolean => path[0] !== undefined && Object.hasOwn(names, path[0]);
  return {
    ...outer,
    snapshot() {
      const now = outer.snapshot();
      if (now !== seen) {
        seen = now;
        combined = { ...now, ...names };
      }
      return combined;
    },
    get: (path) => (isOwn(path) ? valueAt(names, path) : outer.get(path)),
    subscribe(refs, listener) {
      const own = { refs: refs.filter(isOwn), listener };
      if (own.refs.length > 0) listeners.add(own);
      const others = refs.filter((ref) => !isOwn(ref));
      const release = others.length > 0 ? outer.subscribe(others, listener) : undefined;
      return () => {
        listeners.delete(own);
        release?.();
      };
    },
    setNames(next) {
      const before = names;
      if (Object.keys(next).every((name) => Object.is(next[name], before[name]))) return;
      names = next;
      seen = null;
      const changed = (ref: Path): boolean => !Object.is(observedAt(next, ref), observedAt(before, ref));
      const due = Array.from(listeners).filter(({ refs }) => refs.some(changed));
      for (const { listener } of due) listener();
    },
  };
}

/**
 * Creates the screen for nodes that are rendered in a scope of their own, once per row or element: the names are in
 * their scope, their steps run with them, and the same button can run in two scopes at once. State, sources, dialogs
 * and forms are those of the screen around it.
 * @param key distinguishes the scope from others of the same nodes.
 */
export function createScopedScreen(screen: Screen, initial: ScopeNames, key: string | number): ScopedScreen {
  const { setNames, ...store } = createScopedStore(screen.store, initial);
  const nodes = new WeakMap<CompiledNode, Observable<NodeSnapshot>>();
  const scope: Screen['scope'] = (extra) => (extra ? { ...store.snapshot(), ...extra } : store.snapshot());
  const names = (): ScopeNames =>
    Object.fromEntries(Object.keys(initial).map((name) => [name, store.get([name])]));
  // A table inside a row has row keys of its own.
  const own = (trigger: Trigger): Trigger => ({
    ...trigger,
    rowKey: trigger.rowKey === undefined ? key : `${key}/${trigger.rowKey}`,
  });
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
    scope,
    setNames,
    observeNode(node) {
      const known = nodes.get(node);
      if (known) return known;
      const { host, compiled, texts } = screen;
      const made = createNodeState(node, {
        store,
        texts,
        can: (one) => screen.can(one.access),
        report: (id, error) => host.report({ document: compiled.id, node: id, error }),
      });
      nodes.set(node, made);
      return made;
    },
    run: (trigger, steps, options) =>
      screen.run(own(trigger), steps, { ...options, names: { ...names(), ...options?.names } }),
    busy: (trigger) => screen.busy(own(trigger)),
  };
}
