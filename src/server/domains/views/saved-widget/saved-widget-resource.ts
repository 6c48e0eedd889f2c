import { Type } from 'typebox';
import { Reply, type Context, type Resource } from '../../../kernel/contract.ts';
import { route } from '../../../kernel/route.ts';
import {
  createEditing,
  documentOf,
  documentRoutes,
  draftTopic,
  type DefinitionPlatform,
  type DocumentKind,
} from '../../definitions/index.ts';
import { kindRules } from '../view/kind-rules.ts';
import { emptyWidget, withFields } from './document.ts';
import { checkWidget, publishWidget } from './publish.ts';
import { freeWidgetId, paletteWidgets, widgetRows } from './rows.ts';
import { assertWidgetUnused, usersOfWidget } from './users.ts';
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
} from './saved-widget-schema.ts';

/** Screen whose permissions guard saved widgets. */
const screen = 'widget-admin';
const may = (verb: 'read' | 'create' | 'update' | 'delete') => ({ screen, verb }) as const;

/** Saved widgets, as documents. */
const widgetKind: DocumentKind = {
  address: '/adm/v2/widget',
  rows: widgetRows,
  schemas: {
    id: Type.Unsafe<number | string>(widgetId),
    row: widgetReply,
    create: createBody,
    update: updateBody,
    key: keyReply,
    created: createdReply,
  },
  keyOf: (id) => ({ kind: 'widget', id: String(id) }),
  named: (id) => ({ id }),
  empty: emptyWidget('new'),
  withFields,
  async identify({ db }, document, title) {
    const id = await freeWidgetId(db, title);
    return { id, definition: { ...document, kind: 'widget' as const, id } };
  },
  assertRemovable: (ctx, id) => assertWidgetUnused(ctx, String(id)),
  texts: {
    page: '$routes.savedWidget.page',
    one: '$routes.savedWidget.one',
    draft: '$routes.savedWidget.draft',
    history: '$routes.savedWidget.history',
    version: '$routes.savedWidget.version',
    create: 'Save a widget under a name, as a draft',
    update: 'Change name and description of a saved widget, in its draft',
    remove: 'Remove a saved widget that nothing shows',
    copy: 'Copy a saved widget',
    created: 'messages.widgets.created',
    updated: 'messages.widgets.updated',
    removed: 'messages.widgets.removed',
    unpublished: 'messages.widgets.unpublished',
    unchanged: 'errors.widgets.unchanged',
  },
};

/** @throws AppError NOT_FOUND */
const widgetOf = (ctx: Context, id: string) => documentOf(widgetKind, ctx, id);

/** The saved widget whose id ends the name of a topic; null for what is no id. */
const widgetKeyOf = (rest: string) => (/^[\w-]{1,64}$/.test(rest) ? widgetKind.keyOf(rest) : null);

/** Saved widgets: configured widgets under a name, which views show, in the store of definitions. */
export function savedWidgetResource(
  platform: Pick<DefinitionPlatform, 'routes' | 'topics' | 'read' | 'published'>,
): Resource {
  const { refusedData } = kindRules(platform.published);
  const editing = createEditing(platform, screen, { refusedData });
  return {
    name: 'savedWidget',
    topics: [draftTopic(editing, { name: 'widget', access: may('read'), keyOf: widgetKeyOf })],
    routes: [
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
          return new Reply({ id: params.id }, 'messages.widgets.published', {}, { title: widget.title });
        },
      }),
      ...documentRoutes(editing, widgetKind),
    ],
  };
}
