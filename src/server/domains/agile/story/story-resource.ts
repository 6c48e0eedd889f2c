import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import { Reply, type Context, type Resource } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { expectedVersion } from '../../../kernel/version.ts';
import { mayProjects, mayWork } from '../work/access.ts';
import { createStory, removeStory, updateStory } from './stories.ts';
import { nameStatus } from '../status/status-names.ts';
import type { WorkStatus } from '../status/statuses.ts';
import { mostRichText } from '../work/text.ts';
import { date, id, idParams, isoTime, nullable, opId, version } from '../../../kernel/schema-parts.ts';
import { equalsIfGiven, jsonRows } from '../work/sql.ts';

const fields = {
  title: Type.Optional(Type.String({ maxLength: 250 })),
  description: Type.Optional(Type.String({ maxLength: mostRichText, description: 'Rich text.' })),
  statusId: Type.Optional(id),
  priorityId: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 4 }))),
  head: Type.Optional(nullable(id)),
  startDate: Type.Optional(nullable(date)),
  endDate: Type.Optional(nullable(date)),
};
const int = Type.Integer();
const text = Type.String();
const row = {
  id: int,
  number: int,
  code: text,
  title: text,
  projectId: int,
  statusId: int,
  status: Type.Object({ id: int, name: text, category: text, title: text, color: nullable(text) }),
  late: Type.Boolean({ description: 'Whether the end date has passed and it is not finished.' }),
  priorityId: nullable(int),
  head: nullable(int),
  headData: nullable(Type.Object({ id: int, name: text, photourl: nullable(text) })),
  startDate: nullable(text),
  endDate: nullable(text),
  tasks: Type.Object({ done: int, total: int }),
  people: Type.Array(Type.Object({ id: int, name: text, photourl: nullable(text) }), {
    description: 'Those who are responsible for its tasks or work on them.',
  }),
  tags: Type.Array(Type.Object({ id: int, title: text, color: nullable(text) }), {
    description: 'Tags of its tasks, each title once.',
  }),
  createdById: nullable(int),
  updatedById: nullable(int),
  createdAt: text,
  updatedAt: text,
  version: int,
};
type Stored<Row> = Omit<Row, 'status'> & { status: WorkStatus };
const storyReply = Type.Object({ ...row, description: text });

const orders: Record<string, string> = {
  id: 's.id',
  number: 's.number',
  title: 's.title',
  statusId: 's.status_id',
  priorityId: 's.priority_id',
  startDate: 's.start_date',
  endDate: 's.end_date',
  createdAt: 's.created_at',
  updatedAt: 's.updated_at',
};
const lists = new ListReader({ orders: Object.keys(orders), defaultOrder: 'number_asc' });
const { filters: _filters, ...pageQuery } = listQuery;
const query = Type.Object({
  ...pageQuery,
  ...lists.query,
  q_projId: Type.Optional(id),
  q_boardId: Type.Optional(id),
  statusId: Type.Optional(id),
  head: Type.Optional(id),
  priorityId: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  due: Type.Optional(Type.Unsafe<'overdue'>({ type: 'string', enum: ['overdue'] })),
  text: Type.Optional(Type.String({ maxLength: 250, description: 'Contained in the title.' })),
});

const isLate = (timeZone: string) =>
  sql`(s.end_date < (now() at time zone ${timeZone})::date and w.category not in ('concluded', 'canceled')) is true`;
const columns = (timeZone: string) => sql`
  s.id, s.number, p.key || '-' || s.number as code, s.title, s.project_id as "projectId", s.status_id as "statusId",
  s.priority_id as "priorityId", s.head_id as head,
  (select json_build_object('id', u.id, 'name', u.name, 'photourl', u.photo_url) from app_user u where u.id = s.head_id) as "headData",
  json_build_object('id', w.id, 'category', w.category, 'title', w.title, 'color', w.color) as status,
  ${isLate(timeZone)} as late, s.start_date as "startDate", s.end_date as "endDate",
  (select json_build_object('done', count(*) filter (where w.category in ('concluded', 'canceled')), 'total', count(*))
    from task t join work_status w on w.id = t.status_id where t.story_id = s.id and t.deleted_at is null) as tasks,
  ${jsonRows(sql`
    select u.id, u.name, u.photo_url as photourl from app_user u where u.id in (
      select t.head_id from task t where t.story_id = s.id and t.deleted_at is null
      union select x.user_id from task t join task_user x on x.task_id = t.id
      where t.story_id = s.id and t.deleted_at is null
    ) order by u.name, u.id`)} as people,
  ${jsonRows(sql`
    select distinct on (molde_fold(g.title)) g.id, g.title, g.color
    from task t join task_tag x on x.task_id = t.id join tag g on g.id = x.tag_id
    where t.story_id = s.id and t.deleted_at is null order by molde_fold(g.title), g.id`)} as tags,
  s.created_by as "createdById", s.updated_by as "updatedById",
  ${isoTime('s.created_at')} as "createdAt", ${isoTime('s.updated_at')} as "updatedAt", s.version`;
const from = (ctx: Context) => sql`
  from story s join project p on p.id = s.project_id join work_status w on w.id = s.status_id
  where s.deleted_at is null and ${allows(ctx.caller.grants, mayProjects('read'))}`;

/** @param onBoard only stories of which a board shows tasks */
async function listStories(ctx: Context, given: Static<typeof query>, onBoard = false) {
  const request = lists.read(ctx, given);
  const { field, direction } = request.order;
  const searched = given.text?.trim() ?? '';
  const found = sql`
    ${from(ctx)} and ${equalsIfGiven('s.project_id', given.q_projId)} and ${equalsIfGiven('s.status_id', given.statusId)}
      and ${equalsIfGiven('s.head_id', given.head)} and ${equalsIfGiven('s.priority_id', given.priorityId)}
      and ${given.due ? isLate(ctx.tenant.timeZone) : sql`true`}
      and (${given.q_boardId ?? null}::bigint is null or exists (
        select from project_board b where b.project_id = s.project_id and b.board_id = ${given.q_boardId ?? null}
      ))
      and (${!onBoard} or exists (
        select from task t join card_position c on c.task_id = t.id
        join board b on b.id = c.board_id and b.deleted_at is null
        where t.story_id = s.id and t.deleted_at is null
          and (${given.q_boardId ?? null}::bigint is null or b.id = ${given.q_boardId ?? null})
      ))
      and (${searched} = '' or s.search like molde_like(${searched}))`;
  const page = await selectPage<Stored<Static<ReturnType<typeof Type.Object<typeof row>>>>>(ctx.db, request, {
    total: sql`select count(*) ${found}`,
    rows: sql`select ${columns(ctx.tenant.timeZone)} ${found}
      order by ${sql.raw(orders[field]!)} ${sql.raw(direction)} nulls last, s.id`,
  });
  return {
    ...page,
    rows: page.rows.map((story) => ({ ...story, status: nameStatus(story.status, ctx.lang) })),
  };
}

async function readStory(ctx: Context, storyId: number): Promise<Static<typeof storyReply>> {
  const { rows } = await sql<Stored<Static<typeof storyReply>>>`
    select ${columns(ctx.tenant.timeZone)}, s.description ${from(ctx)} and s.id = ${storyId}`.execute(ctx.db);
  const [story] = rows;
  if (!story) throw notFound();
  return { ...story, status: nameStatus(story.status, ctx.lang) };
}

/** Stories of projects, which their tasks belong to. */
export function storyResource(): Resource {
  return {
    name: 'story',
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/stories',
        access: mayWork('read'),
        summary: '$routes.story.page',
        errors: ['BAD_ORDER'],
        input: { query },
        reply: listReply(Type.Object(row)),
        handle: (ctx, input) => listStories(ctx, input.query),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/boards/stories',
        access: mayWork('read'),
        summary: '$routes.story.onBoards',
        errors: ['BAD_ORDER'],
        input: { query },
        reply: listReply(Type.Object(row)),
        handle: (ctx, input) => listStories(ctx, input.query, true),
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/stories',
        access: mayWork('create'),
        summary: 'Create a story of a project',
        status: 201,
        errors: ['PROJECT_CLOSED'],
        input: { body: Type.Object({ opId: Type.Optional(opId), projectId: id, ...fields }) },
        reply: Type.Object({ id: Type.Integer() }),
        handle: async (ctx, { body }) =>
          new Reply({ id: await createStory(ctx, body) }, 'messages.agile.storyCreated'),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/stories/:id',
        access: mayWork('read'),
        summary: '$routes.story.one',
        input: { params: idParams },
        reply: storyReply,
        handle: (ctx, { params }) => readStory(ctx, params.id),
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/stories/:id',
        access: mayWork('update'),
        summary: 'Change the sent fields of a story',
        errors: ['VERSION_CONFLICT', 'PROJECT_CLOSED'],
        input: {
          params: idParams,
          body: Type.Object({ opId: Type.Optional(opId), version: Type.Optional(version), ...fields }),
        },
        reply: storyReply,
        async handle(ctx, { params, body: { opId: gesture, version: given, ...body } }) {
          const present = () => readStory(ctx, params.id);
          await updateStory(ctx, params.id, body, {
            opId: gesture,
            expected: expectedVersion(ctx, given),
            present,
          });
          return new Reply(await present(), 'messages.agile.storyUpdated');
        },
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/stories/:id',
        access: mayWork('delete'),
        summary: 'Remove a story, with its tasks where the caller says so',
        errors: ['PROJECT_CLOSED', 'RULE_BROKEN'],
        input: {
          params: idParams,
          query: Type.Object({
            tasks: Type.Optional(Type.Unsafe<'delete'>({ type: 'string', enum: ['delete'] })),
          }),
        },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params, query: { tasks } }) {
          await removeStory(ctx, params.id, tasks === 'delete');
          return new Reply({ id: params.id }, 'messages.agile.storyDeleted');
        },
      }),
    ],
  };
}
