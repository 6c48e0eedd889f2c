import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { compileExpression, isExpression, readPath, resolveAddress } from '../../../core/index.ts';
import type { LoadSnapshot, OptionsSource } from '../../../core/index.ts';
import { useEngine, useScreen } from '../../context.ts';
import { useForm } from '../context.ts';

export interface ServerOptions {
  status: 'idle' | 'loading' | 'ready' | 'error';
  options: readonly { value: string | number; text: string }[];
  /** The server has more of them: typing brings the others. */
  more: boolean;
  retry(): void;
}

const idle: LoadSnapshot = { status: 'loading', reply: undefined, error: null, refreshing: false };
const defaultDebounce = 500;

/**
 * Options that the server sends for what is typed. Nothing is asked before `wanted`; a search waits until typing stops.
 * Answers come through the host's shared loads, so the last text asked for is the one whose answer is shown.
 */
export function useServerOptions(source: OptionsSource, wanted: boolean, typed: string): ServerOptions {
  const { host } = useEngine();
  const screen = useScreen();
  const { model } = useForm();
  const search = useDebounced(typed, source.debounce ?? defaultDebounce);

  const load = useMemo(() => {
    if (!wanted) return null;
    const scope = { ...screen.scope(), form: model.record };
    const query: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(source.query ?? {})) {
      if (!isExpression(value)) query[name] = value;
      else {
        const expression = compileExpression(value.$expr);
        if (expression.plain) query[name] = expression.evaluate(scope);
      }
    }
    if (source.search !== undefined && search !== '') query[source.search] = search;
    try {
      return host.load(resolveAddress(source.get, scope, query));
    } catch (error) {
      host.report({ document: model.form.id, node: source.get, error });
      return null;
    }
  }, [host, screen, model, source, wanted, search]);

  const snapshot = useSyncExternalStore(
    useMemo(() => load?.subscribe ?? (() => () => undefined), [load]),
    () => load?.get() ?? idle,
  );
  const options = useMemo(() => readOptions(source, snapshot.reply), [source, snapshot.reply]);
  const waiting = typed !== search;
  return {
    status: load === null ? 'idle' : waiting ? 'loading' : snapshot.status,
    options: waiting ? [] : options,
    more: !waiting && hasMore(source, snapshot.reply, options.length),
    retry: () => void load?.refresh(),
  };
}

function readOptions(source: OptionsSource, reply: unknown) {
  const rows = readPath(reply, source.rows.split('.'));
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown) => {
    const value = readPath(row, source.value.split('.'));
    const text = readPath(row, source.label.split('.'));
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [{ value, text: text === undefined || text === null ? String(value) : String(text) }];
  });
}

function hasMore(source: OptionsSource, reply: unknown, sent: number): boolean {
  if (source.search === undefined || source.total === undefined) return false;
  const total = readPath(reply, source.total.split('.'));
  return typeof total === 'number' && total > sent;
}

function useDebounced(text: string, delay: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    // Emptying the search is no typing: all options come back at once.
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return settled;
}
