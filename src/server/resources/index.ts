import type { ResourceList } from '../kernel/platform.ts';
import { accessGroupResource } from './access-group/access-group.resource.ts';
import { appearanceResource } from './appearance/appearance.resource.ts';
import { auditResource } from './audit/audit.resource.ts';
import { boardResource } from './board/board.resource.ts';
import { checklistResource } from './checklist/checklist.resource.ts';
import { commentResource } from './comment/comment.resource.ts';
import { definitionsResource } from './definitions/definitions.resource.ts';
import { failureResource } from './failure/failure.resource.ts';
import { fileResource } from './file/file.resource.ts';
import { homeResource } from './home/home.resource.ts';
import { entityResources } from './entities.ts';
import { realtimeResource } from './realtime/realtime.resource.ts';
import { notificationResource } from './notification/notification.resource.ts';
import { operationResource } from './operation/operation.resource.ts';
import { organizationalUnitResource } from './organizational-unit/organizational-unit.resource.ts';
import { oidcResource } from './oidc/oidc.resource.ts';
import { organizerResource } from './organizer/organizer.resource.ts';
import { passwordResource } from './password/password.resource.ts';
import { preferenceResource } from './preference/preference.resource.ts';
import { projectResource } from './project/project.resource.ts';
import { sessionResource } from './session/session.resource.ts';
import { savedWidgetResource } from './saved-widget/saved-widget.resource.ts';
import { viewResource } from './view/view.resource.ts';
import { sprintResource } from './sprint/sprint.resource.ts';
import { laneResource } from './lane/lane.resource.ts';
import { storyResource } from './story/story.resource.ts';
import { supportChannelResource } from './support-channel/support-channel.resource.ts';
import { supportChatResource } from './support-chat/support-chat.resource.ts';
import { supportMessageResource } from './support-message/support-message.resource.ts';
import { supportWebhookResource } from './support-webhook/support-webhook.resource.ts';
import { tagResource } from './tag/tag.resource.ts';
import { supportAnswerResource } from './support-answer/support-answer.resource.ts';
import { supportContactResource } from './support-contact/support-contact.resource.ts';
import { taskResource } from './task/task.resource.ts';
import { userResource } from './user/user.resource.ts';
import { workStatusResource } from './work-status/work-status.resource.ts';

/** All resources of the server, in the order in which they are mounted. */
export const resources: ResourceList = (platform) => [
  sessionResource(platform),
  passwordResource(platform),
  oidcResource(platform),
  homeResource(platform),
  definitionsResource(platform),
  viewResource(platform),
  savedWidgetResource(platform),
  preferenceResource(),
  notificationResource(platform),
  userResource(platform),
  accessGroupResource(platform),
  auditResource(platform),
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
  supportContactResource(platform),
  supportAnswerResource(),
  tagResource(),
  taskResource(platform),
  supportChannelResource(platform),
  supportChatResource(platform),
  supportMessageResource(platform),
  supportWebhookResource(platform),
  ...entityResources(platform),
];
