import { parametersOfData, type DataChoice, type ParameterChoice } from '../../../contracts/data-choice.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { isExpression } from '../expressions/expression.ts';
import { expressionRefs, filterPlaces } from '../sources/filter-options.ts';
import { brokenFilterRule, filterPartIn, filterValues, listedType } from '../sources/filter-values.ts';
import { diagnostic } from './diagnostics.ts';

/** Knowledge of the data behind a document. */
export interface FilterData {
  /** Datasets and records that the author may choose. */
  choices: readonly DataChoice[];
  /** A text of the document in the author's language. */
  textOf(label: Json | undefined): string;
}

interface PlacedFilter {
  path: string;
  definition: JsonObject;
  pointer: string;
}

/** The filters of a document, wherever their bars stand. */
function filtersIn(value: Json, pointer: string): PlacedFilter[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => filtersIn(item, `${pointer}/${at}`));
  if (!isObject(value)) return [];
  const { type, props, source } = value;
  const own: PlacedFilter[] = [];
  if (type === 'filter-bar' && source === undefined && isObject(props)) {
    const bind = typeof props.bind === 'string' ? props.bind : 'state.filters';
    const fields = Array.isArray(props.fields) ? props.fields : [];
    for (const { field, paths } of filterPlaces(props, bind)) {
      const at = fields.findIndex((one) => isObject(one) && one.field === field);
      for (const path of paths)
        own.push({
          path: path.join('.'),
          definition: fields[at] as JsonObject,
          pointer: `${pointer}/props/fields/${at}`,
        });
    }
  }
  const below = Object.entries(value).filter(([key]) => key !== 'props' && key !== 'strings');
  return [...own, ...below.flatMap(([key, one]) => filtersIn(one, `${pointer}/${escapeSegment(key)}`))];
}

/** Whether a written text has commas and is one value, where several may be meant: those of a list of texts. */
const isOneText = (value: Json, { type, field }: ParameterChoice, choices: readonly DataChoice[]): boolean =>
  type === 'values' &&
  typeof value === 'string' &&
  value.includes(',') &&
  listedType(field, choices) === 'text';

/**
 * Reports filters whose values a parameter of a dataset cannot take: their readers would see no rows, or a refusal. The
 * parameter is named by its source, the filter by its own place, which is where the remedy is.
 */
export function filterValueDiagnostics(document: JsonObject, { choices, textOf }: FilterData): Diagnostic[] {
  const sources = isObject(document.sources) ? document.sources : {};
  const dataOf = (source: Json | undefined): DataChoice | null => {
    if (!isObject(source)) return null;
    const kind = typeof source.dataset === 'string' ? 'dataset' : 'entity';
    return choices.find((one) => one.kind === kind && one.id === source[kind]) ?? null;
  };
  const filters = filtersIn(document, '');
  return Object.entries(sources).flatMap(([id, source]) => {
    const data = dataOf(source);
    if (data === null || !isObject(source) || !isObject(source.query)) return [];
    return Object.entries(source.query).flatMap(([name, value]): Diagnostic[] => {
      const parameter = parametersOfData(data).find((one) => one.name === name);
      if (parameter && isOneText(value, parameter, choices))
        return [
          diagnostic(
            `/sources/${escapeSegment(id)}/query/${escapeSegment(name)}`,
            'filter-comma',
            { parameter: parameter.title, dataset: data.title, value: String(value) },
            'warning',
          ),
        ];
      const filter = filters.find(({ path }) => filterPartIn(value, path) !== null);
      if (!parameter || !filter) return [];
      const { definition, path, pointer } = filter;
      const values = filterValues(definition, (options) =>
        dataOf(typeof options.source === 'string' ? sources[options.source] : options),
      );
      const broken = values && brokenFilterRule(values, filterPartIn(value, path)!, parameter, choices);
      if (!broken) return [];
      const { rule, example } = broken;
      const at = definition.options === undefined ? 'control' : 'options';
      return [
        diagnostic(`${pointer}/${at}`, `filter-${rule}`, {
          filter: textOf(definition.label) || String(definition.field),
          parameter: parameter.title,
          dataset: data.title,
          example: example === '' ? '' : ` (${example})`,
          known: parameter.options.join(', '),
        }),
      ];
    });
  });
}

/** Whether an expression among the values of a source's query reads one of the paths. */
function readsAny({ query }: JsonObject, paths: readonly string[]): boolean {
  return Object.values(isObject(query) ? query : {}).some(
    (value) =>
      isExpression(value) &&
      expressionRefs(value).some((ref) => paths.some((path) => `${ref.join('.')}.`.startsWith(`${path}.`))),
  );
}

/** Nodes that show a source, wherever they stand, with their pointers. */
function shownIn(value: Json, pointer: string): { source: string; pointer: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => shownIn(item, `${pointer}/${at}`));
  if (!isObject(value)) return [];
  const own = typeof value.type === 'string' && typeof value.source === 'string' ? [value.source] : [];
  const below = Object.entries(value).filter(
    ([key]) => key !== 'props' && key !== 'strings' && key !== 'sources',
  );
  return [
    ...own.map((source) => ({ source, pointer: `${pointer}/source` })),
    ...below.flatMap(([key, one]) => shownIn(one, `${pointer}/${escapeSegment(key)}`)),
  ];
}

/**
 * Reports records that no filter of a document reaches where other data has the values of its filters: they stay whole
 * beside what a person has chosen. It is a warning, as records may be meant to stay so.
 */
export function unfilteredRecords(document: JsonObject): Diagnostic[] {
  const sources = isObject(document.sources) ? document.sources : {};
  const paths = filtersIn(document, '').map(({ path }) => path);
  const isFiltered = (source: Json | undefined): boolean => isObject(source) && readsAny(source, paths);
  if (!Object.values(sources).some(isFiltered)) return [];
  return shownIn(document, '').flatMap(({ source: id, pointer }) => {
    const source = Object.hasOwn(sources, id) ? sources[id] : undefined;
    const isList = isObject(source) && typeof source.entity === 'string' && source.record === undefined;
    return isList && !isFiltered(source)
      ? [diagnostic(pointer, 'filter-records', { source: id }, 'warning')]
      : [];
  });
}
