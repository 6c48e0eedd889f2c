import type { NodePosition, NodePositionOverride } from '../generated/documents.ts';

export const gridColumns = 12;
/** Height of a grid row in pixels. */
export const gridRow = 50;
export const gridGap = 12;

/** Breakpoints by the grid's own width in pixels: medium and small apply below theirs. */
export const gridWidths = { medium: 1024, small: 768 } as const;
export type GridWidth = 'large' | keyof typeof gridWidths;

/** An item positioned in a grid. */
export interface GridItem {
  id: string;
  at: NodePosition | undefined;
  /** The repeated item that it is an instance of, with whose position. */
  instanceOf?: string | undefined;
}

/** Position of an item in columns and rows, from 0. */
export interface GridPosition {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Height in rows of an item without a position; it is placed below the others over the full width. */
const defaultRows = 4;

interface RequestedPosition extends GridPosition {
  hidden: boolean;
  /** Whether the item has no own position at this width and follows the others. */
  flows: boolean;
  instanceOf?: string | undefined;
}

/** The position that an item requests at a width, with overrides applied. */
export function requestedPosition({ id, at }: GridItem, width: GridWidth): RequestedPosition {
  if (!at) return { id, x: 0, y: 0, w: gridColumns, h: defaultRows, hidden: false, flows: true };
  const medium: NodePositionOverride = width === 'large' ? {} : (at.medium ?? {});
  const small: NodePositionOverride = width === 'small' ? (at.small ?? {}) : {};
  const { x, y, w, h, hidden = false } = { ...at, ...medium, ...small };
  const flows = width === 'small' && small.x === undefined && small.y === undefined;
  return { id, x, y, w: flows ? (small.w ?? gridColumns) : w, h, hidden, flows };
}

export function overlaps(one: Omit<GridPosition, 'id'>, other: Omit<GridPosition, 'id'>): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  );
}

const inReadingOrder = (one: GridPosition, other: GridPosition): number => one.y - other.y || one.x - other.x;

const bottomOf = (positions: readonly GridPosition[]): number =>
  positions.reduce((lowest, { y, h }) => Math.max(lowest, y + h), 0);

/** Rows that only hidden items occupy. */
function emptiedRows(hidden: readonly GridPosition[], visible: readonly GridPosition[]): Set<number> {
  const rows = new Set<number>();
  for (const { y, h } of hidden) for (let row = y; row < y + h; row += 1) rows.add(row);
  for (const { y, h } of visible) for (let row = y; row < y + h; row += 1) rows.delete(row);
  return rows;
}

/** Positions items: up by the rows that hidden items leave empty, down past items that overlap. */
function arrangePositioned(
  requested: readonly RequestedPosition[],
  hidden: readonly RequestedPosition[],
): GridPosition[] {
  const emptied = [...emptiedRows(hidden, requested)];
  const positions: GridPosition[] = [];
  for (const one of [...requested].sort(inReadingOrder)) {
    const { id, x, h } = one;
    const position = { id, x, y: one.y, w: Math.min(one.w, gridColumns - x), h };
    position.y -= emptied.filter((row) => row < one.y).length;
    for (
      let other = positions.find((known) => overlaps(known, position));
      other;
      other = positions.find((known) => overlaps(known, position))
    ) {
      position.y = other.y + other.h;
    }
    positions.push(position);
  }
  return positions;
}

/** Positions items one after the other from `top`, in a new line when one does not fit. */
function arrangeFlowing(requested: readonly RequestedPosition[], top: number): GridPosition[] {
  const positions: GridPosition[] = [];
  let x = 0;
  let y = top;
  for (const { id, w, h } of requested) {
    if (x + w > gridColumns) {
      x = 0;
      y = bottomOf(positions);
    }
    positions.push({ id, x, y, w, h });
    x += w;
  }
  return positions;
}

/** Items that are placed as one: the instances of a repeated item, or an item alone. */
interface Block {
  block: RequestedPosition;
  items: readonly RequestedPosition[];
  /** Items beside each other. */
  across: number;
}

/** Instances fill the columns from their position to the last one, line by line. */
function blocksOf(requested: readonly RequestedPosition[]): Block[] {
  const groups = new Map<string, RequestedPosition[]>();
  for (const one of requested) {
    const key = one.instanceOf ?? one.id;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map((items): Block => {
    const [first] = items as [RequestedPosition];
    const { x, w, h } = first;
    const across = Math.min(items.length, Math.max(1, Math.floor((gridColumns - x) / w)));
    const lines = Math.ceil(items.length / across);
    return { block: { ...first, w: across * w, h: lines * h }, items, across };
  });
}

function inBlock({ items, across }: Block, { x, y }: GridPosition): GridPosition[] {
  return items.map(({ id, w, h }, index) => ({
    id,
    x: x + (index % across) * w,
    y: y + Math.floor(index / across) * h,
    w: Math.min(w, gridColumns - x),
    h,
  }));
}

/** Items in the order of the large layout, which is also the order of items that flow at small width. */
function readingOrder(items: readonly GridItem[]): readonly GridItem[] {
  const rank = ({ at }: GridItem): [number, number] => [at?.y ?? Infinity, at?.x ?? Infinity];
  return [...items].sort((one, other) => {
    const [y, x] = rank(one);
    const [otherY, otherX] = rank(other);
    return y === otherY ? (x === otherX ? 0 : x - otherX) : y - otherY;
  });
}

/**
 * Computes the positions of a grid's items at a width, in reading order and without hidden items. Overlapping items
 * move down; rows that only hidden items occupy are closed. Instances
 * of a repeated item follow each other from its position on.
 * @param isVisible the item's own condition.
 */
export function gridPositions(
  items: readonly GridItem[],
  width: GridWidth,
  isVisible: (id: string) => boolean = () => true,
): GridPosition[] {
  const requested = readingOrder(items).map((item) => ({
    ...requestedPosition(item, width),
    instanceOf: item.instanceOf,
  }));
  const visible = requested.filter(({ id, hidden }) => !hidden && isVisible(id));
  const shown = new Set(visible);
  const blocks = blocksOf(visible.filter(({ flows }) => !flows));
  const positioned = arrangePositioned(
    blocks.map(({ block }) => block),
    requested.filter((one) => !one.flows && !shown.has(one)),
  ).flatMap((position) =>
    inBlock(
      blocks.find(({ block }) => block.id === position.id)!,
      position,
    ),
  );
  return [
    ...positioned,
    ...arrangeFlowing(
      visible.filter(({ flows }) => flows),
      bottomOf(positioned),
    ),
  ];
}

/** Whether two items take the same cells. */
export const isSamePosition = (one: Omit<GridPosition, 'id'>, other: Omit<GridPosition, 'id'>): boolean =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;
