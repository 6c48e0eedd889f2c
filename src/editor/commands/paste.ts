import { deepEqual, isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { walkAnnotations, type Registry } from '../../engine/core/index.ts';
import { nodeDocument } from '../model/convert.ts';
import { outermost, type Model } from '../model/model.ts';
import type { Recorder } from '../model/recorder.ts';
import { Refused, type Clip, type Run } from './command.ts';
import { freeId, insertNodes } from './insert.ts';

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
  const used = textsIn([...nodes, taken]);
  const tables = isObject(model.document.strings) ? model.document.strings : {};
  const strings = Object.fromEntries(
    Object.entries(tables).flatMap(([lang, table]) => {
      const own = Object.entries(isObject(table) ? table : {}).filter(([key]) => used.has(`$${key}`));
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

/** Adds sources that the document lacks. Returns new names of those whose name another source has. */
function addSources(recorder: Recorder, sources: JsonObject): Map<string, string> {
  const names = new Map<string, string>();
  for (const [id, source] of Object.entries(sources)) {
    const known = isObject(recorder.model.document.sources) ? recorder.model.document.sources : {};
    if (deepEqual(known[id], source)) continue;
    const name = freeId(
      id,
      (one) => Object.hasOwn(known, one) || (one !== id && Object.hasOwn(sources, one)),
    );
    if (name !== id) names.set(id, name);
    recorder.set(['document', 'sources', name], source);
  }
  return names;
}

/** Adds texts that the document lacks; its own win. */
function addStrings(recorder: Recorder, strings: JsonObject): void {
  for (const [lang, table] of Object.entries(strings)) {
    for (const [key, text] of Object.entries(isObject(table) ? table : {})) {
      const tables = isObject(recorder.model.document.strings) ? recorder.model.document.strings : {};
      const own = isObject(tables[lang]) ? tables[lang] : {};
      if (!Object.hasOwn(own, key)) recorder.set(['document', 'strings', lang, key], text);
    }
  }
}

/** Follows renamed sources in names, expressions and addresses. */
function withSources(node: Json, names: ReadonlyMap<string, string>, registry: Registry): Json {
  if (names.size === 0 || !isObject(node)) return node;
  const inTexts = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inTexts);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inTexts(one)]));
    if (typeof value !== 'string') return value;
    let text = value;
    for (const [from, to] of names)
      text = text.replaceAll(
        new RegExp(`(^|[^A-Za-z0-9_.])data\\.${from}(?![A-Za-z0-9_])`, 'g'),
        `$1data.${to}`,
      );
    return text;
  };
  const named = (value: Json | undefined): Json | undefined =>
    typeof value === 'string' ? (names.get(value) ?? value) : value;
  const copy = inTexts(node) as JsonObject;
  if (copy.source !== undefined) copy.source = named(copy.source)!;
  if (isObject(copy.sources))
    copy.sources = Object.fromEntries(Object.entries(copy.sources).map(([key, one]) => [key, named(one)!]));
  const spec = typeof copy.type === 'string' ? registry.loaded(copy.type) : undefined;
  if (spec && isObject(copy.props)) {
    const { props } = copy;
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
  if (clip.kind !== kind) throw new Refused('other-kind');
  const names = addSources(recorder, clip.sources);
  addStrings(recorder, clip.strings);
  const nodes = clip.nodes.map((node) => withSources(node, names, context.registry));
  return insertNodes(
    recorder,
    { slot, nodes, places: places ?? clip.places, ...(index !== undefined && { index }) },
    context,
  );
};
