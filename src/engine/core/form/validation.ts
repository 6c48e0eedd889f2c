import { escapeSegment, parsePointer, toPointer, valueAt } from '../../../contracts/json-pointer.ts';
import type { FieldError } from '../../../contracts/errors.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { ruleErrorText } from '../../../contracts/rule-sets.ts';
import { compileExpression } from '../expressions/expression.ts';
import type { Text } from '../generated/documents.ts';
import type { Scope } from '../screen/store.ts';
import { resolveText, resolveTextResult, type Texts } from '../language/texts.ts';
import { errorsOfChosen, type ChosenAlternative } from './alternative-errors.ts';
import {
  isEmptyValue,
  validatedData,
  type CompiledCheck,
  type CompiledForm,
  type CompiledRule,
} from './compile.ts';
import { titleAt } from './field.ts';
import { titleOfCompute, withComputed, type CompiledCompute } from './compute.ts';
import { evaluatePlain, isTrue, ruleState, sameMembers, withoutFields, type RuleState } from './rules.ts';
import { placeOfUnlisted } from './unlisted.ts';
import { schemaErrorText, type SchemaError } from './schema-errors.ts';

/** Input of a validation beside the form's data. */
export interface FormValidation {
  form: CompiledForm;
  /** The whole record: the stored one with the changes applied. Expressions read it as `form`. */
  record: JsonObject;
  /** Errors of the data by the form's schema, without wrappers, from the browser's interpreter or the server's Ajv. */
  validateSchema(data: JsonObject): SchemaError[];
  /** Roots beside `form`: user, tenant, lang, now, and in the browser params, state, data, can. */
  scope: Scope;
  texts: Texts;
  /** Keys of the record that are not data: they are no entries of a root with free names. Neither is `id`. */
  keep?: readonly string[];
  /** Left out, each value decides which of its alternatives it is. */
  chosen?: ChosenAlternative;
}

export interface ValidationResult {
  /** One per path, in the order of the layout; '' is the form as a whole. Empty for a valid form. */
  errors: FieldError[];
  state: RuleState;
  /** The record with its computed values, whatever was sent for them. */
  record: JsonObject;
}

/**
 * Validates a form's data with the same code in the browser and on the server. Rules run first and decide which
 * fields are hidden, required or narrowed. The schema follows, without errors of hidden fields, then the checks in
 * order, up to the first failing one.
 */
export async function validateForm(validation: FormValidation): Promise<ValidationResult> {
  const { form, texts, scope } = validation;
  const uncomputed = new Set<CompiledCompute>();
  const { state, record } = await resolveValues(form, validation.record, scope, (one) => uncomputed.add(one));
  const visible = withoutFields(record, state.hidden);
  const data = validatedData(form, visible, validation.keep);
  const errors = new Map<string, string>();
  const report = (path: string, message: string) => {
    if (!isHidden(path, state.hidden) && !errors.has(path)) errors.set(path, message);
  };

  // Saved without it, the record would lose the value that it has.
  for (const one of uncomputed) {
    const fields = resolveText(titleOfCompute(form.schema, one), texts);
    report(pathOf(one.owner[0] ?? one.name), texts.translate('validation.uncomputed', { fields }) ?? fields);
  }
  const schemaErrors = validation.validateSchema(data);
  for (const error of errorsOfChosen(form, data, schemaErrors, validation.chosen)) {
    const place = error.keyword === 'required' ? placeOfUnlisted(form, parsePointer(error.path)) : null;
    if (place === null) report(error.path, errorText(form, error, texts, data));
    else report(toPointer(place), unlistedText(form, error.path, texts));
  }
  for (const error of ruleErrors(state, data)) report(error.path, errorText(form, error, texts, data));
  for (const check of form.checks) {
    const failed = await runCheck(check, visible, scope, texts);
    const reported = failed.filter((error) => !isHidden(error.path, state.hidden));
    if (reported.length === 0) continue;
    for (const error of reported) report(error.path, error.message);
    break;
  }
  return { errors: inLayoutOrder(form, errors), state, record };
}

/** Validates an open form in the browser. */
export class FormValidator {
  private readonly form: CompiledForm;
  private readonly texts: () => Texts;
  private readonly keep: readonly string[];
  private readonly chosen: ChosenAlternative;

  constructor(form: CompiledForm, texts: () => Texts, keep: readonly string[], chosen: ChosenAlternative) {
    this.form = form;
    this.texts = texts;
    this.keep = keep;
    this.chosen = chosen;
  }

  /**
   * Errors of one field's value by its own schema.
   * @param part the schema that conditions give the field; left out for a field that the schema always has.
   */
  validateField(name: string, value: Json | undefined, required: boolean, part?: Json): FieldError[] {
    const data = validatedData(this.form, { [name]: value ?? null })[name];
    if (data !== undefined) {
      const interpreter = this.form.interpreter();
      const errors =
        part === undefined
          ? interpreter.validateProperty(name, data)
          : interpreter.errorsOf(part, data, pathOf(name));
      return errorsOfChosen(this.form, { [name]: data }, errors, this.chosen).map((error) =>
        this.toFieldError(error, { [name]: data }),
      );
    }
    if (!required) return [];
    const missing = { keyword: 'required', path: pathOf(name), params: { missingProperty: name } };
    return [this.toFieldError(missing, {})];
  }

  /** @param isPending whether a value is a placeholder for a file that is not uploaded yet. */
  async validateAll(
    record: JsonObject,
    scope: Scope,
    isPending: (value: string) => boolean,
  ): Promise<ValidationResult> {
    const result = await validateForm({
      form: this.form,
      record,
      validateSchema: (data) => this.form.interpreter().validate(data),
      scope,
      texts: this.texts(),
      keep: this.keep,
      chosen: this.chosen,
    });
    const holdsPending = (path: string) =>
      [valueAt(record, parsePointer(path))].flat().some((one) => typeof one === 'string' && isPending(one));
    return { ...result, errors: result.errors.filter(({ path }) => !holdsPending(path)) };
  }

  private toFieldError(error: SchemaError, data: JsonObject): FieldError {
    return { path: error.path, message: errorText(this.form, error, this.texts(), data) };
  }
}

/** Says that the form has no field for a value that it cannot be sent without. */
function unlistedText(form: CompiledForm, path: string, texts: Texts): string {
  const fields = resolveText(titleAt(form.schema, parsePointer(path)), texts);
  return texts.translate('validation.unlisted', { fields }) ?? fields;
}

/** The message of a schema error, with the field's label. */
function errorText(form: CompiledForm, error: SchemaError, texts: Texts, data: JsonObject): string {
  const path = parsePointer(error.path);
  const name = path[0] ?? '';
  const field = form.fields.get(name);
  const isMissing =
    error.keyword === 'required' || (error.keyword === 'minLength' && error.params['limit'] === 1);
  if (isMissing && path.length === 1 && typeof field?.own.missing === 'string')
    return resolveText(field.own.missing, texts);
  const label = path.length > 1 ? titleAt(form.schema, path) : field?.label;
  return schemaErrorText(
    error,
    typeof label === 'string' ? resolveText(label, texts) : name,
    texts.translate,
    valueAt(data, path),
  );
}

/** Rounds after which rules and computed values that keep changing each other stop. */
const maxRounds = 20;

/** The rules' state and the computed values, which read hidden fields as empty. */
async function resolveValues(
  form: CompiledForm,
  given: JsonObject,
  scope: Scope,
  onLimit: (compute: CompiledCompute) => void,
): Promise<{ state: RuleState; record: JsonObject }> {
  let state = await resolveRules(form, given, scope);
  if (form.computes.length === 0) return { state, record: given };
  let record = given;
  for (let round = 0; round < maxRounds; round++) {
    const { hidden } = state;
    const computed = await withComputed(form.computes, withoutFields(given, hidden), scope, onLimit);
    record = { ...given, ...computed };
    for (const { key } of form.computes) if (!Object.hasOwn(computed, key)) delete record[key];
    state = await resolveRules(form, record, scope);
    if (sameMembers(hidden, state.hidden)) break;
  }
  return { state, record };
}

/** The rules' state after every condition is known, asynchronous ones included. */
async function resolveRules(form: CompiledForm, record: JsonObject, scope: Scope): Promise<RuleState> {
  const results = new Map<CompiledRule, Map<JsonObject, boolean>>();
  for (;;) {
    const open: [CompiledRule, JsonObject][] = [];
    const state = ruleState(
      form,
      record,
      evaluatePlain(scope, (rule, visible) => {
        const known = results.get(rule);
        const key = [...(known?.keys() ?? [])].find((one) => shallowEqual(one, visible));
        if (key !== undefined) return known?.get(key);
        open.push([rule, visible]);
        return undefined;
      }),
    );
    if (open.length === 0) return state;
    await Promise.all(
      open.map(async ([rule, visible]) => {
        const result = await rule.when.evaluateAsync({ ...scope, form: visible }).then(isTrue, () => false);
        const known = results.get(rule) ?? new Map<JsonObject, boolean>();
        results.set(rule, known.set(visible, result));
      }),
    );
  }
}

function shallowEqual(a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
}

/** Errors by rules beyond the schema: required fields and narrowed options. */
function ruleErrors(state: RuleState, data: JsonObject): SchemaError[] {
  const missing = [...state.required]
    .filter((name) => isEmptyValue(data[name]))
    .map((name): SchemaError => ({
      keyword: 'required',
      path: pathOf(name),
      params: { missingProperty: name },
    }));
  const outside = [...state.options].flatMap(([name, allowed]): SchemaError[] => {
    const outsideAt = (path: string, value: Json | undefined): SchemaError[] =>
      isEmptyValue(value) || allowed.some((one) => one === value)
        ? []
        : [{ keyword: 'enum', path, params: { allowedValues: allowed } }];
    const value = data[name];
    // Of a list, the options are those of its items.
    if (!Array.isArray(value)) return outsideAt(pathOf(name), value);
    return value.flatMap((item, at) => outsideAt(`${pathOf(name)}/${at}`, item));
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
  const formScope = { ...scope, form: record };
  const fails = isTrue(
    check.fails.plain ? check.fails.evaluate(formScope) : await check.fails.evaluateAsync(formScope),
  );
  if (!fails) return [];
  const message = await messageText(check.message, texts, formScope);
  return [{ path: check.field === undefined ? '' : pathOf(check.field), message }];
}

async function messageText(text: Text, texts: Texts, scope: Scope): Promise<string> {
  if (typeof text === 'string') return resolveText(text, texts);
  const expression = compileExpression(text.$expr);
  const value = expression.plain ? expression.evaluate(scope) : await expression.evaluateAsync(scope);
  return resolveTextResult(value, texts);
}

/** Name of the root property in a pointer. */
export function fieldOf(path: string): string | undefined {
  return parsePointer(path)[0];
}

/** Pointer of a root property. */
export function pathOf(name: string): string {
  return `/${escapeSegment(name)}`;
}

function isHidden(path: string, hidden: ReadonlySet<string>): boolean {
  const name = fieldOf(path);
  return name !== undefined && hidden.has(name);
}

function inLayoutOrder(form: CompiledForm, errors: ReadonlyMap<string, string>): FieldError[] {
  const positions = new Map([...form.fields.keys()].map((name, at) => [name, at]));
  const positionOf = (path: string) => {
    const name = fieldOf(path);
    return name === undefined ? -1 : (positions.get(name) ?? positions.size);
  };
  return [...errors]
    .map(([path, message]) => ({ path, message }))
    .sort((a, b) => positionOf(a.path) - positionOf(b.path));
}
