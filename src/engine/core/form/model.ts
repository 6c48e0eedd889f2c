import type { FieldFault } from '../../../contracts/errors.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { trimmedText } from '../../../contracts/text.ts';
import { readPath, type Path } from '../paths.ts';
import type { PickedFile } from '../contract.ts';
import type { Scope } from '../store.ts';
import type { Texts } from '../texts.ts';
import {
  changedFields,
  conflicts,
  rebase,
  sameValue,
  submission,
  withDefaults,
  withValue,
} from './changes.ts';
import type { Submission } from './changes.ts';
import { isEmptyValue, judgedData, type CompiledForm } from './compile.ts';
import { FaultList } from './fault-list.ts';
import { makeInterpreter, type Interpreter } from './interpreter.ts';
import { errorText, judge, fieldOf, pathOf, type Verdict } from './judge.ts';
import { escapeSegment, isAtOrUnder } from './schema-errors.ts';
import { LiveRules } from './live-rules.ts';
import { none, sameFormView, sameView } from './views.ts';
import type { Conflict, FieldView, FormView } from './views.ts';

const pointerOf = (path: Path) => path.map((segment) => `/${escapeSegment(segment)}`).join('');

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
  readonly waiting = new Map<string, PickedFile>();
  private readonly options: FormModelOptions;
  private readonly interpreter: Interpreter;
  private readonly rules: LiveRules;
  private before: JsonObject;
  private now: JsonObject;
  private changed = new Set<string>();
  private readonly faults = new FaultList();
  private readonly cleared = new Map<string, string>();
  private conflict: Conflict | null = null;
  private gone = false;
  private refusals = 0;
  private reminders = 0;
  private judgements = 0;
  private valueDepth = 0;
  private readonly views = new Map<string, FieldView>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly formListeners = new Set<() => void>();
  private readonly anyListeners = new Set<() => void>();
  private view: FormView | null = null;

  constructor(options: FormModelOptions) {
    this.form = options.form;
    this.options = options;
    this.interpreter = makeInterpreter(options.form.schema);
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

  readonly getForm = (): FormView => {
    this.view ??= {
      changes: this.changed.size,
      valid: this.faults.size === 0,
      general: this.generalFaults(),
      conflict: this.conflict,
      reminders: this.reminders,
      gone: this.gone,
      refusals: this.refusals,
    };
    return this.view;
  };

  readonly subscribeForm = (listener: () => void): (() => void) => {
    this.formListeners.add(listener);
    return () => this.formListeners.delete(listener);
  };

  /** Told after every change of a value, whichever field it is in. */
  subscribeAny(listener: () => void): () => void {
    this.anyListeners.add(listener);
    return () => this.anyListeners.delete(listener);
  }

  /** Names of the visible fields that are not as they were loaded. */
  changedNames(): readonly string[] {
    return [...this.changed];
  }

  field(name: string): FieldView {
    const known = this.views.get(name);
    if (known !== undefined) return known;
    const made = this.makeView(name);
    this.views.set(name, made);
    return made;
  }

  subscribeField(name: string, listener: () => void): () => void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
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
    const before = readPath(this.now, path);
    const list = Array.isArray(before) ? (before as Json[]) : [];
    const items = order.map((place) => (place === null ? fresh : list[place]!));
    this.faults.arrange(pointerOf(path), order);
    this.now = withValue(this.now, path, items);
    this.changedAt(path, false);
  }

  /** @param anew what was wrong at the path is forgotten; items that only moved take their faults along. */
  private changedAt(path: Path, anew = true): void {
    const name = path[0]!;
    this.markChanged(name);
    this.recheck(path, anew);
    this.rules.fieldChanged(name, this.now);
    this.tell([name]);
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
      void this.judgeQuietly();
      return;
    }
    if (isEmptyValue(readPath(this.now, path))) return;
    this.checkAlone(path);
    this.tell([name]);
  }

  /** The faults of some fields, shown like those of a submit: what a wizard asks before its next step. */
  async checkSome(names: readonly string[]): Promise<boolean> {
    for (const name of names) this.trim(name);
    const turn = ++this.judgements;
    const verdict = await this.judgeAll();
    if (turn !== this.judgements) return false;
    const own = verdict.faults.filter(({ path }) => names.includes(fieldOf(path) ?? ''));
    if (own.length > 0) this.refusals += 1;
    this.showFaults([
      ...own,
      ...this.faults.list().filter(({ path }) => !names.includes(fieldOf(path) ?? '')),
    ]);
    return own.length === 0;
  }

  /** Someone tries to save while a conflict waits for its answer: the question asks for attention again. */
  remind(): void {
    this.reminders += 1;
    this.tellForm();
  }

  /** The verdict on everything; what is wrong is shown, and told to whoever listens for refusals. */
  async check(): Promise<Verdict> {
    // Enter submits from inside of a field.
    for (const name of this.changed) this.trim(name);
    const turn = ++this.judgements;
    const verdict = await this.judgeAll();
    if (turn === this.judgements) {
      if (verdict.faults.length > 0) this.refusals += 1;
      this.showFaults(verdict.faults);
    }
    return verdict;
  }

  /** Faults that the server told: shown like our own, gone when their field is changed. */
  refuse(faults: readonly FieldFault[]): void {
    this.refusals += 1;
    this.showFaults(faults);
    this.faults.keep(faults.map(({ path }) => path));
  }

  /** What would be sent. */
  submission(): Submission {
    return submission(this.form, this.before, this.now, this.rules.state.hidden, this.options.keep);
  }

  /** `sent` is saved: it counts as loaded from now on. What was typed meanwhile is not saved yet. */
  saved(sent: JsonObject): void {
    this.before = sent;
    this.refusals = 0;
    this.start();
  }

  reset(): void {
    this.now = this.before;
    this.refusals = 0;
    this.start();
  }

  /**
   * The record was loaded (again). What is typed stays on top of it; where the other side changed the same fields, the
   * person is asked.
   */
  load(value: JsonObject): void {
    const theirs = withDefaults(this.form, value);
    if (sameValue(theirs, this.before)) return;
    if (this.changed.size > 0 && conflicts(this.form, this.before, this.now, theirs).length > 0) {
      this.ask(theirs);
      return;
    }
    this.moveOnto(theirs);
  }

  /** Somebody else saved first: `theirs` is the record as it is now. */
  ask(theirs: JsonObject): void {
    const fields = conflicts(this.form, this.before, this.now, theirs);
    this.conflict = { theirs: { ...this.before, ...theirs }, fields };
    this.tellForm();
  }

  /** Somebody deleted the record: what is typed stays, with nowhere to go. */
  lose(): void {
    this.gone = true;
    this.tellForm();
  }

  /** Keeps what is typed, on top of the version the other side saved. */
  keepMine(): void {
    if (this.conflict !== null) this.moveOnto(this.conflict.theirs);
  }

  /** Drops what is typed for the version the other side saved. */
  takeTheirs(): void {
    if (this.conflict === null) return;
    this.before = this.conflict.theirs;
    this.reset();
  }

  /** Something that expressions see beside the form has changed. */
  scopeChanged(): void {
    this.rules.update(this.now);
    this.rulesChanged();
  }

  /** Every text is asked for again. */
  textsChanged(): void {
    if (this.faults.size > 0) void this.judgeQuietly();
  }

  private moveOnto(theirs: JsonObject): void {
    this.now = rebase(this.form, this.before, this.now, theirs);
    this.before = theirs;
    this.start();
  }

  /** Everything that follows from `before` and `now`, from scratch. */
  private start(): void {
    this.conflict = null;
    this.gone = false;
    this.waiting.clear();
    this.judgements += 1;
    this.faults.clear();
    this.cleared.clear();
    this.rules.update(this.now);
    this.changed = new Set(changedFields(this.form, this.before, this.now, this.rules.state.hidden));
    this.tell([...this.form.fields.keys()]);
  }

  private trim(name: string): void {
    const value = this.now[name];
    if (this.form.fields.get(name)?.widget !== 'text' || typeof value !== 'string') return;
    const trimmed = trimmedText(value);
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
    if (this.faults.size === 0) return;
    const own = new Set(this.faults.of(name).map((fault) => fault.path));
    if (own.size > 0) {
      if (anew) this.faults.drop(pointerOf(path));
      const all = anew && path.length === 1;
      const errors = this.errorsOf(name).filter((error) => all || own.has(error.path));
      this.faults.replace(name, errors);
    }
    // What is wrong with the form as a whole stays in sight until nothing else is.
    if (this.faults.list().every((fault) => fault.path === '')) this.faults.clear();
  }

  private checkAlone(path: Path): void {
    const name = path[0]!;
    const pointer = pointerOf(path);
    const shown = new Set(this.faults.of(name).map((fault) => fault.path));
    this.faults.drop(pointer);
    this.faults.replace(
      name,
      this.errorsOf(name).filter((error) => isAtOrUnder(error.path, pointer) || shown.has(error.path)),
    );
  }

  /** What is wrong with one field by itself. */
  private errorsOf(name: string): FieldFault[] {
    const texts = this.options.texts();
    const value = judgedData(this.form, { [name]: this.now[name] ?? null })[name];
    if (value !== undefined) {
      return this.interpreter
        .validateProperty(name, value)
        .map((error) => ({ path: error.path, message: errorText(this.form, error, texts) }));
    }
    const required = this.form.fields.get(name)?.required === true || this.rules.state.required.has(name);
    if (!required || !this.strict) return [];
    const error = { keyword: 'required', path: pathOf(name), params: { missingProperty: name } };
    return [{ path: error.path, message: errorText(this.form, error, texts) }];
  }

  private async judgeAll(): Promise<Verdict> {
    const verdict = await judge({
      form: this.form,
      record: this.now,
      judgeSchema: (data) => this.interpreter.validate(data),
      scope: this.options.scope(),
      texts: this.options.texts(),
    });
    // What stands for a file that is still to be sent is no value of its field yet.
    const faults = verdict.faults.filter(({ path }) => !this.holdsWaiting(fieldOf(path)));
    return { ...verdict, faults };
  }

  private holdsWaiting(name: string | undefined): boolean {
    if (this.waiting.size === 0 || name === undefined) return false;
    const value = this.now[name];
    return [value].flat().some((one) => typeof one === 'string' && this.waiting.has(one));
  }

  private async judgeQuietly(): Promise<void> {
    const turn = ++this.judgements;
    const verdict = await this.judgeAll();
    if (turn !== this.judgements) return;
    // The notice above the fields neither comes nor goes here: what is being clicked must not move away.
    const general = this.generalFaults();
    const told = verdict.faults.filter(({ path }) => !this.isGeneral(path));
    this.showFaults([
      ...general.map((old) => verdict.faults.find(({ path }) => path === old.path) ?? old),
      ...told,
    ]);
  }

  private showFaults(faults: readonly FieldFault[]): void {
    this.faults.become(faults);
    this.tell([...this.form.fields.keys()]);
  }

  /** Does no field in sight show what is wrong there? */
  private isGeneral(path: string): boolean {
    const name = fieldOf(path);
    return name === undefined || !this.form.fields.has(name) || this.rules.state.hidden.has(name);
  }

  private generalFaults(): FieldFault[] {
    return this.faults.list().filter(({ path }) => this.isGeneral(path));
  }

  private rulesChanged(): void {
    this.changed = new Set(changedFields(this.form, this.before, this.now, this.rules.state.hidden));
    for (const name of this.rules.state.hidden) this.faults.drop(pathOf(name));
    this.tell([...this.form.fields.keys()]);
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

  /** Those whose view became another one are told; the others notice nothing. */
  private tell(names: readonly string[]): void {
    for (const name of names) {
      const before = this.views.get(name);
      if (before === undefined) continue;
      const after = this.makeView(name);
      if (sameView(before, after)) continue;
      this.views.set(name, after);
      for (const listener of this.listeners.get(name) ?? []) listener();
    }
    this.tellForm();
    for (const listener of this.anyListeners) listener();
  }

  private tellForm(): void {
    const before = this.view;
    this.view = null;
    const after = this.getForm();
    if (before !== null && sameFormView(before, after)) {
      this.view = before;
      return;
    }
    for (const listener of this.formListeners) listener();
  }

  private makeView(name: string): FieldView {
    const { state } = this.rules;
    return {
      value: this.now[name],
      faults: this.faults.size === 0 ? none : this.faultsOf(name),
      hidden: state.hidden.has(name),
      required: this.form.fields.get(name)?.required === true || state.required.has(name),
      disabled: state.disabled.has(name),
      allowed: state.options.get(name) ?? null,
      clearedBy: this.cleared.get(name) ?? null,
    };
  }

  private faultsOf(name: string): readonly FieldFault[] {
    const own = this.faults.of(name);
    return own.length === 0 ? none : own;
  }
}
