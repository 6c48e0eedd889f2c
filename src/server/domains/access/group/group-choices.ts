import { sql } from 'kysely';
import { Type } from 'typebox';
import { route } from '../../../kernel/route.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { selectPage } from '../../../kernel/select-page.ts';

interface Choice {
  id: number;
  nomeGrupo: string;
  description: string;
  isMember: boolean;
}

const { filters: _filters, ...choiceQuery } = listQuery;
const lists = new ListReader({ orders: ['nomeGrupo', 'id'], defaultOrder: 'nomeGrupo_asc' });

/** Access groups to choose from. */
export const groupChoices = route({
  method: 'GET',
  url: '/adm/v2/dd/cas/agrp',
  access: {
    any: [
      { screen: 'admin-definition', verb: 'create' },
      { screen: 'admin-definition', verb: 'update' },
      { screen: 'admin-grupoacesso', verb: 'read' },
    ],
  },
  summary: '$routes.access-group.options',
  errors: ['BAD_ORDER'],
  input: {
    query: Type.Object({
      ...choiceQuery,
      ...lists.query,
      id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      nomeGrupo: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the name.' })),
    }),
  },
  reply: listReply(
    Type.Object({
      id: Type.Integer(),
      nomeGrupo: Type.String(),
      description: Type.String(),
      isMember: Type.Boolean({ description: 'Whether the caller is in the group.' }),
    }),
  ),
  async handle(ctx, { query }) {
    const request = lists.read(ctx, { perPage: 100, ...query });
    const { field, direction } = request.order;
    const name = query.nomeGrupo?.trim() ?? '';
    return selectPage<Choice>(ctx.db, request, {
      matching: sql`matching as (
        select g.id, g.name as "nomeGrupo", g.description, exists (
          select from access_group_member m where m.group_id = g.id and m.user_id = ${ctx.caller.userId}
        ) as "isMember"
        from access_group g
        where g.is_active and (${query.id ?? null}::bigint is null or g.id = ${query.id ?? null}::bigint)
          and (${name} = '' or molde_fold(g.name) like molde_like(${name}))
      )`,
      total: sql`select count(*) from matching`,
      rows: sql`select * from matching order by ${sql.ref(field)} ${sql.raw(direction)}, id`,
    });
  },
});
