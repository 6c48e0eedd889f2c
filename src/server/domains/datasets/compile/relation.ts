import { manyPart, type DatasetPathTarget, type DatasetStep } from '../../../../engine/core/index.ts';
import type { RuleContext } from '../../../kernel/entity/filters.ts';
import { linkTable, type EntityModel, type ModelField } from '../../../kernel/entity/entity-model.ts';
import { rowRules } from '../../../kernel/entity/row-rules.ts';
import type { Statement } from '../../../kernel/entity/statement.ts';

export type Reader = RuleContext;

/**
 * The records that a dataset begins with, joined to what its paths lead to: SQL of a table `t` with a column for each path.
 * A path over single references joins a primary key, so it repeats no record. Only the records of `many`, the one path that
 * leads to several, make a row each.
 */
export class Relation {
  readonly #reader: Reader;
  readonly #root: EntityModel;
  readonly #statement: Statement;
  /** Joined tables by their steps. */
  readonly #joins = new Map<string, { alias: string; sql: string }>();
  /** Columns by their paths. */
  readonly #columns = new Map<string, { name: string; source: string }>();
  readonly #many: string;

  /** @param many the steps that lead to several records; empty for a relation of the records themselves */
  constructor(reader: Reader, root: EntityModel, statement: Statement, many: readonly DatasetStep[]) {
    this.#reader = reader;
    this.#root = root;
    this.#statement = statement;
    this.#many = keyOf(many);
    this.#aliasOf(many);
  }

  /** Joins what a path leads to, and returns its field, whose column is that of the relation. */
  column(path: string, { steps, entity, name }: DatasetPathTarget): ModelField {
    const field = this.#model(entity).byName.get(name);
    if (!field) throw new Error(`the entity "${entity}" has no field "${name}"`);
    if (!this.#many.startsWith(keyOf(manyPart(steps)))) throw new Error(`the path "${path}" repeats records`);
    if (steps.length === 0) return field;
    // PostgreSQL cuts names at 63 bytes, so a path cannot be one.
    const known = this.#columns.get(path) ?? {
      name: `"#c${this.#columns.size}"`,
      source: `${this.#aliasOf(steps)}.${field.column}`,
    };
    this.#columns.set(path, known);
    return { ...field, column: known.name };
  }

  /** The relation, once all of its columns are known. */
  sql(): string {
    const columns = [...this.#columns.values()].map(({ name, source }) => `, ${source} as ${name}`).join('');
    const joins = [...this.#joins.values()].map(({ sql }) => ` ${sql}`).join('');
    return `(select t.*${columns} from ${this.#rows(this.#root)} t${joins}) t`;
  }

  #model(entity: string): EntityModel {
    const model = this.#root.all.get(entity);
    if (!model) throw new Error(`there is no entity "${entity}"`);
    return model;
  }

  /** The records that the reader may see. */
  #rows(model: EntityModel): string {
    const rules = rowRules(this.#reader, model, 'read', this.#statement);
    return rules === 'true' ? model.table : `(select t.* from ${model.table} t where ${rules})`;
  }

  /** The alias of the table that steps lead to, which is joined once. */
  #aliasOf(steps: readonly DatasetStep[]): string {
    if (steps.length === 0) return 't';
    const key = keyOf(steps);
    const known = this.#joins.get(key);
    if (known) return known.alias;
    const from = this.#aliasOf(steps.slice(0, -1));
    const alias = `j${this.#joins.size + 1}`;
    this.#joins.set(key, { alias, sql: this.#join(steps.at(-1)!, from, alias) });
    return alias;
  }

  #join({ kind, holder, field: name, to }: DatasetStep, from: string, alias: string): string {
    const [owner, target] = [this.#model(holder), this.#model(to)];
    const field = owner.byName.get(name)!;
    const rows = `${this.#rows(target)} ${alias} on ${alias}.tenant_id = ${from}.tenant_id`;
    const key = `${alias}.${target.key.column}`;
    switch (kind) {
      case 'one':
        return `left join ${rows} and ${key} = ${from}.${field.column}`;
      case 'back':
        return `join ${rows} and ${alias}.${field.column} = ${from}.${target.all.get(field.target!)!.key.column}`;
      case 'links':
        return `join ${linkTable(owner, field)} l${alias} on l${alias}.tenant_id = ${from}.tenant_id
          and l${alias}.record_id = ${from}.${owner.key.column} join ${rows} and ${key} = l${alias}.target_id`;
    }
  }
}

const keyOf = (steps: readonly DatasetStep[]): string =>
  steps.map(({ holder, field, to }) => `${holder}.${field}>${to}|`).join('');
