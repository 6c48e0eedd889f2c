import type { ErrorCode } from '../../../contracts/errors.ts';
import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import { compileExpression, isExpression, resolveAddress } from '../../../engine/core/index.ts';
import type { Context } from '../../kernel/contract.ts';
import { AppError, ruleBroken } from '../../kernel/errors.ts';
import type { Platform } from '../../kernel/platform.ts';
import { documentText, filtersOf } from './elements.ts';

// How the server asks for what a view's sources name, with the rights of the reader.

export type Reader = Pick<Context, 'host' | 'headers' | 'address' | 'lang' | 'caller' | 'tenant'>;
export type Values = Readonly<Record<string, Json>>;

/** A source of a view; undefined if there is none of the id. */
export function sourceOf(document: JsonObject, id: Json | undefined): JsonObject | undefined {
  const sources = isObject(document['sources']) ? document['sources'] : {};
  const source = typeof id === 'string' ? sources[id] : undefined;
  return isObject(source) ? source : undefined;
}

/** What expressions of sources read. */
export function scopeOf({ caller, tenant, lang }: Reader, state: JsonObject): JsonObject {
  const user = { id: caller.userId, name: caller.name, login: caller.login };
  return { params: {}, data: {}, state, user, tenant: { key: tenant.key, name: tenant.name }, lang };
}

/** The state at the start of the view, with the values of its filters. */
export function stateWith(
  document: JsonObject,
  filters: Values,
): { state: JsonObject; rest: Record<string, Json> } {
  const state = structuredClone(isObject(document['state']) ? document['state'] : {});
  const rest: Record<string, Json> = { ...filters };
  for (const { model, draft, field } of filtersOf(document)) {
    const name = String(field['field']);
    const value = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (value === undefined) continue;
    delete rest[name];
    for (const place of [model, draft]) if (place !== undefined) put(state, place, value);
  }
  return { state, rest };
}

/** Writes a value at a state path. */
function put(state: JsonObject, place: string, value: Json): void {
  const path = place.split('.').slice(1);
  let at = state;
  for (const key of path.slice(0, -1)) {
    const next = at[key];
    at = isObject(next) ? next : (at[key] = {});
  }
  at[path.at(-1)!] = value;
}

/** Values of a source's query. @throws AppError RULE_BROKEN for an expression that the server does not evaluate */
export function queryOf(query: Json | undefined, scope: JsonObject): Record<string, unknown> {
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
export function assertNeeds(
  document: JsonObject,
  source: JsonObject,
  scope: JsonObject,
  lang: Language,
): void {
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
export async function load(
  platform: Pick<Platform, 'read'>,
  ctx: Reader,
  address: string,
): Promise<JsonObject> {
  const { status, body } = await platform.read(ctx, address);
  if (status === 200) return body;
  const { code } = body;
  throw new AppError(typeof code === 'string' ? (code as ErrorCode) : 'INTERNAL');
}

export const rowsAt = (body: JsonObject, path: Json | undefined): JsonObject[] => {
  const found = typeof path === 'string' ? valueAt(body, path.split('.')) : undefined;
  return Array.isArray(found) ? (found as Json[]).filter((row) => isObject(row)) : [];
};

/** The rows of a dataset with the values of its parameters. @throws AppError of its route */
export async function datasetRows(
  platform: Pick<Platform, 'read'>,
  ctx: Reader,
  id: string,
  scope: JsonObject,
  values: Record<string, unknown>,
): Promise<JsonObject[]> {
  const parameters = Object.fromEntries(
    Object.entries(values).map(([name, one]) => [name, Array.isArray(one) ? one.join(',') : one]),
  );
  const address = resolveAddress(`/adm/v2/dataset/${id}`, scope, parameters);
  return rowsAt(await load(platform, ctx, address), 'data.rows');
}
