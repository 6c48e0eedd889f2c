import { valueAt } from '../../../../contracts/json-pointer.ts';
import { pictureUrl } from '../../../../contracts/url.ts';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { AddressError, compileExpression, isExpression, resolveAddress } from '../../../core/index.ts';
import type { Load, LoadSnapshot, RemoteOptions } from '../../../core/index.ts';
import { useEngine, useScreen } from '../../context.ts';
import { useText } from '../../hooks.ts';
import { useSettled } from '../../useAnswer.ts';
import { useControls, type ControlProps } from '../context.ts';
import { notOffered } from './not-offered.ts';
import { allowedOf, useOptions, type ShownOption } from './useOptions.ts';

export interface ServerOptions {
  status: 'idle' | 'waiting' | 'loading' | 'ready' | 'error';
  /** Field that the address waits for, while its status is `waiting`: the label of a field; null for what is no field. */
  waitsFor?: string | null;
  options: readonly ShownOption[];
  /** The server has more options, which typing finds. */
  more: boolean;
  /** Loads the next page; null without pages and after the last one. */
  loadMore: (() => void) | null;
  retry(): void;
}

const idle: LoadSnapshot = { status: 'loading', reply: undefined, error: null, refreshing: false };
const defaultDebounce = 500;
/** Most pages; further options are found by typing. */
const maxPages = 40;

/**
 * Options that the server sends for the typed text. Nothing is requested before `wanted`; a search waits until typing
 * stops. Replies come through the host's shared loads, so the options always belong to the last text.
 * @param dependsOn fields that the address and the query read: another value of one requests another list.
 */
export function useServerOptions(
  source: RemoteOptions | null,
  wanted: boolean,
  typed: string,
  dependsOn: readonly string[],
): ServerOptions {
  const { host } = useEngine();
  const { compiled } = useScreen();
  const { scope: scopeOf, labelOf } = useControls();
  const search = useSettled(typed, source?.debounce ?? defaultDebounce);
  const depending = useDepending(dependsOn);
  const [asked, setAsked] = useState({ of: '', pages: 1 });
  const key = `${search} ${depending}`;
  const pages = asked.of === key ? asked.pages : 1;

  const loadsOrError = useMemo((): Load[] | AddressError | null => {
    if (!wanted || source === null) return null;
    void depending;
    const scope = scopeOf();
    try {
      return Array.from({ length: pages }, (_, at) =>
        host.load(resolveAddress(source.get, scope, queryOf(source, scope, search, at + 1))),
      );
    } catch (error) {
      if (!(error instanceof AddressError)) return null;
      // The field that the address reads may have no value yet.
      if (error.code !== 'address-reference') host.report({ document: compiled.id, node: source.get, error });
      return error;
    }
  }, [host, compiled, scopeOf, source, wanted, search, pages, depending]);
  const blocked = loadsOrError instanceof AddressError ? loadsOrError : null;
  const loads = loadsOrError instanceof AddressError ? null : loadsOrError;

  const snapshots = useLoads(loads);
  const options = useMemo(
    () => (source === null ? [] : uniqueOptions(source, snapshots)),
    [source, snapshots],
  );
  const pending = typed !== search;
  const last = snapshots.at(-1) ?? idle;
  const hasMore =
    source !== null && !pending && last.status === 'ready' && moreThan(source, last.reply, options.length);
  if (blocked?.code === 'address-reference') {
    const waitsFor = labelOf(blocked.reference);
    return { status: 'waiting', waitsFor, options: [], more: false, loadMore: null, retry: () => undefined };
  }
  return {
    status: blocked !== null ? 'error' : loads === null ? 'idle' : pending ? 'loading' : last.status,
    options: pending ? [] : options,
    more: hasMore && source.search !== undefined,
    loadMore:
      hasMore && source.page !== undefined && pages < maxPages
        ? () => setAsked({ of: key, pages: pages + 1 })
        : null,
    retry: () => void loads?.at(-1)?.refresh(),
  };
}

/**
 * All options of an input whose control shows them at once, of those that the server searches the first page, with the chosen values
 * that are not among them.
 */
export function useAllOptions({ field, allowed, value }: ControlProps): ServerOptions {
  const t = useText();
  const found = useOptions(field.options, allowed);
  const { list, remote, status, waitsFor, retry } = found;
  const sent = useServerOptions(remote, remote !== null, '', field.dependsOn);
  const gone = notOffered(
    { ...found, known: remote === null ? found.known : sent.options },
    allowed,
    value,
    t,
  );
  const left = remote === null ? list : allowedOf(sent.options, allowed);
  const options = gone.length === 0 ? left : [...left, ...gone];
  return remote === null
    ? { status, waitsFor, options, more: false, loadMore: null, retry }
    : { ...sent, options };
}

/** The label of a chosen value, where the source can load a single row. */
export function useOptionLabel(source: RemoteOptions | null, value: string | number | null): string | null {
  const { host } = useEngine();
  const screen = useScreen();
  const one = source?.one;
  const loads = useMemo(() => {
    if (one === undefined || value === null) return null;
    try {
      return [host.load(resolveAddress(one.get, { ...screen.scope(), value }))];
    } catch {
      return null;
    }
  }, [host, screen, one, value]);
  const reply = useLoads(loads)[0]?.reply;
  // A value that is the text itself needs no answer.
  if (source !== null && source.value === source.label && value !== null) return String(value);
  if (source === null || one === undefined || reply === undefined) return null;
  const found = valueAt(reply, one.row.split('.'));
  const row = Array.isArray(found)
    ? (found as unknown[]).find((each) => valueAt(each, source.value.split('.')) === value)
    : found;
  const label = valueAt(row, source.label.split('.'));
  return label === undefined || label === null ? null : String(label);
}

const noSnapshots: readonly LoadSnapshot[] = [];

/** Snapshots of several loads; the same list until one of them changes. */
function useLoads(loads: readonly Load[] | null): readonly LoadSnapshot[] {
  const store = useMemo(() => {
    if (loads === null) return { subscribe: () => () => undefined, get: () => noSnapshots };
    let held: readonly LoadSnapshot[] = loads.map((load) => load.get());
    return {
      subscribe(listener: () => void) {
        const releases = loads.map((load) => load.subscribe(listener));
        return () => releases.forEach((release) => release());
      },
      get() {
        const now = loads.map((load) => load.get());
        if (now.some((one, at) => one !== held[at])) held = now;
        return held;
      },
    };
  }, [loads]);
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The values of the fields that the options depend on, as one text that changes with them. */
function useDepending(names: readonly string[]): string {
  const controls = useControls();
  const subscribe = useCallback(
    (listener: () => void) => controls.subscribe(names, listener),
    [controls, names],
  );
  return useSyncExternalStore(subscribe, () =>
    names.length === 0 ? '' : JSON.stringify(names.map((name) => controls.valueOf(name) ?? null)),
  );
}

function queryOf(source: RemoteOptions, scope: Record<string, unknown>, search: string, page: number) {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source.query ?? {})) {
    if (!isExpression(value)) query[name] = value;
    else {
      const expression = compileExpression(value.$expr);
      if (expression.plain) query[name] = expression.evaluate(scope);
    }
  }
  if (source.search !== undefined && search !== '') query[source.search] = search;
  if (source.page !== undefined) query[source.page] = page;
  return query;
}

function uniqueOptions(source: RemoteOptions, snapshots: readonly LoadSnapshot[]): ShownOption[] {
  const found = new Map<string | number, ShownOption>();
  for (const { reply } of snapshots) {
    const rows = valueAt(reply, source.rows.split('.'));
    if (!Array.isArray(rows)) continue;
    for (const row of rows as unknown[]) {
      const value = valueAt(row, source.value.split('.'));
      const label = valueAt(row, source.label.split('.'));
      if ((typeof value !== 'string' && typeof value !== 'number') || found.has(value)) continue;
      found.set(value, {
        value,
        label: label === undefined || label === null ? String(value) : String(label),
        ...(source.image !== undefined && { image: pictureUrl(valueAt(row, source.image.split('.'))) }),
      });
    }
  }
  return [...found.values()];
}

/** Without a total, a page with rows may have another one after it. */
function moreThan(source: RemoteOptions, reply: unknown, sent: number): boolean {
  if (source.total !== undefined) {
    const total = valueAt(reply, source.total.split('.'));
    return typeof total === 'number' && total > sent;
  }
  const rows = valueAt(reply, source.rows.split('.'));
  return source.page !== undefined && Array.isArray(rows) && rows.length > 0;
}
