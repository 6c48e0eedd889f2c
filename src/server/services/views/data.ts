import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { defaultLanguage, type Language } from '../../../contracts/language.ts';
import type { ListPage } from '../../../contracts/errors.ts';
import { compileExpression, isExpression, resolveAddress } from '../../../engine/core/index.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import type { Context } from '../../kernel/contract.ts';
import { AppError, notFound, ruleBroken } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import { documentText, filtersOf, viewNodes, viewParts } from './elements.ts';

type Reader = Pick<Context, 'host' | 'headers' | 'address' | 'lang' | 'caller' | 'tenant'>;
type Values = Readonly<Record<string, Json>>;

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

/** What expressions of sources read. */
function scopeOf({ caller, tenant, lang }: Reader, state: JsonObject): JsonObject {
  const user = { id: caller.userId, name: caller.name, login: caller.login };
  return { params: {}, data: {}, state, user, tenant: { key: tenant.key, name: tenant.name }, lang };
}

/** The state at the start of the view, with the values of its filters. */
function stateWith(document: JsonObject, filters: Values): { state: JsonObject; rest: Record<string, Json> } {
  const state = structuredClone(isObject(document['state']) ? document['state'] : {});
  const rest: Record<string, Json> = { ...filters };
  for (const { model, field } of filtersOf(document)) {
    const name = String(field['field']);
    const value = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (value === undefined) continue;
    delete rest[name];
    const path = model.split('.').slice(1);
    let at = state;
    for (const key of path.slice(0, -1)) {
      const next = at[key];
      at = isObject(next) ? next : (at[key] = {});
    }
    at[path.at(-1)!] = value;
  }
  return { state, rest };
}

/** Values of a source's query. @throws AppError RULE_BROKEN for an expression that the server does not evaluate */
function queryOf(query: Json | undefined, scope: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(isObject(query) ? query : {}).map(([name, value]) => [name, valueIn(value, scope)]),
  );
}

function valueIn(value: Json | undefined, scope: JsonObject): unknown {
  if (!isExpression(value)) return value;
  const expression = compileExpression(value.$expr);
  // Only what ends in a known time runs here; definitions are written by tenants.
  if (!expression.plain) throw ruleBroken('errors.views.expression');
  return expression.evaluate(scope);
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** @throws AppError RULE_BROKEN naming the filters that must have a value first */
function assertNeeds(document: JsonObject, source: JsonObject, scope: JsonObject, lang: Language): void {
  const needs = Array.isArray(source['needs'])
    ? source['needs'].filter((one) => typeof one === 'string')
    : [];
  const missing = needs.filter((need) => isEmpty(valueAt(scope, need.split('.'))));
  if (missing.length === 0) return;
  const filters = filtersOf(document);
  const names = missing.map((need) => {
    const field = filters.find(({ model }) => model === need)?.field;
    return field ? documentText(document, field['label'], lang) : need;
  });
  throw ruleBroken('errors.views.needs', { params: { filters: names.join(', ') } });
}

/** Calls a route with the rights of the reader. @throws AppError of the route */
async function load(platform: Pick<Platform, 'read'>, ctx: Reader, address: string): Promise<JsonObject> {
  const { status, body } = await platform.read(ctx, address);
  if (status === 200) return body;
  const { code } = body;
  throw new AppError(typeof code === 'string' ? (code as ErrorCode) : 'INTERNAL');
}

const rowsAt = (body: JsonObject, path: Json | undefined): JsonObject[] => {
  const found = typeof path === 'string' ? valueAt(body, path.split('.')) : undefined;
  return Array.isArray(found) ? (found as Json[]).filter((row) => isObject(row)) : [];
};

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
  const sources = isObject(document['sources']) ? document['sources'] : {};
  const source = typeof node['source'] === 'string' ? sources[node['source']] : undefined;
  if (!isObject(source)) throw notFound();
  const { state, rest } = stateWith(document, request.filters);
  const scope = scopeOf(ctx, state);
  assertNeeds(document, source, scope, ctx.lang);
  const { page, perPage, order } = request;
  const query = queryOf(source['query'], scope);
  if (typeof source['dataset'] === 'string') {
    // Its own parameters may be named as well.
    const values = Object.fromEntries(
      Object.entries({ ...query, ...rest }).map(([name, one]) => [
        name,
        Array.isArray(one) ? one.join(',') : one,
      ]),
    );
    const address = resolveAddress(`/adm/v2/dataset/${source['dataset']}`, scope, values);
    return pageOf(rowsAt(await load(platform, ctx, address), 'data.rows'), request);
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

/** An option of a filter. */
export interface FilterOption {
  value: Json;
  label: string;
}

/**
 * The options of a filter whose label contains a text.
 * @throws AppError NOT_FOUND for a filter that the view does not have
 */
export async function filterOptions(
  platform: Pick<Platform, 'read'>,
  ctx: Reader,
  document: JsonObject,
  elementId: string,
  filter: string,
): Promise<FilterOption[]> {
  const found = filtersOf(document).find(({ id }) => id === elementId);
  if (found === undefined) throw notFound();
  const { options } = found.field;
  const wanted = filter.trim().toLowerCase();
  const matching = (all: FilterOption[]) => all.filter(({ label }) => label.toLowerCase().includes(wanted));
  if (Array.isArray(options)) {
    return matching(
      options
        .filter((one) => isObject(one))
        .map(({ value = null, label }) => ({ value, label: documentText(document, label, ctx.lang) })),
    );
  }
  if (!isObject(options)) return [];
  if (typeof options['get'] !== 'string') throw ruleBroken('errors.views.source');
  const scope = scopeOf(ctx, stateWith(document, {}).state);
  const { search, value = 'id', label = 'name' } = options;
  const query = {
    ...queryOf(options['query'], scope),
    ...(typeof search === 'string' && filter.trim() !== '' && { [search]: filter.trim() }),
  };
  const body = await load(platform, ctx, resolveAddress(options['get'], scope, query));
  return matching(
    rowsAt(body, options['rows'] ?? 'data.rows').map((row) => ({
      value: (valueAt(row, String(value).split('.')) ?? null) as Json,
      label: String(valueAt(row, String(label).split('.')) ?? ''),
    })),
  );
}
