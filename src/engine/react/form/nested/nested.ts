import { escapeSegment, parsePointer } from '../../../../contracts/json-pointer.ts';
import type { FieldError } from '../../../../contracts/errors.ts';
import { type Json, type JsonObject, isObject } from '../../../../contracts/json.ts';
import type { FormField, JsonSchema } from '../../../core/index.ts';
import { isAtOrUnder } from '../../../core/form/schema-errors.ts';
import { noErrors } from '../../../core/form/views.ts';
import type { Path } from '../../../core/index.ts';

export type WrittenField = Exclude<FormField, string>;

/** One value of a nested field in its place. Everything is compared by itself, so siblings of a change stay as they are. */
export interface NestedProps {
  /** Names from the root down, joined by a sign that no name holds (`/` in a name is `~1`). */
  path: string;
  schema: JsonSchema;
  /** What the form's layout says of it. */
  own: WrittenField | undefined;
  value: Json | undefined;
  /** At and under it. */
  errors: readonly FieldError[];
  label: string;
  /** Its name is read out but not shown: it stands above, or in the table's head. */
  quietLabel?: boolean;
  required: boolean;
  disabled: boolean;
  depth: number;
}

/** A nested path as the model takes it. */
export function pathOfKey(key: string): Path {
  return parsePointer(`/${key}`);
}

export function keyUnder(key: string, name: string | number): string {
  return `${key}/${escapeSegment(String(name))}`;
}

/** The faults of one part; always the same list for none. */
export function errorsAt(errors: readonly FieldError[], key: string): readonly FieldError[] {
  if (errors.length === 0) return noErrors;
  const own = errors.filter((error) => isAtOrUnder(error.path, `/${key}`));
  return own.length === 0 ? noErrors : own;
}

/** The fault of the value itself, not of what it holds. */
export function ownError(errors: readonly FieldError[], key: string): string | undefined {
  return errors.find((error) => error.path === `/${key}`)?.message;
}

export function sameNested(a: NestedProps, b: NestedProps): boolean {
  return (
    a.path === b.path &&
    a.schema === b.schema &&
    a.own === b.own &&
    Object.is(a.value, b.value) &&
    a.label === b.label &&
    a.quietLabel === b.quietLabel &&
    a.required === b.required &&
    a.disabled === b.disabled &&
    sameErrors(a.errors, b.errors)
  );
}

function sameErrors(a: readonly FieldError[], b: readonly FieldError[]): boolean {
  return (
    a.length === b.length && a.every((one, at) => one.path === b[at]!.path && one.message === b[at]!.message)
  );
}

export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : emptyObject;
}
const emptyObject: JsonObject = {};

export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : emptyList;
}
const emptyList: readonly Json[] = [];

/** Names that a schema's `required` lists. */
export function requiredOf(schema: JsonSchema): readonly string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.map(String) : [];
}

/** What the layout says of the parts of a value, by name, in its order. */
export function partsOf(own: WrittenField | undefined): Map<string, WrittenField> {
  return new Map(
    (own?.fields ?? []).map((part) =>
      typeof part === 'string' ? [part, { field: part }] : [part.field, part],
    ),
  );
}
