import { valueAt } from '../../contracts/json-pointer.ts';
import type { CompiledNode, NodeSnapshot, Observable, Screen, Trigger } from './model.ts';
import { createNodeState } from './node-state.ts';
import type { Scope, Store } from './store.ts';

/** The screen's store with an additional root `row`, which is constant: another row has another store. */
function createRowStore(store: Store, row: unknown): Store {
  let seen: Scope | null = null;
  let combined: Scope = {};
  const snapshot = () => {
    const now = store.snapshot();
    if (now !== seen) {
      seen = now;
      combined = { ...now, row };
    }
    return combined;
  };
  return {
    ...store,
    snapshot,
    get: (path) => (path[0] === 'row' ? valueAt({ row }, path) : store.get(path)),
  };
}

/**
 * Creates the screen for nodes that are rendered once per row: `row` is in their scope, their steps run with it,
 * and the same button can run for two rows at once. State, sources, dialogs and forms are those of the screen.
 */
export function createRowScreen(
  screen: Screen,
  row: Readonly<Record<string, unknown>>,
  rowKey: string | number,
): Screen {
  const store = createRowStore(screen.store, row);
  const nodes = new WeakMap<CompiledNode, Observable<NodeSnapshot>>();
  const scope: Screen['scope'] = (extra) => (extra ? { ...store.snapshot(), ...extra } : store.snapshot());
  // A table inside a row has row keys of its own.
  const own = (trigger: Trigger): Trigger => ({
    ...trigger,
    rowKey: trigger.rowKey === undefined ? rowKey : `${rowKey}/${trigger.rowKey}`,
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
    run: (trigger, steps, options) => screen.run(own(trigger), steps, { row, ...options }),
    busy: (trigger) => screen.busy(own(trigger)),
  };
}
