import { Type, type TObject, type TSchema } from 'typebox';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { AppError } from '../errors.ts';
import { isPlain, listQuery, MAX_DEPTH } from '../list.ts';
import { MAX_VALUES } from './filters.ts';
import type { ListInput, PlainFilter, SearchFilters } from './list.ts';
import type { EntityModel } from './entity-model.ts';
import { isRanged, parameterOf } from './schemas.ts';

/** Objects in the filter of a search: each costs text of the statement. */
const MAX_CONDITIONS = 200;

const key = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const oneValue = [Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean(), Type.Null()];
const emptiness = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));
const bound = Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Number(), Type.Null()]));

/**
 * The schema of a search's body: the parameters of the list, with values that an address has no room for. Null and empty
 * values are no filter, as those of a source that nobody has filled yet.
 */
export function searchBody(model: EntityModel, { order }: { order: TSchema }): TObject {
  const properties: Record<string, TSchema> = {};
  for (const field of model.byName.values()) {
    const { wire } = field;
    const { searchable, filterable } = field.field;
    if (!searchable && !filterable) continue;
    const values = Type.Array(Type.Union(oneValue.slice(0, 3)), { maxItems: MAX_VALUES });
    const range: Record<string, TSchema> = isRanged(field) ? { from: bound, to: bound } : {};
    const condition = Type.Object({ ...range, empty: emptiness });
    const ends = isRanged(field) ? 'a range or ' : '';
    properties[wire] = Type.Optional(
      Type.Union([...oneValue, values, condition], {
        description: `${searchable ? 'Contained in the field' : 'A value'}; a list of exact values; or ${ends}whether it is empty.`,
      }),
    );
    properties[parameterOf(wire, 'empty')] = emptiness;
    for (const end of Object.keys(range)) properties[parameterOf(wire, end)] = bound;
  }
  if (model.searchable.length > 0)
    properties['text'] = Type.Optional(
      Type.Union([Type.String({ maxLength: 2000 }), Type.Null()], {
        description: 'Contained in a searchable field.',
      }),
    );
  return Type.Object({
    page: listQuery.page,
    perPage: listQuery.perPage,
    order,
    ids: Type.Optional(
      Type.Union([key, Type.Array(key, { maxItems: MAX_VALUES }), Type.Null()], {
        description: 'Keys of the records to search in; an empty list finds none.',
      }),
    ),
    filters: Type.Optional(
      Type.Unsafe({ type: ['object', 'null'], description: 'A filter of the filter language.' }),
    ),
    ...properties,
  });
}

/** Divides a body into what a list's address can say as well, and what only a body can. @throws AppError BAD_FILTERS */
export function readSearch(model: EntityModel, body: JsonObject): [ListInput, SearchFilters] {
  const { ids, filters, ...rest } = body;
  const fields = new Map([...model.byName.values()].map((field) => [field.wire, field]));
  const input: ListInput = {};
  const plain: PlainFilter[] = [];
  for (const [name, value] of Object.entries(rest)) {
    const field = fields.get(name);
    const condition = field && conditionOf(value);
    if (condition === undefined) input[name] = typeof value === 'number' ? value : String(value ?? '');
    else if (condition !== null && field) plain.push({ field, condition, names: namesOf(name, condition) });
  }
  return [
    input,
    {
      plain,
      ...(ids === undefined || ids === null ? {} : { ids: [ids].flat() as number[] }),
      ...(isObject(filters) ? { filters: bounded(filters) } : {}),
    },
  ];
}

/** Places of a condition in the body, by operator. */
const namesOf = (name: string, condition: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.keys(condition).map((operator) => [operator, operator === 'in' ? name : `${name}/${operator}`]),
  );

/** The condition of a list or an object in the filter language; null for an empty one, undefined for any other value. */
function conditionOf(value: Json | undefined): JsonObject | null | undefined {
  if (Array.isArray(value)) return value.length === 0 ? null : { in: value };
  if (!isObject(value)) return undefined;
  const bounds = Object.entries(value).filter(([, at]) => at !== null && at !== '');
  return bounds.length === 0 ? null : Object.fromEntries(bounds);
}

function bounded(filters: JsonObject): JsonObject {
  let conditions = 0;
  const count = (value: Json): void => {
    if (isObject(value)) conditions += 1;
    if (Array.isArray(value)) value.forEach(count);
    else if (isObject(value)) Object.values(value).forEach(count);
  };
  if (!isPlain(filters, MAX_DEPTH)) throw new AppError('BAD_FILTERS');
  count(filters);
  if (conditions > MAX_CONDITIONS) throw new AppError('BAD_FILTERS');
  return filters;
}
