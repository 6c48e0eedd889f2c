import { allows } from '../../../../contracts/access.ts';
import { buildModels, type EntityModel } from '../../../kernel/entity/entity-model.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/contract.ts';
import { definitionScreen, type Published, type Reading } from '../../definitions/index.ts';
import type { GivenValues } from '../compile/values.ts';
import { DatasetUses } from './dataset-uses.ts';
import { Datasets, type DatasetDocument, type DatasetReply } from '../run/run.ts';

/** Reader of the rows of a published dataset. */
export type RowsReader = Pick<Context, 'tenant' | 'caller' | 'lang' | 'log' | 'transaction' | 'signal'>;

/** Screens whose readers see drafts and earlier versions of what loads datasets, with its rows. */
const previews = ['view-admin', 'widget-admin', definitionScreen];

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
  readonly #uses: DatasetUses;

  constructor(published: Published) {
    this.#published = published;
    this.#uses = new DatasetUses(published);
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

  /**
   * Finds a dataset that the caller may load by its name, with any values: whoever sees drafts may load each that they may read,
   * others those that a definition which they may open loads by name.
   * @throws AppError NOT_FOUND or FORBIDDEN
   */
  async open(ctx: Reading, id: string): Promise<DatasetDocument> {
    const document = await this.find(ctx, id);
    const { grants } = ctx.caller;
    const seesDrafts = previews.some((screen) => allows(grants, { screen, verb: 'read' }));
    if (!seesDrafts && !(await this.#uses.isLoadedFor(ctx, id)))
      throw new AppError('FORBIDDEN', { message: 'errors.dataset.byName' });
    return document;
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
  run(ctx: RowsReader, id: string, given: GivenValues): Promise<DatasetReply> {
    const { tenant, caller, lang, log } = ctx;
    return this.runner.run(ctx, (db) => this.find({ tenant, caller, lang, log, db }, id), given);
  }
}
