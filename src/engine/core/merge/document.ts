import type { DefinitionChange, DefinitionConflict } from '../../../contracts/definitions.ts';
import { escapeSegment, parsePointer } from '../../../contracts/json-pointer.ts';
import { deepEqual, isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { nodeLists } from '../language/node-lists.ts';
import { mergeOrder, mergeValues, type MergeReport } from './values.ts';

export interface MergeResult {
  /** Both versions in one; where they conflict, mine. */
  document: JsonObject;
  /** Changes taken from theirs. */
  changes: DefinitionChange[];
  /** Values that both sides changed differently. When empty, the document may be saved. */
  conflicts: DefinitionConflict[];
}

/**
 * A node without its child lists, and the list that contains it: the pointer of a list of the document, or the parent's id
 * with the pointer of the list below it (`tabs/children`, `list/slots/row`).
 */
interface FlatNode {
  own: JsonObject;
  list: string;
}

/** A document taken apart into its nodes. */
interface FlatDocument {
  /** The document without its nodes; an empty list keeps the position of each list among the keys. */
  own: JsonObject;
  nodes: Map<string, FlatNode>;
  /** Ids in order, by list. */
  lists: Map<string, string[]>;
}

/** Id of the node that contains a list; empty for a list of the document. */
const parentOf = (list: string): string => list.slice(0, list.indexOf('/'));

/** JSON pointer of a list from the node or document that contains it. */
const pointerOf = (list: string): string => list.slice(list.indexOf('/'));

/** Takes a document apart; null when its nodes do not all have a unique id. */
function flatten(document: JsonObject): FlatDocument | null {
  const nodes = new Map<string, FlatNode>();
  const lists = new Map<string, string[]>();
  const take = (owner: JsonObject, key: string, list: string): JsonObject | null => {
    if (!Object.hasOwn(owner, key)) return owner;
    const items = owner[key];
    if (!Array.isArray(items)) return null;
    const ids: string[] = [];
    lists.set(list, ids);
    for (const item of items) {
      const id = idOf(item);
      if (id === null || nodes.has(id)) return null;
      ids.push(id);
      const node: FlatNode = { own: {}, list };
      nodes.set(id, node);
      const own = takeBelow(item as JsonObject, id);
      if (own === null) return null;
      node.own = own;
    }
    return { ...owner, [key]: [] };
  };
  const takeBelow = (node: JsonObject, id: string): JsonObject | null => {
    const own = take(node, 'children', `${id}/children`);
    if (own === null || !Object.hasOwn(own, 'slots')) return own;
    let slots: JsonObject | null = isObject(own.slots) ? own.slots : null;
    for (const slot of Object.keys(slots ?? {})) {
      slots = slots && take(slots, slot, `${id}/slots/${escapeSegment(slot)}`);
    }
    return slots && { ...own, slots };
  };
  let own: JsonObject = document;
  for (const key of nodeLists) {
    const rest = take(own, key, `/${key}`);
    if (rest === null) return null;
    own = rest;
  }
  return { own, nodes, lists };
}

function idOf(item: Json): string | null {
  if (!isObject(item)) return null;
  // A use without an id of its own has that of its fragment.
  const id = typeof item.id === 'string' ? item.id : item.use;
  // The name of a list is the parent's id up to the first slash.
  return typeof id === 'string' && !id.includes('/') ? id : null;
}

/**
 * Merges two people's changes of one document. Nodes are matched by their ids, wherever they are: each key of a node is
 * merged by itself, and moved, new and removed nodes are distinguished from changed ones. Keys of the document (sources,
 * state, strings) are merged key by key. A document whose nodes have no unique ids is merged as plain values.
 * @param base the version that both started from.
 */
export function mergeDocuments(base: JsonObject, mine: JsonObject, theirs: JsonObject): MergeResult {
  const report: MergeReport = { changes: [], conflicts: [] };
  const [from, my, their] = [flatten(base), flatten(mine), flatten(theirs)];
  if (from === null || my === null || their === null) {
    const document = mergeValues({ base, mine, theirs }, report, { nodeId: null, pointer: '' });
    return { document: document as JsonObject, ...report };
  }
  const document = mergeValues({ base: from.own, mine: my.own, theirs: their.own }, report, {
    nodeId: null,
    pointer: '',
  }) as JsonObject;
  const nodes = mergeNodes(from, my, their, report);
  breakCycles(nodes, report);
  const lists = mergeLists(from, my, their, nodes, report);
  return { document: rebuild(document, nodes, lists), ...report };
}

type FlatNodes = FlatDocument['nodes'];

function mergeNodes(
  from: FlatDocument,
  my: FlatDocument,
  their: FlatDocument,
  report: MergeReport,
): FlatNodes {
  const merged: FlatNodes = new Map();
  for (const id of new Set([...my.nodes.keys(), ...their.nodes.keys()])) {
    const base = from.nodes.get(id);
    const mine = my.nodes.get(id);
    const theirs = their.nodes.get(id);
    if (mine && theirs) merged.set(id, mergeNode(id, base, mine, theirs, report));
    else if (mine && shouldKeep(id, base, mine, report, 'mine')) merged.set(id, mine);
    else if (theirs && shouldKeep(id, base, theirs, report, 'theirs')) merged.set(id, theirs);
  }
  for (const id of from.nodes.keys()) {
    if (my.nodes.has(id) && !their.nodes.has(id) && !merged.has(id)) {
      report.changes.push({ nodeId: id, pointer: '' });
    }
  }
  restoreParents(merged, from, my, their, report);
  return merged;
}

function mergeNode(
  id: string,
  base: FlatNode | undefined,
  mine: FlatNode,
  theirs: FlatNode,
  report: MergeReport,
): FlatNode {
  const own = mergeValues({ base: base?.own, mine: mine.own, theirs: theirs.own }, report, {
    nodeId: id,
    pointer: '',
  }) as JsonObject;
  if (mine.list === theirs.list || theirs.list === base?.list) return { own, list: mine.list };
  if (mine.list !== base?.list) {
    report.conflicts.push({
      nodeId: id,
      pointer: '/-parent',
      ...(base ? { base: base.list } : {}),
      mine: mine.list,
      theirs: theirs.list,
    });
    return { own, list: mine.list };
  }
  report.changes.push({ nodeId: id, pointer: '/-parent' });
  return { own, list: theirs.list };
}

/**
 * Whether a node that one side lacks stays: it is new, or changed by the side that has it. Removing a node that the
 * other side changed is a conflict.
 */
function shouldKeep(
  id: string,
  base: FlatNode | undefined,
  node: FlatNode,
  report: MergeReport,
  side: 'mine' | 'theirs',
): boolean {
  if (base === undefined) {
    if (side === 'theirs') report.changes.push({ nodeId: id, pointer: '' });
    return true;
  }
  if (deepEqual(base.own, node.own) && base.list === node.list) return false;
  report.conflicts.push({ nodeId: id, pointer: '', base: base.own, [side]: node.own });
  return side === 'mine';
}

/** Restores removed parents of nodes that stay; the removal of each is a conflict. */
function restoreParents(
  merged: FlatNodes,
  from: FlatDocument,
  my: FlatDocument,
  their: FlatDocument,
  report: MergeReport,
): void {
  for (const [id, node] of merged) {
    for (let above = parentOf(node.list); above !== '' && !merged.has(above);) {
      const parent = my.nodes.get(above) ?? their.nodes.get(above) ?? from.nodes.get(above);
      if (parent === undefined) throw new Error(`the node "${id}" has no parent`);
      const missing = above;
      const side = my.nodes.has(missing) ? 'mine' : 'theirs';
      const base = from.nodes.get(missing);
      if (!report.conflicts.some((one) => one.nodeId === missing && one.pointer === '')) {
        report.conflicts.push({
          nodeId: missing,
          pointer: '',
          ...(base ? { base: base.own } : {}),
          [side]: parent.own,
        });
      }
      merged.set(missing, parent);
      above = parentOf(parent.list);
    }
  }
}

/** Breaks cycles (mine moved A into B, theirs B into A) by moving a node to the body; each is a conflict. */
function breakCycles(nodes: FlatNodes, report: MergeReport): void {
  for (const id of nodes.keys()) {
    const visited = new Set<string>();
    let at = id;
    while (at !== '' && !visited.has(at)) {
      visited.add(at);
      at = parentOf(nodes.get(at)?.list ?? '/body');
    }
    if (at === '') continue;
    const node = nodes.get(at)!;
    report.conflicts.push({ nodeId: at, pointer: '/-parent', theirs: node.list });
    nodes.set(at, { ...node, list: '/body' });
  }
}

/** The ids of each list in their merged order. */
function mergeLists(
  from: FlatDocument,
  my: FlatDocument,
  their: FlatDocument,
  nodes: FlatNodes,
  report: MergeReport,
): Map<string, string[]> {
  const members = new Map<string, Set<string>>();
  for (const [id, { list }] of nodes) {
    const known = members.get(list);
    if (known) known.add(id);
    else members.set(list, new Set([id]));
  }
  const lists = new Map<string, string[]>();
  for (const [list, ids] of members) {
    const of = (flat: FlatDocument): string[] => (flat.lists.get(list) ?? []).filter((id) => ids.has(id));
    const sides = { base: of(from), mine: of(my), theirs: of(their) };
    const merged = mergeOrder(sides);
    const location: DefinitionChange = { nodeId: parentOf(list) || null, pointer: pointerOf(list) };
    if (merged.conflict) report.conflicts.push({ ...location, ...sides });
    else if (merged.fromTheirs) report.changes.push(location);
    lists.set(list, [...merged.order, ...[...ids].filter((id) => !merged.order.includes(id))]);
  }
  return lists;
}

function rebuild(document: JsonObject, nodes: FlatNodes, lists: Map<string, string[]>): JsonObject {
  const fill = (owner: JsonObject, key: string, list: string): JsonObject => {
    const ids = lists.get(list) ?? [];
    if (ids.length === 0 && !Object.hasOwn(owner, key)) return owner;
    return { ...owner, [key]: ids.map(nodeOf) };
  };
  const slots = new Map<string, string[]>();
  for (const list of lists.keys()) {
    const [kind, slot] = parsePointer(pointerOf(list));
    if (kind !== 'slots' || slot === undefined) continue;
    const known = slots.get(parentOf(list));
    if (known) known.push(slot);
    else slots.set(parentOf(list), [slot]);
  }
  const nodeOf = (id: string): Json => {
    const own = fill(nodes.get(id)!.own, 'children', `${id}/children`);
    const names = slots.get(id);
    if (!names) return own;
    const filled = names.reduce(
      (owner, slot) => fill(owner, slot, `${id}/slots/${escapeSegment(slot)}`),
      isObject(own.slots) ? own.slots : {},
    );
    return { ...own, slots: filled };
  };
  return nodeLists.reduce((filled, key) => fill(filled, key, `/${key}`), document);
}
