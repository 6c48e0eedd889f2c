import { valueAt } from '../../contracts/json-pointer.ts';
import { isObject, type Json } from '../../contracts/json.ts';
import { resolveAddress } from './address.ts';
import type { Host, HostFailure, Load, LoadSnapshot } from './contract.ts';
import { toFailure } from './failure.ts';
import type { CompiledSource, SourceState } from './model.ts';
import { loadPages, PageReplies, pagesUpTo } from './pages.ts';
import { missingNeeds, stateOfMissing } from './source-needs.ts';
import type { Scope, Store } from './store.ts';
import type { Texts } from './texts.ts';

type Row = Record<string, Json>;

const noRows: readonly Row[] = [];

export const idleSource: SourceState = {
  status: 'idle',
  rows: noRows,
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
}

export interface SourceContext {
  host: Host;
  store: Store;
  texts: Texts;
  scope(): Scope;
}

/** Evaluates the query's expressions; a promise only when one of them needs JSONata. */
function resolveQuery(
  source: CompiledSource,
  scope: Scope,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  const values = source.query.map(({ value }) => {
    if (typeof value !== 'object' || value === null) return value;
    return value.plain ? value.evaluate(scope) : value.evaluateAsync(scope);
  });
  const named = (list: readonly unknown[]): Record<string, unknown> =>
    Object.fromEntries(source.query.map(({ name }, index) => [name, list[index]]));
  return values.some((value) => value instanceof Promise) ? Promise.all(values).then(named) : named(values);
}

function wrongShape(path: string, texts: Texts): HostFailure {
  const message = texts.translate('failures.shape', { path }) ?? path;
  return { code: 'WRONG_SHAPE', status: 0, message, errors: [] };
}

/** Joins the rows of all pages. The total comes from the newest reply. */
function readPages(
  { replies }: PageReplies,
  source: CompiledSource,
  texts: Texts,
): Pick<SourceState, 'rows' | 'total' | 'record'> | HostFailure {
  const rows: Row[] = [];
  let total = 0;
  for (const reply of replies) {
    const read = readReply(reply, source, texts);
    if ('code' in read) return read;
    for (const row of read.rows) rows.push(row);
    total = source.definition.total === undefined ? rows.length : read.total;
  }
  return { rows, total, record: null };
}

/** Reads a source's values from a reply; a HostFailure names a path of the wrong type. */
function readReply(
  reply: unknown,
  source: CompiledSource,
  texts: Texts,
): Pick<SourceState, 'rows' | 'total' | 'record'> | HostFailure {
  if (reply instanceof PageReplies) return readPages(reply, source, texts);
  const { rows: rowsPath, total: totalPath, record: recordPath } = source.definition;
  let rows = noRows;
  let record: Row | null = null;
  if (rowsPath !== undefined) {
    const found = valueAt(reply, rowsPath.split('.'));
    if (!Array.isArray(found) || !found.every(isObject)) return wrongShape(rowsPath, texts);
    rows = found;
  }
  let total = rows.length;
  if (totalPath !== undefined) {
    const found = valueAt(reply, totalPath.split('.'));
    if (typeof found !== 'number' || !Number.isFinite(found)) return wrongShape(totalPath, texts);
    total = found;
  }
  if (recordPath !== undefined) {
    const found = valueAt(reply, recordPath.split('.'));
    if (found !== null && !isObject(found)) return wrongShape(recordPath, texts);
    record = found;
  }
  return { rows, total, record };
}

/** Publishes `data.<id>`: loads a source once its needs have a value, and again when its references change. */
export function createSource(source: CompiledSource, context: SourceContext): SourceController {
  const { host, store, texts } = context;
  const path = ['data', source.id];
  let address: string | null = null;
  let load: Load | null = null;
  let releaseLoad: (() => void) | null = null;
  let releaseStore: (() => void) | null = null;
  let attempt = 0;
  let seen: LoadSnapshot | null = null;
  let running = false;

  const current = (): SourceState => (store.get(path) as SourceState | undefined) ?? idleSource;
  const publish = (state: SourceState): void => store.set(path, state);

  function publishSnapshot(): void {
    const snapshot = load?.get();
    if (!snapshot || snapshot === seen) return;
    seen = snapshot;
    if (snapshot.status === 'loading') {
      // Rows of the previous page stay visible until the next ones arrive. A record does not, since it would pass
      // for another one.
      const { status, stale, rows } = current();
      const keepsRows =
        source.definition.record === undefined && (status === 'ready' || stale || rows.length > 0);
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
        read && 'code' in read
          ? read
          : wrongShape(source.definition.rows ?? source.definition.record ?? '', texts);
      publish({ ...idleSource, status: 'error', error });
    }
  }

  function release(): void {
    releaseLoad?.();
    releaseLoad = null;
    load = null;
    address = null;
    seen = null;
  }

  /** The source's address, or those of all pages up to the one that `append` names. */
  function addressesOf(scope: Scope, query: Record<string, unknown>): string[] {
    const { get, append } = source.definition;
    if (append === undefined) return [resolveAddress(get, scope, query)];
    return pagesUpTo(query[append]).map((page) => resolveAddress(get, scope, { ...query, [append]: page }));
  }

  function loadAddresses(addresses: readonly string[]): void {
    const next = addresses.join('\n');
    if (next === address && load) {
      publishSnapshot();
      return;
    }
    release();
    address = next;
    load = addresses.length === 1 ? host.load(next) : loadPages(host, addresses);
    if (running) releaseLoad = load.subscribe(publishSnapshot);
    publishSnapshot();
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
      const query = resolveQuery(source, scope);
      if (!(query instanceof Promise)) {
        loadAddresses(addressesOf(scope, query));
        return;
      }
      if (current().status === 'idle' || current().status === 'missing')
        publish({ ...idleSource, status: 'loading' });
      query
        .then((values) => {
          if (mine === attempt) loadAddresses(addressesOf(scope, values));
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
    async refresh() {
      if (!load) return;
      try {
        await load.refresh();
      } catch {
        // The load's snapshot has the failure, and the source publishes it.
      }
      publishSnapshot();
    },
  };
}
