import { Type } from 'typebox';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { Reply, type Context, type RouteSpec } from '../../../kernel/contract.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import type { DocumentKind } from '../document/document-kind.ts';
import { differencesOf } from '../draft/differences.ts';
import { historyReply, publicationReply, version, versionReply } from '../draft/draft-wire.ts';
import { history, readForEdit, readPublishedVersion, rollBack, type Editing } from '../draft/edit.ts';
import { unpublish } from './removal.ts';
import { readPublishedBefore, type DefinitionKey } from '../store/stored-definitions.ts';

const { filters: _filters, order: _order, ...historyQuery } = listQuery;
const lists = new ListReader({ orders: ['version'], defaultOrder: 'version_desc' });

/** Versions that are looked at for one with content: the end of a publication has none. */
const mostBefore = 20;

/** The published document before a version; null for the first one. */
async function documentBefore(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  of: number,
): Promise<JsonObject | null> {
  for (const before of await readPublishedBefore(ctx.db, key, of, mostBefore)) {
    const found = await readPublishedVersion(editing, ctx, key, before).catch(() => null);
    if (found && isObject(found.definition as Json)) return found.definition as JsonObject;
  }
  return null;
}

/** The published versions of a document, what changed with each, and the ways back. */
export function historyRoutes(
  editing: Editing,
  { address, schemas: { id }, keyOf, texts }: DocumentKind,
): RouteSpec[] {
  const mayRead = { screen: editing.screen, verb: 'read' } as const;
  const mayUpdate = { screen: editing.screen, verb: 'update' } as const;
  const params = Type.Object({ id });
  return [
    route({
      method: 'GET',
      url: `${address}/:id/history`,
      access: mayRead,
      summary: texts.history,
      input: { params, query: Type.Object(historyQuery) },
      reply: listReply(historyReply),
      handle: (ctx, { params: given, query }) =>
        history(editing, ctx, keyOf(given.id), lists.read(ctx, query)),
    }),
    route({
      method: 'GET',
      url: `${address}/:id/history/:version`,
      access: mayRead,
      summary: texts.version,
      input: { params: Type.Object({ id, version }) },
      reply: versionReply,
      async handle(ctx, { params: given }) {
        const key = keyOf(given.id);
        const { definition, faults } = await readPublishedVersion(editing, ctx, key, given.version);
        const document = definition as JsonObject;
        const before = await documentBefore(editing, ctx, key, given.version);
        return {
          version: given.version,
          definition: document,
          faults,
          first: before === null,
          differences: differencesOf(before, document, ctx.lang),
        };
      },
    }),
    route({
      method: 'POST',
      url: `${address}/:id/rollback`,
      access: mayUpdate,
      summary: 'Publish an earlier version again, as a new one',
      errors: ['VERSION_CONFLICT', 'DEFINITION_INVALID', 'ROUTES_NOT_ALLOWED', 'RULE_BROKEN'],
      input: { params, body: Type.Object({ version: Type.Integer({ minimum: 1 }) }) },
      reply: publicationReply,
      async handle(ctx, { params: given, body }) {
        const done = await rollBack(editing, ctx, keyOf(given.id), body.version);
        return new Reply(done, 'messages.definitions.rolledBack');
      },
    }),
    route({
      method: 'POST',
      url: `${address}/:id/unpublish`,
      access: mayUpdate,
      summary: 'Take back what is published; its content stays as the draft',
      errors: ['VERSION_CONFLICT', 'RULE_BROKEN', 'IN_USE'],
      input: { params },
      reply: publicationReply,
      async handle(ctx, { params: given }) {
        const key = keyOf(given.id);
        const { title = '' } = await readForEdit(editing, ctx, key);
        const done = await unpublish(editing, ctx, key);
        return new Reply(done, texts.unpublished, {}, { title });
      },
    }),
  ];
}
