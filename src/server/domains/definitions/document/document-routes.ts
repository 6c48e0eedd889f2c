import { Type } from 'typebox';
import type { DocumentRow } from '../../../../contracts/definitions.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import { Reply, type RouteSpec } from '../../../kernel/contract.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { draftRoutes } from '../draft/draft-routes.ts';
import type { Editing } from '../draft/edit.ts';
import { historyRoutes } from '../publication/history-routes.ts';
import type { DocumentId, DocumentInput, DocumentKind } from './document-kind.ts';
import { documentOrders, listDocuments } from './document-rows.ts';
import {
  copyDocument,
  createDocument,
  documentOf,
  removeDocument,
  toReply,
  updateDocument,
} from './document-write.ts';

const { filters: _filters, ...pageQuery } = listQuery;
const written = ['DEFINITION_INVALID', 'RULE_BROKEN'] as const;

/** List, creation, change, removal and copies of a kind of document, its draft and its history. Publishing is of the kind. */
export function documentRoutes(editing: Editing, kind: DocumentKind): RouteSpec[] {
  const { address, copyAddress = `${address}/:id/copy`, named, schemas, texts } = kind;
  const may = (verb: 'read' | 'create' | 'update' | 'delete') => ({ screen: editing.screen, verb }) as const;
  const params = Type.Object({ id: schemas.id });
  const row = Type.Unsafe<DocumentRow>(schemas.row);
  const key = Type.Unsafe<Record<string, DocumentId>>(schemas.key);
  const created = Type.Unsafe<Record<string, DocumentId>>(schemas.created);
  const lists = new ListReader({ orders: documentOrders(kind.rows.orders), defaultOrder: 'title_asc' });
  return [
    route({
      method: 'GET',
      url: address,
      access: may('read'),
      summary: texts.page,
      errors: ['BAD_ORDER'],
      input: {
        query: Type.Object({
          ...pageQuery,
          ...lists.query,
          title: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the title.' })),
        }),
      },
      reply: Type.Unsafe<ListPage<DocumentRow>>(listReply(schemas.row)),
      handle: (ctx, { query }) =>
        listDocuments(kind.rows, ctx, lists.read(ctx, query), query.title?.trim() ?? ''),
    }),
    route({
      method: 'GET',
      url: `${address}/:id`,
      access: may('read'),
      summary: texts.one,
      input: { params },
      reply: row,
      handle: async (ctx, { params: { id } }) => toReply(await documentOf(kind, ctx, id)),
    }),
    route({
      method: 'POST',
      url: address,
      access: may('create'),
      summary: texts.create,
      status: 201,
      errors: [...written],
      uniqueKeys: true,
      input: { body: Type.Unsafe<DocumentInput>(schemas.create) },
      reply: created,
      async handle(ctx, { body }) {
        const { id, title, version: first } = await createDocument(kind, editing, ctx, body);
        return new Reply({ ...named(id), version: first }, texts.created, {}, { title });
      },
    }),
    route({
      method: 'PUT',
      url: `${address}/:id`,
      access: may('update'),
      summary: texts.update,
      errors: ['VERSION_CONFLICT', ...written],
      uniqueKeys: true,
      input: {
        params,
        body: Type.Unsafe<DocumentInput & { version?: number }>(schemas.update),
      },
      reply: row,
      async handle(ctx, { params: { id }, body }) {
        const changed = await updateDocument(kind, editing, ctx, id, body);
        return new Reply(changed, texts.updated, {}, { title: changed.title });
      },
    }),
    route({
      method: 'DELETE',
      url: `${address}/:id`,
      access: may('delete'),
      summary: texts.remove,
      errors: ['VERSION_CONFLICT', 'IN_USE'],
      input: { params },
      reply: key,
      async handle(ctx, { params: { id } }) {
        const title = await removeDocument(kind, editing, ctx, id);
        return new Reply(named(id), texts.removed, {}, { title });
      },
    }),
    route({
      method: 'POST',
      url: copyAddress,
      access: may('create'),
      summary: texts.copy,
      status: 201,
      errors: [...written],
      input: { params },
      reply: created,
      async handle(ctx, { params: { id: original } }) {
        const { id, title, version: first } = await copyDocument(kind, editing, ctx, original);
        return new Reply({ ...named(id), version: first }, texts.created, {}, { title });
      },
    }),
    ...draftRoutes(editing, kind),
    ...historyRoutes(editing, kind),
  ];
}
