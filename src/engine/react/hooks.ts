import { valueAt } from '../../contracts/json-pointer.ts';
import { useCallback, useContext, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';
import type { Access } from '../../contracts/access.ts';
import type { Json } from '../../contracts/json.ts';
import type { Language } from '../../contracts/language.ts';
import { bindPath, compileExpression, evaluateRows, resolveAddress } from '../core/index.ts';
import type { HostFailure, Path, Query, RowExpression, RunOutcome, Scope, Steps } from '../core/index.ts';
import { TitleContext, useEngine, useNode, useScreen } from './context.ts';
import type { WidgetChild } from './contract.ts';
import { formatterFor } from './format.ts';
import type { Formatter } from './format.ts';

const nothing = () => () => undefined;

/** The person's language. */
export function useLanguage(): Language {
  return useEngine().lang;
}

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Texts of locales/ by key, without `$`; `count` chooses the plural. An unknown key is shown as it is: seen, not hidden. */
export function useText(): Translate {
  const { host, lang } = useEngine();
  return useMemo(() => {
    // A new function per language, so that what is memoised on it is made again.
    void lang;
    return (key: string, values?: Record<string, unknown>) => host.translate(key, values) ?? key;
  }, [host, lang]);
}

/** What the screen is called; empty while an expression has no answer yet. */
export function useScreenTitle(): string {
  return useContext(TitleContext);
}

/** Dates in the tenant's zone and numbers by locale. */
export function useFormat(): Formatter {
  const { host, lang } = useEngine();
  return formatterFor(lang, host.tenant.timeZone);
}

/** May the caller, as far as the client knows? The server decides. */
export function useCan(): (access: Access | undefined) => boolean {
  const screen = useScreen();
  return useCallback((access) => screen.can(access), [screen]);
}

/**
 * Value and setter of a place in the screen's state, as `state.filters`. Renders again only when that place changes.
 * Without a path there is nothing: undefined, and a setter that does nothing.
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

/**
 * The children that are shown right now, for a widget whose own drawing depends on that (a tab each, a place each). Renders
 * again when one appears or goes, not when one changes.
 */
export function useVisibleChildren(items: readonly WidgetChild[]): readonly WidgetChild[] {
  const screen = useScreen();
  const { children } = useNode();
  const observed = useMemo(() => {
    // Most are always there; a notice in a child's place is shown as well.
    const conditional = children.filter(
      (child) => child.diagnostics.length === 0 && (child.visible !== true || child.access !== undefined),
    );
    const states = conditional.map((child) => ({ id: child.id, state: screen.observeNode(child) }));
    return {
      subscribe(listener: () => void) {
        const releases = states.map(({ state }) => state.subscribe(listener));
        return () => releases.forEach((release) => release());
      },
      hidden: () =>
        states
          .filter(({ state }) => !state.get().visible)
          .map(({ id }) => id)
          .join('\n'),
    };
  }, [screen, children]);
  const hidden = useSyncExternalStore(observed.subscribe, observed.hidden);
  return useMemo(() => {
    const ids = new Set(hidden.split('\n'));
    return hidden === '' ? items : items.filter(({ id }) => !ids.has(id));
  }, [items, hidden]);
}

/** What the person set up for themselves under a key, and its setter; null: nothing, or forget it. */
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

/** The screen's id, for what is kept by it. */
export function useScreenId(): string {
  return useScreen().compiled.id;
}

/** Several changes of bound places told as one, so that a source loads once for all of them. */
export function useBatch(): (change: () => void) => void {
  const { store } = useScreen();
  return store.batch;
}

/** What the screen's definition starts a place of the state with. */
export function useInitialState(bind: string): unknown {
  const { compiled } = useScreen();
  return useMemo(() => valueAt(compiled.document, bindPath(bind)), [compiled, bind]);
}

export interface RunContext {
  /** Tells steps of one node apart: an action's id. The same one of the same row never runs twice at a time. */
  id: string;
  /** What the steps see as row, and what tells its row apart. */
  row?: Record<string, Json>;
  rowKey?: string | number;
  event?: Json;
  /** Shows a failure instead of a toast, as an error at a cell; false when it cannot. */
  showFailure?: (failure: HostFailure) => boolean;
}

/** Runs steps that a widget's props carry. `useBusy(id, rowKey)` tells whether they still run. */
export function useRun(): (steps: Steps, context: RunContext) => Promise<RunOutcome> {
  const screen = useScreen();
  const node = useNode();
  return useCallback(
    (steps, { id, row, rowKey, event, showFailure }) =>
      screen.run({ node: node.id, event: id, ...(rowKey === undefined ? {} : { rowKey }) }, steps, {
        ...(row === undefined ? {} : { row }),
        ...(event === undefined ? {} : { event }),
        ...(showFailure === undefined ? {} : { showFailure }),
      }),
    [screen, node],
  );
}

/** Do the steps of this node's event (or action, of this row) run right now? */
export function useBusy(event: string, rowKey?: string | number): boolean {
  const screen = useScreen();
  const node = useNode();
  const busy = useMemo(
    () => screen.busy({ node: node.id, event, ...(rowKey === undefined ? {} : { rowKey }) }),
    [screen, node, event, rowKey],
  );
  return useSyncExternalStore(busy.subscribe, busy.get);
}

/** Our own address with its `{row.id}` filled in; null when a reference has no value. */
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

/** Goes to another address of ours. */
export function useNavigate(): (to: string) => void {
  const { host } = useEngine();
  return useCallback((to) => host.navigate(to), [host]);
}

/** A click that the page answers itself; any other is the browser's own: a new tab, a new window, a download. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** What an anchor that leads to a place of ours takes. */
export interface LinkTarget {
  href: string;
  onClick(event: MouseEvent): void;
}

/**
 * Our own address as a link: a plain click goes there in place, any other is the browser's own (a new tab). Null without
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

/** Where the screen stands: its path with its parameters, and what its address carries. */
export function useHere(): { path: string; query: Query } {
  const screen = useScreen();
  const query = useSyncExternalStore(screen.query.subscribe, screen.query.get);
  return useMemo(() => {
    const template = String(screen.compiled.document.path ?? '').replace(/:(\w+)/g, '{params.$1}');
    let path: string;
    try {
      path = resolveAddress(template, screen.scope());
    } catch {
      // A screen that is shown outside of its route stands nowhere.
      path = '';
    }
    return { path, query };
  }, [screen, query]);
}

/** For the widget of a dialog node: closes it. */
export function useClose(): () => void {
  const screen = useScreen();
  const node = useNode();
  return useCallback(() => screen.close(node.id), [screen, node]);
}

/**
 * Again, a row at a time, after a row's data made the one evaluation fail: only the rows at fault have no result.
 */
async function rowByRow(source: string, rows: readonly unknown[], scope: Scope): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const row of rows) {
    try {
      results.push((await evaluateRows(source, [row], scope))[0]);
    } catch {
      results.push(undefined);
    }
  }
  return results;
}

/** One result per row; undefined while JSONata is on its way, and after a failure. */
export type RowResults = readonly unknown[] | undefined;

/** Answers of JSONata, and what they were asked about. */
interface LateResults {
  of: unknown;
  wanted: unknown;
  version: number;
  rows: readonly unknown[];
  results: readonly RowResults[];
}

/** What is known already of the rows that are asked about again: the same row has the same result. */
function carried(known: LateResults | null, at: number, rows: readonly unknown[]): RowResults {
  const results = known?.results[at];
  if (!known || !results) return undefined;
  const places = new Map(known.rows.map((row, index) => [row, index]));
  return rows.map((row) => results[places.get(row) ?? -1]);
}

/**
 * Evaluates row expressions, each once over all rows. Again only when rows, expressions or what they refer to besides
 * row have changed. Results stand in the order of `expressions`; a missing expression has no results.
 */
export function useEvaluateRows(
  expressions: readonly (RowExpression | undefined)[],
  rows: readonly Record<string, Json>[],
): readonly RowResults[] {
  const screen = useScreen();
  const node = useNode();
  const sources = JSON.stringify(expressions.map((one) => one?.$expr ?? null));
  const wanted = useMemo(() => JSON.parse(sources) as (string | null)[], [sources]);
  const refs = useMemo(() => {
    const all: Path[] = [];
    for (const source of wanted) {
      if (source === null) continue;
      try {
        all.push(...compileExpression(source).refs.filter((ref) => ref[0] !== 'row'));
      } catch {
        // A text that is no expression has no references; its evaluation below reports it.
      }
    }
    return all;
  }, [wanted]);

  const version = useRef(0);
  const subscribe = useMemo(
    () =>
      refs.length === 0
        ? nothing
        : (listener: () => void) =>
            screen.store.subscribe(refs, () => {
              version.current += 1;
              listener();
            }),
    [screen, refs],
  );
  const current = useSyncExternalStore(subscribe, () => version.current);

  const started = useMemo(() => {
    void current;
    const scope = screen.scope();
    return wanted.map((source): readonly unknown[] | Promise<unknown[]> | undefined => {
      if (source === null) return undefined;
      const recover = (error: unknown) => {
        screen.host.report({ document: screen.compiled.id, node: node.id, error });
        return rowByRow(source, rows, scope);
      };
      try {
        const results = evaluateRows(source, rows, scope);
        return results instanceof Promise ? results.catch(recover) : results;
      } catch (error) {
        return recover(error);
      }
    });
  }, [wanted, rows, screen, node, current]);

  const [late, setLate] = useState<LateResults | null>(null);
  useEffect(() => {
    if (!started.some((one) => one instanceof Promise)) return undefined;
    let left = false;
    void Promise.all(started).then((results) => {
      if (!left) setLate({ of: started, wanted, version: current, rows, results });
    });
    return () => {
      left = true;
    };
  }, [started, wanted, current, rows]);

  return useMemo(() => {
    if (late?.of === started) return late.results;
    const known = late?.wanted === wanted && late.version === current ? late : null;
    return started.map((one, at) => (one instanceof Promise ? carried(known, at, rows) : one));
  }, [started, late, wanted, current, rows]);
}
