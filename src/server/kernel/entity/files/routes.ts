import { Type } from 'typebox';
import type { Verb } from '../../../../contracts/access.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { RouteSpec } from '../../contract.ts';
import { AppError, ruleBroken } from '../../errors.ts';
import { choiceBody, choiceOf } from '../../reading/table-choice.ts';
import { importPreview, previewOf } from './preview.ts';
import { listQuery } from '../../list.ts';
import type { KernelParts } from '../../parts.ts';
import { route } from '../../route.ts';
import type { EntityLists, ListInput } from '../list.ts';
import { requestLimits } from '../../reading/limits.ts';
import { entityText, type EntityModel } from '../entity-model.ts';
import { filterParameters } from '../schemas.ts';
import { exportFile, fileTypes, MOST, REQUEST_RECORDS } from './export.ts';
import { IMPORT_BYTES, type EntityImport, type ImportReport } from './import.ts';
import { addTransfer, TRANSFER } from './transfer.ts';
import { addWritten } from './undo.ts';
import type { WrittenRow } from './written-rows.ts';
import { endOfTransfer, markSeen, readTransfers, transferReply } from './transfer-resource.ts';

/** The id of a transfer whose job goes on after the request. */
const transferId = Type.Union([Type.Integer(), Type.Null()]);

const importReport = Type.Object({
  transfer: transferId,
  import: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The transfer by which what was written can be taken back.',
  }),
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
  unlisted: Type.Integer({ description: 'Number of further errors, which are not listed.' }),
  preview: Type.Union([importPreview, Type.Null()]),
});

/** The routes that export the records of an entity to files and import them, with those that are under way. */
export function fileRoutes(
  model: EntityModel,
  lists: EntityLists,
  imports: EntityImport,
  files: KernelParts['files'],
): RouteSpec[] {
  const url = model.address;
  const may = (verb: Verb): { screen: string; verb: Verb } => ({ screen: model.screen, verb });
  const query = Type.Object({ ...listQuery, ...lists.query, ...filterParameters(model) });
  return [
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
      summary: 'Begin the export of a list that is too large for a request; of a smaller one nothing begins',
      errors: ['BAD_FILTERS', 'BAD_ORDER', 'RULE_BROKEN'],
      input: {
        query: Type.Partial(query),
        body: Type.Object({
          format: Type.Unsafe<'csv' | 'xlsx'>({ type: 'string', enum: ['csv', 'xlsx'] }),
          filters: Type.Optional(
            Type.Partial(query, { description: 'Parameters of the list that its address has no room for.' }),
          ),
        }),
      },
      reply: Type.Object({ records: Type.Integer(), transfer: transferId }),
      async handle(ctx, { query: asked, body: { format, filters } }) {
        const list = { ...asked, ...filters } as ListInput;
        const keys = await lists.keys(ctx, list, MOST);
        if (keys.length > MOST)
          throw new AppError('RULE_BROKEN', {
            message: 'errors.import.exportLimit',
            params: { limit: MOST },
          });
        const records = keys.length;
        if (records <= REQUEST_RECORDS) return { records, transfer: null };
        const options = { ...(list as JsonObject), format };
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
      input: {
        query: Type.Object({
          unseen: Type.Optional(Type.Literal('true')),
          imports: Type.Optional(Type.Literal('true')),
        }),
      },
      reply: Type.Object({ rows: Type.Array(transferReply) }),
      handle: async (ctx, { query: { unseen, imports: isImports } }) => ({
        rows: await readTransfers(ctx, {
          entity: model.id,
          unseen: unseen === 'true',
          imports: isImports === 'true',
        }),
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
          background: Type.Optional(
            Type.Unsafe<'true' | 'false'>({
              type: 'string',
              enum: ['true', 'false'],
              default: 'false',
              description:
                'Whether more than 1,000 rows are answered at once, with the transfer that goes on',
            }),
          ),
          ...choiceBody,
          key: Type.Optional(
            Type.String({
              maxLength: 200,
              description: 'Title or name of a unique field, by which rows without a number are recognised.',
            }),
          ),
        }),
      },
      reply: importReport,
      async prepare({ lang, tenant }, { body, received }) {
        if (!received) throw new AppError('VALIDATION_FAILED');
        return imports.read(tenant, lang, await files.source(tenant.id, received.id), {
          ...choiceOf(body),
          key: body.key,
          isPreview: body.preview === 'true' && body.dryRun === 'true',
        });
      },
      async handle(ctx, { body, received }, file) {
        if (!received) throw new AppError('VALIDATION_FAILED');
        const { mode = 'all' } = body;
        const dryRun = body.dryRun === 'true';
        const rows = file.total;
        const preview = dryRun && body.preview === 'true' ? previewOf(model, ctx, file) : null;
        const counts = {
          created: 0,
          updated: 0,
          unchanged: 0,
          failed: 0,
          written: false,
          errors: [],
          unlisted: 0,
        };
        // Nothing is checked before each of its columns has a meaning.
        if (preview && preview.unknown > 0) return { rows, ...counts, transfer: null, import: null, preview };
        const asked = { kind: 'import', entity: model.id, name: received.name } as const;
        if (!file.isLarge) {
          const written: WrittenRow[] = [];
          const report = await imports.run(ctx, file, { mode, dryRun }, written);
          const id = report.written
            ? await addWritten(ctx, { ...asked, options: { mode }, report }, written)
            : null;
          return { ...report, transfer: null, import: id, preview };
        }
        const transfer = await addTransfer(ctx, {
          ...asked,
          options: {
            fileId: received.id,
            mode,
            dryRun,
            monthFirst: [...file.monthFirst],
            table: file.shown.form as unknown as JsonObject,
            columns: (choiceOf(body).columns ?? {}) as JsonObject,
            ...(file.key && { key: file.key.field.wire }),
          },
          total: rows,
        });
        await files.keep(ctx.db, received, { kind: TRANSFER, id: transfer }, 48);
        return { rows, ...counts, transfer, import: null, preview };
      },
      /**
       * A file that a request takes is answered when the job that writes it in parts has ended. The person sees that end by the
       * answer; any other end than that of a request stays news, too.
       */
      async after(ctx, { body: { background } }, begun) {
        const { transfer, rows } = begun;
        if (transfer === null || rows > requestLimits.rows || background === 'true') return begun;
        const ended = await endOfTransfer(ctx, transfer);
        if (!ended) return begun;
        const report = ended.report as ImportReport | null;
        const isRefused = ended.state === 'failed' && ended.phase === 'check';
        if (!report || !(ended.state === 'done' || isRefused))
          throw ended.state === 'cancelled'
            ? ruleBroken('errors.transfer.cancelled')
            : ruleBroken('errors.transfer.stopped', { params: { reason: ended.message } });
        await ctx.transaction((db) => markSeen({ db, caller: ctx.caller }, transfer));
        if (isRefused) throw imports.refusal(report);
        // One that a process of an older release ended does not have the number.
        const { unlisted = 0, written } = report;
        return {
          ...report,
          unlisted,
          transfer: null,
          import: written ? transfer : null,
          preview: begun.preview,
        };
      },
    }),
  ];
}
