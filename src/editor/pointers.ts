import { parsePointer } from '../contracts/json-pointer.ts';
import { ownerOf, pointerOf, slotOfNode, type Model } from './model/document-model.ts';

/** JSON pointer of a node in its document. */
export function pointerOfNode(model: Model, key: string): string {
  const slot = slotOfNode(model, key);
  if (slot === null) return '';
  const owner = ownerOf(slot);
  const index = model.children[slot]!.indexOf(key);
  return `${owner === '' ? '' : pointerOfNode(model, owner)}${pointerOf(slot)}/${index}`;
}

/** The innermost node that contains a JSON pointer of the document; null for what is in none. */
export function nodeAtPointer(model: Model, pointer: string): string | null {
  const segments = parsePointer(pointer);
  let found: string | null = null;
  let owner = '';
  let at = 0;
  while (at < segments.length) {
    const slots = Object.keys(model.children).filter((slot) => ownerOf(slot) === owner);
    const next = slots.flatMap((slot): [string, number][] => {
      const path = parsePointer(pointerOf(slot));
      const isHere = path.every((segment, index) => segments[at + index] === segment);
      const key = isHere ? model.children[slot]![Number(segments[at + path.length])] : undefined;
      return key === undefined ? [] : [[key, at + path.length + 1]];
    })[0];
    if (!next) break;
    [found, at] = next;
    owner = found;
  }
  return found;
}

/** Keys of the nodes that contain the pointers. */
export const nodesAtPointers = (model: Model, pointers: readonly string[]): ReadonlySet<string> =>
  new Set(pointers.flatMap((pointer) => nodeAtPointer(model, pointer) ?? []));
