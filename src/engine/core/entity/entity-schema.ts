import type { Json, JsonObject } from '../../../contracts/json.ts';
import { isExpression } from '../expressions/expression.ts';
import type { EntityDocument, EntityField } from '../generated/documents.ts';
import { isWritable, wireName } from './entity.ts';

// The JSON Schema of an entity's values: forms take it, and the server validates what it receives by it.

/** Formats that are validated; money and percent only say how a number is shown. */
const checkedFormats: ReadonlySet<string> = new Set(['email', 'cpf', 'cnpj', 'phone', 'cep']);

/** Numbers with decimals stay exact while a double can hold all of their digits. */
function exactRange(scale: number | undefined): JsonObject {
  if (scale === undefined) return {};
  const most = Math.floor(Number.MAX_SAFE_INTEGER / 10 ** scale);
  return { minimum: -most, maximum: most };
}

function limitsOf({ minimum, maximum }: EntityField): JsonObject {
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

/** The schema of one value of a field, without whether it may be empty. */
export function fieldSchema(field: EntityField): JsonObject {
  if (field.type === 'list') {
    const { required, item = 'string', ...rest } = field;
    return {
      type: 'array',
      maxItems: 500,
      uniqueItems: true,
      items: fieldSchema({ ...rest, type: item, required: true }),
      ...(required ? { minItems: 1 } : {}),
    };
  }
  const choices = field.options ? { enum: field.options.map(({ value }) => value) } : null;
  switch (field.type) {
    case 'string':
    case 'text':
      if (choices) return { type: 'string', ...choices };
      return {
        type: 'string',
        minLength: Math.max(field.minLength ?? 0, field.required ? 1 : 0),
        maxLength: field.maxLength ?? (field.type === 'text' ? 10_000 : 200),
        ...(field.format === 'url' ? { format: 'uri' } : {}),
        ...(checkedFormats.has(field.format ?? '') ? { format: field.format! } : {}),
      };
    case 'integer':
      return {
        type: 'integer',
        minimum: -Number.MAX_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        ...limitsOf(field),
        ...choices,
      };
    case 'number':
      return { type: 'number', ...exactRange(field.scale), ...limitsOf(field), ...choices };
    case 'boolean':
      return { type: 'boolean', ...choices };
    case 'date':
      return { type: 'string', format: 'date', ...choices };
    case 'datetime':
      return { type: 'string', format: 'date-time', ...choices };
    case 'reference':
      return { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  }
}

/**
 * The schema of a record in a form: the fields that people write, and further ones that the form names, read-only.
 * Properties have the names of requests and replies.
 */
export function entitySchema(entity: EntityDocument, named: ReadonlySet<string> = new Set()): JsonObject {
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(entity.fields)) {
    const wire = wireName(name, field);
    const writable = isWritable(name, field, entity);
    if (!writable && !named.has(wire)) continue;
    const { title, description, default: initial } = field;
    properties[wire] = {
      ...fieldSchema(field),
      title: title as Json,
      ...(description === undefined ? {} : { description: description as Json }),
      ...(initial === undefined || isExpression(initial) ? {} : { default: initial }),
      ...(writable ? {} : { readOnly: true }),
    };
    // The server computes a default that is an expression.
    if (writable && field.required && !isExpression(initial)) required.push(wire);
  }
  return { type: 'object', properties, required };
}
