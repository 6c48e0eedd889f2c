import { escapeSegment, parsePointer, toPointer } from '../../../contracts/json-pointer.ts';
import { isUsable, usedDefinition, contentName } from '../../../contracts/saved-widget.ts';
import { deepEqual, isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { FragmentParameter } from '../generated/documents.ts';
import { nodeLists } from '../language/node-lists.ts';
import type { Registry } from '../language/registry.ts';
import { diagnostic, type DiagnosticCode } from '../validate/diagnostics.ts';
import { documentLimits } from '../validate/limits.ts';
import { nearest, nearestValue } from '../validate/nearest.ts';
import { decorated } from './decorate.ts';
import { fitsType, isParameter, sampleOf, type Binding, type Place } from './parameters.ts';
import { Copier, TooLargeError } from './copy.ts';
import { Scope } from './scope.ts';
import { fragmentLists } from './lists.ts';
import { failedKey, usedFragments } from './uses.ts';

export interface Expansion {
  /** The document with the content of its fragments; the same object when it uses none. A use that failed stays. */
  document: JsonObject;
  /** By their places in the document as it is written. */
  diagnostics: Diagnostic[];
  /** Converts a pointer in the expanded document. */
  placeOf(pointer: string): Place;
  /** Whether the value at a place only stands for a parameter, in a fragment that is expanded by itself. */
  isSample(place: Place): boolean;
  /** Whether such a value is below a place. */
  hasSample(place: Place): boolean;
  /** Uses that could not be expanded. */
  failedUses: Place[];
  /** The uses that the document contains itself. */
  uses: { use: JsonObject; pointer: string }[];
}

/** Fragments inside fragments. */
const maxChain = 20;

/** Why a use cannot be expanded. */
class UseError extends Error {
  readonly diagnostics: Diagnostic[];

  constructor(diagnostics: Diagnostic[]) {
    super(diagnostics[0]!.code);
    this.diagnostics = diagnostics;
  }
}

class Expander {
  readonly copier: Copier;
  readonly sources: JsonObject = {};
  readonly strings: Record<string, JsonObject> = {};
  /** By their JSON: the steps of a fragment may be used several times, and their dialog is the same one. */
  readonly dialogs = new Map<string, Json>();
  readonly uses: Expansion['uses'] = [];
  readonly failedPlaces: Place[] = [];
  private readonly fragmentOf: (id: string) => unknown;

  constructor(fragmentOf: (id: string) => unknown, registry: Registry) {
    this.fragmentOf = fragmentOf;
    this.copier = new Copier((use, kind, pointer, scope) => this.use(use, kind, pointer, scope), registry);
  }

  /** The content of a fragment in the place of its use; the use itself, with its diagnostics, when that fails. */
  private use(use: JsonObject & { use: string }, kind: string, pointer: string, scope: Scope): Json[] {
    if (scope.outermost === null) this.uses.push({ use, pointer });
    const before = this.copier.size;
    try {
      return this.content(use, kind, pointer, scope);
    } catch (error) {
      if (error instanceof UseError) return [this.failed(use, error.diagnostics, pointer, scope)];
      // The outermost use is too large; the rest of the document lives.
      if (!(error instanceof TooLargeError) || scope.outermost !== null) throw error;
      this.copier.size = before;
      const values = { fragment: use.use, limit: documentLimits.bytes };
      const found = { ...diagnostic('', 'fragment-too-large', values), ...scope.place(pointer) };
      return [this.failed(use, [found], pointer, scope)];
    }
  }

  private failed(use: JsonObject, found: readonly Diagnostic[], pointer: string, scope: Scope): JsonObject {
    this.copier.diagnostics.push(...found);
    this.failedPlaces.push(scope.place(pointer));
    const id = typeof use.id === 'string' ? use.id : usedDefinition(String(use.use)).id;
    const failed = found.map(({ code, values, severity }) => ({ code, values, severity }));
    const { access, at } = use;
    return {
      id: scope.id(id),
      use: use.use!,
      ...(access === undefined ? {} : { access }),
      ...(at === undefined ? {} : { at }),
      [failedKey]: failed,
    };
  }

  private content(use: JsonObject & { use: string }, kind: string, pointer: string, scope: Scope): Json[] {
    const id = use.use;
    const fail = (code: DiagnosticCode, values: Record<string, string | number>, below = ''): never => {
      throw new UseError([{ ...diagnostic('', code, values), ...scope.place(`${pointer}${below}`) }]);
    };
    // Before the fragment is read: a new one, which uses itself, is not stored yet.
    if (scope.chain.includes(id)) {
      const cycle = [...scope.chain.slice(scope.chain.indexOf(id)), id].join(' → ');
      return fail('fragment-cycle', { cycle }, '/use');
    }
    const fragment = this.fragmentOf(id);
    const used = usedDefinition(id);
    const isWidget = used.kind === 'widget';
    if (!isObject(fragment) || fragment.kind !== used.kind)
      return isWidget
        ? fail('unknown-saved-widget', { widget: used.id }, '/use')
        : fail('unknown-fragment', { fragment: id }, '/use');
    if (scope.chain.length >= maxChain) return fail('too-deep', { limit: maxChain }, '/use');
    const list = fragment[kind];
    if (!Array.isArray(list)) {
      const known = fragmentLists.filter((one) => Array.isArray(fragment[one])).join(', ');
      return fail('fragment-list', { fragment: id, list: kind, known }, '/use');
    }
    const [lone] = list;
    if (isWidget && lone === undefined) return fail('saved-widget-empty', { widget: used.id }, '/use');
    const inner = new Scope({
      fragment,
      lone: isWidget && isObject(lone) ? nameOf(lone) : null,
      chain: [...scope.chain, id],
      outermost: scope.outermost ?? pointer,
      prefix: scope.id(typeof use.id === 'string' ? use.id : used.id),
      parameters: new Map(),
    });
    inner.parameters = this.bindings(use, fragment, pointer, scope, inner);
    this.copier.grow(sizeOf(list));
    const copied = this.copier.list(list, kind, `/${kind}`, inner) as Json[];
    const items = isWidget ? copied.map((item) => this.withoutPlace(item)) : copied;
    const own = this.copier.value(
      Object.fromEntries(
        Object.entries(use).filter(([key]) => ['visible', 'access', 'at', 'repeat'].includes(key)),
      ),
      pointer,
      scope,
    ) as JsonObject;
    const access =
      fragment.access === undefined ? undefined : this.copier.value(fragment.access, '/access', inner);
    const made = decorated(items, kind, own, access);
    if (made.refused !== null)
      return fail(kind === 'steps' ? 'fragment-steps-key' : 'fragment-one-node', {
        fragment: id,
        key: made.refused,
      });
    // The places of decorated items are those of the items.
    made.items.forEach((item, index) => this.keepPlace(item, items[index]!, inner.place(`/${kind}`)));
    this.bring(fragment, kind, inner, own, access);
    return made.items;
  }

  /** A saved widget stands where its use says; its own position is the size that new uses begin with. */
  private withoutPlace(item: Json): Json {
    if (!isObject(item) || item.at === undefined) return item;
    const { at: _, ...rest } = item;
    const place = this.copier.places.get(item);
    if (place) this.copier.places.set(rest, place);
    return rest;
  }

  private keepPlace(item: Json, from: Json, otherwise: Place): void {
    if (item === null || typeof item !== 'object' || this.copier.places.has(item)) return;
    const source = typeof from === 'object' ? from : null;
    this.copier.places.set(item, (source && this.copier.places.get(source)) ?? otherwise);
    const values = source && this.copier.valuePlaces.get(source);
    if (values) this.copier.valuePlaces.set(item, values);
  }

  /** Adds what comes along with the content: dialogs, sources and texts. */
  private bring(
    fragment: JsonObject,
    kind: string,
    inner: Scope,
    own: JsonObject,
    access: Json | undefined,
  ): void {
    if (kind !== 'dialogs' && Array.isArray(fragment.dialogs)) {
      this.copier.grow(sizeOf(fragment.dialogs));
      const dialogs = this.copier.list(fragment.dialogs, 'dialogs', '/dialogs', inner) as Json[];
      const rules: JsonObject = own.access === undefined ? {} : { access: own.access };
      const made = decorated(dialogs, 'dialogs', rules, access).items;
      made.forEach((dialog, index) => {
        this.keepPlace(dialog, dialogs[index]!, inner.place('/dialogs'));
        this.dialogs.set(JSON.stringify(dialog), dialog);
      });
    }
    for (const [id, source] of Object.entries(isObject(fragment.sources) ? fragment.sources : {})) {
      const at = `/sources/${escapeSegment(id)}`;
      const copied = this.copier.source(source, at, inner);
      this.copier.grow(sizeOf(source));
      if (isObject(copied)) this.copier.places.set(copied, inner.place(at));
      if (copied === undefined) continue;
      const name = inner.sourceName(id);
      const known = this.sources[name];
      if (known !== undefined && !deepEqual(known, copied)) {
        const first = this.copier.places.get(known as JsonObject)?.pointer ?? '';
        this.copier.diagnostics.push({
          ...diagnostic('', 'duplicate-id', { id: name, first }),
          ...inner.place(at),
        });
      }
      this.sources[name] = copied;
    }
    for (const [lang, table] of Object.entries(isObject(fragment.strings) ? fragment.strings : {})) {
      if (!isObject(table)) continue;
      const texts = (this.strings[lang] ??= {});
      for (const [key, text] of Object.entries(table)) texts[inner.textKey(key)] = text;
    }
  }

  /** Checks and copies the values of a use. @throws UseError naming every parameter that is wrong */
  private bindings(
    use: JsonObject,
    fragment: JsonObject,
    pointer: string,
    scope: Scope,
    inner: Scope,
  ): Map<string, Binding> {
    const declared = parametersOf(fragment);
    const given = isObject(use.with) ? use.with : {};
    const found: Diagnostic[] = [];
    const report = (code: DiagnosticCode, values: Record<string, string>, below: string): void => {
      found.push({
        ...diagnostic('', code, { fragment: String(use.use), ...values }),
        ...scope.place(`${pointer}${below}`),
      });
    };
    for (const name of Object.keys(given)) {
      if (!declared.has(name)) {
        const values = { parameter: name, nearest: nearest(name, declared.keys()) };
        report('fragment-unknown-parameter', values, `/with/${escapeSegment(name)}`);
      }
    }
    const bindings = new Map<string, Binding>();
    for (const [name, { type, enum: allowed, required, default: otherwise }] of declared) {
      const at = `/with/${escapeSegment(name)}`;
      const before = this.copier.size;
      const written = given[name];
      let value = written === undefined ? undefined : this.given(type, written, `${pointer}${at}`, scope);
      if (value === undefined && otherwise !== undefined)
        value = this.given(type, otherwise as Json, `/parameters/${escapeSegment(name)}/default`, inner);
      if (value === undefined && required === true) report('fragment-missing', { parameter: name }, '');
      const outer = isParameter(written) ? scope.binding(written.$with) : null;
      const isSample = outer?.isSample === true;
      const place = written === undefined ? undefined : (outer?.place ?? scope.place(`${pointer}${at}`));
      if (value !== undefined && !isSample && !fitsType(type, value)) {
        report('fragment-parameter', { parameter: name, expected: type }, written === undefined ? '' : at);
      } else if (typeof value === 'string' && !isSample && allowed && !allowed.includes(value)) {
        report(
          'value',
          { value, expected: allowed.join(', '), ...nearestValue(value, allowed) },
          written === undefined ? '' : at,
        );
      }
      if (typeof value === 'object' && value !== null && !this.copier.places.has(value))
        this.copier.places.set(value, place ?? inner.place(`/parameters/${escapeSegment(name)}/default`));
      const size =
        value === undefined ? 0 : this.copier.size - before + sizeOf(written ?? (otherwise as Json));
      bindings.set(
        name,
        isSample ? { ...sampleOf(type), value, place } : { type, value, size, isSample: false, place },
      );
    }
    if (found.length > 0) throw new UseError(found);
    return bindings;
  }

  /** Copies a given value in the scope of the document or fragment that gives it. */
  private given(type: Binding['type'], value: Json, pointer: string, scope: Scope): Json | undefined {
    if (type === 'nodes') return this.copier.list(value, 'body', pointer, scope);
    if (type === 'steps' || type === 'columns') return this.copier.list(value, type, pointer, scope);
    if (type === 'source') return this.copier.name('source', value, pointer, scope);
    if (type === 'dialog' || type === 'form') return this.copier.name('node', value, pointer, scope);
    return this.copier.value(value, pointer, scope);
  }
}

const sizes = new WeakMap<object, number>();

/** Characters of a value as JSON. */
function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return String(value).length;
  const known = sizes.get(value) ?? JSON.stringify(value).length;
  sizes.set(value, known);
  return known;
}

/** The declared parameters of a fragment. */
export function parametersOf(fragment: JsonObject): Map<string, FragmentParameter> {
  const declared = Object.entries(isObject(fragment.parameters) ? fragment.parameters : {});
  return new Map(declared.filter(([, one]) => isObject(one)) as unknown as [string, FragmentParameter][]);
}

/** The name of a node, which a use without an id of its own has from what it uses. */
const nameOf = ({ id, use }: JsonObject): string | null =>
  typeof id === 'string' ? id : typeof use === 'string' ? usedDefinition(use).id : null;

/** Value of a parameter where no use gives one: a saved widget is edited with its defaults. */
function standIn(document: JsonObject, name: string, { type, default: value }: FragmentParameter): Binding {
  const sample = sampleOf(type);
  if (document.kind !== 'widget' || value === undefined) return sample;
  const place = { pointer: `/parameters/${escapeSegment(name)}/default` };
  return { type, value: value as Json, size: 0, isSample: false, place };
}

/** The place of a path below an object that was written as a whole. */
function placeBelow({ pointer, fragment }: Place, path: readonly string[]): Place {
  const below = toPointer(path);
  if (!fragment) return { pointer: pointer + below };
  return { pointer, fragment: { ...fragment, pointer: fragment.pointer + below } };
}

function result(expander: Expander, document: JsonObject): Expansion {
  return {
    document,
    diagnostics: expander.copier.diagnostics,
    placeOf(pointer) {
      let current: unknown = document;
      let place: Place = { pointer: '' };
      const segments = parsePointer(pointer);
      let start = 0;
      for (const [index, segment] of segments.entries()) {
        if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) break;
        const given = expander.copier.valuePlaces.get(current)?.get(segment);
        current = (current as Record<string, unknown>)[segment];
        const known = typeof current === 'object' && current !== null && expander.copier.places.get(current);
        // A simple value that is given breaks a rule of the place that takes it, which is named too.
        if (given) place = { ...placeBelow(place, segments.slice(start, index + 1)), ...given };
        else if (known) place = known;
        else continue;
        start = index + 1;
      }
      return placeBelow(place, segments.slice(start));
    },
    failedUses: expander.failedPlaces,
    uses: expander.uses,
    hasSample: ({ pointer, fragment }) =>
      fragment === undefined && [...expander.copier.samples].some((one) => one.startsWith(`${pointer}/`)),
    isSample: ({ pointer }) =>
      [...expander.copier.samples].some((one) => pointer === one || pointer.startsWith(`${one}/`)),
  };
}

/**
 * Replaces every use of a fragment in a screen, a dashboard or a fragment by its content. Ids of the content get the id of
 * the use as a prefix, and references inside of the fragment follow it. Never throws: a use that cannot be expanded stays
 * in its place with its diagnostics.
 * @param fragmentOf the fragment with an id, in the current format.
 */
export function expandFragments(
  document: JsonObject,
  fragmentOf: (id: string) => unknown,
  registry: Registry,
): Expansion {
  const expander = new Expander(fragmentOf, registry);
  const isFragment = isUsable(document.kind);
  if (!isFragment && usedFragments(document).size === 0) return result(expander, document);
  const scope = new Scope({
    fragment: null,
    lone: null,
    chain:
      isUsable(document.kind) && typeof document.id === 'string'
        ? [contentName({ kind: document.kind, id: document.id })]
        : [],
    outermost: null,
    prefix: '',
    parameters: isFragment
      ? new Map([...parametersOf(document)].map(([name, one]) => [name, standIn(document, name, one)]))
      : null,
  });
  const expanded: JsonObject = { ...document };
  const lists = isFragment ? fragmentLists : nodeLists;
  for (const key of lists) {
    if (!Array.isArray(document[key])) continue;
    const kind = key === 'header' || key === 'filters' ? 'body' : key;
    expanded[key] = expander.copier.list(document[key], kind, `/${key}`, scope) as Json;
  }
  if (isFragment && isObject(document.sources))
    expanded.sources = expander.copier.sources(document.sources, '/sources', scope);
  if (expander.dialogs.size > 0) {
    const own = Array.isArray(expanded.dialogs) ? expanded.dialogs : [];
    expanded.dialogs = [...own, ...expander.dialogs.values()];
  }
  if (Object.keys(expander.sources).length > 0) {
    expanded.sources = { ...expander.sources, ...(isObject(expanded.sources) ? expanded.sources : {}) };
  }
  if (Object.keys(expander.strings).length > 0)
    expanded.strings = mergeStrings(expanded.strings, expander.strings);
  return result(expander, expanded);
}

function mergeStrings(own: Json | undefined, more: Record<string, JsonObject>): JsonObject {
  const merged: JsonObject = isObject(own) ? { ...own } : {};
  for (const [lang, table] of Object.entries(more)) {
    const before = merged[lang];
    merged[lang] = { ...table, ...(isObject(before) ? before : {}) };
  }
  return merged;
}
