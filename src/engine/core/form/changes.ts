import { valueAt } from '../../../contracts/json-pointer.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { writePath, type Path } from '../language/paths.ts';
import { applicableValues } from './applicable.ts';
import { isComputed, withoutUnsent } from './compute.ts';
import { isEmptyValue, valueNames, type CompiledForm } from './compile.ts';
import { countItemChanges, itemChanges, itemListOf, mergeItems } from './item-lists.ts';
import { alignedLists, itemConflicts, mergedList } from './list-merge.ts';
import { sameValue } from './same-value.ts';

/** Number of unsaved changes of some values: 0 or 1 each, and of a list of items the changes in it. */
export function countChanges(
  form: CompiledForm,
  names: Iterable<string>,
  loaded: JsonObject,
  current: JsonObject,
): number {
  let count = 0;
  for (const name of names) {
    const list = itemListOf(form.fields.get(name));
    if (list !== null) count += countItemChanges(list, loaded[name], current[name]);
    else if (!sameValue(loaded[name], current[name])) count += 1;
  }
  return count;
}

/** Names of the visible fields and of the entries whose value differs from the loaded record's, computed ones left out. */
export function changedFields(
  form: CompiledForm,
  loaded: JsonObject,
  current: JsonObject,
  hidden: ReadonlySet<string>,
): string[] {
  return valueNames(form, loaded, current).filter(
    (name) =>
      !hidden.has(name) &&
      !isComputed(form.computes, [name]) &&
      countChanges(form, [name], loaded, current) > 0,
  );
}

/** Values of a form's submit event. */
export interface SubmittedValues {
  /** Every visible field and entry with a value, and the keys of `keep`. */
  values: JsonObject;
  /** The visible fields and entries that changed (an emptied or removed one as null), and the keys of `keep`. */
  changes: JsonObject;
  /** By a visible field whose value is a list of items: `added`, `changed` and `removed`. Left out without such fields. */
  items?: JsonObject;
}

/**
 * @param stored the loaded record as it was before its computed values followed the others.
 * @param keep keys of the record that are sent without a field (version).
 */
export function submittedValues(
  form: CompiledForm,
  { loaded, stored }: { loaded: JsonObject; stored: JsonObject },
  current: JsonObject,
  hidden: ReadonlySet<string>,
  keep: readonly string[],
): SubmittedValues {
  const unchanged: JsonObject = {};
  for (const key of keep) if (Object.hasOwn(loaded, key)) unchanged[key] = loaded[key]!;
  const values: JsonObject = {};
  for (const name of valueNames(form, current)) {
    const value = current[name];
    if (!hidden.has(name) && !isEmptyValue(value)) values[name] = value as Json;
  }
  const changes: JsonObject = {};
  const computed = form.computes.filter(
    ({ key }) => form.fields.has(key) && !hidden.has(key) && !sameValue(stored[key], current[key]),
  );
  for (const name of [...changedFields(form, loaded, current, hidden), ...computed.map(({ key }) => key)]) {
    const value = current[name];
    changes[name] = isEmptyValue(value) ? null : (value as Json);
  }
  const items: JsonObject = {};
  for (const [name, field] of form.fields) {
    const list = itemListOf(field);
    if (list !== null && !hidden.has(name))
      items[name] = { ...itemChanges(list, loaded[name], current[name]) };
  }
  const sent = (own: JsonObject) =>
    applicableValues(form.reader(), values, withoutUnsent(form.computes, own));
  return {
    values: { ...sent(values), ...unchanged },
    changes: { ...sent(changes), ...unchanged },
    ...(Object.keys(items).length > 0 && { items }),
  };
}

/** A field that two users changed to different values. */
export interface FieldConflict {
  name: string;
  /** Of a list, the item and the value in it. */
  item?: { index: number; inner: string };
  mine: Json | undefined;
  theirs: Json | undefined;
}

/** A newer version of the record that conflicts with unsaved changes. */
export interface Conflict {
  theirs: JsonObject;
  fields: readonly FieldConflict[];
}

/** Fields that were changed here and, differently, in a newer version. */
function conflictingFields(
  form: CompiledForm,
  loaded: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): FieldConflict[] {
  return valueNames(form, mine, theirs).flatMap((name) => {
    // Each side computes it from its own values, and changes of items are merged.
    if (isComputed(form.computes, [name]) || itemListOf(form.fields.get(name)) !== null) return [];
    const changedHere = !sameValue(loaded[name], mine[name]);
    const changedThere = !sameValue(loaded[name], theirs[name]) && Object.hasOwn(theirs, name);
    if (!changedHere || !changedThere || sameValue(mine[name], theirs[name])) return [];
    const lists = alignedLists(form.fields.get(name), loaded[name], mine[name], theirs[name]);
    if (lists !== null)
      return itemConflicts(lists).map(({ index, inner, ...sides }) => ({
        name,
        item: { index, inner },
        ...sides,
      }));
    return [{ name, mine: mine[name], theirs: theirs[name] }];
  });
}

/** Applies unsaved changes to a newer version: changed fields keep their value, all others take the newer one. */
function rebase(form: CompiledForm, loaded: JsonObject, mine: JsonObject, theirs: JsonObject): JsonObject {
  const result: JsonObject = { ...theirs };
  for (const name of valueNames(form, loaded, mine)) {
    const list = itemListOf(form.fields.get(name));
    if (countChanges(form, [name], loaded, mine) === 0) continue;
    const lists = alignedLists(form.fields.get(name), loaded[name], mine[name], theirs[name]);
    if (lists !== null) result[name] = mergedList(lists);
    else if (list !== null) result[name] = mergeItems(list, loaded[name], mine[name], theirs[name]);
    else if (mine[name] === undefined) delete result[name];
    else result[name] = mine[name];
  }
  return result;
}

/** The open form as `RecordVersions` reads and updates it. */
interface OpenRecord {
  loaded(): JsonObject;
  current(): JsonObject;
  /** Replaces the loaded record and the edited one. */
  replace(loaded: JsonObject, current: JsonObject): void;
  notify(): void;
}

/** Newer versions of an open record: merged into it, or held as a conflict when both sides changed a field. */
export class RecordVersions {
  conflict: Conflict | null = null;
  recordDeleted = false;
  /** Number of attempts to save with an unresolved conflict. */
  reminders = 0;
  private readonly form: CompiledForm;
  private readonly open: OpenRecord;

  constructor(form: CompiledForm, open: OpenRecord) {
    this.form = form;
    this.open = open;
  }

  /** Takes a newly loaded version of the record. Unsaved changes are applied to it unless they conflict. */
  load(value: JsonObject): void {
    const theirs = withDefaults(this.form, value);
    const loaded = this.open.loaded();
    if (sameValue(theirs, loaded)) return;
    if (conflictingFields(this.form, loaded, this.open.current(), theirs).length > 0)
      this.setConflict(theirs);
    else this.rebaseOnto(theirs);
  }

  /** Takes the stored record after another user saved first. */
  setConflict(theirs: JsonObject): void {
    const loaded = this.open.loaded();
    const fields = conflictingFields(this.form, loaded, this.open.current(), theirs);
    this.conflict = { theirs: { ...loaded, ...theirs }, fields };
    this.open.notify();
  }

  /** Counts an attempt to save with an unresolved conflict. */
  remind(): void {
    this.reminders += 1;
    this.open.notify();
  }

  /** Records that another user deleted the record; unsaved changes stay in the form. */
  markRecordDeleted(): void {
    this.recordDeleted = true;
    this.open.notify();
  }

  /** Applies the unsaved changes to the conflicting version. */
  keepMine(): void {
    if (this.conflict !== null) this.rebaseOnto(this.conflict.theirs);
  }

  /** Clears the conflict and the deletion. */
  clear(): void {
    this.conflict = null;
    this.recordDeleted = false;
  }

  private rebaseOnto(theirs: JsonObject): void {
    this.open.replace(theirs, rebase(this.form, this.open.loaded(), this.open.current(), theirs));
  }
}

/** Adds the schema's defaults to a new record; an existing record stays as it is. */
export function withDefaults(form: CompiledForm, value: JsonObject): JsonObject {
  if (!isEmptyValue(value['id'])) return value;
  const result = { ...value };
  for (const [name, field] of form.fields) {
    const fallback = field.schema['default'];
    if (fallback !== undefined && result[name] === undefined) result[name] = fallback;
  }
  return result;
}

/** The object with an entry under another name, in its place. */
export function withRenamed(owner: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(owner).map(([name, value]) => [name === from ? to : name, value]));
}

/** The record with another value at a path; undefined removes the key. An emptied list item becomes null. */
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
