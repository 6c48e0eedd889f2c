import type { Json, JsonObject } from '../../../contracts/json.ts';
import { ruleSets, type RuleSet } from '../../../contracts/rule-sets.ts';
import type { DefinitionFault, JsonSchema } from '../contract.ts';
import { compileExpression, type CompiledExpression } from '../expressions/expression.ts';
import type { FormDocument, FormField, OptionsSource, Text } from '../generated/documents.ts';
import { followRef } from './schema-errors.ts';

/** Format of a text that leaves the browser only sealed (`Host.seal`); rules and checks see it as it was typed. */
export const sealedPasswordFormat = 'sealed-password';

export type FieldWidget = NonNullable<Exclude<FormField, string>['widget']>;

export interface FieldOption {
  value: string | number | boolean;
  text: Text;
}

/** One field in its place, everything about it that does not change while the form is open. */
export interface CompiledField {
  /** Root property of the data: also the control's DOM id and its data hook. */
  name: string;
  /** Its subschema with local references followed. */
  schema: JsonSchema;
  /** How it is drawn; null: what the schema says is drawn by rjsf (nested objects, arrays, alternatives). */
  widget: FieldWidget | null;
  label: Text;
  hint: Text | undefined;
  placeholder: Text | undefined;
  span: number;
  readOnly: boolean;
  autocomplete: string | undefined;
  generate: boolean;
  options: readonly FieldOption[] | OptionsSource | null;
  /** Listed in the schema's own `required`. */
  required: boolean;
  /** Leaves the browser only through Host.seal. */
  sealed: boolean;
  /** null is a value of its own for it (else it means empty). */
  nullable: boolean;
}

export interface CompiledSection {
  id: string;
  title: Text | undefined;
  description: Text | undefined;
  columns: number;
  fields: readonly CompiledField[];
}

export interface CompiledRule {
  when: CompiledExpression;
  show: readonly string[];
  require: readonly string[];
  disable: readonly string[];
  set: Readonly<Record<string, Json>>;
  options: Readonly<Record<string, readonly (string | number | boolean)[]>>;
  /** Fields its condition reads; null: it reads the form as a whole. */
  reads: readonly string[] | null;
}

export type CompiledCheck =
  | { kind: 'rule-set'; run: RuleSet }
  | { kind: 'expression'; fails: CompiledExpression; message: Text; field: string | undefined };

/** A form document made ready once; the same for every language and every record. */
export interface CompiledForm {
  id: string;
  document: FormDocument;
  schema: JsonSchema;
  sections: readonly CompiledSection[];
  /** By name, in the order of the layout. */
  fields: ReadonlyMap<string, CompiledField>;
  rules: readonly CompiledRule[];
  /** Rules by the field their condition reads; under '' those that read the form as a whole. */
  rulesOf: ReadonlyMap<string, readonly CompiledRule[]>;
  checks: readonly CompiledCheck[];
}

/** The document cannot be made into a form; the faults say where and why. */
export class FormDocumentError extends Error {
  readonly faults: readonly DefinitionFault[];

  constructor(id: string, faults: readonly DefinitionFault[]) {
    super(`Form ${id}: ${faults.map((fault) => `${fault.pointer} ${fault.code}`).join(', ')}`);
    this.name = 'FormDocumentError';
    this.faults = faults;
  }
}

const compiled = new WeakMap<FormDocument, CompiledForm>();

/**
 * Makes a vetted document ready. Throws FormDocumentError for what vetting would have refused: a field without a
 * schema, an unknown rule set, an expression that does not parse.
 */
export function compileForm(document: FormDocument): CompiledForm {
  const known = compiled.get(document);
  if (known !== undefined) return known;
  const made = build(document);
  compiled.set(document, made);
  return made;
}

function build(document: FormDocument): CompiledForm {
  const faults: DefinitionFault[] = [];
  const schema = document.schema as JsonSchema;
  const fields = new Map<string, CompiledField>();
  const sections = document.ui.sections.map((section, at): CompiledSection => {
    const own = section.fields.flatMap((written, index) => {
      const field = compileField(written, schema);
      const name = typeof written === 'string' ? written : written.field;
      const pointer = `/ui/sections/${at}/fields/${index}`;
      if (field === null) faults.push(makeFault(pointer, 'form-field-unknown', { field: name }));
      else if (fields.has(name)) faults.push(makeFault(pointer, 'form-field-twice', { field: name }));
      else {
        fields.set(name, field);
        return [field];
      }
      return [];
    });
    return {
      id: section.id,
      title: section.title,
      description: section.description,
      columns: section.columns ?? 2,
      fields: own,
    };
  });
  const rules = (document.rules ?? []).flatMap((rule, at) => {
    const when = expression(rule.when.$expr, `/rules/${at}/when`, faults);
    if (when === null) return [];
    const made: CompiledRule = {
      when,
      show: rule.show ?? [],
      require: rule.require ?? [],
      disable: rule.disable ?? [],
      set: (rule.set ?? {}) as Record<string, Json>,
      options: rule.options ?? {},
      reads: formFieldsRead(when),
    };
    for (const name of targetsOf(made)) {
      if (!fields.has(name)) faults.push(makeFault(`/rules/${at}`, 'form-field-unknown', { field: name }));
    }
    return [made];
  });
  const checks = (document.checks ?? []).flatMap((check, at): CompiledCheck[] => {
    if ('use' in check) {
      if (Object.hasOwn(ruleSets, check.use)) return [{ kind: 'rule-set', run: ruleSets[check.use]! }];
      faults.push(makeFault(`/checks/${at}/use`, 'form-check-unknown', { check: check.use }));
      return [];
    }
    const fails = expression(check.fails.$expr, `/checks/${at}/fails`, faults);
    if (fails === null) return [];
    return [{ kind: 'expression', fails, message: check.message, field: check.field }];
  });
  if (faults.length > 0) throw new FormDocumentError(document.id, faults);
  return { id: document.id, document, schema, sections, fields, rules, rulesOf: indexRules(rules), checks };
}

/** Every field a rule acts on. */
export function targetsOf(rule: CompiledRule): string[] {
  return [
    ...rule.show,
    ...rule.require,
    ...rule.disable,
    ...Object.keys(rule.set),
    ...Object.keys(rule.options),
  ];
}

function expression(source: string, pointer: string, faults: DefinitionFault[]): CompiledExpression | null {
  try {
    return compileExpression(source);
  } catch (error) {
    faults.push(
      makeFault(pointer, 'expression', { message: error instanceof Error ? error.message : String(error) }),
    );
    return null;
  }
}

function makeFault(pointer: string, code: string, values: Record<string, string | number>): DefinitionFault {
  return { pointer, code, values, severity: 'error' };
}

function formFieldsRead(when: CompiledExpression): string[] | null {
  const names = new Set<string>();
  for (const [root, name] of when.refs) {
    if (root !== 'form') continue;
    if (name === undefined) return null;
    names.add(name);
  }
  return [...names];
}

function indexRules(rules: readonly CompiledRule[]): Map<string, CompiledRule[]> {
  const index = new Map<string, CompiledRule[]>();
  for (const rule of rules) {
    for (const name of rule.reads ?? ['']) {
      const list = index.get(name);
      if (list === undefined) index.set(name, [rule]);
      else list.push(rule);
    }
  }
  return index;
}

function compileField(written: FormField, root: JsonSchema): CompiledField | null {
  const own = typeof written === 'string' ? { field: written } : written;
  const found = findProperty(root, own.field);
  if (found === null) return null;
  const schema = (followRef(found, root) ?? {}) as JsonSchema;
  const required = root['required'];
  const types = typesOf(schema);
  return {
    name: own.field,
    schema,
    widget: own.widget ?? defaultWidget(schema, types, own.options),
    label: own.label ?? textOr(found['title']) ?? textOr(schema['title']) ?? own.field,
    hint: own.hint ?? textOr(schema['description']),
    placeholder: own.placeholder,
    span: own.span ?? 1,
    readOnly: own.readOnly ?? schema['readOnly'] === true,
    autocomplete: own.autocomplete,
    generate: own.generate ?? false,
    options: own.options ?? enumOptions(schema),
    required: Array.isArray(required) && required.includes(own.field),
    sealed: schema['format'] === sealedPasswordFormat,
    nullable: types.includes('null'),
  };
}

/** The property's own schema, or the one a condition or dependency of the root brings. */
function findProperty(schema: unknown, name: string, depth = 0): JsonSchema | null {
  if (typeof schema !== 'object' || schema === null || depth > 6) return null;
  const node = schema as Record<string, unknown>;
  const properties = node['properties'];
  if (typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name)) {
    const own = (properties as Record<string, unknown>)[name];
    // `true` is the schema that takes anything.
    return typeof own === 'object' && own !== null ? (own as JsonSchema) : {};
  }
  const dependencies = node['dependencies'];
  const branches = [
    node['then'],
    node['else'],
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
      Array.isArray(node[key]) ? (node[key] as unknown[]) : [],
    ),
    ...(typeof dependencies === 'object' && dependencies !== null ? Object.values(dependencies) : []),
  ];
  for (const branch of branches) {
    const found = findProperty(branch, name, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === 'string') : [];
}

function defaultWidget(schema: JsonSchema, types: readonly string[], options: unknown): FieldWidget | null {
  const main = types.find((type) => type !== 'null');
  if (main === 'object' || main === 'array' || 'oneOf' in schema || 'anyOf' in schema) return null;
  if (options !== undefined) return Array.isArray(options) ? 'select' : 'combobox';
  if (Array.isArray(schema['enum'])) return 'select';
  if (main === 'boolean') return 'checkbox';
  if (main === 'number' || main === 'integer') return 'number';
  if (main !== 'string') return null;
  const { format } = schema;
  if (format === 'date' || format === 'birth-date') return 'date';
  if (format === 'cpf') return 'cpf';
  if (format === sealedPasswordFormat || format === 'password') return 'password';
  return 'text';
}

function enumOptions(schema: JsonSchema): FieldOption[] | null {
  const values = schema['enum'];
  if (!Array.isArray(values)) return null;
  return values.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ value, text: String(value) }]
      : [],
  );
}

function textOr(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Is it empty as a person sees it? Such a value is never sent when creating, and breaks `required`. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The part of a record that belongs to the form's fields, empty ones left out: what is judged. */
export function judgedData(form: CompiledForm, record: JsonObject): JsonObject {
  const data: JsonObject = {};
  for (const [name, field] of form.fields) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value === undefined || value === '' || (value === null && !field.nullable)) continue;
    data[name] = value;
  }
  return data;
}
