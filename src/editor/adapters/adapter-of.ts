import { isObject } from '../../contracts/json.ts';
import type { Editor } from '../editor.ts';
import { ownerOf, slotOfNode, type SlotId } from '../model/document-model.ts';
import type { ContainerAdapter } from './adapter.ts';
import { flowAdapter, formAdapter } from './flow.ts';
import { gridAdapter } from './grid.ts';
import { singleAdapter } from './single.ts';

/** Whether the nodes of a list are placed in columns and rows. */
export function isGrid(editor: Editor, slot: SlotId): boolean {
  const { model } = editor.store.getState();
  const owner = ownerOf(slot);
  if (owner === '')
    return (
      slot === '/body' &&
      (model.document['kind'] === 'widget' ||
        (model.document['kind'] === 'dashboard' && model.document['layout'] !== 'nested'))
    );
  const node = model.nodes[owner];
  const type = isObject(node) && typeof node['type'] === 'string' ? node['type'] : '';
  return slot === `${owner}/children` && editor.registry.loaded(type)?.children === 'placed';
}

/** The geometry of a list. */
export function adapterOf(editor: Editor, slot: SlotId): ContainerAdapter {
  const { kind, 'x-layoutType': type } = editor.store.getState().model.document;
  if (kind === 'form') return formAdapter;
  const isSingle = kind === 'widget' || (kind === 'dashboard' && type === 'U');
  if (!isGrid(editor, slot)) return flowAdapter;
  return isSingle && slot === '/body' ? singleAdapter : gridAdapter;
}

/** The geometry of the list that contains a node. */
export const adapterOfNode = (editor: Editor, key: string): ContainerAdapter =>
  adapterOf(editor, slotOfNode(editor.store.getState().model, key) ?? '');
