import type { FieldError } from '../../../contracts/errors.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Conflict } from './changes.ts';
import type { CompiledRule } from './compile.ts';
import type { CompiledCompute } from './compute.ts';
import type { CompiledField } from './field.ts';
import type { RootChoice } from './root-alternatives.ts';

/** Current state of one field. The object stays the same until one of its values changes. */
export interface FieldView {
  value: Json | undefined;
  /** Errors at and under the field; paths are relative to the form. */
  errors: readonly FieldError[];
  hidden: boolean;
  /** Whether its value differs from the saved one. */
  changed: boolean;
  required: boolean;
  /** The field as the conditions and alternatives of the schema make it for the data; null for a name without a field. */
  field: CompiledField | null;
  disabled: boolean;
  /** Option values that rules allow; null for all. */
  allowed: readonly (string | number | boolean)[] | null;
  /** The field whose change emptied this one, until it has a value again. */
  clearedBy: string | null;
}

/** A computed value or a rule that a limit of expressions ended. */
export interface FormFailure {
  part: CompiledCompute | CompiledRule;
  error: unknown;
}

/** Current state of the form as a whole. */
export interface FormView {
  changes: number;
  valid: boolean;
  /** Number of visible fields with errors. */
  invalid: number;
  /** Errors of the form as a whole and of fields that are not visible. */
  general: readonly FieldError[];
  conflict: Conflict | null;
  /** Number of attempts to save with an unresolved conflict. */
  reminders: number;
  /** Whether another user deleted the record. */
  recordDeleted: boolean;
  /** Number of rejected submits; focus and announcement follow its changes. */
  rejections: number;
  /** Whether no field is visible. */
  isBlank: boolean;
  /** Values that limits of expressions kept from being computed. */
  failures: readonly FormFailure[];
  /** The record's alternative of the root schema; null when the schema offers no choice. */
  choice: RootChoice | null;
}

/** A constant empty list, so views can be compared by identity. */
export const noErrors: readonly FieldError[] = [];

interface ViewSource {
  field(name: string): FieldView;
  form(): Omit<FormView, 'failures'>;
}

/**
 * Views of an open form and their subscribers: of one field, of the form as a whole, or of every value change.
 * Subscribers are notified only when their view changed.
 */
export class FormViews {
  private readonly source: ViewSource;
  private readonly fieldViews = new Map<string, FieldView>();
  private readonly fieldListeners = new Map<string, Set<() => void>>();
  private readonly formListeners = new Set<() => void>();
  private readonly changeListeners = new Set<() => void>();
  private formView: FormView | null = null;
  private failures: readonly FormFailure[] = [];

  constructor(source: ViewSource) {
    this.source = source;
  }

  field(name: string): FieldView {
    const known = this.fieldViews.get(name);
    if (known !== undefined) return known;
    const made = this.source.field(name);
    this.fieldViews.set(name, made);
    return made;
  }

  form(): FormView {
    this.formView ??= { ...this.source.form(), failures: this.failures };
    return this.formView;
  }

  subscribeField(name: string, listener: () => void): () => void {
    const listeners = this.fieldListeners.get(name) ?? new Set();
    this.fieldListeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  subscribeForm(listener: () => void): () => void {
    this.formListeners.add(listener);
    return () => this.formListeners.delete(listener);
  }

  subscribeChanges(listener: () => void): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  /** Updates the views of these fields, by default of all, and of the form. */
  update(names: Iterable<string> = this.fieldViews.keys()): void {
    for (const name of names) {
      const before = this.fieldViews.get(name);
      if (before === undefined) continue;
      const after = this.source.field(name);
      if (sameFieldView(before, after)) continue;
      this.fieldViews.set(name, after);
      for (const listener of this.fieldListeners.get(name) ?? []) listener();
    }
    this.updateForm();
    for (const listener of this.changeListeners) listener();
  }

  /** Takes how a computed value or a rule came to its end: by the error of a limit, or by itself. */
  readonly settled = (part: FormFailure['part'], error: unknown): void => {
    const known = this.failures.find((failure) => failure.part === part);
    if (error === null && known === undefined) return;
    const others = this.failures.filter((failure) => failure !== known);
    this.failures = error === null ? others : [...others, { part, error }];
    this.updateForm();
  };

  updateForm(): void {
    const before = this.formView;
    this.formView = null;
    const after = this.form();
    if (before !== null && sameFormView(before, after)) {
      this.formView = before;
      return;
    }
    for (const listener of this.formListeners) listener();
  }
}

function sameFieldView(a: FieldView, b: FieldView): boolean {
  return Object.is(a.value, b.value) && a.changed === b.changed && sameFieldState(a, b);
}

/** Whether two views differ at most in the value, and in whether it is changed. */
export function sameFieldState(a: FieldView, b: FieldView): boolean {
  return (
    a.hidden === b.hidden &&
    a.field === b.field &&
    a.required === b.required &&
    a.disabled === b.disabled &&
    a.clearedBy === b.clearedBy &&
    sameList(a.allowed ?? [], b.allowed ?? []) &&
    (a.allowed === null) === (b.allowed === null) &&
    sameErrors(a.errors, b.errors)
  );
}

function sameFormView(a: FormView, b: FormView): boolean {
  return a.changes === b.changes && sameFormState(a, b);
}

/** Whether two views of a form are the same but for how many changes there are, as long as there are some. */
export function sameFormState(a: FormView, b: FormView): boolean {
  return (
    a.changes > 0 === b.changes > 0 &&
    a.valid === b.valid &&
    a.invalid === b.invalid &&
    a.conflict === b.conflict &&
    a.reminders === b.reminders &&
    a.recordDeleted === b.recordDeleted &&
    a.rejections === b.rejections &&
    a.isBlank === b.isBlank &&
    sameList(a.failures, b.failures) &&
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
