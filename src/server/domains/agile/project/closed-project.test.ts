import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteSpec } from '../../../kernel/contract.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { closeProject, makeBoard, type TestBoard } from '../../../testing/boards.ts';
import { resources } from '../../../resources.ts';
import { allRoutes } from '../../../testing/people.ts';

/**
 * Calls every route that writes for project management, also a new one, on records of a closed project: each refuses, and no
 * row changes.
 */

const root = '/handler/v2/agile/';
const nameOf = ({ method, url }: RouteSpec): string => `${method} ${url.slice(root.length)}`;

/** Routes that write nothing of a project, each with what it writes. */
const apart = new Map([
  ['POST projects', 'a new project'],
  ['POST projects/:id/duplicate', 'a new project, like a closed one too'],
  ['DELETE organizer/:id', 'an organizer, whose projects it does not touch'],
  ['POST sprints', 'a sprint, whose board serves several projects'],
  ['PUT sprints/:id', 'a sprint, whose board serves several projects'],
  ['PUT boards/:id', 'a board, which a closed project does not enter'],
  ['DELETE boards/:id', 'a board, which serves several projects'],
  ['POST tags', 'a tag, whose board serves several projects'],
  ['PUT tags/:id', 'a tag, whose board serves several projects'],
  ['POST boards/:id/tags', 'a tag, whose board serves several projects'],
  ['PUT boards/:id/lanes', 'lanes, whose board serves several projects'],
  ['PUT lanes/:id', 'a lane, whose board serves several projects'],
  ['DELETE lanes/:id', 'a lane; cards of closed projects keep their status'],
  ['POST tasks/:id/watch', 'what one person watches'],
  ['DELETE tasks/:id/watch', 'what one person watches'],
  ['POST statusLanes', 'a board or the lanes of new ones, which serve several projects'],
]);

const writes = allRoutes().filter(
  ({ method, url, reads }) => url.startsWith(root) && method !== 'GET' && reads !== true,
);
const refusing = writes
  .filter((route) => !apart.has(nameOf(route)))
  .map((route): [string, RouteSpec] => [nameOf(route), route]);

/** An operation on a task of the project, by the person who calls. */
const operation = '0b9f0d0e-5a51-4f65-9d56-1f2a35a4c0aa';

let app: TestApp;
let headers: Record<string, string>;
let board: TestBoard;
/** Ids of records of the closed project, by the names that paths and bodies have for them. */
let known: Record<string, unknown>;
let ids: Record<string, number>;

beforeAll(async () => {
  app = await testApp({ resources });
  headers = await app.sessionOf(app.tenants.acme, 'admin');
  board = await makeBoard(app, { cards: 3, backlog: 2 });
  const tenant_id = app.tenants.acme;
  const { owner } = app.database;
  const admin = await owner
    .selectFrom('app_user')
    .where('tenant_id', '=', tenant_id)
    .where('login', '=', 'admin')
    .select('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('board_stakeholder')
    .values({ tenant_id, board_id: board.boardId, user_id: admin.id })
    .execute();
  const [card, other] = board.cards as [number, number];
  const inserted = async (statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
    (await statement.execute(owner)).rows[0]!.id;
  const story = await inserted(sql<{ id: number }>`insert into story (tenant_id, project_id, number, title)
    values (${tenant_id}, ${board.projectId}, 500, 'Atividade') returning id`);
  const tag = await inserted(sql<{ id: number }>`insert into tag (tenant_id, board_id, title)
    values (${tenant_id}, ${board.boardId}, 'Etiqueta') returning id`);
  const comment = await inserted(sql<{
    id: number;
  }>`insert into comment (tenant_id, parent_type, parent_id, body, created_by)
    values (${tenant_id}, 'task', ${card}, '<p>x</p>', ${admin.id}) returning id`);
  const item = await inserted(sql<{
    id: number;
  }>`insert into checklist_item (tenant_id, parent_type, parent_id, title, pos)
    values (${tenant_id}, 'task', ${card}, 'Item', 'a') returning id`);
  const organizer = await inserted(sql<{ id: number }>`insert into organizer (tenant_id, title)
    values (${tenant_id}, 'Agrupador') returning id`);
  await sql`insert into task_tag (tenant_id, task_id, tag_id) values (${tenant_id}, ${card}, ${tag})`.execute(
    owner,
  );
  const change = { entity: 'task', id: card, version: 1, projectId: board.projectId };
  const { id: op } = await owner
    .insertInto('op')
    .values({
      tenant_id,
      op_id: operation,
      kind: 'task.update',
      actor_id: admin.id,
      changes: JSON.stringify([{ ...change, before: { title: 'Antes' }, after: { title: 'Tarefa 1' } }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner.insertInto('op_object').values({ tenant_id, entity: 'task', entity_id: card, op }).execute();
  await closeProject(app, board.projectId);
  ids = {
    projects: board.projectId,
    boards: board.boardId,
    sprints: board.sprintId,
    lanes: board.lanes[1]!,
    tasks: card,
    stories: story,
    tags: tag,
    comments: comment,
    checklist: item,
    organizer,
  };
  known = {
    projectId: board.projectId,
    projectIds: [board.projectId],
    storyId: story,
    taskId: card,
    ids: [card],
    fileIds: [1],
    set: { priorityId: 1 },
    taskIds: [card],
    tasks: [card],
    otherId: other,
    parentId: card,
    parentType: 'task',
    tagId: tag,
    title: 'Outro nome',
    bucket: board.sprintId,
    laneId: board.lanes[1],
  };
});
afterAll(() => app.close());

/** A value that a schema takes. */
function valueOf(schema: TSchema & { anyOf?: TSchema[]; enum?: unknown[]; const?: unknown }): unknown {
  const { type, format, pattern } = schema as { type?: string; format?: string; pattern?: string };
  if (schema.anyOf) return valueOf(schema.anyOf[0]!);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  if (type === 'object') return bodyOf(schema);
  if (format === 'date') return '2026-11-20';
  return pattern?.includes('8}') ? '0b9f0d0e-5a51-4f65-9d56-1f2a35a4c001' : 'texto';
}

/** A body with what is required, and everything by which it concerns the closed project. */
function bodyOf(schema: TSchema | undefined): Record<string, unknown> {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      name in known ? [[name, known[name]]] : required.includes(name) ? [[name, valueOf(property)]] : [],
    ),
  );
}

function addressOf({ url, input }: RouteSpec): string {
  const parts = url.split('/');
  const path = parts.map((part, at) => {
    if (!part.startsWith(':')) return part;
    const name = part.slice(1);
    const value = name === 'id' ? ids[parts[at - 1]!] : name === 'opId' ? operation : known[name];
    return value === undefined ? '1' : String(value);
  });
  const query = Object.entries(bodyOf(input?.query)).filter(([, value]) => typeof value !== 'object');
  const text = query.map(([name, value]) => `${name}=${String(value)}`).join('&');
  return `${path.join('/')}${text === '' ? '' : `?${text}`}`;
}

/** Body that a route takes: JSON, or a form with a file. */
function bodyAndType({ input, upload }: RouteSpec): { payload?: object | string; type?: string } {
  if (!input?.body) return {};
  const payload = bodyOf(input.body);
  if (!upload) return { payload };
  const fields = Object.entries(payload).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const file =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\ncontent-type: text/csv\r\n\r\ntitle\r\nUma\r\n';
  return { payload: `${fields.join('')}${file}--b--\r\n`, type: 'multipart/form-data; boundary=b' };
}

/** A hash of every table that holds something of a project. */
async function rows(): Promise<Record<string, string>> {
  const tables = [
    'project',
    'project_member',
    'project_board',
    'story',
    'task',
    'task_user',
    'task_tag',
    'task_link',
  ];
  const more = [
    'card_position',
    'comment',
    'comment_reaction',
    'checklist_item',
    'op',
    'board',
    'tag',
    'organizer',
  ];
  const found: Record<string, string> = {};
  for (const table of [...tables, ...more]) {
    const { rows: hash } = await sql<{ hash: string }>`
      select coalesce(md5(string_agg(x::text, ',' order by x::text)), '') as hash from ${sql.table(table)} x`.execute(
      app.database.owner,
    );
    found[table] = hash[0]!.hash;
  }
  return found;
}

it('knows only routes that are there as apart', () => {
  const there = writes.map(nameOf);
  expect([...apart.keys()].filter((name) => !there.includes(name))).toEqual([]);
  expect(refusing.length).toBeGreaterThan(3);
});

it.each(refusing)('%s refuses on a closed project, and changes nothing', async (_name, route) => {
  const before = await rows();
  const { payload, type } = bodyAndType(route);
  const answer = await app.inject({
    method: route.method,
    url: addressOf(route),
    headers: { ...headers, ...(type && { 'content-type': type }) },
    ...(payload && { payload }),
  });
  expect([answer.json().code, answer.statusCode, answer.json().errors]).toEqual([
    'PROJECT_CLOSED',
    409,
    undefined,
  ]);
  expect(await rows()).toEqual(before);
});
