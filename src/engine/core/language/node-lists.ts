import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { SlotSpec, WidgetSpec } from '../contract.ts';
import { documentLimits } from '../validate/limits.ts';

/** Keys of a document's node lists, in reading order; a screen has neither header nor filters. */
export const nodeLists = ['header', 'filters', 'body', 'dialogs'] as const;

/** A list of nodes below a node: its children, or one of its slots. */
interface ChildList {
  /** Name of the slot; null for the children. */
  slot: string | null;
  /** JSON pointer from the node, e.g. /slots/cell. */
  pointer: string;
  nodes: Json[];
}

/** Every list of nodes below a node, in reading order. Accepts invalid nodes too. */
export function childLists(node: JsonObject): ChildList[] {
  const lists: ChildList[] = [];
  if (Array.isArray(node.children)) lists.push({ slot: null, pointer: '/children', nodes: node.children });
  for (const [slot, nodes] of Object.entries(isObject(node.slots) ? node.slots : {})) {
    if (Array.isArray(nodes)) lists.push({ slot, pointer: `/slots/${escapeSegment(slot)}`, nodes });
  }
  return lists;
}

type NodeMapper = (node: Json, pointer: string) => Json;

/** The object with the nodes of one of its lists mapped; the same object when no node changed. */
export function mapNodes<Owner extends JsonObject>(
  owner: Owner,
  key: string,
  map: NodeMapper,
  pointer = '',
): Owner {
  const list = owner[key];
  if (!Array.isArray(list)) return owner;
  const own = `${pointer}/${escapeSegment(key)}`;
  const mapped = list.map((node, index) => map(node, `${own}/${index}`));
  return mapped.every((node, index) => node === list[index]) ? owner : { ...owner, [key]: mapped };
}

/** The node with every node of its child lists mapped; the same object when none changed. */
export function mapChildNodes(node: JsonObject, map: NodeMapper, pointer = ''): JsonObject {
  const own = mapNodes(node, 'children', map, pointer);
  if (!isObject(own.slots)) return own;
  const slots = Object.keys(own.slots).reduce(
    (mapped, slot) => mapNodes(mapped, slot, map, `${pointer}/slots`),
    own.slots,
  );
  return slots === own.slots ? own : { ...own, slots };
}

export const slotOf = (spec: WidgetSpec | undefined, name: string): SlotSpec | undefined =>
  spec?.slots?.find((slot) => slot.name === name);

/** Name that a node's `repeat` gives its element; null without one. */
export const repeatName = ({ repeat }: JsonObject): string | null =>
  isObject(repeat) && typeof repeat.as === 'string' ? repeat.as : null;

/**
 * The widget that wraps a dashboard's body; null for a screen, whose body is rendered directly. No document
 * contains this node, so its pointer is that of the `layout` key.
 */
export function layoutOf(document: JsonObject): { id: string; type: string; pointer: string } | null {
  if (document.kind !== 'dashboard') return null;
  return { id: 'layout', type: document.layout === 'nested' ? 'stack' : 'grid', pointer: '/layout' };
}

/** The distinct widget types of a document's nodes. Accepts invalid documents too. */
export function documentTypes(document: unknown): string[] {
  const types = new Set<string>();
  const visit = (list: unknown, depth: number): void => {
    if (!Array.isArray(list) || depth > documentLimits.nodeDepth) return;
    for (const node of list) {
      if (!isObject(node)) continue;
      if (typeof node['type'] === 'string') types.add(node['type']);
      for (const { nodes } of childLists(node)) visit(nodes, depth + 1);
    }
  };
  if (!isObject(document)) return [];
  for (const key of nodeLists) visit(document[key], 1);
  const layout = layoutOf(document);
  if (layout) types.add(layout.type);
  return [...types];
}
