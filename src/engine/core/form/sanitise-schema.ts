import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { deepEqual, isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic, JsonSchema } from '../contract.ts';
import { isForbiddenKey } from '../language/paths.ts';
import { branchesByValue, choosingProperty } from './chosen-branches.ts';
import { formFormats } from './formats.ts';
import { readPattern } from './patterns.ts';
import { SchemaDefinitions, SchemaReferences, type SchemaDefinition } from './schema-references.ts';
import {
  annotations,
  applyExclusiveFlags,
  branchKeywords,
  closesObject,
  dependencyMaps,
  exclusiveFlags,
  plainKeywords,
  referenceKeywords,
  schemaInPlace,
  schemaLists,
  schemaMaps,
  schemaOfParts,
  silentKeywords,
  typeNames,
  uncheckedKeywords,
} from './schema-keywords.ts';

/** Limits of a form's schema, which bound its cost for users who open the form and for the server. */
export const formLimits = {
  /** Characters of the schema as JSON. */
  size: 500_000,
  /** Depth of nested schemas, counted from each reference's target. */
  depth: 30,
  /** Properties in the whole schema. */
  fields: 5000,
  /** Alternatives in one anyOf, oneOf or allOf. */
  alternatives: 200,
  /** Branch keywords (anyOf, oneOf, allOf, if, dependencies) in the whole schema. */
  branches: 1000,
  /** Schemas that apply to one value when all references are followed. */
  schemasPerValue: 5000,
  enumValues: 5000,
} as const;

/** Key whose value is the reason why a subschema is unsupported. Authors' schemas lose the key. */
export const unsupportedKey = 'x-unsupported';

export interface SanitisedSchema {
  /** Draft-07 with known keywords and `#/definitions/…` references only: safe for every reader and for Ajv. */
  schema: JsonSchema;
  /** Errors for subschemas that are marked as unsupported or left out, warnings for keywords without effect. */
  diagnostics: readonly Diagnostic[];
  /** Whether a pattern needs the engine that `loadPatternEngine` loads. */
  needsPatternEngine: boolean;
}

/** Position of the sanitiser in the author's document. */
interface Position {
  pointer: string;
  depth: number;
  /** The definition whose own value the schema applies to; null inside properties and items. */
  inPlace: SchemaDefinition | null;
}

const sanitised = new WeakMap<JsonSchema, SanitisedSchema>();

/**
 * Converts an author's schema of any draft to one that is safe for rendering, for the browser's interpreter and for
 * the server's Ajv. Unsafe subschemas are marked as unsupported or left out, so the rest of the form works.
 */
export function sanitiseSchema(written: JsonSchema): SanitisedSchema {
  const known = sanitised.get(written);
  if (known !== undefined) return known;
  const made = new Sanitiser(written).run();
  sanitised.set(written, made);
  return made;
}

class Sanitiser {
  private readonly written: JsonSchema;
  private readonly index: SchemaReferences;
  private readonly errors = new Map<string, Diagnostic>();
  private readonly warnings = new Map<string, Diagnostic>();
  private readonly definitions = new SchemaDefinitions();
  private fields = 0;
  private branches = 0;
  private needsPatternEngine = false;

  constructor(written: JsonSchema) {
    this.written = written;
    this.index = new SchemaReferences(written);
  }

  run(): SanitisedSchema {
    let schema: JsonSchema = {};
    if (JSON.stringify(this.written).length > formLimits.size)
      this.markUnsupported(schema, '', 'form-too-large', { max: formLimits.size });
    else schema = this.withDefinitions();
    return {
      schema,
      diagnostics: [...this.errors.values(), ...this.warnings.values()],
      needsPatternEngine: this.needsPatternEngine,
    };
  }

  private withDefinitions(): JsonSchema {
    const root = this.definitions.define({ schema: this.written, pointer: '' });
    for (let next = this.definitions.next(); next !== undefined; next = this.definitions.next())
      next.schema = this.schema(next.target.schema, {
        pointer: next.target.pointer,
        depth: 0,
        inPlace: next,
      });
    const { schemasPerValue: max } = formLimits;
    this.definitions.limit(max, ({ owner, pointer, reference }, isCircular) =>
      isCircular
        ? this.markUnsupported(owner, pointer, 'form-ref-circular', { ref: reference })
        : this.markUnsupported(owner, pointer, 'form-too-many-branches', { max }),
    );
    const schema = root.schema as JsonSchema;
    const others = this.definitions.all().filter((one) => one !== root);
    if (others.length > 0)
      schema['definitions'] = Object.fromEntries(others.map((one) => [one.name, one.schema]));
    return schema;
  }

  private schema(value: Json, at: Position): Json {
    if (typeof value === 'boolean') return value;
    const made: JsonSchema = {};
    if (!isObject(value)) return this.markUnsupported(made, at.pointer, 'form-schema-shape');
    if (typeof value['title'] === 'string') made['title'] = value['title'];
    if (at.depth > formLimits.depth)
      return this.markUnsupported(made, at.pointer, 'form-too-deep', { max: formLimits.depth });
    if (at.inPlace !== null) at.inPlace.size += 1;
    for (const [keyword, part] of Object.entries(value)) {
      const position = { ...at, pointer: `${at.pointer}/${escapeSegment(keyword)}`, depth: at.depth + 1 };
      this.keyword(keyword, part, position, made, value);
      if (made[unsupportedKey] !== undefined) return made;
    }
    applyExclusiveFlags(made, value);
    this.choices(value, made);
    this.reference(value, at, made);
    return made;
  }

  private keyword(keyword: string, part: Json, at: Position, made: JsonSchema, written: JsonSchema): void {
    const { branches: max } = formLimits;
    if (branchKeywords.has(keyword) && ++this.branches > max)
      return void this.markUnsupported(
        made,
        at.pointer,
        'form-too-many-branches',
        { max },
        this.branches === max + 1,
      );
    const inside = { ...at, inPlace: null };
    if (Object.hasOwn(plainKeywords, keyword) && plainKeywords[keyword]!(part)) made[keyword] = part;
    else if (schemaInPlace.has(keyword)) this.condition(keyword, part, at, made);
    else if (schemaOfParts.has(keyword)) made[keyword] = this.schema(part, inside);
    else if (schemaLists.has(keyword)) this.list(keyword, part, at, made);
    else if (schemaMaps.has(keyword)) this.map(keyword, part, inside, made);
    else if (keyword === 'items' || keyword === 'prefixItems')
      this.items(keyword, part, inside, made, written);
    else if (dependencyMaps.has(keyword)) this.dependencies(part, at, made);
    else if (keyword === 'type') this.type(part, at, made);
    else if (keyword === 'enum') this.enumeration(part, at, made);
    else if (keyword === 'required') this.required(part, at, made);
    else if (keyword === 'pattern') this.pattern(part, at, made);
    else if (keyword === 'format') this.format(part, at, made);
    else if (typeof part === 'boolean' && Object.hasOwn(exclusiveFlags, keyword)) return;
    // Public schemas say why a property is deprecated: a description does not decide what is valid.
    else if (annotations.has(keyword)) this.warn('form-keyword-ignored', keyword, at, { keyword });
    else if (Object.hasOwn(plainKeywords, keyword)) this.reportValue(keyword, at);
    else if (closesObject(keyword, part, written)) made['additionalProperties'] = false;
    else if (keyword === '$async') this.report(at.pointer, 'form-keyword', { keyword });
    else if (uncheckedKeywords.has(keyword)) this.warn('form-keyword-unchecked', keyword, at, { keyword });
    else if (!silentKeywords.has(keyword)) this.warn('form-keyword-ignored', keyword, at, { keyword });
  }

  private list(keyword: string, part: Json, at: Position, made: JsonSchema): void {
    if (!Array.isArray(part) || part.length === 0) return this.reportValue(keyword, at);
    const { alternatives: max } = formLimits;
    if (part.length > max) this.markUnsupported(made, at.pointer, 'form-too-many-branches', { max });
    else {
      const branches = this.schemas(part, at);
      // An unsupported branch accepts any value, so a value of another branch would match twice.
      const matchesAll = branches.some((one) => isObject(one) && one[unsupportedKey] !== undefined);
      made[keyword === 'oneOf' && matchesAll ? 'anyOf' : keyword] = branches;
    }
  }

  /** Leaves out a whole condition if any subschema of it is left out, since the rest would mean something else. */
  private condition(keyword: string, part: Json, at: Position, made: JsonSchema): void {
    const before = this.errors.size;
    const schema = this.schema(part, at);
    const isWhole = this.errors.size === before || keyword === 'then' || keyword === 'else';
    if (isWhole) made[keyword] = schema;
  }

  private schemas(list: readonly Json[], at: Position): Json[] {
    return list.map((one, index) => this.schema(one, { ...at, pointer: `${at.pointer}/${index}` }));
  }

  private map(keyword: string, part: Json, at: Position, made: JsonSchema): void {
    if (!isObject(part)) return this.reportValue(keyword, at);
    const { fields: max } = formLimits;
    const clean: JsonObject = {};
    for (const [name, one] of Object.entries(part)) {
      const own = { ...at, pointer: `${at.pointer}/${escapeSegment(name)}` };
      if (isForbiddenKey(name)) this.report(own.pointer, 'form-name', { name });
      else if (keyword === 'properties' && ++this.fields > max) {
        if (this.fields === max + 1) this.report(own.pointer, 'form-too-many-fields', { max });
      } else if (keyword === 'properties' || this.isPattern(name, own)) clean[name] = this.schema(one, own);
    }
    made[keyword] = clean;
  }

  /** Older drafts describe tuples by `items` and `additionalItems`, 2020-12 by `prefixItems` and `items`. */
  private items(keyword: string, part: Json, at: Position, made: JsonSchema, written: JsonSchema): void {
    if (Array.isArray(part)) {
      if (part.length > 0) made['items'] = this.schemas(part, at);
    } else if (keyword === 'prefixItems') this.reportValue(keyword, at);
    else made[Array.isArray(written['prefixItems']) ? 'additionalItems' : 'items'] = this.schema(part, at);
  }

  /** Alternatives that a property of the object chooses become conditions. */
  private choices(written: JsonSchema, made: JsonSchema): void {
    for (const keyword of ['oneOf', 'anyOf']) {
      const name = Array.isArray(written[keyword])
        ? choosingProperty(written, written[keyword], this.follow)
        : undefined;
      if (name !== undefined && this.choose(written, made, keyword, name, true))
        made['required'] = [...new Set([...(Array.isArray(made['required']) ? made['required'] : []), name])];
    }
  }

  /** @returns whether the value of the property chooses among the alternatives of the keyword. */
  private choose(written: Json, made: Json, keyword: string, name: string, isNeeded: boolean): boolean {
    if (!isObject(written) || !isObject(made) || !Array.isArray(written[keyword])) return false;
    // An unsupported branch makes `anyOf` of `oneOf`.
    const own = keyword === 'oneOf' && made[keyword] === undefined ? 'anyOf' : keyword;
    const branches = made[own];
    if (!Array.isArray(branches)) return false;
    const conditions = branchesByValue(written[keyword], branches, name, this.follow, isNeeded);
    if (conditions === null) return false;
    delete made[own];
    made['allOf'] = [...(Array.isArray(made['allOf']) ? made['allOf'] : []), ...conditions];
    return true;
  }

  private readonly follow = (written: JsonSchema): JsonSchema => this.index.follow(written);

  private dependencies(part: Json, at: Position, made: JsonSchema): void {
    if (!isObject(part)) return this.reportValue('dependencies', at);
    const clean = isObject(made['dependencies']) ? made['dependencies'] : {};
    for (const [name, one] of Object.entries(part)) {
      if (isForbiddenKey(name)) continue;
      const own = { ...at, pointer: `${at.pointer}/${escapeSegment(name)}` };
      const next = Array.isArray(one)
        ? [...new Set(one.filter((needed) => typeof needed === 'string'))]
        : this.schema(one, own);
      for (const keyword of ['oneOf', 'anyOf']) this.choose(one, next, keyword, name, false);
      const asSchema = (value: Json) => (Array.isArray(value) ? { required: value } : value);
      const before = clean[name];
      clean[name] = before === undefined ? next : { allOf: [asSchema(before), asSchema(next)] };
    }
    made['dependencies'] = clean;
  }

  private type(part: Json, at: Position, made: JsonSchema): void {
    const names = Array.isArray(part) ? [...new Set(part)] : [part];
    // `any` is a type of draft-03.
    if (names.includes('any')) return;
    if (names.length === 0 || !names.every((one) => typeof one === 'string' && typeNames.has(one)))
      return this.reportValue('type', at);
    made['type'] = names.length === 1 ? names[0]! : names;
  }

  private enumeration(part: Json, at: Position, made: JsonSchema): void {
    const { enumValues: max } = formLimits;
    if (!Array.isArray(part) || part.length === 0) this.reportValue('enum', at);
    else if (part.length > max) this.markUnsupported(made, at.pointer, 'form-too-many-options', { max });
    else made['enum'] = withoutDuplicates(part);
  }

  private required(part: Json, at: Position, made: JsonSchema): void {
    if (Array.isArray(part) && part.every((name) => typeof name === 'string'))
      made['required'] = [...new Set(part)];
    // In draft-03 a flag of the property itself, without an effect on the value.
    else if (typeof part === 'boolean')
      this.warn('form-keyword-ignored', 'required', at, { keyword: 'required' });
    else this.reportValue('required', at);
  }

  private pattern(part: Json, at: Position, made: JsonSchema): void {
    if (typeof part !== 'string') this.reportValue('pattern', at);
    else if (this.isPattern(part, at)) made['pattern'] = part;
  }

  private isPattern(pattern: string, at: Position): boolean {
    const plan = readPattern(pattern);
    if ('reason' in plan) this.report(at.pointer, 'form-pattern', { reason: plan.reason });
    else this.needsPatternEngine ||= !plan.isNative;
    return !('reason' in plan);
  }

  private format(part: Json, at: Position, made: JsonSchema): void {
    if (typeof part !== 'string') this.reportValue('format', at);
    else if (Object.hasOwn(formFormats, part)) made['format'] = part;
    else this.warn('form-format', part, at, { format: part });
  }

  /** Resolves a schema's reference. Keywords beside it apply too, as from draft 2019-09 on. */
  private reference(value: JsonSchema, at: Position, made: JsonSchema): void {
    const keyword = [...referenceKeywords].find((one) => value[one] !== undefined);
    if (keyword === undefined) return;
    const reference = value[keyword];
    const pointer = `${at.pointer}/${keyword}`;
    if (typeof reference !== 'string') return this.reportValue(keyword, { ...at, pointer });
    const target = this.index.resolve(reference, value);
    if (typeof target === 'string') {
      this.markUnsupported(made, pointer, `form-ref-${target}`, { ref: reference });
      return;
    }
    const type = isObject(target.schema) ? target.schema['type'] : undefined;
    if (typeof type === 'string' && made['type'] === type) delete made['type'];
    const to = this.definitions.define(target);
    const ref = to.name === '' ? '#' : `#/definitions/${to.name}`;
    let owner = made;
    if (Object.keys(made).every((key) => annotations.has(key))) made['$ref'] = ref;
    else {
      owner = { $ref: ref };
      made['allOf'] = [owner, ...(Array.isArray(made['allOf']) ? made['allOf'] : [])];
    }
    at.inPlace?.references.push({ to, owner, pointer, reference });
  }

  /** Removes all keywords of a schema but its title, and marks it with the reason. */
  private markUnsupported(
    schema: JsonSchema,
    pointer: string,
    code: string,
    values: Record<string, string | number> = {},
    isReported = true,
  ): JsonSchema {
    if (isReported) this.report(pointer, code, values);
    for (const key of Object.keys(schema)) if (key !== 'title') delete schema[key];
    schema[unsupportedKey] = { pointer, code, values };
    return schema;
  }

  private reportValue(keyword: string, at: Position): void {
    this.report(at.pointer, 'form-keyword-value', { keyword });
  }

  private report(pointer: string, code: string, values: Record<string, string | number>): void {
    this.errors.set(`${code} ${pointer}`, { pointer, code, values, severity: 'error' });
  }

  /** Reports each keyword or format without effect once, at its first occurrence. */
  private warn(code: string, name: string, at: Position, values: Record<string, string>): void {
    const key = `${code} ${name}`;
    if (!this.warnings.has(key))
      this.warnings.set(key, { pointer: at.pointer, code, values, severity: 'warning' });
  }
}

function withoutDuplicates(list: readonly Json[]): Json[] {
  const plain = new Set(list.filter((item) => !isStructure(item)));
  const structures = list.filter(isStructure);
  return [
    ...plain,
    ...structures.filter((item, at) => !structures.slice(0, at).some((before) => deepEqual(before, item))),
  ];
}

function isStructure(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}
