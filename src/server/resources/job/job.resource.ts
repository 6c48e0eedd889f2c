import { sql } from 'kysely';
import { Type } from 'typebox';
import { audit } from '../../kernel/audit.ts';
import type { Context, Resource } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../kernel/list.ts';
import { route } from '../../kernel/route.ts';
import { selectPage } from '../../kernel/select-page.ts';

const screen = 'admin-job';
const idParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: ['id'], defaultOrder: 'id_desc' });

interface DeadJob {
  id: number;
  kind: string;
  attempt: number;
  error: string;
  createdAt: string;
  failedAt: string | null;
}

/** Jobs that failed for good: their errors, another try, and their removal. */
export function jobResource(): Resource {
  return {
    name: 'job',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/job',
        access: { screen, verb: 'read' },
        summary: '$routes.job.page',
        errors: ['BAD_ORDER'],
        input: { query: Type.Object({ ...pageQuery, ...lists.query }) },
        reply: listReply(
          Type.Object({
            id: Type.Integer(),
            kind: Type.String(),
            attempt: Type.Integer(),
            error: Type.String(),
            createdAt: Type.String(),
            failedAt: Type.String(),
          }),
        ),
        async handle(ctx, { query }) {
          const request = lists.read(ctx, query);
          const found = await selectPage<DeadJob>(ctx.db, request, {
            total: sql`select count(*) from job where state = 'dead'`,
            rows: sql`
              select id, kind, attempt, coalesce(error, '') as error, created_at as "createdAt", started_at as "failedAt"
              from job where state = 'dead' order by id ${sql.raw(request.order.direction)}`,
          });
          const rows = found.rows.map((row) => ({
            ...row,
            createdAt: new Date(row.createdAt).toISOString(),
            failedAt: new Date(row.failedAt ?? row.createdAt).toISOString(),
          }));
          return { ...found, rows };
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/job/:id/retry',
        access: { screen, verb: 'update' },
        summary: 'Try a dead job again, with all its attempts',
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params: { id } }) {
          const { rows } = await sql<{ kind: string }>`
            with revived as (
              update job set state = 'ready', attempt = 0, run_at = now()
              where id = ${id} and state = 'dead' returning kind
            )
            select kind, pg_notify('molde', 'j') from revived`.execute(ctx.db);
          await record(ctx, id, 'retry', rows[0]?.kind);
          return { id };
        },
      }),
      route({
        method: 'DELETE',
        url: '/adm/v2/job/:id',
        access: { screen, verb: 'delete' },
        summary: 'Remove a dead job',
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params: { id } }) {
          const { rows } = await sql<{ kind: string }>`
            delete from job where id = ${id} and state = 'dead' returning kind`.execute(ctx.db);
          await record(ctx, id, 'delete', rows[0]?.kind);
          return { id };
        },
      }),
    ],
  };
}

/** @throws AppError NOT_FOUND when no dead job was changed */
async function record(ctx: Context, id: number, action: string, kind: string | undefined): Promise<void> {
  if (kind === undefined) throw notFound();
  await audit(ctx, { entity: 'job', entityId: id, action, before: { kind }, after: null });
}
