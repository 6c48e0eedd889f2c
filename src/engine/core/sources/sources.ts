import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { resolveValue } from '../actions/values.ts';
import { resolveAddress } from '../language/address.ts';
import type { Host, Load, LoadSnapshot } from '../contract.ts';
import { toFailure } from './failure.ts';
import type { CompiledSource, PendingPatch, RowPatch, SourceState } from '../compiled-screen.ts';
import { loadPages, pagesUpTo, type LoadRequest } from './pages.ts';
import type { SourceOverlay } from './source-overlay.ts';
import { missingNeeds, stateOfMissing } from './source-needs.ts';
import type { PatchedValues } from './patch-rows.ts';
import { readReply, wrongShape } from './source-reply.ts';
import type { Scope, Store } from '../screen/store.ts';
import type { Texts } from '../language/texts.ts';

export const idleSource: SourceState = {
  status: 'idle',
  rows: [],
  total: 0,
  record: null,
  error: null,
  missing: [],
  refreshing: false,
  stale: false,
};

/** Keeps one source of a screen loaded while its references change. */
export interface SourceController {
  start(): void;
  stop(): void;
  refresh(): Promise<void>;
  /** Shows a change of rows before the server has confirmed it. A derived source follows the sources it reads. */
  patch?(patch: RowPatch): Promise<PendingPatch>;
  /** Parameters of the current load, by name: its query, or its body. */
  values(): Readonly<Record<string, unknown>>;
  /** Changes what the server replied, as an event says; undefined leaves it. */
  receive(change: (replied: SourceState) => PatchedValues | undefined): void;
}

export interface SourceContext {
  host: Host;
  store: Store;
  texts: Texts;
  scope(): Scope;
}

type Values = Record<string, unknown>;

/** Evaluates the expressions of named values; a promise only when one of them needs JSONata. */
function resolveNamed(named: CompiledSource['query'], scope: Scope): Values | Promise<Values> {
  const values = named.map(({ value }) => {
    if (typeof value !== 'object' || value === null || !('refs' in value)) return value;
    return value.plain ? value.evaluate(scope) : value.evaluateAsync(scope);
  });
  const toValues = (list: readonly unknown[]): Values =>
    Object.fromEntries(named.map(({ name }, index) => [name, list[index]]));
  return values.some((value) => value instanceof Promise)
    ? Promise.all(values).then(toValues)
    : toValues(values);
}

async function resolveBody(
  { written, list }: NonNullable<CompiledSource['body']>,
  scope: Scope,
): Promise<Json> {
  const values = await resolveValue(written, scope);
  if (list.length === 0) return (values ?? null) as Json;
  const entries = Object.entries(await resolveNamed(list, scope));
  // An empty filter does not narrow a search.
  const set = entries.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return { ...(Object.fromEntries(set) as JsonObject), ...(values as JsonObject) };
}

interface Inputs {
  query: Values;
  body?: Json;
}

/** Evaluates the query and the body. */
function resolveInputs(source: CompiledSource, scope: Scope): Inputs | Promise<Inputs> {
  const query = resolveNamed(source.query, scope);
  const { body } = source;
  if (body)
    return Promise.all([query, resolveBody(body, scope)]).then(([values, sent]) => ({
      query: values,
      body: sent,
    }));
  return query instanceof Promise ? query.then((values) => ({ query: values })) : { query };
}

// Globals of browsers and of Node, of which the core has no types.
declare function btoa(text: string): string;
declare const TextEncoder: new () => { encode(text: string): Iterable<number> };

/** Values as the calls of a view take them: base64 of a JSON object, in which a parameter without a value is named too. */
const encoded = (values: Values): string =>
  btoa(
    String.fromCharCode(
      ...new TextEncoder().encode(JSON.stringify(values, (_, value: unknown) => value ?? null)),
    ),
  );

/** The source's request, or those of all pages up to the one that `append` names. */
function requestsOf(source: CompiledSource, scope: Scope, { query, body }: Inputs): LoadRequest[] {
  const { append, shell, load } = source.definition;
  if (shell) return [{ address: `shell:${shell}` }];
  const address = source.address ?? '';
  if (append === undefined) {
    const sent = load ? { filters: encoded(query) } : query;
    return [{ address: resolveAddress(address, scope, sent), ...(body !== undefined && { body }) }];
  }
  if (body === undefined)
    return pagesUpTo(query[append]).map((page) => ({
      address: resolveAddress(address, scope, { ...query, [append]: page }),
    }));
  const one = resolveAddress(address, scope, query);
  const values = isObject(body) ? body : {};
  return pagesUpTo(values[append]).map((page) => ({ address: one, body: { ...values, [append]: page } }));
}

/** Publishes `data.<id>`: loads a source once its needs have a value, and again when its references change. */
export function createSource(source: CompiledSource, context: SourceContext): SourceController {
  const { host, store, texts } = context;
  const path = ['data', source.id];
  /** The requests of the current load. */
  let requested: string | null = null;
  let load: Load | null = null;
  let releaseLoad: (() => void) | null = null;
  let releaseStore: (() => void) | null = null;
  let attempt = 0;
  let seen: LoadSnapshot | null = null;
  let values: Values = {};
  /** Values that events have changed since a reply. */
  let patched: { reply: unknown; values: PatchedValues } | null = null;
  let running = false;

  /** Reply of the server, without the overlay. */
  let replied = idleSource;
  let overlay: SourceOverlay | null = null;

  const current = (): SourceState => replied;
  function publish(state: SourceState): void {
    replied = state;
    store.set(path, overlay ? overlay.apply(state) : state);
  }

  function publishSnapshot(): void {
    const snapshot = load?.get();
    if (!snapshot || snapshot === seen) return;
    seen = snapshot;
    overlay?.observe(snapshot);
    if (snapshot.status === 'loading') {
      // Rows of the previous page stay visible until the next ones arrive. A record does not, since it would pass
      // for another one.
      const { status, stale, rows } = current();
      const keepsRows = source.paths.record === undefined && (status === 'ready' || stale || rows.length > 0);
      publish(
        keepsRows
          ? { ...current(), status: 'ready', error: null, refreshing: true, stale: true }
          : { ...idleSource, status: 'loading' },
      );
      return;
    }
    const read =
      snapshot.reply === undefined || snapshot.reply === null
        ? null
        : patched?.reply === snapshot.reply
          ? patched.values
          : readReply(snapshot.reply, source, texts);
    const base = read && !('code' in read) ? { ...idleSource, ...read } : idleSource;
    if (snapshot.status === 'error') {
      // The previous page stays visible beside the failure of the next one.
      const previous = !read && current().stale ? current() : base;
      publish({ ...previous, status: 'error', error: snapshot.error, refreshing: snapshot.refreshing });
    } else if (read && !('code' in read)) {
      publish({ ...base, status: 'ready', refreshing: snapshot.refreshing });
    } else {
      const error =
        read && 'code' in read ? read : wrongShape(source.paths.rows ?? source.paths.record ?? '', texts);
      publish({ ...idleSource, status: 'error', error });
    }
  }

  function release(): void {
    releaseLoad?.();
    releaseLoad = null;
    load = null;
    requested = null;
    seen = null;
    patched = null;
  }

  function loadRequests(requests: readonly LoadRequest[]): void {
    const next = JSON.stringify(requests);
    if (next === requested && load) {
      publishSnapshot();
      return;
    }
    release();
    requested = next;
    const [first] = requests;
    load = requests.length === 1 && first ? host.load(first.address, first.body) : loadPages(host, requests);
    if (running) releaseLoad = load.subscribe(publishSnapshot);
    publishSnapshot();
  }

  function open(scope: Scope, inputs: Inputs): void {
    values = { ...inputs.query, ...(isObject(inputs.body) ? inputs.body : {}) };
    loadRequests(requestsOf(source, scope, inputs));
  }

  function fail(error: unknown): void {
    release();
    host.report({ document: '', node: source.id, error });
    publish({ ...idleSource, status: 'error', error: toFailure(error, texts) });
  }

  function update(): void {
    attempt += 1;
    const mine = attempt;
    const scope = context.scope();
    const missing = missingNeeds(source.needs, scope);
    if (missing.length > 0) {
      release();
      publish({ ...idleSource, ...stateOfMissing(missing, scope) });
      return;
    }
    try {
      const inputs = resolveInputs(source, scope);
      if (!(inputs instanceof Promise)) {
        open(scope, inputs);
        return;
      }
      if (current().status === 'idle' || current().status === 'missing')
        publish({ ...idleSource, status: 'loading' });
      inputs
        .then((resolved) => {
          if (mine === attempt) open(scope, resolved);
        })
        .catch((error: unknown) => {
          if (mine === attempt) fail(error);
        });
    } catch (error) {
      fail(error);
    }
  }

  // Immediately, so cached data is there for the first render.
  update();

  return {
    start() {
      if (running) return;
      running = true;
      releaseStore = store.subscribe(source.refs, update);
      if (load) releaseLoad = load.subscribe(publishSnapshot);
      update();
    },
    stop() {
      running = false;
      attempt += 1;
      releaseStore?.();
      releaseStore = null;
      releaseLoad?.();
      releaseLoad = null;
    },
    async patch(patch) {
      const { SourceOverlay } = await import('./source-overlay.ts');
      if (!overlay) {
        overlay = new SourceOverlay(() => publish(replied));
        if (seen) overlay.observe(seen);
      }
      return overlay.add(patch);
    },
    async refresh() {
      if (!load) return;
      try {
        await load.refresh();
      } catch {
        // The load's snapshot has the failure, and the source publishes it.
      }
      publishSnapshot();
    },
    values: () => values,
    receive(change) {
      const next = change(replied);
      if (!next) return;
      patched = { reply: load?.get().reply, values: next };
      publish({ ...replied, ...next });
    },
  };
}
