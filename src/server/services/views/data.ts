import type { ListPage } from '../../../contracts/errors.ts';
import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { defaultLanguage } from '../../../contracts/language.ts';
import { resolveAddress } from '../../../engine/core/index.ts';
import { AppError, notFound, ruleBroken } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import { viewNodes, viewParts } from './elements.ts';
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

/** What a client names beside view and element. */
export interface DataRequest {
  page: number;
  perPage: number;
  order: { field: string; direction: 'asc' | 'desc' } | null;
  filters: Values;
}

/** The node of an element. @throws AppError NOT_FOUND */
function nodeOf(document: JsonObject, elementId: string): JsonObject {
  for (const part of viewParts)
    for (const node of viewNodes(document[part])) if (node['id'] === elementId) return node;
  throw notFound();
}

/**
 * Loads a page of an element's rows. The address comes from the stored view alone; the client gives values.
 * @throws AppError NOT_FOUND for an element that has no data, RULE_BROKEN, BAD_FILTERS, and the refusals of the source
 */
export async function elementData(
  platform: Pick<Platform, 'read'>,
  ctx: Reader,
  document: JsonObject,
  elementId: string,
  request: DataRequest,
): Promise<ListPage<JsonObject>> {
  const node = nodeOf(document, elementId);
  const source = sourceOf(document, node['source']);
  if (source === undefined) throw notFound();
  const { state, rest } = stateWith(document, request.filters);
  const scope = scopeOf(ctx, state);
  assertNeeds(document, source, scope, ctx.lang);
  const { page, perPage, order } = request;
  const query = queryOf(source['query'], scope);
  if (typeof source['dataset'] === 'string') {
    // Its own parameters may be named as well.
    const rows = await datasetRows(platform, ctx, source['dataset'], scope, { ...query, ...rest });
    return pageOf(rows, request);
  }
  if (typeof source['get'] !== 'string') throw ruleBroken('errors.views.source');
  const list = typeof source['list'] === 'string' ? valueAt(scope, source['list'].split('.')) : undefined;
  const isPaged = typeof source['list'] === 'string' || typeof source['total'] === 'string';
  if (Object.keys(rest).length > 0) throw new AppError('BAD_FILTERS');
  const start = isObject(list) ? list : {};
  const paging = isPaged
    ? { order: start['order'], page, perPage, ...(order && { order: `${order.field}_${order.direction}` }) }
    : {};
  const filters = isObject(start['filters']) ? start['filters'] : {};
  const body = await load(
    platform,
    ctx,
    resolveAddress(source['get'], scope, { ...filters, ...paging, ...query }),
  );
  if (source['record'] !== undefined) {
    const record =
      typeof source['record'] === 'string' ? valueAt(body, source['record'].split('.')) : body['data'];
    return pageOf(isObject(record as Json) ? [record as JsonObject] : [], request);
  }
  const rows = rowsAt(body, source['rows'] ?? 'data.rows');
  const total = typeof source['total'] === 'string' ? valueAt(body, source['total'].split('.')) : undefined;
  return typeof total === 'number' ? { rows, page, perPage, totalRows: total } : pageOf(rows, request);
}

/** A page of rows that came all at once. @throws AppError BAD_ORDER for a field that no row has */
function pageOf(all: readonly JsonObject[], { page, perPage, order }: DataRequest): ListPage<JsonObject> {
  const rows = order ? inOrder(all, order) : all;
  return { rows: rows.slice((page - 1) * perPage, page * perPage), page, perPage, totalRows: all.length };
}

/** Rows by a field: numbers by their value, texts as people sort them, and what has no value last. */
function inOrder(
  all: readonly JsonObject[],
  { field, direction }: NonNullable<DataRequest['order']>,
): JsonObject[] {
  if (all.length > 0 && !all.some((row) => Object.hasOwn(row, field))) throw new AppError('BAD_ORDER');
  const sign = direction === 'desc' ? -1 : 1;
  const collator = new Intl.Collator(defaultLanguage, { numeric: true });
  return all.toSorted((left, right) => {
    const [one, other] = [left[field] ?? null, right[field] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
    return sign * collator.compare(String(one), String(other));
  });
}
