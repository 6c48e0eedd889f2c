import type { EntityDocument } from '../../engine/core/index.ts';
import type { Resource } from '../kernel/contract.ts';
import type { EntityHooks } from '../kernel/entity/hooks.ts';
import { buildModels } from '../kernel/entity/model.ts';
import { entityTopics } from '../kernel/entity/topics.ts';
import { entityResource } from '../kernel/entity/resource.ts';
import type { Platform } from '../kernel/platform.ts';
import { readDefinitions } from '../services/definitions/bundled.ts';

/** What is special about entities, by their ids. */
const hooks = new Map<string, EntityHooks>();

/** What is published under a name that no declaration has. */
const plainRecords = new Map([['access-group', { screen: 'admin-grupoacesso', table: 'access_group' }]]);

/** The resources of all bundled entities, found by their declarations in screens/. */
export function entityResources(platform: Platform): Resource[] {
  const documents = readDefinitions()
    .filter(({ kind }) => kind === 'entity')
    .map(({ document }) => document as unknown as EntityDocument);
  const models = buildModels(documents);
  const routed = [...models.values()].filter(({ document }) => document.routes !== false);
  return [
    { name: 'entities', routes: [], topics: entityTopics(models, plainRecords) },
    ...routed.map((model) => entityResource(platform, model, hooks)),
  ];
}
