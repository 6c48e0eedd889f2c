import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { refusalReport, reportOf, type Report } from '../actions.ts';
import type { Editor } from '../editor.ts';

/** Where a list of steps stands: below a node. */
export interface StepsPlace {
  key: string;
  path: readonly (string | number)[];
  /** Whether the list stays when it is empty, because what contains it requires it. */
  required: boolean;
}

/** The steps at a place; empty where there are none. */
export function stepsAt(editor: Editor, { key, path }: StepsPlace): readonly Json[] {
  let at: Json | undefined = editor.store.getState().model.nodes[key];
  for (const segment of path) at = (at as Record<string | number, Json | undefined> | undefined)?.[segment];
  return Array.isArray(at) ? at : [];
}

/** Writes a list of steps. An empty one goes, and with the last action the object of actions. */
function write(
  editor: Editor,
  place: StepsPlace,
  steps: readonly Json[],
  did: string,
  values: Report['values'],
) {
  const { key, path, required } = place;
  const isGone = steps.length === 0 && !required;
  const node = editor.store.getState().model.nodes[key];
  const on = isObject(node) && isObject(node.on) ? node.on : {};
  const isLastAction = isGone && path[0] === 'on' && path.length === 2 && Object.keys(on).length === 1;
  const outcome = editor.dispatch(
    { type: 'set', key, path: isLastAction ? ['on'] : path, value: isGone ? undefined : [...steps] },
    { label: 'actions' },
  );
  return outcome.done ? { done: true, key: `panel.actions.did.${did}`, values } : reportOf(outcome, did);
}

/** Puts a step behind the others. */
export const addStep = (editor: Editor, place: StepsPlace, step: JsonObject, name: string): Report =>
  write(editor, place, [...stepsAt(editor, place), step], 'add', { name });

export const removeStep = (editor: Editor, place: StepsPlace, at: number, name: string): Report =>
  write(editor, place, stepsAt(editor, place).toSpliced(at, 1), 'remove', { name });

/** Puts a copy of a step behind it. */
export function duplicateStep(editor: Editor, place: StepsPlace, at: number, name: string): Report {
  const steps = stepsAt(editor, place);
  const step = steps[at];
  if (step === undefined) return refusalReport('missing');
  return write(editor, place, steps.toSpliced(at + 1, 0, structuredClone(step)), 'duplicate', { name });
}

/** Moves a step by one place. */
export function moveStep(editor: Editor, place: StepsPlace, at: number, by: -1 | 1, name: string): Report {
  const steps = [...stepsAt(editor, place)];
  const to = at + by;
  if (to < 0 || to >= steps.length) return refusalReport('edge');
  const [moved] = steps.splice(at, 1);
  steps.splice(to, 0, moved!);
  return write(editor, place, steps, 'move', { name, position: to + 1, count: steps.length });
}

/** Removes all steps of a place. */
export const removeSteps = (editor: Editor, place: StepsPlace, name: string): Report =>
  write(editor, { ...place, required: false }, [], 'removeAll', { name });
