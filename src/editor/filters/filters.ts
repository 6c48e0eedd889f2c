import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { filterPartIn, type FilterPart } from '../../engine/core/index.ts';
import type { Model } from '../model/document-model.ts';
import { typeOfNode } from '../names.ts';

/** A filter of a document: a field of one of its filter bars. */
export interface ViewFilter {
  /** Key of the bar. */
  bar: string;
  /** Position among the bar's fields. */
  at: number;
  /** Where the value stands: `state.filters.period`. */
  path: string;
  definition: JsonObject;
}

/** The props of a node, without what is none. */
export function propsOf(model: Model, key: string): JsonObject {
  const node = model.nodes[key];
  return isObject(node) && isObject(node.props) ? node.props : {};
}

/** The fields of a filter bar as they are written. */
export function fieldsOf(model: Model, bar: string): readonly Json[] {
  const { fields } = propsOf(model, bar);
  return Array.isArray(fields) ? fields : [];
}

/** State path that the values of a filter bar stand in. */
export function barPath(model: Model, bar: string): string {
  const { bind } = propsOf(model, bar);
  return typeof bind === 'string' ? bind : 'state.filters';
}

/** The filter bars of a document. Those of a list filter that list alone. */
export const filterBars = ({ nodes }: Model): string[] =>
  Object.keys(nodes).filter((key) => {
    const node = nodes[key];
    return typeOfNode(node) === 'filter-bar' && isObject(node) && node.source === undefined;
  });

/** The filters of a document, in the order of its bars and their fields. */
export const filtersOf = (model: Model): ViewFilter[] =>
  filterBars(model).flatMap((bar) =>
    fieldsOf(model, bar).flatMap((definition, at): ViewFilter[] =>
      isObject(definition) && typeof definition.field === 'string'
        ? [{ bar, at, path: `${barPath(model, bar)}.${definition.field}`, definition }]
        : [],
    ),
  );

/** State path of the values as they stand in a bar, which the options of its filters follow; null without one. */
export function draftPath(model: Model, bar: string): string | null {
  const { draft } = propsOf(model, bar);
  return typeof draft === 'string' ? draft : null;
}

/** The other filters of a filter's bar, by their values as they stand in the bar: what its options can depend on. */
export function filtersBeside(model: Model, { bar, at }: ViewFilter, draft: string): ViewFilter[] {
  return filtersOf(model)
    .filter((other) => other.bar === bar && other.at !== at)
    .map((other) => ({ ...other, path: `${draft}.${String(other.definition.field)}` }));
}

/** Part of a filter that a parameter takes: a range of days is one text of a period, and two parameters of records. */
export function filterPartOf(
  { definition }: ViewFilter,
  { name, type }: { name: string; type: string },
): FilterPart {
  if (definition.control !== 'daterange') return 'value';
  if (type === 'period') return 'range';
  return name.endsWith('To') ? 'to' : 'from';
}

/** Whether a value is one that a filter gives, and nothing else. */
export const isGivenBy = (value: Json | undefined, { path }: Pick<ViewFilter, 'path'>): boolean =>
  filterPartIn(value, path) !== null;

/** The filter that a value comes from; null for others. */
export const filterOfValue = (value: Json | undefined, filters: readonly ViewFilter[]): ViewFilter | null =>
  filters.find((filter) => isGivenBy(value, filter)) ?? null;
