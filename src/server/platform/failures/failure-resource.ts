import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Language } from '../../../contracts/language.ts';
import { audit } from '../../kernel/audit.ts';
import type { Context, FailureSource, Resource } from '../../kernel/contract.ts';
import { inSavepoint } from '../../kernel/entity/bulk.ts';
import { failureOf, notFound, ruleBroken } from '../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../kernel/list.ts';
import type { Platform } from '../platform.ts';
import { route } from '../../kernel/route.ts';
import { selectPage } from '../../kernel/select-page.ts';
import { findText } from '../../kernel/texts.ts';
import { deadJobs } from './dead-jobs.ts';

const screen = 'admin-job';
const url = '/adm/v2/failure';
/** Failures of one gesture. */
const MOST = 500;
/** Kind of the record and its id. */
const failureId = Type.String({ minLength: 1, maxLength: 60 });
const params = Type.Object({ id: failureId });
const several = {
  ids: Type.Array(failureId, { minItems: 1, maxItems: MOST, uniqueItems: true }),
};
const resultsReply = Type.Object({
  results: Type.Array(Type.Object({ id: Type.String(), ok: Type.Boolean(), message: Type.String() })),
});
const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: ['failedAt'], defaultOrder: 'failedAt_desc' });

interface Failure {
  id: string;
  kind: string;
  reason: string;
  attempts: number;
  failedAt: string;
  isRemovable: boolean;
}

/** Name of a failure's source, by the kind of its job; those of transfers have their entity after it. */
const sourceOf = (lang: Language, kind: string): string =>
  findText(lang, `screens.failures.kinds.${kind}`) ??
  findText(lang, `screens.failures.kinds.${kind.split('.')[0]}`) ??
  kind;

/** A reason in words: some are codes of ours. */
const reasonOf = (lang: Language, reason: string): string =>
  (/^[a-z]+$/.test(reason) ? findText(lang, `screens.failures.reasons.${reason}`) : null) ?? reason;

/** All that failed in the end, in one list: why, another try, and its removal. */
export function failureResource({ failures }: Platform): Resource {
  const find = (given: string): { source: FailureSource | undefined; id: number } => {
    const [, entity, id = '0'] = /^([a-z-]+)-([1-9]\d{0,14})$/.exec(given) ?? [];
    return { source: failures.find((one) => one.entity === entity), id: Number(id) };
  };

  /** @throws AppError NOT_FOUND when there is no such failure, RULE_BROKEN for one that stays, and what the source throws */
  async function change(ctx: Context, given: string, how: 'retry' | 'remove'): Promise<void> {
    const { source, id } = find(given);
    if (source && !source[how]) throw ruleBroken('errors.failureKept');
    if (!(await source?.[how]?.(ctx, id))) throw notFound();
    const action = how === 'remove' ? 'delete' : how;
    await audit(ctx, { entity: source!.entity, entityId: id, action, before: {}, after: null });
  }

  async function changeSeveral(ctx: Context, ids: readonly string[], how: 'retry' | 'remove') {
    const results = [];
    for (const id of ids) {
      const refusal = await inSavepoint(ctx, () => change(ctx, id, how));
      results.push({
        id,
        ok: refusal === null,
        message: refusal ? failureOf(refusal, ctx.lang).message : '',
      });
    }
    return { results };
  }

  const matching = () =>
    sql`matching as (${sql.join(
      failures.map(
        ({ entity, rows, remove }) => sql`
          select ${sql.lit(entity)} || '-' || id as id, kind, reason, attempts, at, ${sql.lit(remove !== undefined)} as removable
          from (${rows}) ${sql.id(entity)}`,
      ),
      sql` union all `,
    )})`;

  return {
    name: 'failure',
    failures: [deadJobs],
    routes: [
      route({
        method: 'GET',
        url,
        access: { screen, verb: 'read' },
        summary: '$routes.failure.page',
        errors: ['BAD_ORDER'],
        input: { query: Type.Object({ ...pageQuery, ...lists.query }) },
        reply: listReply(
          Type.Object({
            id: Type.String(),
            kind: Type.String({ description: 'Kind of its job, or of what failed' }),
            source: Type.String({ description: 'The same in words' }),
            reason: Type.String(),
            attempts: Type.Integer(),
            failedAt: Type.String(),
            isRemovable: Type.Boolean(),
          }),
        ),
        async handle(ctx, { query }) {
          const request = lists.read(ctx, query);
          const direction = sql.raw(request.order.direction);
          const found = await selectPage<Failure>(ctx.db, request, {
            matching: matching(),
            total: sql`select count(*) from matching`,
            rows: sql`
              select id, kind, reason, attempts, at as "failedAt", removable as "isRemovable"
              from matching order by at ${direction}, id ${direction}`,
          });
          const rows = found.rows.map((row) => ({
            ...row,
            source: sourceOf(ctx.lang, row.kind),
            reason: reasonOf(ctx.lang, row.reason),
            failedAt: new Date(row.failedAt).toISOString(),
          }));
          return { ...found, rows };
        },
      }),
      route({
        method: 'POST',
        url: `${url}/:id/retry`,
        access: { screen, verb: 'update' },
        summary: 'Try again what failed',
        errors: ['RULE_BROKEN', 'WINDOW_CLOSED'],
        input: { params },
        reply: Type.Object({ id: Type.String() }),
        async handle(ctx, { params: { id } }) {
          await change(ctx, id, 'retry');
          return { id };
        },
      }),
      route({
        method: 'POST',
        url: `${url}/-/retry`,
        access: { screen, verb: 'update' },
        summary: 'Try again several of what failed, each by itself',
        input: { body: Type.Object(several) },
        reply: resultsReply,
        handle: (ctx, { body }) => changeSeveral(ctx, body.ids, 'retry'),
      }),
      route({
        method: 'POST',
        url: `${url}/-/bulk`,
        access: { screen, verb: 'delete' },
        summary: 'Remove several of what failed from the list, each by itself',
        input: { body: Type.Object({ ...several, delete: Type.Literal(true) }) },
        reply: resultsReply,
        handle: (ctx, { body }) => changeSeveral(ctx, body.ids, 'remove'),
      }),
      route({
        method: 'DELETE',
        url: `${url}/:id`,
        access: { screen, verb: 'delete' },
        summary: 'Remove what failed from the list',
        errors: ['RULE_BROKEN'],
        input: { params },
        reply: Type.Object({ id: Type.String() }),
        async handle(ctx, { params: { id } }) {
          await change(ctx, id, 'remove');
          return { id };
        },
      }),
    ],
  };
}
