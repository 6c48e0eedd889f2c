import { valueAt } from '../../../contracts/json-pointer.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { resolveBind } from '../language/address.ts';
import { ExpressionValue } from '../expressions/expression-value.ts';
import { toBoolean } from '../expressions/semantics.ts';
import type { CompiledExpression } from '../expressions/expression.ts';
import type { Binding, CompiledNode, NodeSnapshot, Observable, SourceState } from '../compiled-screen.ts';
import { type Path } from '../language/paths.ts';
import { resolveProps, textOf } from '../language/props.ts';
import type { ItemExpander } from '../repeats/repeated-items.ts';
import { observedAt, type Scope, type Store } from './store.ts';
import { resolveTextResult, type Texts } from '../language/texts.ts';

/** Whether a value of the node is still to come. */
interface Pending {
  pending: boolean;
}

export interface NodeContext {
  store: Store;
  texts: Texts;
  can(node: CompiledNode): boolean;
  report(node: string, error: unknown): void;
}

/**
 * Observes one node: subscribes to its references and returns a snapshot that changes only when the rendering does.
 * @param previous snapshot of the node with the same id and type in the replaced definition. It stays until every
 * value of the new node is known, because unmounting the node would discard unsaved input below it.
 */
export function createNodeState(
  node: CompiledNode,
  context: NodeContext,
  previous: NodeSnapshot | null = null,
): Observable<NodeSnapshot> {
  const { store, texts } = context;
  const listeners = new Set<() => void>();
  /** By the key of the instance, for items of a repeat, and by expression. */
  const awaited = new Map<string, Map<CompiledExpression, ExpressionValue>>();
  let items: ItemExpander | null = null;
  let releaseStore: (() => void) | null = null;
  let resolved: { values: readonly unknown[]; props: JsonObject } | null = null;
  let snapshot: NodeSnapshot | null = null;
  let lastScope: Scope | null = null;
  let lastSeen: readonly unknown[] = [];
  let stale = false;
  let reported: Error | null = null;
  let inherited = previous;
  const names = Object.keys(node.sources);
  let sources: NodeSnapshot['sources'] = {};
  /** State of the computation that expands items. */
  let current: Pending = { pending: false };

  function settled(): void {
    stale = true;
    const due = [...listeners];
    for (const listener of due) listener();
  }

  /** The current value, or undefined with `pending` set. Throws the expression's error. */
  function valueOf(expression: CompiledExpression, scope: Scope, state: Pending, key = ''): unknown {
    if (expression.plain) return expression.evaluate(scope);
    const ofKey = awaited.get(key) ?? new Map<CompiledExpression, ExpressionValue>();
    awaited.set(key, ofKey);
    let found = ofKey.get(expression);
    if (!found) {
      found = new ExpressionValue(expression, settled);
      ofKey.set(expression, found);
    }
    found.update(scope);
    if (found.error) throw found.error;
    if (!found.known) state.pending = true;
    return found.value;
  }

  /** Items that a repeat makes; its code is loaded with the first one. */
  function itemsOf(
    repeat: NonNullable<Binding['repeat']>,
    scope: Scope,
    state: Pending,
    key: string,
  ): unknown[] {
    if (!items) {
      state.pending = true;
      import('../repeats/repeated-items.ts').then(
        ({ createItemExpander }) => {
          items ??= createItemExpander({
            valueOf: (binding, inScope, at) => bindingValue(binding, inScope, current, at),
            forget: (at) => awaited.delete(at),
          });
          settled();
        },
        (error: unknown) => context.report(node.id, error),
      );
      return [];
    }
    current = state;
    return items(repeat, valueOf(repeat.each, scope, state, key), scope, key);
  }

  function bindingValue(binding: Binding, scope: Scope, state: Pending, key: string): unknown {
    if (binding.repeat) return itemsOf(binding.repeat, scope, state, key);
    // Other values than the last ones render the widget again, which resolves the address.
    if (binding.kind === 'address') return binding.refs.map((ref) => observedAt(scope, ref));
    if (binding.kind === 'bind') return resolveBind(binding.text ?? '', scope);
    if (!binding.expression)
      return textOf(binding, texts, (expression) => valueOf(expression, scope, state, key));
    const value = valueOf(binding.expression, scope, state, key);
    return binding.kind === 'text' ? resolveTextResult(value, texts) : value;
  }

  function compute(scope: Scope): NodeSnapshot {
    const state = { pending: false };
    const stateOf = (id: string) => valueAt(scope, ['data', id]) as SourceState | undefined;
    const data = node.source === null ? undefined : stateOf(node.source);
    if (names.some((name) => sources[name] !== stateOf(node.sources[name]!))) {
      sources = Object.fromEntries(names.map((name) => [name, stateOf(node.sources[name]!)]));
    }
    const hidden = (pending: boolean): NodeSnapshot => ({
      visible: false,
      pending,
      props: resolved?.props ?? node.props,
      data,
      sources,
      error: null,
    });
    try {
      if (!context.can(node)) return hidden(false);
      const visible =
        typeof node.visible === 'boolean'
          ? node.visible
          : toBoolean(valueOf(node.visible, scope, state)) === true;
      if (!visible) return hidden(state.pending);
      const values = node.bindings.map((binding) => bindingValue(binding, scope, state, ''));
      resolved = resolveProps(node.props, node.bindings, values, resolved);
      return { visible: true, pending: state.pending, props: resolved.props, data, sources, error: null };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (error.message !== reported?.message) context.report(node.id, error);
      reported = error;
      return { visible: true, pending: false, props: resolved?.props ?? node.props, data, sources, error };
    }
  }

  // Its visibility depends on the permissions too, which end while the screen is open.
  const refs: readonly Path[] = node.access === undefined ? node.refs : [...node.refs, ['can']];

  function get(): NodeSnapshot {
    const scope = store.snapshot();
    if (snapshot && !stale && scope === lastScope) return snapshot;
    const seen = refs.map((ref) => observedAt(scope, ref));
    const unchanged = seen.every((value, index) => Object.is(value, lastSeen[index]));
    lastScope = scope;
    if (snapshot && !stale && unchanged) return snapshot;
    lastSeen = seen;
    stale = false;
    const computed = compute(scope);
    if (!computed.pending) inherited = null;
    const next = inherited ? { ...inherited, data: computed.data, sources: computed.sources } : computed;
    const same =
      snapshot !== null &&
      snapshot.visible === next.visible &&
      snapshot.pending === next.pending &&
      snapshot.props === next.props &&
      snapshot.data === next.data &&
      snapshot.sources === next.sources &&
      snapshot.error?.message === next.error?.message;
    if (!same) snapshot = next;
    return snapshot!;
  }

  return {
    get,
    subscribe(listener) {
      listeners.add(listener);
      releaseStore ??= store.subscribe(refs, () => {
        const due = [...listeners];
        for (const one of due) one();
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        releaseStore?.();
        releaseStore = null;
      };
    },
  };
}
