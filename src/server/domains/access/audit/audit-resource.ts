import { byteOrderMark, csvRow, separatorOf } from '../../../../contracts/files/csv-write.ts';
import { fileTimes } from '../../../../contracts/files/file-time.ts';
import { Type } from 'typebox';
import type { Json } from '../../../../contracts/json.ts';
import type { Context, Resource } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { FileReply } from '../../../kernel/file-reply.ts';
import { innerContext } from '../../../kernel/inner-context.ts';
import { assertRange, ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { text } from '../../../kernel/texts.ts';
import { deviceOf, deviceText } from '../session/device.ts';
import type { ReadPermissionScreens } from '../group/permission-screen.ts';
import { auditNames } from './audit-names.ts';
import {
  listAudit,
  listHistory,
  readBatch,
  readEntry,
  type AuditFilter,
  type StoredDetail,
} from './audit-rows.ts';
import { AuditTexts, type BundledDocuments } from './audit-texts.ts';

const access = { screen: 'admin-audit', verb: 'read' } as const;
const lists = new ListReader({ orders: ['at'], defaultOrder: 'at_desc' });
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: '^(19|20|21)', description }));
const word = (description: string) =>
  Type.Optional(Type.String({ maxLength: 100, pattern: '^[a-z0-9-]+$', description }));

const filters = {
  from: day('First day, in the time zone of the tenant.'),
  to: day('Last day.'),
  action: word('Such as create, update, delete, sign-in.'),
  entity: word('Kind of record, such as user.'),
  entityId: Type.Optional(Type.String({ maxLength: 400, description: 'The record.' })),
  userId: Type.Optional(id),
  text: Type.Optional(
    Type.String({ maxLength: 200, description: 'Contained in who acted or in the name of the record.' }),
  ),
};
const { filters: _filters, ...pageQuery } = listQuery;

const entry = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  userId: Type.Union([Type.Integer(), Type.Null()]),
  userName: Type.String(),
  entity: Type.String(),
  entityTitle: Type.String(),
  entityId: Type.String(),
  recordTitle: Type.String(),
  action: Type.String(),
  actionTitle: Type.String(),
  unconditional: Type.Boolean({ description: 'Whether the write named no version.' }),
  address: Type.String(),
});
const values = Type.Unsafe<Json>({ type: ['object', 'null'], additionalProperties: true });
const changes = Type.Array(
  Type.Object({
    field: Type.String(),
    label: Type.String(),
    before: Type.String(),
    after: Type.String(),
  }),
);
const historyEntry = Type.Object({
  ...entry.properties,
  summary: Type.String({ description: 'Labels of the fields that changed.' }),
  changes,
});
const detail = Type.Object({
  ...entry.properties,
  userAgent: Type.String(),
  device: Type.String({ description: 'Program and system that the user agent names, else the user agent.' }),
  requestId: Type.String(),
  before: values,
  after: values,
  changes,
  related: Type.Array(entry, { description: 'Other changes of the same call.' }),
});

const BATCH = 1000;

/** The audit: who did what, when, from where, before and after. Nobody changes or deletes it. */
export function auditResource(
  { totals }: Pick<Platform, 'totals'>,
  bundled: BundledDocuments,
  screensOf: ReadPermissionScreens,
): Resource {
  const texts = new AuditTexts(bundled);
  const namesOf = auditNames(screensOf);
  return {
    name: 'audit',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/audit',
        access,
        summary: '$routes.audit.page',
        errors: ['BAD_ORDER', 'BAD_FILTERS'],
        input: { query: Type.Object({ ...pageQuery, ...lists.query, ...filters }) },
        reply: listReply(entry),
        async handle(ctx, { query }) {
          const found = await listAudit(ctx, totals, lists.read(ctx, query), filterOf(query));
          return { ...found, rows: found.rows.map((row) => texts.present(ctx.lang, row)) };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/audit/:id',
        access,
        summary: '$routes.audit.one',
        input: { params: Type.Object({ id }) },
        reply: detail,
        async handle(ctx, { params }) {
          const found = await readEntry(ctx, params.id);
          if (found === null) throw notFound();
          const { before, after, userAgent, requestId } = found.entry;
          return {
            ...texts.present(ctx.lang, found.entry),
            before,
            after,
            userAgent,
            device: deviceIn(ctx, userAgent),
            requestId,
            changes: texts.changes(ctx, found.entry, await namesOf(ctx, [found.entry])),
            related: found.related.map((row) => texts.present(ctx.lang, row)),
          };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/audit/-/record',
        access,
        summary: '$routes.audit.record',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            entity: Type.String({ maxLength: 100, pattern: '^[a-z0-9-]+$', description: 'Kind of record.' }),
            entityId: Type.String({ minLength: 1, maxLength: 400, description: 'The record.' }),
          }),
        },
        reply: listReply(historyEntry),
        async handle(ctx, { query }) {
          const found = await listHistory(ctx, lists.read(ctx, query), query);
          const names = await namesOf(ctx, found.rows);
          return {
            ...found,
            rows: found.rows.map((row) => {
              const changed = texts.changes(ctx, row, names);
              const {
                before: _before,
                after: _after,
                userAgent: _agent,
                requestId: _request,
                ...plain
              } = row;
              return {
                ...texts.present(ctx.lang, plain),
                summary: changed.map(({ label }) => label).join(', '),
                changes: changed,
              };
            }),
          };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/audit/-/export',
        access,
        summary: 'The audit as a CSV file, newest first',
        errors: ['BAD_FILTERS'],
        input: { query: Type.Object(filters) },
        download: ['text/csv; charset=utf-8'],
        reply: Type.Null(),
        transaction: 'own',
        handle: async (ctx, { query }) =>
          new FileReply(
            `${text(ctx.lang, 'audit.file')}.csv`,
            'text/csv; charset=utf-8',
            csvOf(ctx, texts, filterOf(query)),
          ),
      }),
    ],
  };
}

/** A program that is no browser is best known by its own words. */
function deviceIn({ lang }: Context, userAgent: string): string {
  const device = deviceOf(userAgent);
  return device.browser === null && device.system === null ? userAgent : deviceText(lang, device);
}

function filterOf({ from, to, action, entity, entityId, userId, text: wanted }: AuditFilter): AuditFilter {
  assertRange(['from', from], ['to', to]);
  return { from, to, action, entity, entityId, userId, text: wanted };
}

const csvColumns = [
  'at',
  'user',
  'action',
  'entity',
  'record',
  'address',
  'agent',
  'before',
  'after',
] as const;

/** The lines of the export, in batches with a transaction each: a slow reader holds no connection. */
async function* csvOf(ctx: Context, texts: AuditTexts, filter: AuditFilter): AsyncGenerator<string> {
  const separator = separatorOf(ctx.lang);
  yield `${byteOrderMark}${csvRow(
    csvColumns.map((name) => text(ctx.lang, `audit.columns.${name}`)),
    separator,
  )}`;
  const timeOf = fileTimes(ctx.tenant.timeZone);
  const cells = (row: StoredDetail) => {
    const { userName, actionTitle, entityTitle, recordTitle } = texts.present(ctx.lang, row);
    return [
      timeOf(row.at),
      userName,
      actionTitle,
      entityTitle,
      recordTitle,
      row.address,
      row.userAgent,
      ...[row.before, row.after].map((one) => (one === null ? null : JSON.stringify(one))),
    ];
  };
  for (let after: number | null = null; ;) {
    const from: number | null = after;
    const batch: StoredDetail[] = await ctx.transaction(
      (db) => readBatch(innerContext(ctx, db), filter, from, BATCH),
      'read',
    );
    if (batch.length > 0) yield batch.map((row) => csvRow(cells(row), separator)).join('');
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.id;
  }
}
