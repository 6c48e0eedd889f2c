import { valueAt } from '../../../contracts/json-pointer.ts';
import { type Json, type JsonObject, isObject } from '../../../contracts/json.ts';
import { isForbiddenKey, writePath, type Path } from '../language/paths.ts';
import type { JsonSchema } from '../contract.ts';
import type { FormField } from '../generated/documents.ts';
import { withValue } from './changes.ts';
import { valueNames, type CompiledForm } from './compile.ts';
import { sealedPasswordFormat } from './formats.ts';

type WrittenField = Exclude<FormField, string>;

/** A value that is never stored on the device: a password or a file. */
export interface Secret {
  path: Path;
  /** Whether it leaves the browser only encrypted. */
  sealed: boolean;
}

/** Maximum depth of nested alternatives. */
const maxAlternativeDepth = 8;

/**
 * Passwords and files in the values of a record, at any depth. If several alternatives may match a value, it is a
 * secret when one of them declares it as one.
 */
export function secretsIn(form: CompiledForm, record: JsonObject): Secret[] {
  const search = new SecretSearch(form);
  const reader = form.reader();
  const properties = reader.read(reader.schema, record)['properties'];
  for (const [name, field] of form.fields) {
    if (!Object.hasOwn(record, name)) continue;
    const schema =
      (isObject(properties) ? (properties[name] as JsonSchema | undefined) : undefined) ?? field.schema;
    search.visit(schema, field.own, record[name], [name]);
  }
  if (form.entries !== null) {
    const names = valueNames(form, record).filter((name) => form.isEntry(name));
    const entries = Object.fromEntries(names.map((name) => [name, record[name]!]));
    search.visit(form.entries.schema, form.entries.own, entries, []);
  }
  return search.found;
}

class SecretSearch {
  readonly found: Secret[] = [];
  private readonly form: CompiledForm;

  constructor(form: CompiledForm) {
    this.form = form;
  }

  visit(
    part: Json | undefined,
    own: WrittenField | undefined,
    value: Json | undefined,
    path: Path,
    alternativeDepth = 0,
  ): void {
    const reader = this.form.reader();
    const schema = reader.read(part, value);
    const sealed = schema['format'] === sealedPasswordFormat;
    if (sealed || schema['format'] === 'password' || own?.widget === 'password' || own?.upload) {
      if (!this.found.some((one) => one.path.join('/') === path.join('/'))) this.found.push({ path, sealed });
      return;
    }
    if (Array.isArray(value)) this.visitItems(schema, own, value, path);
    else if (isObject(value)) this.visitProperties(schema, own, value, path);
    if (alternativeDepth >= maxAlternativeDepth) return;
    for (const { schema: one } of reader.alternatives(schema) ?? [])
      this.visit(one, own, value, path, alternativeDepth + 1);
  }

  private visitItems(
    schema: JsonSchema,
    own: WrittenField | undefined,
    list: readonly Json[],
    path: Path,
  ): void {
    const { items, additionalItems } = schema;
    const itemOwn = own?.fields === undefined ? undefined : { field: own.field, fields: own.fields };
    for (const [index, item] of list.entries())
      this.visit(Array.isArray(items) ? (items[index] ?? additionalItems) : items, itemOwn, item, [
        ...path,
        String(index),
      ]);
  }

  private visitProperties(
    schema: JsonSchema,
    own: WrittenField | undefined,
    value: JsonObject,
    path: Path,
  ): void {
    for (const [name, part] of Object.entries(value)) {
      const laidOut = own?.fields?.find((one) => typeof one !== 'string' && one.field === name);
      for (const property of this.schemasOf(schema, name))
        this.visit(property, laidOut as WrittenField | undefined, part, [...path, name]);
    }
  }

  /** The schemas that may apply to a property of this name. */
  private schemasOf(schema: JsonSchema, name: string): Json[] {
    const { properties, patternProperties, additionalProperties } = schema;
    if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]!];
    return [
      ...(isObject(patternProperties) ? Object.entries(patternProperties) : [])
        .filter(([pattern]) => this.form.interpreter().matchesPattern(pattern, name))
        .map(([, property]) => property),
      ...(isObject(additionalProperties) ? [additionalProperties] : []),
    ];
  }
}

/** Paths of secrets, or of the lists that contain them: removing an item would renumber the others. */
function removedPaths(form: CompiledForm, record: JsonObject): Path[] {
  return secretsIn(form, record).map(({ path }) => {
    for (let length = 1; length < path.length; length += 1) {
      if (Array.isArray(valueAt(record, path.slice(0, length)))) return path.slice(0, length);
    }
    return path;
  });
}

/** Removes passwords and files from a record, and lists with items that contain some. */
export function withoutSecrets(form: CompiledForm, record: JsonObject): JsonObject {
  return removedPaths(form, record).reduce((left, path) => withValue(left, path, undefined), record);
}

/** Restores what `withoutSecrets` removed, from another record. */
export function withSecretsOf(form: CompiledForm, record: JsonObject, other: JsonObject): JsonObject {
  return removedPaths(form, other)
    .filter(([name]) => Object.hasOwn(record, name!))
    .filter((path) => path.length === 1 || isObject(valueAt(record, path.slice(0, -1))))
    .filter((path) => !path.some(isForbiddenKey))
    .reduce((full, path) => writePath(full, path, valueAt(other, path)), record);
}

/** The record for sending, with encrypted passwords. */
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
