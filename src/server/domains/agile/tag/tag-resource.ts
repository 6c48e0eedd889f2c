import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import type { OpChange } from '../../../../contracts/agile.ts';
import type { Context, Resource } from '../../../kernel/contract.ts';
import { violatedConstraint } from '../../../kernel/database.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { expectedVersion } from '../../../kernel/version.ts';
import { assertSeesBoard, mayBoards, mayWork, visibleBoards } from '../work/access.ts';
import { assertMergeable } from '../operation/edit.ts';
import { lockBoards, shareProjects } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { changeRecord, removeRecord } from '../operation/write-record.ts';
import { ensureTag } from './tags.ts';
import { requiredTitle } from '../work/text.ts';
import { id, idParams, nullable, opId, version } from '../../../kernel/schema-parts.ts';

const title = Type.Optional(Type.String({ maxLength: 60 }));
const color = Type.Optional(nullable(Type.String({ format: 'color', minLength: 1 })));
const tagReply = Type.Object({
  id: Type.Integer(),
  boardId: Type.Integer(),
  title: Type.String(),
  color: nullable(Type.String()),
  version: Type.Integer(),
});
type Tag = Static<typeof tagReply>;

const lists = new ListReader({ orders: ['title', 'id'], defaultOrder: 'title_asc' });
const { filters: _filters, ...pageQuery } = listQuery;
const columns = sql`x.id, x.board_id as "boardId", x.title, x.color, x.version`;

/** @throws AppError NOT_FOUND, also for a tag of a board that is hidden from the person */
async function readTag(ctx: Context, tagId: number): Promise<Tag> {
  const { rows } = await sql<Tag>`select ${columns} from tag x where x.id = ${tagId}`.execute(ctx.db);
  const [tag] = rows;
  if (!tag) throw notFound();
  await assertSeesBoard(ctx, tag.boardId);
  return tag;
}

const record = (ctx: Context, kind: string, boardId: number, changes: OpChange[], gesture?: string) =>
  recordOp(ctx, new Map(), { opId: gesture, kind, changes, boards: [boardId] });

/** Adds a tag to a board; where its name is there already, whatever case and accents, it is that tag. */
async function addTag(
  ctx: Context,
  boardId: number,
  given: { title?: string | undefined; color?: string | null | undefined; opId?: string | undefined },
): Promise<Tag> {
  const { db } = ctx;
  await lockBoards(db, [boardId]);
  await assertSeesBoard(ctx, boardId);
  const { id: tagId, change } = await ensureTag(ctx, boardId, { title: given.title, color: given.color });
  if (change) {
    const gesture = (await findOp(db, given.opId, boardId)) ? undefined : given.opId;
    await record(ctx, 'tag.create', boardId, [change], gesture);
  }
  return readTag(ctx, tagId);
}

/** @throws AppError NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS */
async function changeTag(
  ctx: Context,
  tagId: number,
  given: { title?: string | undefined; color?: string | null | undefined; version?: number | undefined },
): Promise<Tag> {
  const { boardId } = await readTag(ctx, tagId);
  await lockBoards(ctx.db, [boardId]);
  const stored = await readTag(ctx, tagId);
  const wanted = {
    title: given.title === undefined ? stored.title : requiredTitle(given.title),
    color: given.color === undefined ? stored.color : given.color,
  };
  await assertMergeable(
    ctx.db,
    { entity: 'tag', id: tagId, version: stored.version },
    expectedVersion(ctx, given.version),
    { title: given.title, color: given.color },
    () => readTag(ctx, tagId),
  );
  const change = await changeRecord(ctx, { entity: 'tag', id: tagId }, stored, wanted, {
    isWhole: true,
  }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'tag_title') throw error;
    const key = 'errors.agile.tagTaken';
    throw new AppError('ALREADY_EXISTS', {
      message: key,
      errors: [{ path: '/title', key }],
      cause: error,
    });
  });
  if (change === null) return stored;
  await record(ctx, 'tag.update', boardId, [change]);
  return { ...stored, ...wanted, version: change.version };
}

/** Removes a tag, also from the cards. @param of the board that it has to be of @throws AppError NOT_FOUND */
async function removeTag(ctx: Context, tagId: number, of?: number): Promise<void> {
  const { boardId } = await readTag(ctx, tagId);
  if (of !== undefined && of !== boardId) throw notFound();
  const { rows: projects } = await sql<{ id: number }>`
    select distinct t.project_id as id from task t join task_tag g on g.task_id = t.id
    where g.tag_id = ${tagId} and t.deleted_at is null`.execute(ctx.db);
  await shareProjects(
    ctx.db,
    projects.map((project) => project.id),
  );
  await lockBoards(ctx.db, [boardId]);
  const stored = await readTag(ctx, tagId);
  // Cards without it are changed too, so that an undo gives it back to them.
  const { rows: cards } = await sql<{ id: number; version: number; projectId: number; tags: number[] }>`
    update task t set version = version + 1, updated_at = now(), updated_by = ${ctx.caller.userId}
    where t.id in (select task_id from task_tag where tag_id = ${tagId}) and t.deleted_at is null
    returning t.id, t.version, t.project_id as "projectId",
      array(select g.tag_id from task_tag g where g.task_id = t.id order by g.tag_id) as tags`.execute(
    ctx.db,
  );
  const { title: name, color: shade } = stored;
  const before = { title: name, color: shade, boardId };
  const removed = await removeRecord(ctx, { ...stored, entity: 'tag' }, before);
  await record(ctx, 'tag.delete', boardId, [
    removed,
    ...cards.map((card): OpChange => ({
      entity: 'task',
      id: card.id,
      version: card.version,
      projectId: card.projectId,
      before: { tags: card.tags },
      after: { tags: card.tags.filter((one) => one !== tagId) },
    })),
  ]);
}

/** Tags of boards. */
export function tagResource(): Resource {
  return {
    name: 'tag',
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/tags',
        access: mayWork('read'),
        summary: '$routes.tag.page',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            q_boardId: Type.Optional(id),
            q_projId: Type.Optional(id),
            title: Type.Optional(Type.String({ maxLength: 60, description: 'Contained in the title.' })),
          }),
        },
        reply: listReply(tagReply),
        handle(ctx, { query }) {
          const request = lists.read(ctx, query);
          const { field, direction } = request.order;
          const searched = query.title?.trim() ?? '';
          return selectPage<Tag>(ctx.db, request, {
            matching: sql`matching as (
              select g.* from tag g join board x on x.id = g.board_id
              where ${visibleBoards(ctx.caller)}
                and (${query.q_boardId ?? null}::bigint is null or g.board_id = ${query.q_boardId ?? null})
                and (${query.q_projId ?? null}::bigint is null or exists (
                  select from project_board pb where pb.board_id = g.board_id and pb.project_id = ${query.q_projId ?? null}
                ))
                and (${searched} = '' or molde_fold(g.title) like molde_like(${searched}))
            )`,
            total: sql`select count(*) from matching`,
            rows: sql`select ${columns} from matching x
              order by ${sql.ref(`x.${field}`)} ${sql.raw(direction)}, x.id`,
          });
        },
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/tags',
        access: mayBoards('update'),
        summary: 'Add a tag to a board; a name that is there already is that tag',
        status: 201,
        input: { body: Type.Object({ opId: Type.Optional(opId), boardId: id, title, color }) },
        reply: tagReply,
        handle: (ctx, { body: { boardId, ...body } }) => addTag(ctx, boardId, body),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/tags/:id',
        access: mayWork('read'),
        summary: '$routes.tag.one',
        input: { params: idParams },
        reply: tagReply,
        handle: (ctx, { params }) => readTag(ctx, params.id),
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/tags/:id',
        access: mayBoards('update'),
        summary: 'Change the sent fields of a tag',
        errors: ['VERSION_CONFLICT', 'ALREADY_EXISTS'],
        input: { params: idParams, body: Type.Object({ version: Type.Optional(version), title, color }) },
        reply: tagReply,
        handle: (ctx, { params, body }) => changeTag(ctx, params.id, body),
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/tags/:id',
        access: mayBoards('update'),
        summary: 'Remove a tag, also from its cards',
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params }) {
          await removeTag(ctx, params.id);
          return { id: params.id };
        },
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/boards/:id/tags',
        access: mayBoards('update'),
        summary: 'Add a tag to a board; a name that is there already is that tag',
        status: 201,
        input: { params: idParams, body: Type.Object({ opId: Type.Optional(opId), title, color }) },
        reply: tagReply,
        handle: (ctx, { params, body }) => addTag(ctx, params.id, body),
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/boards/:id/tags',
        access: mayBoards('update'),
        summary: 'Remove a tag of a board, also from its cards',
        input: { params: idParams, query: Type.Object({ tagId: id }) },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params, query }) {
          await removeTag(ctx, query.tagId, params.id);
          return { id: query.tagId };
        },
      }),
    ],
  };
}
