import { valueAt } from '../../../contracts/json-pointer.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { writePath, type Path } from '../paths.ts';
import { isEmptyValue, type CompiledForm } from './compile.ts';

/** Are two values the same to a person? Absent, null and '' are all "empty". */
export function sameValue(a: unknown, b: unknown): boolean {
  if (isEmptyValue(a) && isEmptyValue(b)) return true;
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    if (!sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
  }
  return true;
}

/** Names of the visible fields whose value is not the record's any more. */
export function changedFields(
  form: CompiledForm,
  before: JsonObject,
  now: JsonObject,
  hidden: ReadonlySet<string>,
): string[] {
  return [...form.fields.keys()].filter((name) => !hidden.has(name) && !sameValue(before[name], now[name]));
}

/** What a form hands to its submit event. */
export interface Submission {
  /** Every visible field that has a value, and the kept keys. */
  values: JsonObject;
  /** Only the visible fields that changed (an emptied one as null), and the kept keys. */
  changes: JsonObject;
}

/**
 * @param keep keys of the record that no field shows and that are sent all the same (version).
 */
export function submission(
  form: CompiledForm,
  before: JsonObject,
  now: JsonObject,
  hidden: ReadonlySet<string>,
  keep: readonly string[],
): Submission {
  const kept: JsonObject = {};
  for (const key of keep) if (Object.hasOwn(before, key)) kept[key] = before[key]!;
  const values: JsonObject = {};
  for (const name of form.fields.keys()) {
    const value = now[name];
    if (!hidden.has(name) && !isEmptyValue(value)) values[name] = value as Json;
  }
  const changes: JsonObject = {};
  for (const name of changedFields(form, before, now, hidden)) {
    const value = now[name];
    changes[name] = isEmptyValue(value) ? null : (value as Json);
  }
  return { values: { ...values, ...kept }, changes: { ...changes, ...kept } };
}

/** A field that two people changed: what it was, what each of them made of it. */
export interface FieldConflict {
  name: string;
  mine: Json | undefined;
  theirs: Json | undefined;
}

/**
 * The fields to ask about when the record has moved on: changed here, and by now something else than both what was
 * loaded and what is typed. What only the other side changed is no question: it is taken over.
 */
export function conflicts(
  form: CompiledForm,
  before: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): FieldConflict[] {
  return [...form.fields.keys()].flatMap((name) => {
    const changedHere = !sameValue(before[name], mine[name]);
    const changedThere = !sameValue(before[name], theirs[name]) && Object.hasOwn(theirs, name);
    if (!changedHere || !changedThere || sameValue(mine[name], theirs[name])) return [];
    return [{ name, mine: mine[name], theirs: theirs[name] }];
  });
}

/** What is typed put on top of a newer record: typed fields stay, all others are the record's. */
export function rebase(
  form: CompiledForm,
  before: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): JsonObject {
  const result: JsonObject = { ...theirs };
  for (const name of form.fields.keys()) {
    if (sameValue(before[name], mine[name])) continue;
    if (mine[name] === undefined) delete result[name];
    else result[name] = mine[name];
  }
  return result;
}

/** A new record begins with its schema's defaults; what exists already is taken as it is. */
export function withDefaults(form: CompiledForm, value: JsonObject): JsonObject {
  if (!isEmptyValue(value['id'])) return value;
  const result = { ...value };
  for (const [name, field] of form.fields) {
    const fallback = field.schema['default'];
    if (fallback !== undefined && result[name] === undefined) result[name] = fallback;
  }
  return result;
}

/** The record with another value at a path; undefined takes the key away. An emptied item of a list keeps its place. */
export function withValue(record: JsonObject, path: Path, value: Json | undefined): JsonObject {
  if (value !== undefined) return writePath(record, path, value);
  const key = path.at(-1)!;
  const at = path.slice(0, -1);
  const owner = at.length === 0 ? record : valueAt(record, at);
  if (Array.isArray(owner)) return writePath(record, path, null);
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, key)) return record;
  const { [key]: _emptied, ...others } = owner as JsonObject;
  return at.length === 0 ? others : writePath(record, at, others);
}
