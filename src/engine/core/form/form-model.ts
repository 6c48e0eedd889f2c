import type { FieldError } from '../../../contracts/errors.ts';
import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { trimText } from '../../../contracts/text.ts';
import type { JsonSchema } from '../contract.ts';
import type { Path } from '../language/paths.ts';
import {
  changedFields,
  countChanges,
  RecordVersions,
  submittedValues,
  withDefaults,
  withRenamed,
  withValue,
  type SubmittedValues,
} from './changes.ts';
import { entriesName, isEmptyValue, type CompiledForm } from './compile.ts';
import { isComputed } from './compute.ts';
import { FieldVariants, partOf } from './field-variants.ts';
import { FormErrors } from './form-errors.ts';
import type { FormModelOptions } from './model-options.ts';
import { LiveComputes } from './live-computes.ts';
import { PendingFiles } from './pending-files.ts';
import { LiveRules, withoutFields } from './rules.ts';
import { fieldOf, FormValidator, pathOf, type ValidationResult } from './validation.ts';
import { FormViews, noErrors, type FieldView, type FormView } from './views.ts';

/**
 * State of an open form: the loaded record, the edited one, and their errors. Fields subscribe individually, so an
 * input renders only its own field and those that rules change with it.
 */
export class FormModel {
  readonly form: CompiledForm;
  readonly pendingFiles = new PendingFiles();
  /** Indexes of the alternatives that the user chose, by the pointer of the value. */
  readonly choices = new Map<string, number>();
  readonly versions: RecordVersions;
  private readonly options: FormModelOptions;
  private readonly validator: FormValidator;
  private readonly rules: LiveRules;
  private readonly errors: FormErrors;
  private readonly views: FormViews;
  private readonly computes: LiveComputes;
  private readonly variants: FieldVariants;
  private loadedRecord: JsonObject;
  /** The loaded record before its computed values followed the others. */
  private storedRecord: JsonObject;
  private currentRecord: JsonObject;
  private changed = new Set<string>();
  private readonly clearedBy = new Map<string, string>();
  /** While fields are notified of computed values, which no other schema depends on. */
  isComputing = false;

  constructor(options: FormModelOptions) {
    const { form } = options;
    this.form = form;
    this.options = options;
    this.variants = new FieldVariants(form);
    this.views = new FormViews({
      field: (name) => this.fieldView(name),
      form: () => this.formView(),
    });
    this.validator = new FormValidator(
      form,
      () => options.texts(),
      options.keep,
      (pointer) => this.choices.get(pointer),
    );
    this.errors = new FormErrors({
      validateField: (name) =>
        this.validator.validateField(
          name,
          this.currentRecord[name],
          this.errors.isStrict(pathOf(name)) && this.isRequired(name),
          form.conditional.has(name) ? partOf(this.applied(), name) : undefined,
        ),
      validateAll: () => this.validateAll(),
      isGeneral: (path) => this.isGeneral(path),
      onChange: () => this.views.update(),
    });
    this.versions = new RecordVersions(form, {
      loaded: () => this.loadedRecord,
      current: () => this.currentRecord,
      replace: (loaded, current) => this.replaceRecord(loaded, current),
      notify: () => this.views.updateForm(),
    });
    this.loadedRecord = withDefaults(form, options.value);
    this.storedRecord = this.loadedRecord;
    this.currentRecord = this.loadedRecord;
    this.rules = new LiveRules(form, options.scope, () => this.rulesChanged(), this.views.settled);
    this.rules.update(this.currentRecord);
    this.computes = new LiveComputes(form.computes, {
      visible: (record) => withoutFields(record, this.rules.state.hidden),
      hidden: () => this.rules.state.hidden,
      scope: () => options.scope(),
      current: () => this.currentRecord,
      apply: (record, changed) => this.applyComputed(record, changed),
      settled: this.views.settled,
    });
    this.computeAll();
  }

  /** Whether the record is stored already. */
  get isEdit(): boolean {
    return !isEmptyValue(this.loadedRecord['id']);
  }

  /** The whole record as it would be stored: the loaded one with the changes applied. */
  get record(): JsonObject {
    return this.currentRecord;
  }

  get loaded(): JsonObject {
    return this.loadedRecord;
  }

  /** The record's values with free names. */
  get entries(): JsonObject {
    return Object.fromEntries(Object.entries(this.currentRecord).filter(([name]) => this.hasEntry(name)));
  }

  readonly getForm = (): FormView => this.views.form();

  readonly subscribeForm = (listener: () => void): (() => void) => this.views.subscribeForm(listener);

  /** Notifies about every change of any value. */
  subscribeAny(listener: () => void): () => void {
    return this.views.subscribeChanges(listener);
  }

  /** Names of the visible fields and of the entries whose value differs from the loaded one. */
  readonly changedNames = (): readonly string[] => [...this.changed];

  field(name: string): FieldView {
    return this.views.field(name);
  }

  subscribeField(name: string, listener: () => void): () => void {
    return this.views.subscribeField(name, listener);
  }

  /** Sets the value at a path that begins with a field's name; undefined empties it. */
  set(path: Path, value: Json | undefined): void {
    const next = withValue(this.currentRecord, path, value);
    if (next === this.currentRecord) return;
    this.clearedBy.delete(path[0]!);
    this.take(next, path);
  }

  /** Renames an entry of the object at a path, in its place. */
  rename(path: Path, from: string, to: string): void {
    const owner = valueAt(this.currentRecord, path);
    if (!isObject(owner)) return;
    const renamed = withRenamed(owner, from, to);
    if (path.length > 0) return this.set(path, renamed);
    this.take(renamed, [from]);
    this.valueChanged([to]);
  }

  /**
   * Reorders the items of a list: `order` has each item's previous index, null for a new one. Errors move with
   * their items.
   * @param fresh value of new items.
   */
  arrange(path: Path, order: readonly (number | null)[], fresh: Json = null): void {
    const before = valueAt(this.currentRecord, path);
    const list = Array.isArray(before) ? (before as Json[]) : [];
    const items = order.map((index) => (index === null ? fresh : list[index]!));
    this.errors.arrange(path, order);
    this.take(withValue(this.currentRecord, path, items), path, true);
  }

  /** Shows the errors of a value that the user leaves; after a rejected submit, all errors. */
  leave(path: Path): void {
    const name = path[0]!;
    this.trim(name);
    if (this.errors.isStrict(pathOf(name))) {
      void this.errors.revalidate();
      return;
    }
    if (isEmptyValue(valueAt(this.currentRecord, path))) return;
    this.errors.valueLeft(path);
    this.updateView(name);
  }

  /** Validates some fields as a submit does; wizards call it before the next step. */
  async validateFields(names: readonly string[]): Promise<boolean> {
    for (const name of names) this.trim(name);
    await this.computes.settled();
    const { errors, stale } = await this.errors.validate((path) => {
      const name = fieldOf(path);
      return name !== undefined && names.includes(this.form.isEntry(name) ? entriesName : name);
    });
    return !stale && errors.length === 0;
  }

  /** Validates everything for a submit, and shows the errors. */
  async check(): Promise<ValidationResult> {
    // The Enter key submits without leaving the field.
    for (const name of this.changed) this.trim(name);
    await this.computes.settled();
    return this.errors.validate();
  }

  /** Shows errors from the server. */
  showServerErrors(errors: readonly FieldError[]): void {
    this.errors.showFromServer(errors);
  }

  /** Shows what a computation with the values has found, in place of what it found before. */
  readonly showComputedErrors = (errors: readonly FieldError[]): void => this.errors.showComputed(errors);

  submittedValues(): SubmittedValues {
    const { hidden } = this.rules.state;
    const records = { loaded: this.loadedRecord, stored: this.storedRecord };
    return submittedValues(this.form, records, this.currentRecord, hidden, this.options.keep);
  }

  /** Takes the stored record `sent` as loaded. Later changes stay unsaved. */
  saved(sent: JsonObject): void {
    this.errors.restart();
    this.replaceRecord(sent, this.currentRecord);
  }

  reset(): void {
    this.errors.restart();
    this.replaceRecord(this.loadedRecord, this.loadedRecord);
  }

  /** Chooses another alternative of the root schema. */
  choose(at: number): void {
    const values = this.rules.alternatives.choose(at, this.currentRecord);
    this.scopeChanged();
    for (const [name, value] of values) this.set([name], value);
  }

  /** Discards the unsaved changes and takes the conflicting version. */
  takeTheirs(): void {
    const { conflict } = this.versions;
    if (conflict === null) return;
    this.errors.restart();
    this.replaceRecord(conflict.theirs, conflict.theirs);
  }

  /** Evaluates rules again after a value outside the form changed. */
  scopeChanged(): void {
    this.rules.update(this.currentRecord);
    this.computeAll();
    this.rulesChanged();
  }

  readonly textsChanged = (): void => void (this.errors.size > 0 && this.errors.revalidate());

  /** Takes a record that changed at a path, with the values that follow from it. */
  private take(record: JsonObject, path: Path, moved = false): void {
    const followed = this.computes.follow(record, [path]);
    this.currentRecord = followed.record;
    this.valueChanged(path, moved, followed.changed);
  }

  private valueChanged(path: Path, moved = false, computed: readonly Path[] = []): void {
    const names = [...new Set([path, ...computed].map(([name]) => name!))];
    for (const name of names) this.updateChanged(name);
    this.errors.valueChanged(path, moved);
    for (const one of computed) this.errors.valueChanged(one, false);
    for (const name of names) this.rules.fieldChanged(name, this.currentRecord);
    if ([path, ...computed].some((one) => this.form.reader().decides(one))) this.views.update();
    else this.updateView(...names);
    for (const name of names) {
      const value = this.currentRecord[name];
      this.options.onChange?.(name, value, this.pendingFiles.get(value as string)?.preview);
      this.clearDependants(name);
    }
    this.applyRuleValues();
  }

  /** Takes values that were computed after the change that they follow. */
  private applyComputed(record: JsonObject, changed: readonly Path[]): void {
    if (this.loadedRecord === this.currentRecord) this.loadedRecord = record;
    this.currentRecord = record;
    this.isComputing = !changed.some((path) => this.form.reader().decides(path));
    this.valueChanged(changed[0]!, false, changed);
    this.isComputing = false;
  }

  private computeAll(): void {
    if (this.form.computes.length === 0) return;
    [this.loadedRecord, this.currentRecord] = this.computes.all(this.loadedRecord, this.currentRecord);
    this.rules.update(this.currentRecord);
  }

  /** Empties the fields whose options depend on the changed one, since their value is no longer an option. */
  private clearDependants(name: string): void {
    for (const field of this.form.dependants.get(name) ?? []) {
      if (isEmptyValue(this.currentRecord[field.name]) || field.name === name) continue;
      this.clearedBy.set(field.name, name);
      this.take(withValue(this.currentRecord, [field.name], undefined), [field.name]);
    }
  }

  private replaceRecord(loaded: JsonObject, current: JsonObject): void {
    this.loadedRecord = loaded;
    this.storedRecord = loaded;
    this.currentRecord = current;
    this.versions.clear();
    this.rules.alternatives.reset();
    this.pendingFiles.clear();
    this.errors.clear();
    this.clearedBy.clear();
    this.rules.update(current);
    this.computeAll();
    this.updateAllChanged();
    this.views.update();
  }

  private trim(name: string): void {
    const value = this.currentRecord[name];
    if (this.form.fields.get(name)?.widget !== 'text' || typeof value !== 'string') return;
    const trimmed = trimText(value);
    if (trimmed !== value) this.set([name], trimmed === '' ? undefined : trimmed);
  }

  private updateChanged(name: string): void {
    const isOwn = !this.rules.state.hidden.has(name) && !isComputed(this.form.computes, [name]);
    if (isOwn && countChanges(this.form, [name], this.loadedRecord, this.currentRecord) > 0)
      this.changed.add(name);
    else this.changed.delete(name);
  }

  private updateAllChanged(): void {
    const { hidden } = this.rules.state;
    this.changed = new Set(changedFields(this.form, this.loadedRecord, this.currentRecord, hidden));
  }

  /** Updates the views of root values, and of all entries if they are one. */
  private updateView(...names: string[]): void {
    this.views.update(names.some((name) => this.form.isEntry(name)) ? [...names, entriesName] : names);
  }

  private validateAll(): Promise<ValidationResult> {
    const own = withoutFields(this.currentRecord, this.rules.alternatives.foreignFields(this.currentRecord));
    return this.validator.validateAll(own, this.options.scope(), (value) => this.pendingFiles.has(value));
  }

  private rulesChanged(): void {
    this.updateAllChanged();
    for (const name of this.rules.state.hidden) this.errors.drop([name]);
    this.views.update();
    this.computes.visibilityChanged();
    this.applyRuleValues();
  }

  private applyRuleValues(): void {
    this.rules.takeValues((name, value) => this.set([name], value));
  }

  private isGeneral(path: string): boolean {
    const name = fieldOf(path);
    if (name === undefined || this.rules.state.hidden.has(name)) return true;
    return !this.form.fields.has(name) && !this.hasEntry(name);
  }

  /** The root schema as it applies to the values of the visible fields. */
  private applied(): JsonSchema {
    return this.rules.applied(this.currentRecord);
  }

  private hasEntry(name: string | undefined): boolean {
    if (name === undefined || !this.form.isEntry(name) || this.options.keep.includes(name)) return false;
    return Object.hasOwn(this.currentRecord, name);
  }

  private formView(): Omit<FormView, 'failures'> {
    const visible = [...this.form.fields.keys()].filter((name) => !this.rules.state.hidden.has(name));
    return {
      changes: countChanges(this.form, this.changed, this.loadedRecord, this.currentRecord),
      valid: this.errors.size === 0,
      invalid: visible.filter((name) => this.errors.size > 0 && this.field(name).errors.length > 0).length,
      general: this.errors.general(),
      conflict: this.versions.conflict,
      reminders: this.versions.reminders,
      recordDeleted: this.versions.recordDeleted,
      rejections: this.errors.rejections,
      isBlank: visible.length === 0,
      choice: this.rules.alternatives.choice(this.currentRecord),
    };
  }

  private fieldView(name: string): FieldView {
    const { state } = this.rules;
    // The field of the entries has the values and the errors of all of them.
    const isEntries = name === entriesName && this.form.entries !== null;
    const errors = isEntries
      ? this.errors.list().filter(({ path }) => this.hasEntry(fieldOf(path)))
      : this.errors.of(name);
    return {
      value: isEntries ? this.currentRecord : this.currentRecord[name],
      errors: errors.length === 0 ? noErrors : errors,
      hidden: state.hidden.has(name),
      changed: this.changed.has(name),
      required: this.isRequired(name) || this.form.fields.get(name)?.own.mark === true,
      field: this.variants.of(name, this.applied(), this.currentRecord),
      disabled: state.disabled.has(name),
      allowed: state.options.get(name) ?? null,
      clearedBy: this.clearedBy.get(name) ?? null,
    };
  }

  private isRequired(name: string): boolean {
    if (this.form.fields.get(name)?.required === true || this.rules.state.required.has(name)) return true;
    const { required } = this.applied();
    return Array.isArray(required) && required.includes(name);
  }
}
