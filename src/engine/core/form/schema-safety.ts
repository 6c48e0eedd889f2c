import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { Diagnostic, JsonSchema } from '../contract.ts';
import { formFormats } from './formats.ts';
import { followRef } from './references.ts';
import { patternDiagnostic } from './patterns.ts';

/** What a form's schema may cost those who open it and the server that judges by it. */
export const formLimits = {
  /** Characters of the schema as JSON. */
  size: 500_000,
  depth: 30,
  fields: 2000,
  /** Alternatives in one anyOf, oneOf or allOf. */
  alternatives: 100,
  /** Branch keywords (anyOf, oneOf, allOf, if, dependencies) in the whole schema. */
  branches: 200,
  enumValues: 2000,
} as const;

const schemaKeywords = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
const schemaListKeywords = new Set(['allOf', 'anyOf', 'oneOf']);
const schemaMapKeywords = new Set(['properties', 'patternProperties', 'definitions', '$defs']);
const plainKeywords = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
  'type',
  'const',
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'contentEncoding',
  'contentMediaType',
]);
const branchKeywords = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'dependencies']);
const hostileNames = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Every reason not to run a schema: unknown keywords, `$id`, `$async`, foreign `$ref`, patterns that explode, too much of
 * anything. @param pointer where the schema stands in its document.
 */
export function checkSchemaSafety(schema: JsonSchema, pointer = ''): Diagnostic[] {
  const vetting = new SafetyCheck(schema);
  if (JSON.stringify(schema).length > formLimits.size)
    vetting.add(pointer, 'form-too-large', { max: formLimits.size });
  else vetting.schema(schema, pointer, 0);
  return vetting.diagnostics;
}

class SafetyCheck {
  readonly diagnostics: Diagnostic[] = [];
  private readonly root: JsonSchema;
  private fields = 0;
  private branches = 0;

  constructor(root: JsonSchema) {
    this.root = root;
  }

  add(pointer: string, code: string, values: Record<string, string | number> = {}): void {
    this.diagnostics.push({ pointer, code, values, severity: 'error' });
  }

  schema(value: unknown, pointer: string, depth: number): void {
    if (typeof value === 'boolean') return;
    if (!isObject(value)) return this.add(pointer, 'form-schema-shape');
    if (depth > formLimits.depth) return this.add(pointer, 'form-too-deep', { max: formLimits.depth });
    for (const [keyword, part] of Object.entries(value)) this.keyword(keyword, part, pointer, depth);
  }

  private keyword(keyword: string, part: unknown, pointer: string, depth: number): void {
    const at = `${pointer}/${escapeSegment(keyword)}`;
    if (branchKeywords.has(keyword) && ++this.branches === formLimits.branches + 1) {
      this.add(at, 'form-too-many-branches', { max: formLimits.branches });
    }
    if (this.branches > formLimits.branches) return;
    if (keyword === '$ref') this.reference(part, at);
    else if (keyword === 'pattern') this.pattern(part, at);
    else if (keyword === 'format') this.format(part, at);
    else if (keyword === 'enum') this.enumeration(part, at);
    else if (keyword === 'items' && Array.isArray(part)) this.list(part, at, depth);
    else if (keyword === 'items' || schemaKeywords.has(keyword)) this.schema(part, at, depth + 1);
    else if (schemaListKeywords.has(keyword)) this.list(part, at, depth);
    else if (schemaMapKeywords.has(keyword)) this.map(keyword, part, at, depth);
    else if (keyword === 'dependencies') this.dependencies(part, at, depth);
    else if (!plainKeywords.has(keyword)) this.add(at, 'form-keyword', { keyword });
  }

  private reference(part: unknown, at: string): void {
    const isLocal = typeof part === 'string' && /^#(\/|$)/.test(part);
    if (!isLocal) return this.add(at, 'form-ref-remote', { ref: String(part) });
    if (resolves(part, this.root)) return;
    this.add(at, 'form-ref-unknown', { ref: part });
  }

  private pattern(part: unknown, at: string): void {
    const reason = typeof part === 'string' ? patternDiagnostic(part) : 'not a text';
    if (reason !== null) this.add(at, 'form-pattern', { reason });
  }

  private format(part: unknown, at: string): void {
    if (typeof part === 'string' && Object.hasOwn(formFormats, part)) return;
    this.add(at, 'form-format', { format: String(part) });
  }

  private enumeration(part: unknown, at: string): void {
    if (!Array.isArray(part)) return this.add(at, 'form-schema-shape');
    if (part.length > formLimits.enumValues)
      this.add(at, 'form-too-many-options', { max: formLimits.enumValues });
  }

  private list(part: unknown, at: string, depth: number): void {
    if (!Array.isArray(part)) return this.add(at, 'form-schema-shape');
    if (part.length > formLimits.alternatives) {
      return this.add(at, 'form-too-many-branches', { max: formLimits.alternatives });
    }
    for (const [index, one] of part.entries()) this.schema(one, `${at}/${index}`, depth + 1);
  }

  private map(keyword: string, part: unknown, at: string, depth: number): void {
    if (!isObject(part)) return this.add(at, 'form-schema-shape');
    for (const [name, one] of Object.entries(part)) {
      const own = `${at}/${escapeSegment(name)}`;
      if (hostileNames.has(name)) this.add(own, 'form-name', { name });
      if (keyword === 'patternProperties') this.pattern(name, own);
      if (keyword === 'properties' && ++this.fields === formLimits.fields + 1) {
        this.add(own, 'form-too-many-fields', { max: formLimits.fields });
      }
      if (this.fields > formLimits.fields) return;
      this.schema(one, own, depth + 1);
    }
  }

  private dependencies(part: unknown, at: string, depth: number): void {
    if (!isObject(part)) return this.add(at, 'form-schema-shape');
    for (const [name, one] of Object.entries(part)) {
      if (!Array.isArray(one)) this.schema(one, `${at}/${escapeSegment(name)}`, depth + 1);
    }
  }
}

/** Does the reference lead to a schema, and not round in a circle of references? */
function resolves(ref: string, root: JsonSchema): boolean {
  try {
    return followRef({ $ref: ref }, root) !== null;
  } catch {
    return false;
  }
}
