import { aggregateOf, derivedInOrder, type DatasetMeasure } from '../../../../engine/core/index.ts';
import type { Statement } from '../../../kernel/entity/statement.ts';
import {
  keysOf,
  keyTypesOf,
  levelOf,
  outputsOf,
  readGroups,
  termOf,
  unitsSql,
  type Group,
} from './groups.ts';
import {
  aggregateSql,
  aggregateType,
  isOfRecords,
  legSql,
  readLegs,
  valueColumns,
  type Leg,
} from './legs.ts';
import { Relation } from './relation.ts';
import { columnsOf, type DatasetColumn } from './columns.ts';
import { DatasetScope, type DatasetInput } from './scope.ts';

/** A dataset as one statement. Its rows have a column `#level`, by the bits of `levelOf`. */
export interface CompiledDataset {
  text: string;
  statement: Statement;
  columns: DatasetColumn[];
  /** The groups that rows of each level have; the first are all. */
  levels: string[][];
  limit: number;
}

const DEFAULT_LIMIT = 1000;
/** Rows of a total. */
const MAX_ROWS = 10_000;

export function compileDataset(input: DatasetInput): CompiledDataset {
  const scope = new DatasetScope(input);
  const { document, statement } = scope;
  const limit = document.limit ?? DEFAULT_LIMIT;
  if (document.fields) return { statement, limit, levels: [[]], ...recordRows(scope, limit) };
  const groups = readGroups(scope);
  const all = groups.map(({ id }) => id);
  const levels = [all, ...(document.totals ?? [])];
  const text = new GroupedRows(scope, groups, levels).sql(limit);
  return { text, statement, limit, levels, columns: columnsIn(scope) };
}

const columnsIn = (scope: DatasetScope): DatasetColumn[] =>
  columnsOf(
    scope.document,
    (path) => scope.follow(path),
    (name) => scope.values.get(name),
  );

/** Rows that are records. */
function recordRows(scope: DatasetScope, limit: number): Pick<CompiledDataset, 'text' | 'columns'> {
  const { fields = {}, order = [], where } = scope.document;
  const relation = new Relation(scope.reader, scope.root, scope.statement, []);
  const columns = Object.entries(fields).map(([name, path]) => {
    const target = scope.follow(path);
    return { name, target, sql: `t.${relation.column(path, target).column} as "${name}"` };
  });
  const terms = order.map((one) => {
    const { name, direction } = termNames(one, Object.keys(fields));
    return termOf(name, direction, undefined);
  });
  const condition = scope.condition(relation, where);
  const selected = [...columns.map(({ sql }) => sql), `t.${scope.root.key.column} as "#key"`].join(', ');
  return {
    text: `select 0 as "#level", f.* from (select ${selected} from ${relation.sql()} where ${condition}) f
      order by ${[...terms, '"#key"'].join(', ')} limit ${scope.statement.value(limit + 1, 'int')}`,
    columns: columnsIn(scope),
  };
}

/** The column and direction of an entry of `order`. A column may itself be named _desc at its end. */
function termNames(entry: string, columns: readonly string[]): { name: string; direction: 'asc' | 'desc' } {
  if (columns.includes(entry) || !entry.endsWith('_desc')) return { name: entry, direction: 'asc' };
  return { name: entry.slice(0, -'_desc'.length), direction: 'desc' };
}

/**
 * Compiles grouped rows to common table expressions: `l<n>` the rows of a leg, `top<n>` the keys of a group that stay, `r` the
 * aggregates of all legs below each other at each level, `u` these with rows for units of time without records, `m` one
 * row for each key. Legs meet by a union instead of joins, so that no value is counted twice and keys of null meet. The rows
 * of a leg are read again for `top<n>`, which takes less time than to store them all.
 */
class GroupedRows {
  readonly #scope: DatasetScope;
  readonly #groups: readonly Group[];
  readonly #levels: readonly string[][];
  readonly #legs: readonly Leg[];
  readonly #keys: readonly string[];
  /** The measures that legs compute, in the order of their columns m0, m1… */
  readonly #computed: readonly { name: string; measure: DatasetMeasure; type: string }[];
  /** Columns with the numbers of records that rows are computed from, one for each period, where few are left out. */
  readonly #counted: readonly string[];

  constructor(scope: DatasetScope, groups: readonly Group[], levels: readonly string[][]) {
    this.#scope = scope;
    this.#groups = groups;
    this.#levels = levels;
    this.#legs = readLegs(scope, groups);
    this.#keys = groups.flatMap(({ keys }) => keys);
    this.#computed = this.#legs.flatMap(({ measures }) =>
      measures.map((one) => ({ ...one, type: aggregateType(scope, one.measure) })),
    );
    this.#counted =
      scope.document.minRecords === undefined
        ? []
        : this.#legs.flatMap((leg, at) => (isOfRecords(leg) ? [`"#n${at}"`] : []));
  }

  sql(limit: number): string {
    const legs = this.#legs.map(
      (leg, at) => `l${at} as not materialized (${legSql(this.#scope, this.#groups, leg)})`,
    );
    const tops = this.#groups.flatMap((group, at) =>
      group.top ? [`top${at} as (${this.#top(group)})`] : [],
    );
    const aggregated = this.#legs.map((leg, at) => this.#aggregated(leg, at));
    const by = ['"#level"', ...this.#keys].join(', ');
    const hidesFew = this.#scope.document.minRecords !== undefined;
    const merged = this.#computed.map(({ measure, type }, at) => {
      // A figure that is left out is unknown, and not zero.
      const isHidden = hidesFew && measure.where !== undefined;
      const isCounted = !isHidden && ['count', 'distinct', 'sum'].includes(aggregateOf(measure)!);
      const value = isCounted ? `coalesce(max(m${at}), 0)` : `max(m${at})`;
      return `${value}${type === 'bigint' || type === 'numeric' ? '::float8' : ''} as m${at}`;
    });
    const counts = this.#counted.map((name) => `coalesce(max(${name}), 0) as ${name}`);
    const expressions = [
      ...legs,
      ...tops,
      `r as (${aggregated.join(' union all ')})`,
      `u as (${['select * from r', ...this.#filled()].join(' union all ')})`,
      `m as (select ${by}${list([...merged, ...counts])} from u group by ${by})`,
    ];
    return `with ${expressions.join(',\n')}\n${this.#final(limit)}`;
  }

  /** The keys of the groups with the greatest measure, over all records of the period. */
  #top({ top, key }: Group): string {
    const leg = this.#legs.findIndex(
      ({ by, measures }) => by === null && measures.some(({ name }) => name === top!.by),
    );
    const { measures } = this.#legs[leg]!;
    const at = measures.findIndex(({ name }) => name === top!.by);
    const { statement } = this.#scope;
    return `select ${key} as k from l${leg} group by 1
      order by ${aggregateSql(this.#scope, measures[at]!.measure, at)} desc nulls last, 1 limit ${statement.value(top!.n, 'int')}`;
  }

  /** The aggregates of a leg at each level, and nulls for the measures of others. */
  #aggregated(leg: Leg, index: number): string {
    const columns = this.#computed.map(({ name, measure, type }, at) => {
      const own = leg.measures.findIndex((one) => one.name === name);
      return `${own < 0 ? 'null' : `(${aggregateSql(this.#scope, measure, own)})`}::${type} as m${at}`;
    });
    for (const name of this.#counted)
      columns.push(`${name === `"#n${index}"` ? 'count(*)' : 'null'}::bigint as ${name}`);
    if (this.#groups.length === 0) return `select 0 as "#level"${list(columns)} from l${index}`;
    const sets = [
      ...new Set(this.#levels.map((names) => `(${keysOf(this.#groups, names).join(', ')})`)),
    ].join(', ');
    const level = `grouping(${this.#groups.map(({ key }) => key).join(', ')})`;
    return `select ${level} as "#level"${list(this.#keys)}${list(columns)} from ${this.#rowsOf(leg, index)} l
      group by grouping sets (${sets})`;
  }

  /** The rows of a leg, where the keys that do not stay are those of all others. */
  #rowsOf(leg: Leg, index: number): string {
    if (!this.#groups.some(({ top }) => top)) return `l${index}`;
    const columns = this.#groups.map(({ top, key, keys }, at) => {
      if (!top) return key;
      // The subqueries run once. A group without a value stays itself if it is among the greatest.
      const isRest = `(case when ${key} is null then not exists (select from top${at} where k is null)
        else ${key} <> all (array(select k from top${at} where k is not null)) end)`;
      return `${isRest} as ${keys[0]}, case when ${isRest} then null else ${key} end as ${key}`;
    });
    return `(select ${[...columns, ...valueColumns(leg), 'one'].join(', ')} from l${index})`;
  }

  /** Rows without values for each unit of the period, at every level that has the group. */
  #filled(): string[] {
    const group = this.#groups.find(({ fill }) => fill);
    const units = group && unitsSql(this.#scope, group);
    if (!units) return [];
    const none = [
      ...this.#computed.map(({ type }) => `null::${type}`),
      ...this.#counted.map(() => 'null::bigint'),
    ];
    const others = this.#groups
      .filter((one) => one !== group)
      .flatMap((one) => keyTypesOf(one).map((type, at) => ({ key: one.keys[at]!, type })));
    return this.#levels
      .filter((names) => names.includes(group.id))
      .map((names) => {
        const level = levelOf(this.#levels[0]!, names);
        const keys = this.#keys.map((key) => (key === group.key ? 's.at' : `b.${key}`));
        const nothing = others.map(({ key, type }) => `null::${type} as ${key}`);
        const base =
          names.length === 1
            ? `(select ${[...nothing, 'true as one'].join(', ')})`
            : `(select distinct ${others.map(({ key }) => key).join(', ')} from r where "#level" = ${level})`;
        return `select ${level} as "#level"${list(keys)}${list(none)} from ${base} b cross join ${units}`;
      });
  }

  /** Adds the measures that are computed from others, one after the other. Their columns have their names. */
  #derived(): string {
    const { measures = {} } = this.#scope.document;
    const names = this.#computed.map(({ name }, at) => `m${at} as "${name}"`);
    let from = `(select "#level"${list([...this.#keys, ...names, ...this.#counted])} from m) d`;
    for (const name of derivedInOrder(this.#scope.document).names) {
      const measure = measures[name]!;
      if (!measure.previous) from = `(select *, ${this.#derive(measure)} as "${name}" from ${from}) d`;
    }
    return from;
  }

  #derive({ running, share, ratio }: DatasetMeasure): string {
    if (running) {
      const along = this.#groups.find(({ id }) => id === running.along)!;
      const partition = [
        '"#level"',
        ...this.#groups.filter((one) => one !== along).flatMap(({ keys }) => keys),
      ];
      const order = `order by ${along.key} nulls last`;
      return `sum("${running.of}") over (partition by ${partition.join(', ')} ${order})`;
    }
    if (share) {
      const partition = ['"#level"', ...keysOf(this.#groups, share.within ?? [])].join(', ');
      return `"${share.of}" / nullif(sum("${share.of}") over (partition by ${partition}), 0)`;
    }
    const minus =
      ratio!.minus === undefined ? '' : ` - ${this.#scope.statement.value(ratio!.minus, 'float8')}`;
    return `"${ratio!.of}"::float8 / nullif("${ratio!.to}"::float8, 0)${minus}`;
  }

  #final(limit: number): string {
    const { having = {}, order = [], measures = {}, minRecords } = this.#scope.document;
    const { statement } = this.#scope;
    const names = Object.keys(measures);
    const outputs = this.#groups.flatMap((group) => outputsOf(this.#scope, group));
    const limits = Object.entries(having).flatMap(([name, { from, to }]) => [
      ...(from === undefined ? [] : [`"${name}" >= ${statement.value(from, 'float8')}`]),
      ...(to === undefined ? [] : [`"${name}" <= ${statement.value(to, 'float8')}`]),
    ]);
    const few = this.#counted.map(
      (count) => `(${count} = 0 or ${count} >= ${statement.value(minRecords, 'int')})`,
    );
    const kept = [...(limits.length === 0 ? [] : [`("#level" <> 0 or (${limits.join(' and ')}))`]), ...few];
    const selected = names.map((name) => `"${name}"`);
    const rows = `select "#level"${list(outputs)}${list(selected)} from ${this.#derived()} where ${kept.join(' and ') || 'true'}`;
    const ids = this.#groups.map(({ id }) => id);
    const written = order.map((one) => termNames(one, [...ids, ...names]));
    const missing = ids.filter((id) => !written.some(({ name }) => name === id));
    const terms = [...written, ...missing.map((name) => ({ name, direction: 'asc' as const }))].map(
      ({ name, direction }) =>
        termOf(
          name,
          direction,
          this.#groups.find(({ id }) => id === name),
        ),
    );
    const sorted = terms.length === 0 ? '' : ` order by ${terms.join(', ')}`;
    const [most, total] = [limit + 1, MAX_ROWS].map((count) => statement.value(count, 'int'));
    return `select * from (
        select f.*, row_number() over (partition by "#level"${sorted}) as "#at" from (${rows}) f
      ) f where "#at" <= case when "#level" = 0 then ${most} else ${total} end order by "#level", "#at"`;
  }
}

const list = (columns: readonly string[]): string => columns.map((one) => `, ${one}`).join('');
