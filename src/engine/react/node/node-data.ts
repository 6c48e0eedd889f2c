import { useEffect, useState } from 'react';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { CompiledNode, CompiledSource, HostFailure, Screen } from '../../core/index.ts';
import { resolveText } from '../../core/index.ts';
import { useEngine, useNode, useScreen } from '../context.ts';
import { dataColumns, type DataColumn } from '../rows/data-columns.ts';

/** Where the data of a source comes from. */
export type DataOrigin =
  { kind: 'dataset'; id: string } | { kind: 'route'; address: string } | { kind: 'value' };

/** A source that a node shows, at the moment that somebody asks. */
export interface NodeData {
  id: string;
  origin: DataOrigin;
  rows: readonly Record<string, Json>[];
  /** Names of a dataset's columns; none for other data. */
  columns: readonly DataColumn[];
  total: number;
  error: HostFailure | null;
  /** Values of its load, by their names. */
  values: Readonly<Record<string, unknown>>;
}

function originOf({ definition, address }: CompiledSource): DataOrigin {
  if (definition.dataset !== undefined) return { kind: 'dataset', id: definition.dataset };
  return address === null ? { kind: 'value' } : { kind: 'route', address };
}

/** Ids of the sources of a node and of all nodes in it. */
function sourceIds({ source, sources, children, slots }: CompiledNode): string[] {
  const below = [...children, ...Object.values(slots).flat()].flatMap(sourceIds);
  return [...(source === null ? [] : [source]), ...Object.values(sources), ...below];
}

function dataOf(screen: Screen, id: string): NodeData[] {
  const compiled = screen.compiled.sources.get(id);
  if (!compiled) return [];
  const { rows, total, record, error } = screen.source(id);
  const isRecord = compiled.paths.rows === undefined && record !== null;
  return [
    {
      id,
      origin: originOf(compiled),
      rows: isRecord ? [record] : rows,
      columns: isRecord ? [] : dataColumns(record),
      total: isRecord ? 1 : Math.max(total, rows.length),
      error,
      values: screen.sourceValues(id),
    },
  ];
}

/** Labels of fields that a node's props give them: `{ field, title }` of a column, `{ field, label }` of a series. */
function labelsIn(value: unknown, found: Map<string, string>, resolve: (text: string) => string): void {
  if (Array.isArray(value)) for (const item of value) labelsIn(item, found, resolve);
  if (!isObject(value as Json)) return;
  const { field, title, label } = value as Record<string, unknown>;
  const text = title ?? label;
  if (typeof field === 'string' && typeof text === 'string' && !found.has(field))
    found.set(field, resolve(text));
  for (const item of Object.values(value as object)) labelsIn(item, found, resolve);
}

/** Data that a child of the current node shows, and how to load it again. */
export interface ChildData {
  /** Whether it, or a node in it, has a source. */
  hasData: boolean;
  /** Its title or label as it stands now; empty without one. */
  title(): string;
  data(): readonly NodeData[];
  /** Labels of the fields of its rows, by name. */
  labels(): ReadonlyMap<string, string>;
  refresh(): Promise<void>;
}

const none: ChildData = {
  hasData: false,
  title: () => '',
  data: () => [],
  labels: () => new Map(),
  refresh: () => Promise.resolve(),
};

/** The data of a child of the current node, for tools around it. */
export function useChildData(childId: string): ChildData {
  const screen = useScreen();
  const parent = useNode();
  const child = parent.children.find(({ id }) => id === childId);
  if (child === undefined) return none;
  const ids = [...new Set(sourceIds(child))];
  return {
    hasData: ids.length > 0,
    title() {
      const { props } = screen.observeNode(child).get();
      const text = props['title'] ?? props['label'];
      return typeof text === 'string' ? text : '';
    },
    data: () => ids.flatMap((id) => dataOf(screen, id)),
    labels() {
      const found = new Map<string, string>();
      labelsIn(child.props, found, (text) => resolveText(text, screen.texts));
      return found;
    },
    refresh: () => screen.refresh(ids),
  };
}

/** Longest wait for the data of a page that is to be printed, in milliseconds. */
const longestWait = 10_000;

/** State of the data of the whole screen. */
export interface ScreenData {
  /** Reloads every source that mounted nodes have asked for. */
  refresh(): Promise<void>;
  /** Resolves when no source is loading any more, at the latest after ten seconds. */
  settled(): Promise<void>;
}

export function useScreenData(): ScreenData {
  const screen = useScreen();
  return {
    refresh: () => screen.refresh([...screen.compiled.sources.keys()]),
    settled: () =>
      new Promise((resolve) => {
        const ids = [...screen.compiled.sources.keys()];
        const isLoading = () => ids.some((id) => screen.source(id).status === 'loading');
        const done = () => {
          release();
          cancel();
          resolve();
        };
        const release = screen.store.subscribe([['data']], () => {
          if (!isLoading()) done();
        });
        const cancel = screen.host.after(longestWait, done);
        if (!isLoading()) done();
      }),
  };
}

/** The title of a published dataset, as far as the person may read it; its id until then. */
export function useDatasetTitle(id: string | null): string {
  const { host, lang } = useEngine();
  const [title, setTitle] = useState(id ?? '');
  useEffect(() => {
    if (id === null) return undefined;
    let isGone = false;
    host.definition('dataset', id).then(
      ({ definition }) => {
        if (!isGone) setTitle(titleIn(definition as JsonObject, lang) ?? id);
      },
      // The name is enough.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [host, lang, id]);
  return title;
}

function titleIn({ title, strings }: JsonObject, lang: string): string | null {
  if (typeof title !== 'string' || !title.startsWith('$')) return typeof title === 'string' ? title : null;
  const own = isObject(strings) ? (strings[lang] ?? strings['pt']) : undefined;
  const found = isObject(own) ? own[title.slice(1)] : undefined;
  return typeof found === 'string' ? found : null;
}
