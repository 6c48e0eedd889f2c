import { type Json, type JsonObject, isObject } from '../../../contracts/json.ts';
import { compileExpression } from '../expressions/expression.ts';
import type { Scope } from '../store.ts';
import type { CompiledForm, CompiledRule } from './compile.ts';
import { RootAlternatives } from './root-choice.ts';
import { evaluateNow, isTrue, ruleState, withoutFields, type RuleState } from './rules.ts';

interface Remembered {
  /** What the condition read of the form when it was asked; null: the whole of it. */
  seen: readonly unknown[];
  scope: Scope;
  answer: boolean | undefined;
}

/**
 * The rules of an open form. A condition is asked again only when a field it reads has changed; one that needs JSONata
 * keeps its last answer until the new one is there (the very first time, what it shows stays hidden).
 */
export class LiveRules {
  state: RuleState;
  readonly alternatives: RootAlternatives;
  private readonly form: CompiledForm;
  private readonly scopeNow: () => Scope;
  private readonly changed: () => void;
  private readonly memory = new Map<CompiledRule, Remembered>();
  private record: JsonObject = {};
  private scope: Scope = {};
  private started = false;
  /** Values that rules which began to hold want to give. */
  private pending: { name: string; value: Json; record: JsonObject }[] = [];

  constructor(form: CompiledForm, scopeNow: () => Scope, changed: () => void) {
    this.form = form;
    this.alternatives = new RootAlternatives(form);
    this.scopeNow = scopeNow;
    this.changed = changed;
    this.state = ruleState({ ...form, rules: [], conditional: new Set() }, {}, () => false);
  }

  /** Everything again: another record, another scope. */
  update(record: JsonObject): void {
    this.scope = this.scopeNow();
    this.record = record;
    if (this.form.rules.length > 0 || this.form.conditional.size > 0) this.settle();
  }

  /** One field of the record has another value. */
  fieldChanged(name: string, record: JsonObject): void {
    this.record = record;
    const isRead = this.form.rulesOf.has(name) || this.form.rulesOf.has('') || this.form.conditional.size > 0;
    if (!isRead) return;
    const before = this.state;
    this.settle();
    if (!sameState(before, this.state)) this.changed();
  }

  /** Hands out the values of rules that have begun to hold, each once. */
  takeValues(give: (name: string, value: Json | undefined) => void): void {
    while (this.pending.length > 0) {
      const { name, value, record } = this.pending.shift()!;
      const expression = expressionIn(value);
      if (expression === null) {
        give(name, value);
      } else {
        const compiled = compileExpression(expression);
        const scope = { ...this.scope, form: record };
        if (compiled.plain) give(name, compiled.evaluate(scope) as Json | undefined);
        else
          void compiled.evaluateAsync(scope).then(
            (answer) => give(name, answer as Json | undefined),
            () => undefined,
          );
      }
    }
  }

  private settle(): void {
    const before = this.state.holding;
    const idle = this.alternatives.idle(this.record);
    const seen = withoutFields(this.record, this.alternatives.foreign(this.record));
    const state = ruleState(this.form, seen, (rule, record) => this.ask(rule, record));
    this.state = idle.size === 0 ? state : { ...state, hidden: new Set([...state.hidden, ...idle]) };
    if (this.started) {
      for (const rule of this.state.holding) {
        if (before.has(rule)) continue;
        for (const [name, value] of Object.entries(rule.set)) {
          this.pending.push({ name, value, record: this.record });
        }
      }
    }
    this.started = true;
  }

  private ask(rule: CompiledRule, record: JsonObject): boolean | undefined {
    const seen = rule.reads === null ? [record] : rule.reads.map((name) => record[name]);
    const known = this.memory.get(rule);
    const isKnown =
      known !== undefined &&
      known.scope === this.scope &&
      known.seen.every((value, at) => Object.is(value, seen[at]));
    if (isKnown) return known.answer;
    const remembered: Remembered = { seen, scope: this.scope, answer: known?.answer };
    this.memory.set(rule, remembered);
    remembered.answer = evaluateNow(this.scope, () => {
      void this.askLater(rule, record, remembered);
      return remembered.answer;
    })(rule, record);
    return remembered.answer;
  }

  private async askLater(rule: CompiledRule, record: JsonObject, remembered: Remembered): Promise<void> {
    const answer = await rule.when
      .evaluateAsync({ ...remembered.scope, form: record })
      .then(isTrue, () => false);
    if (this.memory.get(rule) !== remembered || remembered.answer === answer) return;
    remembered.answer = answer;
    this.settle();
    this.changed();
  }
}

function expressionIn(value: Json): string | null {
  if (!isObject(value)) return null;
  const source = value['$expr'];
  return typeof source === 'string' && Object.keys(value).length === 1 ? source : null;
}

function sameState(a: RuleState, b: RuleState): boolean {
  return sameMembers(a.holding, b.holding) && sameMembers(a.hidden, b.hidden);
}

function sameMembers<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}
