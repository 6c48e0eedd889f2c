import type { Resource } from './kernel/contract.ts';
import type { EntityHooks } from './kernel/entity/hooks.ts';
import { entityTopics } from './kernel/entity/topics.ts';
import { transferResource } from './kernel/entity/files/transfer-resource.ts';
import { entityResource } from './kernel/entity/resource.ts';
import { createEditing, definitionScreen, type DefinitionPlatform } from './domains/definitions/index.ts';
import { answerHooks, tagHooks } from './domains/support/answer/answers.ts';
import { queueHooks } from './domains/support/queue/queues.ts';
import { ruleHooks } from './domains/support/rule/rules.ts';
import { DatasetComposer } from './domains/datasets/composition/composer.ts';
import { datasetsOf } from './domains/datasets/store/published-datasets.ts';
import { datasetComposerResource } from './domains/datasets/routes/dataset-composer-resource.ts';
import { datasetResource } from './domains/datasets/routes/dataset-resource.ts';

/** Special behaviour of entities, by their ids. */
const hooks = new Map<string, EntityHooks>([
  ['support-answer', answerHooks],
  ['support-tag', tagHooks],
  ['support-queue', queueHooks],
  ['support-rule', ruleHooks],
]);

/** Records published under a name that no declaration has. */
const plainRecords = new Map([['access-group', { screen: 'admin-grupoacesso', table: 'access_group' }]]);

/** The resources of all bundled entities, found by their declarations in screens/, and of the datasets over them. */
export function entityResources(platform: DefinitionPlatform): Resource[] {
  const { published } = platform;
  const datasets = datasetsOf(published);
  const { models } = datasets;
  const routed = [...models.values()].filter(({ document }) => document.routes !== false);
  const editing = createEditing(platform, definitionScreen);
  return [
    { name: 'entities', routes: [], topics: entityTopics(models, plainRecords) },
    transferResource(models, platform.files),
    datasetResource(datasets.runner, datasets),
    datasetComposerResource(new DatasetComposer(models, datasets.runner, editing)),
    ...routed.map((model) => entityResource(platform, model, hooks)),
  ];
}
