// The server's side of a new entity: its resource, and a test of it through the real application.

export const resource = ({ name, pascal, camel, snake, title }) => `
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { ListPage } from '../../../contracts/errors.ts';
import type { ${pascal} } from '../../../contracts/${name}.ts';
import { audit } from '../../kernel/audit.ts';
import type { Context, Resource } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import { listPage, listQuery, ListReader, listReply, type ListRequest } from '../../kernel/list.ts';
import type { Platform } from '../../kernel/platform.ts';
import { route } from '../../kernel/route.ts';
import type { TotalCache } from '../../kernel/totals.ts';
import { assertVersion, expectedVersion } from '../../kernel/version.ts';

const screen = '${name}';
const url = '/adm/v2/${name}';
const idParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const yesNo = Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] });
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\\\S' });
const filters = {
  isActive: Type.Optional(yesNo),
  text: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the name.' })),
};
const reply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  isActive: yesNo,
  createdAt: Type.String(),
  updatedAt: Type.String(),
  version: Type.Integer(),
});

interface Filter {
  isActive?: 'Y' | 'N' | undefined;
  text?: string | undefined;
}

interface Input {
  name?: string | undefined;
  isActive?: 'Y' | 'N' | undefined;
}

interface Row {
  id: number;
  name: string;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
  version: number;
}

const columns = ['id', 'name', 'is_active', 'created_at', 'updated_at', 'version'] as const;
/** Each order has an index. */
const lists = new ListReader({
  orders: ['name', 'id'],
  defaultOrder: 'name_asc',
  filters: Type.Object(filters),
});

/** ${title}: list, read, create, change, delete. */
export function ${camel}Resource({ totals }: Platform): Resource {
  return {
    name: '${name}',
    routes: [
      route({
        method: 'GET',
        url,
        access: { screen, verb: 'read' },
        summary: '${title}: a page',
        errors: ['BAD_FILTERS', 'BAD_ORDER'],
        input: { query: Type.Object({ ...listQuery, ...filters }) },
        reply: listReply(reply),
        handle(ctx, { query }) {
          const request = lists.read(ctx, query);
          return list(ctx, totals, request, { ...request.filters, ...query });
        },
      }),
      route({
        method: 'GET',
        url: \`\${url}/:id\`,
        access: { screen, verb: 'read' },
        summary: '${title}: one',
        input: { params: idParams },
        reply,
        handle: (ctx, { params }) => read(ctx, params.id),
      }),
      route({
        method: 'POST',
        url,
        access: { screen, verb: 'create' },
        summary: '${title}: create',
        status: 201,
        input: { body: Type.Object({ name, isActive: Type.Optional(yesNo) }) },
        reply,
        handle: (ctx, { body }) => create(ctx, body),
      }),
      route({
        method: 'PUT',
        url: \`\${url}/:id\`,
        access: { screen, verb: 'update' },
        summary: '${title}: change the sent fields',
        errors: ['VERSION_CONFLICT'],
        input: {
          params: idParams,
          body: Type.Object({
            name: Type.Optional(name),
            isActive: Type.Optional(yesNo),
            version: Type.Optional(Type.Integer({ minimum: 1 })),
          }),
        },
        reply,
        handle: (ctx, { params, body: { version, ...input } }) => update(ctx, params.id, version, input),
      }),
      route({
        method: 'DELETE',
        url: \`\${url}/:id\`,
        access: { screen, verb: 'delete' },
        summary: '${title}: delete',
        errors: ['VERSION_CONFLICT'],
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        handle: (ctx, { params }) => remove(ctx, params.id),
      }),
    ],
  };
}

function list(
  ctx: Context,
  totals: TotalCache,
  request: ListRequest<unknown>,
  filter: Filter,
): Promise<ListPage<${pascal}>> {
  const text = filter.text?.trim() ?? '';
  const active = filter.isActive === undefined ? null : filter.isActive === 'Y';
  let matching = ctx.db.selectFrom('${snake}');
  if (active !== null) matching = matching.where('is_active', '=', active);
  if (text !== '') matching = matching.where(sql<boolean>\`molde_fold(name) like molde_like(\${text})\`);
  const count = async () => {
    const { total } = await matching
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  return listPage(ctx, totals, {
    request,
    key: ['${name}', text, active],
    async read(known) {
      const { field, direction } = request.order;
      const rows = await matching
        .select(columns)
        .orderBy(sql.ref(field), direction)
        .orderBy('id', direction)
        .limit(request.perPage)
        .offset(request.offset)
        .execute();
      return { rows: rows.map(present), total: known ?? (await count()) };
    },
    count,
  });
}

async function read(ctx: Context, id: number, lock = false): Promise<${pascal}> {
  const found = ctx.db.selectFrom('${snake}').select(columns).where('id', '=', id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (row === undefined) throw notFound();
  return present(row);
}

async function create(ctx: Context, input: Input & { name: string }): Promise<${pascal}> {
  const row = await ctx.db
    .insertInto('${snake}')
    .values({
      tenant_id: ctx.tenant.id,
      created_by: ctx.caller.userId,
      updated_by: ctx.caller.userId,
      ...columnsOf(input),
      name: input.name.trim(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  const after = present(row);
  await audit(ctx, { entity: '${name}', entityId: after.id, action: 'create', before: null, after });
  return after;
}

/** @throws AppError NOT_FOUND, VERSION_CONFLICT with the current row */
async function update(
  ctx: Context,
  id: number,
  version: number | undefined,
  input: Input,
): Promise<${pascal}> {
  const expected = expectedVersion(ctx, version);
  const before = await read(ctx, id, true);
  const { unconditional } = await assertVersion(expected, before.version, () => before);
  const row = await ctx.db
    .updateTable('${snake}')
    .set({
      ...columnsOf(input),
      version: sql\`version + 1\`,
      updated_at: sql\`now()\`,
      updated_by: ctx.caller.userId,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  const after = present(row);
  await audit(ctx, { entity: '${name}', entityId: id, action: 'update', before, after, unconditional });
  return after;
}

/** @throws AppError NOT_FOUND, VERSION_CONFLICT with the current row */
async function remove(ctx: Context, id: number): Promise<{ id: number }> {
  const expected = expectedVersion(ctx, undefined);
  const before = await read(ctx, id, true);
  const { unconditional } = await assertVersion(expected, before.version, () => before);
  await ctx.db.deleteFrom('${snake}').where('id', '=', id).execute();
  await audit(ctx, { entity: '${name}', entityId: id, action: 'delete', before, after: null, unconditional });
  return { id };
}

function columnsOf({ name: givenName, isActive }: Input): { name?: string; is_active?: boolean } {
  return {
    ...(givenName === undefined ? {} : { name: givenName.trim() }),
    ...(isActive === undefined ? {} : { is_active: isActive === 'Y' }),
  };
}

function present(row: Row): ${pascal} {
  return {
    id: row.id,
    name: row.name,
    isActive: row.is_active ? 'Y' : 'N',
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
`;

export const test = ({ name }) => `
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing.ts';
import { resources } from '../index.ts';
import { addPeople } from '../testing.ts';

const url = '/adm/v2/${name}';
let app: TestApp;
let admin: Record<string, string>;
let powerless: Record<string, string>;
let stranger: Record<string, string>;

beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  powerless = await app.sessionOf(app.tenants.acme, 'powerless');
  stranger = { ...(await app.sessionOf(app.tenants.beta, 'admin')), host: 'beta.localhost' };
});
afterAll(() => app.close());

const get = (path: string, headers = admin) => app.inject({ url: \`\${url}\${path}\`, headers });
const post = (payload: object, headers = admin) => app.inject({ method: 'POST', url, headers, payload });
const put = (id: number, payload: object, headers = admin) =>
  app.inject({ method: 'PUT', url: \`\${url}/\${id}\`, headers, payload });
const remove = (id: number, headers = admin) =>
  app.inject({ method: 'DELETE', url: \`\${url}/\${id}\`, headers });
const created = async (payload: object) => (await post(payload)).json().data;

describe('${name}', () => {
  it('should be created, read, changed and deleted, each with an audit entry', async () => {
    const answer = await post({ name: '  Primeira  ' });
    expect(answer.statusCode).toBe(201);
    const first = answer.json().data;
    expect(first).toMatchObject({ name: 'Primeira', isActive: 'Y', version: 1 });
    expect((await get(\`/\${first.id}\`)).json().data).toEqual(first);
    const changed = (await put(first.id, { isActive: 'N', version: 1 })).json().data;
    expect(changed).toEqual({ ...first, isActive: 'N', version: 2, updatedAt: expect.any(String) });
    expect((await remove(first.id)).statusCode).toBe(200);
    expect((await get(\`/\${first.id}\`)).statusCode).toBe(404);
    const traces = await app.database.owner
      .selectFrom('audit')
      .select(['action', 'unconditional'])
      .where('entity', '=', '${name}')
      .where('entity_id', '=', String(first.id))
      .orderBy('id')
      .execute();
    expect(traces).toEqual([
      { action: 'create', unconditional: false },
      { action: 'update', unconditional: false },
      { action: 'delete', unconditional: true },
    ]);
  });

  it('should be listed in order, and found by its name in any case and without accents', async () => {
    for (const name of ['Lista Ágil', 'Lista Base', 'Lista Clara']) await post({ name });
    const names = async (query: string) =>
      (await get(query)).json().data.rows.map((row: { name: string }) => row.name);
    expect(await names('?text=LISTA&order=name_desc')).toEqual(['Lista Clara', 'Lista Base', 'Lista Ágil']);
    expect(await names('?text=agil')).toEqual(['Lista Ágil']);
    expect(await names('?text=lista&isActive=N')).toEqual([]);
    const second = (await get('?text=lista&perPage=2&page=2')).json().data;
    expect([second.rows.length, second.totalRows]).toEqual([1, 3]);
    expect((await get('?order=version_asc')).json().code).toBe('BAD_ORDER');
  });

  it('should answer a stale version with the current row', async () => {
    const { id } = await created({ name: 'Versões' });
    const current = (await put(id, { name: 'Outra', version: 1 })).json().data;
    const stale = await put(id, { name: 'Tarde', version: 1 });
    expect([stale.statusCode, stale.json().data]).toEqual([409, current]);
    expect((await remove(id, { ...admin, 'if-match': '"1"' })).statusCode).toBe(409);
  });

  it('should refuse an invalid name', async () => {
    for (const name of ['', '   ', 'x'.repeat(201), null, 7]) {
      const answer = await post({ name });
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, '/name']);
    }
  });

  it('should not exist for other tenants', async () => {
    const { id } = await created({ name: 'Nossa' });
    for (const answer of [await get('', powerless), await post({ name: 'X' }, powerless)])
      expect(answer.statusCode).toBe(403);
    for (const answer of [
      await get(\`/\${id}\`, stranger),
      await put(id, { name: 'X' }, stranger),
      await remove(id, stranger),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
    expect((await get('', stranger)).json().data.totalRows).toBe(0);
  });
});
`;
