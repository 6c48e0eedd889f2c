import { valueAt } from '../../contracts/json-pointer.ts';
import type { CompiledNode, NodeSnapshot, Observable, Screen, Trigger } from './model.ts';
import { createNodeState } from './node-state.ts';
import type { Scope, Store } from './store.ts';

/** The screen's store with one more root: `row`, which never changes (another row is another scope). */
function withRow(store: Store, row: unknown): Store {
  let seen: Scope | null = null;
  let joined: Scope = {};
  const snapshot = () => {
    const now = store.snapshot();
    if (now !== seen) {
      seen = now;
      joined = { ...now, row };
    }
    return joined;
  };
  return {
    ...store,
    snapshot,
    get: (path) => (path[0] === 'row' ? valueAt({ row }, path) : store.get(path)),
  };
}

/**
 * The screen as nodes see it that are drawn once per row: `row` is in their scope, their steps run with it, and the same
 * button of two rows can run at once. State, sources, dialogs and forms are those of the screen itself.
 */
export function createRowScreen(
  screen: Screen,
  row: Readonly<Record<string, unknown>>,
  rowKey: string | number,
): Screen {
  const store = withRow(screen.store, row);
  const nodes = new WeakMap<CompiledNode, Observable<NodeSnapshot>>();
  const scope: Screen['scope'] = (extra) => (extra ? { ...store.snapshot(), ...extra } : store.snapshot());
  // A table inside of a row has rows of its own.
  const own = (trigger: Trigger): Trigger => ({
    ...trigger,
    rowKey: trigger.rowKey === undefined ? rowKey : `${rowKey}/${trigger.rowKey}`,
  });
  return {
    ...screen,
    // Another definition after a renewal: not to be copied.
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
