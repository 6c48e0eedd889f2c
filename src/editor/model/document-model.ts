import type { Json, JsonObject } from '../../contracts/json.ts';

/**
 * A list of nodes: the key of the node that contains it (empty for the document) and the pointer of the list from there, such
 * as `/body`, `tabs/children`, `list/slots/row`.
 */
export type SlotId = string;

/**
 * A document taken apart. Nodes are found by their key, which is their id as long as ids are unique; nothing but `children`
 * knows the order, and nothing but `place` the position in a grid.
 */
export interface Model {
  /** The document without its nodes: strings, sources, parameters and all other keys. An empty list marks where nodes stand. */
  readonly document: JsonObject;
  /** Each node without its lists and its position, whose empty values mark where they stand among its keys. */
  readonly nodes: Readonly<Record<string, Json>>;
  readonly children: Readonly<Record<SlotId, readonly string[]>>;
  /** Position of a node in a grid, with those of the narrower breakpoints. */
  readonly place: Readonly<Record<string, JsonObject>>;
}

/** Widths at which a document can be arranged. Narrower ones inherit what they do not say. */
export const breakpoints = ['large', 'medium', 'small'] as const;
export type Breakpoint = (typeof breakpoints)[number];

/** Key of the node that contains a list; empty for a list of the document. */
export const ownerOf = (slot: SlotId): string => slot.slice(0, slot.indexOf('/'));

/** Pointer of a list from the node or document that contains it. */
export const pointerOf = (slot: SlotId): string => slot.slice(slot.indexOf('/'));

const parents = new WeakMap<Model['children'], ReadonlyMap<string, SlotId>>();

function slotsByNode({ children }: Model): ReadonlyMap<string, SlotId> {
  const known = parents.get(children);
  if (known) return known;
  const made = new Map<string, SlotId>();
  for (const [slot, keys] of Object.entries(children)) for (const key of keys) made.set(key, slot);
  parents.set(children, made);
  return made;
}

/** The list that contains a node; null for a node that is not in the document. */
export const slotOfNode = (model: Model, key: string): SlotId | null => slotsByNode(model).get(key) ?? null;

/** Keys of the nodes around a node, outermost first. */
export function ancestorsOf(model: Model, key: string): string[] {
  const found: string[] = [];
  for (let slot = slotOfNode(model, key); slot !== null; slot = slotOfNode(model, ownerOf(slot))) {
    const owner = ownerOf(slot);
    if (owner === '') break;
    found.unshift(owner);
  }
  return found;
}

const listsByOwner = new WeakMap<Model['children'], ReadonlyMap<string, readonly SlotId[]>>();

/** The lists of a node, or of the document (''). */
export function slotsOf({ children }: Model, owner: string): readonly SlotId[] {
  let known = listsByOwner.get(children);
  if (!known) {
    const made = new Map<string, SlotId[]>();
    for (const slot of Object.keys(children)) {
      const list = made.get(ownerOf(slot));
      if (list) list.push(slot);
      else made.set(ownerOf(slot), [slot]);
    }
    known = made;
    listsByOwner.set(children, made);
  }
  return known.get(owner) ?? [];
}

/** A node and the nodes below it, each before those that it contains. */
export function subtreeOf(model: Model, key: string): string[] {
  return [
    key,
    ...slotsOf(model, key).flatMap((slot) =>
      (model.children[slot] ?? []).flatMap((child) => subtreeOf(model, child)),
    ),
  ];
}

/** The keys that no other of them contains, in the order of the document. */
export function outermost(model: Model, keys: readonly string[]): string[] {
  const chosen = new Set(keys);
  const order = new Map(readingOrder(model).map((key, index) => [key, index]));
  return [...chosen]
    .filter((key) => order.has(key) && !ancestorsOf(model, key).some((above) => chosen.has(above)))
    .sort((one, other) => order.get(one)! - order.get(other)!);
}

/** All nodes in the order of the document. */
export function readingOrder(model: Model): string[] {
  return slotsOf(model, '').flatMap((slot) =>
    (model.children[slot] ?? []).flatMap((key) => subtreeOf(model, key)),
  );
}
