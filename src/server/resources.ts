import type { ResourceList } from './app.ts';
import {
  accessGroupResource,
  auditResource,
  oidcResource,
  passwordResource,
  sessionResource,
  userResource,
} from './domains/access/index.ts';
import { appearanceResource, homeResource, notificationResource } from './domains/shell/index.ts';
import {
  boardResource,
  checklistResource,
  commentResource,
  laneResource,
  operationResource,
  organizerResource,
  projectResource,
  sprintResource,
  storyResource,
  tagResource,
  taskResource,
  workStatusResource,
} from './domains/agile/index.ts';
import { definitionsResource, permissionScreens } from './domains/definitions/index.ts';
import { datasetsOf } from './domains/datasets/index.ts';
import { failureResource } from './platform/failures/failure-resource.ts';
import { fileResource } from './platform/files/file-resource.ts';
import { entityResources } from './entities.ts';
import { realtimeResource } from './realtime/realtime-resource.ts';
import { organizationalUnitResource } from './domains/organisation/index.ts';
import { preferenceResource } from './platform/preferences/preference-resource.ts';
import { kindRules, savedWidgetResource, viewResource } from './domains/views/index.ts';
import {
  supportAnswerResource,
  supportChannelResource,
  supportChatResource,
  supportContactResource,
  supportMessageResource,
  supportWebhookResource,
} from './domains/support/index.ts';

/** All resources of the server, in the order in which they are mounted. */
export const resources: ResourceList = (platform) => [
  sessionResource(platform),
  passwordResource(platform),
  oidcResource(platform),
  homeResource(platform),
  definitionsResource(platform, kindRules(platform.published)),
  viewResource(platform),
  savedWidgetResource(platform),
  preferenceResource(),
  notificationResource(platform),
  userResource(platform),
  accessGroupResource(permissionScreens(platform.published.bundled)),
  auditResource(platform, platform.published.bundled.all, permissionScreens(platform.published.bundled)),
  organizationalUnitResource(),
  realtimeResource(),
  failureResource(platform),
  fileResource(platform),
  appearanceResource(platform),
  projectResource(platform),
  organizerResource(),
  workStatusResource(),
  boardResource(),
  sprintResource(),
  operationResource(),
  checklistResource(),
  commentResource(),
  laneResource(),
  storyResource(),
  supportContactResource(platform, datasetsOf(platform.published).models.get('support-contact')!),
  supportAnswerResource(),
  tagResource(),
  taskResource(platform),
  supportChannelResource(platform),
  supportChatResource(platform),
  supportMessageResource(platform),
  supportWebhookResource(platform),
  ...entityResources(platform),
];
