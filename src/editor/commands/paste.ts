import { deepEqual, isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { walkAnnotations, type Registry } from '../../engine/core/index.ts';
import { nodeDocument } from '../model/convert.ts';
import { outermost, type Model } from '../model/document-model.ts';
import type { Recorder } from '../model/recorder.ts';
import { EditRefusal, type Clip, type Run } from './command.ts';
import { freeId, insertNodes } from './insert.ts';
import { inTexts, renamedTexts, showsText, withTexts } from './texts.ts';

/** Every text in a value. */
function textsIn(value: Json, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value);
  else if (Array.isArray(value)) for (const one of value) textsIn(one, found);
  else if (isObject(value)) for (const one of Object.values(value)) textsIn(one, found);
  return found;
}

/** Whether a text may read a source: its name, an expression or an address. */
const reads = (text: string, source: string): boolean =>
  text === source || new RegExp(`(^|[^A-Za-z0-9_.])data\\.${source}(?![A-Za-z0-9_])`).test(text);

/** Copies nodes with the sources and texts of their document that they name. */
export function clipOf(model: Model, keys: readonly string[]): Clip {
  const roots = outermost(model, keys);
  const nodes = roots.map((key) => nodeDocument(model, key));
  const all = isObject(model.document.sources) ? model.document.sources : {};
  const taken: JsonObject = {};
  // A source may read others.
  for (let texts = textsIn([...nodes]), before = -1; before !== Object.keys(taken).length;) {
    before = Object.keys(taken).length;
    for (const [id, source] of Object.entries(all)) {
      if (!(id in taken) && [...texts].some((text) => reads(text, id))) taken[id] = source;
    }
    texts = textsIn([...nodes, taken]);
  }
  const used = [...textsIn([...nodes, taken])];
  const tables = isObject(model.document.strings) ? model.document.strings : {};
  const strings = Object.fromEntries(
    Object.entries(tables).flatMap(([lang, table]) => {
      const own = Object.entries(namesIn(table)).filter(([key]) => used.some((text) => showsText(text, key)));
      return own.length === 0 ? [] : [[lang, Object.fromEntries(own)]];
    }),
  );
  const kind = typeof model.document.kind === 'string' ? model.document.kind : '';
  return {
    molde: 'nodes',
    kind: kind === 'form' ? 'form' : 'nodes',
    nodes,
    places: roots.map((key) => model.place[key] ?? null),
    sources: taken,
    strings,
  };
}

/** Reads a clip from a text; null for any other text. */
export function parseClip(text: string): Clip | null {
  try {
    const read = JSON.parse(text) as Json;
    if (!isObject(read) || read.molde !== 'nodes' || !Array.isArray(read.nodes)) return null;
    const places = Array.isArray(read.places) ? read.places : [];
    return {
      molde: 'nodes',
      kind: typeof read.kind === 'string' ? read.kind : '',
      nodes: read.nodes.filter((node) => isObject(node) || typeof node === 'string'),
      places: read.nodes.map((_, at) => (isObject(places[at]) ? places[at] : null)),
      sources: isObject(read.sources) ? read.sources : {},
      strings: isObject(read.strings) ? read.strings : {},
    };
  } catch {
    return null;
  }
}

/** The names that the document has in a part of it. */
const namesIn = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** Adds sources that the document lacks. Returns new names of those whose name another source has. */
function addSources(recorder: Recorder, sources: JsonObject): ReadonlyMap<string, string> {
  const own = namesIn(recorder.model.document.sources);
  const isOther = (name: string, source: Json): boolean =>
    Object.hasOwn(own, name) && !deepEqual(own[name], source);
  const written = (source: Json, names: ReadonlyMap<string, string>): Json =>
    inTexts(source, (text) => followSources(text, names));
  let names: ReadonlyMap<string, string> = new Map();
  // A source that reads one with a new name is another source than that of its name: each round may find more of them.
  for (const _ of Object.keys(sources)) {
    const next = new Map<string, string>();
    for (const [id, source] of Object.entries(sources)) {
      const now = written(source, names);
      if (!isOther(id, now)) continue;
      const given = new Set([...Object.keys(sources), ...next.values()]);
      next.set(
        id,
        freeId(id, (one) => given.has(one) || isOther(one, now)),
      );
    }
    names = next;
  }
  for (const [id, source] of Object.entries(sources)) {
    const name = names.get(id) ?? id;
    if (!Object.hasOwn(own, name)) recorder.set(['document', 'sources', name], written(source, names));
  }
  return names;
}

/** Adds texts that the document lacks. Returns new keys of those whose key has other words there. */
function addStrings(recorder: Recorder, strings: JsonObject): ReadonlyMap<string, string> {
  const renamed = renamedTexts(recorder.model.document.strings, strings);
  for (const [lang, table] of Object.entries(strings)) {
    const own = namesIn(namesIn(recorder.model.document.strings)[lang]);
    for (const [key, text] of Object.entries(namesIn(table))) {
      const name = renamed.get(key) ?? key;
      if (!Object.hasOwn(own, name)) recorder.set(['document', 'strings', lang, name], text);
    }
  }
  return renamed;
}

/** Follows renamed sources in expressions and addresses. */
const followSources = (text: string, names: ReadonlyMap<string, string>): string =>
  [...names].reduce(
    (now, [from, to]) =>
      now.replaceAll(new RegExp(`(^|[^A-Za-z0-9_.])data\\.${from}(?![A-Za-z0-9_])`, 'g'), `$1data.${to}`),
    text,
  );

/** Follows renamed sources where a node names one. */
function withSources(node: Json, names: ReadonlyMap<string, string>, registry: Registry): Json {
  if (names.size === 0 || !isObject(node)) return node;
  const named = (value: Json | undefined): Json | undefined =>
    typeof value === 'string' ? (names.get(value) ?? value) : value;
  const copy = { ...node };
  if (copy.source !== undefined) copy.source = named(copy.source)!;
  if (isObject(copy.sources))
    copy.sources = Object.fromEntries(Object.entries(copy.sources).map(([key, one]) => [key, named(one)!]));
  const spec = typeof copy.type === 'string' ? registry.loaded(copy.type) : undefined;
  if (spec && isObject(copy.props)) {
    const props = structuredClone(copy.props);
    copy.props = props;
    walkAnnotations(spec.propsSchema, props, (annotation, path, value) => {
      if (annotation !== 'source') return;
      const holder = path
        .slice(0, -1)
        .reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], props);
      (holder as Record<string | number, unknown>)[path.at(-1)!] = named(value as Json);
    });
  }
  for (const list of ['children'] as const)
    if (Array.isArray(copy[list])) copy[list] = copy[list].map((one) => withSources(one, names, registry));
  if (isObject(copy.slots))
    copy.slots = Object.fromEntries(
      Object.entries(copy.slots).map(([slot, list]) => [
        slot,
        Array.isArray(list) ? list.map((one) => withSources(one, names, registry)) : list,
      ]),
    );
  return copy;
}

export const paste: Run<'paste'> = (recorder, { slot, index, clip, places }, context) => {
  const kind = recorder.model.document.kind === 'form' ? 'form' : 'nodes';
  if (clip.kind !== kind) throw new EditRefusal('other-kind');
  const keys = addStrings(recorder, clip.strings);
  const names = addSources(recorder, withTexts(clip.sources, keys) as JsonObject);
  const nodes = clip.nodes.map((node) =>
    withSources(
      inTexts(withTexts(node, keys), (text) => followSources(text, names)),
      names,
      context.registry,
    ),
  );
  return insertNodes(
    recorder,
    { slot, nodes, places: places ?? clip.places, ...(index !== undefined && { index }) },
    context,
  );
};
