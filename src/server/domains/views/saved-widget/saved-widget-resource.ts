import { Type } from 'typebox';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { ListReader, listQuery } from '../../../kernel/list.ts';
import type { Platform } from '../../../kernel/platform.ts';
import { route } from '../../../kernel/route.ts';
import { datasetsOf, refusedData } from '../../datasets/index.ts';
import {
  createDataCatalogue,
  draftRoutes,
  draftTopic,
  historyRoutes,
  knownScreens,
  readMenu,
  type DraftAddress,
  type Editing,
} from '../../definitions/index.ts';
import { checkWidget, publishWidget } from './publish.ts';
import { listWidgets, paletteWidgets, widgetOrders } from './rows.ts';
import { usersOfWidget } from './users.ts';
import {
  checkReply,
  createBody,
  createdReply,
  idParams,
  keyReply,
  paletteReply,
  publishBody,
  updateBody,
  usersReply,
  widgetId,
  widgetReply,
  widgetsReply,
} from './saved-widget-schema.ts';
import {
  copyWidget,
  createWidget,
  removeWidget,
  toReply,
  updateWidget,
  widgetOf,
} from './saved-widget-write.ts';

/** Screen whose permissions guard saved widgets. */
const screen = 'widget-admin';
const may = (verb: 'read' | 'create' | 'update' | 'delete') => ({ screen, verb }) as const;

const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: widgetOrders, defaultOrder: 'title_asc' });
const written = ['DEFINITION_INVALID', 'RULE_BROKEN'] as const;

const drafts: DraftAddress = {
  address: '/adm/v2/widget',
  id: Type.Unsafe<number | string>(widgetId),
  keyOf: (id) => ({ kind: 'widget', id: String(id) }),
  texts: {
    draft: '$routes.savedWidget.draft',
    history: '$routes.savedWidget.history',
    version: '$routes.savedWidget.version',
    unpublished: 'messages.widgets.unpublished',
  },
};

/** The saved widget whose id ends the name of a topic; null for what is no id. */
const widgetKeyOf = (rest: string) => (/^[\w-]{1,64}$/.test(rest) ? drafts.keyOf(rest) : null);

/** Saved widgets: configured widgets under a name, which views show, in the store of definitions. */
export function savedWidgetResource(
  platform: Pick<Platform, 'routes' | 'topics' | 'read' | 'published'>,
): Resource {
  const definitions = platform.published.bundled;
  const editing: Editing = {
    bundled: definitions,
    screen,
    screens: knownScreens(readMenu(), definitions),
    data: createDataCatalogue(platform, definitions),
    refusedData: (ctx, document) =>
      refusedData({ bundled: definitions, models: datasetsOf(platform.published).models }, ctx, document),
  };
  return {
    name: 'savedWidget',
    topics: [draftTopic(editing, { name: 'widget', access: may('read'), keyOf: widgetKeyOf })],
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/widget',
        access: may('read'),
        summary: '$routes.savedWidget.page',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            title: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the title.' })),
          }),
        },
        reply: widgetsReply,
        handle: (ctx, { query }) => listWidgets(ctx, lists.read(ctx, query), query.title?.trim() ?? ''),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/widget-palette',
        access: { any: [may('read'), { screen: 'view-admin', verb: 'read' }] },
        summary: '$routes.savedWidget.palette',
        input: { query: Type.Object({}) },
        reply: paletteReply,
        handle: async (ctx) => ({ rows: await paletteWidgets(ctx) }),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/widget/:id',
        access: may('read'),
        summary: '$routes.savedWidget.one',
        input: { params: idParams },
        reply: widgetReply,
        handle: async (ctx, { params }) => toReply(await widgetOf(ctx, params.id)),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/widget/:id/users',
        access: may('read'),
        summary: '$routes.savedWidget.users',
        input: { params: idParams },
        reply: usersReply,
        async handle(ctx, { params }) {
          await widgetOf(ctx, params.id);
          return { rows: await usersOfWidget(ctx, params.id) };
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/widget',
        access: may('create'),
        summary: 'Save a widget under a name, as a draft',
        status: 201,
        errors: [...written],
        uniqueKeys: true,
        input: { body: createBody },
        reply: createdReply,
        async handle(ctx, { body }) {
          const { title, ...made } = await createWidget(editing, ctx, body);
          return new Reply(made, 'messages.widgets.created', {}, { title });
        },
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/widget/:id',
        access: may('update'),
        summary: 'Change name and description of a saved widget, in its draft',
        errors: ['VERSION_CONFLICT', ...written],
        input: { params: idParams, body: updateBody },
        reply: widgetReply,
        async handle(ctx, { params, body }) {
          const widget = await updateWidget(editing, ctx, params.id, body);
          return new Reply(widget, 'messages.widgets.updated', {}, { title: widget.title });
        },
      }),
      route({
        method: 'DELETE',
        url: '/adm/v2/widget/:id',
        access: may('delete'),
        summary: 'Remove a saved widget that nothing shows',
        errors: ['VERSION_CONFLICT', 'IN_USE'],
        input: { params: idParams },
        reply: keyReply,
        async handle(ctx, { params }) {
          const title = await removeWidget(editing, ctx, params.id);
          return new Reply({ id: params.id }, 'messages.widgets.removed', {}, { title });
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/widget/:id/copy',
        access: may('create'),
        summary: 'Copy a saved widget',
        status: 201,
        errors: [...written],
        input: { params: idParams },
        reply: createdReply,
        async handle(ctx, { params }) {
          const { title, ...made } = await copyWidget(editing, ctx, params.id);
          return new Reply(made, 'messages.widgets.created', {}, { title });
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/widget/:id/check',
        access: may('update'),
        summary: '$routes.savedWidget.check',
        input: { params: idParams },
        reply: checkReply,
        handle: async (ctx, { params }) => checkWidget(editing, ctx, await widgetOf(ctx, params.id)),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/widget/:id/publish',
        access: may('update'),
        summary: 'Publish a saved widget: views that show it show the new one',
        errors: ['VERSION_CONFLICT', 'DEFINITION_INVALID', 'ROUTES_NOT_ALLOWED', 'RULE_BROKEN'],
        input: { params: idParams, body: publishBody },
        reply: keyReply,
        async handle(ctx, { params, body }) {
          const widget = await widgetOf(ctx, params.id);
          await publishWidget(editing, ctx, widget, body);
          return new Reply({ id: widget.id }, 'messages.widgets.published', {}, { title: widget.title });
        },
      }),
      ...draftRoutes(editing, drafts),
      ...historyRoutes(editing, drafts),
    ],
  };
}
