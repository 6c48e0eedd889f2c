import type { ContainerAdapter } from './adapter.ts';
import { gridAdapter } from './grid.ts';

/** The body of what has one node: a saved widget, whose place is the size that views give it at first, and a view of one widget. */
export const singleAdapter: ContainerAdapter = {
  ...gridAdapter,
  refusal: 'one-node',
  canDrop: (editor, slot, nodes) =>
    gridAdapter.canDrop(editor, slot, nodes) &&
    nodes.length + (editor.store.getState().model.children[slot]?.length ?? 0) <= 1,
};
