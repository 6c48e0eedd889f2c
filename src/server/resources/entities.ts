import type { DatasetDocument } from '../../engine/core/index.ts';
import type { Resource } from '../kernel/contract.ts';
import type { EntityHooks } from '../kernel/entity/hooks.ts';
import { buildModels } from '../kernel/entity/model.ts';
import { entityTopics } from '../kernel/entity/topics.ts';
import { transferResource } from '../kernel/entity/files/transfer-resource.ts';
import { entityResource } from '../kernel/entity/resource.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';
import { readMenu } from '../services/definitions/bundled.ts';
import { createDataCatalogue } from '../services/definitions/data-catalogue.ts';
import { knownScreens } from '../services/definitions/draft-check.ts';
import type { Editing } from '../services/definitions/edit.ts';
import { definitionScreen, type Published, type Reading } from '../services/definitions/published.ts';
import { DatasetComposer } from '../services/datasets/composition/composer.ts';
import { Datasets } from '../services/datasets/run.ts';
import { datasetComposerResource } from './dataset/dataset-composer.resource.ts';
import { datasetResource } from './dataset/dataset.resource.ts';

/** What is special about entities, by their ids. */
const hooks = new Map<string, EntityHooks>();

/** What is published under a name that no declaration has. */
const plainRecords = new Map([['access-group', { screen: 'admin-grupoacesso', table: 'access_group' }]]);

/** The resources of all bundled entities, found by their declarations in screens/, and of the datasets over them. */
export function entityResources(platform: Platform): Resource[] {
  const { published } = platform;
  const models = buildModels(published.bundled.entities);
  const routed = [...models.values()].filter(({ document }) => document.routes !== false);
  const datasets = new Datasets(models);
  const { bundled } = published;
  const editing: Editing = {
    bundled,
    screen: definitionScreen,
    screens: knownScreens(readMenu(), bundled),
    data: createDataCatalogue(platform, bundled),
  };
  return [
    { name: 'entities', routes: [], topics: entityTopics(models, plainRecords) },
    transferResource(models, platform.files),
    datasetResource(datasets, {
      find: (ctx, id) => publishedDataset(published, ctx, id),
      all: (ctx) => publishedDatasets(published, ctx),
    }),
    datasetComposerResource(new DatasetComposer(models, datasets, editing)),
    ...routed.map((model) => entityResource(platform, model, hooks)),
  ];
}

async function publishedDataset(published: Published, ctx: Reading, id: string): Promise<DatasetDocument> {
  const found = await published.get(ctx, 'dataset', id);
  if (found === 'forbidden') throw new AppError('FORBIDDEN');
  // A version that this release cannot read is not served.
  if (typeof found === 'string' || found.faults.length > 0) throw notFound();
  return found.definition as DatasetDocument;
}

async function publishedDatasets(published: Published, ctx: Reading): Promise<DatasetDocument[]> {
  const all: DatasetDocument[] = [];
  for (const id of await published.ids(ctx, 'dataset')) {
    const found = await published.get(ctx, 'dataset', id);
    if (typeof found !== 'string' && found.faults.length === 0) all.push(found.definition as DatasetDocument);
  }
  return all;
}
