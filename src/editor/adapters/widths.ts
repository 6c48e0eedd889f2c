import { isObject, type JsonObject } from '../../contracts/json.ts';
import type { Command, Place } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { slotOfNode, type Breakpoint, type Model } from '../model/document-model.ts';

type PlaceCommand = Extract<Command, { type: 'place' }>;

/** Statement of a node about a width itself: the widest one's is its position. */
function ownOf(place: Place | undefined, at: Breakpoint): JsonObject {
  const own = at === 'large' ? place : place?.[at];
  return isObject(own) ? own : {};
}

/** Whether a node is hidden at a width, by itself or as at the wider ones. */
export function isHiddenAt({ place }: Model, key: string, at: Breakpoint): boolean {
  const widths = at === 'small' ? (['small', 'medium', 'large'] as const) : ([at, 'large'] as const);
  return (
    widths.map((one) => ownOf(place[key], one)['hidden']).find((hidden) => hidden !== undefined) === true
  );
}

/** Whether a node has a position or size of its own at a width. */
export const isArrangedAt = ({ place }: Model, key: string, at: Breakpoint): boolean =>
  at !== 'large' && Object.keys(ownOf(place[key], at)).some((name) => name !== 'hidden');

/**
 * The command by which a node has its position of the wider width again; null when it has. At the narrowest one, nodes follow
 * each other until the first is placed: then all are, and so all follow each other again.
 */
export function inheritCommand(editor: Editor, key: string): PlaceCommand | null {
  const { model, breakpoint: at } = editor.store.getState();
  const slot = slotOfNode(model, key);
  const all = at === 'small' && slot !== null ? (model.children[slot] ?? []) : [key];
  const places = all
    .filter((one) => isArrangedAt(model, one, at))
    .map((one): [string, Place | null] => {
      const { hidden } = ownOf(model.place[one], at);
      return [one, hidden === undefined ? null : { hidden }];
    });
  return places.length === 0 ? null : { type: 'place', at, places: Object.fromEntries(places) };
}

/** The command that hides a node at the width that is arranged, or shows it there; null when it is so. */
export function hideCommand(editor: Editor, key: string, hidden: boolean): PlaceCommand | null {
  const { model, breakpoint: at } = editor.store.getState();
  const place = model.place[key];
  if (place === undefined || isHiddenAt(model, key, at) === hidden) return null;
  const { hidden: _, ...rest } = ownOf(place, at);
  const { [at]: _own, ...wider } = place;
  const inherited =
    at !== 'large' && isHiddenAt({ ...model, place: { ...model.place, [key]: wider } }, key, at);
  const own = inherited === hidden ? rest : { ...rest, hidden };
  return { type: 'place', at, places: { [key]: Object.keys(own).length === 0 ? null : own } };
}
