import { Type } from 'typebox';
import type { Verb } from '../../../contracts/access.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { assertAllowed } from '../access.ts';
import type { Context, Resource, RouteSpec } from '../contract.ts';
import { notFound } from '../errors.ts';
import { listQuery, listReply } from '../list.ts';
import type { KernelParts } from '../parts.ts';
import { route } from '../route.ts';
import { expectedVersion } from '../version.ts';
import { bulkRoute } from './bulk-route.ts';
import { deleteRecord, deleteRecords } from './delete.ts';
import { EntityImport } from './files/import.ts';
import { exportJob, importJob } from './files/jobs.ts';
import { fileRoutes } from './files/routes.ts';
import type { EntityHooks } from './hooks.ts';
import { EntityLists, type ListInput } from './list.ts';
import { fieldLabel, type EntityModel } from './entity-model.ts';
import { present, readRow } from './rows.ts';
import { filterParameters, recordBody, recordReply } from './schemas.ts';
import { readSearch, searchBody } from './search.ts';
import { EntityWrites } from './write.ts';

const idParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

/** Makes the routes of an entity from its declaration. @param hooks by entity, since a deletion reaches several. */
export function entityResource(
  { totals, files }: KernelParts,
  model: EntityModel,
  hooks: ReadonlyMap<string, EntityHooks>,
): Resource {
  const lists = new EntityLists(model);
  const writes = new EntityWrites(model, hooks);
  const imports = new EntityImport(model, writes);
  const url = model.address;
  const may = (verb: Verb): { screen: string; verb: Verb } => ({ screen: model.screen, verb });
  const labels: RouteSpec['labels'] = (lang, name) => fieldLabel(model, lang, name);
  const reply = recordReply(model);
  const query = Type.Object({ ...listQuery, ...lists.query, ...filterParameters(model) });
  const remove = (ctx: Context, key: number, version: number | undefined): Promise<void> =>
    deleteRecord(ctx, model, hooks, key, expectedVersion(ctx, version));

  return {
    name: model.id,
    jobs: [exportJob(model, lists, files), importJob(model, imports, files)],
    routes: [
      route({
        method: 'GET',
        url,
        access: may('read'),
        summary: '$routes.record.page',
        errors: ['BAD_FILTERS', 'BAD_ORDER'],
        input: { query },
        reply: listReply(reply),
        handle: (ctx, input) => lists.page(ctx, totals, input.query as ListInput) as never,
      }),
      route({
        method: 'POST',
        url: `${url}/-/search`,
        access: may('read'),
        reads: true,
        summary: '$routes.record.search',
        errors: ['BAD_FILTERS', 'BAD_ORDER'],
        input: { body: searchBody(model, lists.query) },
        labels,
        reply: listReply(reply),
        handle: (ctx, { body }) => lists.page(ctx, totals, ...readSearch(model, body as JsonObject)) as never,
      }),
      route({
        method: 'GET',
        url: `${url}/:id`,
        access: may('read'),
        summary: '$routes.record.one',
        input: { params: idParams },
        reply,
        async handle(ctx, { params }) {
          const row = await readRow(ctx, model, params.id);
          if (row === null) throw notFound();
          const [wire = {}] = await present(ctx, model, [row]);
          return wire;
        },
      }),
      route({
        method: 'POST',
        url,
        access: may('create'),
        summary: 'Create a record',
        status: 201,
        errors: ['ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { body: recordBody(model, 'create') },
        labels,
        reply,
        handle: (ctx, { body }) => writes.create(ctx, body as JsonObject),
      }),
      route({
        method: 'PUT',
        url: `${url}/:id`,
        access: may('update'),
        summary: 'Change the sent fields of a record',
        errors: ['VERSION_CONFLICT', 'ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { params: idParams, body: recordBody(model, 'update') },
        labels,
        reply,
        handle: (ctx, { params, body }) => {
          const { version, ...values } = body as JsonObject & { version?: number };
          return writes.update(ctx, params.id, values, expectedVersion(ctx, version));
        },
      }),
      route({
        method: 'DELETE',
        url: `${url}/:id`,
        access: may('delete'),
        summary: 'Delete a record',
        errors: ['VERSION_CONFLICT', 'RULE_BROKEN', 'IN_USE'],
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params }) {
          await remove(ctx, params.id, undefined);
          return { id: params.id };
        },
      }),
      route({
        method: 'POST',
        url: `${url}/:id/duplicate`,
        access: may('create'),
        summary: 'Create a copy of a record, with the sent fields replaced',
        status: 201,
        errors: ['ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { params: idParams, body: recordBody(model, 'duplicate') },
        labels,
        reply,
        handle(ctx, { params, body }) {
          // A copy shows what the record holds.
          assertAllowed(ctx.caller, may('read'), false);
          return writes.duplicate(ctx, params.id, body as JsonObject);
        },
      }),
      bulkRoute(model, lists, {
        change: (ctx, keys, body) =>
          writes.write(
            ctx,
            keys.map((key) => ({ key, body })),
          ),
        remove: (ctx, keys) => deleteRecords(ctx, model, hooks, keys),
      }),
      ...fileRoutes(model, lists, imports, files),
    ],
  };
}
