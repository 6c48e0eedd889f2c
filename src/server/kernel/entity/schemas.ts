import { Type, type TObject, type TSchema } from 'typebox';
import type { JsonObject } from '../../../contracts/json.ts';
import { fieldSchema, takesOperator } from '../../../engine/core/index.ts';
import { MAX_VALUES } from './filters.ts';
import { isLinkList, type EntityModel, type ModelField } from './entity-model.ts';

/** The schema of a field in bodies. A field that is not required may be null, and '' like an empty input of a form. */
function inputSchema({ field }: ModelField): JsonObject {
  const schema = fieldSchema(field);
  if (field.required) return schema;
  const { type, enum: choices } = schema;
  if (Array.isArray(choices)) return { enum: [...choices, null, ''] };
  if (type === 'string' && (schema['format'] || schema['minLength'] !== 0))
    return { anyOf: [schema, { type: ['string', 'null'], maxLength: 0 }] };
  if (type === 'string') return { ...schema, type: ['string', 'null'] };
  if (type === 'array') return { ...schema, type: ['array', 'null'] };
  return { ...schema, type: [type!, 'string', 'null'], maxLength: 0 };
}

function replySchema({ type, field }: ModelField): TSchema {
  switch (type) {
    case 'string':
    case 'text':
    case 'date':
    case 'datetime':
      return Type.Unsafe({ type: ['string', 'null'] });
    case 'integer':
    case 'reference':
      return Type.Unsafe({ type: ['integer', 'null'] });
    case 'number':
      return Type.Unsafe({ type: ['number', 'null'] });
    case 'boolean':
      return Type.Unsafe({ type: ['boolean', 'null'] });
    case 'list':
      return Type.Unsafe({
        type: ['array', 'null'],
        items: {
          type: field.item === 'reference' ? 'integer' : (field.item ?? 'string').replace('date', 'string'),
        },
      });
  }
}

function namedSchema(model: EntityModel, field: ModelField): TSchema {
  const target = field.target === null ? undefined : model.all.get(field.target);
  const one = {
    type: ['object', 'null'],
    properties: {
      [target?.key.wire ?? 'id']: { type: 'integer' },
      [target?.display.wire ?? 'name']: { type: ['string', 'null'] },
    },
  };
  return Type.Unsafe(isLinkList(field) ? { type: ['array', 'null'], items: one } : one);
}

/** The schema of a record in replies. Fields that a caller may not see are absent. */
export function recordReply(model: EntityModel): TObject {
  const properties: Record<string, TSchema> = {};
  for (const field of model.byName.values()) {
    properties[field.wire] = Type.Optional(replySchema(field));
    if (field.target !== null && field.wire !== field.name)
      properties[field.name] = Type.Optional(namedSchema(model, field));
  }
  return Type.Object(properties);
}

/** The schema of a body that creates or changes a record. */
export function recordBody(model: EntityModel, verb: 'create' | 'update' | 'duplicate'): TObject {
  const properties: Record<string, TSchema> = {};
  for (const field of model.fields) {
    if (!field.writable) continue;
    const schema = Type.Unsafe({ ...inputSchema(field), title: field.wire });
    const required = verb === 'create' && field.field.required && field.field.default === undefined;
    properties[field.wire] = required ? schema : Type.Optional(schema);
  }
  if (verb === 'update') properties['version'] = Type.Optional(Type.Integer({ minimum: 1 }));
  return Type.Object(properties);
}

/** Name of the parameter of an operator that a plain one of the field's own name does not have. */
export const parameterOf = (wire: string, operator: string): string =>
  `${wire}${operator.charAt(0).toUpperCase()}${operator.slice(1)}`;

/** Whether a field has a range, by its declaration. */
export const isRanged = ({ field }: ModelField): boolean =>
  field.filterable === true && takesOperator(field, 'from');

/** The plain query parameters that filter a list: those of each field for values, for a range, and for emptiness. */
export function filterParameters(model: EntityModel): Record<string, TSchema> {
  const parameters: Record<string, TSchema> = {};
  const text = (description: string): TSchema => Type.Optional(Type.String({ maxLength: 2000, description }));
  const value = Type.String({ maxLength: 2000 });
  const values = (description: string): TSchema =>
    Type.Optional(Type.Union([value, Type.Array(value, { maxItems: MAX_VALUES })], { description }));
  const several = 'A value; the parameter repeated for several, or commas between values that can have none.';
  const contained = 'Contained in the field; the parameter repeated for one of several texts.';
  if (model.searchable.length > 0) parameters['text'] = text('Contained in a searchable field.');
  for (const field of model.byName.values()) {
    const { wire } = field;
    const { searchable, filterable } = field.field;
    if (!searchable && !filterable) continue;
    parameters[wire] = values(searchable ? contained : several);
    parameters[parameterOf(wire, 'empty')] = text('true: without a value; false: with one.');
    if (!isRanged(field)) continue;
    const isTime = field.type === 'datetime';
    const whole = isTime ? ' A day includes all of it, in the zone of the company.' : '';
    parameters[parameterOf(wire, 'from')] = text(`At least.${whole}`);
    parameters[parameterOf(wire, 'to')] = text(`At most.${whole}`);
  }
  return parameters;
}
