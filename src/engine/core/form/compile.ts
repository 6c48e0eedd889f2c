import { type Json, type JsonObject, isObject } from '../../../contracts/json.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { ruleSets, type RuleSet } from '../../../contracts/rule-sets.ts';
import type { Diagnostic, JsonSchema } from '../contract.ts';
import { fieldName } from '../entity/entity-forms.ts';
import { compileExpression, type CompiledExpression } from '../expressions/expression.ts';
import { expressionDiagnostic } from '../expressions/errors.ts';
import type { FormDocument, FormField, Text } from '../generated/documents.ts';
import { isForbiddenKey } from '../language/paths.ts';
import { applicableValues } from './applicable.ts';
import { compileField, nameText, rootEntries, rootProperties, type CompiledField } from './field.ts';
import { compileComputes, type CompiledCompute } from './compute.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';
import { sanitiseSchema } from './sanitise-schema.ts';
import { followRef } from './schema-references.ts';
import { SchemaReader } from './shape.ts';
import { unlistedProperties } from './unlisted.ts';

export interface CompiledSection {
  id: string;
  title: Text | undefined;
  description: Text | undefined;
  columns: number;
  /** Text of the buttons that copy the values of a row of columns to the other rows. */
  copy: Text | undefined;
  area: 'full' | 'main' | 'side';
  fields: readonly CompiledField[];
}

export interface CompiledRule {
  when: CompiledExpression;
  show: readonly string[];
  require: readonly string[];
  disable: readonly string[];
  set: Readonly<Record<string, Json>>;
  options: Readonly<Record<string, readonly (string | number | boolean)[]>>;
  /** Fields that the condition reads; null when it reads the form as a whole. */
  reads: readonly string[] | null;
}

export type CompiledCheck =
  | { kind: 'rule-set'; run: RuleSet }
  | { kind: 'expression'; fails: CompiledExpression; message: Text; field: string | undefined };

/** One step of a wizard: some of the form's sections. */
export interface CompiledStep {
  id: string;
  title: Text;
  description: Text | undefined;
  sections: readonly CompiledSection[];
  /** Names of the step's fields. */
  fields: readonly string[];
}

/** A form document compiled once, for every language and every record. */
export interface CompiledForm {
  id: string;
  document: FormDocument;
  /** Schema of the data, sanitised. */
  schema: JsonSchema;
  /** Diagnostics of subschemas that are not validated or not rendered. */
  unsupported: readonly Diagnostic[];
  /** Whether validation needs the engine that `loadPatternEngine` loads. */
  needsPatternEngine: boolean;
  /** Interpreter of the schema; created on first use. */
  interpreter(): Interpreter;
  /** Reader of the schema for given data; created on first use. */
  reader(): SchemaReader;
  sections: readonly CompiledSection[];
  /** Steps of a wizard; otherwise empty. */
  steps: readonly CompiledStep[];
  /** Fields that exist only under a condition, a dependency or an alternative of the schema. */
  conditional: ReadonlySet<string>;
  /** By a field's name, the fields whose options depend on its value. */
  dependants: ReadonlyMap<string, readonly CompiledField[]>;
  /** By name, in the order of the layout. */
  fields: ReadonlyMap<string, CompiledField>;
  /**
   * Field of the values whose names the root schema leaves free, with the name ''. Each entry is a value of the record
   * itself, beside the named properties. Null when the layout or the schema has no such entries.
   */
  entries: CompiledField | null;
  /** Whether a key of a record is an entry's name. */
  isEntry(name: string): boolean;
  rules: readonly CompiledRule[];
  /** Rules by the fields that their condition reads; '' for those that read the form as a whole. */
  rulesOf: ReadonlyMap<string, readonly CompiledRule[]>;
  checks: readonly CompiledCheck[];
  /** Computed values, each after those that it reads. */
  computes: readonly CompiledCompute[];
}

/** Thrown when a document cannot be compiled; the diagnostics name the errors. */
export class FormDocumentError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(id: string, diagnostics: readonly Diagnostic[]) {
    super(
      `Form ${id}: ${diagnostics.map((diagnostic) => `${diagnostic.pointer} ${diagnostic.code}`).join(', ')}`,
    );
    this.name = 'FormDocumentError';
    this.diagnostics = diagnostics;
  }
}

/** Reported for a form without visible fields: its schema declares no properties, or none apply to the record. */
export const noFieldVisible: Diagnostic = {
  pointer: '',
  code: 'form-no-fields',
  values: {},
  severity: 'warning',
};

const compiled = new WeakMap<FormDocument, CompiledForm>();

/**
 * Compiles a document once and caches the result.
 * @throws FormDocumentError for a layout, rules or checks that name a field, a section or a rule set that does not exist,
 * and for an expression that does not parse.
 */
export function compileForm(document: FormDocument): CompiledForm {
  const known = compiled.get(document);
  if (known !== undefined) return known;
  const made = compile(document);
  compiled.set(document, made);
  return made;
}

/**
 * Returns the diagnostics of a form document: an unsafe schema, and a layout, rules or checks with unknown names. A
 * document with an error is not saved; warnings concern settings without effect. The document has been validated by
 * schemas/form.schema.json.
 */
export function checkFormSafety(document: FormDocument): Diagnostic[] {
  const origin = originDiagnostic(document);
  if (origin) return [origin];
  const { diagnostics } = sanitiseSchema(document.schema as JsonSchema);
  const found = diagnostics.map((one) => ({ ...one, pointer: `/schema${one.pointer}` }));
  if (found.some(({ severity }) => severity === 'error')) return found;
  try {
    const form = compileForm(document);
    if (form.fields.size === 0) return [...found, { ...noFieldVisible, pointer: '/schema' }];
    const unlisted = unlistedProperties(form).map(({ pointer, path }): Diagnostic => ({
      pointer,
      code: 'form-required-unlisted',
      values: { field: path.join('.') },
      severity: 'warning',
    }));
    return [...found, ...unlisted];
  } catch (error) {
    if (error instanceof FormDocumentError) return [...found, ...error.diagnostics];
    throw error;
  }
}

/** Reports a form without a schema: the server puts in that of its entity, unless the entity does not exist. */
function originDiagnostic({ schema, entity }: FormDocument): Diagnostic | null {
  if (schema !== undefined) return entity === undefined ? null : makeDiagnostic('/entity', 'form-origin', {});
  return entity === undefined
    ? makeDiagnostic('', 'form-origin', {})
    : makeDiagnostic('/entity', 'unknown-entity', { entity, nearest: '' });
}

function compile(document: FormDocument): CompiledForm {
  const origin = originDiagnostic(document);
  if (origin) throw new FormDocumentError(document.id, [origin]);
  const diagnostics: Diagnostic[] = [];
  const { schema, needsPatternEngine, ...sanitised } = sanitiseSchema(document.schema as JsonSchema);
  const properties = rootProperties(schema);
  let interpreter: Interpreter | null = null;
  let reader: SchemaReader | null = null;
  const interpreterOf = () => (interpreter ??= createInterpreter(schema));
  const readerOf = () => (reader ??= new SchemaReader(schema, interpreterOf()));
  const free = properties.has(entriesName) ? null : rootEntries(readerOf());
  if (free !== null) properties.set(entriesName, { schema: free, always: true });
  const fields = new Map<string, CompiledField>();
  const listed = new Set(
    document.ui.sections.flatMap((section) => section.fields.map((written) => fieldName(written))),
  );
  const fieldOf = (written: FormField): CompiledField | null => {
    const own = typeof written === 'string' ? { field: written } : written;
    const found = properties.get(own.field)?.schema;
    if (found === undefined) return null;
    const { required } = schema;
    const target = (followRef(found, schema) ?? {}) as JsonSchema;
    const isRequired = Array.isArray(required) && required.includes(own.field);
    return compileField(own, schemaWithItems(target, schema), found, isRequired);
  };
  const sections = document.ui.sections.map((section, at): CompiledSection => {
    const own = section.fields.flatMap((written, index) => {
      const pointer = `/ui/sections/${at}/fields/${index}`;
      const names = written === '*' ? [...properties.keys()].filter((name) => !listed.has(name)) : [written];
      return names.flatMap((one) => {
        const field = fieldOf(one);
        const name = fieldName(one);
        if (field === null) diagnostics.push(makeDiagnostic(pointer, 'form-field-unknown', { field: name }));
        else if (fields.has(name))
          diagnostics.push(makeDiagnostic(pointer, 'form-field-twice', { field: name }));
        else {
          fields.set(name, field);
          return [field];
        }
        return [];
      });
    });
    return {
      id: section.id,
      title: section.title,
      description: section.description,
      columns: section.columns ?? 2,
      copy: section.copy,
      area: section.area ?? 'full',
      fields: own,
    };
  });
  const steps = compileSteps(document, sections, diagnostics);
  const rules = (document.rules ?? []).flatMap((rule, at) => {
    const when = expression(rule.when.$expr, `/rules/${at}/when`, diagnostics);
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
    for (const [name, below] of fieldsOf(made)) {
      if (!fields.has(name) || (free !== null && name === entriesName))
        diagnostics.push(makeDiagnostic(`/rules/${at}${below}`, 'form-field-unknown', { field: name }));
    }
    return [made];
  });
  const checks = (document.checks ?? []).flatMap((check, at): CompiledCheck[] => {
    if ('use' in check) {
      if (Object.hasOwn(ruleSets, check.use)) return [{ kind: 'rule-set', run: ruleSets[check.use]! }];
      diagnostics.push(makeDiagnostic(`/checks/${at}/use`, 'form-check-unknown', { check: check.use }));
      return [];
    }
    const fails = expression(check.fails.$expr, `/checks/${at}/fails`, diagnostics);
    if (fails === null) return [];
    return [{ kind: 'expression', fails, message: check.message, field: check.field }];
  });
  const computes = compileComputes(document, schema, (name) => fields.has(name), diagnostics);
  if (diagnostics.length > 0) throw new FormDocumentError(document.id, diagnostics);
  const entries = (free !== null && fields.get(entriesName)) || null;
  return {
    id: document.id,
    document,
    schema,
    unsupported: sanitised.diagnostics.filter(({ severity }) => severity === 'error'),
    needsPatternEngine,
    interpreter: interpreterOf,
    reader: readerOf,
    sections,
    steps,
    conditional: new Set([...fields.keys()].filter((name) => properties.get(name)?.always === false)),
    dependants: indexDependants(fields),
    fields,
    entries,
    isEntry: (name) => entries !== null && name !== 'id' && !properties.has(name) && !isForbiddenKey(name),
    rules,
    rulesOf: indexRules(rules),
    checks,
    computes,
  };
}

/** Name of the field of the root's entries. */
export const entriesName = '';

/** Also follows the reference of a list's items, because their schema decides the list's control. */
function schemaWithItems(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { items } = schema;
  if (!isObject(items) || typeof items['$ref'] !== 'string') return schema;
  return { ...schema, items: (followRef(items, root) ?? {}) as JsonSchema };
}

function compileSteps(
  document: FormDocument,
  sections: readonly CompiledSection[],
  diagnostics: Diagnostic[],
): CompiledStep[] {
  const written = document.ui.steps ?? [];
  const used = new Set<string>();
  const steps = written.map((step, at): CompiledStep => {
    const own = step.sections.flatMap((id, index) => {
      const section = sections.find((one) => one.id === id);
      const isFree = section !== undefined && !used.has(id);
      used.add(id);
      if (isFree) return [section];
      diagnostics.push(
        makeDiagnostic(`/ui/steps/${at}/sections/${index}`, 'form-step-section', { section: id }),
      );
      return [];
    });
    const fields = own.flatMap((section) => section.fields.map(({ name }) => name));
    return { id: step.id, title: step.title, description: step.description, sections: own, fields };
  });
  if (written.length > 0) {
    for (const [at, { id }] of sections.entries()) {
      if (!used.has(id))
        diagnostics.push(makeDiagnostic(`/ui/sections/${at}/id`, 'form-step-section', { section: id }));
    }
  }
  return steps;
}

function indexDependants(fields: ReadonlyMap<string, CompiledField>): Map<string, CompiledField[]> {
  const index = new Map<string, CompiledField[]>();
  for (const field of fields.values()) {
    for (const name of field.dependsOn) index.set(name, [...(index.get(name) ?? []), field]);
  }
  return index;
}

/** Every field that a rule changes, with its pointer in the rule. */
/** Fields that a rule decides, and where it names them. */
export function fieldsOf(rule: CompiledRule): [name: string, pointer: string][] {
  const lists = (['show', 'require', 'disable'] as const).flatMap((key) =>
    rule[key].map((name, at): [string, string] => [name, `/${key}/${at}`]),
  );
  const maps = (['set', 'options'] as const).flatMap((key) =>
    Object.keys(rule[key]).map((name): [string, string] => [name, `/${key}/${escapeSegment(name)}`]),
  );
  return [...lists, ...maps];
}

function expression(source: string, pointer: string, diagnostics: Diagnostic[]): CompiledExpression | null {
  try {
    return compileExpression(source);
  } catch (error) {
    diagnostics.push(expressionDiagnostic(error, pointer));
    return null;
  }
}

function makeDiagnostic(pointer: string, code: string, values: Record<string, string | number>): Diagnostic {
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

/** Whether users see a value as empty. A new record does not send it, and it violates `required`. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The field of a root value: of a named property, or of an entry. */
export function fieldAt(form: CompiledForm, name: string): CompiledField | undefined {
  if (form.entries === null || !form.isEntry(name)) return form.fields.get(name);
  return { ...form.entries, name, label: nameText(name) };
}

/** Names of the form's fields, and of the entries in any of the records. */
export function valueNames(form: CompiledForm, ...records: readonly JsonObject[]): string[] {
  const entries = form.entries === null ? [] : records.flatMap((record) => Object.keys(record));
  return [...new Set([...form.fields.keys(), ...entries.filter((name) => form.isEntry(name))])];
}

/**
 * The values of the form's fields and entries, without empty ones: the data that the schema validates.
 * @param keep keys of the record that are not data.
 */
export function validatedData(
  form: CompiledForm,
  record: JsonObject,
  keep: readonly string[] = [],
): JsonObject {
  const data: JsonObject = {};
  for (const name of valueNames(form, record)) {
    const field = form.fields.get(name);
    if (field === undefined && keep.includes(name)) continue;
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (value === undefined || value === '' || (value === null && field?.nullable !== true)) continue;
    data[name] = value;
  }
  return applicableValues(form.reader(), data);
}
