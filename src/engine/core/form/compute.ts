import { asList, deepEqual, isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { escapeSegment, valueAt } from '../../../contracts/json-pointer.ts';
import type { Diagnostic, JsonSchema } from '../contract.ts';
import { exceedsLimit, exceedsSteps, expressionDiagnostic } from '../expressions/errors.ts';
import { compileExpression, type CompiledExpression } from '../expressions/expression.ts';
import { evaluateRows } from '../expressions/rows.ts';
import type { FormDocument } from '../generated/documents.ts';
import { writePath, type Path } from '../language/paths.ts';
import type { Scope } from '../screen/store.ts';
import { titleAt } from './field.ts';
import { followRef } from './schema-references.ts';
import { mainType } from './shape.ts';

/** A value that follows an expression. */
export interface CompiledCompute {
  /** `lines.total`: names from the root, without indexes of lists. */
  key: string;
  /** Name of the computed property, and of the objects that have it: the record, or the items of a list. */
  name: string;
  owner: Path;
  /** Number of lists on the way to an owner; 0: the record or an object in it. */
  lists: readonly number[];
  expression: CompiledExpression;
  /** Names that the expression reads, from the root. */
  reads: readonly { path: Path; ofRow: boolean }[];
  /** Keys of the computed values that it reads. */
  after: readonly string[];
  /** False for a property that the schema calls readOnly: it is shown and not sent. */
  sent: boolean;
  /** Whether the schema calls the property a list, which stays one with one item or none. */
  isList: boolean;
}

/** Roots that have the same values in the browser and on the server. */
const roots: readonly string[] = ['form', 'row', 'user', 'tenant', 'lang'];

/** Whether one path leads to the other or into it. */
const overlap = (a: Path, b: Path): boolean => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) if (a[at] !== b[at]) return false;
  return true;
};

/** The title of a computed value in the schema. */
export function titleOfCompute(schema: JsonSchema, { owner, name, lists }: CompiledCompute): string {
  const path = [...owner, name].flatMap((one, at) => (lists.includes(at) ? ['0', one] : [one]));
  return titleAt(schema, path);
}

const pathOfCompute = (compute: CompiledCompute): Path => [...compute.owner, compute.name];

/**
 * Compiles the computed values of a form, each after those that it reads.
 * @param isField whether the layout has a root field.
 */
export function compileComputes(
  document: FormDocument,
  schema: JsonSchema,
  isField: (name: string) => boolean,
  diagnostics: Diagnostic[],
): CompiledCompute[] {
  const report = (key: string, code: string, values: Record<string, string>) =>
    diagnostics.push({ pointer: `/compute/${escapeSegment(key)}`, code, values, severity: 'error' });
  const computes = Object.entries(document.compute ?? {}).flatMap(([key, { $expr }]): CompiledCompute[] => {
    const path = key.split('.');
    const found = isField(path[0]!) ? propertyAt(schema, path) : null;
    if (found === null) {
      report(key, 'form-field-unknown', { field: key });
      return [];
    }
    let expression: CompiledExpression;
    try {
      expression = compileExpression($expr);
    } catch (error) {
      diagnostics.push(expressionDiagnostic(error, `/compute/${escapeSegment(key)}`));
      return [];
    }
    const row = path.slice(0, found.lists.at(-1) ?? 0);
    const foreign = expression.refs.find(
      ([root = '']) => !roots.includes(root) || (root === 'row' && row.length === 0),
    );
    if (foreign !== undefined) report(key, 'form-compute-root', { field: key, root: foreign[0]! });
    const reads = expression.refs.flatMap(([root, ...names]) =>
      root === 'form' || root === 'row'
        ? [{ path: root === 'row' ? [...row, ...names] : names, ofRow: root === 'row' }]
        : [],
    );
    const sent = found.schema['readOnly'] !== true;
    const isList = mainType(found.schema) === 'array';
    const [owner, name] = [path.slice(0, -1), path.at(-1)!];
    return [{ key, name, owner, lists: found.lists, expression, reads, after: [], sent, isList }];
  });
  const circle = circleIn(computes);
  if (circle === null) {
    return inOrder(computes).map((one) => ({
      ...one,
      after: computes.filter((other) => readsFrom(one, other)).map(({ key }) => key),
    }));
  }
  report(circle[0]!.key, 'form-compute-circle', {
    circle: [...circle, circle[0]!].map(({ key }) => key).join(' → '),
  });
  return [];
}

/** The schema of a property, and how many names lead to each list on the way. */
function propertyAt(root: JsonSchema, path: Path): { schema: JsonObject; lists: number[] } | null {
  let schema = followRef(root, root);
  const lists: number[] = [];
  for (const [at, name] of path.entries()) {
    if (isObject(schema?.['items']) && at > 0) {
      lists.push(at);
      schema = followRef(schema['items'], root);
    }
    const properties: unknown = schema?.['properties'];
    if (!isObject(properties) || !Object.hasOwn(properties, name)) return null;
    schema = followRef(properties[name], root);
  }
  return schema === null ? null : { schema: schema as JsonObject, lists };
}

const readsFrom = (one: CompiledCompute, other: CompiledCompute): boolean =>
  one.reads.some(({ path }) => overlap(path, pathOfCompute(other)));

/** Computed values that read each other; null when there are none. */
function circleIn(computes: readonly CompiledCompute[]): CompiledCompute[] | null {
  const done = new Set<CompiledCompute>();
  const visit = (one: CompiledCompute, trail: CompiledCompute[]): CompiledCompute[] | null => {
    const start = trail.indexOf(one);
    if (start >= 0) return trail.slice(start);
    if (done.has(one)) return null;
    for (const other of computes) {
      const found = readsFrom(one, other) ? visit(other, [...trail, one]) : null;
      if (found !== null) return found;
    }
    done.add(one);
    return null;
  };
  for (const one of computes) {
    const found = visit(one, []);
    if (found !== null) return found;
  }
  return null;
}

function inOrder(computes: readonly CompiledCompute[]): CompiledCompute[] {
  const ordered = new Set<CompiledCompute>();
  const add = (one: CompiledCompute) => {
    if (ordered.has(one)) return;
    for (const other of computes) if (readsFrom(one, other)) add(other);
    ordered.add(one);
  };
  computes.forEach(add);
  return [...ordered];
}

/** Whether the value at a path, which may have indexes of lists, is computed. */
export const isComputed = (computes: readonly CompiledCompute[], path: Path): boolean => {
  if (computes.length === 0) return false;
  const key = path.filter((name) => !/^\d+$/.test(name)).join('.');
  return computes.some((one) => one.key === key);
};

/** A path of the record without the indexes of lists. */
export function withoutIndexes(record: JsonObject, path: Path): Path {
  let value: Json | undefined = record;
  return path.filter((key) => {
    const isIndex = Array.isArray(value);
    value = (value as JsonObject | undefined)?.[key];
    return !isIndex;
  });
}

/** Paths of the objects that have a computed value: the record itself, or the items of its list. */
function ownersIn(record: JsonObject, { owner, lists }: CompiledCompute): Path[] {
  let paths: Path[] = [[]];
  for (const [at, name] of [...owner, ''].entries()) {
    if (lists.includes(at)) {
      paths = paths.flatMap((path) => {
        const list = valueAt(record, path);
        return Array.isArray(list) ? list.map((_, index) => [...path, String(index)]) : [];
      });
    }
    if (at < owner.length) paths = paths.map((path) => [...path, name]);
  }
  return paths.filter((path) => isObject(path.length === 0 ? record : valueAt(record, path)));
}

/** Owners of a computed value that a change concerns: those of the changed rows when only rows are read. */
export function staleOwners(
  compute: CompiledCompute,
  record: JsonObject,
  changed: readonly Path[] | null,
): Path[] {
  const owners = ownersIn(record, compute);
  if (changed === null) return owners;
  const own = changed
    .map((path) => ({ path, names: withoutIndexes(record, path) }))
    .filter(({ names }) => compute.reads.some((read) => overlap(read.path, names)));
  if (own.length === 0) return [];
  const isOfRows = own.every(({ names }) =>
    compute.reads.every((read) => read.ofRow || !overlap(read.path, names)),
  );
  if (!isOfRows) return owners;
  const paths = new Set(own.map(({ path }) => path.slice(0, owners[0]?.length ?? 0).join('\u0000')));
  const isWhole = own.some(({ path }) => path.length < (owners[0]?.length ?? 0));
  return isWhole ? owners : owners.filter((owner) => paths.has(owner.join('\u0000')));
}

const itemAt = (record: JsonObject, path: Path): JsonObject =>
  (path.length === 0 ? record : valueAt(record, path)) as JsonObject;

/**
 * Values of the computed property for its owners; a failed evaluation has no value.
 * @param onLimit called when a limit of expressions ended it.
 */
export function evaluateCompute(
  compute: CompiledCompute,
  record: JsonObject,
  owners: readonly Path[],
  scope: Scope,
  onLimit: (error: unknown) => void = () => undefined,
): unknown[] | Promise<unknown[]> {
  const values = valuesOf(compute, record, owners, scope, onLimit);
  if (!compute.isList) return values;
  return values instanceof Promise ? values.then((all) => all.map(asList)) : values.map(asList);
}

function valuesOf(
  { expression, lists }: CompiledCompute,
  record: JsonObject,
  owners: readonly Path[],
  scope: Scope,
  onLimit: (error: unknown) => void,
): unknown[] | Promise<unknown[]> {
  const scopes = owners.map((owner) => ({
    ...scope,
    form: record,
    ...(lists.length > 0 && { row: itemAt(record, owner.slice(0, rowLength(owner, record))) }),
  }));
  if (!expression.plain) {
    const failed = (error: unknown): undefined => void (exceedsLimit(error) && onLimit(error));
    const eachAlone = () => Promise.all(scopes.map((one) => expression.evaluateAsync(one).catch(failed)));
    if (scopes.length === 1) return eachAlone();
    // One evaluation for all rows; where it fails, those rows that have a value still get it.
    const rows = scopes.map(({ row }) => row);
    return Promise.resolve(evaluateRows(expression.source, rows, { ...scope, form: record })).catch(
      (error: unknown) => {
        if (!exceedsSteps(error)) return eachAlone();
        // Each row alone would take as many steps again.
        failed(error);
        return [];
      },
    );
  }
  return scopes.map((one) => {
    try {
      return expression.evaluate(one);
    } catch {
      return undefined;
    }
  });
}

/** Length of the path of the innermost list item. */
function rowLength(owner: Path, record: JsonObject): number {
  let length = 0;
  for (let at = 1; at <= owner.length; at += 1) {
    if (Array.isArray(at === 1 ? record : valueAt(record, owner.slice(0, at - 1)))) length = at;
  }
  return length;
}

/** The record with computed values, and the paths where they differ from those that it had. */
export function writeComputed(
  { name }: CompiledCompute,
  record: JsonObject,
  owners: readonly Path[],
  values: readonly unknown[],
): { record: JsonObject; changed: Path[] } {
  const changed: Path[] = [];
  /** Lists whose items change, each copied once. */
  const lists = new Map<string, { path: Path; items: Json[] }>();
  let result = record;
  for (const [at, owner] of owners.entries()) {
    const item = itemAt(record, owner);
    const value = jsonOf(values[at]);
    if (deepEqual(item[name], value)) continue;
    changed.push([...owner, name]);
    const { [name]: _, ...rest } = item;
    const next: JsonObject = value === undefined ? rest : { ...item, [name]: value };
    const above = owner.slice(0, -1);
    const list = owner.length === 0 ? undefined : above.length === 0 ? record : valueAt(record, above);
    if (!Array.isArray(list)) {
      result = owner.length === 0 ? next : writePath(result, owner, next);
      continue;
    }
    const key = above.join('\u0000');
    const known = lists.get(key) ?? { path: above, items: [...(list as Json[])] };
    known.items[Number(owner.at(-1))] = next;
    lists.set(key, known);
  }
  for (const { path, items } of lists.values()) result = writePath(result, path, items);
  return { record: result, changed };
}

/** A result as a form's value: what JSON cannot say is no value. */
const jsonOf = (value: unknown): Json | undefined =>
  value === undefined || typeof value === 'function'
    ? undefined
    : (JSON.parse(JSON.stringify(value)) as Json);

/** The record with all of its computed values, for validation on either side. */
export async function withComputed(
  computes: readonly CompiledCompute[],
  record: JsonObject,
  scope: Scope,
  onLimit: (compute: CompiledCompute, error: unknown) => void,
): Promise<JsonObject> {
  let result = record;
  for (const compute of computes) {
    const owners = staleOwners(compute, result, null);
    const values = await evaluateCompute(compute, result, owners, scope, (error) => onLimit(compute, error));
    result = writeComputed(compute, result, owners, values).record;
  }
  return result;
}

/** The record without the computed values that are only shown. */
export function withoutUnsent(computes: readonly CompiledCompute[], record: JsonObject): JsonObject {
  let result = record;
  for (const compute of computes) {
    if (compute.sent) continue;
    const owners = staleOwners(compute, result, null);
    result = writeComputed(compute, result, owners, []).record;
  }
  return result;
}
