import type { JsonObject } from '../../../contracts/json.ts';
import { sameValue, conflicts, rebase, withDefaults } from './changes.ts';
import type { CompiledForm } from './compile.ts';
import type { Conflict } from './views.ts';

/** What an open form lets its versions see and do. */
interface OpenRecord {
  before(): JsonObject;
  now(): JsonObject;
  /** `before` counts as loaded, `now` as typed from here on. */
  become(before: JsonObject, now: JsonObject): void;
  tell(): void;
}

/** The record as others left it against what is typed here; where both changed a field, the person is asked. */
export class Versions {
  conflict: Conflict | null = null;
  /** The record to save is not there any more. */
  gone = false;
  /** Grows when someone tries to save while the question stands unanswered. */
  reminders = 0;
  private readonly form: CompiledForm;
  private readonly open: OpenRecord;

  constructor(form: CompiledForm, open: OpenRecord) {
    this.form = form;
    this.open = open;
  }

  /** The record was loaded (again). What is typed stays on top of it, unless that is a question. */
  load(value: JsonObject): void {
    const theirs = withDefaults(this.form, value);
    const before = this.open.before();
    if (sameValue(theirs, before)) return;
    if (conflicts(this.form, before, this.open.now(), theirs).length > 0) this.ask(theirs);
    else this.moveOnto(theirs);
  }

  /** Somebody else saved first: `theirs` is the record as it is now. */
  ask(theirs: JsonObject): void {
    const before = this.open.before();
    const fields = conflicts(this.form, before, this.open.now(), theirs);
    this.conflict = { theirs: { ...before, ...theirs }, fields };
    this.open.tell();
  }

  /** Someone tries to save while a conflict waits for its answer: the question asks for attention again. */
  remind(): void {
    this.reminders += 1;
    this.open.tell();
  }

  /** Somebody deleted the record: what is typed stays, with nowhere to go. */
  lose(): void {
    this.gone = true;
    this.open.tell();
  }

  /** Keeps what is typed, on top of the version the other side saved. */
  keepMine(): void {
    if (this.conflict !== null) this.moveOnto(this.conflict.theirs);
  }

  /** No question is open any more. */
  settle(): void {
    this.conflict = null;
    this.gone = false;
  }

  private moveOnto(theirs: JsonObject): void {
    this.open.become(theirs, rebase(this.form, this.open.before(), this.open.now(), theirs));
  }
}
