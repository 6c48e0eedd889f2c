import { sameFormView, sameView, type FieldView, type FormView } from './views.ts';

/** How to look at an open form. */
interface Looks {
  field(name: string): FieldView;
  form(): FormView;
}

/** Who looks at an open form: at one field, at the form as a whole, or at every change of a value. */
export class Watchers {
  private readonly looks: Looks;
  private readonly fields = new Map<string, FieldView>();
  private readonly ofField = new Map<string, Set<() => void>>();
  private readonly ofForm = new Set<() => void>();
  private readonly ofAny = new Set<() => void>();
  private view: FormView | null = null;

  constructor(looks: Looks) {
    this.looks = looks;
  }

  field(name: string): FieldView {
    const known = this.fields.get(name);
    if (known !== undefined) return known;
    const made = this.looks.field(name);
    this.fields.set(name, made);
    return made;
  }

  form(): FormView {
    this.view ??= this.looks.form();
    return this.view;
  }

  watchField(name: string, listener: () => void): () => void {
    const listeners = this.ofField.get(name) ?? new Set();
    this.ofField.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  watchForm(listener: () => void): () => void {
    this.ofForm.add(listener);
    return () => this.ofForm.delete(listener);
  }

  watchAny(listener: () => void): () => void {
    this.ofAny.add(listener);
    return () => this.ofAny.delete(listener);
  }

  /** Those whose view became another one are told; the others notice nothing. */
  tell(names: Iterable<string>): void {
    for (const name of names) {
      const before = this.fields.get(name);
      if (before === undefined) continue;
      const after = this.looks.field(name);
      if (sameView(before, after)) continue;
      this.fields.set(name, after);
      for (const listener of this.ofField.get(name) ?? []) listener();
    }
    this.tellForm();
    for (const listener of this.ofAny) listener();
  }

  tellForm(): void {
    const before = this.view;
    this.view = null;
    const after = this.form();
    if (before !== null && sameFormView(before, after)) {
      this.view = before;
      return;
    }
    for (const listener of this.ofForm) listener();
  }
}
