import { isObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import { compileField, type CompiledField } from './field.ts';

/** A value inside the items of a list, as a field with its label and its options. */
export function innerField(list: CompiledField, name: string): CompiledField {
  const { items } = list.schema;
  const schema = (isObject(items) && propertyOf(items as JsonSchema, name)) || {};
  const written = list.own.fields?.find((one) => typeof one !== 'string' && one.field === name);
  return compileField(typeof written === 'object' ? written : { field: name }, schema, schema, false);
}

/** The schema of a property, which may be there under a condition alone. */
function propertyOf(schema: JsonSchema, name: string): JsonSchema | null {
  const { properties } = schema;
  if (isObject(properties) && isObject(properties[name])) return properties[name] as JsonSchema;
  const parts = ['allOf', 'anyOf', 'oneOf', 'then', 'else'].flatMap((key) => {
    const part = schema[key];
    return (Array.isArray(part) ? part : [part]).filter(isObject);
  });
  for (const part of parts) {
    const found = propertyOf(part as JsonSchema, name);
    if (found !== null) return found;
  }
  return null;
}
