import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import type { Path } from '../language/paths.ts';
import { createInterpreter, type Interpreter } from './interpreter.ts';
import { followRef } from './schema-references.ts';

/** One alternative of a value, for the user to choose. */
export interface Alternative {
  title: string;
  schema: JsonSchema;
}

/** Most schemas that are followed for one value. */
const maxHops = 24;

/**
 * Reads a schema for rendering: the effective schema of a value. References are followed on demand, so the cost of
 * a recursive schema depends on its data.
 */
export class SchemaReader {
  /** The whole schema, sanitised. */
  readonly schema: JsonSchema;
  private readonly interpreter: Interpreter;
  private deciding: DecidingNames | null = null;

  constructor(schema: JsonSchema, interpreter: Interpreter = createInterpreter(schema)) {
    this.schema = schema;
    this.interpreter = interpreter;
  }

  /** Whether the value at a path can affect a condition or a dependency, and so the schema of other values. */
  decides(path: Path): boolean {
    const { any, byValue, byPresence } = (this.deciding ??= decidingNames(this.schema));
    return any || byPresence.has(path.at(-1) ?? '') || path.some((name) => byValue.has(name));
  }

  /** Whether any part of the schema depends on the data. */
  get hasConditions(): boolean {
    const { any, byValue, byPresence } = (this.deciding ??= decidingNames(this.schema));
    return any || byPresence.size > 0 || byValue.size > 0;
  }

  /** Whether a value matches a subschema. */
  matches(part: Json, value: Json | undefined): boolean {
    if (typeof part === 'boolean') return part;
    return value !== undefined && this.interpreter.matches(part, value);
  }

  /**
   * The effective schema of a value: references followed, `allOf` joined, conditions and dependencies evaluated.
   * Remaining `anyOf` and `oneOf` are alternatives that the user chooses among.
   */
  read(part: Json | undefined, value: Json | undefined, hops = 0): JsonSchema {
    if (!isObject(part) || hops > maxHops) return {};
    const schema = this.follow(part);
    const { allOf, if: condition, then, else: otherwise, dependencies, ...own } = schema;
    let joined: JsonSchema = own;
    const join = (other: Json | undefined) => {
      joined = joinSchemas(joined, this.read(other, value, hops + 1));
    };
    if (Array.isArray(allOf)) for (const one of allOf) join(one);
    if (condition !== undefined) join(this.matches(condition, value) ? then : otherwise);
    if (isObject(dependencies) && isObject(value)) {
      for (const [name, needed] of Object.entries(dependencies)) {
        if (!Object.hasOwn(value, name)) continue;
        if (Array.isArray(needed)) joined = joinSchemas(joined, { required: needed });
        else join(needed);
      }
    }
    return this.withoutEmptyBranches(joined, value, hops);
  }

  /** Alternatives of a schema that `read` returned, or null without a choice. */
  alternatives(schema: JsonSchema): Alternative[] | null {
    const { oneOf, anyOf, ...base } = schema;
    const branches = Array.isArray(oneOf) ? oneOf : anyOf;
    if (Array.isArray(branches)) {
      return branches.filter(isObject).map((branch) => {
        const own = this.follow(branch);
        const title = own['title'] ?? titleOf(own, this);
        return { title: String(title), schema: { ...base, title: base['title'] ?? '', allOf: [branch] } };
      });
    }
    const types = Array.isArray(schema['type']) ? schema['type'].filter((type) => type !== 'null') : [];
    if (
      types.length < 2 ||
      types.every((type) => type !== 'object' && type !== 'array' && type !== 'boolean')
    )
      return null;
    return types.map((type) => ({ title: String(type), schema: { ...schema, type } }));
  }

  /** Whether a schema itself has `oneOf` or `anyOf`, also those that `read` joins because one branch remains. */
  hasBranches(part: Json): boolean {
    const schema = isObject(part) ? this.follow(part) : {};
    return Array.isArray(schema['oneOf']) || Array.isArray(schema['anyOf']);
  }

  /** Index of the alternative that a value matches, or of the most similar one. */
  indexOfMatch(alternatives: readonly Alternative[], value: Json | undefined): number {
    if (value === undefined) return 0;
    const fits = alternatives.findIndex(({ schema }) => this.matches(schema, value));
    if (fits >= 0) return fits;
    const similarity = alternatives.map(({ schema }) => this.likeness(schema, value));
    return similarity.indexOf(Math.max(...similarity));
  }

  private likeness(part: JsonSchema, value: Json): number {
    const schema = this.read(part, value);
    let score = matchesType(schema, value) ? 1 : 0;
    if (!isObject(value) || !isObject(schema['properties'])) return score;
    for (const [name, property] of Object.entries(schema['properties'])) {
      if (!Object.hasOwn(value, name)) continue;
      const own = this.read(property, value[name]);
      // Constants and options distinguish alternatives best.
      if (own['const'] !== undefined || Array.isArray(own['enum']))
        score += this.matches(property, value[name]) ? 10 : -10;
      else score += 1;
    }
    return score;
  }

  /** Initial value of an empty property: its default, its only value, or its required content. */
  seed(part: Json | undefined, depth = 0): Json | undefined {
    const schema = this.read(part, undefined);
    if (schema['default'] !== undefined) return schema['default'];
    if (schema['const'] !== undefined) return schema['const'];
    if (Array.isArray(schema['enum']) && schema['enum'].length === 1) return schema['enum'][0];
    const alternatives = this.alternatives(schema);
    if (alternatives !== null) return depth > 6 ? undefined : this.seed(alternatives[0]?.schema, depth + 1);
    if (mainType(schema) === 'array') return [];
    if (mainType(schema) !== 'object') return undefined;
    const made: JsonObject = {};
    if (depth > 6 || !isObject(schema['properties'])) return made;
    for (const [name, property] of Object.entries(schema['properties'])) {
      const value = this.seed(property, depth + 1);
      const isBare =
        value === undefined || (typeof value === 'object' && value !== null && size(value) === 0);
      if (!isBare) made[name] = value;
    }
    return made;
  }

  private follow(part: JsonSchema): JsonSchema {
    if (typeof part['$ref'] !== 'string') return part;
    const { $ref: _ref, ...beside } = part;
    const target = followRef(part, this.schema);
    if (target === null) return {};
    const own = ['title', 'description', 'default'].filter((key) => beside[key] !== undefined);
    return Object.assign({}, target, Object.fromEntries(own.map((key) => [key, beside[key]]))) as JsonSchema;
  }

  /** Removes alternatives that render nothing: those that only forbid or require, and `null` beside one other. */
  private withoutEmptyBranches(schema: JsonSchema, value: Json | undefined, hops: number): JsonSchema {
    let result = schema;
    for (const key of ['anyOf', 'oneOf']) {
      const branches = result[key];
      if (!Array.isArray(branches)) continue;
      const { [key]: _taken, ...rest } = result;
      const read = branches.map((branch) => ({ branch, own: isObject(branch) ? this.follow(branch) : {} }));
      const rendered = read.filter(({ own }) => own['type'] !== 'null' && own['const'] !== null);
      const nullable = rendered.length < read.length;
      if (rendered.every(({ own }) => rendersNothing(own, rest))) result = rest;
      else if (rendered.length === 1)
        result = joinSchemas(rest, this.read(rendered[0]!.branch, value, hops + 1));
      else {
        const listed = optionsOf(rendered.map(({ own }) => own));
        if (listed !== null) result = { ...rest, ...listed };
        else result = { ...rest, [key]: rendered.map(({ branch }) => branch) };
      }
      if (nullable && typeof result['type'] === 'string')
        result = { ...result, type: [result['type'], 'null'] };
    }
    return result;
  }
}

/** Names of the properties that conditions and dependencies read. */
interface DecidingNames {
  /** Whether a condition reads a value that it does not name. */
  any: boolean;
  byValue: Set<string>;
  byPresence: Set<string>;
}

function decidingNames(root: JsonSchema): DecidingNames {
  const found: DecidingNames = { any: false, byValue: new Set(), byPresence: new Set() };
  const visit = (part: Json): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (!isObject(part)) return;
    if (isObject(part['dependencies']))
      for (const name of Object.keys(part['dependencies'])) found.byPresence.add(name);
    if (part['if'] !== undefined) readCondition(part['if'], found);
    Object.values(part).forEach(visit);
  };
  visit(root);
  return found;
}

function readCondition(condition: Json, found: DecidingNames): void {
  if (!isObject(condition)) return;
  for (const [keyword, part] of Object.entries(condition)) {
    if (keyword === 'properties' && isObject(part))
      for (const name of Object.keys(part)) found.byValue.add(name);
    else if (keyword === 'required' && Array.isArray(part))
      for (const name of part) found.byPresence.add(String(name));
    else if (keyword === 'not') readCondition(part, found);
    else if (/^(all|any|one)Of$/.test(keyword) && Array.isArray(part))
      for (const one of part) readCondition(one, found);
    else if (!['type', 'title', 'description'].includes(keyword)) found.any = true;
  }
}

/** Converts alternatives that are constants to the options of one field, with their titles as labels. */
function optionsOf(branches: readonly JsonSchema[]): JsonSchema | null {
  const values: Json[] = [];
  const texts: string[] = [];
  for (const branch of branches) {
    const own = branch['const'] !== undefined ? [branch['const']] : branch['enum'];
    if (!Array.isArray(own)) return branches.every(isPlainText) ? { type: 'string' } : null;
    for (const value of own) {
      if (values.includes(value)) continue;
      values.push(value);
      texts.push(typeof branch['title'] === 'string' && own.length === 1 ? branch['title'] : String(value));
    }
  }
  return { enum: values, 'x-texts': texts };
}

function isPlainText(schema: JsonSchema): boolean {
  const texts = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  return (
    schema['type'] === 'string' || (Array.isArray(texts) && texts.every((one) => typeof one === 'string'))
  );
}

const renderingKeywords = [
  'properties',
  'items',
  'enum',
  '$ref',
  'oneOf',
  'anyOf',
  'allOf',
  'additionalProperties',
  'const',
];

/** Whether a branch renders nothing that the base schema does not render. */
function rendersNothing(branch: JsonSchema, base: JsonSchema): boolean {
  if (base['type'] === undefined && branch['type'] !== undefined) return false;
  const known = isObject(base['properties']) ? base['properties'] : null;
  return renderingKeywords.every((key) => {
    const part = branch[key];
    if (part === undefined) return true;
    return (
      key === 'properties' &&
      known !== null &&
      isObject(part) &&
      Object.keys(part).every((name) => Object.hasOwn(known, name))
    );
  });
}

function joinSchemas(a: JsonSchema, b: JsonSchema): JsonSchema {
  const made: JsonSchema = { ...b, ...a };
  const [ours, theirs] = [a['properties'], b['properties']];
  if (isObject(ours) && isObject(theirs)) {
    const properties: JsonObject = { ...ours };
    for (const [name, part] of Object.entries(theirs)) {
      const own = Object.hasOwn(properties, name) ? properties[name]! : null;
      properties[name] = own === null ? part : own === true || own === part ? part : { allOf: [own, part] };
    }
    made['properties'] = properties;
  }
  if (Array.isArray(a['required']) && Array.isArray(b['required']))
    made['required'] = [...new Set([...a['required'], ...b['required']])];
  for (const key of ['oneOf', 'anyOf']) {
    // Two choices for one value cannot both be rendered; validation covers the second.
    if (a[key] !== undefined && b[key] !== undefined) made[key] = a[key]!;
  }
  return made;
}

/** Name of an alternative without a title: its constant, its fields, or its type. */
function titleOf(schema: JsonSchema, reader: SchemaReader): string {
  if (schema['const'] !== undefined) return String(schema['const']);
  const own = reader.read(schema, undefined);
  if (isObject(own['properties'])) {
    const names = Object.keys(own['properties']);
    for (const name of names) {
      const only = reader.read(own['properties'][name], undefined)['const'];
      if (typeof only === 'string') return only;
    }
    const required = Array.isArray(own['required']) ? own['required'].map(String) : [];
    const identifying = required.length > 0 ? required : names;
    if (identifying.length > 0) return identifying.slice(0, 3).join(', ');
  }
  return mainType(own) ?? '';
}

/** The type that a schema's value is rendered as, derived from properties or items if `type` is missing. */
export function mainType(schema: JsonSchema): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.map(String).find((one) => one !== 'null');
  if (isObject(schema['properties']) || isObject(schema['patternProperties'])) return 'object';
  if (schema['items'] !== undefined) return 'array';
  return undefined;
}

function matchesType(schema: JsonSchema, value: Json): boolean {
  const type = mainType(schema);
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === undefined || typeof value === type;
}

function size(value: object): number {
  return Object.keys(value).length;
}
