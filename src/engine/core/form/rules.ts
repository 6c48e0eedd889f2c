import { asList, isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { exceedsLimit } from '../expressions/errors.ts';
import { compileExpression } from '../expressions/expression.ts';
import { toBoolean } from '../expressions/semantics.ts';
import type { JsonSchema } from '../contract.ts';
import type { Scope } from '../screen/store.ts';
import type { CompiledForm, CompiledRule } from './compile.ts';
import { mainType } from './shape.ts';
import { RootAlternatives, inapplicableFields } from './root-alternatives.ts';

/** Effects of the rules whose condition is true. */
export interface RuleState {
  hidden: ReadonlySet<string>;
  required: ReadonlySet<string>;
  disabled: ReadonlySet<string>;
  /** Option values that rules leave, by field. */
  options: ReadonlyMap<string, readonly (string | number | boolean)[]>;
  active: ReadonlySet<CompiledRule>;
}

/** Value of a condition for a record; undefined while it is pending. */
type Condition = (rule: CompiledRule, record: JsonObject) => boolean | undefined;

/** Maximum depth of rules whose values activate other rules. */
const maxValueDepth = 20;

/** Rounds after which rules that keep hiding each other stop. */
const maxRounds = 20;

/**
 * Computes the state of every field. A field in several `show` rules is visible while all of them are true.
 * Conditions read a hidden field as empty and are evaluated until nothing changes, so the server, which does not
 * receive hidden values, computes the same state.
 * @param evaluate a pending condition hides the fields that it shows.
 */
export function ruleState(form: CompiledForm, record: JsonObject, evaluate: Condition): RuleState {
  let hidden = new Set<string>();
  let active = new Set<CompiledRule>();
  for (let round = 0; round < maxRounds; round++) {
    const visible = withoutFields(record, hidden);
    active = new Set(form.rules.filter((rule) => evaluate(rule, visible) === true));
    const next = hiddenBy(form.rules, active);
    for (const name of inapplicableFields(form, visible)) next.add(name);
    const settled = sameMembers(next, hidden);
    hidden = next;
    if (settled) break;
  }
  const required = new Set<string>();
  const disabled = new Set<string>();
  const options = new Map<string, readonly (string | number | boolean)[]>();
  for (const rule of active) {
    for (const name of rule.require) required.add(name);
    for (const name of rule.disable) disabled.add(name);
    for (const [name, allowed] of Object.entries(rule.options)) {
      const before = options.get(name);
      options.set(name, before === undefined ? allowed : before.filter((value) => allowed.includes(value)));
    }
  }
  return { hidden, required, disabled, options, active };
}

/** Evaluates plain conditions synchronously and passes the others to `otherwise`. */
export function evaluatePlain(scope: Scope, otherwise: Condition): Condition {
  return (rule, record) => {
    if (!rule.when.plain) return otherwise(rule, record);
    try {
      return isTrue(rule.when.evaluate({ ...scope, form: record }));
    } catch {
      return undefined;
    }
  };
}

/** Truth value of a result by JSONata's rules; a missing value is false. */
export function isTrue(value: unknown): boolean {
  return toBoolean(value) ?? false;
}

export function withoutFields(record: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (names.size === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
}

function hiddenBy(rules: readonly CompiledRule[], active: ReadonlySet<CompiledRule>): Set<string> {
  return new Set(rules.filter((rule) => !active.has(rule)).flatMap((rule) => rule.show));
}

interface CachedResult {
  /** Form values that the condition read; the whole record if it reads the form as a whole. */
  read: readonly unknown[];
  scope: Scope;
  result: boolean | undefined;
}

/**
 * Rules of an open form. A condition is evaluated again only after a field that it reads changed. An asynchronous
 * condition keeps its previous result until the next one arrives; before its first result, the fields that it shows
 * are hidden.
 */
export class LiveRules {
  state: RuleState;
  readonly alternatives: RootAlternatives;
  private readonly form: CompiledForm;
  private readonly currentScope: () => Scope;
  private readonly onChange: () => void;
  private readonly onSettled: (rule: CompiledRule, error: unknown) => void;
  private readonly results = new Map<CompiledRule, CachedResult>();
  private record: JsonObject = {};
  private scope: Scope = {};
  private visible: { record: JsonObject; hidden: ReadonlySet<string>; own: JsonObject } | null = null;
  private started = false;
  private valueDepth = 0;
  /** Values of newly active rules that are not applied yet. */
  private pending: { rule: CompiledRule; name: string; value: Json; record: JsonObject }[] = [];

  /**
   * @param onChange called when the state changes asynchronously, or with a field.
   * @param onSettled takes the error of a limit that ended a condition or a value of a rule, or null when none did.
   */
  constructor(
    form: CompiledForm,
    currentScope: () => Scope,
    onChange: () => void,
    onSettled: (rule: CompiledRule, error: unknown) => void = () => undefined,
  ) {
    this.form = form;
    this.alternatives = new RootAlternatives(form);
    this.currentScope = currentScope;
    this.onChange = onChange;
    this.onSettled = onSettled;
    this.state = ruleState({ ...form, rules: [], conditional: new Set() }, {}, () => false);
  }

  /** Evaluates every rule, for another record or another scope. */
  update(record: JsonObject): void {
    this.scope = this.currentScope();
    this.record = record;
    if (this.form.rules.length > 0 || this.form.conditional.size > 0) this.recompute();
  }

  fieldChanged(name: string, record: JsonObject): void {
    this.record = record;
    const isRead = this.form.rulesOf.has(name) || this.form.rulesOf.has('') || this.form.conditional.size > 0;
    if (!isRead) return;
    const before = this.state;
    this.recompute();
    if (!sameState(before, this.state)) this.onChange();
  }

  /** The root schema as it applies to the visible values of a record. */
  applied(record: JsonObject): JsonSchema {
    const { hidden } = this.state;
    if (!this.form.reader().hasConditions && this.form.conditional.size === 0) return this.form.schema;
    if (this.visible?.record !== record || this.visible.hidden !== hidden)
      this.visible = { record, hidden, own: withoutFields(record, hidden) };
    return this.alternatives.applied(this.visible.own);
  }

  /** Passes the values of newly active rules to `set`, each once. */
  takeValues(set: (name: string, value: Json | undefined) => void): void {
    const give = (name: string, given: Json | undefined): void => {
      const field = this.form.fields.get(name);
      const isList = field !== undefined && mainType(field.schema) === 'array' && given !== undefined;
      const value = isList ? ([...asList(given)] as Json) : given;
      // Stops rules that keep setting each other.
      if (this.valueDepth >= maxValueDepth) return;
      this.valueDepth += 1;
      try {
        set(name, value);
      } finally {
        this.valueDepth -= 1;
      }
    };
    while (this.pending.length > 0) {
      const { rule, name, value, record } = this.pending.shift()!;
      const source = expressionIn(value);
      if (source === null) {
        give(name, value);
        continue;
      }
      const compiled = compileExpression(source);
      const scope = { ...this.scope, form: record };
      if (compiled.plain) give(name, compiled.evaluate(scope) as Json | undefined);
      else
        void compiled.evaluateAsync(scope).then(
          (result) => give(name, result as Json | undefined),
          (error: unknown) => {
            if (exceedsLimit(error)) this.onSettled(rule, error);
          },
        );
    }
  }

  private recompute(): void {
    const before = this.state.active;
    const idle = this.alternatives.hiddenFields(this.record);
    const own = withoutFields(this.record, this.alternatives.foreignFields(this.record));
    const state = ruleState(this.form, own, (rule, record) => this.evaluate(rule, record));
    this.state = idle.size === 0 ? state : { ...state, hidden: new Set([...state.hidden, ...idle]) };
    if (this.started) {
      for (const rule of this.state.active) {
        if (before.has(rule)) continue;
        for (const [name, value] of Object.entries(rule.set)) {
          this.pending.push({ rule, name, value, record: this.record });
        }
      }
    }
    this.started = true;
  }

  private evaluate(rule: CompiledRule, record: JsonObject): boolean | undefined {
    const read = rule.reads === null ? [record] : rule.reads.map((name) => record[name]);
    const known = this.results.get(rule);
    const isFresh =
      known !== undefined &&
      known.scope === this.scope &&
      known.read.every((value, at) => Object.is(value, read[at]));
    if (isFresh) return known.result;
    const cached: CachedResult = { read, scope: this.scope, result: known?.result };
    this.results.set(rule, cached);
    cached.result = evaluatePlain(this.scope, () => {
      void this.evaluateAsync(rule, record, cached);
      return cached.result;
    })(rule, record);
    return cached.result;
  }

  private async evaluateAsync(rule: CompiledRule, record: JsonObject, cached: CachedResult): Promise<void> {
    let failure: unknown = null;
    const result = await rule.when
      .evaluateAsync({ ...cached.scope, form: record })
      .then(isTrue, (error: unknown) => {
        if (exceedsLimit(error)) failure = error;
        return false;
      });
    if (this.results.get(rule) !== cached) return;
    this.onSettled(rule, failure);
    if (cached.result === result) return;
    cached.result = result;
    this.recompute();
    this.onChange();
  }
}

function expressionIn(value: Json): string | null {
  if (!isObject(value)) return null;
  const source = value['$expr'];
  return typeof source === 'string' && Object.keys(value).length === 1 ? source : null;
}

function sameState(a: RuleState, b: RuleState): boolean {
  return sameMembers(a.active, b.active) && sameMembers(a.hidden, b.hidden);
}

export function sameMembers<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one));
}
