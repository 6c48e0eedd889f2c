import { isObject } from '../contracts/json.ts';
import type { WidgetSpec } from '../engine/core/index.ts';
import { adapterOf } from './adapters/adapter-of.ts';
import { commonSlot, type Direction, type Edge } from './adapters/adapter.ts';
import { isGrid } from './adapters/adapter-of.ts';
import { placeCommand, type Rect } from './adapters/grid.ts';
import type { Clip, Command, Place } from './commands/command.ts';
import { clipOf } from './commands/paste.ts';
import type { Editor, Outcome } from './editor.ts';
import { ownerOf, slotOfNode, type SlotId } from './model/document-model.ts';
import { newNode } from './new-node.ts';

/** Result of an action, for the announcement: a text key below `editor.did` or `editor.refused`, with its values. */
export interface Report {
  done: boolean;
  key: string;
  values: Record<string, string | number>;
}

export const refusalReport = (reason: string): Report => ({
  done: false,
  key: `editor.refused.${reason}`,
  values: {},
});

export const reportOf = (outcome: Outcome, did: string, values: Report['values'] = {}): Report =>
  outcome.done ? { done: true, key: `editor.did.${did}`, values } : refusalReport(outcome.reason);

/** The list that takes new nodes: that of a selected container, else the one that contains the selected node. */
export function targetSlot(editor: Editor, root: SlotId): SlotId {
  const { model, selection } = editor.store.getState();
  const key = selection.at(-1);
  if (key === undefined) return root;
  const node = model.nodes[key];
  const type = isObject(node) && typeof node['type'] === 'string' ? node['type'] : '';
  const spec = editor.registry.loaded(type);
  if (spec?.children !== undefined && spec.group === 'layout') return `${key}/children`;
  const slot = slotOfNode(model, key) ?? root;
  // Heading and filters are no place for widgets of the body.
  return ownerOf(slot) === '' ? root : slot;
}

/**
 * Inserts a new widget, where its list has room or at a given position, and selects it. A widget at a given position
 * moves down.
 */
export function insertWidget(
  editor: Editor,
  spec: WidgetSpec,
  name: string,
  given: { slot: SlotId; index?: number; place?: Rect },
): Report {
  const { model } = editor.store.getState();
  const { slot } = given;
  const adapter = adapterOf(editor, slot);
  const node = newNode(spec, name, (id) => Object.hasOwn(model.nodes, id));
  if (!adapter.canDrop(editor, slot, [node])) return refusalReport(adapter.refusal ?? 'not-here');
  const spot = adapter.defaultPlace(editor, slot, spec.size);
  const insert: Command = {
    type: 'insert',
    slot,
    index: given.index ?? spot.index,
    nodes: [node],
    places: [given.place ? { ...given.place } : spot.place],
  };
  const id = String(node['id']);
  const moved = given.place && placeCommand(editor, slot, new Map([[id, given.place]]), id);
  // One gesture is one step.
  const outcome = editor.dispatch(moved ? { type: 'batch', commands: [insert, moved] } : insert, {
    label: 'insert',
  });
  return reportOf(outcome, 'insert', { name });
}

export function removeSelection(editor: Editor): Report {
  const { selection } = editor.store.getState();
  if (selection.length === 0) return refusalReport('missing');
  return reportOf(editor.dispatch({ type: 'remove', keys: selection }), 'remove', {
    count: selection.length,
  });
}

/** Copies the selected nodes with the sources and texts that they need. */
export function copySelection(editor: Editor): Clip | null {
  const { model, selection } = editor.store.getState();
  return selection.length === 0 ? null : clipOf(model, selection);
}

/** Below what was copied, with the same arrangement among themselves. */
function placesBelow(editor: Editor, slot: SlotId, { places }: Clip): (Place | null)[] {
  if (!isGrid(editor, slot)) return places.map(() => null);
  const { model } = editor.store.getState();
  const rowOf = (place: Place | null | undefined, key: 'y' | 'h'): number =>
    typeof place?.[key] === 'number' ? place[key] : 0;
  const bottom = Math.max(
    0,
    ...(model.children[slot] ?? []).map((key) => rowOf(model.place[key], 'y') + rowOf(model.place[key], 'h')),
  );
  const top = Math.min(...places.map((place) => rowOf(place, 'y')));
  return places.map((place): Place =>
    place === null ? { x: 0, y: bottom, w: 6, h: 4 } : { ...place, y: rowOf(place, 'y') - top + bottom },
  );
}

export function pasteClip(
  editor: Editor,
  clip: Clip,
  root: SlotId,
  did: 'paste' | 'duplicate' = 'paste',
): Report {
  const { model, selection } = editor.store.getState();
  const key = selection.at(-1);
  const slot = (key !== undefined && slotOfNode(model, key)) || root;
  const target = ownerOf(slot) === '' && did === 'paste' ? root : slot;
  const adapter = adapterOf(editor, target);
  if (!adapter.canDrop(editor, target, clip.nodes)) return refusalReport(adapter.refusal ?? 'not-here');
  const at = key === undefined ? -1 : (model.children[target] ?? []).indexOf(key);
  const outcome = editor.dispatch(
    {
      type: 'paste',
      slot: target,
      clip,
      places: placesBelow(editor, target, clip),
      ...(at !== -1 && { index: at + 1 }),
    },
    { label: did },
  );
  return reportOf(outcome, did, { count: clip.nodes.length });
}

export function duplicateSelection(editor: Editor, root: SlotId): Report {
  const clip = copySelection(editor);
  return clip ? pasteClip(editor, clip, root, 'duplicate') : refusalReport('missing');
}

/** Moves or resizes the selected nodes by an arrow key. */
export function stepSelection(editor: Editor, direction: Direction, change: 'move' | 'resize'): Report {
  const { selection } = editor.store.getState();
  const slot = commonSlot(editor, selection);
  if (selection.length === 0 || slot === null) return refusalReport('missing');
  const adapter = adapterOf(editor, slot);
  const command = adapter.step(editor, selection, direction, change);
  if (!command) return refusalReport('edge');
  const outcome = editor.dispatch(command, { label: change, typing: `${change} ${selection.join(' ')}` });
  const { key, values } = adapter.announce(editor, selection.at(-1)!);
  return outcome.done ? { done: true, key: `editor.place.${key}`, values } : refusalReport(outcome.reason);
}

export function alignSelection(editor: Editor, edge: Edge): Report {
  const { selection } = editor.store.getState();
  const slot = commonSlot(editor, selection);
  const command = slot === null ? null : adapterOf(editor, slot).align(editor, selection, edge);
  if (!command) return refusalReport('edge');
  return reportOf(editor.dispatch(command, { label: 'align' }), 'align', { count: selection.length });
}

/** Selects all nodes beside the selected one, or those of a list. */
export function selectAll(editor: Editor, root: SlotId): Report {
  const { model, selection } = editor.store.getState();
  const slot = (selection.length > 0 && commonSlot(editor, selection)) || root;
  editor.select(model.children[slot] ?? []);
  return { done: true, key: 'editor.did.select', values: { count: model.children[slot]?.length ?? 0 } };
}

export function undoStep(editor: Editor): Report {
  const step = editor.undo();
  return step ? { done: true, key: 'editor.did.undo', values: {} } : refusalReport('nothing-to-undo');
}

export function redoStep(editor: Editor): Report {
  const step = editor.redo();
  return step ? { done: true, key: 'editor.did.redo', values: {} } : refusalReport('nothing-to-redo');
}
