import {
  aggregateOf,
  manyPart,
  measuredPath,
  type DatasetMeasure,
  type DatasetStep,
} from '../../../../engine/core/index.ts';
import { keySql, type Group } from './groups.ts';
import { Relation } from './relation.ts';
import type { DatasetScope, Shift } from './scope.ts';

interface NamedMeasure {
  name: string;
  measure: DatasetMeasure;
}

/** Measures that are computed from the same rows: of the records, or of what one path leads to from them. */
export interface Leg {
  many: readonly DatasetStep[];
  /** How much earlier than the period the rows are; null for the period itself. */
  by: Shift | null;
  measures: NamedMeasure[];
}

/** The legs of a dataset. The records themselves are the first: they decide which groups there are. */
export function readLegs(scope: DatasetScope, groups: readonly Group[]): Leg[] {
  const { measures = {} } = scope.document;
  const legs: Leg[] = [{ many: [], by: null, measures: [] }];
  const add = (name: string, measure: DatasetMeasure, by: Shift | null): void => {
    const path = measuredPath(measure);
    const many = manyPart(path === null ? [] : scope.follow(path, measure.count !== undefined).steps);
    const key = JSON.stringify(many);
    const leg = legs.find((one) => one.by === by && JSON.stringify(one.many) === key);
    if (leg) leg.measures.push({ name, measure });
    else legs.push({ many, by, measures: [{ name, measure }] });
  };
  for (const [name, measure] of Object.entries(measures)) {
    if (measure.previous) add(name, measures[measure.previous.of]!, measure.previous.by);
    else if (aggregateOf(measure) !== null) add(name, measure, null);
  }
  if (scope.document.minRecords !== undefined) return [...legs, ...missingRecordLegs(legs)];
  return groups.length === 0 ? legs.filter((leg) => leg.measures.length > 0) : legs;
}

/** Whether the rows of a leg are the records of a period themselves, whose number says how many a row is computed from. */
export const isOfRecords = ({ many }: Leg): boolean => many.length === 0;

const missingRecordLegs = (legs: readonly Leg[]): Leg[] =>
  [...new Set(legs.map(({ by }) => by))]
    .filter((by) => !legs.some((leg) => leg.by === by && isOfRecords(leg)))
    .map((by) => ({ many: [], by, measures: [] }));

/** The path of the values that a measure reads; null where it counts rows. */
const valuePath = (measure: DatasetMeasure): string | null =>
  measure.count === undefined ? measuredPath(measure) : null;

/** The columns of a leg beside its keys: v<n> values and f<n> conditions of its measures. */
export const valueColumns = ({ measures }: Leg): string[] =>
  measures.flatMap(({ measure }, at) => [
    ...(valuePath(measure) === null ? [] : [`v${at}`]),
    ...(measure.where ? [`f${at}`] : []),
  ]);

/** The rows of a leg, with keys and values. */
export function legSql(scope: DatasetScope, groups: readonly Group[], { many, by, measures }: Leg): string {
  const relation = new Relation(scope.reader, scope.root, scope.statement, many);
  const values = scope.shifted(by);
  const keys = groups.map((group) => {
    const { column } = relation.column(group.path, group.target);
    return `${keySql(scope, group, `t.${column}`, by)} as ${group.key}`;
  });
  const columns = measures.flatMap(({ measure }, at) => {
    const path = valuePath(measure);
    const read = path === null ? [] : [`t.${relation.column(path, scope.follow(path)).column} as v${at}`];
    if (!measure.where) return read;
    return [...read, `coalesce(${scope.condition(relation, measure.where, values)}, false) as f${at}`];
  });
  const where = scope.condition(relation, scope.document.where, values);
  // A table needs a column, also where rows are only counted.
  const selected = [...keys, ...columns, 'true as one'].join(', ');
  return `select ${selected} from ${relation.sql()} where ${where}`;
}

/** The aggregate of the measure with the index `at` of its leg; null where too few records match its condition. */
export function aggregateSql(scope: DatasetScope, measure: DatasetMeasure, at: number): string {
  const aggregate = plainAggregate(scope, measure, at);
  const { minRecords } = scope.document;
  if (minRecords === undefined || !measure.where) return aggregate;
  return `case when count(*) filter (where f${at}) >= ${scope.statement.value(minRecords, 'int')} then ${aggregate} end`;
}

function plainAggregate({ statement }: DatasetScope, measure: DatasetMeasure, at: number): string {
  const only = measure.where ? ` filter (where f${at})` : '';
  const value = `v${at}`;
  switch (aggregateOf(measure)) {
    case 'distinct':
      return `count(distinct ${value})${only}`;
    case 'sum':
      // Doubles lose cents in a sum.
      return `coalesce(sum(${value}::numeric)${only}, 0)`;
    case 'avg':
      return `avg(${value}::numeric)${only}`;
    case 'min':
      return `min(${value})${only}`;
    case 'max':
      return `max(${value})${only}`;
    case 'percentile': {
      const p = statement.value(measure.percentile!.p, 'float8');
      return `percentile_cont(${p}) within group (order by ${value}::float8)${only}`;
    }
    default:
      return `count(*)${only}`;
  }
}

/** The SQL type of an aggregate. */
export function aggregateType(scope: DatasetScope, measure: DatasetMeasure): string {
  switch (aggregateOf(measure)) {
    case 'count':
    case 'distinct':
      return 'bigint';
    case 'sum':
    case 'avg':
      return 'numeric';
    case 'percentile':
      return 'float8';
    default: {
      const { type } = scope.follow(measuredPath(measure)!).field;
      return { date: 'date', datetime: 'timestamptz', integer: 'bigint' }[type as string] ?? 'float8';
    }
  }
}
