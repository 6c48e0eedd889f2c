import { toPointer, valueAt } from '../../../contracts/json-pointer.ts';
import type { FieldError } from '../../../contracts/errors.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { trimText } from '../../../contracts/text.ts';
import { type Path } from '../paths.ts';
import type { Scope } from '../store.ts';
import type { Texts } from '../texts.ts';
import { sameValue, changedFields, submission, withDefaults, withValue } from './changes.ts';
import type { Submission } from './changes.ts';
import { isEmptyValue, type CompiledForm } from './compile.ts';
import { ErrorList } from './error-list.ts';
import { fieldOf, pathOf, type ValidationResult } from './validate-form.ts';
import { FormValidator, type WaitingFile } from './form-validator.ts';
import { isAtOrUnder } from './schema-errors.ts';
import { LiveRules } from './live-rules.ts';
import { withoutFields } from './rules.ts';
import { Versions } from './versions.ts';
import { none, type FieldView, type FormView } from './views.ts';
import { Watchers } from './watchers.ts';

/** How far one rule's value may set off the next. */
const maxValueDepth = 20;

export interface FormModelOptions {
  form: CompiledForm;
  value: JsonObject;
  keep: readonly string[];
  /** What expressions see beside `form`. */
  scope(): Scope;
  texts(): Texts;
  onChange?(field: string, value: Json | undefined): void;
}

/**
 * An open form: what was loaded, what is typed, what is wrong. Fields listen one by one, so a key pressed in one of them
 * costs that field and the rules that read it, however many there are beside it.
 */
export class FormModel {
  readonly form: CompiledForm;
  /** Files that go away with the submit, by what their fields hold for them meanwhile. */
  readonly waiting = new Map<string, WaitingFile>();
  /** What others make of the record meanwhile. */
  readonly versions: Versions;
  private readonly options: FormModelOptions;
  private readonly judgement: FormValidator;
  private readonly rules: LiveRules;
  private before: JsonObject;
  private now: JsonObject;
  private changed = new Set<string>();
  private readonly errors = new ErrorList();
  private readonly cleared = new Map<string, string>();
  private refusals = 0;
  private judgements = 0;
  private valueDepth = 0;
  private readonly watchers = new Watchers({
    field: (name) => this.makeView(name),
    form: () => this.makeFormView(),
  });

  constructor(options: FormModelOptions) {
    this.form = options.form;
    this.options = options;
    this.judgement = new FormValidator(options.form, () => options.texts());
    this.versions = new Versions(options.form, {
      before: () => this.before,
      now: () => this.now,
      become: (before, now) => this.become(before, now),
      tell: () => this.watchers.tellForm(),
    });
    this.before = withDefaults(options.form, options.value);
    this.now = this.before;
    this.rules = new LiveRules(options.form, options.scope, () => this.rulesChanged());
    this.rules.update(this.now);
  }

  /** Is it a record that exists already? */
  get isEdit(): boolean {
    return !isEmptyValue(this.before['id']);
  }

  /** The whole record as it would be: what was loaded with what is typed over it. */
  get record(): JsonObject {
    return this.now;
  }

  /** The record as it was loaded. */
  get loaded(): JsonObject {
    return this.before;
  }

  /** Has a submit been refused, so that faults are told as soon as they arise? */
  private get strict(): boolean {
    return this.refusals > 0;
  }

  readonly getForm = (): FormView => this.watchers.form();

  readonly subscribeForm = (listener: () => void): (() => void) => this.watchers.watchForm(listener);

  /** Told after every change of a value, whichever field it is in. */
  subscribeAny(listener: () => void): () => void {
    return this.watchers.watchAny(listener);
  }

  /** Names of the visible fields that are not as they were loaded. */
  changedNames(): readonly string[] {
    return [...this.changed];
  }

  field(name: string): FieldView {
    return this.watchers.field(name);
  }

  subscribeField(name: string, listener: () => void): () => void {
    return this.watchers.watchField(name, listener);
  }

  /** A person (or a rule) gives a value; undefined empties it. The path begins with the field's name. */
  set(path: Path, value: Json | undefined): void {
    const name = path[0]!;
    const next = withValue(this.now, path, value);
    if (next === this.now) return;
    this.now = next;
    this.cleared.delete(name);
    this.changedAt(path);
  }

  /**
   * The items of a list in another order: each names the place it had, null is a new one. Faults go with their items.
   * @param fresh what the new ones begin as.
   */
  arrange(path: Path, order: readonly (number | null)[], fresh: Json = null): void {
    const before = valueAt(this.now, path);
    const list = Array.isArray(before) ? (before as Json[]) : [];
    const items = order.map((place) => (place === null ? fresh : list[place]!));
    this.errors.arrange(toPointer(path), order);
    this.now = withValue(this.now, path, items);
    this.changedAt(path, false);
  }

  /** @param anew what was wrong at the path is forgotten; items that only moved take their faults along. */
  private changedAt(path: Path, anew = true): void {
    const name = path[0]!;
    this.markChanged(name);
    this.recheck(path, anew);
    this.rules.fieldChanged(name, this.now);
    this.watchers.tell([name]);
    this.options.onChange?.(name, this.now[name]);
    this.clearDependants(name);
    this.applyRuleValues();
  }

  /** What was chosen among the options of another value is no choice any more. */
  private clearDependants(name: string): void {
    for (const field of this.form.dependants.get(name) ?? []) {
      if (isEmptyValue(this.now[field.name]) || field.name === name) continue;
      this.now = withValue(this.now, [field.name], undefined);
      this.cleared.set(field.name, name);
      this.changedAt([field.name]);
    }
  }

  /** The person leaves a value: what it holds is checked by itself, after a refused submit everything is. */
  leave(path: Path): void {
    const name = path[0]!;
    this.trim(name);
    if (this.strict) {
      void this.validateQuietly();
      return;
    }
    if (isEmptyValue(valueAt(this.now, path))) return;
    this.checkAlone(path);
    this.watchers.tell([name]);
  }

  /** The faults of some fields, shown like those of a submit: what a wizard asks before its next step. */
  async checkSome(names: readonly string[]): Promise<boolean> {
    for (const name of names) this.trim(name);
    const turn = ++this.judgements;
    const result = await this.validateAll();
    if (turn !== this.judgements) return false;
    const isOther = (path: string) => !names.includes(fieldOf(path) ?? '');
    const own = result.errors.filter(({ path }) => !isOther(path));
    if (own.length > 0) this.refusals += 1;
    const others = this.errors.list().filter(({ path }) => isOther(path));
    this.showFaults([...own, ...others], isOther);
    return own.length === 0;
  }

  /** The verdict on everything; what is wrong is shown, and told to whoever listens for refusals. */
  async check(): Promise<ValidationResult> {
    // Enter submits from inside of a field.
    for (const name of this.changed) this.trim(name);
    const turn = ++this.judgements;
    const result = await this.validateAll();
    if (turn === this.judgements) {
      if (result.errors.length > 0) this.refusals += 1;
      this.showFaults(result.errors);
    }
    return result;
  }

  /** Faults that the server told: shown like our own, gone when their field is changed. */
  refuse(errors: readonly FieldError[]): void {
    this.refusals += 1;
    this.showFaults(errors);
    this.errors.keep(errors.map(({ path }) => path));
  }

  /** What would be sent. */
  submission(): Submission {
    return submission(this.form, this.before, this.now, this.rules.state.hidden, this.options.keep);
  }

  /** `sent` is saved: it counts as loaded from now on. What was typed meanwhile is not saved yet. */
  saved(sent: JsonObject): void {
    this.refusals = 0;
    this.become(sent, this.now);
  }

  reset(): void {
    this.refusals = 0;
    this.become(this.before, this.before);
  }

  /** The record takes another of the forms its schema allows. */
  choose(at: number): void {
    const values = this.rules.alternatives.choose(at, this.now);
    this.scopeChanged();
    for (const [name, value] of values) this.set([name], value);
  }

  /** Drops what is typed for the version the other side saved. */
  takeTheirs(): void {
    const { conflict } = this.versions;
    if (conflict === null) return;
    this.refusals = 0;
    this.become(conflict.theirs, conflict.theirs);
  }

  /** Something that expressions see beside the form has changed. */
  scopeChanged(): void {
    this.rules.update(this.now);
    this.rulesChanged();
  }

  /** Every text is asked for again. */
  textsChanged(): void {
    if (this.errors.size > 0) void this.validateQuietly();
  }

  /** Another record, and everything that follows from it from scratch. */
  private become(before: JsonObject, now: JsonObject): void {
    this.before = before;
    this.now = now;
    this.versions.settle();
    this.rules.alternatives.forget();
    this.waiting.clear();
    this.judgements += 1;
    this.errors.clear();
    this.cleared.clear();
    this.rules.update(this.now);
    this.changed = new Set(changedFields(this.form, this.before, this.now, this.rules.state.hidden));
    this.watchers.tell(this.form.fields.keys());
  }

  private trim(name: string): void {
    const value = this.now[name];
    if (this.form.fields.get(name)?.widget !== 'text' || typeof value !== 'string') return;
    const trimmed = trimText(value);
    if (trimmed !== value) this.set([name], trimmed === '' ? undefined : trimmed);
  }

  private markChanged(name: string): void {
    const isChanged = !this.rules.state.hidden.has(name) && !sameValue(this.before[name], this.now[name]);
    if (isChanged) this.changed.add(name);
    else this.changed.delete(name);
  }

  /** A shown fault goes as soon as its field is in order; no new one comes while somebody types. */
  private recheck(path: Path, anew: boolean): void {
    const name = path[0]!;
    this.judgements += 1;
    if (this.errors.size === 0) return;
    const own = new Set(this.errors.of(name).map((error) => error.path));
    if (own.size > 0) {
      if (anew) this.errors.drop(toPointer(path));
      const all = anew && path.length === 1;
      const errors = this.validateField(name).filter((error) => all || own.has(error.path));
      this.errors.replace(name, errors);
    }
    // What is wrong with the form as a whole stays in sight until nothing else is.
    if (this.errors.list().every((error) => error.path === '')) this.errors.clear();
  }

  private validateField(name: string): FieldError[] {
    const required = this.strict && this.isRequired(name);
    return this.judgement.validateField(name, this.now[name], required);
  }

  private checkAlone(path: Path): void {
    const name = path[0]!;
    const pointer = toPointer(path);
    const shown = new Set(this.errors.of(name).map((error) => error.path));
    this.errors.drop(pointer);
    this.errors.replace(
      name,
      this.validateField(name).filter((error) => isAtOrUnder(error.path, pointer) || shown.has(error.path)),
    );
  }

  private validateAll(): Promise<ValidationResult> {
    const own = withoutFields(this.now, this.rules.alternatives.foreign(this.now));
    return this.judgement.validateAll(own, this.options.scope(), this.waiting);
  }

  private async validateQuietly(): Promise<void> {
    const turn = ++this.judgements;
    const result = await this.validateAll();
    if (turn !== this.judgements) return;
    // The notice above the fields neither comes nor goes here: what is being clicked must not move away.
    const general = this.generalErrors();
    const told = result.errors.filter(({ path }) => !this.isGeneral(path));
    const shown = general.map((old) => result.errors.find(({ path }) => path === old.path) ?? old);
    this.showFaults([...shown, ...told], () => true);
  }

  private showFaults(errors: readonly FieldError[], stays?: (path: string) => boolean): void {
    this.errors.become(errors, stays);
    this.watchers.tell(this.form.fields.keys());
  }

  /** Does no field in sight show what is wrong there? */
  private isGeneral(path: string): boolean {
    const name = fieldOf(path);
    return name === undefined || !this.form.fields.has(name) || this.rules.state.hidden.has(name);
  }

  private generalErrors(): FieldError[] {
    return this.errors.list().filter(({ path }) => this.isGeneral(path));
  }

  private rulesChanged(): void {
    this.changed = new Set(changedFields(this.form, this.before, this.now, this.rules.state.hidden));
    for (const name of this.rules.state.hidden) this.errors.drop(pathOf(name));
    this.watchers.tell(this.form.fields.keys());
    this.applyRuleValues();
  }

  private applyRuleValues(): void {
    this.rules.takeValues((name, value) => {
      // Rules that keep setting each other are left where they are instead of turning for ever.
      if (this.valueDepth >= maxValueDepth) return;
      this.valueDepth += 1;
      try {
        this.set([name], value);
      } finally {
        this.valueDepth -= 1;
      }
    });
  }

  private makeFormView(): FormView {
    return {
      changes: this.changed.size,
      valid: this.errors.size === 0,
      general: this.generalErrors(),
      conflict: this.versions.conflict,
      reminders: this.versions.reminders,
      gone: this.versions.gone,
      refusals: this.refusals,
      choice: this.rules.alternatives.choice(this.now),
    };
  }

  private makeView(name: string): FieldView {
    const { state } = this.rules;
    return {
      value: this.now[name],
      errors: this.errors.size === 0 ? none : this.errorsOf(name),
      hidden: state.hidden.has(name),
      required: this.isRequired(name),
      disabled: state.disabled.has(name),
      allowed: state.options.get(name) ?? null,
      clearedBy: this.cleared.get(name) ?? null,
    };
  }

  private isRequired(name: string): boolean {
    return this.form.fields.get(name)?.required === true || this.rules.state.required.has(name);
  }

  private errorsOf(name: string): readonly FieldError[] {
    const own = this.errors.of(name);
    return own.length === 0 ? none : own;
  }
}
