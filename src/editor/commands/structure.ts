import { isObject, type Json } from '../../contracts/json.ts';
import { ancestorsOf, outermost, ownerOf, slotOfNode, slotsOf, subtreeOf } from '../model/document-model.ts';
import type { Recorder } from '../model/recorder.ts';
import { shapeOf } from '../model/shape.ts';
import { EditRefusal, requireNodes, type Run } from './command.ts';
import { openSlot } from './insert.ts';
import { renameInOwn } from './references.ts';

/** Takes a node out of its list; the node itself stays. */
function detach(recorder: Recorder, key: string): void {
  const slot = slotOfNode(recorder.model, key)!;
  recorder.splice(slot, recorder.model.children[slot]!.indexOf(key), 1, []);
}

function drop(recorder: Recorder, key: string): void {
  for (const slot of slotsOf(recorder.model, key)) recorder.set(['children', slot], undefined);
  recorder.set(['place', key], undefined);
  recorder.set(['nodes', key], undefined);
}

export const remove: Run<'remove'> = (recorder, { keys }) => {
  requireNodes(recorder.model, keys);
  const roots = outermost(recorder.model, keys);
  const first = roots[0];
  const slot = first === undefined ? null : slotOfNode(recorder.model, first);
  const at = slot === null ? 0 : recorder.model.children[slot]!.indexOf(first!);
  for (const key of roots) {
    const below = subtreeOf(recorder.model, key);
    detach(recorder, key);
    for (const one of below.reverse()) drop(recorder, one);
  }
  // The keyboard goes on beside what was removed.
  const left = slot === null ? [] : (recorder.model.children[slot] ?? []);
  const next = left[Math.min(at, left.length - 1)] ?? (slot === null ? '' : ownerOf(slot));
  return next === '' ? [] : [next];
};

export const move: Run<'move'> = (recorder, { keys, slot, index, places }) => {
  requireNodes(recorder.model, keys);
  const moved = outermost(recorder.model, keys);
  const owner = ownerOf(slot);
  if (owner !== '') {
    requireNodes(recorder.model, [owner]);
    const above = [owner, ...ancestorsOf(recorder.model, owner)];
    if (moved.some((key) => above.includes(key))) throw new EditRefusal('inside-itself');
  }
  openSlot(recorder, slot);
  const before = recorder.model.children[slot]!;
  const rest = before.filter((key) => !moved.includes(key));
  const at = Math.max(0, Math.min(index, rest.length));
  const isThere = moved.every((key, offset) => before[at + offset] === key);
  if (!isThere) {
    for (const key of moved) detach(recorder, key);
    recorder.splice(slot, at, 0, moved);
  }
  for (const [key, place] of Object.entries(places ?? {})) setPlace(recorder, key, place);
  return moved;
};

/** Writes a node's whole position; without one it has none. */
export function setPlace(recorder: Recorder, key: string, place: Json | undefined): void {
  const own = recorder.model.nodes[key];
  if (!isObject(own)) throw new EditRefusal('missing');
  const isMarked = Object.hasOwn(own, 'at');
  if (isMarked === (place === undefined))
    recorder.set(['nodes', key, 'at'], place === undefined ? undefined : {});
  recorder.set(['place', key], place);
}

export const place: Run<'place'> = (recorder, { at, places }) => {
  requireNodes(recorder.model, Object.keys(places));
  for (const [key, given] of Object.entries(places)) {
    const before = recorder.model.place[key];
    if (at === 'large') {
      const { medium, small } = before ?? {};
      setPlace(
        recorder,
        key,
        given === null ? undefined : { ...given, ...(medium && { medium }), ...(small && { small }) },
      );
      continue;
    }
    const { [at]: _, ...rest } = before ?? { x: 0, y: 0, w: 12, h: 4 };
    setPlace(recorder, key, given === null ? rest : { ...rest, [at]: given });
  }
  return undefined;
};

const idPattern = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

export const rename: Run<'rename'> = (recorder, { key, to }, { registry }) => {
  requireNodes(recorder.model, [key]);
  if (!idPattern.test(to) || to === 'constructor' || to === 'prototype') throw new EditRefusal('bad-id');
  const { model } = recorder;
  const own = model.nodes[key];
  if (!isObject(own) || shapeOf(model.document).nameKey(own) === null) throw new EditRefusal('not-here');
  const from = typeof own.id === 'string' ? own.id : null;
  if (from === to) return undefined;
  if (Object.hasOwn(model.nodes, to)) throw new EditRefusal('taken');
  const slot = slotOfNode(model, key)!;
  const lists = slotsOf(model, key).map((one) => [one, model.children[one]!] as const);
  const placed = model.place[key];
  const at = model.children[slot]!.indexOf(key);
  recorder.set(['nodes', to], { ...own, id: to });
  if (placed !== undefined) recorder.set(['place', to], placed);
  for (const [one, keys] of lists) recorder.set(['children', `${to}${one.slice(key.length)}`], [...keys]);
  recorder.splice(slot, at, 1, [to]);
  for (const [one] of lists) recorder.set(['children', one], undefined);
  recorder.set(['place', key], undefined);
  recorder.set(['nodes', key], undefined);
  if (from === null) return [to];
  const names = new Map([[from, to]]);
  for (const [other, node] of Object.entries(recorder.model.nodes)) {
    if (isObject(node)) recorder.set(['nodes', other], renameInOwn(node, names, registry));
  }
  return [to];
};
