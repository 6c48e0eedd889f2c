import { Type } from 'typebox';
import type { Verb } from '../../../../contracts/access.ts';
import { parseJson, type JsonObject } from '../../../../contracts/json.ts';
import type { RouteSpec } from '../../contract.ts';
import { AppError, invalid, ruleBroken } from '../../errors.ts';
import { encodings, separators, type Encoding, type Separator } from '../../reading/table-form.ts';
import { compileValidator } from '../../validation.ts';
import type { ImportChoice } from './import-file.ts';
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
import { endOfTransfer, markSeen, readTransfers, transferReply } from './transfer-resource.ts';

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
  unlisted: Type.Integer({ description: 'Number of further errors, which are not listed.' }),
  preview: Type.Union([importPreview, Type.Null()]),
});

/** How a person corrects what was recognised of a file. @throws AppError VALIDATION_FAILED */
function choiceOf({
  separator,
  encoding,
  sheet,
  columns,
}: {
  separator?: Separator;
  encoding?: Encoding;
  sheet?: string;
  columns?: string;
}): ImportChoice {
  const table = {
    ...(separator && { separator }),
    ...(encoding && { encoding }),
    ...(sheet && { sheet: Number(sheet) }),
  };
  if (columns === undefined) return { table };
  const chosen = parseJson(columns);
  if (validateColumns(chosen) !== true) throw invalid([{ path: '/columns', key: 'errors.import.columns' }]);
  return { table, columns: chosen as Record<string, string> };
}

const validateColumns = compileValidator(
  Type.Record(Type.String({ pattern: '^[0-9]{1,4}$' }), Type.String(), {
    additionalProperties: false,
  }),
  'body',
);

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
          background: Type.Optional(
            Type.Unsafe<'true' | 'false'>({
              type: 'string',
              enum: ['true', 'false'],
              default: 'false',
              description:
                'Whether more than 1,000 rows are answered at once, with the transfer that goes on',
            }),
          ),
          preview: Type.Optional(
            Type.Unsafe<'true'>({
              type: 'string',
              enum: ['true'],
              description:
                'With dryRun: answers how the file was read, also when columns of it are unknown or it is not in UTF-8',
            }),
          ),
          separator: Type.Optional(Type.Unsafe<Separator>({ type: 'string', enum: separators })),
          encoding: Type.Optional(Type.Unsafe<Encoding>({ type: 'string', enum: encodings })),
          sheet: Type.Optional(
            Type.String({
              pattern: '^[0-9]{1,4}$',
              description: 'Place of the sheet among those of a workbook.',
            }),
          ),
          columns: Type.Optional(
            Type.String({
              maxLength: 100_000,
              description:
                'JSON: titles of fields by the places of the columns, - for a column that is left out',
            }),
          ),
        }),
      },
      reply: importReport,
      async prepare({ lang, tenant }, { body, received }) {
        if (!received) throw new AppError('VALIDATION_FAILED');
        return imports.read(tenant, lang, await files.source(tenant.id, received.id), {
          ...choiceOf(body),
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
        if (preview && preview.unknown > 0) return { rows, ...counts, transfer: null, preview };
        if (!file.isLarge)
          return { ...(await imports.run(ctx, file, { mode, dryRun })), transfer: null, preview };
        const transfer = await addTransfer(ctx, {
          kind: 'import',
          entity: model.id,
          name: received.name,
          options: {
            fileId: received.id,
            mode,
            dryRun,
            monthFirst: [...file.monthFirst],
            table: file.shown.form as unknown as JsonObject,
            columns: (choiceOf(body).columns ?? {}) as JsonObject,
          },
          total: rows,
        });
        await files.keep(ctx.db, received, { kind: TRANSFER, id: transfer }, 48);
        return { rows, ...counts, transfer, preview };
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
        return { ...report, unlisted: report.unlisted ?? 0, transfer: null, preview: begun.preview };
      },
    }),
  ];
}
