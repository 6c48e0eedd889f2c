import { allows } from '../../../../contracts/access.ts';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { DataChoice, TimeUnit } from '../../../../contracts/data-choice.ts';
import type { Language } from '../../../../contracts/language.ts';
import { isTimeZone } from '../../../../contracts/time-zones.ts';
import { dayAt } from '../../../../contracts/zoned-time.ts';
import { BadPath, followPath, type DatasetDocument } from '../../../../engine/core/index.ts';
import { sqlState, StatementTimedOut, toDatabaseError } from '../../../db/database-errors.ts';
import { STATEMENT_LIMIT_MS } from '../../../db/postgres.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { BadFilter, brokenRule, type RuleValues } from '../../../kernel/entity/filters.ts';
import type { EntityModel, ModelField } from '../../../kernel/entity/entity-model.ts';
import { hidesRows, rulesName } from '../../../kernel/entity/row-rules.ts';
import { AppError, ruleBroken } from '../../../kernel/errors.ts';
import { listedIn } from '../../../kernel/entity/list.ts';
import { changeTopic } from '../../../kernel/entity/topics.ts';
import { hiddenProjects } from '../../../kernel/hidden-projects.ts';
import { ResultCache, stampOf } from './cache.ts';
import type { DatasetColumn } from '../compile/columns.ts';
import { byTitle, columnChoices, datasetChoice, entityChoice } from '../compile/choices.ts';
import { compileDataset, type CompiledDataset } from '../compile/compile.ts';
import { assertAffordable } from './cost.ts';
import { readDraft } from '../store/draft.ts';
import { planOf, type Explanation } from './explain.ts';
import { levelOf } from '../compile/groups.ts';
import { readsOf } from './readable.ts';
import { zoneOf } from '../compile/scope.ts';
import { Slots } from './slots.ts';
import { valueNames, type ValueNames } from './value-names.ts';
import { readParameters, type GivenValues } from '../compile/values.ts';

export type { DatasetDocument };

/** A column as its reader sees it. */
interface TitledColumn extends DatasetColumn {
  /** In the reader's language. */
  title: string;
  /** The time that one value stands for, of a column that dates are grouped by; null for others. */
  unit: TimeUnit | null;
  /** Texts of its values, in the reader's language; null where these are shown as they are. */
  values: ValueNames | null;
}

export interface DatasetReply {
  columns: TitledColumn[];
  rows: JsonObject[];
  /** Rows of the totals that the dataset names, in their order. */
  totals: { groups: string[]; rows: JsonObject[] }[];
  /** Whether there are more rows than the dataset's limit. */
  truncated: boolean;
  /** Topics of the events after which the rows may be others. */
  topics: string[];
  /** Seconds after which the rows may be others without an event; null where events tell of each change. */
  maxAge: number | null;
}

/** Rows that readers of all languages share. */
type DatasetRows = Omit<DatasetReply, 'columns'> & { columns: DatasetColumn[] };

type Models = ReadonlyMap<string, EntityModel>;
type DatasetContext = Pick<Context, 'caller' | 'tenant'>;

/** A reader without a transaction, which a run waits for others in. */
export type DatasetReader = DatasetContext & Pick<Context, 'lang' | 'transaction' | 'signal'>;

/** Runs of one tenant that compute at once; others wait. */
const RUNS_AT_ONCE = 2;

/** Runs datasets with the rights of their readers. Readers whose statements are the same share a result. */
export class Datasets {
  readonly #models: Models;
  readonly #results = new ResultCache<DatasetRows>();
  readonly #slots = new Slots(RUNS_AT_ONCE);

  constructor(models: Models) {
    this.#models = models;
  }

  /**
   * @param find reads the dataset @param given values of parameters as texts
   * @throws AppError FORBIDDEN for one that reads what the reader may not, BAD_FILTERS for a value that does not fit,
   * RULE_BROKEN for one that reads a field that was removed or would read too much, TIMED_OUT
   */
  async run(
    ctx: DatasetReader,
    find: (db: TenantTransaction) => Promise<DatasetDocument>,
    given: GivenValues,
  ): Promise<DatasetReply> {
    const { document, compiled, entities, shown, hidden, stamp } = await ctx.transaction(async (db) => {
      const found = await find(db);
      const read = await this.#compile(ctx, db, found, given);
      return {
        ...read,
        document: found,
        hidden: await hiddenRecords(db, read.shown),
        stamp: await stampOf(db, read.shown),
      };
    }, 'read');
    const { text, statement } = compiled;
    const key = { tenantId: ctx.tenant.id, text, parameters: [...statement.parameters, ...hidden] };
    try {
      const { result } = await this.#results.get(
        key,
        stamp,
        (signal) =>
          this.#slots.run(ctx.tenant.id, signal, () =>
            ctx.transaction(
              async (db) => {
                // Before the rows, which may so be newer than the stamp and never older.
                const computed = {
                  stamp: await stampOf(db, shown),
                  result: await rowsOf(db, compiled, entities),
                };
                // Rows that were read while the person came to see more belong to nobody else.
                if (String(await hiddenRecords(db, shown)) !== String(hidden)) throw new SightChanged();
                return computed;
              },
              'read',
              signal,
            ),
          ),
        ctx.signal,
      );
      return this.#titled(ctx.lang, document, given, result);
    } catch (error) {
      if (error instanceof SightChanged) return this.run(ctx, find, given);
      throw error;
    }
  }

  #titled(
    lang: Language,
    document: DatasetDocument,
    given: GivenValues,
    { columns, ...rows }: DatasetRows,
  ): DatasetReply {
    const valueOf = (name: string) => given[name] ?? document.parameters?.[name]?.default;
    const choices = columnChoices(this.#models, document, columns, valueOf);
    return {
      columns: columns.map((column, at) => {
        const { titles, unit } = choices[at]!;
        const values = valueNames(this.#models, document, column, { lang, valueOf });
        return { ...column, title: titles[lang], unit, values };
      }),
      ...rows,
    };
  }

  /** Runs a dataset that is being written. @throws AppError BAD_JSON or DEFINITION_INVALID for a wrong one, and like `run` */
  async tryOut(
    ctx: DatasetContext & Pick<Context, 'lang' | 'db'>,
    text: string,
    given: GivenValues,
  ): Promise<DatasetReply> {
    return this.runOnce(ctx, await readDraft(this.#models, text, ctx.lang), given);
  }

  /** Runs a dataset that is stored nowhere, in the transaction of its author. @throws AppError like `run` */
  async runOnce(
    ctx: DatasetContext & Pick<Context, 'lang' | 'db'>,
    document: DatasetDocument,
    given: GivenValues,
  ): Promise<DatasetReply> {
    const { compiled, entities } = await this.#compile(ctx, ctx.db, document, given);
    return this.#titled(ctx.lang, document, given, await rowsOf(ctx.db, compiled, entities));
  }

  /** Says how a dataset is computed for the reader, by running it. @throws AppError like `run` */
  async explain(
    ctx: DatasetContext & Pick<Context, 'db'>,
    document: DatasetDocument,
    given: GivenValues,
  ): Promise<Explanation> {
    const { compiled, entities, shown } = await this.#compile(ctx, ctx.db, document, given);
    const { text, statement } = compiled;
    const { parameters } = statement;
    const hidden = await hiddenRecords(ctx.db, shown);
    const key = { tenantId: ctx.tenant.id, text, parameters: [...parameters, ...hidden] };
    const cache = this.#results.peek(key, await stampOf(ctx.db, shown));
    return {
      sql: text,
      parameters: parameters as Json[],
      ...(await planOf(ctx.db, text, parameters)),
      cache,
      ...freshnessOf(entities),
    };
  }

  /** Choices of data for an author: those of the datasets, and the entities, whose rows the author may read. */
  choices(
    ctx: Pick<Context, 'caller' | 'tenant' | 'lang'>,
    documents: readonly DatasetDocument[],
  ): DataChoice[] {
    const datasets = documents.flatMap((document) => {
      try {
        readEntities(ctx, this.#models, document);
        return [datasetChoice(this.#models, document, ctx.lang)];
      } catch (error) {
        // Neither one that is forbidden nor one whose fields were removed has rows.
        if (error instanceof BadPath || (error instanceof AppError && error.code === 'FORBIDDEN')) return [];
        throw error;
      }
    });
    const entities = [...this.#models.values()]
      .filter(({ screen }) => allows(ctx.caller.grants, { screen, verb: 'read' }))
      .map((model) => entityChoice(model, ctx.caller, ctx.lang));
    const order = byTitle(ctx.lang);
    return [...datasets.toSorted(order), ...entities.toSorted(order)];
  }

  /** `shown`: the entities that are read, and those whose records are groups, of which the names are shown. */
  async #compile(
    ctx: DatasetContext,
    db: TenantTransaction,
    document: DatasetDocument,
    given: GivenValues,
  ): Promise<{ compiled: CompiledDataset; entities: EntityModel[]; shown: EntityModel[] }> {
    const { caller, tenant } = ctx;
    const entities = named(() => readEntities(ctx, this.#models, document));
    const shown = [...new Set([...entities, ...namedEntities(this.#models, document)])];
    const reader = { caller, tenant, ruleValues: await ruleValuesOf(db, ctx, shown) };
    return named(() => {
      const values = readParameters(document, given, todayIn(zoneOf(document, tenant)), (path, text) =>
        listedIn(fieldOf(this.#models, document, path), text),
      );
      return {
        entities,
        shown,
        compiled: compileDataset({ reader, models: this.#models, document, values }),
      };
    });
  }
}

/** Change of the reader's sight while rows were read. */
class SightChanged extends Error {}

/**
 * Ids of projects that are hidden from the reader, where a dataset reads what belongs to projects: a policy of the database
 * hides them, which the statement does not show, so a kept result belongs to those from whom the same are hidden.
 */
async function hiddenRecords(db: TenantTransaction, models: readonly EntityModel[]): Promise<number[]> {
  if (!models.some(hidesRows)) return [];
  return [...(await hiddenProjects(db))].sort((one, other) => one - other);
}

/**
 * Values that the row rules of entities refer to, so that a kept result belongs to these values: neither a move of the caller to
 * another unit nor the next day changes a record.
 */
async function ruleValuesOf(
  db: TenantTransaction,
  { caller, tenant }: DatasetContext,
  models: readonly EntityModel[],
): Promise<RuleValues> {
  const today = rulesName(models, 'today') ? todayIn(tenant.timeZone) : null;
  if (!rulesName(models, 'user.unit')) return { unit: null, today };
  const found = await db
    .selectFrom('app_user')
    .where('id', '=', caller.userId)
    .select('uo_id')
    .executeTakeFirst();
  return { unit: found?.uo_id ?? null, today };
}

/** @throws AppError RULE_BROKEN for a statement that would read too much, TIMED_OUT */
async function rowsOf(
  db: TenantTransaction,
  compiled: CompiledDataset,
  entities: readonly EntityModel[],
): Promise<DatasetRows> {
  const { text, statement } = compiled;
  await assertAffordable(db, text, statement.parameters);
  try {
    const found = await statement.run<JsonObject>(db, text).catch(tooLarge);
    return { ...present(compiled, found), ...freshnessOf(entities) };
  } catch (error) {
    if (!(toDatabaseError(error) instanceof StatementTimedOut)) throw error;
    const params = { seconds: STATEMENT_LIMIT_MS / 1000 };
    throw new AppError('TIMED_OUT', { message: 'errors.dataset.slow', params, cause: error });
  }
}

/**
 * Names what keeps a stored dataset from running: a value that does not fit the field of its condition, or a field that an
 * entity had when the dataset was saved.
 */
function named<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof BadPath) {
      const params = { segment: error.segment, entity: error.entity };
      throw ruleBroken('errors.dataset.path', { params, cause: error });
    }
    if (!(error instanceof BadFilter)) throw error;
    const broken = brokenRule(
      error,
      (path) => `where${path}`,
      (path) => `/where${path}`,
    );
    if (broken) throw broken;
    const params = { path: error.path };
    throw new AppError('BAD_FILTERS', { message: 'errors.dataset.value', params, cause: error });
  }
}

/** Says that a sum or quotient is beyond the numbers of JSON. */
function tooLarge(error: unknown): never {
  if (sqlState(error) === '22003') throw ruleBroken('errors.dataset.tooLarge', { cause: error });
  throw error;
}

/** The entities that a dataset reads. @throws AppError FORBIDDEN, BadPath */
function readEntities(
  ctx: Pick<Context, 'caller'>,
  models: Models,
  document: DatasetDocument,
): EntityModel[] {
  const { entities, refused } = readsOf(models, ctx, document);
  if (refused.length > 0) throw new AppError('FORBIDDEN', { message: 'errors.dataset.forbidden' });
  return entities;
}

/** The field that a path of a dataset leads to. @throws BadPath */
function fieldOf(models: Models, { from }: DatasetDocument, path: string): ModelField {
  const entities = new Map([...models].map(([id, { document }]) => [id, document]));
  const { entity, name } = followPath(entities, from, path);
  return models.get(entity)!.byName.get(name)!;
}

/** The entities whose records are groups. */
function namedEntities(models: Models, { from, group = [] }: DatasetDocument): EntityModel[] {
  const entities = new Map([...models].map(([id, { document }]) => [id, document]));
  return group.flatMap(({ field: path }) => {
    const { field } = followPath(entities, from, path);
    return field.type === 'reference' ? models.get(field.entity!)! : [];
  });
}

/** Signs that rows of entities may be others. */
function freshnessOf(entities: readonly EntityModel[]): Pick<DatasetReply, 'topics' | 'maxAge'> {
  const ages = entities.flatMap(({ document: { maxAge } }) => maxAge ?? []);
  return {
    topics: [...new Set(entities.flatMap((model) => changeTopic(model) ?? []))],
    maxAge: ages.length === 0 ? null : Math.min(...ages),
  };
}

function present(
  { columns, levels, limit }: CompiledDataset,
  found: readonly JsonObject[],
): Omit<DatasetRows, 'topics' | 'maxAge'> {
  const bits = levels.map((names) => levelOf(levels[0]!, names));
  const byLevel = levels.map((names, at): JsonObject[] =>
    found.filter((row) => row['#level'] === bits[at]).map((row) => toRow(row, names, levels[0]!)),
  );
  const [rows = [], ...totals] = byLevel;
  return {
    columns,
    rows: rows.slice(0, limit),
    totals: totals.map((all, at) => ({ groups: levels[at + 1]!, rows: all })),
    truncated: rows.length > limit,
  };
}

/** A row without the columns of the statement itself, and without the groups that its level does not have. */
function toRow(row: JsonObject, kept: readonly string[], all: readonly string[]): JsonObject {
  const dropped = all.filter((id) => !kept.includes(id)).flatMap((id) => [id, `${id}Id`, `${id}Rest`]);
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, Json][] =>
      name.startsWith('#') || dropped.includes(name) ? [] : [[name, value]],
    ),
  );
}

/** The day that it is in a zone. @throws AppError RULE_BROKEN for one that does not exist */
function todayIn(zone: string): string {
  if (!isTimeZone(zone)) throw ruleBroken('errors.dataset.zone', { params: { zone } });
  return dayAt(Date.now(), zone);
}
