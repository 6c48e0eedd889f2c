import { Type } from 'typebox';
import { allows, type Verb } from '../../../../contracts/access.ts';
import { moduleOf, modules } from '../../../../contracts/permissions.ts';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { ListReader, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { allRows } from '../../../kernel/schema-parts.ts';
import { screenNumber, type PermissionScreen, type ReadPermissionScreens } from './permission-screen.ts';
import { groupChoices } from './group-choices.ts';
import { groupOrders, listGroups, moduleReplyOf, readGroup } from './access-group-rows.ts';
import {
  createGroupBody,
  groupFilters,
  groupReply,
  groupRow,
  idParams,
  permissionModuleReply,
  screenReply,
  updateGroupBody,
} from './access-group-schema.ts';
import { createGroup, updateGroup } from './access-group-write.ts';
import { membershipRoutes } from './membership.ts';
import { readModules } from './modules.ts';
import { reasonRoutes } from './reasons.ts';

const screen = 'admin-grupoacesso';
const lists = new ListReader({ orders: groupOrders, defaultOrder: 'nomeGrupo_asc' });

/** Screens in the order of their modules, and within one by title. */
function byModule(screens: readonly PermissionScreen[]): PermissionScreen[] {
  const at = ({ screen: key }: PermissionScreen) => modules.findIndex((one) => one.key === moduleOf(key));
  return screens.toSorted((left, right) => at(left) - at(right));
}

/** Access groups: their permissions and members, and what permissions there are. */
export function accessGroupResource(screensOf: ReadPermissionScreens): Resource {
  return {
    name: 'access-group',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/cas/agrp',
        access: { screen, verb: 'read' },
        summary: '$routes.access-group.page',
        errors: ['BAD_ORDER'],
        input: { query: Type.Object({ ...groupFilters, ...lists.query }) },
        reply: listReply(groupRow),
        handle: (ctx, { query }) => listGroups(ctx.db, lists.read(ctx, query), query),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/cas/agrp/:id',
        access: { screen, verb: 'read' },
        summary: '$routes.access-group.one',
        input: { params: idParams },
        reply: groupReply,
        async handle(ctx, { params }) {
          const group = await readGroup(ctx, await screensOf(ctx), params.id);
          if (group === null) throw notFound();
          return group;
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/cas/agrp',
        access: { screen, verb: 'create' },
        summary: 'Create an access group with its permissions and members',
        status: 201,
        errors: ['ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { body: createGroupBody },
        reply: groupReply,
        handle: async (ctx, { body }) =>
          new Reply(await createGroup(ctx, await screensOf(ctx), body), 'messages.accessGroup.created'),
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/cas/agrp/:id',
        access: { screen, verb: 'update' },
        summary: 'Change the sent fields, permissions and members of an access group',
        errors: ['VERSION_CONFLICT', 'ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { params: idParams, body: updateGroupBody },
        reply: groupReply,
        handle: async (ctx, { params, body }) =>
          new Reply(
            await updateGroup(ctx, await screensOf(ctx), params.id, body),
            'messages.accessGroup.updated',
          ),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/cas/screen',
        access: { screen, verb: 'read' },
        summary: '$routes.access-group.screens',
        reply: allRows(screenReply),
        async handle(ctx) {
          const may = (key: string, verb: Verb) => allows(ctx.caller.grants, { screen: key, verb });
          return {
            rows: byModule(await screensOf(ctx)).map(({ screen: key, title }) => ({
              id: screenNumber(key),
              key,
              title,
              module: moduleReplyOf(moduleOf(key), ctx.lang),
              may: {
                read: may(key, 'read'),
                create: may(key, 'create'),
                update: may(key, 'update'),
                delete: may(key, 'delete'),
              },
            })),
          };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/cas/module',
        access: { screen, verb: 'read' },
        summary: '$routes.access-group.modules',
        reply: allRows(permissionModuleReply),
        handle: async (ctx) => ({ rows: await readModules(ctx) }),
      }),
      ...membershipRoutes(screensOf),
      ...reasonRoutes(screensOf),
      groupChoices,
    ],
  };
}
