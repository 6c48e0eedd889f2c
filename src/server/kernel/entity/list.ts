import type { ListPage } from '../../../contracts/errors.ts';
import { isCnpj } from '../../../contracts/formats.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import type { Context } from '../contract.ts';
import { AppError } from '../errors.ts';
import { decodeParameter, listPage, ListReader, type ListRequest } from '../list.ts';
import { COUNT_CAP, type TotalCache } from '../totals.ts';
import {
  BadFilter,
  badFilters,
  badParameter,
  brokenRule,
  containsSql,
  filterSql,
  itemType,
  type FilterScope,
} from './filters.ts';
import { mayUse, type EntityModel, type ModelField } from './entity-model.ts';
import { columnsOf, nameColumns, present, readLinks, toRow, type StoredRow } from './rows.ts';
import { rowRules } from './row-rules.ts';
import { isRanged, parameterOf } from './schemas.ts';
import { Statement } from './statement.ts';
import { toStored } from './values.ts';

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
  readonly #orderable: readonly ModelField[];

  constructor(model: EntityModel) {
    const names = orders(model);
    this.#model = model;
    this.#reader = new ListReader({ orders: names, defaultOrder: defaultOrder(model) });
    this.#orderable = [...model.byName.values()].filter(({ wire }) => names.includes(wire));
  }

  /** Schema of the orders. */
  get query() {
    return this.#reader.query;
  }

  /** Reads a page of records with its exact total, in one statement beside those for lists of references. */
  async page(
    ctx: Context,
    totals: TotalCache,
    input: ListInput,
    search?: SearchFilters,
  ): Promise<ListPage<JsonObject>> {
    const model = this.#model;
    const request = this.#read(ctx, input);
    const query = new ListQuery(ctx, model, input, search);
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
    const usable = this.#orderable.filter((field) => mayUse(field, ctx.caller));
    return this.#reader.read(
      ctx,
      query,
      usable.map(({ wire }) => wire),
    );
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

  constructor(ctx: Context, model: EntityModel, input: ListInput, more: SearchFilters = {}) {
    this.#ctx = ctx;
    this.#model = model;
    const statement = this.#statement;
    const scope: FilterScope = { ctx, model, statement, find: (wire) => filterable(ctx, model, wire) };
    const parts = [rowRules(ctx, model, 'read', statement)];
    const matches: string[] = [];
    let longest = '';
    let search: string | null = null;
    for (const [name, wanted] of texts(model, input)) {
      const field = name === 'text' ? null : scope.find(name);
      if (field === undefined) throw new AppError('BAD_FILTERS');
      const found = wanted.map((text) => {
        const part = statement.value(text, 'text');
        if (wanted.length === 1 && text.length > longest.length) [longest, search] = [text, part];
        return field === null ? `t.search like molde_like(${part})` : containsSql(scope, field, part);
      });
      if (found.length === 1) matches.push(...found);
      else parts.push(`(${found.join(' or ')})`);
    }
    for (const plain of [...plainFilters(model, input), ...(more.plain ?? [])])
      parts.push(
        orElse(
          () => filterSql(scope, { [plain.field.wire]: plain.condition }),
          (error) => badPlain(ctx.lang, plain, error),
        ),
      );
    if (typeof input.filters === 'string') {
      const filter = decodeParameter(input.filters);
      if (filter === undefined) throw new AppError('BAD_FILTERS');
      parts.push(orElse(() => filterSql(scope, filter), badFilters));
    }
    const { ids, filters } = more;
    if (filters) parts.push(orElse(() => filterSql(scope, filters), badFilters));
    if (ids) parts.push(`t.${model.key.column} = any(${statement.value(ids, 'bigint[]')})`);
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

/** Runs a part of a filter, and replaces what is wrong with it by the failure of the call. */
function orElse(compile: () => string, failure: (error: BadFilter) => AppError): string {
  try {
    return compile();
  } catch (error) {
    throw error instanceof BadFilter ? failure(error) : error;
  }
}

/** A field that a filter of the wire may name. */
function filterable(ctx: Context, model: EntityModel, wire: string): ModelField | undefined {
  const field = [...model.byName.values()].find((one) => one.wire === wire);
  if (!field || !mayUse(field, ctx.caller)) return undefined;
  return field === model.key || field.field.filterable || field.field.searchable ? field : undefined;
}

/** Values of a parameter: one, or those of a repeated one. Empty ones are none. */
const givenTo = (input: ListInput, name: string): string[] =>
  [input[name] ?? []]
    .flat()
    .map((value) => String(value).trim())
    .filter((value) => value !== '');

/**
 * The texts to search for, by the names of their parameters: of `text`, and of parameters of searchable fields. A record has one of
 * the texts of each.
 */
function texts(model: EntityModel, input: ListInput): [name: string, texts: string[]][] {
  const found = model.searchable.map((field): [string, string[]] => {
    const written = givenTo(input, field.wire);
    const stored = (text: string): string => String(toStored(field, text) ?? '') || text;
    return [field.wire, field.field.format ? written.map(stored) : written];
  });
  const all = givenTo(input, 'text').map((text) => storedNumber(model, text));
  return [['text', all] as [string, string[]], ...found]
    .filter(([, wanted]) => wanted.length > 0)
    .map(([name, wanted]) => [name, wanted.map((text) => text.slice(0, 200))]);
}

/**
 * A number with its punctuation, as 11.222.333/0001-81, in the form in which fields of its format store it. One that is
 * shorter than a postal code stays, since a name can contain it.
 */
function storedNumber(model: EntityModel, text: string): string {
  if (/^[\d.\-/()+\s]+$/.test(text) && text.replaceAll(/\D/g, '').length < 8) return text;
  const field = model.searchable.find((one) => {
    const { format } = one.field;
    if (!format || !numberFormats.has(format)) return false;
    const stored = toStored(one, text);
    if (typeof stored !== 'string' || stored === '') return false;
    return /^[\d.\-/()+\s]+$/.test(text) || (format === 'cnpj' && !/\s/.test(text) && isCnpj(text));
  });
  return field ? String(toStored(field, text)) : text;
}

/** Formats whose fields are stored without punctuation. */
const numberFormats = new Set(['cpf', 'cnpj', 'phone', 'cep']);

/** Filters that only the body of a search can have. */
export interface SearchFilters {
  /** Keys of the records to search in. */
  ids?: readonly number[];
  /** Lists of values, and ranges. */
  plain?: readonly PlainFilter[];
  /** In the filter language. */
  filters?: JsonObject;
}

export interface PlainFilter {
  field: ModelField;
  /** Condition of the filter language on the field. */
  condition: JsonObject;
  /** Parameters that the operators of the condition come from. */
  names: Readonly<Record<string, string>>;
}

/** The filters of plain parameters. */
function plainFilters(model: EntityModel, input: ListInput): PlainFilter[] {
  return [...model.byName.values()].flatMap((field) => {
    const isSearched = field.field.searchable === true;
    if (!isSearched && !field.field.filterable) return [];
    const { wire } = field;
    const type = itemType(field);
    const condition: JsonObject = {};
    const values = isSearched ? [] : givenTo(input, wire).flatMap((text) => listedIn(field, text));
    const names: Record<string, string> = {};
    if (values.length > 0) {
      condition.in = values.map((text) => plainValue(type, text));
      names.in = wire;
    }
    for (const operator of ['from', 'to', 'empty']) {
      const name = parameterOf(wire, operator);
      const [text] = givenTo(input, name);
      if (text === undefined || (operator !== 'empty' && !isRanged(field))) continue;
      condition[operator] = plainValue(operator === 'empty' ? 'boolean' : type, text);
      names[operator] = name;
    }
    return Object.keys(condition).length === 0 ? [] : [{ field, condition, names }];
  });
}

/**
 * The values of one text of a parameter that takes values of a field. Commas separate values of which none can have a comma; a
 * text that may is one value, and several of such are several parameters of the name.
 */
export function listedIn(field: ModelField, text: string): string[] {
  const { options, format = '' } = field.field;
  const isText = ['string', 'text'].includes(itemType(field)) && !numberFormats.has(format);
  const hasComma = options ? options.some(({ value }) => String(value).includes(',')) : isText;
  return hasComma ? [text] : text.split(',').map((one) => one.trim());
}

/** The failure of a plain parameter whose value does not fit. */
function badPlain(lang: Language, { field, names }: PlainFilter, error: BadFilter): AppError {
  const nameOf = (path: string): string => names[path.split('/')[2] ?? ''] ?? Object.values(names)[0] ?? '';
  const broken = brokenRule(error, nameOf, (path) => `/${nameOf(path)}`);
  if (broken) return broken;
  const isEmpty = error.path.split('/')[2] === 'empty';
  return badParameter(lang, nameOf(error.path), field, isEmpty ? 'boolean' : undefined);
}

function plainValue(type: string, text: string): Json {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = ['integer', 'number', 'reference'].includes(type) && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}
