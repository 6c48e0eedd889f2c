import { allows } from '../../../../contracts/access.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { defaultLanguage } from '../../../../contracts/language.ts';
import { resolveAddress } from '../../../../engine/core/index.ts';
import { AppError, notFound, ruleBroken } from '../../../kernel/errors.ts';
import type { DatasetReply } from '../../datasets/index.ts';
import type { Definitions } from '../../definitions/index.ts';
import { assertFiltersFit } from './filter-check.ts';
import { sourceOfElement } from './readers-copy.ts';
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

/** Rows of a page, where the client does not say. */
const defaultPerPage = 50;

/** Names that a client gives beside view and element. */
export interface DataRequest {
  /** Without page and perPage a dataset answers all of its rows, which its own limit bounds. */
  page?: number | undefined;
  perPage?: number | undefined;
  order: { field: string; direction: 'asc' | 'desc' } | null;
  filters: Values;
}

/** A page of an element's rows; of a dataset with what else it answers. */
export type ElementData = ListPage<JsonObject> & Partial<DatasetReply>;

/**
 * Loads a page of an element's rows. The address comes from the stored view alone; the client gives values.
 * @throws AppError NOT_FOUND for an element that has no data, RULE_BROKEN, BAD_FILTERS, and the refusals of the source
 */
export async function elementData(
  { bundled, ...access }: DataAccess & { bundled: Definitions },
  ctx: Reader,
  document: JsonObject,
  elementId: string,
  request: DataRequest,
): Promise<ElementData> {
  const source = sourceOf(document, sourceOfElement(document, elementId));
  if (source === undefined) throw notFound();
  if (typeof source['dataset'] === 'string') {
    const given = parametersOf(document, source, ctx, request.filters);
    const assertFit = () =>
      assertFiltersFit({ bundled, runner: access.datasets.runner }, ctx, document, source, given);
    const reply = await access.datasets.run(ctx, source['dataset'], given).catch(async (error: unknown) => {
      // A value that the parameter refuses comes from a filter, which is named where it can never fit.
      if (error instanceof AppError && error.code === 'BAD_FILTERS') await assertFit();
      throw forReader(ctx, error);
    });
    if (reply.rows.length === 0) await assertFit();
    return { ...reply, ...pageOf(reply.rows, request) };
  }
  const { state, rest } = stateWith(document, request.filters);
  const scope = scopeOf(ctx, state);
  assertNeeds(document, source, scope, ctx.lang);
  const { page = 1, perPage = defaultPerPage, order } = request;
  const query = queryOf(source['query'], scope);
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
    access,
    ctx,
    resolveAddress(source['get'], scope, { ...filters, ...paging, ...query }),
  );
  if (source['record'] !== undefined) {
    const record =
      typeof source['record'] === 'string' ? valueAt(body, source['record'].split('.')) : body['data'];
    return pageOf(isObject(record as Json) ? [record as JsonObject] : [], { page, perPage, order });
  }
  const rows = rowsAt(body, source['rows'] ?? 'data.rows');
  const total = typeof source['total'] === 'string' ? valueAt(body, source['total'].split('.')) : undefined;
  return typeof total === 'number'
    ? { rows, page, perPage, totalRows: total }
    : pageOf(rows, { page, perPage, order });
}

/** Errors that keep a dataset from running whatever a reader chooses: its author removed what the view names. */
const authorFaults = new Set(['errors.dataset.parameter.unknown', 'errors.dataset.path']);

/** A refusal as its reader can act on it. People who edit views get the cause, which means nothing to others. */
function forReader({ caller }: Reader, error: unknown): unknown {
  if (!(error instanceof AppError) || !authorFaults.has(error.options.message ?? '')) return error;
  const edits = allows(caller.grants, { screen: 'view-admin', verb: 'update' });
  return edits ? error : ruleBroken('errors.views.broken', { cause: error });
}

/** A page of rows that came all at once. @throws AppError BAD_ORDER for a field that no row has */
function pageOf(all: readonly JsonObject[], request: Omit<DataRequest, 'filters'>): ListPage<JsonObject> {
  const { order } = request;
  const isWhole = request.page === undefined && request.perPage === undefined;
  const { page = 1, perPage = isWhole ? Math.max(all.length, 1) : defaultPerPage } = request;
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
