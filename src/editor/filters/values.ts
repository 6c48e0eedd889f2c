import type { DataChoice, ParameterChoice } from '../../contracts/data-choice.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { brokenFilterRule, filterValues, filterPartIn, type FilterPart } from '../../engine/core/index.ts';
import type { Command } from '../commands/command.ts';
import { choiceOfSource, parametersOfSource, sourceOf } from '../data/sources.ts';
import type { Model } from '../model/document-model.ts';
import { filterPartOf, type ViewFilter } from './filters.ts';
import { peopleEntity } from './kinds.ts';
import type { FilterUses } from './uses.ts';

// Column that the options of a filter hand on, where the value's taker decides it.

/** A parameter with what it takes of a filter. */
export interface TakingParameter {
  parameter: ParameterChoice;
  part: FilterPart;
}

/** The parameters that have the value of a filter, as far as something is known of them. */
export const takingParameters = (
  model: Model,
  { path }: ViewFilter,
  { parameters }: FilterUses,
  choices: readonly DataChoice[],
): TakingParameter[] =>
  parameters.flatMap(({ source, parameter: name }) => {
    const definition = sourceOf(model, source);
    const parameter = parametersOfSource(definition, choices).find((one) => one.name === name);
    const query = definition?.query;
    const part = filterPartIn(isObject(query) ? query[name] : undefined, path);
    return parameter && part ? [{ parameter, part }] : [];
  });

/** The rows that options are made of; null for options of another kind, and for data that is not known. */
export function dataOfOptions(
  model: Model,
  options: Json | undefined,
  choices: readonly DataChoice[],
): DataChoice | null {
  if (!isObject(options)) return null;
  return choiceOfSource(
    typeof options.source === 'string' ? sourceOf(model, options.source) : options,
    choices,
  );
}

/** The options of a filter with another column as the value. The key of records is the default. */
export function withValueColumn(options: JsonObject, data: DataChoice, column: string): JsonObject {
  const { value: _, ...rest } = options;
  // People by their key are a kind of filter of its own, unless the key is named.
  const isDefault = column === data.record?.key && data.id !== peopleEntity;
  return isDefault ? rest : { ...options, value: column };
}

/**
 * The options of a filter with a column of the value that all parameters take: the one that it has, else the key, else the text
 * that is shown. Without such a column they stay as they are.
 */
export function fittingOptions(
  definition: JsonObject,
  data: DataChoice,
  parameters: readonly TakingParameter[],
  choices: readonly DataChoice[],
): JsonObject {
  const options = definition.options as JsonObject;
  const label = options.label ?? data.record?.display;
  const own = options.value ?? data.record?.key;
  const columns = [own, data.record?.key ?? `${String(label)}Id`, label].filter(
    (one): one is string => typeof one === 'string' && data.columns.some(({ name }) => name === one),
  );
  const fits = (value: string): boolean => {
    const values = filterValues({ ...definition, options: { ...options, value } }, () => data);
    return (
      values === null ||
      parameters.every(({ parameter, part }) => !brokenFilterRule(values, part, parameter, choices))
    );
  };
  const found = columns.find(fits);
  return found === undefined || found === own ? options : withValueColumn(options, data, found);
}

/** The options of a filter as they are once another parameter takes its value too. */
function optionsFor(
  model: Model,
  filter: ViewFilter,
  uses: FilterUses,
  parameter: ParameterChoice,
  choices: readonly DataChoice[],
): Json | undefined {
  const { definition } = filter;
  const data = dataOfOptions(model, definition.options, choices);
  if (data === null) return definition.options;
  const all = [
    ...takingParameters(model, filter, uses, choices),
    { parameter, part: filterPartOf(filter, parameter) },
  ];
  return fittingOptions(definition, data, all, choices);
}

/** Whether a parameter can take the value of a filter, also by another column of its options. */
export function canTake(
  model: Model,
  filter: ViewFilter,
  uses: FilterUses,
  parameter: ParameterChoice,
  choices: readonly DataChoice[],
): boolean {
  const options = optionsFor(model, filter, uses, parameter, choices);
  const { options: _, ...definition } = filter.definition;
  const values = filterValues({ ...definition, ...(options !== undefined && { options }) }, (own) =>
    dataOfOptions(model, own, choices),
  );
  return values === null || !brokenFilterRule(values, filterPartOf(filter, parameter), parameter, choices);
}

/** The commands that give the options of a filter a column which another parameter takes too. */
export function withFittingValue(
  model: Model,
  filter: ViewFilter,
  uses: FilterUses,
  parameter: ParameterChoice,
  choices: readonly DataChoice[],
): Command[] {
  const { definition, bar, at } = filter;
  const options = optionsFor(model, filter, uses, parameter, choices);
  return options === definition.options
    ? []
    : [{ type: 'set', key: bar, path: ['props', 'fields', at, 'options'], value: options }];
}
