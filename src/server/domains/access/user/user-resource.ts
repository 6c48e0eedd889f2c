import { Type } from 'typebox';
import { allows, type Access } from '../../../../contracts/access.ts';
import type { Resource } from '../../../kernel/contract.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { listQuery, listReply } from '../../../kernel/list.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { userAccountRoutes } from './user-accounts.ts';
import { checkInput } from './user-input.ts';
import { listUsers, userFilters, userLists, type UserFilter } from './user-list.ts';
import { findByLogin, readUserWithGroups } from './user-rows.ts';
import { createBody, listedUser, updateBody, userReply, userWithGroups } from './user-schema.ts';
import { createUser, deleteUser, updateUser } from './user-write.ts';

const screen = 'admin-user';
const idParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

const { filters: _filters, ...choiceQuery } = listQuery;

/** Access of the choice of people: the screens of users, groups, projects, boards and support, and the substitute in the profile. */
const mayChoosePeople: Access = {
  any: [
    { screen, verb: 'read' },
    { screen: 'admin-grupoacesso', verb: 'read' },
    { screen: 'ppm-projects', verb: 'read' },
    { screen: 'ppm-boards', verb: 'read' },
    { screen: 'support', verb: 'read' },
    { special: 'user-profile-replacement-update' },
  ],
};

/**
 * Refuses filters and orders by fields that the caller does not receive, since they would tell them.
 * @throws AppError FORBIDDEN
 */
function assertChooses(filter: UserFilter, order: string): void {
  const reveals = (['email', 'login', 'text'] as const).some((field) => filter[field] !== undefined);
  if (reveals || !/^(id|name)_/.test(order)) throw new AppError('FORBIDDEN');
}

/** People and users of a tenant. */
export function userResource({ env, files, totals, secrets }: Platform): Resource {
  const { loginKey } = env;
  return {
    name: 'user',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/sec/user',
        access: {
          any: [
            { screen, verb: 'read' },
            { screen: 'support', verb: 'read' },
          ],
        },
        summary: '$routes.user.page',
        errors: ['BAD_FILTERS', 'BAD_ORDER'],
        input: {
          query: Type.Object({ ...listQuery, ...userLists.query, ...Type.Partial(userFilters).properties }),
        },
        reply: listReply(listedUser),
        async handle(ctx, { query }) {
          const request = userLists.read(ctx, query);
          const filter = { ...request.filters, ...query };
          if (allows(ctx.caller.grants, { screen, verb: 'read' }))
            return listUsers(ctx, totals, request, filter);
          assertChooses(filter, request.orderKey);
          const found = await listUsers(ctx, totals, request, filter);
          return { ...found, rows: found.rows.map(({ id, name, photourl }) => ({ id, name, photourl })) };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sec/user/:id',
        access: { screen, verb: 'read' },
        summary: '$routes.user.one',
        input: { params: idParams },
        reply: userWithGroups,
        async handle(ctx, { params }) {
          const user = await readUserWithGroups(ctx.db, params.id);
          if (user === null) throw notFound();
          return user;
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sec/user',
        access: { screen, verb: 'create' },
        summary: 'Create a person',
        status: 201,
        errors: ['ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { body: createBody },
        reply: userReply,
        prepare: (ctx, { body }) => checkInput(body, ctx.lang, loginKey),
        handle: (ctx, _input, checked) => createUser(ctx, checked),
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/sec/user/:id',
        access: { screen, verb: 'update' },
        summary: 'Change the sent fields of a person',
        errors: ['VERSION_CONFLICT', 'ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { params: idParams, body: updateBody },
        reply: userReply,
        prepare: (ctx, { body }) => checkInput(body, ctx.lang, loginKey),
        handle: (ctx, { params, body }, checked) => updateUser(ctx, params.id, body.version, checked),
      }),
      route({
        method: 'DELETE',
        url: '/adm/v2/sec/user/:id',
        access: { screen, verb: 'delete' },
        summary: 'Delete a person without references',
        errors: ['VERSION_CONFLICT', 'RULE_BROKEN', 'IN_USE'],
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        handle: (ctx, { params }) => deleteUser(ctx, params.id, files),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sec/user/:login',
        access: { screen, verb: 'read' },
        summary: 'Whether a login exists, and whose it is',
        input: { params: Type.Object({ login: Type.String({ minLength: 1, maxLength: 254 }) }) },
        reply: Type.Object({ exists: Type.Boolean(), id: Type.Union([Type.Integer(), Type.Null()]) }),
        async handle(ctx, { params }) {
          const id = await findByLogin(ctx.db, params.login);
          return { exists: id !== null, id };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/dd/sec/user',
        access: mayChoosePeople,
        summary: '$routes.user.options',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...choiceQuery,
            ...Type.Partial(Type.Pick(userFilters, ['isUser', 'isActive'])).properties,
            name: Type.Optional(userFilters.properties.text),
          }),
        },
        reply: listReply(
          Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            login: Type.Union([Type.String(), Type.Null()]),
            email: Type.String(),
            photourl: Type.Union([Type.String(), Type.Null()]),
          }),
        ),
        async handle(ctx, { query }) {
          const request = userLists.read(ctx, { perPage: 200, ...query });
          // The specification names the parameter; people also know each other by their logins.
          const { name: text, ...filter } = query;
          const found = await listUsers(ctx, totals, request, { ...filter, text });
          return {
            ...found,
            rows: found.rows.map(({ id, name, login, email, photourl }) => ({
              id,
              name,
              login,
              email,
              photourl,
            })),
          };
        },
      }),
      ...userAccountRoutes(secrets, env),
    ],
  };
}
