import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Resource } from '../../kernel/contract.ts';
import { route } from '../../kernel/route.ts';
import { ListReader, listQuery, listReply } from '../../kernel/list.ts';

interface Found {
  totalRows: number;
  rows: { id: number; title: string }[];
}

const { filters: _filters, ...choiceQuery } = listQuery;
const lists = new ListReader({ orders: ['title', 'id'], defaultOrder: 'title_asc' });

/** Organizational units to choose from. */
export function organizationalUnitResource(): Resource {
  return {
    name: 'organizational-unit',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/msdd/adm/uo',
        access: { screen: 'admin-user', verb: 'read' },
        summary: '$routes.organizational-unit.options',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...choiceQuery,
            ...lists.query,
            title: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the title.' })),
          }),
        },
        reply: listReply(Type.Object({ id: Type.Integer(), title: Type.String() })),
        async handle(ctx, { query }) {
          const { page, perPage, offset, order } = lists.read(ctx, { perPage: 200, ...query });
          const title = query.title?.trim() ?? '';
          const { rows } = await sql<Found>`
            with matching as (
              select id, title from organizational_unit
              where is_active and (${title} = '' or molde_fold(title) like molde_like(${title}))
            )
            select (select count(*)::int from matching) as "totalRows", coalesce((
              select json_agg(paged) from (
                select id, title from matching order by ${sql.ref(order.field)} ${sql.raw(order.direction)}, id
                limit ${perPage} offset ${offset}
              ) paged
            ), '[]'::json) as rows`.execute(ctx.db);
          return { page, perPage, totalRows: rows[0]?.totalRows ?? 0, rows: rows[0]?.rows ?? [] };
        },
      }),
    ],
  };
}
