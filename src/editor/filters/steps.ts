import { isObject, type Json } from '../../contracts/json.ts';
import { reportOf, type Report } from '../actions.ts';
import type { Command } from '../commands/command.ts';
import { sourceOf } from '../data/sources.ts';
import type { Editor } from '../editor.ts';
import type { Model } from '../model/document-model.ts';

export const setDocument = (path: readonly string[], value: Json | undefined): Command => ({
  type: 'set',
  key: null,
  path,
  value,
});

/** Does all of a change of a filter in one step that can be undone. */
export const runStep = (
  editor: Editor,
  commands: readonly Command[],
  did: string,
  values: Report['values'] = {},
): Report => {
  const outcome = editor.dispatch({ type: 'batch', commands }, { label: 'filters' });
  return outcome.done ? { done: true, key: `panel.filters.did.${did}`, values } : reportOf(outcome, did);
};

/** The commands that take paths out of the needs of a source. */
export function withoutNeeds(model: Model, id: string, paths: readonly string[]): Command[] {
  const needs = sourceOf(model, id)?.needs;
  if (!Array.isArray(needs) || !paths.some((path) => needs.includes(path))) return [];
  const rest = needs.filter((need) => !paths.includes(String(need)));
  return [setDocument(['sources', id, 'needs'], rest.length === 0 ? undefined : rest)];
}

/** The commands that take parameters out of the query of a source. */
export function withoutParameters(model: Model, id: string, names: readonly string[]): Command[] {
  const query = sourceOf(model, id)?.query;
  if (!isObject(query)) return [];
  const rest = Object.entries(query).filter(([name]) => !names.includes(name));
  return [setDocument(['sources', id, 'query'], rest.length === 0 ? undefined : Object.fromEntries(rest))];
}
