import { parsePointer } from '../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { emptyDraft, takeNodes } from '../model/convert.ts';
import { ownerOf, pointerOf, readingOrder, type SlotId } from '../model/document-model.ts';
import type { Recorder } from '../model/recorder.ts';
import { shapeOf } from '../model/shape.ts';
import { requireNodes, type CommandContext, type Place, type Run } from './command.ts';
import { renameIn } from './references.ts';

/** Makes sure that a list exists, with its place among the keys of its owner. */
export function openSlot(recorder: Recorder, slot: SlotId): void {
  if (recorder.model.children[slot] !== undefined) return;
  const owner = ownerOf(slot);
  if (owner !== '') requireNodes(recorder.model, [owner]);
  const path = parsePointer(pointerOf(slot));
  recorder.set(owner === '' ? ['document', ...path] : ['nodes', owner, ...path], []);
  recorder.set(['children', slot], []);
}

/** An id that no node has: the wanted one, or with the next number behind it. */
export function freeId(wanted: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(wanted)) return wanted;
  const stem = wanted.replace(/\d+$/, '');
  for (let number = 2; ; number += 1) if (!isTaken(`${stem}${number}`)) return `${stem}${number}`;
}

/** Every node of a list and below, as it is written. */
function eachNode(
  nodes: readonly Json[],
  below: (node: JsonObject) => string[][],
  visit: (node: JsonObject) => void,
): void {
  for (const node of nodes) {
    if (!isObject(node)) continue;
    visit(node);
    for (const path of below(node)) {
      let list: Json | undefined = node;
      for (const segment of path) list = isObject(list) ? list[segment] : undefined;
      if (Array.isArray(list)) eachNode(list, below, visit);
    }
  }
}

/** New ids for those that the document has already, by the old ones. */
function newIds(recorder: Recorder, nodes: readonly Json[]): ReadonlyMap<string, string> {
  const shape = shapeOf(recorder.model.document);
  const taken = new Set(readingOrder(recorder.model));
  const ids: string[] = [];
  eachNode(
    nodes,
    (node) => shape.below(node).map((path) => [...path]),
    (node) => {
      if (typeof node.id === 'string') ids.push(node.id);
    },
  );
  const renamed = new Map<string, string>();
  const free = ids.filter((id) => !taken.has(id));
  const reserved = new Set([...taken, ...free]);
  for (const id of ids) {
    if (!taken.has(id) || renamed.has(id)) continue;
    const next = freeId(id, (one) => reserved.has(one));
    reserved.add(next);
    renamed.set(id, next);
  }
  return renamed;
}

export function insertNodes(
  recorder: Recorder,
  given: { slot: SlotId; index?: number; nodes: readonly Json[]; places?: readonly (Place | null)[] },
  { registry }: CommandContext,
): string[] {
  const { slot } = given;
  openSlot(recorder, slot);
  const nodes = renameIn(given.nodes, newIds(recorder, given.nodes), registry);
  const draft = emptyDraft({});
  const known = recorder.model.nodes;
  const keys = takeNodes(nodes, shapeOf(recorder.model.document), draft, (key) => Object.hasOwn(known, key));
  for (const [at, place] of (given.places ?? []).entries()) {
    const key = keys[at];
    const own = key === undefined ? null : draft.nodes[key];
    if (key === undefined || !place || !isObject(own)) continue;
    draft.place[key] = place;
    if (!Object.hasOwn(own, 'at')) draft.nodes[key] = withPlace(own);
  }
  for (const [key, node] of Object.entries(draft.nodes)) recorder.set(['nodes', key], node);
  for (const [key, place] of Object.entries(draft.place)) recorder.set(['place', key], place);
  for (const [one, list] of Object.entries(draft.children)) recorder.set(['children', one], [...list]);
  const length = recorder.model.children[slot]?.length ?? 0;
  recorder.splice(slot, Math.min(given.index ?? length, length), 0, keys);
  return keys;
}

/** The position stands behind type and source, before what may be long. */
function withPlace(node: JsonObject): JsonObject {
  const entries = Object.entries(node);
  const long = entries.findIndex(([key]) => ['props', 'children', 'slots', 'on'].includes(key));
  const at = long === -1 ? entries.length : long;
  return Object.fromEntries([...entries.slice(0, at), ['at', {}], ...entries.slice(at)]);
}

export const insert: Run<'insert'> = (recorder, command, context) => insertNodes(recorder, command, context);
