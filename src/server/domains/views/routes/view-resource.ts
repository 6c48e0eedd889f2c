import { Type } from 'typebox';
import { viewKey } from '../../../../contracts/view.ts';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { ListReader, listQuery } from '../../../kernel/list.ts';
import type { Platform } from '../../../kernel/platform.ts';
import { route } from '../../../kernel/route.ts';
import { text } from '../../../kernel/texts.ts';
import {
  createDataCatalogue,
  draftRoutes,
  draftTopic,
  historyRoutes,
  knownScreens,
  readMenu,
  removeDefinition,
  type DraftAddress,
  type Editing,
} from '../../definitions/index.ts';
import { filterDiagnostics } from '../view/filter-check.ts';
import { datasetsOf, refusedData } from '../../datasets/index.ts';
import { listViews, viewOrders } from '../view/rows.ts';
import { namesOf, readableEntities, templatesOf } from '../view/starts.ts';
import { failedPublications, publicationJob } from '../view/schedule.ts';
import { scheduledTime } from '../view/waiting.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { publicationRoutes } from './publication-routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { mayCreate, mayDelete, mayRead, mayUpdate, screen } from './view-access.ts';
import {
  createBody,
  createdReply,
  idParams,
  removedReply,
  startsReply,
  templatesReply,
  updateBody,
  viewId,
  viewReply,
  viewsReply,
} from './view-schema.ts';
import { copyView, createView, toReply, updateView, viewOf } from './view-write.ts';

const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: viewOrders, defaultOrder: 'title_asc' });
const written = ['DEFINITION_INVALID', 'RULE_BROKEN'] as const;

const drafts: DraftAddress = {
  address: '/adm/v2/dash',
  id: Type.Unsafe<number | string>(viewId),
  keyOf: (id) => ({ kind: 'dashboard', id: viewKey(Number(id)) }),
  scheduledAt: ({ db }, id) => scheduledTime(db, Number(id)),
  texts: {
    draft: '$routes.view.draft',
    history: '$routes.view.history',
    version: '$routes.view.version',
    unpublished: 'messages.views.unpublished',
  },
};

/** The view whose number ends the name of a topic; null for what is no number. */
const viewKeyOf = (rest: string) => (/^[1-9]\d{0,14}$/.test(rest) ? drafts.keyOf(Number(rest)) : null);

/** Views: dashboards of the tenant's own with a number, in the store of definitions. */
export function viewResource(platform: Pick<Platform, 'routes' | 'topics' | 'read' | 'published'>): Resource {
  const menu = readMenu();
  const datasets = datasetsOf(platform.published);
  const definitions = platform.published.bundled;
  const editing: Editing = {
    bundled: definitions,
    screen,
    screens: knownScreens(menu, definitions),
    data: createDataCatalogue(platform, definitions),
    dataDiagnostics: (ctx, document) =>
      filterDiagnostics({ bundled: definitions, runner: datasets.runner }, ctx, document),
    refusedData: (ctx, document) =>
      refusedData({ bundled: definitions, models: datasets.models }, ctx, document),
  };
  return {
    name: 'view',
    topics: [draftTopic(editing, { name: 'view', access: mayRead, keyOf: viewKeyOf })],
    jobs: [publicationJob(editing, menu)],
    failures: [failedPublications],
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/dash',
        access: mayRead,
        summary: '$routes.view.page',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            title: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the title.' })),
          }),
        },
        reply: viewsReply,
        handle: (ctx, { query }) => listViews(ctx, menu, lists.read(ctx, query), query.title?.trim() ?? ''),
      }),
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
      route({
        method: 'GET',
        url: '/adm/v2/dash/:id',
        access: mayRead,
        summary: '$routes.view.one',
        input: { params: idParams },
        reply: viewReply,
        handle: async (ctx, { params }) => toReply(await viewOf(ctx, menu, params.id)),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/dash',
        access: mayCreate,
        summary: 'Create a view, as a draft',
        status: 201,
        errors: [...written],
        uniqueKeys: true,
        input: { body: createBody },
        reply: createdReply,
        async handle(ctx, { body }) {
          const { title, ...made } = await createView(editing, ctx, menu, body);
          return new Reply(made, 'messages.views.created', {}, { title });
        },
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/dash/:id',
        access: mayUpdate,
        summary: 'Change a view, in its draft',
        errors: ['VERSION_CONFLICT', ...written],
        uniqueKeys: true,
        input: { params: idParams, body: updateBody },
        reply: viewReply,
        async handle(ctx, { params, body }) {
          const view = await updateView(editing, ctx, menu, params.id, body);
          return new Reply(view, 'messages.views.updated', {}, { title: view.title });
        },
      }),
      route({
        method: 'DELETE',
        url: '/adm/v2/dash/:id',
        access: mayDelete,
        summary: 'Remove a view; its versions stay in the history',
        errors: ['VERSION_CONFLICT', 'IN_USE'],
        input: { params: idParams },
        reply: removedReply,
        async handle(ctx, { params }) {
          const { title } = await viewOf(ctx, menu, params.id);
          await removeDefinition(editing, ctx, { kind: 'dashboard', id: viewKey(params.id) });
          return new Reply({ dashId: params.id }, 'messages.views.removed', {}, { title });
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/dash-copy/:id',
        access: mayCreate,
        summary: 'Copy a view',
        status: 201,
        errors: [...written],
        input: { params: idParams },
        reply: createdReply,
        async handle(ctx, { params }) {
          const { title, ...made } = await copyView(editing, ctx, menu, params.id);
          return new Reply(made, 'messages.views.created', {}, { title });
        },
      }),
      ...draftRoutes(editing, drafts),
      ...publicationRoutes(editing, menu),
      ...historyRoutes(editing, drafts),
      ...transferRoutes(editing),
      ...dashboardRoutes({ read: platform.read, datasets }, platform.published),
    ],
  };
}
