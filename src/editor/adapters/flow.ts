import { isObject, type Json } from '../../contracts/json.ts';
import { slotOfNode } from '../model/document-model.ts';
import { commonSlot, type ContainerAdapter } from './adapter.ts';

/** Nodes that follow each other: a screen's body, the content of sections, slots. */
function listAdapter(takes: (slot: string, node: Json) => boolean): ContainerAdapter {
  return {
    canDrop: (_, slot, nodes) => nodes.every((node) => takes(slot, node)),
    defaultPlace(editor, slot) {
      const { model, selection } = editor.store.getState();
      const list = model.children[slot] ?? [];
      const at = list.indexOf(selection.at(-1) ?? '');
      return { index: at === -1 ? list.length : at + 1, place: null };
    },
    step(editor, keys, direction, change) {
      const slot = commonSlot(editor, keys);
      if (change === 'resize' || slot === null) return null;
      const list = editor.store.getState().model.children[slot]!;
      const at = Math.min(...keys.map((key) => list.indexOf(key)));
      const index = at + (direction === 'left' || direction === 'up' ? -1 : 1);
      if (index < 0 || index > list.length - keys.length) return null;
      return { type: 'move', keys, slot, index };
    },
    align: () => null,
    announce(editor, key) {
      const { model } = editor.store.getState();
      const list = model.children[slotOfNode(model, key) ?? ''] ?? [];
      return { key: 'list', values: { position: list.indexOf(key) + 1, count: list.length } };
    },
  };
}

export const flowAdapter = listAdapter((_, node) => isObject(node));

/** Forms: sections stand in the form, fields in sections and in other fields. */
export const formAdapter = listAdapter((slot, node) => {
  const isField = typeof node === 'string' || (isObject(node) && 'field' in node);
  return slot === '/ui/sections' ? !isField && isObject(node) : isField;
});
