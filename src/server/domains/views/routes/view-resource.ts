import { Type } from 'typebox';
import { viewKey } from '../../../../contracts/view.ts';
import type { Resource } from '../../../kernel/contract.ts';
import { route } from '../../../kernel/route.ts';
import { text } from '../../../kernel/texts.ts';
import { datasetsOf } from '../../datasets/index.ts';
import {
  createEditing,
  documentRoutes,
  draftTopic,
  readMenu,
  type DefinitionPlatform,
} from '../../definitions/index.ts';
import { kindRules } from '../view/kind-rules.ts';
import { failedPublications, publicationJob } from '../view/schedule.ts';
import { namesOf, readableEntities, templatesOf } from '../view/starts.ts';
import { viewKind } from '../view/view-kind.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { publicationRoutes } from './publication-routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { mayCreate, mayRead, screen } from './view-access.ts';
import { startsReply, templatesReply } from './view-schema.ts';

/** The view whose number ends the name of a topic; null for what is no number. */
const viewKeyOf = (rest: string) =>
  /^[1-9]\d{0,14}$/.test(rest) ? ({ kind: 'dashboard', id: viewKey(Number(rest)) } as const) : null;

/** Views: dashboards of the tenant's own with a number, in the store of definitions. */
export function viewResource(
  platform: Pick<DefinitionPlatform, 'routes' | 'topics' | 'read' | 'published'>,
): Resource {
  const menu = readMenu();
  const datasets = datasetsOf(platform.published);
  const editing = createEditing(platform, screen, kindRules(platform.published));
  return {
    name: 'view',
    topics: [draftTopic(editing, { name: 'view', access: mayRead, keyOf: viewKeyOf })],
    jobs: [publicationJob(editing, menu)],
    failures: [failedPublications],
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/dash/start',
        access: mayCreate,
        summary: '$routes.view.starts',
        input: { query: Type.Object({}) },
        reply: startsReply,
        handle: (ctx) =>
          Promise.resolve({
            rows: readableEntities(editing, ctx).map((entity) => ({
              entity: String(entity['id']),
              title: namesOf(entity, ctx.lang),
            })),
          }),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/dash/start/template',
        access: mayCreate,
        summary: '$routes.view.templates',
        input: {
          query: Type.Object({
            entity: Type.String({ maxLength: 64, description: 'Entity whose records the view shows.' }),
          }),
        },
        reply: templatesReply,
        handle: (ctx, { query }) =>
          Promise.resolve({
            rows: templatesOf(editing, ctx, query.entity).map((template) => ({
              template,
              title: text(ctx.lang, `messages.views.templates.${template}.title`),
              description: text(ctx.lang, `messages.views.templates.${template}.description`),
            })),
          }),
      }),
      ...documentRoutes(editing, viewKind(menu)),
      ...publicationRoutes(editing, menu),
      ...transferRoutes(editing),
      ...dashboardRoutes({ read: platform.read, datasets }, platform.published),
    ],
  };
}
