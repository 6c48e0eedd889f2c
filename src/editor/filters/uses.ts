import type { DataChoice, ParameterChoice } from '../../contracts/data-choice.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { parametersOfSource, sourceOf, sourceOfNode, sourcesOf } from '../data/sources.ts';
import { readingOrder, type Model } from '../model/document-model.ts';
import { draftPath, isGivenBy, type ViewFilter } from './filters.ts';
import { mentionsPath } from './references.ts';

/** A parameter of a source whose value comes from a filter. */
export interface BoundParameter {
  source: string;
  parameter: string;
  /** Whether the value is the filter's and nothing else, so that it can be taken away. */
  plain: boolean;
}

/** Uses of a filter. */
export interface FilterUses {
  parameters: readonly BoundParameter[];
  /** Nodes that read the filter in their own properties. */
  nodes: readonly string[];
  /** Sources that read it elsewhere: in an address, a body or a computed value. */
  sources: readonly string[];
  /** Paths of other filters whose options read it. */
  filters: readonly string[];
}

const queryOf = (model: Model, id: string): JsonObject => {
  const query = sourceOf(model, id)?.query;
  return isObject(query) ? query : {};
};

/** Queries that the options of a filter read: their own, and that of the source whose rows they are. */
export function optionQueries(model: Model, { definition }: ViewFilter): readonly Json[] {
  const { options } = definition;
  if (!isObject(options)) return options === undefined ? [] : [options];
  return typeof options.source === 'string' ? [sourceOf(model, options.source) ?? {}] : [options];
}

/** The paths at which a filter's value is read: applied, and as it stands in the bar. */
export function readPaths(model: Model, { bar, path, definition }: ViewFilter): readonly string[] {
  const draft = draftPath(model, bar);
  return draft !== null ? [path, `${draft}.${String(definition.field)}`] : [path];
}

/** Sources that only the options of filters read. */
export function optionSources(filters: readonly ViewFilter[]): ReadonlySet<string> {
  return new Set(
    filters.flatMap(({ definition: { options } }) =>
      isObject(options) && typeof options.source === 'string' ? [options.source] : [],
    ),
  );
}

/** Nodes that show a source, by their `source` or in an expression. */
export function nodesOfSource(model: Model, id: string): string[] {
  return readingOrder(model).filter((key) => {
    const node = model.nodes[key];
    return sourceOfNode(node) === id || mentionsPath(node, `data.${id}`);
  });
}

/** The widget without what says which filters there are. */
function withoutOwnFields(model: Model, key: string): Json {
  const node = model.nodes[key] ?? null;
  if (!isObject(node) || !isObject(node.props)) return node;
  const { bind: _, draft: __, fields: ___, ...props } = node.props;
  return { ...node, props };
}

/** Uses of a filter, in the order of the document. */
export function usesOf(model: Model, filter: ViewFilter, filters: readonly ViewFilter[]): FilterUses {
  const paths = readPaths(model, filter);
  const reads = (value: Json | undefined): boolean => paths.some((path) => mentionsPath(value, path));
  const ofOptions = optionSources(filters);
  const ids = Object.keys(sourcesOf(model)).filter((id) => !ofOptions.has(id));
  const parameters = ids.flatMap((source) =>
    Object.entries(queryOf(model, source)).flatMap(([parameter, value]): BoundParameter[] =>
      reads(value) ? [{ source, parameter, plain: isGivenBy(value, filter) }] : [],
    ),
  );
  const sources = ids.filter((id) => {
    const { query: _, needs: __, ...rest } = sourceOf(model, id) ?? {};
    return reads(rest);
  });
  const nodes = readingOrder(model).filter((key) =>
    reads(key === filter.bar ? withoutOwnFields(model, key) : model.nodes[key]),
  );
  return {
    parameters,
    nodes,
    sources,
    filters: filters
      .filter((other) => other.path !== filter.path && optionQueries(model, other).some(reads))
      .map(({ path }) => path),
  };
}

export const isUsed = ({ parameters, nodes, sources, filters }: FilterUses): boolean =>
  parameters.length + nodes.length + sources.length + filters.length > 0;

/** A parameter that a filter can be bound to. */
export interface FreeParameter {
  source: string;
  parameter: ParameterChoice;
}

/** The parameters of the sources that widgets show, without those that the filter is bound to already. */
export function freeParameters(
  model: Model,
  choices: readonly DataChoice[],
  filters: readonly ViewFilter[],
  { parameters }: FilterUses,
): FreeParameter[] {
  const ofOptions = optionSources(filters);
  return Object.keys(sourcesOf(model))
    .filter((id) => !ofOptions.has(id) && nodesOfSource(model, id).length > 0)
    .flatMap((source) =>
      parametersOfSource(sourceOf(model, source), choices)
        .filter(({ name }) => !parameters.some((one) => one.source === source && one.parameter === name))
        .map((parameter) => ({ source, parameter })),
    );
}

/** Sources with a parameter of the filter that wait for its value. */
export const waitingSources = (model: Model, { path }: ViewFilter): string[] =>
  Object.keys(sourcesOf(model)).filter((id) => {
    const needs = sourceOf(model, id)?.needs;
    return Array.isArray(needs) && needs.includes(path);
  });
