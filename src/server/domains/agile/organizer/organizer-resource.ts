import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import type { OpChange } from '../../../../contracts/agile.ts';
import { audit } from '../../../kernel/audit.ts';
import { Reply, type Context, type Resource } from '../../../kernel/contract.ts';
import { violatedConstraint } from '../../../kernel/database.ts';
import { AppError, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { mayProjects } from '../work/access.ts';
import { recordOp } from '../operation/ops.ts';
import { changeRecord, insertRecord, removeRecord } from '../operation/write-record.ts';
import { id, idParams } from '../../../kernel/schema-parts.ts';
import { moveProjects } from './organizer-projects.ts';

const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: ['title', 'id'], defaultOrder: 'title_asc' });

const organizerReply = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  organizerName: Type.String(),
  organizerValue: Type.String(),
  projectIds: Type.Array(Type.Integer(), { description: 'Those that the caller sees.' }),
  version: Type.Integer(),
});
type Organizer = Static<typeof organizerReply>;

const title = Type.String({ minLength: 1, maxLength: 250, pattern: '\\S' });
const projectIds = Type.Optional(
  Type.Array(id, { maxItems: 10_000, uniqueItems: true, description: 'All that stand in it from now on.' }),
);

const columns = sql`o.id, o.title, o.title as "organizerName", o.title as "organizerValue", o.version,
  coalesce((select json_agg(p.id order by p.id) from project p where p.organizer_id = o.id), '[]') as "projectIds"`;

async function read({ db }: Pick<Context, 'db'>, organizer: number, lock = false): Promise<Organizer> {
  const { rows } = await sql<Organizer>`
    select ${columns} from organizer o where o.id = ${organizer} ${lock ? sql`for update of o` : sql``}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** A name that another organizer has, whatever its case and accents, is an error of its field. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'organizer_title') throw error;
    throw new AppError('ALREADY_EXISTS', {
      errors: [{ path: '/title', key: 'errors.agile.organizerTaken' }],
    });
  }
}

async function log(ctx: Context, kind: string, changes: OpChange[]): Promise<void> {
  await recordOp(ctx, new Map(), { kind, changes, boards: [] });
  for (const { entity, id: entityId, before, after } of changes) {
    if (entity !== 'organizer') continue;
    const action = before === null ? 'create' : after === null ? 'delete' : 'update';
    await audit(ctx, { entity, entityId, action, before, after });
  }
}

/** Organizers, under which projects stand in their list. */
export function organizerResource(): Resource {
  return {
    name: 'organizer',
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/organizer',
        access: mayProjects('read'),
        summary: '$routes.organizer.page',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            title: Type.Optional(Type.String({ maxLength: 250, description: 'Contained in the name.' })),
          }),
        },
        reply: listReply(organizerReply),
        async handle(ctx, { query }) {
          const request = lists.read(ctx, query);
          const { field, direction } = request.order;
          const text = query.title?.trim() ?? '';
          const matches = sql`(${text} = '' or molde_fold(o.title) like molde_like(${text}))`;
          return selectPage<Organizer>(ctx.db, request, {
            total: sql`select count(*) from organizer o where ${matches}`,
            rows: sql`select ${columns} from organizer o where ${matches}
              order by ${sql.ref(`o.${field}`)} ${sql.raw(direction)}, o.id`,
          });
        },
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/organizer/:id',
        access: mayProjects('read'),
        summary: '$routes.organizer.one',
        input: { params: idParams },
        reply: organizerReply,
        handle: (ctx, { params }) => read(ctx, params.id),
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/organizer',
        access: mayProjects('create'),
        summary: 'Create an organizer',
        status: 201,
        errors: ['ALREADY_EXISTS', 'PROJECT_CLOSED'],
        input: { body: Type.Object({ title, projectIds }) },
        reply: organizerReply,
        async handle(ctx, { body }) {
          const name = body.title.trim();
          const created = await named(() => insertRecord(ctx, 'organizer', { title: name }));
          const moved = await moveProjects(ctx, created.id, body.projectIds ?? []);
          await log(ctx, 'organizer.create', [created, ...moved]);
          return new Reply(await read(ctx, created.id), 'messages.agile.organizerCreated');
        },
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/organizer/:id',
        access: mayProjects('update'),
        summary: 'Rename an organizer, or set its projects; an empty list takes all out of it',
        errors: ['ALREADY_EXISTS', 'VERSION_CONFLICT', 'PROJECT_CLOSED', 'RULE_BROKEN'],
        input: {
          params: idParams,
          body: Type.Object({
            title: Type.Optional(title),
            projectIds,
            version: Type.Optional(Type.Integer({ minimum: 1 })),
          }),
        },
        reply: organizerReply,
        async handle(ctx, { params, body }) {
          const expected = expectedVersion(ctx, body.version);
          // Projects before organizers, as all writes lock them.
          const moved =
            body.projectIds === undefined ? [] : await moveProjects(ctx, params.id, body.projectIds);
          const before = await read(ctx, params.id, true);
          await assertVersion(expected, before.version, () => before);
          const name = body.title?.trim();
          const renamed = await named(() =>
            changeRecord(
              ctx,
              { entity: 'organizer', id: params.id },
              { title: before.title },
              { title: name },
            ),
          );
          if (renamed === null && moved.length === 0) throw ruleBroken('errors.agile.nothingChanged');
          await log(ctx, 'organizer.update', [...(renamed ? [renamed] : []), ...moved]);
          const after = await read(ctx, params.id);
          return new Reply(after, 'messages.agile.organizerUpdated');
        },
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/organizer/:id',
        access: mayProjects('delete'),
        summary: 'Remove an organizer without projects',
        errors: ['IN_USE'],
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params }) {
          const before = await read(ctx, params.id, true);
          // Closed and hidden projects may stand in it too, which the database knows.
          const record = { entity: 'organizer', id: params.id, version: before.version } as const;
          const removed = await removeRecord(ctx, record, { title: before.title }).catch((error: unknown) => {
            if (violatedConstraint(error) === null) throw error;
            throw new AppError('IN_USE', { message: 'errors.agile.organizerInUse' });
          });
          await log(ctx, 'organizer.delete', [removed]);
          return new Reply({ id: params.id }, 'messages.agile.organizerRemoved');
        },
      }),
    ],
  };
}
