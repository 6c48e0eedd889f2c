import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Verb } from '../../../../contracts/access.ts';
import { moduleOf, specialPermissions } from '../../../../contracts/permissions.ts';
import type { Context, RouteSpec } from '../../../kernel/contract.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { resolveText } from '../../../kernel/texts.ts';
import { screenNumber, type PermissionScreen } from './permission-screen.ts';
import { moduleReplyOf } from './access-group-rows.ts';
import { idParams } from './access-group-schema.ts';

const access = { screen: 'admin-grupoacesso', verb: 'read' } as const;
const verbs = ['read', 'create', 'update', 'delete'] as const satisfies Verb[];
const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: ['name', 'id'], defaultOrder: 'name_asc' });

const group = Type.Object({ id: Type.Integer(), nomeGrupo: Type.String() });
const reason = Type.String({ description: 'Names of the active groups that grant it; empty: nobody does.' });
const holder = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  login: Type.Union([Type.String(), Type.Null()]),
  groups: Type.Array(group),
  reason,
});

interface Found {
  total: number;
  rows: {
    id: number;
    name: string;
    login: string | null;
    groups: { id: number; nomeGrupo: string }[];
    reason: string;
  }[];
}

/** Holders of a permission, and permissions of a person, each with the active groups that grant it. */
export function reasonRoutes(
  screensOf: (ctx: Pick<Context, 'db' | 'lang'>) => Promise<PermissionScreen[]>,
): RouteSpec[] {
  return [
    route({
      method: 'GET',
      url: '/adm/v2/cas/who',
      access,
      summary: '$routes.access-group.holders',
      errors: ['BAD_ORDER'],
      input: {
        query: Type.Object({
          ...pageQuery,
          ...lists.query,
          screen: Type.Optional(Type.String({ maxLength: 64, description: 'Key of a screen, with verb.' })),
          verb: Type.Optional(Type.Unsafe<Verb>({ type: 'string', enum: [...verbs] })),
          special: Type.Optional(Type.String({ maxLength: 100, description: 'A special permission.' })),
          name: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the name.' })),
        }),
      },
      reply: listReply(holder),
      async handle(ctx, { query }) {
        const { page, perPage, offset, order } = lists.read(ctx, query);
        const { screen, verb = 'read', special } = query;
        if ((screen === undefined) === (special === undefined))
          throw invalid([{ path: '/screen', key: 'errors.accessGroup.onePermission' }]);
        if (special !== undefined && query.verb !== undefined)
          throw invalid([{ path: '/verb', key: 'errors.accessGroup.verbOfSpecial' }]);
        // A key that nobody grants looks like one that only administrators hold.
        if (screen !== undefined && !(await screensOf(ctx)).some((one) => one.screen === screen))
          throw invalid([
            { path: '/screen', key: 'errors.accessGroup.unknownScreenKey', params: { key: screen } },
          ]);
        if (special !== undefined && !specialPermissions.some((one) => one.permission === special))
          throw invalid([
            { path: '/special', key: 'errors.accessGroup.unknownSpecialKey', params: { key: special } },
          ]);
        const name = query.name?.trim() ?? '';
        const granted =
          screen === undefined
            ? sql`exists (select from access_group_special x where x.tenant_id = g.tenant_id and x.group_id = g.id
                and x.permission = ${special} and x.allow)`
            : sql`exists (select from access_group_screen s where s.tenant_id = g.tenant_id and s.group_id = g.id
                and s.screen_key = ${screen} and ${sql.ref(`s.can_${verb}`)})`;
        const { rows } = await sql<Found>`
          with granting as materialized (
            select g.id, g.name::text as name from access_group g where g.is_active and (g.all_screens or ${granted})
          ), matching as materialized (
            select u.id, u.name, u.login from app_user u
            where u.is_user and u.is_active
              and u.id in (select m.user_id from access_group_member m where m.group_id in (select id from granting))
              and (${name} = '' or molde_fold(u.name) like molde_like(${name}))
          ), paged as (
            select * from matching order by ${sql.ref(order.field)} ${sql.raw(order.direction)}, id
            limit ${perPage} offset ${offset}
          )
          select (select count(*)::int from matching) as total, coalesce((
            select json_agg(row_to_json(held) order by ${sql.ref(`held.${order.field}`)} ${sql.raw(order.direction)}, held.id)
            from (
              select p.id, p.name, p.login, (
                select json_agg(json_build_object('id', g.id, 'nomeGrupo', g.name) order by g.name, g.id)
                from access_group_member m join granting g on g.id = m.group_id where m.user_id = p.id
              ) as groups, (
                select string_agg(g.name, ', ' order by g.name, g.id)
                from access_group_member m join granting g on g.id = m.group_id where m.user_id = p.id
              ) as reason
              from paged p
            ) held
          ), '[]'::json) as rows`.execute(ctx.db);
        return { page, perPage, totalRows: rows[0]?.total ?? 0, rows: rows[0]?.rows ?? [] };
      },
    }),
    route({
      method: 'GET',
      url: '/adm/v2/cas/who/:id',
      access,
      summary: '$routes.access-group.reasons',
      input: { params: idParams },
      reply: Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        signsIn: Type.Boolean({
          description: 'Whether the person is an active user; nobody else may do anything.',
        }),
        rows: Type.Array(
          Type.Object({
            id: Type.Integer(),
            key: Type.String(),
            title: Type.String(),
            module: Type.Object({ id: Type.Integer(), key: Type.String(), title: Type.String() }),
            read: reason,
            create: reason,
            update: reason,
            delete: reason,
          }),
        ),
        specials: Type.Array(Type.Object({ permission: Type.String(), title: Type.String(), reason })),
      }),
      handle: async (ctx, { params }) => permissionsOf(ctx, await screensOf(ctx), params.id),
    }),
  ];
}

/** Permissions of a person, screen by screen, with their reasons. @throws AppError NOT_FOUND */
async function permissionsOf(ctx: Context, screens: readonly PermissionScreen[], id: number) {
  const person = await ctx.db
    .selectFrom('app_user')
    .select(['id', 'name', 'is_user', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (person === undefined) throw notFound();
  const signsIn = person.is_user && person.is_active;
  const groups = signsIn ? await grantsOf(ctx, id) : [];
  const named = (grants: (group: GroupGrants) => boolean) =>
    groups
      .filter((one) => one.administrators || grants(one))
      .map(({ name }) => name)
      .join(', ');
  const rows = screens.map(({ screen, title }) => {
    const why = (verb: Verb) => named(({ screens: held }) => held[screen]?.includes(verb) === true);
    return {
      id: screenNumber(screen),
      key: screen,
      title,
      module: moduleReplyOf(moduleOf(screen), ctx.lang),
      read: why('read'),
      create: why('create'),
      update: why('update'),
      delete: why('delete'),
    };
  });
  const specials = specialPermissions.map(({ permission, description }) => ({
    permission,
    title: resolveText(ctx.lang, description),
    reason: named(({ specials: held }) => held.includes(permission)),
  }));
  return {
    id,
    name: person.name,
    signsIn,
    rows: rows.filter((row) => verbs.some((verb) => row[verb] !== '')),
    specials: specials.filter((one) => one.reason !== ''),
  };
}

interface GroupGrants {
  name: string;
  administrators: boolean;
  screens: Record<string, Verb[]>;
  specials: string[];
}

/** The active groups of a person with what each grants. */
async function grantsOf({ db }: Context, id: number): Promise<GroupGrants[]> {
  const { rows } = await sql<GroupGrants>`
    select g.name::text as name, g.all_screens as administrators, coalesce((
      select json_object_agg(s.screen_key, array_remove(array[
        case when s.can_read then 'read' end, case when s.can_create then 'create' end,
        case when s.can_update then 'update' end, case when s.can_delete then 'delete' end], null))
      from access_group_screen s where s.tenant_id = g.tenant_id and s.group_id = g.id
    ), '{}'::json) as screens, coalesce((
      select json_agg(x.permission) from access_group_special x
      where x.tenant_id = g.tenant_id and x.group_id = g.id and x.allow
    ), '[]'::json) as specials
    from access_group_member m join access_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.user_id = ${id} and g.is_active
    order by g.name, g.id`.execute(db);
  return rows;
}
