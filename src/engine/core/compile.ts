import { escapeSegment } from '../../contracts/json-pointer.ts';
import type { Access } from '../../contracts/access.ts';
import { isObject, type JsonObject } from '../../contracts/json.ts';
import { queryParts } from './address-query.ts';
import { addressRefs } from './address.ts';
import type { Diagnostic, WidgetSpec } from './contract.ts';
import { counters } from './counters.ts';
import { ExpressionError } from './expressions/error.ts';
import { compileExpression, isExpression, type CompiledExpression } from './expressions/expression.ts';
import { expressionDiagnostic } from './expressions/diagnostics.ts';
import type { ScreenDocument, Source, Steps, Text } from './generated/documents.ts';
import { migrateDocument } from './migrate.ts';
import type { Binding, CompiledNode, CompiledScreen, CompiledSource } from './model.ts';
import { layoutOf, nodeLists } from './node-lists.ts';
import { bindPath, isForbiddenKey, type Path } from './paths.ts';
import { bindingsOf } from './props.ts';
import type { Registry } from './registry.ts';
import { sourceCycles } from './validate/cycles.ts';
import { diagnostic } from './validate/diagnostics.ts';
import { documentLimits, structureDiagnostics } from './validate/limits.ts';

function expressionOf(value: unknown): CompiledExpression | undefined {
  if (!isExpression(value)) return undefined;
  try {
    return compileExpression(value.$expr);
  } catch {
    // Its fault is with the node or source; an expression that can't be read has no value.
    return undefined;
  }
}

/** Paths without repeats. */
function distinct(paths: readonly Path[]): Path[] {
  const found = new Map<string, Path>();
  for (const path of paths) found.set(path.join('\u0000'), path);
  return [...found.values()];
}

/** Is a fault that of the part at a pointer, and not of a node inside of it? */
function isOf(pointer: string, { pointer: at, severity }: Diagnostic): boolean {
  if (severity !== 'error' || !at.startsWith(pointer)) return false;
  const rest = at.slice(pointer.length);
  return rest === '' || (rest.startsWith('/') && !rest.startsWith('/children/'));
}

function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [`${one.pointer} ${one.code}`, one])).values()];
}

/** Compiles the nodes of one document; keeps count of ids and nodes over all of them. */
class NodeCompiler {
  readonly nodes = new Map<string, CompiledNode>();
  readonly diagnostics: Diagnostic[] = [];
  private count = 0;
  private readonly registry: Registry;
  private readonly found: readonly Diagnostic[];

  constructor(registry: Registry, found: readonly Diagnostic[]) {
    this.registry = registry;
    this.found = found;
  }

  list(value: unknown, pointer: string, depth: number): CompiledNode[] {
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
      nodes.push(this.node(one, `${pointer}/${index}`, depth));
    }
    return nodes;
  }

  /** A node that no document writes, around nodes that one does. */
  around(layout: { id: string; type: string; pointer: string }, children: CompiledNode[]): CompiledNode {
    const { id, type, pointer } = layout;
    return Object.assign(this.node({ id: this.nodes.has(id) ? pointer : id, type }, pointer, 1), {
      children,
    });
  }

  private node(value: unknown, pointer: string, depth: number): CompiledNode {
    const own: JsonObject = isObject(value) ? value : {};
    const diagnostics = this.found.filter((one) => isOf(pointer, one));
    const type = typeof own.type === 'string' ? own.type : '';
    const spec = this.registry.get(type);
    if (!spec && diagnostics.length === 0)
      diagnostics.push(diagnostic(`${pointer}/type`, 'unknown-type', { type }));
    let id = typeof own.id === 'string' && !isForbiddenKey(own.id) ? own.id : `node${pointer}`;
    if (this.nodes.has(id)) {
      diagnostics.push(
        diagnostic(`${pointer}/id`, 'duplicate-id', { id, first: this.nodes.get(id)!.pointer }),
      );
      id = `${id}@${pointer}`;
    }
    const written = isObject(own.props) ? own.props : {};
    const props: JsonObject = spec ? { ...spec.defaults, ...written } : written;
    const bindings = spec && diagnostics.length === 0 ? this.bindings(spec, props, pointer, diagnostics) : [];
    const visible = typeof own.visible === 'boolean' ? own.visible : (expressionOf(own.visible) ?? true);
    const source = typeof own.source === 'string' ? own.source : null;
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
      refs: distinct([
        ...bindings.flatMap((one) => one.expression?.refs ?? []),
        // Texts, and expressions that answer a key, change with the language.
        ...(bindings.some((one) => one.kind === 'text') ? [['lang']] : []),
        ...(typeof visible === 'boolean' ? [] : visible.refs),
        ...(source === null ? [] : [['data', source]]),
      ]),
      on: (isObject(own.on) ? own.on : {}) as unknown as Record<string, Steps>,
      access: own.access as unknown as Access | undefined,
      at: own.at as unknown as CompiledNode['at'],
      children: [],
    };
    this.nodes.set(id, compiled);
    // The children of a node whose own props are wrong are still compiled: their ids count, and its notice may list them.
    return Object.assign(compiled, { children: this.list(own.children, `${pointer}/children`, depth + 1) });
  }

  private bindings(
    spec: WidgetSpec,
    props: JsonObject,
    pointer: string,
    diagnostics: Diagnostic[],
  ): Binding[] {
    try {
      return bindingsOf(spec, props);
    } catch {
      diagnostics.push(diagnostic(`${pointer}/props`, 'schema'));
      return [];
    }
  }
}

function compileSource(id: string, definition: Source): CompiledSource {
  const query = Object.entries(definition.query ?? {}).map(([name, one]) => ({
    name,
    value: isExpression(one) ? compileExpression(one.$expr) : (one as string | number | boolean),
  }));
  const needs = (definition.needs ?? []).map((name) => ({ name, path: bindPath(name) }));
  const inAddress = addressRefs(definition.get);
  const waitsFor = [...needs.map((one) => one.path), ...inAddress].filter(([root]) => root === 'data');
  return {
    id,
    definition,
    query,
    needs: [...needs, ...inAddress.map((path) => ({ name: path.join('.'), path }))],
    refs: distinct([
      ...needs.map((one) => one.path),
      ...inAddress,
      ...query.flatMap(({ value: one }) => (typeof one === 'object' ? one.refs : [])),
      // A source that it waits for may fail without ever having the value.
      ...waitsFor.flatMap(([, other]) => (other === undefined ? [] : [['data', other, 'status']])),
    ]),
  };
}

/** Sources at fault are left out: what names them says so. */
function compileSources(
  document: JsonObject,
  found: readonly Diagnostic[],
  diagnostics: Diagnostic[],
): Map<string, CompiledSource> {
  const sources = new Map<string, CompiledSource>();
  const written = isObject(document.sources) ? document.sources : {};
  for (const [id, value] of Object.entries(written)) {
    const pointer = `/sources/${escapeSegment(id)}`;
    const own = found.filter((one) => isOf(pointer, one));
    diagnostics.push(...own);
    // A name that reaches a prototype has been told with the document's structure.
    if (own.length > 0 || isForbiddenKey(id)) continue;
    try {
      sources.set(id, compileSource(id, value as unknown as Source));
    } catch (error) {
      diagnostics.push(
        error instanceof ExpressionError
          ? expressionDiagnostic(error, pointer)
          : diagnostic(pointer, 'source'),
      );
    }
  }
  // A source that waits for itself would load for ever: it is left out, and what names it says so.
  for (const cycle of sourceCycles(sources)) {
    for (const id of cycle) sources.delete(id);
    diagnostics.push(
      diagnostic(`/sources/${escapeSegment(cycle[0]!)}`, 'source-cycle', { cycle: cycle.join(' → ') }),
    );
  }
  return sources;
}

function compile(given: unknown, registry: Registry, found: readonly Diagnostic[]): CompiledScreen {
  const diagnostics = structureDiagnostics(given);
  const tooDeep = diagnostics.some((one) => one.code === 'too-deep');
  const migrated = tooDeep ? { document: {}, diagnostics: [] } : migrateDocument(given, registry);
  // A node that was not lifted is at fault itself; the document is when its format was not.
  const ofNodes = migrated.diagnostics.filter((one) => one.pointer !== '/formatVersion');
  diagnostics.push(...migrated.diagnostics.filter((one) => one.pointer === '/formatVersion'));
  const document = isObject(migrated.document) ? migrated.document : {};
  if (!isObject(migrated.document)) diagnostics.push(diagnostic('', 'type', { expected: 'object' }));
  // A document of a later release may mean something else by the same words: nothing of it is drawn.
  const unreadable = migrated.diagnostics.some((one) => one.pointer === '/formatVersion');
  const compiler = new NodeCompiler(registry, withoutRepeats([...found, ...ofNodes]));
  const [header, filters, own, dialogs] = nodeLists.map((key) =>
    unreadable ? [] : compiler.list(document[key], `/${key}`, 1),
  ) as [CompiledNode[], CompiledNode[], CompiledNode[], CompiledNode[]];
  const layout = unreadable ? null : layoutOf(document);
  const body = [...header, ...filters, ...(layout ? [compiler.around(layout, own)] : own)];
  const sources = unreadable
    ? new Map<string, CompiledSource>()
    : compileSources(document, found, diagnostics);
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
    body,
    dialogs,
    nodes: compiler.nodes,
    sources,
    query: queryParts(document),
    diagnostics: [...diagnostics, ...compiler.diagnostics],
  };
}

const cache = new WeakMap<object, WeakMap<object, CompiledScreen>>();

/**
 * Makes a screen document ready to be shown, once per document object and edition of the registry: the second time costs nothing.
 * Never throws: what is wrong with a node is with the node, its siblings live; what is wrong with the document is in
 * `faults`.
 * @param found what validateParts says of this document; the server sends it along, so that no browser has to check.
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
    const byEdition = cache.get(key) ?? new WeakMap<object, CompiledScreen>();
    byEdition.set(registry.revision, compiled);
    cache.set(key, byEdition);
  }
  return compiled;
}
