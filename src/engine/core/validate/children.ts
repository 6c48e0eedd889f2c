import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { NodePlace as Place } from '../generated/documents.ts';
import { gridColumns, overlap, requestedPosition, type GridWidth } from '../grid.ts';
import { walkAnnotations } from '../schema-annotations.ts';
import type { Registry } from '../registry.ts';
import { diagnostic } from './diagnostics.ts';
import type { NodePlace } from './nodes.ts';

/** A name, or none: a hostile object must not be asked for its text. */
const nameIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const widths = ['large', 'medium', 'small'] as const satisfies readonly GridWidth[];

/** Where in a node its place at a width is written, or null: it is inherited. */
function placePointer(at: Place, width: GridWidth, pointer: string): string | null {
  if (width === 'large') return `${pointer}/at`;
  return at[width] === undefined ? null : `${pointer}/at/${width}`;
}

/** A node's place that reaches beyond the last column; its shape is known to be right. */
export function placeDiagnostics(at: Place, pointer: string): Diagnostic[] {
  return widths.flatMap((width) => {
    const where = placePointer(at, width, pointer);
    const { x, w, flows } = requestedPosition({ id: '', at }, width);
    if (where === null || flows || x + w <= gridColumns) return [];
    return [diagnostic(where, 'grid-width', { x, w, limit: gridColumns })];
  });
}

interface Placed {
  id: string;
  at: Place;
  pointer: string;
}

/** The children whose place counts: those that are always shown. Two that are shown in turn may share a place. */
function placedChildren(parent: JsonObject, pointer: string): Placed[] {
  const children = Array.isArray(parent.children) ? parent.children : [];
  return children.flatMap((child, index) => {
    if (!isObject(child) || !isObject(child.at) || typeof child.id !== 'string') return [];
    if ((child.visible ?? true) !== true || child.access !== undefined) return [];
    // What has the wrong shape is told by the node itself.
    const { x, y, w, h } = child.at;
    if (![x, y, w, h].every(Number.isInteger)) return [];
    return [{ id: child.id, at: child.at as unknown as Place, pointer: `${pointer}/children/${index}` }];
  });
}

function overlapDiagnostics(placed: readonly Placed[]): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const told = new Set<string>();
  for (const width of widths) {
    const wanted = placed.map((one) => ({ ...one, place: requestedPosition(one, width) }));
    const counted = wanted.filter(({ place }) => !place.hidden && !place.flows);
    counted.forEach(({ id, at, pointer, place }, index) => {
      // What overlaps where the grid is wide does so where it is narrow as well: told once.
      const other = counted.slice(0, index).find((one) => overlap(one.place, place));
      if (!other || told.has(`${other.id} ${id}`)) return;
      told.add(`${other.id} ${id}`);
      const where = placePointer(at, width, pointer) ?? placePointer(at, 'large', pointer)!;
      diagnostics.push(diagnostic(where, 'grid-overlap', { id, other: other.id, width }));
    });
  }
  return diagnostics;
}

function gridDiagnostics(parent: JsonObject, pointer: string): Diagnostic[] {
  const children = Array.isArray(parent.children) ? parent.children : [];
  const unplaced = children.flatMap((child, index) =>
    isObject(child) && child.at === undefined
      ? [diagnostic(`${pointer}/children/${index}`, 'grid-no-place', { id: nameIn(child.id) }, 'warning')]
      : [],
  );
  return [...unplaced, ...overlapDiagnostics(placedChildren(parent, pointer))];
}

/** Props that name a child which the node does not have. */
function unknownChildren(parent: JsonObject, registry: Registry, pointer: string): Diagnostic[] {
  const spec = registry.get(nameIn(parent.type));
  if (!spec || !isObject(parent.props)) return [];
  const children = Array.isArray(parent.children) ? parent.children : [];
  const ids = new Set(children.flatMap((child) => (isObject(child) ? [child.id] : [])));
  const diagnostics: Diagnostic[] = [];
  walkAnnotations(spec.propsSchema, parent.props, (annotation, path, value) => {
    if (annotation !== 'child' || ids.has(nameIn(value))) return;
    const at = path.map((key) => `/${escapeSegment(String(key))}`).join('');
    diagnostics.push(diagnostic(`${pointer}/props${at}`, 'unknown-child', { child: nameIn(value) }));
  });
  return diagnostics;
}

/**
 * What is wrong between a node and its children: places that cover each other, names of children that are not there. Asked
 * of whole documents: who reads one may get fewer children than it has.
 */
export function childDiagnostics(nodes: readonly NodePlace[], registry: Registry): Diagnostic[] {
  return nodes.flatMap(({ node, pointer }) => {
    if (!isObject(node)) return [];
    const placed = registry.get(nameIn(node.type))?.children === 'placed';
    return [...unknownChildren(node, registry, pointer), ...(placed ? gridDiagnostics(node, pointer) : [])];
  });
}
