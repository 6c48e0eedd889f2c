import { buildModels, type EntityModel } from '../../kernel/entity/model.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { Context } from '../../kernel/contract.ts';
import type { Published, Reading } from '../definitions/published.ts';
import { Datasets, type DatasetDocument, type DatasetReply } from './run.ts';

/** Who asks for the rows of a published dataset. */
export type RowsReader = Pick<Context, 'tenant' | 'caller' | 'lang' | 'log' | 'transaction' | 'signal'>;

const known = new WeakMap<Published, PublishedDatasets>();

/** The datasets among what is published. All resources of a server share them, and with them the results. */
export function datasetsOf(published: Published): PublishedDatasets {
  const found = known.get(published) ?? new PublishedDatasets(published);
  known.set(published, found);
  return found;
}

/** The published datasets of a server's tenants. All who run them share their results. */
export class PublishedDatasets {
  readonly models: ReadonlyMap<string, EntityModel>;
  readonly runner: Datasets;
  readonly #published: Published;

  constructor(published: Published) {
    this.#published = published;
    this.models = buildModels(published.bundled.entities);
    this.runner = new Datasets(this.models);
  }

  /** Finds a dataset that the caller may read. @throws AppError NOT_FOUND or FORBIDDEN */
  async find(ctx: Reading, id: string): Promise<DatasetDocument> {
    const found = await this.#published.get(ctx, 'dataset', id);
    if (found === 'forbidden') throw new AppError('FORBIDDEN');
    // A version that this release cannot read is not served.
    if (typeof found === 'string' || found.faults.length > 0) throw notFound();
    return found.definition as DatasetDocument;
  }

  /** All datasets that the caller may read. */
  async all(ctx: Reading): Promise<DatasetDocument[]> {
    const all: DatasetDocument[] = [];
    for (const id of await this.#published.ids(ctx, 'dataset')) {
      const found = await this.#published.get(ctx, 'dataset', id);
      if (typeof found !== 'string' && found.faults.length === 0)
        all.push(found.definition as DatasetDocument);
    }
    return all;
  }

  /**
   * Runs a dataset with the rights of its reader, while no transaction is open.
   * @param given values of parameters as texts @throws AppError like `find` and `Datasets.run`
   */
  run(ctx: RowsReader, id: string, given: Readonly<Record<string, string>>): Promise<DatasetReply> {
    const { tenant, caller, lang, log } = ctx;
    return this.runner.run(ctx, (db) => this.find({ tenant, caller, lang, log, db }, id), given);
  }
}
