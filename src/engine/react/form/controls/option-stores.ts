import { isObject } from '../../../../contracts/json.ts';
import type { EntityDocument, Host, Screen, SourceState } from '../../../core/index.ts';
import type { InputChoices } from '../../../core/form/field.ts';

/** Origin of options besides their definition: the rows of a source, or an entity's declaration. */
export interface OptionOrigin {
  status: 'loading' | 'waiting' | 'ready' | 'error';
  /** The first state path that a source waits for. */
  missing?: string;
  rows: SourceState['rows'];
  entity: EntityDocument | null;
}

/** An origin that is loaded, as React's useSyncExternalStore takes it. */
export interface OptionStore {
  get(): OptionOrigin;
  subscribe(listener: () => void): () => void;
  retry(): void;
}

const written: OptionOrigin = { status: 'ready', rows: [], entity: null };
const nothing: OptionStore = { get: () => written, subscribe: () => () => undefined, retry: () => undefined };

/** The store of what the options come from; a constant one for options that are written down. */
export function optionStore(options: InputChoices | null, screen: Screen): OptionStore {
  if (options === null || Array.isArray(options) || 'get' in options) return nothing;
  if ('source' in options) return sourceStore(options.source, screen);
  return entityStore('entity' in options ? options.entity : options.enum.entity, screen.host);
}

function statusOf({ status, stale }: SourceState): OptionOrigin['status'] {
  if (status === 'error' || (status === 'ready' && !stale)) return status;
  return status === 'missing' ? 'waiting' : 'loading';
}

function sourceStore(id: string, screen: Screen): OptionStore {
  let state: SourceState | null = null;
  let origin = written;
  return {
    get() {
      const now = screen.source(id);
      if (now !== state) {
        state = now;
        const [missing] = now.missing;
        origin = {
          status: screen.compiled.sources.has(id) ? statusOf(now) : 'error',
          // Rows of other parameters are no options.
          rows: now.stale ? [] : now.rows,
          entity: null,
          ...(missing !== undefined && { missing }),
        };
      }
      return origin;
    },
    subscribe: (listener) => screen.store.subscribe([['data', id]], listener),
    retry: () => void screen.refresh([id]),
  };
}

/** Declarations that inputs of a host have asked for, by the entity's id. */
const entityStores = new WeakMap<Host, Map<string, OptionStore>>();

/** An entity's declaration, loaded once for all inputs and followed while one of them is shown. */
function entityStore(id: string, host: Host): OptionStore {
  const known = entityStores.get(host) ?? new Map<string, OptionStore>();
  entityStores.set(host, known);
  let store = known.get(id);
  if (store === undefined) known.set(id, (store = createEntityStore(id, host)));
  return store;
}

function createEntityStore(id: string, host: Host): OptionStore {
  const listeners = new Set<() => void>();
  let origin: OptionOrigin = { status: 'loading', rows: [], entity: null };
  let release: (() => void) | null = null;
  const settle = (definition: unknown) => {
    const entity = isObject(definition) ? (definition as unknown as EntityDocument) : null;
    origin = { status: entity === null ? 'error' : 'ready', rows: [], entity };
    for (const listener of listeners) listener();
  };
  const load = () => {
    host.definition('entity', id).then(
      ({ definition }) => settle(definition),
      (error: unknown) => {
        host.report({ document: id, node: '', error });
        settle(null);
      },
    );
  };
  load();
  return {
    get: () => origin,
    subscribe(listener) {
      listeners.add(listener);
      release ??= host.onDefinition('entity', id, ({ definition }) => settle(definition));
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        release?.();
        release = null;
      };
    },
    retry() {
      origin = { ...origin, status: 'loading' };
      for (const listener of listeners) listener();
      load();
    },
  };
}
