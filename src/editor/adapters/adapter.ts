import type { Json } from '../../contracts/json.ts';
import type { Command, Place } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { slotOfNode, type SlotId } from '../model/document-model.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';
export type Edge = 'left' | 'right' | 'top' | 'bottom' | 'width' | 'height';

/** Where a new node goes. */
export interface Spot {
  index: number;
  place: Place | null;
}

/** Size that a new node would like to have. */
export interface WantedSize {
  w: number;
  h: number;
}

/**
 * Geometry of a container. Document model, tree, clipboard, history and panel ask it and know none themselves, so
 * that grids, screens and forms are edited by the same editor.
 */
export interface ContainerAdapter {
  /** Why it takes no nodes, as a text key below `editor.refused`; `not-here` without one. */
  refusal?: string;
  /** Whether the nodes may stand in the list. */
  canDrop(editor: Editor, slot: SlotId, nodes: readonly Json[]): boolean;
  defaultPlace(editor: Editor, slot: SlotId, size: WantedSize): Spot;
  /** Step of an arrow key for nodes of one list; null when they cannot go further. */
  step(
    editor: Editor,
    keys: readonly string[],
    direction: Direction,
    change: 'move' | 'resize',
  ): Command | null;
  /** Aligns nodes with the first of them; null where there is nothing to align. */
  align(editor: Editor, keys: readonly string[], edge: Edge): Command | null;
  /** Where a node is, as a text key below `editor.place` with its values. */
  announce(editor: Editor, key: string): { key: string; values: Record<string, number> };
}

/** The list that contains all of the nodes; null when they are in several. */
export function commonSlot(editor: Editor, keys: readonly string[]): SlotId | null {
  const { model } = editor.store.getState();
  const slots = new Set(keys.map((key) => slotOfNode(model, key)));
  return slots.size === 1 ? [...slots][0]! : null;
}
