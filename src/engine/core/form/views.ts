import type { FieldError } from '../../../contracts/errors.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { FieldConflict } from './changes.ts';
import type { RootChoice } from './root-choice.ts';

/** How one field is right now. The same object until something of it changes. */
export interface FieldView {
  value: Json | undefined;
  /** Faults at and under it; paths are those of the whole form. */
  errors: readonly FieldError[];
  hidden: boolean;
  required: boolean;
  disabled: boolean;
  /** Values its options are narrowed to; null: all. */
  allowed: readonly (string | number | boolean)[] | null;
  /** The field whose change emptied this one, until it is given a value again. */
  clearedBy: string | null;
}

/** Another version of the record turned up while something is typed. */
export interface Conflict {
  theirs: JsonObject;
  fields: readonly FieldConflict[];
}

/** How the form as a whole is right now. */
export interface FormView {
  changes: number;
  valid: boolean;
  /** Faults of no field: of the form as a whole, or of fields it does not show. */
  general: readonly FieldError[];
  conflict: Conflict | null;
  /** Grows when someone tries to save while the question about a conflict stands unanswered. */
  reminders: number;
  /** The record to save is not there any more. */
  gone: boolean;
  /** Grows with every refused submit, so that focus and announcement follow it. */
  refusals: number;
  /** Which of the forms its schema allows the record takes; null: there is one. */
  choice: RootChoice | null;
}

/** No faults: always the same list, so that views can be compared. */
export const none: readonly FieldError[] = [];

export function sameView(a: FieldView, b: FieldView): boolean {
  return (
    Object.is(a.value, b.value) &&
    a.hidden === b.hidden &&
    a.required === b.required &&
    a.disabled === b.disabled &&
    a.clearedBy === b.clearedBy &&
    sameList(a.allowed ?? [], b.allowed ?? []) &&
    (a.allowed === null) === (b.allowed === null) &&
    sameErrors(a.errors, b.errors)
  );
}

export function sameFormView(a: FormView, b: FormView): boolean {
  return (
    a.changes === b.changes &&
    a.valid === b.valid &&
    a.conflict === b.conflict &&
    a.reminders === b.reminders &&
    a.gone === b.gone &&
    a.refusals === b.refusals &&
    a.choice?.at === b.choice?.at &&
    sameList(a.choice?.titles ?? [], b.choice?.titles ?? []) &&
    sameErrors(a.general, b.general)
  );
}

function sameErrors(a: readonly FieldError[], b: readonly FieldError[]): boolean {
  return (
    a.length === b.length && a.every((one, at) => one.path === b[at]?.path && one.message === b[at]?.message)
  );
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, at) => Object.is(one, b[at]));
}
