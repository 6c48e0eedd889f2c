import { escapeSegment, parsePointer } from '../../../contracts/json-pointer.ts';
import type { FieldError } from '../../../contracts/errors.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { ruleErrorText } from '../../../contracts/rule-sets.ts';
import type { Scope } from '../store.ts';
import { resolveText, resolveTextResult, type Texts } from '../texts.ts';
import type { Text } from '../generated/documents.ts';
import { compileExpression } from '../expressions/expression.ts';
import {
  isEmptyValue,
  validatedData,
  type CompiledCheck,
  type CompiledForm,
  type CompiledRule,
} from './compile.ts';
import { titleAt } from './field.ts';
import { schemaErrorText } from './localize.ts';
import { evaluateNow, isTrue, ruleState, withoutFields, type RuleState } from './rules.ts';
import { type SchemaError } from './schema-errors.ts';

/** What a judge needs beside the form: the schema's faults from an interpreter or from Ajv, and what expressions see. */
export interface FormValidation {
  form: CompiledForm;
  /** The whole record: what is stored, with what was typed or sent over it. Expressions see it as `form`. */
  record: JsonObject;
  /** The schema's faults of the data, wrappers dropped. */
  validateSchema(data: JsonObject): SchemaError[];
  /** Roots that expressions see beside `form`: user, tenant, lang, now, and in the browser params, state, data, can. */
  scope: Scope;
  texts: Texts;
}

export interface ValidationResult {
  /** One per path, in the order of the layout; '' is for the form as a whole. Empty: it may be sent. */
  errors: FieldError[];
  state: RuleState;
}

/**
 * The verdict on a form's data, by the same code in the browser and on the server: rules first (they say what is hidden,
 * required, narrowed), then the schema without the faults of hidden fields, then the checks in order up to the first
 * that fails.
 */
export async function validateForm(validation: FormValidation): Promise<ValidationResult> {
  const { form, record, texts, scope } = validation;
  const state = await settledRules(form, record, scope);
  const visible = withoutFields(record, state.hidden);
  const data = validatedData(form, visible);
  const errors = new Map<string, string>();
  const tell = (path: string, message: string) => {
    if (!isHidden(path, state.hidden) && !errors.has(path)) errors.set(path, message);
  };

  for (const error of validation.validateSchema(data)) tell(error.path, errorText(form, error, texts));
  for (const error of ruleErrors(state, data)) tell(error.path, errorText(form, error, texts));
  for (const check of form.checks) {
    const failed = await runCheck(check, visible, scope, texts);
    const seen = failed.filter((error) => !isHidden(error.path, state.hidden));
    if (seen.length === 0) continue;
    for (const error of seen) tell(error.path, error.message);
    break;
  }
  return { errors: inLayoutOrder(form, errors), state };
}

/** A fault of the schema in words, its field named as the form labels it. */
export function errorText(form: CompiledForm, error: SchemaError, texts: Texts): string {
  const path = parsePointer(error.path);
  const name = path[0] ?? '';
  const label = path.length > 1 ? titleAt(form.schema, path) : form.fields.get(name)?.label;
  return schemaErrorText(
    error,
    typeof label === 'string' ? resolveText(label, texts) : name,
    texts.translate,
  );
}

/** The rules' state with every condition known, those that need JSONata included. */
async function settledRules(form: CompiledForm, record: JsonObject, scope: Scope): Promise<RuleState> {
  const known = new Map<CompiledRule, Map<JsonObject, boolean>>();
  for (;;) {
    const asked: [CompiledRule, JsonObject][] = [];
    const state = ruleState(
      form,
      record,
      evaluateNow(scope, (rule, seen) => {
        const answers = known.get(rule);
        const key = [...(answers?.keys() ?? [])].find((one) => shallowEqual(one, seen));
        if (key !== undefined) return answers?.get(key);
        asked.push([rule, seen]);
        return undefined;
      }),
    );
    if (asked.length === 0) return state;
    await Promise.all(
      asked.map(async ([rule, seen]) => {
        const answer = await rule.when.evaluateAsync({ ...scope, form: seen }).then(isTrue, () => false);
        const answers = known.get(rule) ?? new Map<JsonObject, boolean>();
        known.set(rule, answers.set(seen, answer));
      }),
    );
  }
}

function shallowEqual(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
}

/** What rules ask beyond the schema: fields they make required, options they narrow. */
export function ruleErrors(state: RuleState, data: JsonObject): SchemaError[] {
  const missing = [...state.required]
    .filter((name) => isEmptyValue(data[name]))
    .map((name): SchemaError => ({
      keyword: 'required',
      path: pathOf(name),
      params: { missingProperty: name },
    }));
  const outside = [...state.options].flatMap(([name, allowed]): SchemaError[] => {
    const value = data[name];
    if (isEmptyValue(value) || allowed.some((one) => one === value)) return [];
    return [{ keyword: 'enum', path: pathOf(name), params: { allowedValues: allowed } }];
  });
  return [...missing, ...outside];
}

async function runCheck(
  check: CompiledCheck,
  record: JsonObject,
  scope: Scope,
  texts: Texts,
): Promise<FieldError[]> {
  if (check.kind === 'rule-set') {
    const translate = (key: string, values?: Record<string, string | number>) =>
      texts.translate(key, values) ?? `$${key}`;
    return check.run(record).map((error) => ({ path: error.path, message: ruleErrorText(error, translate) }));
  }
  const seen = { ...scope, form: record };
  const fails = isTrue(
    check.fails.plain ? check.fails.evaluate(seen) : await check.fails.evaluateAsync(seen),
  );
  if (!fails) return [];
  const message = await textNow(check.message, texts, seen);
  return [{ path: check.field === undefined ? '' : pathOf(check.field), message }];
}

async function textNow(text: Text, texts: Texts, scope: Scope): Promise<string> {
  if (typeof text === 'string') return resolveText(text, texts);
  const expression = compileExpression(text.$expr);
  const value = expression.plain ? expression.evaluate(scope) : await expression.evaluateAsync(scope);
  return resolveTextResult(value, texts);
}

/** Root property a pointer leads into. */
export function fieldOf(path: string): string | undefined {
  return parsePointer(path)[0];
}

/** A root property as a pointer. */
export function pathOf(name: string): string {
  return `/${escapeSegment(name)}`;
}

function isHidden(path: string, hidden: ReadonlySet<string>): boolean {
  const name = fieldOf(path);
  return name !== undefined && hidden.has(name);
}

function inLayoutOrder(form: CompiledForm, errors: ReadonlyMap<string, string>): FieldError[] {
  const places = new Map([...form.fields.keys()].map((name, at) => [name, at]));
  const placeOf = (path: string) => {
    const name = fieldOf(path);
    return name === undefined ? -1 : (places.get(name) ?? places.size);
  };
  return [...errors]
    .map(([path, message]) => ({ path, message }))
    .sort((a, b) => placeOf(a.path) - placeOf(b.path));
}
