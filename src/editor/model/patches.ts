import { applyPatches, enablePatches, produce, type Draft } from 'immer';
import type { Json } from '../../contracts/json.ts';
import type { Model, SlotId } from './document-model.ts';

enablePatches();

/** Keys from the model's root: `['nodes', 'chart', 'props', 'title']`. */
export type PatchPath = readonly (string | number)[];

/**
 * A small change of a model. Values are put and removed by path; the order of nodes changes by splices, as a patch of an array
 * would contain everything behind the position.
 */
export type Patch =
  | { op: 'put'; path: PatchPath; value: Json }
  | { op: 'drop'; path: PatchPath }
  | { op: 'splice'; slot: SlotId; at: number; removed: number; inserted: readonly string[] };

/** @throws Error when what a patch changes does not exist */
export function applyAll(model: Model, patches: readonly Patch[]): Model {
  if (patches.length === 0) return model;
  return produce(model, (draft) => {
    for (const patch of patches) applyOne(draft, patch);
  });
}

function applyOne(draft: Draft<Model>, patch: Patch): void {
  if (patch.op === 'splice') {
    const list = draft.children[patch.slot];
    if (!list || patch.at > list.length) throw new Error(`No list ${patch.slot}`);
    list.splice(patch.at, patch.removed, ...patch.inserted);
    return;
  }
  const path = [...patch.path];
  // A patch would replace a key that is there, and add one that is not; both are the same here.
  applyPatches(draft, [
    patch.op === 'put' ? { op: 'replace', path, value: patch.value } : { op: 'remove', path },
  ]);
}
