import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { earlierPeriod, isDay, type Days, type PeriodUnit } from '../../../../contracts/periods.ts';
import {
  followPath,
  periodConditions,
  type DatasetDocument,
  type DatasetPathTarget,
  type DatasetStep,
  type EntityDocument,
} from '../../../../engine/core/index.ts';
import { filterSql } from '../../../kernel/entity/filters.ts';
import { linkTable, type EntityModel, type ModelField } from '../../../kernel/entity/entity-model.ts';
import { Statement } from '../../../kernel/entity/statement.ts';
import { Relation, type Reader } from './relation.ts';
import { bindFilter, refusedParameter, type ParameterValues } from './values.ts';

export interface DatasetInput {
  reader: Reader;
  models: ReadonlyMap<string, EntityModel>;
  document: DatasetDocument;
  values: ParameterValues;
}

/** How much earlier a period is that another one is compared with. */
export type Shift = PeriodUnit | 'period';

/** The zone that a dataset counts days in. */
export const zoneOf = ({ zone }: DatasetDocument, { timeZone }: Reader['tenant']): string => zone ?? timeZone;

/** A dataset while it is compiled: what its names stand for, and the parameters of its statement. */
export class DatasetScope {
  readonly reader: Reader;
  readonly models: ReadonlyMap<string, EntityModel>;
  readonly document: DatasetDocument;
  readonly values: ParameterValues;
  readonly statement = new Statement();
  readonly root: EntityModel;
  /** The zone of days, buckets and periods. */
  readonly zone: string;
  readonly #entities: ReadonlyMap<string, EntityDocument>;

  constructor({ reader, models, document, values }: DatasetInput) {
    this.reader = reader;
    this.models = models;
    this.document = document;
    this.values = values;
    this.root = models.get(document.from)!;
    this.zone = zoneOf(document, reader.tenant);
    this.#entities = new Map([...models].map(([id, model]) => [id, model.document]));
  }

  follow(path: string, isRecords = false, from = this.root.id): DatasetPathTarget {
    return followPath(this.#entities, from, path, isRecords);
  }

  /** A filter as a condition on a relation, whose paths it joins. @param from the entity of the relation's records */
  condition(relation: Relation, filter: unknown, values = this.values, from = this.root): string {
    const bound = bindFilter(
      filter as JsonObject | undefined,
      values,
      (name, entity) => this.follow(name, false, entity).field.type,
      (path, entity) => this.follow(path, true, entity).entity,
      from.id,
    );
    return bound === null ? 'true' : this.#filter(relation, bound, from);
  }

  #filter(relation: Relation, filter: JsonObject, from: EntityModel): string {
    const { tenant, caller } = this.reader;
    const scope = {
      ctx: { caller, tenant: { ...tenant, timeZone: this.zone } },
      model: from,
      statement: this.statement,
      isJoined: true,
      find: (name: string): ModelField => relation.column(name, this.follow(name, false, from.id)),
      has: (path: string, inner: Json | null): string =>
        this.#has(from, this.follow(path, true, from.id).steps, inner),
    };
    return filterSql(scope, filter);
  }

  /** Whether one of the records that steps lead to from those of `t` matches a filter. */
  #has(from: EntityModel, [step, ...rest]: readonly DatasetStep[], filter: Json | null): string {
    if (!step) throw new Error('a path to records has a step');
    const [owner, target] = [this.models.get(step.holder)!, this.models.get(step.to)!];
    const field = owner.byName.get(step.field)!;
    const relation = new Relation(this.reader, target, this.statement, []);
    const inner =
      rest.length > 0
        ? this.#has(target, rest, filter)
        : filter === null
          ? 'true'
          : this.#filter(relation, filter as JsonObject, target);
    const rows = (column: string): string =>
      `select t.${column} from ${relation.sql()} where t.${column} is not null and ${inner}`;
    switch (step.kind) {
      case 'one':
        return `t.${field.column} in (${rows(target.key.column)})`;
      case 'back':
        return `t.${from.key.column} in (${rows(field.column)})`;
      case 'links':
        return `t.${from.key.column} in (select l.record_id from ${linkTable(owner, field)} l where l.target_id in (${rows(target.key.column)}))`;
    }
  }

  /**
   * The values of parameters, with the periods of conditions moved back.
   * @throws AppError BAD_FILTERS when an earlier period would begin before the calendar
   */
  shifted(by: Shift | null): ParameterValues {
    const moved = new Map(this.values);
    if (by === null) return moved;
    for (const { parameter } of this.#periods()) {
      const days = this.values.get(parameter) as Days | undefined;
      if (!days) continue;
      const earlier = earlierPeriod(days, by);
      if (!isDay(earlier.from)) throw refusedParameter(parameter, 'previous');
      moved.set(parameter, { ...earlier });
    }
    return moved;
  }

  /** The period that all records have in a field; null without one. */
  periodOf(path: string): Days | null {
    const found = this.#periods().find((one) => one.path === path);
    return found ? ((this.values.get(found.parameter) as Days | undefined) ?? null) : null;
  }

  #periods(): ReturnType<typeof periodConditions> {
    return periodConditions(this.document.where as unknown as JsonObject | undefined);
  }
}
