import type { Access } from '../../../contracts/access.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { queryParameters } from '../screen/address-query.ts';
import type { Diagnostic, WidgetSpec } from '../contract.ts';
import { counters } from '../counters.ts';
import { compileExpression, isExpression, type CompiledExpression } from '../expressions/expression.ts';
import type { LocalRoot } from '../expressions/references.ts';
import type { ScreenDocument, Steps, Text } from '../generated/documents.ts';
import { deferredSources } from './deferred-sources.ts';
import { isUse } from '../fragments/uses.ts';
import { migrateDocument } from './migrate.ts';
import type { Binding, CompiledNode, CompiledScreen, CompiledSource } from '../compiled-screen.ts';
import type { CompileCache } from './compile-cache.ts';
import { compileSources } from './compile-sources.ts';
import { compileLists, listProps, listsOf, type Lists } from '../sources/lists.ts';
import { childLists, layoutOf, nodeLists, repeatName, slotOf } from './node-lists.ts';
import { distinctPaths, isForbiddenKey } from './paths.ts';
import { bindingsOf } from './props.ts';
import type { Registry } from './registry.ts';
import { namesOfChildren } from './schema-annotations.ts';
import { diagnostic } from '../validate/diagnostics.ts';
import { documentLimits, structureDiagnostics } from '../validate/limits.ts';

function expressionOf(value: unknown, names: readonly LocalRoot[]): CompiledExpression | undefined {
  if (!isExpression(value)) return undefined;
  try {
    return compileExpression(value.$expr, names);
  } catch {
    // Diagnostics of the node or source report the error; an expression that cannot be parsed has no value.
    return undefined;
  }
}

const ownerPattern = /^\/(?:sources\/[^/]*|[a-z]+\/\d+(?:\/(?:children|slots\/[^/]*)\/\d+)*)/;

/** Groups errors by the pointer of the node or source that contains them, without duplicates. */
function errorsByOwner(diagnostics: readonly Diagnostic[]): Map<string, Map<string, Diagnostic>> {
  const byOwner = new Map<string, Map<string, Diagnostic>>();
  for (const one of diagnostics) {
    if (one.severity !== 'error') continue;
    const owner = ownerPattern.exec(one.pointer)?.[0] ?? one.pointer;
    const errors = byOwner.get(owner) ?? new Map<string, Diagnostic>();
    byOwner.set(owner, errors.set(`${one.pointer} ${one.code}`, one));
  }
  return byOwner;
}

/** Compiles a node's `repeat`; its list is a node whose one prop is the list. */
function repeatOf(
  { id, pointer, names, order }: CompiledNode,
  each: CompiledExpression,
  { as, key }: JsonObject,
): NonNullable<CompiledNode['repeat']> {
  const list: CompiledNode = {
    id,
    type: 'repeat',
    pointer: `${pointer}/repeat`,
    spec: undefined,
    diagnostics: [],
    props: { each: null },
    bindings: [{ path: ['each'], kind: 'expression', expression: each, refs: each.refs }],
    visible: true,
    source: null,
    sources: {},
    refs: distinctPaths(each.refs),
    on: {},
    access: undefined,
    at: undefined,
    names,
    children: [],
    slots: {},
    order,
    size: 1,
  };
  return { each, as: String(as), key: typeof key === 'string' ? key.split('.') : null, list };
}

/** A version of a document that is being edited. */
interface EditedVersion {
  cache: CompileCache;
  isValidated: boolean;
  /** Its own texts. */
  strings: unknown;
}

/** Compiles the nodes of one document; ids and the node limit span all its node lists. */
class NodeCompiler {
  readonly nodes = new Map<string, CompiledNode>();
  readonly diagnostics: Diagnostic[] = [];
  private count = 0;
  private readonly registry: Registry;
  private readonly lists: Lists;
  private readonly errors: ReturnType<typeof errorsByOwner>;
  private readonly cache: CompileCache | undefined;
  /** Whether `found` are the errors of exactly this document; otherwise the cache knows those of nodes that are the same. */
  private readonly isValidated: boolean;

  constructor(registry: Registry, lists: Lists, found: readonly Diagnostic[], edited?: EditedVersion) {
    this.registry = registry;
    this.lists = lists;
    this.errors = errorsByOwner(found);
    this.cache = edited?.cache;
    this.isValidated = edited?.isValidated ?? true;
    edited?.cache.open(registry, lists, edited.strings);
  }

  /** @param named further names of single nodes, by their ids. */
  list(
    value: unknown,
    pointer: string,
    depth: number,
    names: readonly LocalRoot[] = [],
    named?: ReadonlyMap<string, readonly LocalRoot[]>,
  ): CompiledNode[] {
    if (!Array.isArray(value)) return [];
    if (depth > documentLimits.nodeDepth) {
      this.diagnostics.push(diagnostic(pointer, 'too-deep', { limit: documentLimits.nodeDepth }));
      return [];
    }
    const nodes: CompiledNode[] = [];
    for (const [index, one] of value.entries()) {
      if (this.count >= documentLimits.nodes) {
        this.diagnostics.push(
          diagnostic(`${pointer}/${index}`, 'too-many-nodes', { limit: documentLimits.nodes }),
        );
        break;
      }
      this.count += 1;
      const more = named && isObject(one) ? named.get(String(one.id)) : undefined;
      nodes.push(this.node(one, `${pointer}/${index}`, depth, more ? [...names, ...more] : names));
    }
    return nodes;
  }

  /** Wraps nodes in a layout node that the document itself does not contain. */
  wrap(layout: { id: string; type: string; pointer: string }, children: CompiledNode[]): CompiledNode {
    const { id, type, pointer } = layout;
    return Object.assign(this.node({ id: this.nodes.has(id) ? pointer : id, type }, pointer, 1, []), {
      children,
    });
  }

  /** Errors of one node: those that were found, or those that it had when it was validated last. */
  private errorsOf(own: JsonObject, pointer: string): Diagnostic[] {
    const found = [...(this.errors.get(pointer)?.values() ?? [])];
    if (!this.cache) return found;
    if (this.isValidated) this.cache.keepErrors(own, found);
    return [...(this.isValidated ? found : this.cache.errorsOf(own))];
  }

  /** Takes over a node that was compiled before, with all nodes below it. */
  private adopt(value: unknown, pointer: string, names: readonly LocalRoot[]): CompiledNode | null {
    const known = this.cache?.known(value, names);
    if (!known) return null;
    if ([...this.errors.keys()].some((one) => one === pointer || one.startsWith(`${pointer}/`))) return null;
    const subtree = (node: CompiledNode): CompiledNode[] => [
      node,
      ...[...node.children, ...Object.values(node.slots).flat()].flatMap(subtree),
    ];
    const nodes = subtree(known);
    if (nodes.some(({ id }) => this.nodes.has(id))) return null;
    for (const one of nodes) this.nodes.set(one.id, one);
    this.count += nodes.length - 1;
    return known;
  }

  private node(value: unknown, pointer: string, depth: number, outer: readonly LocalRoot[]): CompiledNode {
    const adopted = this.adopt(value, pointer, outer);
    if (adopted) return adopted;
    const own: JsonObject = isObject(value) ? value : {};
    const diagnostics = this.errorsOf(own, pointer);
    const type = typeof own.type === 'string' ? own.type : '';
    const spec = this.registry.get(type);
    if (!spec && diagnostics.length === 0)
      diagnostics.push(
        isUse(own)
          ? diagnostic(pointer, 'unknown-fragment', { fragment: own.use })
          : diagnostic(`${pointer}/type`, 'unknown-type', { type }),
      );
    let id = typeof own.id === 'string' && !isForbiddenKey(own.id) ? own.id : `node${pointer}`;
    if (this.nodes.has(id)) {
      diagnostics.push(
        diagnostic(`${pointer}/id`, 'duplicate-id', { id, first: this.nodes.get(id)!.pointer }),
      );
      id = `${id}@${pointer}`;
    }
    const repeat = repeatName(own);
    const names = repeat === null ? outer : [...outer, repeat];
    const written = isObject(own.props) ? own.props : {};
    const source = typeof own.source === 'string' ? own.source : null;
    const props: JsonObject = spec
      ? { ...spec.defaults, ...listProps(spec, this.lists.get(source ?? '')), ...written }
      : written;
    const bindings =
      spec && diagnostics.length === 0 ? this.bindings(spec, props, names, pointer, diagnostics) : [];
    const visible =
      typeof own.visible === 'boolean' ? own.visible : (expressionOf(own.visible, names) ?? true);
    // A widget without data may name a source only for its list.
    const readsSource = source !== null && !(spec?.list && spec.data === 'nothing');
    const sources = Object.fromEntries(
      Object.entries(isObject(own.sources) ? own.sources : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && !isForbiddenKey(entry[0]),
      ),
    );
    const compiled: CompiledNode = {
      id,
      type,
      pointer,
      spec,
      diagnostics,
      props,
      bindings,
      visible,
      source,
      sources,
      refs: distinctPaths([
        ...bindings.flatMap(({ refs }) => refs),
        ...(typeof visible === 'boolean' ? [] : visible.refs),
        ...(readsSource ? [['data', source]] : []),
        ...Object.values(sources).map((one) => ['data', one]),
      ]),
      on: (isObject(own.on) ? own.on : {}) as unknown as Record<string, Steps>,
      access: own.access as unknown as Access | undefined,
      at: own.at as unknown as CompiledNode['at'],
      names,
      children: [],
      slots: {},
      order: this.count,
      size: 1,
    };
    this.nodes.set(id, compiled);
    const each = isObject(own.repeat) ? expressionOf(own.repeat.each, outer) : undefined;
    if (each && repeat !== null) compiled.repeat = repeatOf(compiled, each, own.repeat as JsonObject);
    // The children of an invalid node are compiled too: their ids count, and the node's notice may list them.
    const slots: Record<string, CompiledNode[]> = {};
    for (const below of childLists(own)) {
      const scope = below.slot === null ? [] : (slotOf(spec, below.slot)?.scope ?? []);
      const inner = scope.length === 0 ? names : [...new Set([...names, ...scope])];
      const named =
        bindings.some(({ kind }) => kind === 'repeat') && namesOfChildren(spec!.propsSchema, props);
      const nodes = this.list(below.nodes, pointer + below.pointer, depth + 1, inner, named || undefined);
      if (below.slot === null) Object.assign(compiled, { children: nodes });
      else if (!isForbiddenKey(below.slot)) slots[below.slot] = nodes;
    }
    Object.assign(compiled, { slots, size: this.count - compiled.order + 1 });
    this.cache?.keep(own, compiled);
    return compiled;
  }

  private bindings(
    spec: WidgetSpec,
    props: JsonObject,
    names: readonly LocalRoot[],
    pointer: string,
    diagnostics: Diagnostic[],
  ): Binding[] {
    try {
      return bindingsOf(spec, props, names);
    } catch {
      diagnostics.push(diagnostic(`${pointer}/props`, 'schema'));
      return [];
    }
  }
}

function compile(
  input: unknown,
  registry: Registry,
  found: readonly Diagnostic[],
  edited?: Omit<EditedVersion, 'strings'>,
): CompiledScreen {
  const diagnostics = structureDiagnostics(input);
  const tooDeep = diagnostics.some((one) => one.code === 'too-deep');
  const migrated = tooDeep ? { document: {}, diagnostics: [] } : migrateDocument(input, registry);
  const formatDiagnostics = migrated.diagnostics.filter((one) => one.pointer === '/formatVersion');
  diagnostics.push(...formatDiagnostics);
  const written = isObject(migrated.document) ? migrated.document : {};
  if (!isObject(migrated.document)) diagnostics.push(diagnostic('', 'type', { expected: 'object' }));
  // A later format may give keys another meaning, so nothing of such a document is rendered.
  const isReadable = formatDiagnostics.length === 0;
  const lists = listsOf(written);
  const errors = errorsByOwner(found);
  const version = edited && { ...edited, strings: written.strings };
  const compiler = new NodeCompiler(registry, lists, [...found, ...migrated.diagnostics], version);
  const [header, filters, own, dialogs] = nodeLists.map((key) =>
    isReadable ? compiler.list(written[key], `/${key}`, 1) : [],
  ) as [CompiledNode[], CompiledNode[], CompiledNode[], CompiledNode[]];
  const layout = isReadable ? layoutOf(written) : null;
  const body = [...header, ...filters, ...(layout ? [compiler.wrap(layout, own)] : own)];
  const parameters = queryParameters(written);
  const listed =
    lists.size === 0 ? null : compileLists(written, lists, [...compiler.nodes.values()], parameters);
  const document = listed ? { ...written, state: listed.state } : written;
  const sources = isReadable
    ? compileSources(
        document,
        listed?.queries ?? new Map(),
        (at) => [...(errors.get(at)?.values() ?? [])],
        diagnostics,
      )
    : new Map<string, CompiledSource>();
  const id = typeof document.id === 'string' ? document.id : '';
  const access = isObject(document.access) ? document.access : {};
  return {
    id,
    document: document as unknown as ScreenDocument,
    registry,
    accessScreen: typeof access.screen === 'string' ? access.screen : id,
    title: (typeof document.title === 'string' || isExpression(document.title) ? document.title : '') as Text,
    breadcrumb: (Array.isArray(document.breadcrumb)
      ? document.breadcrumb
      : []) as unknown as CompiledScreen['breadcrumb'],
    work: document.layout === 'work',
    body,
    dialogs,
    nodes: compiler.nodes,
    sources,
    deferred: deferredSources(document, [...compiler.nodes.values()], sources),
    query: listed?.parameters ?? parameters,
    diagnostics: [...diagnostics, ...compiler.diagnostics],
  };
}

const cache = new WeakMap<object, WeakMap<object, CompiledScreen>>();

/**
 * Compiles a screen document; the result is cached per document object and revision of the registry. Never throws.
 * Each node holds its own diagnostics, so an invalid node does not affect its siblings; `diagnostics` holds those
 * of the document.
 * @param found diagnostics that validation reported for this document. The server sends them with it, so browsers
 * need not validate.
 */
export function compileDocument(
  document: unknown,
  registry: Registry,
  found: readonly Diagnostic[] = [],
): CompiledScreen {
  const key = typeof document === 'object' && document !== null ? document : null;
  const known = key && cache.get(key)?.get(registry.revision);
  if (known) {
    counters.cacheHits += 1;
    return known;
  }
  counters.compiles += 1;
  const compiled = compile(document, registry, found);
  if (key) {
    const byRevision = cache.get(key) ?? new WeakMap<object, CompiledScreen>();
    byRevision.set(registry.revision, compiled);
    cache.set(key, byRevision);
  }
  return compiled;
}

/**
 * Compiles a version of a document that is being edited. Nodes whose JSON is the same object as in a version before are the
 * same compiled nodes.
 * @param found diagnostics of this version; null while they are not known. Nodes that did not change keep theirs.
 */
export function compileEdited(
  document: unknown,
  registry: Registry,
  reuse: CompileCache,
  found: readonly Diagnostic[] | null,
): CompiledScreen {
  return compile(document, registry, found ?? [], { cache: reuse, isValidated: found !== null });
}
