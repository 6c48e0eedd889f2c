import { escapeSegment, lastSegment, toPointer } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import formSchema from '../../../../schemas/form.schema.json' with { type: 'json' };
import type { Diagnostic } from '../contract.ts';
import type { Registry } from '../language/registry.ts';
import {
  walkAnnotations,
  walkListAnnotations,
  type AnnotationVisitor,
} from '../language/schema-annotations.ts';
import { diagnostic } from '../validate/diagnostics.ts';
import { documentLimits } from '../validate/limits.ts';
import { nearest } from '../validate/nearest.ts';
import { isParameter, type Place } from './parameters.ts';
import type { Report, Scope } from './scope.ts';
import { itemLists } from './lists.ts';
import { isUse } from './uses.ts';

/** A document whose fragments bring more than a document may contain. */
export class TooLargeError extends Error {}

type ExpandUse = (use: JsonObject & { use: string }, kind: string, pointer: string, scope: Scope) => Json[];
/** The positions in props whose values name nodes or sources, or are steps. */
type Annotated = ReadonlyMap<string, 'child' | 'source' | 'steps'>;
type CopyItem = (item: Json, pointer: string) => Json | undefined;

const none: Annotated = new Map();

const collector =
  (found: Map<string, 'child' | 'source' | 'steps'>, above: readonly string[] = []): AnnotationVisitor =>
  (annotation, path) => {
    if (annotation === 'child' || annotation === 'source' || annotation === 'steps')
      found.set(toPointer([...above, ...path]), annotation);
  };

/** Copies the content of documents and fragments: parameters are replaced, and names inside of a fragment get its prefix. */
export class Copier {
  readonly diagnostics: Diagnostic[] = [];
  readonly samples = new Set<string>();
  /** Where objects were written, of those that stand elsewhere than their container suggests. */
  readonly places = new WeakMap<object, Place>();
  /** Where values were written that are no objects, by the object and the key that they stand in. */
  readonly valuePlaces = new WeakMap<object, Map<string, Place>>();
  /** Characters that fragments brought so far. */
  size = 0;
  private readonly use: ExpandUse;
  private readonly registry: Registry;

  /** @param use returns what stands in the place of a use. */
  constructor(use: ExpandUse, registry: Registry) {
    this.use = use;
    this.registry = registry;
  }

  list(list: Json | undefined, kind: string, pointer: string, scope: Scope): Json[] | Json | undefined {
    const annotated = itemLists.includes(kind) ? this.annotatedItems(kind, list) : none;
    return this.items(
      list,
      pointer,
      scope,
      (item, at) => {
        if (kind === 'body' || kind === 'dialogs') return this.node(item, at, scope);
        if (kind === 'steps') return this.step(item, at, scope);
        return this.props(item, [lastSegment(at)], '', at, scope, annotated);
      },
      kind,
    );
  }

  /** Copies the items of a list: uses and list parameters are replaced by what they bring. */
  private items(
    list: Json | undefined,
    pointer: string,
    scope: Scope,
    copy: CopyItem,
    kind: string | null,
  ): Json | undefined {
    if (!Array.isArray(list)) return list === undefined ? undefined : this.value(list, pointer, scope);
    const made: Json[] = [];
    for (const [index, item] of list.entries()) {
      const at = `${pointer}/${index}`;
      if (isParameter(item)) {
        const value = this.parameter(item.$with, at, scope);
        if (value === undefined) continue;
        this.keepPlace(made, String(made.length), value, item.$with, scope);
        made.push(...(Array.isArray(value) ? value : [value]));
        continue;
      }
      for (const one of kind && isUse(item) ? this.use(item, kind, at, scope) : [copy(item, at)]) {
        if (one === undefined) continue;
        if (typeof one === 'object' && one !== null && !this.places.has(one))
          this.places.set(one, scope.place(at));
        made.push(one);
      }
    }
    return made;
  }

  /** Notes where a simple value was written that is given for a parameter. */
  private keepPlace(
    container: JsonObject | Json[],
    key: string,
    value: Json,
    parameter: string,
    scope: Scope,
  ): void {
    const place = typeof value === 'object' ? undefined : scope.binding(parameter)?.place;
    if (place)
      this.valuePlaces.set(container, (this.valuePlaces.get(container) ?? new Map()).set(key, place));
  }

  private parameter(name: string, pointer: string, scope: Scope): Json | undefined {
    const binding = scope.binding(name);
    if (binding === null) {
      if (scope.parameters) this.diagnostics.push(...this.unknownParameter(name, pointer, scope));
      return scope.parameters ? undefined : { $with: name };
    }
    if (binding.isSample && scope.outermost === null) this.samples.add(pointer);
    this.grow(binding.size);
    return binding.value;
  }

  private unknownParameter(name: string, pointer: string, scope: Scope): Diagnostic[] {
    const known = [...(scope.parameters?.keys() ?? [])];
    const values = { parameter: name, nearest: nearest(name, known) };
    return [{ ...diagnostic('', 'fragment-no-parameter', values), ...scope.place(pointer) }];
  }

  /** Counts characters that a fragment brings. @throws TooLargeError */
  grow(characters: number): void {
    this.size += characters;
    if (this.size > documentLimits.bytes) throw new TooLargeError();
  }

  private text(value: string, pointer: string, scope: Scope, kind: 'text' | 'topic' = 'text'): string {
    const text = scope[kind](value, this.reporter(pointer, scope));
    if (text.length > value.length) this.grow(text.length - value.length);
    return text;
  }

  /** A key of an object is data, or a state path that a step writes. */
  private key(key: string, pointer: string, scope: Scope): string {
    return key.startsWith('$') ? key : scope.path(key, this.reporter(pointer, scope));
  }

  private reporter(pointer: string, scope: Scope): Report {
    return (code, values) =>
      this.diagnostics.push({ ...diagnostic('', code, values), ...scope.place(pointer) });
  }

  /** Copies a value of data: parameters, expressions, texts and addresses in it are replaced. */
  value(value: Json, pointer: string, scope: Scope): Json | undefined {
    if (isParameter(value)) return this.parameter(value.$with, pointer, scope);
    if (typeof value === 'string') return this.text(value, pointer, scope);
    if (Array.isArray(value))
      return this.items(value, pointer, scope, (item, at) => this.value(item, at, scope), null);
    if (!isObject(value)) return value;
    if (typeof value.$expr === 'string' && Object.keys(value).length === 1) {
      const $expr = scope.expression(value.$expr, (name) =>
        this.diagnostics.push(...this.unknownParameter(name, `${pointer}/$expr`, scope)),
      );
      this.grow(Math.max(0, $expr.length - value.$expr.length));
      return { $expr };
    }
    return this.object(value, pointer, scope, (_, item, at) => this.value(item, at, scope));
  }

  /** Copies an object key by key; a key without a value is left out. */
  private object(
    value: JsonObject,
    pointer: string,
    scope: Scope,
    copy: (key: string, item: Json, pointer: string) => Json | undefined,
  ): JsonObject {
    const copied: JsonObject = {};
    for (const [key, item] of Object.entries(value)) {
      const at = `${pointer}/${escapeSegment(key)}`;
      const one = key.startsWith('x-') ? item : copy(key, item, at);
      if (one === undefined) continue;
      const name = this.key(key, at, scope);
      copied[name] = one;
      if (isParameter(item)) this.keepPlace(copied, name, one, item.$with, scope);
    }
    return copied;
  }

  private node(node: Json, pointer: string, scope: Scope): Json | undefined {
    if (!isObject(node)) return this.value(node, pointer, scope);
    return this.object(node, pointer, scope, (key, item, at) => {
      switch (key) {
        case 'id':
          return typeof item === 'string' ? scope.id(item) : this.value(item, at, scope);
        case 'source':
          return this.name('source', item, at, scope);
        case 'sources':
          return this.names('source', item, at, scope);
        case 'children':
          return this.list(item, 'body', at, scope);
        case 'slots':
          return isObject(item)
            ? this.object(item, at, scope, (_, list, place) => this.list(list, 'body', place, scope))
            : this.value(item, at, scope);
        case 'on':
          return isObject(item)
            ? this.object(item, at, scope, (_, steps, place) => this.list(steps, 'steps', place, scope))
            : this.value(item, at, scope);
        case 'props':
          return this.props(item, [], '', at, scope, this.annotated(node));
        default:
          return this.value(item, at, scope);
      }
    });
  }

  /** The annotated positions in a node's props, by the schema of its widget. */
  private annotated(node: JsonObject): Annotated {
    const found = new Map<string, 'child' | 'source' | 'steps'>();
    const spec = typeof node.type === 'string' ? this.registry.loaded(node.type) : undefined;
    if (!spec || !isObject(node.props)) return found;
    walkAnnotations(spec.propsSchema, node.props, collector(found));
    if (spec.submits && isObject(node.props.document))
      walkAnnotations(formSchema, node.props.document, collector(found, ['document']));
    return found;
  }

  /** The annotated positions in a list of items, by the schemas of all widgets that have a list of that name. */
  private annotatedItems(name: string, list: Json | undefined): Annotated {
    const found = new Map<string, 'child' | 'source' | 'steps'>();
    for (const type of this.registry.types) {
      const spec = this.registry.loaded(type);
      if (spec) walkListAnnotations(spec.propsSchema, name, list, collector(found));
    }
    return found;
  }

  private props(
    value: Json,
    path: readonly string[],
    key: string,
    pointer: string,
    scope: Scope,
    annotated: Annotated,
  ): Json | undefined {
    const annotation = annotated.get(toPointer(path));
    if (annotation === 'child') return this.name('node', value, pointer, scope);
    if (annotation === 'source') return this.name('source', value, pointer, scope);
    if (annotation === 'steps') return this.list(value, 'steps', pointer, scope);
    const below = (item: Json, name: string, at: string): Json | undefined =>
      this.props(item, [...path, name], name, at, scope, annotated);
    if (Array.isArray(value)) {
      const kind = itemLists.includes(key) ? key : null;
      return this.items(value, pointer, scope, (item, at) => below(item, lastSegment(at), at), kind);
    }
    if (!isObject(value) || isParameter(value) || typeof value.$expr === 'string')
      return this.value(value, pointer, scope);
    return this.object(value, pointer, scope, (name, item, at) => below(item, name, at));
  }

  /** Renames what a fragment itself declares; other names are the document's. */
  name(kind: 'node' | 'source', value: Json, pointer: string, scope: Scope): Json | undefined {
    if (typeof value === 'string') return kind === 'node' ? scope.nodeName(value) : scope.sourceName(value);
    return this.value(value, pointer, scope);
  }

  private names(kind: 'node' | 'source', value: Json, pointer: string, scope: Scope): Json | undefined {
    const copy: CopyItem = (item, at) => this.name(kind, item, at, scope);
    if (Array.isArray(value)) return this.items(value, pointer, scope, copy, null);
    if (!isObject(value) || isParameter(value)) return this.name(kind, value, pointer, scope);
    return this.object(value, pointer, scope, (_, item, at) => copy(item, at));
  }

  private step(step: Json, pointer: string, scope: Scope): Json | undefined {
    if (!isObject(step)) return this.value(step, pointer, scope);
    return this.object(step, pointer, scope, (key, item, at) => {
      switch (key) {
        case 'then':
        case 'else':
        case 'do':
        case 'onError':
        case 'undo':
          return this.list(item, 'steps', at, scope);
        case 'refresh':
          return this.names('source', item, at, scope);
        case 'submit':
        case 'reset':
        case 'close':
          return this.names('node', item, at, scope);
        case 'open':
          return isObject(item) && !isParameter(item)
            ? this.object(item, at, scope, (name, one, place) =>
                name === 'dialog' ? this.name('node', one, place, scope) : this.value(one, place, scope),
              )
            : this.name('node', item, at, scope);
        case 'request':
        case 'upload':
          return isObject(item) ? this.request(item, at, scope) : this.value(item, at, scope);
        default:
          return this.value(item, at, scope);
      }
    });
  }

  /** The sources of a fragment. Unlike other texts, their topics take references. */
  sources(sources: JsonObject, pointer: string, scope: Scope): JsonObject {
    return this.object(sources, pointer, scope, (_, source, at) => this.source(source, at, scope));
  }

  source(source: Json, pointer: string, scope: Scope): Json | undefined {
    if (!isObject(source)) return this.value(source, pointer, scope);
    const topic: CopyItem = (item, at) =>
      typeof item === 'string' ? this.text(item, at, scope, 'topic') : this.value(item, at, scope);
    return this.object(source, pointer, scope, (key, item, at) => {
      if (key !== 'on') return this.value(item, at, scope);
      const copy: CopyItem = (one, place) =>
        isObject(one) && !isParameter(one)
          ? this.object(one, place, scope, (name, below, inner) =>
              name === 'topic' ? topic(below, inner) : this.value(below, inner, scope),
            )
          : topic(one, place);
      return this.items(item, at, scope, copy, null);
    });
  }

  private request(request: JsonObject, pointer: string, scope: Scope): JsonObject {
    return this.object(request, pointer, scope, (key, item, at) => {
      if (key === 'undo') return this.list(item, 'steps', at, scope);
      if (key !== 'optimistic' || !isObject(item)) return this.value(item, at, scope);
      return this.object(item, at, scope, (name, one, place) =>
        name === 'source' ? this.name('source', one, place, scope) : this.value(one, place, scope),
      );
    });
  }
}
