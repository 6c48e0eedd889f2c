import type { Language } from '../contracts/language.ts';
import { languages } from '../contracts/language.ts';
import type { Json, JsonObject } from '../contracts/json.ts';
import type { WidgetSpec } from '../engine/core/index.ts';
import type { Answers, SampleAnswer } from './host.ts';
import { lengthen, lengthenRow, sampleRows } from './samples.ts';
import type { ShapeName } from './samples.ts';
import { storyStrings } from './strings.ts';

/**
 * The state of a story's widget: rendered, or one of the states of its frame. `waiting`: its source has replied without rows,
 * which something else still computes.
 */
export type StoryState = 'ready' | 'empty' | 'loading' | 'waiting' | 'error' | 'forbidden' | 'missing';

/** A node of the widget with its data. */
export interface StorySample {
  /** Texts as `$` keys (of locales/ or of strings.ts), so that every language can be tried. */
  props: JsonObject;
  children?: readonly Json[];
  slots?: Readonly<Record<string, readonly Json[]>>;
  on?: JsonObject;
  /** Rows, or the name of a shape to generate them; a widget that needs a record gets the first one. */
  rows?: readonly JsonObject[] | ShapeName;
}

export interface DocumentOptions {
  state: StoryState;
  /** Rendered one below the other; most stories have one. */
  samples: readonly StorySample[];
  /** Number of rows to generate for a named shape. */
  count: number;
  /** All texts are lengthened. */
  long?: boolean;
  /** A dialog: one of the document's dialogs, opened by a button. */
  dialog?: boolean;
  /** Further parts of the document: state, sources, dialogs. */
  rest?: JsonObject;
}

/** Id of a story's node; further ones are numbered. */
export const nodeId = (at = 0): string => (at === 0 ? 'sample' : `sample${at + 1}`);
/** Id of the button that opens a dialog. */
export const openerId = 'opener';

const sourceId = (at: number) => `source${at}`;

/** An unknown prop, like a typing error. */
const unknownProp: JsonObject = { 'no-such-prop': true };

function rowsOf({ rows = [] }: StorySample, count: number): JsonObject[] {
  return typeof rows === 'string' ? sampleRows(rows, count) : [...rows];
}

/** Gives the children of further nodes ids of their own. */
function numbered(children: readonly Json[], at: number): Json[] {
  if (at === 0) return [...children];
  return children.map((child) => {
    const { id, children: inner, ...rest } = child as JsonObject;
    const own: JsonObject = { ...rest, id: `${String(id)}-${at + 1}` };
    return Array.isArray(inner) ? { ...own, children: numbered(inner, at) } : own;
  });
}

const numberedSlots = (slots: NonNullable<StorySample['slots']>, at: number): JsonObject =>
  Object.fromEntries(Object.entries(slots).map(([slot, nodes]) => [slot, numbered(nodes, at)]));

function nodeOf(spec: WidgetSpec, sample: StorySample, at: number, state: StoryState): JsonObject {
  const { props, children, slots, on } = sample;
  const hasSource = sample.rows !== undefined;
  return {
    id: nodeId(at),
    type: spec.type,
    props: state === 'error' && !hasSource ? { ...props, ...unknownProp } : props,
    ...(hasSource ? { source: sourceId(at) } : {}),
    ...(on ? { on } : {}),
    ...(children ? { children: numbered(children, at) } : {}),
    ...(slots ? { slots: numberedSlots(slots, at) } : {}),
    // Without a source that could refuse, the node's own access forbids it.
    ...(state === 'forbidden' && !hasSource ? { access: { verb: 'delete' } } : {}),
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

/** Returns the strings of a story's document; `long` lengthens each of them. */
function stringsOf(long: boolean): Record<Language, Record<string, string>> {
  const of = (language: Language) =>
    Object.fromEntries(
      Object.entries(storyStrings[language]).map(([key, text]) => [key, long ? lengthen(text) : text]),
    );
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as ReturnType<
    typeof stringsOf
  >;
}

/** Creates a screen document with nodes of one widget, in one state. */
export function storyDocument(spec: WidgetSpec, options: DocumentOptions): JsonObject {
  const { state, samples, long = false, dialog = false, rest = {} } = options;
  const nodes = samples.map((sample, at) => nodeOf(spec, sample, at, state));
  const withSource = samples.flatMap((sample, at) => (sample.rows === undefined ? [] : [at]));
  const opener: JsonObject = {
    id: openerId,
    type: 'button',
    props: { text: '$story.create' },
    on: { press: [{ open: nodeId() }] },
  };
  return {
    kind: 'screen',
    formatVersion: 2,
    id: 'story',
    path: '/story',
    title: '$story.title',
    access: { screen: 'story', verb: 'read' },
    ...rest,
    state: { page: 1, perPage: 50, order: '', filters: {}, ...(rest.state as JsonObject | undefined) },
    sources: {
      ...Object.fromEntries(withSource.map((at) => [sourceId(at), sourceOf(spec, at, state)])),
      ...(rest.sources as JsonObject | undefined),
    },
    strings: stringsOf(long),
    body: dialog ? [opener] : nodes,
    dialogs: [...(dialog ? nodes : []), ...((rest.dialogs as Json[] | undefined) ?? [])],
  };
}

/** Returns the replies of the samples' sources. */
export function storyAnswers(spec: WidgetSpec, options: DocumentOptions): Answers {
  const answer = (sample: StorySample): SampleAnswer => {
    const { state, count, long = false } = options;
    if (state === 'loading' || state === 'error' || state === 'forbidden') return { state };
    const rows = state === 'empty' || state === 'waiting' ? [] : rowsOf(sample, count);
    const values = long ? rows.map((row) => lengthenRow(row) as JsonObject) : rows;
    return spec.data === 'record' ? { record: values[0] ?? null } : { rows: values };
  };
  return new Map(options.samples.map((sample, at) => [`/stories/${at}`, answer(sample)]));
}
