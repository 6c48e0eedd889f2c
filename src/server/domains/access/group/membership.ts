import { Type } from 'typebox';
import { Reply, type Context, type RouteSpec } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import { lastAdministrator } from '../tenant/administrators.ts';
import type { PermissionScreen } from './permission-screen.ts';
import { idParams, membershipBody } from './access-group-schema.ts';
import { updateGroup } from './access-group-write.ts';

const screen = 'admin-grupoacesso';
const membershipsReply = Type.Object({
  rows: Type.Array(
    Type.Object({
      id: Type.Integer(),
      nomeGrupo: Type.String(),
      description: Type.String(),
      locked: Type.Boolean({ description: 'Whether the person is the last administrator, who stays.' }),
    }),
  ),
});

type Screens = (ctx: Pick<Context, 'db' | 'lang'>) => Promise<PermissionScreen[]>;

/** The groups of one person. The id of the addresses is the person's. */
export function membershipRoutes(screensOf: Screens): RouteSpec[] {
  const change = async (ctx: Context, id: number, group: number, joins: boolean) => {
    await assertPerson(ctx, id);
    await updateGroup(ctx, await screensOf(ctx), group, joins ? { newUsers: [id] } : { removedUsers: [id] });
    return new Reply(await readMemberships(ctx, id), 'messages.accessGroup.membersSaved');
  };
  const add = (url: string) =>
    route({
      method: 'POST',
      url,
      access: { screen, verb: 'update' },
      summary: 'Add a person to an access group',
      errors: ['RULE_BROKEN'],
      input: { params: idParams, body: membershipBody },
      reply: membershipsReply,
      handle: (ctx, { params, body }) => change(ctx, params.id, body.grupoAcessoId, true),
    });
  return [
    route({
      method: 'GET',
      url: '/adm/v2/cas/ugrp/:id',
      access: {
        any: [
          { screen, verb: 'read' },
          { screen: 'admin-user', verb: 'read' },
        ],
      },
      summary: '$routes.access-group.memberships',
      input: { params: idParams },
      reply: membershipsReply,
      async handle(ctx, { params }) {
        await assertPerson(ctx, params.id);
        return readMemberships(ctx, params.id);
      },
    }),
    add('/adm/v2/cas/ugrp/:id'),
    route({
      method: 'DELETE',
      url: '/adm/v2/cas/ugrp/:id',
      access: { screen, verb: 'update' },
      summary: 'Remove a person from an access group',
      errors: ['RULE_BROKEN'],
      input: { params: idParams, query: membershipBody },
      reply: membershipsReply,
      handle: (ctx, { params, query }) => change(ctx, params.id, query.grupoAcessoId, false),
    }),
    // The specification names both addresses.
    add('/users/:id/groups'),
    add('/adm/v2/users/:id/groups'),
  ];
}

/** @throws AppError NOT_FOUND */
async function assertPerson({ db }: Context, id: number): Promise<void> {
  const found = await db.selectFrom('app_user').select('id').where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw notFound();
}

async function readMemberships({ db }: Context, id: number) {
  const rows = await db
    .selectFrom('access_group_member as m')
    .innerJoin('access_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'),
    )
    .where('m.user_id', '=', id)
    .select(['g.id', 'g.name as nomeGrupo', 'g.description', 'g.all_screens', 'g.is_active'])
    .orderBy('g.name')
    .orderBy('g.id')
    .execute();
  const last = rows.some((row) => row.all_screens) ? await lastAdministrator(db) : null;
  return {
    rows: rows.map(({ all_screens: isAdministrators, is_active: isActive, ...row }) => ({
      ...row,
      id: Number(row.id),
      locked: isAdministrators && isActive && last === id,
    })),
  };
}
