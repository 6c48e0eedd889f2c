import type { JsonObject } from '../../../contracts/json.ts';
import type { DefinitionFault } from '../contract.ts';
import type { NodePlace as Place } from '../generated/documents.ts';
import { gridColumns, overlap, wantedPlace, type GridWidth } from '../grid.ts';
import { walkMarks } from '../marks.ts';
import type { Registry } from '../registry.ts';
import { escapePointer, fault } from './faults.ts';
import type { NodePlace } from './nodes.ts';

/** A name, or none: a hostile object must not be asked for its text. */
const nameIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const widths = ['large', 'medium', 'small'] as const satisfies readonly GridWidth[];

/** Where in a node its place at a width is written, or null: it is inherited. */
function placePointer(at: Place, width: GridWidth, pointer: string): string | null {
  if (width === 'large') return `${pointer}/at`;
  return at[width] === undefined ? null : `${pointer}/at/${width}`;
}

/** A node's place that reaches beyond the last column; its shape is known to be right. */
export function placeFaults(at: Place, pointer: string): DefinitionFault[] {
  return widths.flatMap((width) => {
    const where = placePointer(at, width, pointer);
    const { x, w, flows } = wantedPlace({ id: '', at }, width);
    if (where === null || flows || x + w <= gridColumns) return [];
    return [fault(where, 'grid-width', { x, w, limit: gridColumns })];
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

function overlapFaults(placed: readonly Placed[]): DefinitionFault[] {
  const faults: DefinitionFault[] = [];
  const told = new Set<string>();
  for (const width of widths) {
    const wanted = placed.map((one) => ({ ...one, place: wantedPlace(one, width) }));
    const counted = wanted.filter(({ place }) => !place.hidden && !place.flows);
    counted.forEach(({ id, at, pointer, place }, index) => {
      // What overlaps where the grid is wide does so where it is narrow as well: told once.
      const other = counted.slice(0, index).find((one) => overlap(one.place, place));
      if (!other || told.has(`${other.id} ${id}`)) return;
      told.add(`${other.id} ${id}`);
      const where = placePointer(at, width, pointer) ?? placePointer(at, 'large', pointer)!;
      faults.push(fault(where, 'grid-overlap', { id, other: other.id, width }));
    });
  }
  return faults;
}

function gridFaults(parent: JsonObject, pointer: string): DefinitionFault[] {
  const children = Array.isArray(parent.children) ? parent.children : [];
  const unplaced = children.flatMap((child, index) =>
    isObject(child) && child.at === undefined
      ? [fault(`${pointer}/children/${index}`, 'grid-no-place', { id: nameIn(child.id) }, 'warning')]
      : [],
  );
  return [...unplaced, ...overlapFaults(placedChildren(parent, pointer))];
}

/** Props that name a child which the node does not have. */
function unknownChildren(parent: JsonObject, registry: Registry, pointer: string): DefinitionFault[] {
  const spec = registry.get(nameIn(parent.type));
  if (!spec || !isObject(parent.props)) return [];
  const children = Array.isArray(parent.children) ? parent.children : [];
  const ids = new Set(children.flatMap((child) => (isObject(child) ? [child.id] : [])));
  const faults: DefinitionFault[] = [];
  walkMarks(spec.propsSchema, parent.props, (mark, path, value) => {
    if (mark !== 'child' || ids.has(nameIn(value))) return;
    const at = path.map((key) => `/${escapePointer(String(key))}`).join('');
    faults.push(fault(`${pointer}/props${at}`, 'unknown-child', { child: nameIn(value) }));
  });
  return faults;
}

/**
 * What is wrong between a node and its children: places that cover each other, names of children that are not there. Asked
 * of whole documents: who reads one may get fewer children than it has.
 */
export function childFaults(nodes: readonly NodePlace[], registry: Registry): DefinitionFault[] {
  return nodes.flatMap(({ node, pointer }) => {
    if (!isObject(node)) return [];
    const placed = registry.get(nameIn(node.type))?.children === 'placed';
    return [...unknownChildren(node, registry, pointer), ...(placed ? gridFaults(node, pointer) : [])];
  });
}
