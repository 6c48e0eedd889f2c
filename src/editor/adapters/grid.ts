import { isObject, type JsonObject } from '../../contracts/json.ts';
import {
  gridColumns,
  gridPositions,
  isSamePosition,
  overlaps,
  type GridPosition,
} from '../../engine/core/index.ts';
import type { Command, Place } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { slotOfNode, type Breakpoint, type Model, type SlotId } from '../model/document-model.ts';
import { commonSlot, type ContainerAdapter, type Edge } from './adapter.ts';

export type Rect = Omit<GridPosition, 'id'>;

const maxRow = 5_000;
const maxHeight = 200;

interface KnownLayout {
  keys: readonly string[];
  layout: readonly GridPosition[];
  byKey: ReadonlyMap<string, GridPosition>;
}

const noKeys: readonly string[] = [];
/** By the places of a model, which are one object as long as no node moves: each node of a canvas asks at each change. */
const knownLayouts = new WeakMap<Model['place'], Map<string, KnownLayout>>();

const sides = ['x', 'y', 'w', 'h'] as const;
const isWhole = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxRow;

/**
 * Whether the engine can arrange a position: while a document is typed, anything may stand there. Counting rows up to a text
 * took for ever.
 */
const isArrangeable = (place: Place): boolean =>
  sides.every((side) => isWhole(place[side])) &&
  [place['medium'], place['small']].every(
    (own) =>
      own === undefined ||
      (isObject(own) && sides.every((side) => own[side] === undefined || isWhole(own[side]))),
  );

function layoutOf({ children, place }: Model, slot: SlotId, at: Breakpoint): KnownLayout {
  const keys = children[slot] ?? noKeys;
  const ofPlaces = knownLayouts.get(place) ?? new Map<string, KnownLayout>();
  knownLayouts.set(place, ofPlaces);
  const name = `${at} ${slot}`;
  const known = ofPlaces.get(name);
  if (known?.keys === keys) return known;
  const layout = gridPositions(
    keys.map((id) => ({ id, at: (place[id] && isArrangeable(place[id]) ? place[id] : undefined) as never })),
    at,
  );
  const made = { keys, layout, byKey: new Map(layout.map((one) => [one.id, one])) };
  ofPlaces.set(name, made);
  return made;
}

/** Where the nodes of a grid are at a breakpoint, as the engine places them: hidden ones are left out. */
export function gridLayout(model: Model, slot: SlotId, at: Breakpoint): readonly GridPosition[] {
  return layoutOf(model, slot, at).layout;
}

/** Where one node of a grid is at a breakpoint; undefined for a hidden one. */
export function gridPosition(model: Model, key: string, at: Breakpoint): GridPosition | undefined {
  const slot = slotOfNode(model, key);
  return slot === null ? undefined : layoutOf(model, slot, at).byKey.get(key);
}

/** Moves down what overlaps nodes that somebody placed, and what that overlaps in turn. */
export function settle(layout: readonly GridPosition[], placed: ReadonlySet<string>): GridPosition[] {
  const settled = layout.filter(({ id }) => placed.has(id));
  const others = layout
    .filter(({ id }) => !placed.has(id))
    .sort((one, other) => one.y - other.y || one.x - other.x);
  for (const one of others) {
    const next = { ...one };
    for (
      let hit = settled.find((known) => overlaps(known, next));
      hit;
      hit = settled.find((known) => overlaps(known, next))
    )
      next.y = hit.y + hit.h;
    settled.push(next);
  }
  return settled;
}

const rectOf = ({ x, y, w, h }: Rect): Rect => ({ x, y, w, h });

/** Statement of a narrower breakpoint beside the position: whether the node is hidden. */
function kept(place: Place | undefined, at: Breakpoint): JsonObject {
  const own = at === 'large' ? place : place?.[at];
  return isObject(own) && own['hidden'] !== undefined ? { hidden: own['hidden'] } : {};
}

/** The values that differ from those of the wider breakpoint. */
function override(rect: Rect, wider: Place | undefined): JsonObject {
  if (!wider) return { ...rect };
  return Object.fromEntries(Object.entries(rect).filter(([key, value]) => wider[key] !== value));
}

/**
 * The command that gives nodes of a grid their positions at a breakpoint; null when they have them. In the narrowest one,
 * nodes follow each other until the first is placed: then all are, where they are.
 * @param added a node that is inserted in the same step, with the wanted position.
 */
export function placeCommand(
  editor: Editor,
  slot: SlotId,
  wanted: ReadonlyMap<string, Rect>,
  added?: string,
): Extract<Command, { type: 'place' }> | null {
  const { model, breakpoint: at } = editor.store.getState();
  const before = gridLayout(model, slot, at);
  const moved = before.map((one) => ({ ...one, ...wanted.get(one.id) }));
  if (added !== undefined) moved.push({ id: added, ...wanted.get(added)! });
  const after = settle(moved, new Set(wanted.keys()));
  const changed = after.filter((one) => {
    const known = before.find(({ id }) => id === one.id);
    // A node has the position with which it is inserted in all widths but the narrowest.
    return known ? !isSamePosition(one, known) : at === 'small';
  });
  if (changed.length === 0) return null;
  const written = at === 'small' ? after : changed;
  const places = Object.fromEntries(
    written.map((one): [string, Place] => {
      const place = model.place[one.id];
      const rect = rectOf(one);
      if (at === 'large') return [one.id, { ...rect, ...kept(place, at) }];
      if (at === 'medium') return [one.id, { ...override(rect, place), ...kept(place, at) }];
      // Without column and row a node follows the others.
      const { w, h } = override(rect, place) as Partial<Rect>;
      return [
        one.id,
        { x: rect.x, y: rect.y, w: w ?? rect.w, ...(h !== undefined && { h }), ...kept(place, at) },
      ];
    }),
  );
  return { type: 'place', at, places };
}

/** The first position with room for a size, in reading order. */
export function firstFree(layout: readonly GridPosition[], { w, h }: { w: number; h: number }): Rect {
  const width = Math.min(w, gridColumns);
  const bottom = layout.reduce((lowest, one) => Math.max(lowest, one.y + one.h), 0);
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x + width <= gridColumns; x += 1) {
      const spot = { x, y, w: width, h };
      if (!layout.some((one) => overlaps(one, spot))) return spot;
    }
  }
  return { x: 0, y: bottom, w: width, h };
}

function minimum(editor: Editor, key: string): { w: number; h: number } {
  const node = editor.store.getState().model.nodes[key];
  const spec =
    isObject(node) && typeof node['type'] === 'string' ? editor.registry.loaded(node['type']) : undefined;
  return { w: spec?.size.minW ?? 1, h: spec?.size.minH ?? 1 };
}

const deltas = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;

function aligned(one: Rect, to: Rect, edge: Edge): Rect {
  switch (edge) {
    case 'left':
      return { ...one, x: to.x };
    case 'right':
      return { ...one, x: Math.max(0, to.x + to.w - one.w) };
    case 'top':
      return { ...one, y: to.y };
    case 'bottom':
      return { ...one, y: Math.max(0, to.y + to.h - one.h) };
    case 'width':
      return { ...one, w: Math.min(to.w, gridColumns - one.x) };
    case 'height':
      return { ...one, h: to.h };
  }
}

/** Positions in 12 columns. */
export const gridAdapter: ContainerAdapter = {
  canDrop: (_, _slot, nodes) => nodes.every((node) => isObject(node)),
  defaultPlace(editor, slot, size) {
    const { model } = editor.store.getState();
    const rect = firstFree(gridLayout(model, slot, 'large'), size);
    return { index: model.children[slot]?.length ?? 0, place: { ...rect } };
  },
  step(editor, keys, direction, change) {
    const slot = commonSlot(editor, keys);
    if (slot === null) return null;
    const { model, breakpoint } = editor.store.getState();
    const layout = new Map(gridLayout(model, slot, breakpoint).map((one) => [one.id, one]));
    const [right, down] = deltas[direction];
    const wanted = new Map<string, Rect>();
    for (const key of keys) {
      const rect = layout.get(key);
      if (!rect) return null;
      const next =
        change === 'move'
          ? { ...rectOf(rect), x: rect.x + right, y: rect.y + down }
          : { ...rectOf(rect), w: rect.w + right, h: rect.h + down };
      const least = minimum(editor, key);
      const isGrowing = right + down > 0;
      const fits =
        next.x >= 0 &&
        next.y >= 0 &&
        next.y <= maxRow &&
        next.x + next.w <= gridColumns &&
        next.h <= maxHeight;
      const isBig =
        next.w >= Math.min(least.w, rect.w) &&
        next.h >= Math.min(least.h, rect.h) &&
        next.w >= 1 &&
        next.h >= 1;
      if (!fits || (change === 'resize' && !isGrowing && !isBig)) return null;
      wanted.set(key, next);
    }
    return placeCommand(editor, slot, wanted);
  },
  align(editor, keys, edge) {
    const slot = commonSlot(editor, keys);
    if (slot === null || keys.length < 2) return null;
    const { model, breakpoint } = editor.store.getState();
    const layout = new Map(gridLayout(model, slot, breakpoint).map((one) => [one.id, one]));
    const to = layout.get(keys.at(-1)!);
    if (!to) return null;
    const wanted = new Map(
      keys.flatMap((key): [string, Rect][] => {
        const rect = layout.get(key);
        return rect ? [[key, aligned(rectOf(rect), to, edge)]] : [];
      }),
    );
    return placeCommand(editor, slot, wanted);
  },
  announce(editor, key) {
    const { model, breakpoint } = editor.store.getState();
    const rect = gridPosition(model, key, breakpoint);
    if (!rect) return { key: 'hidden', values: {} as Record<string, number> };
    return { key: 'grid', values: { column: rect.x + 1, row: rect.y + 1, width: rect.w, height: rect.h } };
  },
};
