import { buffer } from 'node:stream/consumers';
import { Type } from 'typebox';
import type { Access, Verb } from '../../../contracts/access.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { assertAllowed } from '../access.ts';
import type { Context, Resource, RouteSpec } from '../contract.ts';
import { AppError, notFound } from '../errors.ts';
import { listQuery, listReply } from '../list.ts';
import type { Platform } from '../platform.ts';
import { route } from '../route.ts';
import { expectedVersion } from '../version.ts';
import { BULK_LIMIT, eachRecord, isChange } from './bulk.ts';
import { deleteRecord } from './delete.ts';
import { exportFile, fileTypes, MOST, REQUEST_RECORDS } from './files/export.ts';
import { EntityImport, IMPORT_BYTES, REQUEST_ROWS } from './files/import.ts';
import { exportJob, importJob } from './files/jobs.ts';
import { addTransfer, TRANSFER } from './files/transfer.ts';
import { readTransfers, transferReply } from './files/transfer-resource.ts';
import type { EntityHooks } from './hooks.ts';
import { EntityLists, type ListInput } from './list.ts';
import { entityText, fieldLabel, type EntityModel } from './model.ts';
import { present, readRow } from './rows.ts';
import { filterParameters, recordBody, recordReply } from './schemas.ts';
import { readSearch, searchBody } from './search.ts';
import { EntityWrites } from './write.ts';

const idParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

/** Makes the routes of an entity from its declaration. @param hooks by entity, since a deletion reaches several. */
export function entityResource(
  { totals, files }: Platform,
  model: EntityModel,
  hooks: ReadonlyMap<string, EntityHooks>,
): Resource {
  const lists = new EntityLists(model);
  const writes = new EntityWrites(model, hooks.get(model.id));
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
      route({
        method: 'POST',
        url: `${url}/-/bulk`,
        access: { any: [may('update'), may('delete')] },
        summary: 'Change or delete several records',
        errors: ['BAD_FILTERS'],
        input: {
          body: Type.Object({
            ids: Type.Optional(
              Type.Array(idParams.properties.id, { minItems: 1, maxItems: BULK_LIMIT, uniqueItems: true }),
            ),
            filters: Type.Optional(
              Type.Partial(Type.Object({ ...filterParameters(model), filters: Type.String() })),
            ),
            set: Type.Optional(recordBody(model, 'duplicate')),
            delete: Type.Optional(Type.Literal(true)),
          }),
        },
        labels,
        reply: Type.Object({ results: Type.Array(bulkResult) }),
        async handle(ctx, { body }) {
          const given = body as { ids?: number[]; filters?: ListInput; set?: JsonObject } & JsonObject;
          if (!isChange(given) || (given.ids === undefined) === (given.filters === undefined))
            throw new AppError('VALIDATION_FAILED', { message: 'errors.entity.bulk' });
          assertAllowed(ctx.caller, may(given.set ? 'update' : 'delete') as Access, false);
          const keys = given.ids ?? (await lists.keys(ctx, given.filters ?? {}, BULK_LIMIT));
          if (keys.length > BULK_LIMIT)
            throw new AppError('VALIDATION_FAILED', {
              message: 'errors.entity.bulkLimit',
              params: { limit: BULK_LIMIT },
            });
          const { set } = given;
          const results = await eachRecord(ctx, keys, (key) =>
            set
              ? writes.update(ctx, key, set, { version: null })
              : deleteRecord(ctx, model, hooks, key, { version: null }),
          );
          return { results };
        },
      }),
      route({
        method: 'GET',
        url: `${url}/-/export`,
        access: may('read'),
        summary: 'The records of a list as a file, up to 1,000,000',
        errors: ['BAD_FILTERS', 'BAD_ORDER', 'RULE_BROKEN'],
        input: {
          query: Type.Object({
            ...query.properties,
            format: Type.Optional(
              Type.Unsafe<'csv' | 'xlsx'>({ type: 'string', enum: ['csv', 'xlsx'], default: 'csv' }),
            ),
          }),
        },
        download: Object.values(fileTypes),
        reply: Type.Null(),
        transaction: 'own',
        handle: (ctx, input) => {
          const { format = 'csv', ...list } = input.query as ListInput & { format?: 'csv' | 'xlsx' };
          return exportFile(ctx, model, lists, format, list);
        },
      }),
      route({
        method: 'POST',
        url: `${url}/-/export`,
        access: may('read'),
        summary:
          'Begin the export of a list that is too large for a request; of a smaller one nothing begins',
        errors: ['BAD_FILTERS', 'BAD_ORDER', 'RULE_BROKEN'],
        input: {
          body: Type.Object({
            format: Type.Unsafe<'csv' | 'xlsx'>({ type: 'string', enum: ['csv', 'xlsx'] }),
            filters: Type.Optional(Type.Partial(query)),
          }),
        },
        reply: Type.Object({ records: Type.Integer(), transfer: transferId }),
        async handle(ctx, { body: { format, filters = {} } }) {
          const keys = await lists.keys(ctx, filters as ListInput, MOST);
          if (keys.length > MOST)
            throw new AppError('RULE_BROKEN', {
              message: 'errors.import.exportLimit',
              params: { limit: MOST },
            });
          const records = keys.length;
          if (records <= REQUEST_RECORDS) return { records, transfer: null };
          const options = { ...(filters as JsonObject), format };
          const name = `${entityText(model, ctx.lang, model.document.plural ?? model.document.title)}.${format}`;
          const transfer = await addTransfer(ctx, {
            kind: 'export',
            entity: model.id,
            name,
            options,
            total: records,
          });
          return { records, transfer };
        },
      }),
      route({
        method: 'GET',
        url: `${url}/-/transfer`,
        access: { any: [may('read'), may('create'), may('update')] },
        summary: '$routes.transfer.list',
        input: { query: Type.Object({ unseen: Type.Optional(Type.Literal('true')) }) },
        reply: Type.Object({ rows: Type.Array(transferReply) }),
        handle: async (ctx, { query: { unseen } }) => ({
          rows: await readTransfers(ctx, { entity: model.id, unseen: unseen === 'true' }),
        }),
      }),
      route({
        method: 'POST',
        url: `${url}/-/import`,
        access: { any: [may('create'), may('update')] },
        summary:
          'Create and change records by a CSV or XLSX file, in the part file of a form; one of more than 5,000 rows begins a job',
        errors: ['RULE_BROKEN', 'BODY_TOO_LARGE'],
        upload: { kind: 'stream', bytes: IMPORT_BYTES },
        input: {
          body: Type.Object({
            mode: Type.Optional(
              Type.Unsafe<'all' | 'good'>({ type: 'string', enum: ['all', 'good'], default: 'all' }),
            ),
            dryRun: Type.Optional(
              Type.Unsafe<'true' | 'false'>({ type: 'string', enum: ['true', 'false'], default: 'false' }),
            ),
          }),
        },
        reply: importReport,
        async prepare({ lang, tenant }, { received }) {
          if (!received) throw new AppError('VALIDATION_FAILED');
          return imports.read(lang, await buffer(await files.open(tenant.id, received.id)));
        },
        async handle(ctx, { body, received }, file) {
          if (!received) throw new AppError('VALIDATION_FAILED');
          const { mode = 'all' } = body;
          const dryRun = body.dryRun === 'true';
          const rows = file.records.length;
          if (rows <= REQUEST_ROWS)
            return { ...(await imports.run(ctx, file, { mode, dryRun })), transfer: null };
          const transfer = await addTransfer(ctx, {
            kind: 'import',
            entity: model.id,
            name: received.name,
            options: { fileId: received.id, mode, dryRun },
            total: rows,
          });
          await files.keep(ctx.db, received, { kind: TRANSFER, id: transfer }, 48);
          const counts = { created: 0, updated: 0, unchanged: 0, failed: 0, written: false, errors: [] };
          return { rows, ...counts, transfer };
        },
      }),
    ],
  };
}

const bulkResult = Type.Object({
  id: Type.Integer(),
  ok: Type.Boolean(),
  message: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});

/** The id of a transfer whose job goes on after the request. */
const transferId = Type.Union([Type.Integer(), Type.Null()]);

const importReport = Type.Object({
  transfer: transferId,
  rows: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Integer(),
  written: Type.Boolean(),
  errors: Type.Array(
    Type.Object({
      at: Type.Integer(),
      row: Type.Integer(),
      field: Type.String(),
      title: Type.String(),
      message: Type.String(),
    }),
  ),
});
