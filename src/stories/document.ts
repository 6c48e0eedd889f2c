import type { Language } from '../contracts/language.ts';
import { languages } from '../contracts/language.ts';
import type { Json, JsonObject } from '../contracts/json.ts';
import type { WidgetSpec } from '../engine/core/index.ts';
import type { Answers, SampleAnswer } from './host.ts';
import { lengthen, lengthenRow, sampleRows } from './samples.ts';
import type { ShapeName } from './samples.ts';
import { storyStrings } from './strings.ts';

/** What a story shows of a widget: drawn, or in one of the states its frame knows. */
export type StoryState = 'ready' | 'empty' | 'loading' | 'error' | 'forbidden' | 'missing';

/** A node of the widget with the data it is drawn from. */
export interface StorySample {
  /** Texts as `$` keys (of locales/ or of strings.ts), so that every language can be seen. */
  props: JsonObject;
  children?: readonly Json[];
  on?: JsonObject;
  /** Rows, or the name of a shape to make them in; for a widget that needs a record, the first one. */
  rows?: readonly JsonObject[] | ShapeName;
}

export interface DocumentOptions {
  state: StoryState;
  /** Drawn one under the other; a story that says nothing else has one. */
  samples: readonly StorySample[];
  /** How many rows a named shape is asked for. */
  count: number;
  /** Every text at length. */
  long?: boolean;
  /** A window is one of the document's dialogs, opened by a button. */
  dialog?: boolean;
  /** More of the document: state, sources, dialogs. */
  rest?: JsonObject;
}

/** Id of the node that a story is about; further ones are numbered. */
export const nodeId = (at = 0): string => (at === 0 ? 'sample' : `sample${at + 1}`);
/** Id of the button that opens a dialog. */
export const openerId = 'opener';

const sourceId = (at: number) => `source${at}`;

/** A prop that no widget has: what a slip of the pen does. */
const slip: JsonObject = { 'no-such-prop': true };

function rowsOf({ rows = [] }: StorySample, count: number): JsonObject[] {
  return typeof rows === 'string' ? sampleRows(rows, count) : [...rows];
}

/** Children of the second and further nodes get ids of their own. */
function numbered(children: readonly Json[], at: number): Json[] {
  if (at === 0) return [...children];
  return children.map((child) => {
    const { id, children: inner, ...rest } = child as JsonObject;
    const own: JsonObject = { ...rest, id: `${String(id)}-${at + 1}` };
    return Array.isArray(inner) ? { ...own, children: numbered(inner, at) } : own;
  });
}

function nodeOf(spec: WidgetSpec, sample: StorySample, at: number, state: StoryState): JsonObject {
  const { props, children, on } = sample;
  const fed = sample.rows !== undefined;
  return {
    id: nodeId(at),
    type: spec.type,
    props: state === 'error' && !fed ? { ...props, ...slip } : props,
    ...(fed ? { source: sourceId(at) } : {}),
    ...(on ? { on } : {}),
    ...(children ? { children: numbered(children, at) } : {}),
    // Without a source there is no answer to forbid: the node itself is not for everybody.
    ...(state === 'forbidden' && !fed ? { access: { verb: 'delete' } } : {}),
  };
}

function sourceOf(spec: WidgetSpec, at: number, state: StoryState): JsonObject {
  return {
    get: `/stories/${at}`,
    ...(spec.data === 'record'
      ? { record: 'data' }
      : {
          rows: 'data.rows',
          total: 'data.totalRows',
          query: {
            page: { $expr: 'state.page' },
            perPage: { $expr: 'state.perPage' },
            order: { $expr: 'state.order' },
          },
        }),
    ...(state === 'missing' ? { needs: ['state.filters.company'] } : {}),
  };
}

/** The strings of a story's document; `long` says each of them at length. */
function stringsOf(long: boolean): Record<Language, Record<string, string>> {
  const of = (language: Language) =>
    Object.fromEntries(
      Object.entries(storyStrings[language]).map(([key, text]) => [key, long ? lengthen(text) : text]),
    );
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as ReturnType<
    typeof stringsOf
  >;
}

/** A screen document with nodes of one widget, in one state. */
export function storyDocument(spec: WidgetSpec, options: DocumentOptions): JsonObject {
  const { state, samples, long = false, dialog = false, rest = {} } = options;
  const nodes = samples.map((sample, at) => nodeOf(spec, sample, at, state));
  const fed = samples.flatMap((sample, at) => (sample.rows === undefined ? [] : [at]));
  const opener: JsonObject = {
    id: openerId,
    type: 'button',
    props: { text: '$story.create' },
    on: { press: [{ open: nodeId() }] },
  };
  return {
    kind: 'screen',
    formatVersion: 1,
    id: 'story',
    path: '/story',
    title: '$story.title',
    access: { screen: 'story', verb: 'read' },
    ...rest,
    state: { page: 1, perPage: 50, order: '', filters: {}, ...(rest.state as JsonObject | undefined) },
    sources: {
      ...Object.fromEntries(fed.map((at) => [sourceId(at), sourceOf(spec, at, state)])),
      ...(rest.sources as JsonObject | undefined),
    },
    strings: stringsOf(long),
    body: dialog ? [opener] : nodes,
    dialogs: [...(dialog ? nodes : []), ...((rest.dialogs as Json[] | undefined) ?? [])],
  };
}

/** What the samples' sources answer. */
export function storyAnswers(spec: WidgetSpec, options: DocumentOptions): Answers {
  const answer = (sample: StorySample): SampleAnswer => {
    const { state, count, long = false } = options;
    if (state === 'loading' || state === 'error' || state === 'forbidden') return { state };
    const rows = state === 'empty' ? [] : rowsOf(sample, count);
    const told = long ? rows.map((row) => lengthenRow(row) as JsonObject) : rows;
    return spec.data === 'record' ? { record: told[0] ?? null } : { rows: told };
  };
  return new Map(options.samples.map((sample, at) => [`/stories/${at}`, answer(sample)]));
}
