import type { Resource } from '../kernel/contract.ts';
import type { EntityHooks } from '../kernel/entity/hooks.ts';
import { entityTopics } from '../kernel/entity/topics.ts';
import { transferResource } from '../kernel/entity/files/transfer-resource.ts';
import { entityResource } from '../kernel/entity/resource.ts';
import type { Platform } from '../kernel/platform.ts';
import { readMenu } from '../services/definitions/bundled.ts';
import { createDataCatalogue } from '../services/definitions/data-catalogue.ts';
import { knownScreens } from '../services/definitions/draft-check.ts';
import type { Editing } from '../services/definitions/edit.ts';
import { definitionScreen } from '../services/definitions/published.ts';
import { answerHooks, tagHooks } from '../services/support/answers.ts';
import { queueHooks } from '../services/support/queues.ts';
import { ruleHooks } from '../services/support/rules.ts';
import { DatasetComposer } from '../services/datasets/composition/composer.ts';
import { datasetsOf } from '../services/datasets/published-datasets.ts';
import { datasetComposerResource } from './dataset/dataset-composer.resource.ts';
import { datasetResource } from './dataset/dataset.resource.ts';

/** What is special about entities, by their ids. */
const hooks = new Map<string, EntityHooks>([
  ['support-answer', answerHooks],
  ['support-tag', tagHooks],
  ['support-queue', queueHooks],
  ['support-rule', ruleHooks],
]);

/** What is published under a name that no declaration has. */
const plainRecords = new Map([['access-group', { screen: 'admin-grupoacesso', table: 'access_group' }]]);

/** The resources of all bundled entities, found by their declarations in screens/, and of the datasets over them. */
export function entityResources(platform: Platform): Resource[] {
  const { published } = platform;
  const datasets = datasetsOf(published);
  const { models } = datasets;
  const routed = [...models.values()].filter(({ document }) => document.routes !== false);
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
    datasetResource(datasets.runner, datasets),
    datasetComposerResource(new DatasetComposer(models, datasets.runner, editing)),
    ...routed.map((model) => entityResource(platform, model, hooks)),
  ];
}
