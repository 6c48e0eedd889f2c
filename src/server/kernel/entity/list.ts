import type { ListPage } from '../../../contracts/errors.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { Context } from '../contract.ts';
import { AppError } from '../errors.ts';
import { decodeParameter, listPage, ListReader, type ListRequest } from '../list.ts';
import { COUNT_CAP, type TotalCache } from '../totals.ts';
import { BadFilter, badFilters, containsSql, filterSql, type FilterScope } from './filters.ts';
import { mayUse, type EntityModel, type ModelField } from './model.ts';
import { columnsOf, nameColumns, present, readLinks, toRow, type StoredRow } from './rows.ts';
import { rowRules } from './row-rules.ts';
import { Statement } from './statement.ts';

export type ListInput = Record<string, string | number | readonly string[] | undefined>;

/** The fields that lists can be ordered by. */
export const orders = (model: EntityModel): string[] => [
  ...new Set([
    model.key.wire,
    ...[...model.byName.values()].filter(({ field }) => field.sortable).map(({ wire }) => wire),
  ]),
];

function defaultOrder(model: EntityModel): string {
  const [, name = '', direction = 'asc'] = /^(.+)_(asc|desc)$/.exec(model.document.order ?? '') ?? [];
  const field = model.byName.get(name) ?? (model.display.field.sortable ? model.display : model.key);
  return `${field.wire}_${direction}`;
}

/** Reads a page, the total and the filter of an entity's lists. */
export class EntityLists {
  readonly #model: EntityModel;
  readonly #reader: ListReader;

  constructor(model: EntityModel) {
    this.#model = model;
    this.#reader = new ListReader({ orders: orders(model), defaultOrder: defaultOrder(model) });
  }

  /** Schema of the orders. */
  get query() {
    return this.#reader.query;
  }

  /** Reads a page of records with its exact total, in one statement beside those for lists of references. */
  async page(ctx: Context, totals: TotalCache, input: ListInput): Promise<ListPage<JsonObject>> {
    const model = this.#model;
    const request = this.#read(ctx, input);
    const query = new ListQuery(ctx, model, input);
    const found = await listPage<StoredRow>(ctx, totals, {
      request,
      key: query.key,
      read: (known) => query.page(request, known),
      count: () => query.count(),
    });
    await readLinks(ctx, model, found.rows);
    return { ...found, rows: await present(ctx, model, found.rows) };
  }

  /** The keys of all records that match, in order. */
  keys(ctx: Context, input: ListInput, most: number): Promise<number[]> {
    return new ListQuery(ctx, this.#model, input).keys(this.#read(ctx, input), most);
  }

  #read(ctx: Context, { filters: _filters, ...query }: ListInput): ListRequest<unknown> {
    const request = this.#reader.read(ctx, query);
    const field = [...this.#model.byName.values()].find(({ wire }) => wire === request.order.field);
    if (!field || !mayUse(field, ctx.caller)) throw new AppError('BAD_ORDER');
    return request;
  }
}

/** The statements of one list: its condition, and the texts whose trigrams can serve it. */
class ListQuery {
  readonly #ctx: Context;
  readonly #model: EntityModel;
  readonly #statement = new Statement();
  readonly #where: string;
  /** The part of the condition without the texts to search for. */
  readonly #scope: string;
  /** Parameter of the longest text, whose matches the database collects by trigrams. */
  readonly #search: string | null;

  constructor(ctx: Context, model: EntityModel, input: ListInput) {
    this.#ctx = ctx;
    this.#model = model;
    const statement = this.#statement;
    const scope: FilterScope = { ctx, model, statement, find: (wire) => filterable(ctx, model, wire) };
    const parts = [rowRules(ctx, model, 'read', statement)];
    const matches: string[] = [];
    let longest = '';
    let search: string | null = null;
    for (const [name, text] of texts(model, input)) {
      const field = name === 'text' ? null : scope.find(name);
      if (field === undefined) throw new AppError('BAD_FILTERS');
      const like = statement.value(text, 'text');
      matches.push(field === null ? `t.search like molde_like(${like})` : containsSql(scope, field, text));
      if (text.length > longest.length) [longest, search] = [text, like];
    }
    try {
      parts.push(...plainFilters(model, input).map((filter) => filterSql(scope, filter)));
      if (typeof input.filters === 'string') parts.push(filterSql(scope, decodeParameter(input.filters)));
    } catch (error) {
      throw error instanceof BadFilter ? badFilters(error) : error;
    }
    this.#where = allOf([...parts, ...matches]);
    this.#scope = allOf(parts);
    this.#search = search;
  }

  get key(): Json {
    return [this.#model.id, this.#where, [...this.#statement.parameters] as Json];
  }

  async page(
    { order, perPage, offset }: ListRequest<unknown>,
    known: number | null,
  ): Promise<{ rows: StoredRow[]; total: number }> {
    const statement = this.#copy();
    const given = statement.value(known, 'int');
    const limit = statement.value(perPage, 'int');
    const slice = `${this.#order(order)} limit ${limit} offset ${statement.value(offset, 'int')}`;
    const { table, key } = this.#model;
    const keys = this.#search === null ? this.#keys(slice) : this.#found(order, slice, limit);
    const found = await statement.run<StoredRow & { '#total': number }>(
      this.#ctx.db,
      // The keys of the page come first, so that the rows before it are passed in an index alone.
      `${this.#with(given)} select c.total as "#total", p.*${nameColumns(this.#ctx, this.#model, statement)}
       from (select coalesce(${given}, ${this.#total()}) as total) c left join lateral (
         select ${columnsOf(this.#model)} from (${keys}) k join ${table} t on t.${key.column} = k.id ${this.#order(order)}
       ) p on true`,
    );
    // An empty page has one row without a record, which carries the total.
    return {
      rows: found.filter((row) => row[this.#model.key.name] !== null).map((row) => toRow(this.#model, row)),
      total: Number(found[0]?.['#total'] ?? 0),
    };
  }

  async count(): Promise<number> {
    const [row] = await this.#copy().run<{ total: number }>(
      this.#ctx.db,
      `select count(*)::int as total from ${this.#model.table} t where ${this.#where}`,
    );
    return row?.total ?? 0;
  }

  async keys({ order }: ListRequest<unknown>, most: number): Promise<number[]> {
    const statement = this.#copy();
    const keys = this.#keys(`${this.#order(order)} limit ${statement.value(most + 1, 'int')}`);
    // One row, because a million rows of one number each take 20 times the memory.
    const [row] = await statement.run<{ ids: number[] }>(
      this.#ctx.db,
      `select coalesce(array_agg(k.id), '{}')::bigint[] as ids from (${keys}) k`,
    );
    return row?.ids ?? [];
  }

  /** Each statement has parameters of its own beside those of the condition. */
  #copy(): Statement {
    return new Statement(this.#statement.parameters);
  }

  /** A known total is above COUNT_CAP, so more rows contain the text than the search would collect. */
  #with(known: string): string {
    return this.#search === null
      ? ''
      : `with s as materialized (select case when ${known} is null
           then molde_entity_search('${this.#model.table}', molde_like(${this.#search})) end as ids)`;
  }

  #keys(slice: string, condition = ''): string {
    const { table, key } = this.#model;
    return `select t.${key.column} as id from ${table} t where ${this.#where}${condition} ${slice}`;
  }

  /**
   * The keys of a page of a search, of which one part runs: the one condition of the others is false before they begin.
   * Rows that many texts match are met soon on a walk along the order; the walk is short, because they may also stand all
   * together far away. The database cannot know, since it has no statistics of matches under row-level security.
   */
  #found(order: ListRequest<unknown>['order'], slice: string, limit: string): string {
    const { table, key } = this.#model;
    const walk = `select t.* from ${table} t where ${many} and ${this.#scope} ${this.#order(order)} limit ${COUNT_CAP}`;
    return `with w as materialized (
        select t.${key.column} as id from (${walk}) t where ${this.#where} ${slice}
      )
      (${this.#keys(slice, ` and ${few}`)})
      union all (select id from w where (select count(*) from w) >= ${limit})
      union all (${this.#keys(slice, ` and ${many} and (select count(*) from w) < ${limit}`)})`;
  }

  #total(): string {
    const table = `${this.#model.table} t where ${this.#where}`;
    const counted = (condition: string): string =>
      `(select count(*)::int from (select from ${table}${condition} limit ${COUNT_CAP + 1}) m)`;
    return this.#search === null
      ? counted('')
      : `case when (select ids from s) is null then ${counted('')} else ${counted(` and ${few}`)} end`;
  }

  #order({ field, direction }: ListRequest<unknown>['order']): string {
    const { key, byName } = this.#model;
    const column = [...byName.values()].find(({ wire }) => wire === field)?.column ?? key.column;
    const by = column === key.column ? [column] : [column, key.column];
    return `order by ${by.map((one) => `t.${one} ${direction}`).join(', ')}`;
  }
}

/** Few rows contain the text: their ids were collected by trigrams. */
const few = `(select ids from s) is not null and t.id = any((select ids from s)::bigint[])`;
/** Many rows contain it. */
const many = `(select ids from s) is null`;

function allOf(parts: readonly string[]): string {
  const conditions = parts.filter((part) => part !== 'true');
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/** A field that a filter of the wire may name. */
function filterable(ctx: Context, model: EntityModel, wire: string): ModelField | undefined {
  const field = [...model.byName.values()].find((one) => one.wire === wire);
  if (!field || !mayUse(field, ctx.caller)) return undefined;
  return field === model.key || field.field.filterable || field.field.searchable ? field : undefined;
}

/** The texts to search for: of the parameter `text`, and of parameters of searchable fields. */
function texts(model: EntityModel, input: ListInput): [name: string, text: string][] {
  const names = ['text', ...model.searchable.map(({ wire }) => wire)];
  return names.flatMap((name): [string, string][] => {
    const text = String(input[name] ?? '').trim();
    return text === '' ? [] : [[name, text.slice(0, 200)]];
  });
}

/** The filters of plain parameters, in the filter language. */
function plainFilters(model: EntityModel, input: ListInput): JsonObject[] {
  return [...model.byName.values()].flatMap(({ wire, type, field }) => {
    const given = (name: string): string => String(input[name] ?? '').trim();
    const found: JsonObject[] = [];
    const item = type === 'list' ? (field.item ?? 'string') : type;
    if (given(wire) !== '' && !field.searchable && field.filterable)
      found.push({
        [wire]: {
          in: given(wire)
            .split(',')
            .map((text) => plainValue(item, text)),
        },
      });
    for (const [suffix, operator] of [
      ['From', 'from'],
      ['To', 'to'],
    ] as const) {
      const text = given(`${wire}${suffix}`);
      if (text !== '' && field.filterable) found.push({ [wire]: { [operator]: plainValue(item, text) } });
    }
    return found;
  });
}

function plainValue(type: string, text: string): Json {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = ['integer', 'number', 'reference'].includes(type) && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}
