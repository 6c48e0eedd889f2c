import type { DataChoice, ParameterChoice } from '../../contracts/data-choice.ts';
import { isObject } from '../../contracts/json.ts';
import { filterExpression } from '../../engine/core/index.ts';
import { refusalReport, type Report } from '../actions.ts';
import type { Command } from '../commands/command.ts';
import { sourceOf, sourcesOf } from '../data/sources.ts';
import type { Editor } from '../editor.ts';
import type { Model } from '../model/document-model.ts';
import { filtersOf, filterPartOf, type ViewFilter } from './filters.ts';
import { mentionsPath } from './references.ts';
import { runStep, setDocument, withoutNeeds, withoutParameters } from './steps.ts';
import { usesOf, waitingSources } from './uses.ts';
import { withFittingValue } from './values.ts';

/** Whether sources wait for the filter. */
export const isRequired = (model: Model, filter: ViewFilter): boolean =>
  waitingSources(model, filter).length > 0;

function withNeed(model: Model, id: string, path: string): Command[] {
  const needs = sourceOf(model, id)?.needs;
  const all = Array.isArray(needs) ? needs : [];
  return all.includes(path) ? [] : [setDocument(['sources', id, 'needs'], [...all, path])];
}

/** Lets every source with a parameter of the filter wait for its value, or none. */
export function changeRequired(editor: Editor, filter: ViewFilter, required: boolean): Report {
  const { model } = editor.store.getState();
  const { parameters } = usesOf(model, filter, filtersOf(model));
  const ids = new Set(parameters.map(({ source }) => source));
  return runStep(
    editor,
    required
      ? [...ids].flatMap((id) => withNeed(model, id, filter.path))
      : waitingSources(model, filter).flatMap((id) => withoutNeeds(model, id, [filter.path])),
    required ? 'required' : 'optional',
  );
}

/**
 * Gives a parameter of a source the value of a filter. Options whose value the parameter does not take hand on one that it
 * takes, where they have it.
 * @param choices data that is known
 */
export function bindParameter(
  editor: Editor,
  filter: ViewFilter,
  source: string,
  parameter: ParameterChoice,
  name: string,
  choices: readonly DataChoice[],
): Report {
  const { model } = editor.store.getState();
  if (!Object.hasOwn(sourcesOf(model), source)) return refusalReport('missing');
  const uses = usesOf(model, filter, filtersOf(model));
  return runStep(
    editor,
    [
      setDocument(
        ['sources', source, 'query', parameter.name],
        filterExpression(filter.path, filterPartOf(filter, parameter)),
      ),
      ...(isRequired(model, filter) ? withNeed(model, source, filter.path) : []),
      ...withFittingValue(model, filter, uses, parameter, choices),
    ],
    'bind',
    { parameter: parameter.title, name },
  );
}

/** Takes the value of a filter away from a parameter of a source. */
export function unbindParameter(
  editor: Editor,
  filter: ViewFilter,
  source: string,
  parameter: string,
  name: string,
): Report {
  const { model } = editor.store.getState();
  const query = sourceOf(model, source)?.query;
  const others = isObject(query) ? Object.entries(query).filter(([one]) => one !== parameter) : [];
  const isStillRead = others.some(([, value]) => mentionsPath(value, filter.path));
  return runStep(
    editor,
    [
      ...withoutParameters(model, source, [parameter]),
      ...(isStillRead ? [] : withoutNeeds(model, source, [filter.path])),
    ],
    'unbind',
    { parameter, name },
  );
}
