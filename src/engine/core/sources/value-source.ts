import { deepEqual } from '../../../contracts/json.ts';
import { ExpressionValue } from '../expressions/expression-value.ts';
import type { CompiledExpression } from '../expressions/expression.ts';
import { toFailure } from './failure.ts';
import type { CompiledSource, SourceState } from '../compiled-screen.ts';
import { missingNeeds, sourcesRead, stateOfMissing } from './source-needs.ts';
import { readValue } from './source-reply.ts';
import { idleSource, type SourceContext, type SourceController } from './sources.ts';

/**
 * Publishes `data.<id>` of a computed source: evaluates its expression once per change, for all readers. It is loading,
 * missing or failed with the sources whose values it reads.
 */
export function createValueSource(
  source: CompiledSource,
  expression: CompiledExpression,
  context: SourceContext,
): SourceController {
  const { host, store, texts } = context;
  const path = ['data', source.id];
  const computed = new ExpressionValue(expression, publishValue);
  const read = sourcesRead(expression.refs);
  let releaseStore: (() => void) | null = null;
  let reported: Error | null = null;

  const current = (): SourceState => (store.get(path) as SourceState | undefined) ?? idleSource;

  /** The state of a source whose needs, or the sources that it reads, have no values yet; null otherwise. */
  function stateOfWaiting(): Partial<SourceState> | null {
    const scope = context.scope();
    const missing = missingNeeds(source.needs, scope);
    if (missing.length > 0) return stateOfMissing(missing, scope);
    const states = read.flatMap((id) => {
      const state = store.get(['data', id]) as SourceState | undefined;
      return state && state.status !== 'ready' ? [state] : [];
    });
    const names = new Set(states.flatMap((state) => state.missing));
    if (names.size > 0) return { status: 'missing', missing: [...names] };
    // The rows of an earlier reply stay beside the failure of a later one.
    const failed = states.find(
      ({ status, rows, record }) => status === 'error' && rows.length === 0 && record === null,
    );
    if (failed) return { status: 'error', error: failed.error };
    return states.some(({ status }) => status !== 'error') ? { status: 'loading' } : null;
  }

  function publishValue(): void {
    const { value, error } = computed;
    if (error) {
      if (error.message !== reported?.message) host.report({ document: '', node: source.id, error });
      reported = error;
      store.set(path, { ...idleSource, status: 'error', error: toFailure(error, texts) });
      return;
    }
    reported = null;
    const { status, value: before } = current();
    // An equal value keeps its identity, so that its readers do not render again.
    if (status !== 'ready' || !deepEqual(value, before))
      store.set(path, { ...idleSource, ...readValue(value), status: 'ready' });
  }

  function update(): void {
    const state = stateOfWaiting();
    if (state) {
      computed.reset();
      store.set(path, { ...idleSource, ...state });
      return;
    }
    computed.update(context.scope());
    if (!computed.known) store.set(path, { ...idleSource, status: 'loading' });
  }

  update();

  return {
    start() {
      if (releaseStore) return;
      releaseStore = store.subscribe(source.refs, update);
      update();
    },
    stop() {
      releaseStore?.();
      releaseStore = null;
    },
    // The screen refreshes the sources that it reads.
    refresh: () => Promise.resolve(),
    values: () => ({}),
    receive: () => undefined,
  };
}
