import { parsePointer } from '../../../contracts/json-pointer.ts';
import type { OutputUnit, Schema } from '@cfworker/json-schema';
import type { Diagnostic } from '../contract.ts';
import { diagnostic, type DiagnosticCode } from './diagnostics.ts';
import { patternDiagnostics } from './patterns.ts';
import { resolveReference } from './schemas.ts';

/** Keywords that only say that something below them failed. */
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

const lastPart = (location: string): string => location.slice(location.lastIndexOf('/') + 1);
const parentOf = (location: string): string => location.slice(0, location.lastIndexOf('/'));
const keyInError = (unit: OutputUnit): string => /"([^"]*)"/.exec(unit.error)?.[1] ?? '';

function codeOf(unit: OutputUnit, root: Schema): DiagnosticCode {
  const { keyword } = unit;
  const said = keyword === 'pattern' ? schemaAt(parentOf(unit.keywordLocation), root)?.pattern : undefined;
  return (said === undefined ? undefined : patternDiagnostics[said]) ?? codeOfKeyword[keyword] ?? 'schema';
}

function valuesOf(unit: OutputUnit, root: Schema): Record<string, string | number> {
  const schema = schemaAt(parentOf(unit.keywordLocation), root);
  const limit: unknown = schema?.[unit.keyword];
  switch (unit.keyword) {
    case 'required':
    case 'additionalProperties':
    case 'propertyNames':
      return { key: keyInError(unit) };
    case 'type':
      return { expected: Array.isArray(limit) ? limit.join(', ') : String(limit) };
    case 'enum':
      return { expected: Array.isArray(limit) ? limit.map((one) => JSON.stringify(one)).join(', ') : '' };
    case 'const':
      return { expected: JSON.stringify(limit) ?? '' };
    case 'format':
      return { format: String(limit) };
    case 'anyOf':
    case 'oneOf': {
      const branches = Array.isArray(limit) ? (limit as Schema[]) : [];
      const names = branches
        .map((branch) => branch.title ?? nameOfBranch(branch))
        .filter((name) => name !== '');
      return { expected: names.join(', ') };
    }
    default:
      return typeof limit === 'number' ? { limit } : {};
  }
}

function nameOfBranch(branch: Schema): string {
  if (branch.$ref) return lastPart(branch.$ref).replace('.schema.json', '');
  if (branch.required) return branch.required.join(' + ');
  return Array.isArray(branch.type) ? branch.type.join(', ') : (branch.type ?? '');
}

/** Of several alternatives the one that was meant: nothing of it fails at its own top, and least below. */
function meantBranch(alternative: OutputUnit, below: readonly OutputUnit[]): readonly OutputUnit[] | null {
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
  return best ?? null;
}

/**
 * The validator's list of everything that failed, cut down to what a person has to change: the innermost faults, of
 * alternatives only those of the one that was meant.
 */
export function diagnosticsOf(units: readonly OutputUnit[], root: Schema, at: string): Diagnostic[] {
  const skipped = new Set<OutputUnit>();
  const answered = new Set<OutputUnit>();
  for (const unit of units) {
    if ((unit.keyword !== 'anyOf' && unit.keyword !== 'oneOf') || skipped.has(unit)) continue;
    const below = units.filter((other) => other.keywordLocation.startsWith(`${unit.keywordLocation}/`));
    const meant = meantBranch(unit, below);
    if (meant) answered.add(unit);
    const kept = new Set(meant ?? []);
    for (const other of below) if (!kept.has(other)) skipped.add(other);
  }
  const diagnostics = new Map<string, Diagnostic>();
  for (const unit of units) {
    if (skipped.has(unit) || answered.has(unit) || wrappers.has(unit.keyword)) continue;
    // A key that is not allowed is told once, by its object; the schema "false" behind it adds nothing.
    if (unit.keyword === 'false') continue;
    if (unit.keyword === 'additionalProperties' && !isUnknownKey(unit, root)) continue;
    // The pattern behind a bad key name is told by the name itself.
    if (unit.keywordLocation.includes('/propertyNames/')) continue;
    const one = diagnostic(at + unit.instanceLocation.slice(1), codeOf(unit, root), valuesOf(unit, root));
    diagnostics.set(`${one.pointer} ${one.code} ${JSON.stringify(one.values)}`, one);
  }
  return diagnostics.size > 0 || units.length === 0 ? [...diagnostics.values()] : [diagnostic(at, 'schema')];
}

function isUnknownKey(unit: OutputUnit, root: Schema): boolean {
  return schemaAt(parentOf(unit.keywordLocation), root)?.additionalProperties === false;
}
