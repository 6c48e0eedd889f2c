import { Type } from 'typebox';
import type { JsonObject } from '../../../contracts/json.ts';
import { viewKey } from '../../../contracts/view.ts';
import { Reply, type Context, type RouteSpec } from '../../kernel/contract.ts';
import { ListReader, listQuery, listReply } from '../../kernel/list.ts';
import { route } from '../../kernel/route.ts';
import type { BundledMenu } from '../../services/definitions/bundled.ts';
import { history, readPublishedVersion, rollBack, type Editing } from '../../services/definitions/edit.ts';
import { unpublish } from '../../services/definitions/removal.ts';
import { readPublishedBefore, type DefinitionKey } from '../../services/definitions/stored.ts';
import { differencesOf } from '../../services/views/differences.ts';
import { mayRead, mayUpdate } from './view.access.ts';
import { historyReply, idParams, publicationReply, versionParams, versionReply } from './view.schema.ts';
import { viewOf } from './view.write.ts';

const { filters: _filters, order: _order, ...historyQuery } = listQuery;
const lists = new ListReader({ orders: ['version'], defaultOrder: 'version_desc' });
const keyOf = (id: number): DefinitionKey => ({ kind: 'dashboard', id: viewKey(id) });

/** Versions that are looked at for one with content: the end of a publication has none. */
const mostBefore = 20;

/** The published document before a version; null for the first one. */
async function documentBefore(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  version: number,
): Promise<JsonObject | null> {
  for (const before of await readPublishedBefore(ctx.db, key, version, mostBefore)) {
    const found = await readPublishedVersion(editing, ctx, key, before).catch(() => null);
    if (found) return found.definition as JsonObject;
  }
  return null;
}

/** The published versions of a view, what changed with each, and the ways back. */
export function historyRoutes(editing: Editing, menu: BundledMenu): RouteSpec[] {
  return [
    route({
      method: 'GET',
      url: '/adm/v2/dash/:id/history',
      access: mayRead,
      summary: '$routes.view.history',
      input: { params: idParams, query: Type.Object(historyQuery) },
      reply: listReply(historyReply),
      handle: (ctx, { params, query }) => history(editing, ctx, keyOf(params.id), lists.read(ctx, query)),
    }),
    route({
      method: 'GET',
      url: '/adm/v2/dash/:id/history/:version',
      access: mayRead,
      summary: '$routes.view.version',
      input: { params: versionParams },
      reply: versionReply,
      async handle(ctx, { params: { id, version } }) {
        const key = keyOf(id);
        const { definition, faults } = await readPublishedVersion(editing, ctx, key, version);
        const document = definition as JsonObject;
        const before = await documentBefore(editing, ctx, key, version);
        return {
          version,
          definition: document,
          faults,
          first: before === null,
          differences: differencesOf(before, document, ctx.lang),
        };
      },
    }),
    route({
      method: 'POST',
      url: '/adm/v2/dash/:id/rollback',
      access: mayUpdate,
      summary: 'Publish an earlier version of a view again, as a new one',
      errors: ['VERSION_CONFLICT', 'DEFINITION_INVALID', 'ROUTES_NOT_ALLOWED', 'RULE_BROKEN'],
      input: { params: idParams, body: Type.Object({ version: Type.Integer({ minimum: 1 }) }) },
      reply: publicationReply,
      async handle(ctx, { params, body }) {
        const done = await rollBack(editing, ctx, keyOf(params.id), body.version);
        return new Reply(done, 'messages.definitions.rolledBack');
      },
    }),
    route({
      method: 'POST',
      url: '/adm/v2/dash/:id/unpublish',
      access: mayUpdate,
      summary: 'Take a view back from its readers; its content stays as the draft',
      errors: ['VERSION_CONFLICT', 'RULE_BROKEN', 'IN_USE'],
      input: { params: idParams },
      reply: publicationReply,
      async handle(ctx, { params }) {
        const { title } = await viewOf(ctx, menu, params.id);
        const done = await unpublish(editing, ctx, keyOf(params.id));
        return new Reply(done, 'messages.views.unpublished', {}, { title });
      },
    }),
  ];
}
