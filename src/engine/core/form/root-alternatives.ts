import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { JsonSchema } from '../contract.ts';
import type { CompiledForm } from './compile.ts';
import type { Alternative } from './shape.ts';

/** The user's choice among the alternatives of a root schema. */
export interface RootChoice {
  titles: readonly string[];
  at: number;
}

const noNames: ReadonlySet<string> = new Set();

/** Alternatives (`oneOf`, `anyOf`) of an open form's root schema. Only the chosen one's fields are visible. */
export class RootAlternatives {
  private readonly form: CompiledForm;
  private chosen: number | null = null;
  private known: { record: JsonObject; chosen: number | null; schema: JsonSchema } | null = null;

  constructor(form: CompiledForm) {
    this.form = form;
  }

  /** Forgets the choice, because another record is open and its data decide. */
  reset(): void {
    this.chosen = null;
  }

  /** @returns the fields with a single possible value in this alternative, with that value. */
  choose(at: number, record: JsonObject): [string, Json][] {
    this.chosen = at;
    const properties = this.propertiesOf(this.all(record)[at], record);
    return Object.entries(properties).flatMap(([name, part]): [string, Json][] => {
      const only = this.onlyValue(part, record[name]);
      return only === undefined || !this.form.fields.has(name) ? [] : [[name, only]];
    });
  }

  /** Null when the schema offers no choice. */
  choice(record: JsonObject): RootChoice | null {
    const all = this.all(record);
    if (all.length < 2) return null;
    return { titles: all.map(({ title }) => title), at: this.indexIn(all, record) };
  }

  /** Fields that the chosen alternative lacks or allows a single value for; they are hidden. */
  hiddenFields(record: JsonObject): ReadonlySet<string> {
    const all = this.all(record);
    if (all.length < 2) return noNames;
    const own = this.propertiesOf(all[this.indexIn(all, record)], record);
    const names = all.flatMap((one) => Object.keys(this.propertiesOf(one, record)));
    return new Set(
      names.filter(
        (name) =>
          this.form.conditional.has(name) &&
          (!Object.hasOwn(own, name) || this.onlyValue(own[name]!, record[name]) !== undefined),
      ),
    );
  }

  /** Fields that belong to other alternatives only. */
  foreignFields(record: JsonObject): ReadonlySet<string> {
    const all = this.all(record);
    const own = this.propertiesOf(all[this.indexIn(all, record)], record);
    return new Set([...this.hiddenFields(record)].filter((name) => !Object.hasOwn(own, name)));
  }

  /** The root schema as it applies to a record: conditions, dependencies and the chosen alternative joined. */
  applied(record: JsonObject): JsonSchema {
    if (this.known?.record === record && this.known.chosen === this.chosen) return this.known.schema;
    const reader = this.form.reader();
    const all = this.all(record);
    const part = all.length === 0 ? reader.schema : all[this.indexIn(all, record)]!.schema;
    const schema = reader.read(part, record);
    this.known = { record, chosen: this.chosen, schema };
    return schema;
  }

  private indexIn(all: readonly Alternative[], record: JsonObject): number {
    // Stored, so that editing a value does not change the alternative.
    this.chosen ??= this.form.reader().indexOfMatch(all, record);
    return Math.min(Math.max(this.chosen, 0), all.length - 1);
  }

  /** Alternatives with fields of the form; a form's record is an object, so others do not apply. */
  private all(record: JsonObject): readonly Alternative[] {
    if (this.form.conditional.size === 0) return [];
    const reader = this.form.reader();
    const alternatives = reader.alternatives(reader.read(reader.schema, record)) ?? [];
    return alternatives.filter((one) =>
      Object.keys(this.propertiesOf(one, record)).some((name) => this.form.conditional.has(name)),
    );
  }

  private propertiesOf(one: Alternative | undefined, record: JsonObject): JsonObject {
    if (one === undefined) return {};
    const { properties } = this.form.reader().read(one.schema, record);
    return isObject(properties) ? properties : {};
  }

  private onlyValue(part: Json, value: Json | undefined): Json | undefined {
    const read = this.form.reader().read(part, value);
    const listed = read['enum'];
    return read['const'] ?? (Array.isArray(listed) && listed.length === 1 ? listed[0] : undefined);
  }
}

/** Hidden fields: those that the schema's conditions and alternatives do not declare for these data. */
export function inapplicableFields(form: CompiledForm, record: JsonObject): string[] {
  if (form.conditional.size === 0) return [];
  const reader = form.reader();
  const schema = reader.read(reader.schema, record);
  const fitting = new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : []);
  for (const one of reader.alternatives(schema) ?? []) {
    const { properties } = reader.read(one.schema, record);
    if (isObject(properties)) for (const name of Object.keys(properties)) fitting.add(name);
  }
  return [...form.conditional].filter((name) => !fitting.has(name));
}
