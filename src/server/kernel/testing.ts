import { Type } from 'typebox';
import { testApp } from '../testing.ts';
import { audit } from './audit.ts';
import { Reply, type Resource } from './contract.ts';
import { notFound } from './errors.ts';
import { ListReader, listPage, listQuery } from './list.ts';
import type { KernelParts } from './parts.ts';
import { route } from './route.ts';

const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const unit = Type.Object({ id, title: Type.String() });
const reader = new ListReader({
  orders: ['title', 'id'],
  defaultOrder: 'title_asc',
  filters: Type.Object({ title: Type.Optional(Type.String()) }),
});

/** Test support: a resource over a real table, organizational units. */
export function unitsResource({ totals }: KernelParts): Resource {
  return {
    name: 'units',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/test/unit/:id',
        access: { screen: 'units', verb: 'read' },
        summary: 'A unit',
        input: { params: Type.Object({ id }) },
        reply: unit,
        async handle(ctx, { params }) {
          const found = await ctx.db
            .selectFrom('organizational_unit')
            .where('id', '=', params.id)
            .select(['id', 'title'])
            .executeTakeFirst();
          if (!found) throw notFound();
          return found;
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/test/unit',
        access: { screen: 'units', verb: 'read' },
        summary: 'Units',
        input: { query: Type.Object(listQuery) },
        reply: Type.Object({ rows: Type.Array(unit), page: id, perPage: id, totalRows: Type.Integer() }),
        handle(ctx, { query }) {
          const request = reader.read(ctx, query);
          return listPage(ctx, totals, {
            request,
            key: ['units', request.filters.title ?? null],
            async read() {
              const rows = await ctx.db
                .selectFrom('organizational_unit')
                .orderBy('title', request.order.direction)
                .select(['id', 'title'])
                .limit(request.perPage)
                .execute();
              return { rows, total: rows.length };
            },
            count: () => Promise.resolve(0),
          });
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/test/unit',
        access: { screen: 'units', verb: 'create' },
        summary: 'Create a unit',
        status: 201,
        input: {
          body: Type.Object({
            title: Type.String({ minLength: 1, maxLength: 50 }),
            tags: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
          }),
        },
        reply: unit,
        async handle(ctx, { body }) {
          const created = await ctx.db
            .insertInto('organizational_unit')
            .values({ tenant_id: ctx.tenant.id, title: body.title })
            .returning(['id', 'title'])
            .executeTakeFirstOrThrow();
          await audit(ctx, {
            entity: 'unit',
            entityId: created.id,
            action: 'create',
            before: null,
            after: { title: created.title },
          });
          if (body.title === 'breaks') throw new Error('boom: a secret detail');
          return new Reply(created, 'messages.passwordChanged');
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/test/unit/search',
        access: { screen: 'units', verb: 'read' },
        summary: 'Search units',
        reads: true,
        input: { body: Type.Object({ title: Type.String(), create: Type.Optional(Type.Boolean()) }) },
        reply: Type.Object({ rows: Type.Array(unit) }),
        async handle(ctx, { body }) {
          // A route that is marked by mistake.
          if (body.create)
            await ctx.db
              .insertInto('organizational_unit')
              .values({ tenant_id: ctx.tenant.id, title: body.title })
              .execute();
          const rows = await ctx.db
            .selectFrom('organizational_unit')
            .where('title', '=', body.title)
            .select(['id', 'title'])
            .execute();
          return { rows };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/test/open',
        access: 'public',
        summary: 'Open to all',
        etag: true,
        reply: Type.Object({ tenant: Type.String() }),
        handle: (ctx) => Promise.resolve({ tenant: ctx.tenant.key }),
      }),
    ],
  };
}

/** The server with that resource, an administrator, and `leitora` with the right to read. */
export async function openUnitsApp() {
  const app = await testApp({ resources: (platform) => [unitsResource(platform)] });
  const admin = await app.sessionOf(app.tenants.acme, 'admin');
  const user = await app.database.owner
    .insertInto('app_user')
    .values({
      tenant_id: app.tenants.acme,
      name: 'Leitora',
      email: 'l@acme.example',
      login: 'leitora',
      is_user: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group = await app.database.owner
    .insertInto('access_group')
    .values({ tenant_id: app.tenants.acme, name: 'Leitura' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const keys = { tenant_id: app.tenants.acme, group_id: group.id };
  await app.database.owner
    .insertInto('access_group_member')
    .values({ ...keys, user_id: user.id })
    .execute();
  await app.database.owner
    .insertInto('access_group_screen')
    .values({ ...keys, screen_key: 'units', can_read: true })
    .execute();
  const readerOnly = await app.sessionOf(app.tenants.acme, 'leitora');
  const post = (body: unknown, headers: Record<string, string> = admin) =>
    app.inject({ method: 'POST', url: '/adm/v2/test/unit', headers, payload: body as object });
  return { app, admin, readerOnly, post };
}
