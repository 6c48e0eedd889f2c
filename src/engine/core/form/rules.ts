import type { JsonObject } from '../../../contracts/json.ts';
import { toBoolean } from '../expressions/semantics.ts';
import type { Scope } from '../store.ts';
import { unfitFields, type CompiledForm, type CompiledRule } from './compile.ts';

/** What the rules make of the fields right now. */
export interface RuleState {
  hidden: ReadonlySet<string>;
  required: ReadonlySet<string>;
  disabled: ReadonlySet<string>;
  /** Values a field's options are narrowed to. */
  options: ReadonlyMap<string, readonly (string | number | boolean)[]>;
  /** The rules whose condition holds, to notice when one becomes true. */
  holding: ReadonlySet<CompiledRule>;
}

/** Rounds after which rules that keep hiding each other are left as they are. */
const maxRounds = 20;

/**
 * The state of every field. A field that no `show` rule names is shown; one that several name, while all of them hold.
 * A hidden field has no value for anybody, so conditions are asked again without it until nothing changes: the server,
 * which never gets its value, comes to the same state.
 * @param evaluate answers a rule's condition over a record; undefined while it is not known (hides what it shows).
 */
export function ruleState(
  form: CompiledForm,
  record: JsonObject,
  evaluate: (rule: CompiledRule, record: JsonObject) => boolean | undefined,
): RuleState {
  let hidden = new Set<string>();
  let holding = new Set<CompiledRule>();
  for (let round = 0; round < maxRounds; round++) {
    const seen = withoutFields(record, hidden);
    holding = new Set(form.rules.filter((rule) => evaluate(rule, seen) === true));
    const next = hiddenBy(form.rules, holding);
    for (const name of unfitFields(form, seen)) next.add(name);
    const settled = sameMembers(next, hidden);
    hidden = next;
    if (settled) break;
  }
  const required = new Set<string>();
  const disabled = new Set<string>();
  const options = new Map<string, readonly (string | number | boolean)[]>();
  for (const rule of holding) {
    for (const name of rule.require) required.add(name);
    for (const name of rule.disable) disabled.add(name);
    for (const [name, allowed] of Object.entries(rule.options)) {
      const before = options.get(name);
      options.set(name, before === undefined ? allowed : before.filter((value) => allowed.includes(value)));
    }
  }
  return { hidden, required, disabled, options, holding };
}

/** Conditions that need no JSONata, asked at once; `others` answers the rest from what is known of them. */
export function evaluateNow(
  scope: Scope,
  others: (rule: CompiledRule, record: JsonObject) => boolean | undefined,
): (rule: CompiledRule, record: JsonObject) => boolean | undefined {
  return (rule, record) => {
    if (!rule.when.plain) return others(rule, record);
    try {
      return isTrue(rule.when.evaluate({ ...scope, form: record }));
    } catch {
      return undefined;
    }
  };
}

/** Does a condition's answer hold? JSONata's own idea of truth; a missing value does not hold. */
export function isTrue(value: unknown): boolean {
  return toBoolean(value) ?? false;
}

export function withoutFields(record: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (names.size === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
}

function hiddenBy(rules: readonly CompiledRule[], holding: ReadonlySet<CompiledRule>): Set<string> {
  const hidden = new Set<string>();
  for (const rule of rules) {
    if (holding.has(rule)) continue;
    for (const name of rule.show) hidden.add(name);
  }
  return hidden;
}

function sameMembers(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((name) => b.has(name));
}
