import type { NodePlace, NodePlaceOverride } from './generated/documents.ts';

export const gridColumns = 12;
/** Pixels of a grid's row, and between two. */
export const gridRow = 50;
export const gridGap = 12;

/** The widths that a grid tells apart: its own in pixels, below which medium and small hold. */
export const gridWidths = { medium: 1024, small: 768 } as const;
export type GridWidth = 'large' | keyof typeof gridWidths;

/** Something that has a place in a grid. */
export interface GridItem {
  id: string;
  at: NodePlace | undefined;
}

/** Where an item stands: columns and rows from 0. */
export interface GridPosition {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Rows of an item that says no place: it stands below the others, as wide as the grid. */
const unplacedRows = 4;

interface Wanted extends GridPosition {
  hidden: boolean;
  /** It names no row and no column here: it follows the others. */
  flows: boolean;
}

/** What an item asks for at one width, overrides applied. */
export function requestedPosition({ id, at }: GridItem, width: GridWidth): Wanted {
  if (!at) return { id, x: 0, y: 0, w: gridColumns, h: unplacedRows, hidden: false, flows: true };
  const medium: NodePlaceOverride = width === 'large' ? {} : (at.medium ?? {});
  const small: NodePlaceOverride = width === 'small' ? (at.small ?? {}) : {};
  const { x, y, w, h, hidden = false } = { ...at, ...medium, ...small };
  const flows = width === 'small' && small.x === undefined && small.y === undefined;
  return { id, x, y, w: flows ? (small.w ?? gridColumns) : w, h, hidden, flows };
}

export function overlap(one: Omit<GridPosition, 'id'>, other: Omit<GridPosition, 'id'>): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  );
}

const inReadingOrder = (one: GridPosition, other: GridPosition): number => one.y - other.y || one.x - other.x;

const bottomOf = (places: readonly GridPosition[]): number =>
  places.reduce((lowest, { y, h }) => Math.max(lowest, y + h), 0);

/** The rows that only hidden items take. */
function emptiedRows(hidden: readonly GridPosition[], shown: readonly GridPosition[]): Set<number> {
  const rows = new Set<number>();
  for (const { y, h } of hidden) for (let row = y; row < y + h; row += 1) rows.add(row);
  for (const { y, h } of shown) for (let row = y; row < y + h; row += 1) rows.delete(row);
  return rows;
}

/** Up by the rows that are empty because somebody is hidden, down by what already stands there. */
function settled(wanted: readonly Wanted[], hidden: readonly Wanted[]): GridPosition[] {
  const emptied = [...emptiedRows(hidden, wanted)];
  const places: GridPosition[] = [];
  for (const one of [...wanted].sort(inReadingOrder)) {
    const { id, x, h } = one;
    const place = { id, x, y: one.y, w: Math.min(one.w, gridColumns - x), h };
    place.y -= emptied.filter((row) => row < one.y).length;
    for (
      let other = places.find((known) => overlap(known, place));
      other;
      other = places.find((known) => overlap(known, place))
    ) {
      place.y = other.y + other.h;
    }
    places.push(place);
  }
  return places;
}

/** One after the other from `top` on, a new line when one does not fit. */
function flowing(wanted: readonly Wanted[], top: number): GridPosition[] {
  const places: GridPosition[] = [];
  let x = 0;
  let y = top;
  for (const { id, w, h } of wanted) {
    if (x + w > gridColumns) {
      x = 0;
      y = bottomOf(places);
    }
    places.push({ id, x, y, w, h });
    x += w;
  }
  return places;
}

/** As the grid is read where it is wide: what flows where it is small does so in this order. */
function readingOrder(items: readonly GridItem[]): readonly GridItem[] {
  const rank = ({ at }: GridItem): [number, number] => [at?.y ?? Infinity, at?.x ?? Infinity];
  return [...items].sort((one, other) => {
    const [y, x] = rank(one);
    const [otherY, otherX] = rank(other);
    return y === otherY ? (x === otherX ? 0 : x - otherX) : y - otherY;
  });
}

/**
 * Where the items of a grid stand at a width, in reading order; those that are hidden there are left out. Nothing covers
 * another: what overlaps moves down, and rows that only hidden items take are closed.
 * @param isShown an item's own condition.
 */
export function gridPositions(
  items: readonly GridItem[],
  width: GridWidth,
  isShown: (id: string) => boolean = () => true,
): GridPosition[] {
  const wanted = readingOrder(items).map((item) => requestedPosition(item, width));
  const shown = wanted.filter(({ id, hidden }) => !hidden && isShown(id));
  const placed = settled(
    shown.filter(({ flows }) => !flows),
    wanted.filter((one) => !one.flows && !shown.includes(one)),
  );
  return [
    ...placed,
    ...flowing(
      shown.filter(({ flows }) => flows),
      bottomOf(placed),
    ),
  ];
}
