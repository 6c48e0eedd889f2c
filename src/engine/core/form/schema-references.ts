import { escapeSegment, parsePointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json } from '../../../contracts/json.ts';
import { percentDecoded } from '../../../contracts/url.ts';
import type { JsonSchema } from '../contract.ts';
import { isForbiddenKey } from '../language/paths.ts';
import { dataKeywords, mapKeywords } from './schema-keywords.ts';

/** Most references that lead from one schema to the next. */
const maxHops = 50;

/** Base of a document without `$id`. */
const noBase = 'schema:/';

export interface ReferenceTarget {
  schema: Json;
  /** JSON pointer of the schema in the document. */
  pointer: string;
}

/**
 * Resolves references within one schema document: pointers, `$id` (draft-04: `id`), `$anchor` and `$dynamicAnchor`,
 * also relative to the `$id` of an embedded schema. Never leaves the document.
 */
export class SchemaReferences {
  private readonly root: JsonSchema;
  private readonly rootBase: string;
  private readonly bases = new Map<object, string>();
  /** Schemas by absolute URI, and by URI and anchor (`https://x.test/a.json#name`). */
  private readonly targets = new Map<string, ReferenceTarget>();

  constructor(root: JsonSchema) {
    this.root = root;
    this.rootBase = withoutFragment(absolute(idOf(root) ?? '', noBase));
    this.index(root);
    this.targets.set(this.rootBase, { schema: root, pointer: '' });
  }

  /**
   * @param owner the object of the document that contains the reference.
   * @returns 'remote' for a reference that leaves the document, 'unknown' for one without a target in it.
   */
  resolve(reference: string, owner: object): ReferenceTarget | 'remote' | 'unknown' {
    const address = withoutFragment(absolute(reference, this.bases.get(owner) ?? this.rootBase));
    const fragment = percentDecoded(
      reference.includes('#') ? reference.slice(reference.indexOf('#') + 1) : '',
    );
    const resource = this.targets.get(address);
    if (fragment !== '' && !fragment.startsWith('/'))
      return this.targets.get(`${address}#${fragment}`) ?? (resource ? 'unknown' : 'remote');
    const found = resource && targetIn(resource, fragment);
    if (found) return found;
    // Authors use pointers from the document's root inside an embedded `id` too.
    if (reference.startsWith('#')) return targetIn({ schema: this.root, pointer: '' }, fragment) ?? 'unknown';
    return resource ? 'unknown' : 'remote';
  }

  /** The schema that a schema's reference leads to; itself without one that resolves. */
  follow(written: JsonSchema): JsonSchema {
    let schema = written;
    for (let hop = 0; hop < maxHops && typeof schema['$ref'] === 'string'; hop += 1) {
      const target = this.resolve(schema['$ref'], schema);
      if (typeof target === 'string' || !isObject(target.schema)) break;
      schema = target.schema;
    }
    return schema;
  }

  private index(root: JsonSchema): void {
    const open: [value: unknown, pointer: string, base: string, isMap: boolean][] = [
      [root, '', noBase, false],
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [part, at, outer, isMap] = next;
      if (typeof part !== 'object' || part === null) continue;
      const own = !isMap && isObject(part) ? this.identify(part as JsonSchema, at, outer) : outer;
      this.bases.set(part, own);
      for (const [key, inner] of Object.entries(part)) {
        if (!isMap && dataKeywords.has(key)) continue;
        open.push([inner, `${at}/${escapeSegment(key)}`, own, !isMap && mapKeywords.has(key)]);
      }
    }
  }

  /** Registers a schema under its names. Returns the base of the references in it. */
  private identify(schema: JsonSchema, pointer: string, outer: string): string {
    const id = idOf(schema);
    const address = id === undefined ? outer : absolute(id, outer);
    const base = withoutFragment(address);
    const names = id === undefined ? [] : [address.replace(/#$/, '')];
    for (const key of ['$anchor', '$dynamicAnchor'])
      if (typeof schema[key] === 'string') names.push(`${base}#${schema[key]}`);
    // The first of several schemas with one name keeps it.
    for (const name of names) if (!this.targets.has(name)) this.targets.set(name, { schema, pointer });
    return base;
  }
}

function idOf(schema: JsonSchema): string | undefined {
  const id = schema['$id'] ?? schema['id'];
  return typeof id === 'string' ? id : undefined;
}

/** A global of browsers and of Node, of which the core has no types. */
declare const URL: new (reference: string, base: string) => { readonly href: string };

function absolute(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '');
}

function targetIn(resource: ReferenceTarget, pointer: string): ReferenceTarget | null {
  const schema = valueAt(resource.schema, parsePointer(pointer));
  if (!isObject(schema) && typeof schema !== 'boolean') return null;
  return { schema, pointer: resource.pointer + pointer };
}

interface Reference {
  to: SchemaDefinition;
  /** The sanitised object that contains the reference. */
  owner: JsonSchema;
  pointer: string;
  reference: string;
}

/** A schema that is the target of references. */
export interface SchemaDefinition {
  /** Its key in `definitions`; '' is the root. */
  name: string;
  target: ReferenceTarget;
  schema: Json;
  /** Number of subschemas that apply to the same value as the schema itself, without references. */
  size: number;
  /** References that apply to that value. */
  references: Reference[];
}

/** The targets of a document's references, each once. */
export class SchemaDefinitions {
  private readonly bySchema = new Map<Json, SchemaDefinition>();
  private readonly names = new Set<string>();
  private readonly open: SchemaDefinition[] = [];

  define(target: ReferenceTarget): SchemaDefinition {
    const known = this.bySchema.get(target.schema);
    if (known !== undefined) return known;
    const last = target.pointer.slice(target.pointer.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_');
    let name = last;
    for (let count = 2; this.names.has(name) || isForbiddenKey(name); count++) name = `${last}-${count}`;
    this.names.add(name);
    const made: SchemaDefinition = { name, target, schema: {}, size: 0, references: [] };
    this.bySchema.set(target.schema, made);
    this.open.push(made);
    return made;
  }

  /** The next definition whose schema is not sanitised yet. */
  next(): SchemaDefinition | undefined {
    return this.open.pop();
  }

  all(): SchemaDefinition[] {
    return [...this.bySchema.values()];
  }

  /**
   * Finds references back to their own value, for which validation would not end, and references that multiply to
   * more than `max` schemas for one value.
   * @param cut removes a reference.
   */
  limit(max: number, cut: (reference: Reference, isCircular: boolean) => void): void {
    const sizes = new Map<SchemaDefinition, number>();
    const visit = (one: SchemaDefinition, depth: number): number => {
      sizes.set(one, Infinity);
      let total = one.size;
      for (const reference of one.references) {
        const size = sizes.get(reference.to) ?? (depth < 200 ? visit(reference.to, depth + 1) : max);
        if (total + size > max) cut(reference, size === Infinity);
        else total += size;
      }
      sizes.set(one, total);
      return total;
    };
    for (const one of this.bySchema.values()) if (!sizes.has(one)) visit(one, 0);
  }
}

/** Follows a chain of `#/…` references; null when it has no target or is circular. */
export function followRef(schema: unknown, root: JsonSchema): Record<string, unknown> | null {
  let current = schema;
  for (let hops = 0; hops < maxHops; hops++) {
    if (!isObject(current)) return null;
    const ref = (current as Record<string, unknown>)['$ref'];
    if (typeof ref !== 'string') return current as Record<string, unknown>;
    current = valueAt(root, parsePointer(ref.slice(1)));
  }
  return null;
}
