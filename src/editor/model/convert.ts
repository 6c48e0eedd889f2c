import { escapeSegment, parsePointer } from '../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { pointerOf, slotsOf, type Model, type SlotId } from './document-model.ts';
import { shapeOf, type Shape } from './shape.ts';

/** The list at a path; null where there is none. */
function listAt(owner: JsonObject, path: readonly string[]): Json[] | null {
  let at: Json | undefined = owner;
  for (const segment of path) at = isObject(at) && Object.hasOwn(at, segment) ? at[segment] : undefined;
  return Array.isArray(at) ? at : null;
}

/** A copy of the object with another value at a path, in the same place among its keys. */
function withValue(owner: JsonObject, [first, ...rest]: readonly string[], value: Json): JsonObject {
  const inner = owner[first!];
  return {
    ...owner,
    [first!]: rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value),
  };
}

export const slotAt = (owner: string, path: readonly string[]): SlotId =>
  `${owner}/${path.map(escapeSegment).join('/')}`;

type Draft = { [Part in keyof Model]: { -readonly [Key in keyof Model[Part]]: Model[Part][Key] } };

/** Takes lists out of an object, and gives each of their nodes to `add`, which returns its key. */
function takeLists(
  owner: JsonObject,
  key: string,
  paths: readonly (readonly string[])[],
  draft: Draft,
  add: (node: Json) => string,
): JsonObject {
  let own = owner;
  for (const path of paths) {
    const list = listAt(own, path);
    if (list === null) continue;
    const slot = slotAt(key, path);
    // The list must be there before those of its nodes, in reading order.
    draft.children[slot] = [];
    draft.children[slot] = list.map(add);
    own = withValue(own, path, []);
  }
  return own;
}

/** Takes nodes apart into a model that may have others already. Returns the keys of the outermost ones. */
export function takeNodes(
  nodes: readonly Json[],
  shape: Shape,
  draft: Draft,
  isTaken: (key: string) => boolean = () => false,
): string[] {
  const unnamed = /^~(\d+)$/;
  let count = 0;
  for (const key of Object.keys(draft.nodes)) count = Math.max(count, Number(unnamed.exec(key)?.[1] ?? 0));
  const add = (node: Json): string => {
    const name = shape.nameOf(node);
    let key = name;
    while (key === null || Object.hasOwn(draft.nodes, key) || isTaken(key)) key = `~${(count += 1)}`;
    draft.nodes[key] = null;
    draft.nodes[key] = isObject(node) ? takeOwn(node, key, draft) : node;
    return key;
  };
  const takeOwn = (node: JsonObject, key: string, into: Draft): JsonObject => {
    const own = takeLists(node, key, shape.below(node), into, add);
    if (!isObject(own.at)) return own;
    into.place[key] = own.at;
    return withValue(own, ['at'], {});
  };
  return nodes.map(add);
}

export const emptyDraft = (document: JsonObject): Draft => ({ document, nodes: {}, children: {}, place: {} });

/** Takes a document apart. Every JSON object can be opened: what is no list of nodes stays as it is. */
export function openDocument(document: JsonObject): Model {
  const shape = shapeOf(document);
  const draft = emptyDraft(document);
  let own = document;
  for (const path of shape.roots) {
    const list = listAt(own, path);
    if (list === null) continue;
    const slot = slotAt('', path);
    draft.children[slot] = [];
    draft.children[slot] = takeNodes(list, shape, draft);
    own = withValue(own, path, []);
  }
  return { ...draft, document: own };
}

interface Built {
  own: Json | undefined;
  place: JsonObject | undefined;
  /** Keys and nodes of its lists. */
  lists: readonly { slot: SlotId; keys: readonly string[] | undefined; nodes: readonly Json[] }[];
  node: Json;
}

/**
 * Returns a function that puts models together into documents. A part that did not change since the call before is the same
 * object, so that only what changed is compiled, rendered and compared.
 */
export function createBuilder(): (model: Model) => JsonObject {
  let built = new Map<string, Built>();
  let last: { model: Model; document: JsonObject } | null = null;
  return (model) => {
    if (last?.model === model) return last.document;
    const next = new Map<string, Built>();
    const nodeOf = (key: string): Json => {
      const before = built.get(key);
      const own = model.nodes[key];
      const place = model.place[key];
      const lists = slotsOf(model, key).map((slot) => {
        const keys = model.children[slot];
        const nodes = (keys ?? []).map(nodeOf);
        const known = before?.lists.find((one) => one.slot === slot);
        const isSame = known && known.keys === keys && known.nodes.every((node, at) => node === nodes[at]);
        return isSame ? known : { slot, keys, nodes };
      });
      const isSame =
        before !== undefined &&
        before.own === own &&
        before.place === place &&
        before.lists.length === lists.length &&
        lists.every((list, at) => list === before.lists[at]);
      const made: Built = isSame ? before : { own, place, lists, node: putTogether(own, place, lists) };
      next.set(key, made);
      return made.node;
    };
    let document = model.document;
    for (const slot of slotsOf(model, '')) {
      const list = (model.children[slot] ?? []).map(nodeOf);
      const path = parsePointer(pointerOf(slot));
      const before = last && listAt(last.document, path);
      const isSame = before?.length === list.length && list.every((node, at) => node === before[at]);
      document = withValue(document, path, isSame ? before : list);
    }
    built = next;
    last = { model, document };
    return document;
  };
}

function putTogether(own: Json | undefined, place: JsonObject | undefined, lists: Built['lists']): Json {
  if (!isObject(own)) return own ?? null;
  const placed = place !== undefined && Object.hasOwn(own, 'at') ? withValue(own, ['at'], place) : own;
  return lists.reduce(
    (node, { slot, nodes }) => withValue(node, parsePointer(pointerOf(slot)), [...nodes]),
    placed,
  );
}

/** A node with everything below it, as it stands in the document. */
export function nodeDocument(model: Model, key: string): Json {
  return putTogether(
    model.nodes[key],
    model.place[key],
    slotsOf(model, key).map((slot) => {
      const keys = model.children[slot] ?? [];
      return { slot, keys, nodes: keys.map((child) => nodeDocument(model, child)) };
    }),
  );
}
