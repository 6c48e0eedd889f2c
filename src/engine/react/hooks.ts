import { mayArrive } from './screen/useTexts.ts';
import { valueAt } from '../../contracts/json-pointer.ts';
import { useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';
import type { Access } from '../../contracts/access.ts';
import type { Json } from '../../contracts/json.ts';
import type { Language } from '../../contracts/language.ts';
import { bindPath, itemScope, resolveAddress } from '../core/index.ts';
import type { Host, HostFailure, LoadSnapshot, PeopleHere, Query, RunOutcome, Steps } from '../core/index.ts';
import { TitleContext, useEngine, useNode, useScreen, type Engine } from './context.ts';
import { formatterFor } from './format.ts';
import type { Formatter } from './format.ts';

/** The person's language. */
export function useLanguage(): Language {
  return useEngine().lang;
}

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Texts of locales/ by key, without `$`; `count` chooses the plural. An unknown key is its own text. */
export function useText(): Translate {
  const { host, lang } = useEngine();
  return useMemo(() => {
    // A new function per language, so that memoised texts are made again.
    void lang;
    return (key: string, values?: Record<string, unknown>) =>
      host.translate(key, values) ?? (mayArrive(host) ? '' : key);
  }, [host, lang]);
}

/** Host, widgets and language, for surfaces around screens. Widgets use the other hooks. */
export const useHost = (): Engine => useEngine();

/** The screen's title; empty until an expression in it has a result. */
export function useScreenTitle(): string {
  return useContext(TitleContext);
}

/** Dates in the tenant's zone and numbers by locale. */
export function useFormat(): Formatter {
  const { host, lang } = useEngine();
  return formatterFor(lang, host.tenant.timeZone);
}

/** Whether the person has an access, as far as the client knows. The server decides. */
export function useCan(): (access: Access | undefined) => boolean {
  const screen = useScreen();
  const permissions = useSyncExternalStore(screen.permissions.subscribe, screen.permissions.get);
  return useCallback(
    (access) => {
      // Another function after they changed, so that what is derived from it is derived anew.
      void permissions;
      return screen.can(access);
    },
    [screen, permissions],
  );
}

/**
 * Value and setter of a path in the screen's state, such as `state.filters`. Renders again only when its value changes.
 * Without a path the value is undefined and the setter does nothing.
 */
export function useBinding(path: string | undefined): [unknown, (value: Json) => void] {
  const { store } = useScreen();
  const at = useMemo(() => (path === undefined ? null : bindPath(path)), [path]);
  const subscribe = useCallback(
    (listener: () => void) => (at ? store.subscribe([at], listener) : () => undefined),
    [store, at],
  );
  const value = useSyncExternalStore(subscribe, () => (at ? store.get(at) : undefined));
  const set = useCallback(
    (next: Json) => {
      if (at) store.set(at, next);
    },
    [store, at],
  );
  return [value, set];
}

/** Reads state paths (`state.selected`) outside of rendering, with what steps have written since. */
export function useReadState(): (path: string) => unknown {
  const { store } = useScreen();
  return useCallback((path) => store.get(bindPath(path)), [store]);
}

/** The person's preference under a key, and its setter. Null means none; setting null removes it. */
export function usePreference(key: string): [Json, (value: Json) => void] {
  const { preferences } = useEngine().host;
  const subscribe = useCallback(
    (listener: () => void) => preferences.subscribe(key, listener),
    [preferences, key],
  );
  const value = useSyncExternalStore(subscribe, () => preferences.get(key));
  const set = useCallback((next: Json) => preferences.set(key, next), [preferences, key]);
  return [value, set];
}

/** The screen's id, for keys of stored preferences. */
export function useScreenId(): string {
  return useScreen().compiled.id;
}

/** Whether the document is a dashboard, whose empty widgets say that there is no data. */
export function useIsDashboard(): boolean {
  return (useScreen().compiled.document as { kind: string }).kind === 'dashboard';
}

/** State paths that sources of the screen need a value at before they load. */
export function useNeededPaths(): ReadonlySet<string> {
  const { compiled } = useScreen();
  return useMemo(
    () => new Set([...compiled.sources.values()].flatMap(({ needs }) => needs.map(({ name }) => name))),
    [compiled],
  );
}

/** Groups several changes of state into one notification, so that a source loads once for all of them. */
export function useBatch(): (change: () => void) => void {
  const { store } = useScreen();
  return store.batch;
}

/** The value that the screen's definition gives a path of the state at the start. */
export function useInitialState(bind: string | undefined): unknown {
  const { compiled } = useScreen();
  return useMemo(
    () => (bind === undefined ? undefined : valueAt(compiled.document, bindPath(bind))),
    [compiled, bind],
  );
}

/** The state of a load of an address: of what a widget shows beside its source, when somebody asks. */
export function useLoad(address: string): LoadSnapshot {
  const { host } = useEngine();
  const load = useMemo(() => host.load(address), [host, address]);
  return useSyncExternalStore(load.subscribe, load.get);
}

export interface RunContext {
  /** Id of the action within its node. The same action of the same row never runs twice at a time. */
  id: string;
  /** The row that the steps see as row, and its key. */
  row?: Record<string, Json>;
  rowKey?: string | number;
  event?: Json;
  /** Shows a failure instead of a toast, as an error at a cell; false when it cannot. */
  showFailure?: (failure: HostFailure) => boolean;
  /** Called with the index of each item that an `each` step handled to its end. */
  itemDone?: (index: number) => void;
}

/** Runs steps that a widget's props carry. `useBusy(id, rowKey)` is true until they are done. */
export function useRun(): (steps: Steps, context: RunContext) => Promise<RunOutcome> {
  const screen = useScreen();
  const node = useNode();
  return useCallback(
    (steps, { id, row, rowKey, event, showFailure, itemDone }) =>
      screen.run({ node: node.id, event: id, ...(rowKey === undefined ? {} : { rowKey }) }, steps, {
        names: itemScope(steps)?.names ?? {},
        ...(row === undefined ? {} : { row }),
        ...(event === undefined ? {} : { event }),
        ...(showFailure === undefined ? {} : { showFailure }),
        ...(itemDone === undefined ? {} : { itemDone }),
      }),
    [screen, node],
  );
}

/** Whether the steps of this node's event (or action, of this row) are running. */
export function useBusy(event: string, rowKey?: string | number): boolean {
  const screen = useScreen();
  const node = useNode();
  const busy = useMemo(
    () => screen.busy({ node: node.id, event, ...(rowKey === undefined ? {} : { rowKey }) }),
    [screen, node, event, rowKey],
  );
  return useSyncExternalStore(busy.subscribe, busy.get);
}

/** Fills in the references (`{row.id}`) of an address of this product; null when one has no value. */
export function useAddress(): (template: string, row?: Record<string, Json>) => string | null {
  const screen = useScreen();
  return useCallback(
    (template, row) => {
      try {
        return resolveAddress(template, screen.scope(row === undefined ? undefined : { row }));
      } catch {
        return null;
      }
    },
    [screen],
  );
}

/** Reports an error that the node's widget contained. */
export function useReport(): (error: unknown) => void {
  const { host, compiled } = useScreen();
  const { id } = useNode();
  return useCallback(
    (error) => host.report({ document: compiled.id, node: id, error }),
    [host, compiled, id],
  );
}

/** Navigates to another address of this product. */
export function useNavigate(): (to: string) => void {
  const { host } = useEngine();
  return useCallback((to) => host.navigate(to), [host]);
}

/** Whether the page handles a click itself; any other is the browser's own: a new tab, a new window, a download. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Props of an anchor to an address of this product. */
export interface LinkTarget {
  href: string;
  onClick(event: MouseEvent): void;
}

/**
 * An address of this product as a link: a plain click navigates within the page, any other is the browser's. Null without
 * an address, and when a reference in it has no value.
 */
export function useLinkTo(): (template: string | undefined) => LinkTarget | null {
  const addressOf = useAddress();
  const navigate = useNavigate();
  return useCallback(
    (template) => {
      const href = template === undefined ? null : addressOf(template);
      if (href === null) return null;
      return {
        href,
        onClick: (event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          navigate(href);
        },
      };
    },
    [addressOf, navigate],
  );
}

/** Shows a message for a while. */
export function useNotify(): Host['notify'] {
  return useEngine().host.notify;
}

/** The screen's address: its path with its parameters, and its query. */
export function useScreenAddress(): { path: string; query: Query } {
  const screen = useScreen();
  const query = useSyncExternalStore(screen.query.subscribe, screen.query.get);
  return useMemo(() => {
    const template = String(screen.compiled.document.path ?? '').replace(/:(\w+)/g, '{params.$1}');
    let path: string;
    try {
      path = resolveAddress(template, screen.scope());
    } catch {
      // A screen rendered outside of its route has no path.
      path = '';
    }
    return { path, query };
  }, [screen, query]);
}

/** Closes the dialog whose node this is. */
export function useClose(): () => void {
  const screen = useScreen();
  const node = useNode();
  return useCallback(() => screen.close(node.id), [screen, node]);
}

const nobody: PeopleHere = { people: [], total: 0 };

/** Enters the place of a topic, such as `record:user:5`, and returns the other people there; null enters none. */
export function useOthersHere(topic: string | null): PeopleHere {
  const { host } = useEngine();
  const [here, setHere] = useState(nobody);
  useEffect(() => {
    if (topic === null) return undefined;
    const leave = host.events.enter(topic, setHere);
    return () => {
      leave();
      setHere(nobody);
    };
  }, [host, topic]);
  const people = here.people.filter(({ id }) => id !== host.user.id);
  return { people, total: Math.max(here.total - 1, people.length) };
}
