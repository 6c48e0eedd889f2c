import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '../../../../contracts/errors.ts';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import { isAbsent, isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { compileExpression, isExpression } from '../../../../engine/core/index.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, ruleBroken } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { GivenValues, PublishedDatasets, RowsReader } from '../../datasets/index.ts';
import { documentText } from '../../definitions/index.ts';
import { filtersOf } from './elements.ts';

// How the server asks for what a view's sources name, with the rights of the reader.

export type Reader = Pick<Context, 'host' | 'headers' | 'address'> & RowsReader;

/** How the data of views is loaded: routes, and datasets. */
export interface DataAccess {
  read: Platform['read'];
  datasets: Pick<PublishedDatasets, 'run' | 'runner'>;
}
export type Values = Readonly<Record<string, Json>>;

/** A source of a view; undefined if there is none of the id. */
export function sourceOf(document: JsonObject, id: Json | undefined): JsonObject | undefined {
  const sources = isObject(document['sources']) ? document['sources'] : {};
  const source = typeof id === 'string' ? sources[id] : undefined;
  return isObject(source) ? source : undefined;
}

/** Scope that expressions of sources read. */
export function scopeOf({ caller, tenant, lang }: Reader, state: JsonObject): JsonObject {
  const user = { id: caller.userId, name: caller.name, login: caller.login };
  return {
    params: {},
    data: {},
    state,
    user,
    tenant: { key: tenant.key, name: tenant.name, timeZone: tenant.timeZone },
    lang,
  };
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

/** @throws AppError RULE_BROKEN naming the filters that must have a value first */
export function assertNeeds(
  document: JsonObject,
  source: JsonObject,
  scope: JsonObject,
  lang: Language,
  isAsked: (need: string) => boolean = () => true,
): void {
  const needs = Array.isArray(source['needs'])
    ? source['needs'].filter((one) => typeof one === 'string')
    : [];
  const missing = needs.filter((need) => isAbsent(valueAt(scope, need.split('.'))) && isAsked(need));
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

/** Whether an expression reads nothing but the person and the company, which the server knows by itself. */
export const isOwn = (value: Json | undefined): boolean => {
  if (!isExpression(value)) return false;
  const { plain, refs } = compileExpression(value.$expr);
  return plain && refs.length > 0 && refs.every(([root]) => root === 'user' || root === 'tenant');
};

/**
 * The values of a dataset's parameters, as texts. A client may give those that the view binds to an expression, by the name of
 * the parameter or of a filter; what the view sets itself, or binds to the person, stays as the view has it.
 * @throws AppError BAD_FILTERS for a value that the view does not take, RULE_BROKEN for a required filter without one
 */
export function parametersOf(
  document: JsonObject,
  source: JsonObject,
  ctx: Reader,
  filters: Values,
): GivenValues {
  const { state, rest } = stateWith(document, filters);
  const scope = scopeOf(ctx, state);
  const query = Object.entries(isObject(source['query']) ? source['query'] : {});
  const isGiven = ([name, value]: [string, Json]): boolean =>
    isExpression(value) && !isOwn(value) && Object.hasOwn(filters, name);
  const [given, own] = [query.filter(isGiven), query.filter((entry) => !isGiven(entry))];
  // Values of parameters that the caller gives are evaluated already: only what is evaluated here waits for its filters.
  assertNeeds(document, source, scope, ctx.lang, (need) => own.some(([, value]) => readsState(value, need)));
  const kept = queryOf(Object.fromEntries(own), scope);
  const values = { ...kept, ...Object.fromEntries(given.map(([name]) => [name, filters[name]])) };
  const isTaken = ([name, value]: [string, Json]): boolean =>
    Object.hasOwn(values, name) && isDeepStrictEqual(asGiven(values[name]), asGiven(value));
  if (!Object.entries(rest).every(isTaken)) throw new AppError('BAD_FILTERS');
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, one]) => {
      const texts = asGiven(one);
      return texts.length === 0 ? [] : [[name, texts]];
    }),
  );
}

/** Whether an expression reads a state path, a part of it, or what contains it. */
function readsState(value: Json, path: string): boolean {
  if (!isExpression(value)) return false;
  return compileExpression(value.$expr).refs.some((ref) => {
    const read = `${ref.join('.')}.`;
    return read.startsWith(`${path}.`) || `${path}.`.startsWith(read);
  });
}

/** A value as the parameters of datasets are written: a text, or one for each of a list; empty for none. */
const asGiven = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map(asText).filter((text) => text !== '') : asText(value);

const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean);
