import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { compileExpression, evaluateRows, exceedsSteps, itemScope } from '../../core/index.ts';
import type { Path, RowExpression, Scope } from '../../core/index.ts';
import { useNode, useScreen } from '../context.ts';
import { rowFailuresOf } from './row-failures.ts';

const noSubscription = () => () => undefined;

/** Evaluates row by row after the evaluation over all rows failed: only the failing rows have no result. */
async function evaluateEachRow(source: string, rows: readonly unknown[], scope: Scope): Promise<unknown[]> {
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

/** One result per row; undefined until JSONata answers, and after a failure. */
export type RowResults = readonly unknown[] | undefined;

/** The last list, as long as its items are the same ones. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const [last, setLast] = useState(list);
  const isSame = last.length === list.length && list.every((item, index) => item === last[index]);
  if (!isSame) setLast(list);
  return isSame ? last : list;
}

/** Results of JSONata and the inputs they were evaluated from. */
interface DeferredResults {
  evaluation: unknown;
  texts: unknown;
  version: number;
  rows: readonly unknown[];
  results: readonly RowResults[];
}

/** Previous results of rows that are evaluated again: an unchanged row keeps its result. */
function knownResults(previous: DeferredResults | null, at: number, rows: readonly unknown[]): RowResults {
  const results = previous?.results[at];
  if (!previous || !results) return undefined;
  const indices = new Map(previous.rows.map((row, index) => [row, index]));
  return rows.map((row) => results[indices.get(row) ?? -1]);
}

/**
 * Evaluates row expressions, each once over all rows, again only when rows, expressions or the values they refer to have
 * changed. Results have the order of `expressions`; a missing expression has no results. The person is told of one that has
 * a result for no row.
 * @param nameOf name of the column or field of an expression, by its index
 */
export function useEvaluateRows(
  expressions: readonly (RowExpression | undefined)[],
  rows: readonly Record<string, Json>[],
  nameOf?: (at: number) => string | undefined,
): readonly RowResults[] {
  const screen = useScreen();
  const node = useNode();
  const sources = JSON.stringify(expressions.map((one) => one?.$expr ?? null));
  const texts = useMemo(() => JSON.parse(sources) as (string | null)[], [sources]);
  const scopes = useSameList(expressions.map((one) => itemScope(one)));
  const refs = useMemo(() => {
    const all: Path[] = [];
    for (const source of texts) {
      if (source === null) continue;
      try {
        all.push(...compileExpression(source, node.names).refs.filter((ref) => ref[0] !== 'row'));
      } catch {
        // An invalid expression has no references; its evaluation below reports it.
      }
    }
    return all;
  }, [texts, node]);

  const version = useRef(0);
  const subscribe = useMemo(
    () =>
      refs.length === 0
        ? noSubscription
        : (listener: () => void) =>
            screen.store.subscribe(refs, () => {
              version.current += 1;
              listener();
            }),
    [screen, refs],
  );
  const current = useSyncExternalStore(subscribe, () => version.current);

  const { started, errors } = useMemo(() => {
    void current;
    const common = screen.scope();
    /** Errors of the expressions without any result, by their index. */
    const failed = new Map<number, unknown>();
    const all = texts.map((source, at): readonly unknown[] | Promise<unknown[]> | undefined => {
      if (source === null) return undefined;
      const own = scopes[at];
      const scope = own ? { ...common, ...own.names } : common;
      const recover = async (error: unknown) => {
        screen.host.report({ document: screen.compiled.id, node: node.id, error });
        // Each row alone would take as many steps again.
        const results = exceedsSteps(error) ? [] : await evaluateEachRow(source, rows, scope);
        if (rows.length > 0 && results.every((result) => result === undefined)) failed.set(at, error);
        return results;
      };
      try {
        const results = evaluateRows(source, rows, scope);
        return results instanceof Promise ? results.catch(recover) : results;
      } catch (error) {
        return recover(error);
      }
    });
    return { started: all, errors: failed };
  }, [texts, scopes, rows, screen, node, current]);

  const names = JSON.stringify(texts.map((_, at) => nameOf?.(at) ?? null));
  const [owner] = useState(() => ({}));
  useEffect(() => {
    const failures = rowFailuresOf(node);
    let cancelled = false;
    const tell = () => {
      if (cancelled) return;
      const told = [...errors].map(([at, error]) => ({
        name: (JSON.parse(names) as (string | null)[])[at] ?? undefined,
        source: texts[at] ?? '',
        error,
      }));
      failures.set(owner, told);
    };
    // Most expressions are plain, and have their results at once.
    if (started.some((one) => one instanceof Promise)) void Promise.all(started).then(tell);
    else tell();
    return () => {
      cancelled = true;
    };
  }, [started, errors, texts, names, node, owner]);
  useEffect(() => () => rowFailuresOf(node).set(owner, []), [node, owner]);

  const [deferred, setDeferred] = useState<DeferredResults | null>(null);
  useEffect(() => {
    if (!started.some((one) => one instanceof Promise)) return undefined;
    let cancelled = false;
    void Promise.all(started).then((results) => {
      if (!cancelled) setDeferred({ evaluation: started, texts, version: current, rows, results });
    });
    return () => {
      cancelled = true;
    };
  }, [started, texts, current, rows]);

  return useMemo(() => {
    if (deferred?.evaluation === started) return deferred.results;
    const previous = deferred?.texts === texts && deferred.version === current ? deferred : null;
    return started.map((one, at) => (one instanceof Promise ? knownResults(previous, at, rows) : one));
  }, [started, deferred, texts, current, rows]);
}
