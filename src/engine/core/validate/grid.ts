import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import type { NodePosition } from '../generated/documents.ts';
import { gridColumns, overlaps, requestedPosition, type GridWidth } from '../screen/grid.ts';
import { diagnostic } from './diagnostics.ts';

const widths = ['large', 'medium', 'small'] as const satisfies readonly GridWidth[];

/** JSON pointer of a node's position at a width, or null when the node inherits it. */
function positionPointer(at: NodePosition, width: GridWidth, pointer: string): string | null {
  if (width === 'large') return `${pointer}/at`;
  return at[width] === undefined ? null : `${pointer}/at/${width}`;
}

/** Reports a position that reaches beyond the last column. The shape of `at` must be valid. */
export function positionDiagnostics(at: NodePosition, pointer: string): Diagnostic[] {
  return widths.flatMap((width) => {
    const where = positionPointer(at, width, pointer);
    const { x, w, flows } = requestedPosition({ id: '', at }, width);
    if (where === null || flows || x + w <= gridColumns) return [];
    return [diagnostic(where, 'grid-width', { x, w, limit: gridColumns })];
  });
}

interface PositionedChild {
  id: string;
  at: NodePosition;
  pointer: string;
}

const childrenOf = (parent: JsonObject): readonly unknown[] =>
  Array.isArray(parent.children) ? parent.children : [];

/** Nodes that are always visible; others may share a position if they are never visible together. */
function alwaysVisible(nodes: readonly unknown[], pointer: string): PositionedChild[] {
  return nodes.flatMap((child, index) => {
    if (!isObject(child) || !isObject(child.at) || typeof child.id !== 'string') return [];
    if ((child.visible ?? true) !== true || child.access !== undefined) return [];
    // The node itself reports a position of the wrong shape.
    const { x, y, w, h } = child.at;
    if (![x, y, w, h].every(Number.isInteger)) return [];
    return [{ id: child.id, at: child.at as unknown as NodePosition, pointer: `${pointer}/${index}` }];
  });
}

function overlapDiagnostics(children: readonly PositionedChild[]): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const reported = new Set<string>();
  for (const width of widths) {
    const positioned = children
      .map((one) => ({ ...one, position: requestedPosition(one, width) }))
      .filter(({ position }) => !position.hidden && !position.flows);
    positioned.forEach(({ id, at, pointer, position }, index) => {
      const other = positioned.slice(0, index).find((one) => overlaps(one.position, position));
      // A pair that overlaps in a wide grid overlaps in a narrow one too: it is reported once.
      if (!other || reported.has(`${other.id} ${id}`)) return;
      reported.add(`${other.id} ${id}`);
      const where = positionPointer(at, width, pointer) ?? positionPointer(at, 'large', pointer)!;
      diagnostics.push(diagnostic(where, 'grid-overlap', { id, other: other.id, width }));
    });
  }
  return diagnostics;
}

/** Reports children of a grid that have no position, and children that overlap. */
export function gridDiagnostics(parent: JsonObject, pointer: string): Diagnostic[] {
  const unpositioned = childrenOf(parent).flatMap((child, index) => {
    if (!isObject(child) || child.at !== undefined) return [];
    const id = typeof child.id === 'string' ? child.id : '';
    return [diagnostic(`${pointer}/children/${index}`, 'grid-no-place', { id }, 'warning')];
  });
  const placed = alwaysVisible(childrenOf(parent), `${pointer}/children`);
  return [...unpositioned, ...overlapDiagnostics(placed)];
}

/**
 * Reports nodes of a dashboard's body that overlap, as warnings: a page moves the later one down, so what was stored before is
 * rendered all the same.
 */
export function bodyDiagnostics({ kind, layout, body }: JsonObject): Diagnostic[] {
  if (kind !== 'dashboard' || layout === 'nested' || !Array.isArray(body)) return [];
  return overlapDiagnostics(alwaysVisible(body, '/body')).map((one) => ({ ...one, severity: 'warning' }));
}
