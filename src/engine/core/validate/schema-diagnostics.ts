import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema';
import { lastSegment, parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic, WidgetSpec } from '../contract.ts';
import type { Registry } from '../language/registry.ts';
import { nearestValue } from './nearest.ts';
import { diagnostic, type DiagnosticCode } from './diagnostics.ts';
import {
  allLanguageSchemas,
  languageSchema,
  resolveReference,
  type LanguageSchemaName,
} from './language-schemas.ts';

// Validates values against the schemas of the language and of widgets, and converts the interpreter's errors to
// diagnostics.

/**
 * Diagnostics by the patterns of the schemas. Each describes its pattern in words, so authors need not read a
 * regular expression. A conformance test finds patterns that are missing here.
 */
export const patternDiagnostics: Readonly<Record<string, DiagnosticCode>> = {
  '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$': 'pattern-field',
  '^[a-z][a-z0-9-]{0,39}$': 'pattern-icon',
  '^[A-Za-z][A-Za-z0-9_-]*(~[A-Za-z][A-Za-z0-9_]*)?(\\.[A-Za-z][A-Za-z0-9_-]*(~[A-Za-z][A-Za-z0-9_]*)?){0,4}$':
    'pattern-data-path',
  '^[A-Za-z][A-Za-z0-9_-]{0,63}$': 'pattern-id',
  '^(?!constructor$|prototype$)[A-Za-z][A-Za-z0-9_-]{0,63}$': 'pattern-id',
  '^[a-z][a-z0-9-]{0,63}$': 'pattern-key',
  '^(widget/)?[a-z][a-z0-9-]{0,63}$': 'pattern-key',
  '^[a-z][a-z0-9_]{0,62}$': 'pattern-column',
  '^[A-Za-z][A-Za-z0-9_]{0,63}_(asc|desc)$': 'pattern-order',
  '^[A-Z]{3}$': 'pattern-currency',
  '^(?!constructor$|prototype$)[A-Za-z][A-Za-z0-9_]{0,63}$': 'pattern-name',
  '^(?!constructor$|prototype$)[A-Za-z][A-Za-z0-9_]{0,49}$': 'pattern-name',
  '^[A-Za-z][A-Za-z0-9_]{0,69}$': 'pattern-name',
  '^[A-Za-z_][A-Za-z0-9_]*$': 'pattern-name',
  '^/([a-z0-9-]+(/([a-z0-9-]+|:[A-Za-z][A-Za-z0-9]*))*)?$': 'pattern-path',
  '^state(\\.(?!(__proto__|constructor|prototype)(\\.|$))[A-Za-z_][A-Za-z0-9_]*)+$': 'pattern-bind',
  '^state\\.(?!(__proto__|constructor|prototype)(\\.|$))[A-Za-z_][A-Za-z0-9_]*(\\.((?!(__proto__|constructor|prototype)(\\.|$))[A-Za-z_][A-Za-z0-9_]*|\\{[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)*\\}))*$':
    'pattern-bind',
  '^[A-Za-z_][A-Za-z0-9_.-]{0,63}$': 'pattern-part',
  '^[1-9][0-9]{0,3}:[1-9][0-9]{0,3}$': 'pattern-ratio',
  '^(/(?!/)|\\{with\\.[A-Za-z_][A-Za-z0-9_]*\\}(/|$))': 'pattern-address',
  '^/': 'pattern-address',
  '^(screen|form|dashboard|entity|fragment|dataset|widget|node|props:[a-z][a-z0-9-]{0,63})$': 'pattern-kind',
  '^(params|state|data|args|user|tenant|with)(\\.[A-Za-z_][A-Za-z0-9_]*)+$': 'pattern-need',
  '^([A-Za-z0-9_.:-]|\\{[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_]+)+\\})+$': 'pattern-topic',
  '^(\\.[A-Za-z0-9]{1,15}|[a-z]+/([A-Za-z0-9.+-]+|\\*))$': 'pattern-file-type',
};

/** Keywords whose errors only repeat an error below them. */
const wrappers = new Set([
  '$ref',
  'properties',
  'items',
  'allOf',
  'then',
  'else',
  'if',
  'patternProperties',
  'prefixItems',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

const codeOfKeyword: Readonly<Record<string, DiagnosticCode>> = {
  type: 'type',
  required: 'required',
  additionalProperties: 'unknown-key',
  enum: 'value',
  const: 'value',
  pattern: 'pattern',
  minLength: 'too-short',
  maxLength: 'too-long',
  minimum: 'too-small',
  exclusiveMinimum: 'too-small',
  maximum: 'too-big',
  exclusiveMaximum: 'too-big',
  multipleOf: 'multiple',
  minItems: 'too-few-items',
  maxItems: 'too-many-items',
  minProperties: 'too-few-items',
  maxProperties: 'too-many-items',
  uniqueItems: 'not-unique',
  propertyNames: 'key-name',
  format: 'format',
  anyOf: 'no-alternative',
  oneOf: 'no-alternative',
};

function schemaAt(location: string, root: Schema): Schema | null {
  let schema: Schema | null = root;
  let file = root;
  for (const key of parsePointer(location.slice(1))) {
    if (schema === null) return null;
    if (key === '$ref') {
      const resolved = resolveReference(String(schema.$ref), file);
      schema = resolved?.schema ?? null;
      file = resolved?.root ?? file;
    } else {
      schema = (schema as Record<string, Schema>)[key] ?? null;
    }
  }
  return schema;
}

const parentOf = (location: string): string => location.slice(0, location.lastIndexOf('/'));
const keyInError = (unit: OutputUnit): string => /"([^"]*)"/.exec(unit.error)?.[1] ?? '';

function codeOf({ keyword, keywordLocation }: OutputUnit, root: Schema): DiagnosticCode {
  const pattern = keyword === 'pattern' ? schemaAt(parentOf(keywordLocation), root)?.pattern : undefined;
  const own = pattern === undefined ? undefined : patternDiagnostics[pattern];
  return own ?? codeOfKeyword[keyword] ?? 'schema';
}

/** The key that has the place of a former one (`x-former`). */
function currentName(schema: Schema | null, key: string): string | undefined {
  const former: unknown = (schema as { 'x-former'?: unknown } | null)?.['x-former'];
  return isObject(former) && typeof former[key] === 'string' ? former[key] : undefined;
}

/** Leaves out that a key is missing where its former name is written: to rename that one mends both. */
function withoutRenamed(units: readonly OutputUnit[], root: Schema): OutputUnit[] {
  const objectOf = (unit: OutputUnit): string => `${unit.instanceLocation} ${parentOf(unit.keywordLocation)}`;
  const renamed = new Set(
    units
      .filter(({ keyword }) => keyword === 'additionalProperties')
      .map((unit) => {
        const schema = schemaAt(parentOf(unit.keywordLocation), root);
        return `${objectOf(unit)} ${currentName(schema, keyInError(unit)) ?? ''}`;
      }),
  );
  return units.filter(
    (unit) => unit.keyword !== 'required' || !renamed.has(`${objectOf(unit)} ${keyInError(unit)}`),
  );
}

/** The allowed values, and the one that a written text is most like. */
function allowedValues(allowed: readonly unknown[], written: unknown): Record<string, string> {
  const expected = allowed.map((one) => JSON.stringify(one)).join(', ');
  if (typeof written !== 'string') return { expected };
  const texts = allowed.filter((one) => typeof one === 'string');
  return { value: written, expected, ...nearestValue(written, texts) };
}

/** @param written the value that the error is about. */
function valuesOf(unit: OutputUnit, root: Schema, written: unknown): Record<string, string | number> {
  const schema = schemaAt(parentOf(unit.keywordLocation), root);
  const limit: unknown = schema?.[unit.keyword];
  switch (unit.keyword) {
    case 'additionalProperties': {
      const key = keyInError(unit);
      const current = currentName(schema, key);
      return {
        key,
        ...(current ? { nearest: current } : nearestValue(key, Object.keys(schema?.properties ?? {}))),
      };
    }
    case 'required':
    case 'propertyNames':
      return { key: keyInError(unit) };
    case 'type':
      return { expected: Array.isArray(limit) ? limit.join(', ') : String(limit) };
    case 'enum':
      return Array.isArray(limit) ? allowedValues(limit, written) : { expected: '' };
    case 'const':
      return { expected: JSON.stringify(limit) ?? '' };
    case 'format':
      return { format: String(limit) };
    case 'anyOf':
    case 'oneOf': {
      const branches = Array.isArray(limit) ? (limit as Schema[]) : [];
      const names = branches
        .map((branch) => branch.title ?? branchName(branch))
        .filter((name) => name !== '');
      return { expected: names.join(', ') };
    }
    default:
      return typeof limit === 'number' ? { limit } : {};
  }
}

function branchName(branch: Schema): string {
  if (branch.$ref) return lastSegment(branch.$ref).replace('.schema.json', '');
  if (branch.required) return branch.required.join(' + ');
  return Array.isArray(branch.type) ? branch.type.join(', ') : (branch.type ?? '');
}

/** Whether an alternative only lists other values, of the type that was written. */
const listsOthers = (units: readonly OutputUnit[], { instanceLocation }: OutputUnit): boolean => {
  const own = units.filter(({ keyword }) => !wrappers.has(keyword));
  return own.every((unit) => unit.instanceLocation === instanceLocation && unit.keyword === 'enum');
};

/**
 * Errors of the likeliest alternative: no error at its top level and the fewest errors below, else one that lists other
 * values.
 */
function likelyBranch(alternative: OutputUnit, below: readonly OutputUnit[]): readonly OutputUnit[] | null {
  const branches = new Map<string, OutputUnit[]>();
  for (const unit of below) {
    const index = unit.keywordLocation.slice(alternative.keywordLocation.length + 1).split('/')[0]!;
    const list = branches.get(index);
    if (list) list.push(unit);
    else branches.set(index, [unit]);
  }
  const fitting = [...branches.values()].filter(
    (units) =>
      !units.some(
        (unit) =>
          unit.instanceLocation === alternative.instanceLocation &&
          ['type', 'required', 'const', 'enum'].includes(unit.keyword),
      ),
  );
  const [best] = fitting.sort((a, b) => a.length - b.length);
  return best ?? [...branches.values()].find((units) => listsOthers(units, alternative)) ?? null;
}

function forbidsFurtherKeys(unit: OutputUnit, root: Schema): boolean {
  return schemaAt(parentOf(unit.keywordLocation), root)?.additionalProperties === false;
}

/** Reduces the interpreter's errors to those to fix: the innermost, and of alternatives those of the likeliest. */
function toDiagnostics(found: readonly OutputUnit[], root: Schema, value: unknown, at: string): Diagnostic[] {
  const units = withoutRenamed(found, root);
  const skipped = new Set<OutputUnit>();
  const explained = new Set<OutputUnit>();
  for (const unit of units) {
    if ((unit.keyword !== 'anyOf' && unit.keyword !== 'oneOf') || skipped.has(unit)) continue;
    const below = units.filter((other) => other.keywordLocation.startsWith(`${unit.keywordLocation}/`));
    const likely = likelyBranch(unit, below);
    if (likely) explained.add(unit);
    const retained = new Set(likely ?? []);
    for (const other of below) if (!retained.has(other)) skipped.add(other);
  }
  const diagnostics = new Map<string, Diagnostic>();
  for (const unit of units) {
    if (skipped.has(unit) || explained.has(unit) || wrappers.has(unit.keyword)) continue;
    // The object reports a key that is not allowed; the schema "false" of the key adds nothing.
    if (unit.keyword === 'false') continue;
    if (unit.keyword === 'additionalProperties' && !forbidsFurtherKeys(unit, root)) continue;
    // 'key-name' reports the key; the pattern behind it adds nothing.
    if (unit.keywordLocation.includes('/propertyNames/')) continue;
    const pointer = unit.instanceLocation.slice(1);
    const values = valuesOf(unit, root, valueAt(value, parsePointer(pointer)));
    const one = diagnostic(at + pointer, codeOf(unit, root), values);
    diagnostics.set(`${one.pointer} ${one.code} ${JSON.stringify(one.values)}`, one);
  }
  return diagnostics.size > 0 || units.length === 0 ? [...diagnostics.values()] : [diagnostic(at, 'schema')];
}

type Lookup = ReturnType<typeof dereference>;

interface PreparedSchema {
  schema: Schema;
  /** All schemas by URI: the widget's own, with the language's as prototype. */
  lookup: Lookup;
}

/** Copies a schema, because the interpreter writes into the schemas that it is given. */
const copyOf = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema)) as Schema;

const actionId = (): string => String(languageSchema('action').$id);

let language: { byId: Map<string, Schema>; lookup: Lookup } | undefined;

/** Prepares the language's schemas once; all widgets share them. */
function preparedLanguage(): NonNullable<typeof language> {
  if (!language) {
    const lookup: Lookup = Object.create(null) as Lookup;
    const byId = new Map<string, Schema>();
    for (const schema of allLanguageSchemas()) {
      const own = copyOf(schema);
      // stepsDiagnostics validates lists of steps, step by step; the schemas around them only require lists.
      if (own.$id === actionId()) own.$defs.steps = { type: 'array', maxItems: own.$defs.steps.maxItems };
      byId.set(String(own.$id), own);
      dereference(own, lookup);
    }
    language = { byId, lookup };
  }
  return language;
}

const byWidget = new WeakMap<object, PreparedSchema>();

function validateValue({ schema, lookup }: PreparedSchema, value: unknown, at: string): Diagnostic[] {
  try {
    // Nearly every value is valid, and the interpreter is faster when it collects no errors.
    if (validate(value, schema, '2020-12', lookup, true).valid) return [];
    return toDiagnostics(validate(value, schema, '2020-12', lookup, false).errors, schema, value, at);
  } catch {
    // A value that JSON cannot represent (undefined, a function), or a reference without a target.
    return [diagnostic(at, 'schema')];
  }
}

/**
 * Validates a value against one of the language's schemas.
 * @param at JSON pointer of the value in its document.
 */
export function languageDiagnostics(name: LanguageSchemaName, value: unknown, at: string): Diagnostic[] {
  const { byId, lookup } = preparedLanguage();
  return validateValue({ schema: byId.get(String(languageSchema(name).$id))!, lookup }, value, at);
}

/** Names of the verbs, taken from the definitions of the action schema. */
export function verbs(): string[] {
  const definitions = Object.keys(languageSchema('action').$defs as object);
  return definitions.filter((name) => name !== 'step' && name !== 'steps');
}

/** Validates one step against its verb; inner lists of steps are only required to be lists. */
export function stepDiagnostics(verb: string, step: JsonObject, at: string): Diagnostic[] {
  const { byId, lookup } = preparedLanguage();
  const definitions = byId.get(actionId())!.$defs as Record<string, Schema>;
  return validateValue({ schema: definitions[verb]!, lookup }, step, at);
}

function preparedWidget(spec: WidgetSpec): PreparedSchema {
  let prepared = byWidget.get(spec.propsSchema);
  if (!prepared) {
    const schema = copyOf(spec.propsSchema as Schema);
    prepared = { schema, lookup: dereference(schema, Object.create(preparedLanguage().lookup) as Lookup) };
    byWidget.set(spec.propsSchema, prepared);
  }
  return prepared;
}

/** Validates props against their widget's schema. */
export const widgetDiagnostics = (spec: WidgetSpec, props: JsonObject, at = ''): Diagnostic[] =>
  validateValue(preparedWidget(spec), props, at);

/** Validates what a widget fires against the payload that its spec declares for the event. */
export function payloadDiagnostics(spec: WidgetSpec, event: string, payload: unknown): Diagnostic[] {
  const declared = spec.events?.find(({ name }) => name === event);
  if (!declared) return [diagnostic('', 'unknown-event', { event, type: spec.type })];
  if (!declared.payload)
    return payload === undefined ? [] : [diagnostic('', 'type', { expected: 'nothing' })];
  const { schema, lookup } = preparedWidget(spec);
  const payloads = schema['x-events'] as Record<string, Schema>;
  return validateValue({ schema: payloads[event]!, lookup }, payload, '');
}

/** @throws Error naming the first widget that has another type's schema, or whose defaults do not match its own. */
export function validateRegistry(registry: Registry): void {
  for (const type of registry.types) {
    const spec = registry.get(type)!;
    if (!String(spec.propsSchema.$id).endsWith(`/${type}.schema.json`)) {
      throw new Error(`The widget "${type}" carries the schema of another: ${spec.propsSchema.$id}`);
    }
    const found = widgetDiagnostics(spec, spec.defaults);
    if (found.length === 0) continue;
    const list = found.map(({ pointer, code }) => `${pointer || '/'} ${code}`).join(', ');
    throw new Error(`The defaults of the widget "${type}" fail its own schema: ${list}`);
  }
}
