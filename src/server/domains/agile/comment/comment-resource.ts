import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { Reply, type Context, type Resource } from '../../../kernel/contract.ts';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { cleanRichText, plainTextOf } from '../../../kernel/rich-text.ts';
import { route } from '../../../kernel/route.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { mayWork } from '../work/access.ts';
import { findOp, recordUnder } from '../operation/ops.ts';
import { changeRecord, insertRecord, removeRecord } from '../operation/write-record.ts';
import { lockParent, parentFields, parentOf, projectOfParent, type Parent } from '../work/parents.ts';
import { noted, notedColumns } from '../work/noted.ts';
import { mostRichText } from '../work/text.ts';
import { gestureQuery, idParams, isoTime, nullable, opId, version } from '../../../kernel/schema-parts.ts';
import { readMentions } from './mentions.ts';

const int = Type.Integer();
const text = Type.String();
const fields = {
  id: int,
  parentType: text,
  parentId: int,
  body: text,
  author: nullable(Type.Object({ id: int, name: text, photourl: nullable(text) })),
  reactions: Type.Array(Type.Object({ emoji: text, users: Type.Array(int) })),
  createdAt: text,
  updatedAt: text,
  ...noted,
  version: int,
};
const commentRow = Type.Object(fields);
const commentReply = Type.Object({
  ...fields,
  withoutAccess: Type.Array(Type.Object({ id: int, name: text })),
});
type Comment = Static<typeof commentRow>;

const lists = new ListReader({ orders: ['createdAt', 'id'], defaultOrder: 'createdAt_asc' });
const { filters: _filters, ...pageQuery } = listQuery;
const body = Type.Optional(
  Type.String({
    maxLength: mostRichText,
    description: 'Rich text; a mention is a link to /profile/{id}.',
  }),
);
const emoji = Type.Optional(Type.String({ maxLength: 16 }));

const columns = sql`
  c.id, c.parent_type as "parentType", c.parent_id as "parentId", c.body,
  (select json_build_object('id', u.id, 'name', u.name, 'photourl', u.photo_url) from app_user u where u.id = c.created_by) as author,
  coalesce((select json_agg(json_build_object('emoji', r.emoji, 'users', r.users) order by r.emoji) from (
    select emoji, json_agg(user_id order by user_id) as users from comment_reaction where comment_id = c.id group by emoji
  ) r), '[]'::json) as reactions,
  ${isoTime('c.created_at')} as "createdAt", ${isoTime('c.updated_at')} as "updatedAt",
  ${notedColumns}, c.version`;

async function commentOf(ctx: Context, id: number): Promise<Comment> {
  const { rows } = await sql<Comment>`
    select ${columns} from comment c where c.id = ${id} and c.deleted_at is null`.execute(ctx.db);
  const [comment] = rows;
  if (!comment) throw notFound();
  return comment;
}

async function readComment(ctx: Context, id: number): Promise<Comment> {
  const comment = await commentOf(ctx, id);
  await projectOfParent(ctx, parentOf(comment));
  return comment;
}

/** A comment with what it is written under locked; another request may have removed it meanwhile. */
async function lockComment(ctx: Context, id: number) {
  const found = await readComment(ctx, id);
  const locked = await lockParent(ctx, parentOf(found));
  await sql`select from comment where id = ${id} for update`.execute(ctx.db);
  return { ...locked, comment: await commentOf(ctx, id) };
}

/** @throws AppError VALIDATION_FAILED for a text without words */
function cleaned(html: string | undefined): string {
  const clean = cleanRichText(html ?? '');
  if (plainTextOf(clean) === '') throw invalid([{ path: '/body', key: 'validation.required' }]);
  return clean;
}

async function addComment(
  ctx: Context,
  given: Parent & { body?: string | undefined; opId?: string | undefined },
): Promise<Static<typeof commentReply>> {
  const { db } = ctx;
  const { parentType, parentId } = given;
  const { projectId, boards } = await lockParent(ctx, { parentType, parentId });
  const clean = cleaned(given.body);
  const earlier = (await findOp(db, given.opId, 0))?.changes?.[0];
  if (earlier) return { ...(await readComment(ctx, earlier.id)), withoutAccess: [] };
  const { html, people, withoutAccess } = await readMentions(db, clean, projectId);
  const change = await insertRecord(
    ctx,
    'comment',
    { body: html },
    {
      projectId,
      columns: { parent_type: sql`${parentType}`, parent_id: sql`${parentId}` },
      notes: { parentType, parentId, mentions: people },
    },
  );
  await recordUnder(ctx, 'comment.create', given, change, boards, given.opId);
  return { ...(await commentOf(ctx, change.id)), withoutAccess };
}

function assertAuthor(ctx: Context, { author }: Comment): void {
  if (author?.id !== ctx.caller.userId)
    throw new AppError('FORBIDDEN', { message: 'errors.agile.notAuthor' });
}

async function changeComment(
  ctx: Context,
  id: number,
  given: { body?: string | undefined; version?: number | undefined; opId?: string | undefined },
): Promise<Static<typeof commentReply>> {
  const { comment, projectId, boards } = await lockComment(ctx, id);
  assertAuthor(ctx, comment);
  if (await findOp(ctx.db, given.opId, 0)) return { ...comment, withoutAccess: [] };
  const clean = given.body === undefined ? comment.body : cleaned(given.body);
  await assertVersion(expectedVersion(ctx, given.version), comment.version, () => comment);
  const { html, people, withoutAccess } = await readMentions(ctx.db, clean, projectId);
  const change = await changeRecord(
    ctx,
    { entity: 'comment', id },
    { body: comment.body },
    { body: html },
    {
      projectId,
      notes: { mentions: people },
    },
  );
  if (change === null) return { ...comment, withoutAccess };
  await recordUnder(ctx, 'comment.update', parentOf(comment), change, boards, given.opId);
  return { ...(await commentOf(ctx, id)), withoutAccess };
}

async function removeComment(ctx: Context, id: number, gesture: string | undefined): Promise<void> {
  const { comment, projectId, boards } = await lockComment(ctx, id);
  assertAuthor(ctx, comment);
  const { version: stored, body: written } = comment;
  const change = await removeRecord(
    ctx,
    { entity: 'comment', id, version: stored },
    { body: written },
    { projectId },
  );
  await recordUnder(ctx, 'comment.delete', parentOf(comment), change, boards, gesture);
}

/** Adds or removes a reaction of the person. */
async function react(ctx: Context, id: number, given: string | undefined, isSet: boolean): Promise<Comment> {
  const { comment, projectId, boards } = await lockComment(ctx, id);
  const sign = given?.trim() ?? '';
  if (sign === '') throw invalid([{ path: '/emoji', key: 'validation.required' }]);
  const mine = comment.reactions.some((one) => one.emoji === sign && one.users.includes(ctx.caller.userId));
  if (mine === isSet) return comment;
  const key = { tenant_id: ctx.tenant.id, comment_id: id, user_id: ctx.caller.userId, emoji: sign };
  if (isSet) await ctx.db.insertInto('comment_reaction').values(key).execute();
  else
    await ctx.db
      .deleteFrom('comment_reaction')
      .where('comment_id', '=', id)
      .where('user_id', '=', key.user_id)
      .where('emoji', '=', sign)
      .execute();
  const after = await commentOf(ctx, id);
  await recordUnder(
    ctx,
    'comment.react',
    parentOf(comment),
    {
      entity: 'comment',
      id,
      version: comment.version,
      projectId,
      before: { reactions: comment.reactions },
      after: { reactions: after.reactions },
    },
    boards,
  );
  return after;
}

/** Comments of tasks, stories and projects. */
export function commentResource(): Resource {
  return {
    name: 'comment',
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/comments',
        access: mayWork('read'),
        summary: '$routes.comment.page',
        errors: ['BAD_ORDER'],
        input: { query: Type.Object({ ...pageQuery, ...lists.query, ...parentFields }) },
        reply: listReply(commentRow),
        async handle(ctx, { query }) {
          await projectOfParent(ctx, query);
          const request = lists.read(ctx, query);
          const found = sql`from comment c
            where c.parent_type = ${query.parentType} and c.parent_id = ${query.parentId} and c.deleted_at is null`;
          const { field, direction } = request.order;
          return selectPage<Comment>(ctx.db, request, {
            total: sql`select count(*) ${found}`,
            rows: sql`select ${columns} ${found}
              order by ${field === 'id' ? sql`c.id` : sql`c.created_at`} ${sql.raw(direction)}, c.id`,
          });
        },
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/comments',
        access: mayWork('update'),
        summary: 'Comment on a task, a story or a project',
        status: 201,
        errors: ['PROJECT_CLOSED'],
        input: { body: Type.Object({ opId: Type.Optional(opId), ...parentFields, body }) },
        reply: commentReply,
        handle: (ctx, input) => addComment(ctx, input.body),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/comments/:id',
        access: mayWork('read'),
        summary: '$routes.comment.one',
        input: { params: idParams },
        reply: commentRow,
        handle: (ctx, { params }) => readComment(ctx, params.id),
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/comments/:id',
        access: mayWork('update'),
        summary: 'Change a comment of one’s own',
        errors: ['VERSION_CONFLICT', 'PROJECT_CLOSED', 'FORBIDDEN'],
        input: {
          params: idParams,
          body: Type.Object({ opId: Type.Optional(opId), version: Type.Optional(version), body }),
        },
        reply: commentReply,
        handle: (ctx, { params, body: given }) => changeComment(ctx, params.id, given),
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/comments/:id',
        access: mayWork('update'),
        summary: 'Remove a comment of one’s own',
        errors: ['PROJECT_CLOSED', 'FORBIDDEN'],
        input: { params: idParams, query: gestureQuery },
        reply: Type.Object({ id: int }),
        async handle(ctx, { params, query }) {
          await removeComment(ctx, params.id, query.opId);
          return new Reply({ id: params.id }, 'messages.agile.commentDeleted');
        },
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/comments/:id/reactions',
        access: mayWork('update'),
        summary: 'React to a comment',
        errors: ['PROJECT_CLOSED'],
        input: { params: idParams, body: Type.Object({ emoji }) },
        reply: commentRow,
        status: 201,
        handle: (ctx, { params, body: given }) => react(ctx, params.id, given.emoji, true),
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/comments/:id/reactions',
        access: mayWork('update'),
        summary: 'Take a reaction of one’s own back',
        errors: ['PROJECT_CLOSED'],
        input: { params: idParams, query: Type.Object({ emoji }) },
        reply: commentRow,
        handle: (ctx, { params, query }) => react(ctx, params.id, query.emoji, false),
      }),
    ],
  };
}
