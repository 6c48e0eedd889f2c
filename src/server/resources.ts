import type { ResourceList } from './kernel/platform.ts';
import { accessGroupResource } from './domains/access/group/access-group-resource.ts';
import { appearanceResource } from './domains/shell/appearance/appearance-resource.ts';
import { auditResource } from './domains/access/audit/audit-resource.ts';
import { boardResource } from './domains/agile/board/board-resource.ts';
import { checklistResource } from './domains/agile/checklist/checklist-resource.ts';
import { commentResource } from './domains/agile/comment/comment-resource.ts';
import { permissionScreens } from './domains/definitions/catalogue/permission-screens.ts';
import { datasetsOf } from './domains/datasets/store/published-datasets.ts';
import { definitionsResource } from './domains/definitions/routes/definitions-resource.ts';
import { failureResource } from './platform/failures/failure-resource.ts';
import { fileResource } from './platform/files/file-resource.ts';
import { homeResource } from './domains/shell/home/home-resource.ts';
import { entityResources } from './entities.ts';
import { realtimeResource } from './realtime/realtime-resource.ts';
import { notificationResource } from './platform/notifications/notification-resource.ts';
import { operationResource } from './domains/agile/operation/operation-resource.ts';
import { organizationalUnitResource } from './domains/organisation/unit/organizational-unit-resource.ts';
import { oidcResource } from './domains/access/oidc/oidc-resource.ts';
import { organizerResource } from './domains/agile/organizer/organizer-resource.ts';
import { passwordResource } from './domains/access/password/password-resource.ts';
import { preferenceResource } from './platform/preferences/preference-resource.ts';
import { projectResource } from './domains/agile/project/project-resource.ts';
import { sessionResource } from './domains/access/session/session-resource.ts';
import { savedWidgetResource } from './domains/views/saved-widget/saved-widget-resource.ts';
import { kindRules } from './domains/views/view/kind-rules.ts';
import { viewResource } from './domains/views/routes/view-resource.ts';
import { sprintResource } from './domains/agile/sprint/sprint-resource.ts';
import { laneResource } from './domains/agile/lane/lane-resource.ts';
import { storyResource } from './domains/agile/story/story-resource.ts';
import { supportChannelResource } from './domains/support/channel/support-channel-resource.ts';
import { supportChatResource } from './domains/support/chat/support-chat-resource.ts';
import { supportMessageResource } from './domains/support/message/support-message-resource.ts';
import { supportWebhookResource } from './domains/support/whatsapp/support-webhook-resource.ts';
import { tagResource } from './domains/agile/tag/tag-resource.ts';
import { supportAnswerResource } from './domains/support/answer/support-answer-resource.ts';
import { supportContactResource } from './domains/support/contact/support-contact-resource.ts';
import { taskResource } from './domains/agile/task/task-resource.ts';
import { userResource } from './domains/access/user/user-resource.ts';
import { workStatusResource } from './domains/agile/status/work-status-resource.ts';

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
  auditResource(platform, permissionScreens(platform.published.bundled)),
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
