import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import {
  recordOptions,
  resolveAddress,
  type EntityDocument,
  type EntityOptions,
} from '../../../engine/core/index.ts';
import { AppError, notFound, ruleBroken } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import { resolveText } from '../../kernel/texts.ts';
import type { Definitions } from '../definitions/definitions.ts';
import { documentText, filtersOf } from './elements.ts';
import {
  assertNeeds,
  datasetRows,
  load,
  queryOf,
  rowsAt,
  scopeOf,
  sourceOf,
  stateWith,
  type Reader,
  type Values,
} from './source.ts';

/** An option of a filter. */
export interface FilterOption {
  value: Json;
  label: string;
}

/**
 * The options of a filter whose label contains a text. `filters` are the values of the filters that they depend on.
 * @throws AppError NOT_FOUND for a filter that the view does not have, BAD_FILTERS for values of filters that it does not
 * have, RULE_BROKEN, and the refusals of the source
 */
export async function filterOptions(
  { bundled, ...platform }: Pick<Platform, 'read'> & { bundled: Definitions },
  ctx: Reader,
  document: JsonObject,
  elementId: string,
  { filter, filters }: { filter: string; filters: Values },
): Promise<FilterOption[]> {
  const found = filtersOf(document).find(({ id }) => id === elementId);
  if (found === undefined) throw notFound();
  const { state, rest } = stateWith(document, filters);
  if (Object.keys(rest).length > 0) throw new AppError('BAD_FILTERS');
  const options = resolved(bundled, found.field['options'], ctx.lang);
  const typed = filter.trim();
  const matching = (all: FilterOption[]) =>
    all.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  if (Array.isArray(options)) {
    return matching(
      options
        .filter((one) => isObject(one))
        .map(({ value = null, label }) => ({ value, label: documentText(document, label, ctx.lang) })),
    );
  }
  if (!isObject(options)) return [];
  const { search, value = 'id', label = 'name' } = options;
  const scope = scopeOf(ctx, state);
  const source = sourceOf(document, options['source']);
  if (source) assertNeeds(document, source, scope, ctx.lang);
  const searched = typeof search === 'string' && typed !== '' ? { [search]: typed } : {};
  const rows = await rowsOf(platform, ctx, source ?? options, scope, searched);
  return matching(
    rows.map((row) => ({
      value: (valueAt(row, String(value).split('.')) ?? null) as Json,
      label: String(valueAt(row, String(label).split('.')) ?? ''),
    })),
  );
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

/** Rows of a dataset or an address. `searched` is what the person typed, by the parameter that takes it. */
async function rowsOf(
  platform: Pick<Platform, 'read'>,
  ctx: Reader,
  origin: JsonObject,
  scope: JsonObject,
  searched: Record<string, string>,
): Promise<JsonObject[]> {
  const query = { ...queryOf(origin['query'], scope), ...searched };
  if (typeof origin['dataset'] === 'string')
    return datasetRows(platform, ctx, origin['dataset'], scope, query);
  if (typeof origin['get'] !== 'string') throw ruleBroken('errors.views.source');
  const body = await load(platform, ctx, resolveAddress(origin['get'], scope, query));
  return rowsAt(body, origin['rows'] ?? 'data.rows');
}
