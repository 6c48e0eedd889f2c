import type { JsonObject } from '../../../contracts/json.ts';
import type { Context } from '../contract.ts';
import { AppError, notFound } from '../errors.ts';
import type { ExpectedVersion } from '../version.ts';
import { Batch, type RecordWrite, type WriteOutcome } from './batch.ts';
import { deleteRecords } from './delete.ts';
import type { EntityHooks } from './hooks.ts';
import type { EntityModel } from './entity-model.ts';
import { present, readRow } from './rows.ts';

/** The writes of several records, as imports and bulk changes make them. */
export interface RecordWrites {
  /**
   * Creates and changes records, in a number of statements that does not depend on how many they are. One that is refused leaves
   * the others.
   * @returns the outcomes in the order of the records
   */
  write(ctx: Context, records: readonly RecordWrite[]): Promise<WriteOutcome[]>;
  /**
   * Takes back records that were created, unless others refer to them.
   * @returns in the order of the keys, why each stays; null for one that is gone
   */
  takeBack(ctx: Context, keys: readonly number[]): Promise<(AppError | null)[]>;
}

/** The writes of one entity, each in the request's transaction. */
export class EntityWrites implements RecordWrites {
  readonly #model: EntityModel;
  readonly #hooks: EntityHooks;
  readonly #allHooks: ReadonlyMap<string, EntityHooks>;

  /** @param hooks by entity, since a deletion reaches several */
  constructor(model: EntityModel, hooks: ReadonlyMap<string, EntityHooks>) {
    this.#model = model;
    this.#hooks = hooks.get(model.id) ?? {};
    this.#allHooks = hooks;
  }

  write(ctx: Context, records: readonly RecordWrite[]): Promise<WriteOutcome[]> {
    return new Batch(ctx, this.#model, this.#hooks, records).run();
  }

  takeBack(ctx: Context, keys: readonly number[]): Promise<(AppError | null)[]> {
    return deleteRecords(ctx, this.#model, this.#allHooks, keys, 'unused');
  }

  /** Creates a record and returns it in the wire form. */
  create(ctx: Context, body: JsonObject): Promise<JsonObject> {
    return new Batch(ctx, this.#model, this.#hooks, [{ key: null, body }]).runOne();
  }

  /**
   * Changes the fields that the body names, and returns the record in the wire form. A write that changes nothing leaves the
   * version as it is.
   */
  update(ctx: Context, key: number, body: JsonObject, expected: ExpectedVersion): Promise<JsonObject> {
    return new Batch(ctx, this.#model, this.#hooks, [{ key, body, expected }]).runOne();
  }

  /** Creates a copy of a record with some values replaced. Fields that are unique are copied only if they are replaced. */
  async duplicate(ctx: Context, key: number, body: JsonObject): Promise<JsonObject> {
    const model = this.#model;
    const row = await readRow(ctx, model, key);
    if (!row) throw notFound();
    const copied = model.fields.filter((field) => field.writable && !field.field.unique);
    const [wire = {}] = await present(ctx, model, [row]);
    const copy = Object.fromEntries(
      copied.flatMap(({ wire: name }) =>
        wire[name] === undefined || wire[name] === null ? [] : [[name, wire[name]]],
      ),
    );
    const missing = model.fields.filter(
      ({ field, writable, wire: name }) =>
        writable && field.required && field.unique && body[name] === undefined,
    );
    if (missing.length > 0)
      throw new AppError('VALIDATION_FAILED', {
        errors: missing.map(({ wire: name }) => ({ path: `/${name}`, key: 'validation.required' })),
      });
    return this.create(ctx, { ...copy, ...body });
  }
}
