import { valueAt } from '../../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import {
  recordOptions,
  resolveAddress,
  type EntityDocument,
  type EntityOptions,
} from '../../../../engine/core/index.ts';
import { AppError, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { resolveText } from '../../../kernel/texts.ts';
import type { DatasetReply } from '../../datasets/index.ts';
import { documentText, type Definitions } from '../../definitions/index.ts';
import { filtersOf } from './elements.ts';
import {
  assertNeeds,
  load,
  parametersOf,
  queryOf,
  rowsAt,
  scopeOf,
  sourceOf,
  stateWith,
  type DataAccess,
  type Reader,
  type Values,
} from './source.ts';

/** An option of a filter. */
export interface FilterOption {
  value: Json;
  label: string;
}

export interface FilterOptions extends Partial<Pick<DatasetReply, 'topics' | 'maxAge'>> {
  rows: FilterOption[];
}

/**
 * The options of a filter whose label contains a text. `filters` are the values of the filters that they depend on.
 * @throws AppError NOT_FOUND for a filter that the view does not have, BAD_FILTERS for values of filters that it does not
 * have, RULE_BROKEN, and the refusals of the source
 */
export async function filterOptions(
  { bundled, ...access }: DataAccess & { bundled: Definitions },
  ctx: Reader,
  document: JsonObject,
  elementId: string,
  { filter, filters }: { filter: string; filters: Values },
): Promise<FilterOptions> {
  const found = filtersOf(document).find(({ id }) => id === elementId);
  if (found === undefined) throw notFound();
  const options = resolved(bundled, found.field['options'], ctx.lang);
  const typed = filter.trim().toLowerCase();
  const matching = (all: FilterOption[]) => all.filter(({ label }) => label.toLowerCase().includes(typed));
  /** Rows without a value, or whose field the reader may not see, choose nothing; rows with the same one are one option. */
  const distinct = (all: FilterOption[]) => [
    ...new Map(all.filter(({ value: own }) => own !== null).map((one) => [one.value, one])).values(),
  ];
  const { value = 'id', label = 'name' } = isObject(options) ? options : {};
  const optionOf = (row: JsonObject): FilterOption => {
    const own = (valueAt(row, String(value).split('.')) ?? null) as Json;
    const shown = valueAt(row, String(label).split('.')) ?? own;
    return { value: own, label: shown === null ? '' : String(shown) };
  };
  const source = isObject(options) ? sourceOf(document, options['source']) : undefined;
  if (typeof source?.['dataset'] === 'string') {
    const given = parametersOf(document, source, ctx, filters);
    const { rows, topics, maxAge } = await access.datasets.run(ctx, source['dataset'], given);
    return { rows: matching(distinct(rows.map(optionOf))), topics, maxAge };
  }
  const { state, rest } = stateWith(document, filters);
  if (Object.keys(rest).length > 0) throw new AppError('BAD_FILTERS');
  if (Array.isArray(options)) {
    const listed = options
      .filter((one) => isObject(one))
      .map((one) => ({ value: one['value'] ?? null, label: documentText(document, one['label'], ctx.lang) }));
    return { rows: matching(listed) };
  }
  if (!isObject(options)) return { rows: [] };
  const scope = scopeOf(ctx, state);
  if (source) assertNeeds(document, source, scope, ctx.lang);
  const { search } = options;
  const searched = typeof search === 'string' && typed !== '' ? { [search]: filter.trim() } : {};
  const rows = await rowsOf(access, ctx, source ?? options, scope, searched);
  return { rows: matching(distinct(rows.map(optionOf))) };
}

/** Options that name an entity, as the list or the address that they stand for. Labels of a list are in the language. */
function resolved(bundled: Definitions, options: Json | undefined, lang: Language): Json | undefined {
  if (!isObject(options)) return options;
  const { enum: listed } = options;
  const id = isObject(listed) ? listed['entity'] : options['entity'];
  if (typeof id !== 'string') return options;
  const entity = bundled.document('entity', id) as EntityDocument | null;
  if (entity === null) throw ruleBroken('errors.views.source');
  if (!isObject(listed))
    return recordOptions(entity, options as unknown as EntityOptions) as unknown as JsonObject;
  const { options: declared = [] } = entity.fields[String(listed['field'])] ?? {};
  return declared.map(({ value, label }) => ({ value, label: resolveText(lang, String(label)) }));
}

/** Rows of an address. `searched` is what the person typed, by the parameter that takes it. */
async function rowsOf(
  access: DataAccess,
  ctx: Reader,
  origin: JsonObject,
  scope: JsonObject,
  searched: Record<string, string>,
): Promise<JsonObject[]> {
  const query = { ...queryOf(origin['query'], scope), ...searched };
  if (typeof origin['get'] !== 'string') throw ruleBroken('errors.views.source');
  const body = await load(access, ctx, resolveAddress(origin['get'], scope, query));
  return rowsAt(body, origin['rows'] ?? 'data.rows');
}
