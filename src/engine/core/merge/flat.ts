import { type Json, type JsonObject, isObject } from '../../../contracts/json.ts';
import { nodeLists } from '../node-lists.ts';

/** A node without its children, and the list it stands in: its parent's id, or one of the document's own lists as `/body`. */
export interface FlatNode {
  own: JsonObject;
  list: string;
}

/** A document with its nodes apart. */
export interface Flat {
  /** The document without its nodes; an empty list holds each list's place among the keys. */
  own: JsonObject;
  nodes: Map<string, FlatNode>;
  /** Ids in order, by list. */
  lists: Map<string, string[]>;
}

/** Takes a document apart, or answers null when its nodes are not all known by an id of their own. */
export function lift(document: JsonObject): Flat | null {
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
      const place: FlatNode = { own: {}, list };
      nodes.set(id, place);
      const own = take(item as JsonObject, 'children', id);
      if (own === null) return null;
      place.own = own;
    }
    return { ...owner, [key]: [] };
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
  // An id is never a path: those name the document's own lists.
  return typeof item.id === 'string' && !item.id.startsWith('/') ? item.id : null;
}
