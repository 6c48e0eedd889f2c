import { escapeSegment, toPointer } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { safeUrl } from '../../../contracts/url.ts';
import type { Diagnostic, WidgetSpec } from '../contract.ts';
import type { NodePosition } from '../generated/documents.ts';
import { nodeLists } from '../node-lists.ts';
import type { Registry } from '../registry.ts';
import { walkAnnotations } from '../schema-annotations.ts';
import { diagnostic } from './diagnostics.ts';
import { gridDiagnostics, positionDiagnostics } from './grid.ts';
import { eventLocal, stepsLocal, type Local } from './known-fields.ts';
import { documentLimits } from './limits.ts';
import { nearest } from './nearest.ts';
import { quickExpressionDiagnostics, References } from './references.ts';
import { languageDiagnostics, widgetDiagnostics } from './schema-diagnostics.ts';
import { collectSteps, stepsDiagnostics } from './steps.ts';

export interface ListedNode {
  node: unknown;
  pointer: string;
  /** Whether the node is rendered once per row, with `row` in its scope. */
  inRow: boolean;
}

/** All nodes of a document in reading order, or the diagnostic that there are too many or they are too deep. */
export function listNodes(
  document: JsonObject,
  registry: Registry,
): { nodes: ListedNode[]; diagnostics: Diagnostic[] } {
  const nodes: ListedNode[] = [];
  const visit = (list: unknown, pointer: string, depth: number, inRow: boolean): Diagnostic | null => {
    if (!Array.isArray(list)) return null;
    if (depth > documentLimits.nodeDepth)
      return diagnostic(pointer, 'too-deep', { limit: documentLimits.nodeDepth });
    for (const [index, node] of list.entries()) {
      if (nodes.length >= documentLimits.nodes) {
        return diagnostic(`${pointer}/${index}`, 'too-many-nodes', { limit: documentLimits.nodes });
      }
      nodes.push({ node, pointer: `${pointer}/${index}`, inRow });
      if (!isObject(node)) continue;
      const perRow = specOf(node, registry)?.children === 'row';
      const excess = visit(node.children, `${pointer}/${index}/children`, depth + 1, inRow || perRow);
      if (excess) return excess;
    }
    return null;
  };
  for (const key of nodeLists) {
    const excess = visit(document[key], `/${key}`, 1, false);
    if (excess) return { nodes, diagnostics: [excess] };
  }
  return { nodes, diagnostics: [] };
}

// Checked as a string first, because converting a hostile object to text can throw.
function specOf(node: JsonObject, registry: Registry): WidgetSpec | undefined {
  return typeof node.type === 'string' ? registry.get(node.type) : undefined;
}

/** Collects the references of a node without its children. */
export function collectNode({ node, pointer: at, inRow }: ListedNode, registry: Registry): References {
  const references = new References();
  if (!isObject(node)) return references;
  const spec = specOf(node, registry);
  const own: readonly Local[] = inRow ? ['row'] : [];
  references.addExpression(node.visible, `${at}/visible`, own);
  if (typeof node.source === 'string') {
    references.targets.push({ kind: 'source', id: node.source, pointer: `${at}/source` });
  }
  for (const [event, steps] of Object.entries(isObject(node.on) ? node.on : {})) {
    const locals: Local[] = [eventLocal(spec, event, node.props), 'row', 'form'];
    collectSteps(references, steps, `${at}/on/${escapeSegment(event)}`, locals);
  }
  if (!spec || !isObject(node.props)) return references;
  walkAnnotations(spec.propsSchema, node.props, (annotation, path, value, schema) => {
    const pointer = `${at}/props${toPointer(path)}`;
    switch (annotation) {
      case 'text':
        references.addText(value, pointer, own);
        break;
      case 'expression':
      case 'url':
        references.addExpression(value, pointer, own);
        break;
      case 'row-expression':
        references.addExpression(value, pointer, ['row']);
        break;
      case 'steps':
        collectSteps(references, value, pointer, [stepsLocal(schema), 'row', 'form']);
        break;
      case 'bind':
        if (typeof value === 'string') references.writes.push(value);
        break;
      case 'address':
        references.addAddress(value, pointer, ['row']);
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

function typeDiagnostics(node: JsonObject, registry: Registry, at: string): Diagnostic[] {
  if (typeof node.type !== 'string') return [];
  const spec = registry.get(node.type);
  if (!spec) return [diagnostic(`${at}/type`, 'unknown-type', { type: node.type })];
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
  if (Array.isArray(node.children) && node.children.length > 0 && spec.children === undefined) {
    diagnostics.push(diagnostic(`${at}/children`, 'no-children', { type: spec.type }));
  }
  if (spec.data === 'rows' && node.source === undefined) {
    diagnostics.push(diagnostic(at, 'needs-source', { type: spec.type }, 'warning'));
  }
  return [...diagnostics, ...eventDiagnostics(node, spec, at)];
}

/**
 * Validates one node without its children: its shape, type, props, position and plain expressions. Fast enough to run on
 * every node that the server delivers.
 */
export function validateNode(listed: ListedNode, registry: Registry): Diagnostic[] {
  const { node, pointer: at } = listed;
  if (!isObject(node)) return [diagnostic(at, 'type', { expected: 'object' })];
  const { children: _, ...own } = node;
  const diagnostics = [...languageDiagnostics('node', own, at), ...typeDiagnostics(node, registry, at)];
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

/** Reports props that name a child which the node does not have. */
function unknownChildren(parent: JsonObject, spec: WidgetSpec, pointer: string): Diagnostic[] {
  if (!isObject(parent.props)) return [];
  const children = Array.isArray(parent.children) ? parent.children : [];
  const ids = new Set(children.flatMap((child) => (isObject(child) ? [child.id] : [])));
  const diagnostics: Diagnostic[] = [];
  walkAnnotations(spec.propsSchema, parent.props, (annotation, path, value) => {
    if (annotation !== 'child' || typeof value !== 'string' || ids.has(value)) return;
    diagnostics.push(diagnostic(`${pointer}/props${toPointer(path)}`, 'unknown-child', { child: value }));
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
