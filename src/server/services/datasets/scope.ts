import type { Json, JsonObject } from '../../../contracts/json.ts';
import { earlierPeriod, isDay, type Days, type PeriodUnit } from '../../../contracts/periods.ts';
import {
  followPath,
  periodConditions,
  type DatasetDocument,
  type DatasetPathTarget,
  type EntityDocument,
} from '../../../engine/core/index.ts';
import { filterSql } from '../../kernel/entity/filters.ts';
import type { EntityModel, ModelField } from '../../kernel/entity/model.ts';
import { Statement } from '../../kernel/entity/statement.ts';
import type { Reader, Relation } from './relation.ts';
import { bindFilter, refusedParameter, type ParameterValues } from './values.ts';

export interface DatasetInput {
  reader: Reader;
  models: ReadonlyMap<string, EntityModel>;
  document: DatasetDocument;
  values: ParameterValues;
}

/** How much earlier a period is that another one is compared with. */
export type Shift = PeriodUnit | 'period';

/** A dataset while it is compiled: what its names stand for, and the parameters of its statement. */
export class DatasetScope {
  readonly reader: Reader;
  readonly models: ReadonlyMap<string, EntityModel>;
  readonly document: DatasetDocument;
  readonly values: ParameterValues;
  readonly statement = new Statement();
  readonly root: EntityModel;
  readonly #entities: ReadonlyMap<string, EntityDocument>;

  constructor({ reader, models, document, values }: DatasetInput) {
    this.reader = reader;
    this.models = models;
    this.document = document;
    this.values = values;
    this.root = models.get(document.from)!;
    this.#entities = new Map([...models].map(([id, model]) => [id, model.document]));
  }

  follow(path: string, isRecords = false): DatasetPathTarget {
    return followPath(this.#entities, this.root.id, path, isRecords);
  }

  /** A filter as a condition on a relation, whose paths it joins. */
  condition(relation: Relation, filter: unknown, values = this.values): string {
    const bound = bindFilter(
      filter as JsonObject | undefined,
      values,
      (name) => this.follow(name).field.type,
    );
    if (bound === null) return 'true';
    const scope = {
      ctx: this.reader,
      model: this.root,
      statement: this.statement,
      isJoined: true,
      find: (name: string): ModelField => relation.column(name, this.follow(name)),
    };
    return filterSql(scope, bound as Json);
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
