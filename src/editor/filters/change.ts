import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import type { Language } from '../../contracts/language.ts';
import { refusalReport, type Report } from '../actions.ts';
import type { Command } from '../commands/command.ts';
import { freeId } from '../commands/insert.ts';
import { sourceRemovals, sourceOf, sourcesOf } from '../data/sources.ts';
import type { Editor } from '../editor.ts';
import type { Model } from '../model/document-model.ts';
import {
  barPath,
  draftPath,
  fieldsOf,
  filterBars,
  filtersOf,
  isGivenBy,
  type ViewFilter,
} from './filters.ts';
import { controlOf, firstOptions, kindOfFilter, optionsOfKind, withKind, type FilterKind } from './kinds.ts';
import { withPathRenamed } from './references.ts';
import { runStep, setDocument, withoutNeeds, withoutParameters } from './steps.ts';
import { newText } from '../data/written-text.ts';
import { optionSources, readPaths, usesOf } from './uses.ts';

// Every change of a filter is one step that can be undone, with everything that belongs to it.

const setField = ({ bar, at }: ViewFilter, definition: JsonObject): Command => ({
  type: 'set',
  key: bar,
  path: ['props', 'fields', at],
  value: definition,
});

/** The initial value of a filter; undefined without one. */
export function initialValue({ document }: Model, path: string): Json | undefined {
  let at: Json | undefined = document;
  for (const name of path.split('.')) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

const queryNames = ({ document }: Model): JsonObject => (isObject(document.query) ? document.query : {});

/** The parameter of the address that carries a filter. */
const queryNameOf = (model: Model, path: string): string | undefined =>
  Object.entries(queryNames(model)).find(([, bind]) => bind === path)?.[0];

/** Sets the initial value of a filter. */
function withInitial(model: Model, path: string, value: Json): Command[] {
  const isShared = queryNameOf(model, path) !== undefined;
  const name = freeId(path.split('.').at(-1)!, (one) => Object.hasOwn(queryNames(model), one));
  const canShare = /^[a-z][A-Za-z0-9]{0,31}$/.test(name);
  return [
    setDocument(path.split('.'), value),
    // A link to the view has the values in force.
    ...(isShared || !canShare ? [] : [setDocument(['query', name], path)]),
  ];
}

/** Name of the value of a new filter, by the kind. */
const nameOfKind: Readonly<Record<FilterKind, string>> = {
  text: 'text',
  search: 'search',
  number: 'number',
  date: 'date',
  range: 'days',
  period: 'period',
  one: 'choice',
  several: 'choices',
  people: 'person',
  yesNo: 'yes',
  tags: 'tags',
};

const isTaken = (model: Model, bind: string, name: string): boolean =>
  filtersOf(model).some(({ path }) => path === `${bind}.${name}`) ||
  initialValue(model, `${bind}.${name}`) !== undefined;

/** A bar for the first filter of a view. */
const newBar = (model: Model, fields: readonly Json[], version: number): Command => ({
  type: 'insert',
  slot: '/filters',
  nodes: [
    {
      id: freeId('filters', (id) => Object.hasOwn(model.nodes, id)),
      type: 'filter-bar',
      typeVersion: version,
      props: { bind: 'state.filters', fold: true, remember: true, notice: true, fields: [...fields] },
    },
  ],
});

/** Adds a filter of a kind behind the others. */
export function addFilter(editor: Editor, kind: FilterKind, label: string, lang: Language): Report {
  const { model } = editor.store.getState();
  const bar = filterBars(model).at(-1);
  const bind = bar === undefined ? 'state.filters' : barPath(model, bar);
  const field = freeId(nameOfKind[kind], (name) => isTaken(model, bind, name));
  const text = newText(model, `filter-${field}`, label, lang);
  const options = firstOptions(kind);
  const definition: JsonObject = {
    field,
    control: controlOf(kind, options),
    label: text.value,
    ...(options !== undefined && { options }),
  };
  const spec = editor.registry.loaded('filter-bar');
  if (!spec) return refusalReport('missing');
  return runStep(
    editor,
    [
      ...text.commands,
      bar === undefined
        ? newBar(model, [definition], spec.version)
        : { type: 'set', key: bar, path: ['props', 'fields'], value: [...fieldsOf(model, bar), definition] },
      ...withInitial(model, `${bind}.${field}`, null),
    ],
    'add',
    { name: label },
  );
}

/** Moves a filter by one place. */
export function moveFilter(editor: Editor, { bar, at }: ViewFilter, by: -1 | 1, name: string): Report {
  const { model } = editor.store.getState();
  const fields = [...fieldsOf(model, bar)];
  const to = at + by;
  if (to < 0 || to >= fields.length) return refusalReport('edge');
  const [moved] = fields.splice(at, 1);
  fields.splice(to, 0, moved!);
  return runStep(editor, [{ type: 'set', key: bar, path: ['props', 'fields'], value: fields }], 'move', {
    name,
    position: to + 1,
    count: fields.length,
  });
}

/**
 * Removes a filter, its initial value, and what carries it in the address; parameters that have its value lose it. Expressions
 * that read it among other things stay, and read nothing.
 */
export function removeFilter(editor: Editor, filter: ViewFilter, name: string): Report {
  const { model } = editor.store.getState();
  const { bar, at, path, definition } = filter;
  const all = filtersOf(model);
  const { parameters } = usesOf(model, filter, all);
  const bound = new Map<string, string[]>();
  for (const { source, parameter, plain } of parameters)
    if (plain) bound.set(source, [...(bound.get(source) ?? []), parameter]);
  // Options that depend on it are all there again.
  const paths = readPaths(model, filter);
  for (const id of optionSources(all)) {
    const query = sourceOf(model, id)?.query;
    const given = Object.entries(isObject(query) ? query : {}).filter(([, value]) =>
      paths.some((one) => isGivenBy(value, { path: one })),
    );
    if (given.length > 0)
      bound.set(
        id,
        given.map(([parameter]) => parameter),
      );
  }
  const fields = fieldsOf(model, bar)
    .filter((_, one) => one !== at)
    .map((one) => withoutFirstDay(one, String(definition.field)));
  const query = queryNameOf(model, path);
  const { options } = definition;
  const source = isObject(options) && typeof options.source === 'string' ? options.source : null;
  const node = model.nodes[bar];
  const next = isObject(node) ? { ...node, props: { ...(node.props as JsonObject), fields } } : null;
  return runStep(
    editor,
    [
      fields.length === 0
        ? { type: 'remove', keys: [bar] }
        : { type: 'set', key: bar, path: ['props', 'fields'], value: fields },
      ...[...bound].flatMap(([id, names]) => withoutParameters(model, id, names)),
      ...Object.keys(sourcesOf(model)).flatMap((id) => withoutNeeds(model, id, paths)),
      ...(query === undefined ? [] : [setDocument(['query', query], undefined)]),
      ...(initialValue(model, path) === undefined ? [] : [setDocument(path.split('.'), undefined)]),
      ...sourceRemovals(model, source, bar, next),
    ],
    'remove',
    { name },
  );
}

function withoutFirstDay(field: Json, removed: string): Json {
  if (!isObject(field) || field.notBefore !== removed) return field;
  const { notBefore: _, ...rest } = field;
  return rest;
}

/** Names that the value of a filter can have. */
const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** Gives the value of a filter another name, in everything that reads it. */
export function renameFilter(editor: Editor, filter: ViewFilter, to: string): Report {
  const { model } = editor.store.getState();
  const { bar, path, definition } = filter;
  if (!namePattern.test(to) || to === 'constructor' || to === 'prototype') return refusalReport('bad-id');
  const bind = barPath(model, bar);
  if (isTaken(model, bind, to)) return refusalReport('taken');
  const next = `${bind}.${to}`;
  const from = String(definition.field);
  const { strings: _, state, ...rest } = model.document;
  const draft = draftPath(model, bar);
  const inAll = <Value extends Json>(value: Value): Value => {
    const renamed = withPathRenamed(value, path, next);
    return draft === null ? renamed : withPathRenamed(renamed, `${draft}.${from}`, `${draft}.${to}`);
  };
  const document = Object.entries(rest).flatMap(([key, value]): Command[] => {
    const renamed = inAll(value);
    return renamed === value ? [] : [setDocument([key], renamed)];
  });
  const nodes = Object.entries(model.nodes).flatMap(([key, node]): Command[] => {
    const renamed = inAll(key === bar ? withFieldRenamed(node, from, to) : node);
    return renamed === node ? [] : [{ type: 'set', key, path: [], value: renamed }];
  });
  const initial = isObject(state) ? initialValue(model, path) : undefined;
  return runStep(
    editor,
    [
      ...document,
      ...nodes,
      ...(initial === undefined
        ? []
        : [setDocument(path.split('.'), undefined), setDocument(next.split('.'), initial)]),
    ],
    'rename',
    { name: to },
  );
}

function withFieldRenamed(node: Json, from: string, to: string): Json {
  if (!isObject(node) || !isObject(node.props) || !Array.isArray(node.props.fields)) return node;
  const fields = node.props.fields.map((field) => {
    if (!isObject(field)) return field;
    const named = field.field === from ? { ...field, field: to } : field;
    return named.notBefore === from ? { ...named, notBefore: to } : named;
  });
  return { ...node, props: { ...node.props, fields } };
}

/** Makes a filter one of another kind. Its initial value goes where the kind has other values. */
export function changeKind(editor: Editor, filter: ViewFilter, kind: FilterKind): Report {
  const { model } = editor.store.getState();
  const { bar, path, definition } = filter;
  const next = withKind(definition, kind);
  const { options } = definition;
  const source = isObject(options) && typeof options.source === 'string' ? options.source : null;
  return runStep(
    editor,
    [
      setField(filter, next),
      ...((initialValue(model, path) ?? null) === null ? [] : [setDocument(path.split('.'), null)]),
      ...(next.options === options ? [] : sourceRemovals(model, source, bar, withField(model, filter, next))),
    ],
    'kind',
  );
}

function withField(model: Model, { bar, at }: ViewFilter, definition: JsonObject): Json {
  const node = model.nodes[bar];
  if (!isObject(node) || !isObject(node.props)) return null;
  const fields = fieldsOf(model, bar).map((one, place) => (place === at ? definition : one));
  return { ...node, props: { ...node.props, fields } };
}

/** Gives a filter other options, and the control that they need. A source that only the former ones had is removed. */
export function changeOptions(
  editor: Editor,
  filter: ViewFilter,
  chosen: Json,
  before: readonly Command[] = [],
  typing?: string,
): void {
  const { model } = editor.store.getState();
  const { bar, definition } = filter;
  const kind = kindOfFilter(definition);
  const options = optionsOfKind(kind, chosen);
  const next: JsonObject = {
    ...definition,
    ...((kind === 'one' || kind === 'several') && { control: controlOf(kind, options) }),
    options,
  };
  const old = isObject(definition.options) ? definition.options.source : undefined;
  const source = typeof old === 'string' && !mentionsSource(options, old) ? old : null;
  editor.dispatch(
    {
      type: 'batch',
      commands: [
        ...before,
        setField(filter, next),
        ...sourceRemovals(model, source, bar, withField(model, filter, next)),
      ],
    },
    { label: 'filters', ...(typing !== undefined && { typing }) },
  );
}

const mentionsSource = (options: Json, id: string): boolean => isObject(options) && options.source === id;

/** Whether a value chooses nothing: an emptied text, list or range. */
const isNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every((part) => part === undefined || isNothing(part)));

/** Sets the value that a filter has before a person chooses one; an empty one for none. */
export function changeInitial(editor: Editor, { path }: ViewFilter, value: Json): void {
  const { model } = editor.store.getState();
  editor.dispatch(
    { type: 'batch', commands: withInitial(model, path, isNothing(value) ? null : value) },
    { label: 'filters', typing: `initial ${path}` },
  );
}
