import type { DefinitionChange, DefinitionConflict } from '../../contracts/definitions.ts';
import { type Json, type JsonObject, deepEqual } from '../../contracts/json.ts';
import { lift, type Flat, type FlatNode } from './merge/flat.ts';
import { mergeOrder } from './merge/order.ts';
import { mergeValues, type Sink } from './merge/values.ts';
import { nodeLists } from './node-lists.ts';

export interface Merged {
  /** Both sides in one; where they conflict, mine. */
  document: JsonObject;
  /** What of theirs came in. */
  changes: DefinitionChange[];
  /** Places that both changed, differently. Empty: the document may be saved. */
  conflicts: DefinitionConflict[];
}

/**
 * Merges two people's changes of one document. Nodes are known by their ids, wherever they stand: each key of a node is
 * merged by itself, and moved, new and removed nodes are told apart from changed ones. Keys of the document (sources,
 * state, strings) are merged key by key. A document whose nodes have no unique ids is merged as plain values.
 * @param base what both began with.
 */
export function mergeDocuments(base: JsonObject, mine: JsonObject, theirs: JsonObject): Merged {
  const sink: Sink = { changes: [], conflicts: [] };
  const sides = [lift(base), lift(mine), lift(theirs)] as const;
  const [from, my, their] = sides;
  if (from === null || my === null || their === null) {
    const document = mergeValues({ base, mine, theirs }, sink, { nodeId: null, pointer: '' });
    return { document: document as JsonObject, ...sink };
  }
  const document = mergeValues({ base: from.own, mine: my.own, theirs: their.own }, sink, {
    nodeId: null,
    pointer: '',
  }) as JsonObject;
  const nodes = mergeNodes(from, my, their, sink);
  refuseCircles(nodes, sink);
  const lists = mergeLists(from, my, their, nodes, sink);
  return { document: rebuild(document, nodes, lists), ...sink };
}

type Nodes = Map<string, FlatNode>;

function mergeNodes(from: Flat, my: Flat, their: Flat, sink: Sink): Nodes {
  const kept: Nodes = new Map();
  for (const id of new Set([...my.nodes.keys(), ...their.nodes.keys()])) {
    const base = from.nodes.get(id);
    const mine = my.nodes.get(id);
    const theirs = their.nodes.get(id);
    if (mine && theirs) kept.set(id, mergeNode(id, base, mine, theirs, sink));
    else if (mine && stays(id, base, mine, sink, 'mine')) kept.set(id, mine);
    else if (theirs && stays(id, base, theirs, sink, 'theirs')) kept.set(id, theirs);
  }
  for (const id of from.nodes.keys()) {
    if (my.nodes.has(id) && !their.nodes.has(id) && !kept.has(id)) {
      sink.changes.push({ nodeId: id, pointer: '' });
    }
  }
  keepParents(kept, from, my, their, sink);
  return kept;
}

function mergeNode(
  id: string,
  base: FlatNode | undefined,
  mine: FlatNode,
  theirs: FlatNode,
  sink: Sink,
): FlatNode {
  const own = mergeValues({ base: base?.own, mine: mine.own, theirs: theirs.own }, sink, {
    nodeId: id,
    pointer: '',
  }) as JsonObject;
  if (mine.list === theirs.list || theirs.list === base?.list) return { own, list: mine.list };
  if (mine.list !== base?.list) {
    sink.conflicts.push({
      nodeId: id,
      pointer: '/-parent',
      ...(base ? { base: base.list } : {}),
      mine: mine.list,
      theirs: theirs.list,
    });
    return { own, list: mine.list };
  }
  sink.changes.push({ nodeId: id, pointer: '/-parent' });
  return { own, list: theirs.list };
}

/** A node that one side lacks: new on the other, or removed. Whoever removed what the other changed is asked. */
function stays(
  id: string,
  base: FlatNode | undefined,
  node: FlatNode,
  sink: Sink,
  side: 'mine' | 'theirs',
): boolean {
  if (base === undefined) {
    if (side === 'theirs') sink.changes.push({ nodeId: id, pointer: '' });
    return true;
  }
  if (deepEqual(base.own, node.own) && base.list === node.list) return false;
  sink.conflicts.push({ nodeId: id, pointer: '', base: base.own, [side]: node.own });
  return side === 'mine';
}

/** A node stands in one that the other side removed: the removal is what is asked about. */
function keepParents(kept: Nodes, from: Flat, my: Flat, their: Flat, sink: Sink): void {
  for (const [id, node] of kept) {
    for (let list = node.list; !list.startsWith('/') && !kept.has(list);) {
      const parent = my.nodes.get(list) ?? their.nodes.get(list) ?? from.nodes.get(list);
      if (parent === undefined) throw new Error(`the node "${id}" stands nowhere`);
      const side = my.nodes.has(list) ? 'mine' : 'theirs';
      const base = from.nodes.get(list);
      if (!sink.conflicts.some((one) => one.nodeId === list && one.pointer === '')) {
        sink.conflicts.push({
          nodeId: list,
          pointer: '',
          ...(base ? { base: base.own } : {}),
          [side]: parent.own,
        });
      }
      kept.set(list, parent);
      list = parent.list;
    }
  }
}

/** Mine moved A into B, theirs B into A: both stand where they stood for mine. */
function refuseCircles(nodes: Nodes, sink: Sink): void {
  for (const id of nodes.keys()) {
    const seen = new Set<string>();
    let at = id;
    while (!at.startsWith('/') && !seen.has(at)) {
      seen.add(at);
      at = nodes.get(at)?.list ?? '/body';
    }
    if (at.startsWith('/')) continue;
    const node = nodes.get(at)!;
    sink.conflicts.push({ nodeId: at, pointer: '/-parent', theirs: node.list });
    nodes.set(at, { ...node, list: '/body' });
  }
}

/** The ids of each list in their merged order. */
function mergeLists(from: Flat, my: Flat, their: Flat, nodes: Nodes, sink: Sink): Map<string, string[]> {
  const members = new Map<string, Set<string>>();
  for (const [id, { list }] of nodes) {
    const known = members.get(list);
    if (known) known.add(id);
    else members.set(list, new Set([id]));
  }
  const lists = new Map<string, string[]>();
  for (const [list, ids] of members) {
    const of = (flat: Flat): string[] => (flat.lists.get(list) ?? []).filter((id) => ids.has(id));
    const sides = { base: of(from), mine: of(my), theirs: of(their) };
    const merged = mergeOrder(sides);
    const place: DefinitionChange = list.startsWith('/')
      ? { nodeId: null, pointer: list }
      : { nodeId: list, pointer: '/children' };
    if (merged.conflict) sink.conflicts.push({ ...place, ...sides });
    else if (merged.fromTheirs) sink.changes.push(place);
    lists.set(list, [...merged.order, ...[...ids].filter((id) => !merged.order.includes(id))]);
  }
  return lists;
}

function rebuild(document: JsonObject, nodes: Nodes, lists: Map<string, string[]>): JsonObject {
  const fill = (owner: JsonObject, key: string, list: string): JsonObject => {
    const ids = lists.get(list) ?? [];
    if (ids.length === 0 && !Object.hasOwn(owner, key)) return owner;
    return { ...owner, [key]: ids.map(nodeOf) };
  };
  const nodeOf = (id: string): Json => fill(nodes.get(id)!.own, 'children', id);
  return nodeLists.reduce((filled, key) => fill(filled, key, `/${key}`), document);
}
