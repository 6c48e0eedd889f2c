import { valueAt } from '../../../contracts/json-pointer.ts';
import { type Json, type JsonObject, isObject } from '../../../contracts/json.ts';
import { isForbiddenKey, writePath, type Path } from '../paths.ts';
import type { JsonSchema } from '../contract.ts';
import type { FormField } from '../generated/documents.ts';
import { withValue } from './changes.ts';
import type { CompiledForm } from './compile.ts';
import { sealedPasswordFormat } from './formats.ts';
import { type SchemaReader } from './shape.ts';

type WrittenField = Exclude<FormField, string>;

/** A value that must not lie about: where it is, and whether it may leave the browser only sealed. */
export interface Secret {
  path: Path;
  sealed: boolean;
}

/** How deep alternatives are followed into alternatives. */
const maxTurns = 8;

/**
 * Passwords and files in the values of a record, however deep they are. Where it is not sure which alternative a value
 * is, what any of them calls a secret is one.
 */
export function secretsIn(form: CompiledForm, record: JsonObject): Secret[] {
  const found: Secret[] = [];
  const reader = form.reader();
  const properties = reader.read(reader.schema, record)['properties'];
  for (const [name, field] of form.fields) {
    if (!Object.hasOwn(record, name)) continue;
    const schema =
      (isObject(properties) ? (properties[name] as JsonSchema | undefined) : undefined) ?? field.schema;
    visit(reader, schema, field.own, record[name], [name], 0, found);
  }
  return found;
}

function visit(
  reader: SchemaReader,
  written: Json | undefined,
  own: WrittenField | undefined,
  value: Json | undefined,
  path: Path,
  turns: number,
  found: Secret[],
): void {
  const schema = reader.read(written, value);
  const isSealed = schema['format'] === sealedPasswordFormat;
  if (
    isSealed ||
    schema['format'] === 'password' ||
    own?.widget === 'password' ||
    own?.upload !== undefined
  ) {
    if (!found.some((one) => one.path.join('/') === path.join('/'))) found.push({ path, sealed: isSealed });
    return;
  }
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      const place = Array.isArray(schema['items']) ? schema['items'][at] : schema['items'];
      const itemOwn = own?.fields === undefined ? undefined : { field: own.field, fields: own.fields };
      visit(reader, place, itemOwn, item, [...path, String(at)], 0, found);
    }
  } else if (isObject(value)) {
    const parts = own?.fields ?? [];
    for (const [name, part] of Object.entries(value)) {
      const laidOut = parts.find((one) => typeof one !== 'string' && one.field === name);
      for (const place of placesOf(schema, name))
        visit(reader, place, laidOut as WrittenField | undefined, part, [...path, name], 0, found);
    }
  }
  if (turns >= maxTurns) return;
  for (const { schema: one } of reader.alternatives(schema) ?? [])
    visit(reader, one, own, value, path, turns + 1, found);
}

/** The schemas that may be those of a named part. */
function placesOf(schema: JsonSchema, name: string): Json[] {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]!];
  return [
    // Vetted: patterns that could run for long are taken out before.
    ...(isObject(patternProperties) ? Object.entries(patternProperties) : [])
      .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
      .map(([, own]) => own),
    ...(isObject(additionalProperties) ? [additionalProperties] : []),
  ];
}

/** Where to cut so that a secret is out: itself, or the list it is in, whose other items would no longer be what they were. */
function cutsOf(form: CompiledForm, record: JsonObject): Path[] {
  return secretsIn(form, record).map(({ path }) => {
    for (let length = 1; length < path.length; length += 1) {
      if (Array.isArray(valueAt(record, path.slice(0, length)))) return path.slice(0, length);
    }
    return path;
  });
}

/** The record without passwords and files, and without lists whose items hold some. */
export function withoutSecrets(form: CompiledForm, record: JsonObject): JsonObject {
  return cutsOf(form, record).reduce((left, path) => withValue(left, path, undefined), record);
}

/** What `withoutSecrets` left, with what it took out as it stands in another record. */
export function withSecretsOf(form: CompiledForm, record: JsonObject, other: JsonObject): JsonObject {
  return cutsOf(form, other)
    .filter(([name]) => Object.hasOwn(record, name!))
    .filter((path) => path.length === 1 || isObject(valueAt(record, path.slice(0, -1))))
    .filter((path) => !path.some(isForbiddenKey))
    .reduce((full, path) => writePath(full, path, valueAt(other, path)), record);
}

/** The record as it may leave the browser: what is to be sealed is. */
export async function withSealed(
  form: CompiledForm,
  record: JsonObject,
  seal: (text: string) => Promise<string>,
): Promise<JsonObject> {
  let result = record;
  for (const { path, sealed } of secretsIn(form, record)) {
    const text = valueAt(record, path);
    if (sealed && typeof text === 'string' && text !== '') result = writePath(result, path, await seal(text));
  }
  return result;
}
