import { type Json, type JsonObject, isObject } from '../../../contracts/json.ts';
import type { CompiledForm } from './compile.ts';
import { type Alternative } from './shape.ts';

/** The record as a whole may take several forms: which one it is. */
export interface RootChoice {
  /** What the forms are called, as the schema says. */
  titles: readonly string[];
  at: number;
}

const noNames: ReadonlySet<string> = new Set();

/** Which of a schema's root alternatives is filled in; the fields of the others are not there. */
export class RootAlternatives {
  private readonly form: CompiledForm;
  private picked: number | null = null;

  constructor(form: CompiledForm) {
    this.form = form;
  }

  /** Another record: it says by itself what it is. */
  forget(): void {
    this.picked = null;
  }

  /** @returns the values that only this alternative can have. */
  choose(at: number, record: JsonObject): [string, Json][] {
    this.picked = at;
    const properties = this.propertiesOf(this.all(record)[at], record);
    return Object.entries(properties).flatMap(([name, part]): [string, Json][] => {
      const only = this.only(part, record[name]);
      return only === undefined || !this.form.fields.has(name) ? [] : [[name, only]];
    });
  }

  /** null where there is nothing to choose. */
  choice(record: JsonObject): RootChoice | null {
    const all = this.all(record);
    if (all.length < 2) return null;
    return { titles: all.map(({ title }) => title), at: this.at(all, record) };
  }

  /** Fields that the chosen alternative does not have, or has with one value only. */
  idle(record: JsonObject): ReadonlySet<string> {
    const all = this.all(record);
    if (all.length < 2) return noNames;
    const chosen = this.at(all, record);
    const own = this.propertiesOf(all[chosen], record);
    const named = all.flatMap((one) => Object.keys(this.propertiesOf(one, record)));
    return new Set(
      named.filter(
        (name) =>
          this.form.conditional.has(name) &&
          (!Object.hasOwn(own, name) || this.only(own[name]!, record[name]) !== undefined),
      ),
    );
  }

  /** Fields of other alternatives, which are no part of the record now. */
  foreign(record: JsonObject): ReadonlySet<string> {
    const all = this.all(record);
    const own = this.propertiesOf(all[this.at(all, record)], record);
    return new Set([...this.idle(record)].filter((name) => !Object.hasOwn(own, name)));
  }

  private at(all: readonly Alternative[], record: JsonObject): number {
    // What is typed into an alternative stays in it.
    this.picked ??= this.form.reader().chosen(all, record);
    return Math.min(Math.max(this.picked, 0), all.length - 1);
  }

  /** Alternatives that bring fields of the form; a text or a list cannot be a form. */
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

  private only(part: Json, value: Json | undefined): Json | undefined {
    const read = this.form.reader().read(part, value);
    const listed = read['enum'];
    return read['const'] ?? (Array.isArray(listed) && listed.length === 1 ? listed[0] : undefined);
  }
}
