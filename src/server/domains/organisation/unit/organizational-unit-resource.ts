import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Resource } from '../../../kernel/contract.ts';
import { route } from '../../../kernel/route.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { selectPage } from '../../../kernel/select-page.ts';

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
          const request = lists.read(ctx, { perPage: 200, ...query });
          const { field, direction } = request.order;
          const title = query.title?.trim() ?? '';
          return selectPage<{ id: number; title: string }>(ctx.db, request, {
            matching: sql`matching as (
              select id, title from organizational_unit
              where is_active and (${title} = '' or molde_fold(title) like molde_like(${title}))
            )`,
            total: sql`select count(*) from matching`,
            rows: sql`select id, title from matching order by ${sql.ref(field)} ${sql.raw(direction)}, id`,
          });
        },
      }),
    ],
  };
}
