import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import type { CompiledForm } from './compile.ts';
import { compileField, isStructured, type CompiledField } from './field.ts';
import { followRef } from './schema-references.ts';

/**
 * Fields of an open form that several conditions or alternatives of its schema declare, each as those declare it that apply to the
 * data. Fields that the schema always has stay as they were compiled.
 */
export class FieldVariants {
  private readonly form: CompiledForm;
  /** By the text of the schema, so that a field stays the same while its schema does. */
  private readonly known = new Map<string, CompiledField>();

  constructor(form: CompiledForm) {
    this.form = form;
  }

  /** @param applied the root schema as it applies to the record. */
  of(name: string, applied: JsonSchema, record: JsonObject): CompiledField | null {
    const field = this.form.fields.get(name);
    if (field === undefined || !this.form.conditional.has(name)) return field ?? null;
    const part = partOf(applied, name);
    if (!isObject(part)) return field;
    const schema = this.form.reader().read(part, record[name]);
    const key = JSON.stringify([name, schema]);
    let variant = this.known.get(key);
    if (variant === undefined) this.known.set(key, (variant = this.compile(field, schema)));
    return variant;
  }

  private compile(field: CompiledField, schema: JsonSchema): CompiledField {
    if (JSON.stringify(schema) === JSON.stringify(field.schema)) return field;
    const { items } = schema;
    const own = isObject(items)
      ? { ...schema, items: (followRef(items, this.form.schema) ?? {}) as JsonSchema }
      : schema;
    const variant = compileField(field.own, own, own, field.required);
    // The parts of a structured value read their schema themselves.
    return isStructured(variant) && isStructured(field) ? field : variant;
  }
}

/** The schema of a property. */
export function partOf({ properties }: JsonSchema, name: string): Json | undefined {
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
