import { escapeSegment, toPointer } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { safeUrl } from '../../../contracts/url.ts';
import type { Diagnostic, WidgetSpec } from '../contract.ts';
import type { NodePosition } from '../generated/documents.ts';
import { allRoots, type LocalRoot } from '../expressions/references.ts';
import { isUse } from '../fragments/uses.ts';
import { childLists, nodeLists, repeatName, slotOf } from '../language/node-lists.ts';
import type { Registry } from '../language/registry.ts';
import { namesOfChildren, walkAnnotations } from '../language/schema-annotations.ts';
import { diagnostic } from './diagnostics.ts';
import { gridDiagnostics, positionDiagnostics } from './grid.ts';
import { eventLocal, stepsLocal, type Local } from './known-fields.ts';
import { documentLimits } from './limits.ts';
import { nearest, nearestValue } from './nearest.ts';
import { quickExpressionDiagnostics, References } from './references.ts';
import { languageDiagnostics, widgetDiagnostics } from './schema-diagnostics.ts';
import { collectSteps, stepsDiagnostics } from './steps.ts';

export interface ListedNode {
  node: unknown;
  pointer: string;
  /** Names that the node is in the scope of, given by slots and by `repeat` around it. */
  names: readonly LocalRoot[];
}

/** All nodes of a document in reading order, or the diagnostic that there are too many or they are too deep. */
export function listNodes(
  document: JsonObject,
  registry: Registry,
): { nodes: ListedNode[]; diagnostics: Diagnostic[] } {
  const nodes: ListedNode[] = [];
  const visit = (
    list: unknown,
    pointer: string,
    depth: number,
    outer: readonly LocalRoot[],
    named?: ReadonlyMap<string, readonly LocalRoot[]>,
  ): Diagnostic | null => {
    if (!Array.isArray(list)) return null;
    if (depth > documentLimits.nodeDepth)
      return diagnostic(pointer, 'too-deep', { limit: documentLimits.nodeDepth });
    for (const [index, node] of list.entries()) {
      if (nodes.length >= documentLimits.nodes) {
        return diagnostic(`${pointer}/${index}`, 'too-many-nodes', { limit: documentLimits.nodes });
      }
      const more = named && isObject(node) ? named.get(String(node.id)) : undefined;
      const names = more ? [...outer, ...more] : outer;
      const listed: ListedNode = { node, pointer: `${pointer}/${index}`, names };
      nodes.push(listed);
      if (!isObject(node)) continue;
      const spec = specOf(node, registry);
      for (const below of childLists(node)) {
        const scope = below.slot === null ? [] : (slotOf(spec, below.slot)?.scope ?? []);
        const inner = [...new Set([...ownNames(listed), ...scope])];
        const ofItems =
          spec && isObject(node.props) ? namesOfChildren(spec.propsSchema, node.props) : undefined;
        const excess = visit(below.nodes, listed.pointer + below.pointer, depth + 1, inner, ofItems);
        if (excess) return excess;
      }
    }
    return null;
  };
  for (const key of nodeLists) {
    const excess = visit(document[key], `/${key}`, 1, key === 'dialogs' ? ['args'] : []);
    if (excess) return { nodes, diagnostics: [excess] };
  }
  return { nodes, diagnostics: [] };
}

// Checked as a string first, because converting a hostile object to text can throw.
function specOf(node: JsonObject, registry: Registry): WidgetSpec | undefined {
  return typeof node.type === 'string' ? registry.get(node.type) : undefined;
}

/** Names in the scope of a node's own expressions: those around it, and the one that its `repeat` gives. */
function ownNames({ node, names }: ListedNode): readonly LocalRoot[] {
  const name = isObject(node) ? repeatName(node) : null;
  return name === null ? names : [...names, name];
}

/** Collects the references of a node without its child lists. */
export function collectNode(listed: ListedNode, registry: Registry): References {
  const { node, pointer: at, names } = listed;
  const references = new References();
  if (!isObject(node)) return references;
  const spec = specOf(node, registry);
  const around = ownNames(listed);
  if (isObject(node.repeat)) references.addExpression(node.repeat.each, `${at}/repeat/each`, names);
  references.addExpression(node.visible, `${at}/visible`, around);
  if (typeof node.source === 'string') {
    references.targets.push({ kind: 'source', id: node.source, pointer: `${at}/source` });
  }
  for (const [name, id] of Object.entries(isObject(node.sources) ? node.sources : {})) {
    if (typeof id !== 'string') continue;
    references.targets.push({ kind: 'source', id, pointer: `${at}/sources/${escapeSegment(name)}` });
  }
  for (const [event, steps] of Object.entries(isObject(node.on) ? node.on : {})) {
    const locals: Local[] = [eventLocal(spec, event, node.props), 'form', ...around, 'row'];
    collectSteps(references, steps, `${at}/on/${escapeSegment(event)}`, locals);
  }
  if (!spec || !isObject(node.props)) return references;
  walkAnnotations(spec.propsSchema, node.props, (annotation, path, value, schema, repeats) => {
    const pointer = `${at}/props${toPointer(path)}`;
    const own = [...around, ...repeats.map(({ as }) => as)];
    const withRow = [...own, 'row'];
    switch (annotation) {
      case 'repeat':
        if (isObject(value)) references.addExpression(value.each, `${pointer}/each`, own);
        break;
      case 'text':
        references.addText(value, pointer, own);
        break;
      case 'url':
        references.addLink(value, pointer);
        references.addExpression(value, pointer, own);
        break;
      case 'expression':
        references.addExpression(value, pointer, own);
        break;
      case 'row-expression':
        references.addExpression(value, pointer, withRow);
        break;
      case 'steps':
        collectSteps(references, value, pointer, [stepsLocal(schema), 'form', ...withRow]);
        break;
      case 'bind':
        if (typeof value !== 'string') break;
        // Keys that its references stand for are known when the screen runs.
        references.writes.push({ by: 'binding', path: value.replace(/\.\{.*/, ''), pointer });
        references.addAddress(value, pointer, own);
        break;
      case 'address':
        references.addAddress(value, pointer, withRow);
        break;
      case 'icon':
        references.addIcon(value, pointer);
        break;
      case 'source':
        if (typeof value === 'string') references.targets.push({ kind: 'source', id: value, pointer });
        break;
      default:
    }
  });
  return references;
}

/** Reports handlers of events that the widget does not have, which would never run. */
function eventDiagnostics(node: JsonObject, spec: WidgetSpec, at: string): Diagnostic[] {
  const known = (spec.events ?? []).map((event) => event.name);
  return Object.keys(isObject(node.on) ? node.on : {})
    .filter((event) => !known.includes(event))
    .map((event) => {
      const pointer = `${at}/on/${escapeSegment(event)}`;
      if (known.length === 0) return diagnostic(pointer, 'no-events', { event, type: spec.type });
      const values = { event, type: spec.type, nearest: nearest(event, known), known: known.join(', ') };
      return diagnostic(pointer, 'unknown-event', values);
    });
}

/** Reports a slot that the widget does not have, which would never be rendered. */
function slotDiagnostics(slot: string, { type, slots = [] }: WidgetSpec, pointer: string): Diagnostic[] {
  const known = slots.map(({ name }) => name);
  if (known.includes(slot)) return [];
  if (known.length === 0) return [diagnostic(pointer, 'no-slots', { slot, type })];
  const values = { slot, type, nearest: nearest(slot, known), known: known.join(', ') };
  return [diagnostic(pointer, 'unknown-slot', values)];
}

/** Reports named sources that the widget does not have, and required ones that the node does not name. */
function sourceDiagnostics(node: JsonObject, { type, sources = [] }: WidgetSpec, at: string): Diagnostic[] {
  const named = Object.keys(isObject(node.sources) ? node.sources : {});
  const known = sources.map(({ name }) => name);
  const unknown = named
    .filter((name) => !known.includes(name))
    .map((name) => {
      const values = { name, type, nearest: nearest(name, known), known: known.join(', ') };
      const code = known.length === 0 ? 'no-sources' : 'unknown-source-name';
      return diagnostic(`${at}/sources/${escapeSegment(name)}`, code, values);
    });
  const missing = sources.filter(({ name, required }) => required && !named.includes(name));
  return [
    ...unknown,
    ...missing.map(({ name }) => diagnostic(at, 'needs-named-source', { type, name }, 'warning')),
  ];
}

/** Reports a `repeat` whose name its expressions see already with another meaning, and one of a dialog, which `open` names. */
function repeatDiagnostics(listed: ListedNode, registry: Registry): Diagnostic[] {
  const { node, pointer, names } = listed;
  if (!isObject(node)) return [];
  const found: Diagnostic[] = [];
  const add = (name: string, taken: readonly LocalRoot[], at: string): void => {
    if (allRoots.includes(name) || taken.includes(name))
      found.push(diagnostic(`${pointer}${at}/as`, 'repeat-name', { name }));
  };
  const name = repeatName(node);
  if (name !== null) add(name, names, '/repeat');
  if (name !== null && /^\/dialogs\/\d+$/.test(pointer))
    found.push(diagnostic(`${pointer}/repeat`, 'repeat-dialog'));
  const spec = specOf(node, registry);
  if (!spec || !isObject(node.props)) return found;
  walkAnnotations(spec.propsSchema, node.props, (annotation, path, value, _schema, repeats) => {
    if (annotation !== 'repeat' || !isObject(value)) return;
    add(String(value.as), [...ownNames(listed), ...repeats.map(({ as }) => as)], `/props${toPointer(path)}`);
  });
  return found;
}

function typeDiagnostics(node: JsonObject, registry: Registry, at: string): Diagnostic[] {
  if (typeof node.type !== 'string') return [];
  const spec = registry.get(node.type);
  if (!spec) {
    const values = { type: node.type, ...nearestValue(node.type, registry.types) };
    return [diagnostic(`${at}/type`, 'unknown-type', values)];
  }
  const props = isObject(node.props) ? node.props : {};
  const diagnostics = widgetDiagnostics(spec, props, `${at}/props`);
  walkAnnotations(spec.propsSchema, props, (annotation, path, value) => {
    const pointer = `${at}/props${toPointer(path)}`;
    if (annotation === 'steps') diagnostics.push(...stepsDiagnostics(value, pointer));
    // An empty link is not an error.
    if (annotation === 'url' && typeof value === 'string' && value !== '' && !safeUrl(value)) {
      diagnostics.push(diagnostic(pointer, 'url', { url: value }));
    }
  });
  for (const [event, steps] of Object.entries(isObject(node.on) ? node.on : {})) {
    // The node's own schema reports a value that is not a list.
    if (Array.isArray(steps))
      diagnostics.push(...stepsDiagnostics(steps, `${at}/on/${escapeSegment(event)}`));
  }
  if (typeof node.typeVersion === 'number' && node.typeVersion > spec.version) {
    const { type, version: known } = spec;
    diagnostics.push(
      diagnostic(`${at}/typeVersion`, 'newer-type', { type, version: node.typeVersion, known }),
    );
  }
  for (const { slot, pointer, nodes } of childLists(node)) {
    if (slot !== null) diagnostics.push(...slotDiagnostics(slot, spec, at + pointer));
    else if (nodes.length > 0 && spec.children === undefined)
      diagnostics.push(diagnostic(at + pointer, 'no-children', { type: spec.type }));
  }
  diagnostics.push(...sourceDiagnostics(node, spec, at));
  if (spec.data === 'rows' && node.source === undefined) {
    diagnostics.push(diagnostic(at, 'needs-source', { type: spec.type }, 'warning'));
  }
  return [...diagnostics, ...eventDiagnostics(node, spec, at)];
}

/**
 * Validates one node without its child lists: its shape, type, props, position and plain expressions. Fast enough to run on
 * every node that the server delivers.
 */
export function validateNode(listed: ListedNode, registry: Registry): Diagnostic[] {
  const { node, pointer: at } = listed;
  if (!isObject(node)) return [diagnostic(at, 'type', { expected: 'object' })];
  // Expansion reports a use that it leaves in its place.
  if (isUse(node)) return [];
  // The lists' own shape counts, and each of their nodes is validated by itself.
  const own = { ...node };
  if (Array.isArray(own.children)) own.children = [];
  if (isObject(own.slots)) {
    const lists = Object.entries(own.slots).map(([slot, list]) => [slot, Array.isArray(list) ? [] : list]);
    own.slots = Object.fromEntries(lists) as JsonObject;
  }
  const diagnostics = [
    ...languageDiagnostics('node', own, at),
    ...typeDiagnostics(node, registry, at),
    ...repeatDiagnostics(listed, registry),
  ];
  // A node of the wrong shape is not walked any further.
  if (diagnostics.some((one) => one.severity === 'error')) return diagnostics;
  if (isObject(own.at)) diagnostics.push(...positionDiagnostics(own.at as unknown as NodePosition, at));
  return [...diagnostics, ...collectNode(listed, registry).expressions.flatMap(quickExpressionDiagnostics)];
}

/** Reports ids that two nodes share. */
export function idDiagnostics(nodes: readonly ListedNode[]): Diagnostic[] {
  const first = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { node, pointer } of nodes) {
    if (!isObject(node) || typeof node.id !== 'string') continue;
    const known = first.get(node.id);
    if (known === undefined) first.set(node.id, pointer);
    else diagnostics.push(diagnostic(`${pointer}/id`, 'duplicate-id', { id: node.id, first: known }));
  }
  return diagnostics;
}

/** Reports props that name a node which the node's children, or the slots that props name, do not have. */
function unknownChildren(parent: JsonObject, spec: WidgetSpec, pointer: string): Diagnostic[] {
  if (!isObject(parent.props)) return [];
  const lists = childLists(parent).filter(({ slot }) => slot === null || slotOf(spec, slot)?.named === true);
  const listed = lists.flatMap(({ nodes }) => nodes);
  const ids = new Set(listed.flatMap((child) => (isObject(child) ? [String(child.id)] : [])));
  const diagnostics: Diagnostic[] = [];
  walkAnnotations(spec.propsSchema, parent.props, (annotation, path, value) => {
    if (annotation !== 'child' || typeof value !== 'string' || ids.has(value)) return;
    const values = { child: value, ...nearestValue(value, ids) };
    diagnostics.push(diagnostic(`${pointer}/props${toPointer(path)}`, 'unknown-child', values));
  });
  return diagnostics;
}

/**
 * Validates nodes against their children: names of children, positions in a grid. Only for whole documents, since a reader
 * may receive fewer children than a node has.
 */
export function childDiagnostics(nodes: readonly ListedNode[], registry: Registry): Diagnostic[] {
  return nodes.flatMap(({ node, pointer }) => {
    const spec = isObject(node) && specOf(node, registry);
    if (!spec) return [];
    const positions = spec.children === 'placed' ? gridDiagnostics(node, pointer) : [];
    return [...unknownChildren(node, spec, pointer), ...positions];
  });
}
