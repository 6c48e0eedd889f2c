import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Context, Resource } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { mayWork } from '../work/access.ts';
import { findOp, recordUnder } from '../operation/ops.ts';
import { changeRecord, insertRecord, removeRecord } from '../operation/write-record.ts';
import { keyBetween } from '../card/order-key.ts';
import { lockParent, parentFields, parentOf, projectOfParent, type Parent } from '../work/parents.ts';
import { noted, notedColumns } from '../work/noted.ts';
import { requiredTitle } from '../work/text.ts';
import { gestureQuery, id, idParams, nullable, opId, version } from '../../../kernel/schema-parts.ts';

const itemReply = Type.Object({
  id: Type.Integer(),
  parentType: Type.String(),
  parentId: Type.Integer(),
  title: Type.String(),
  isDone: Type.Boolean(),
  pos: Type.String(),
  ...noted,
  version: Type.Integer(),
});
type Item = Static<typeof itemReply>;
const title = Type.Optional(Type.String({ maxLength: 500 }));
const columns = sql`c.id, c.parent_type as "parentType", c.parent_id as "parentId", c.title, c.is_done as "isDone", c.pos,
  ${notedColumns}, c.version`;

async function itemOf(ctx: Context, itemId: number): Promise<Item> {
  const { rows } = await sql<Item>`select ${columns} from checklist_item c where c.id = ${itemId}`.execute(
    ctx.db,
  );
  const [item] = rows;
  if (!item) throw notFound();
  return item;
}

async function readItem(ctx: Context, itemId: number): Promise<Item> {
  const item = await itemOf(ctx, itemId);
  await projectOfParent(ctx, parentOf(item));
  return item;
}

async function itemsOf(ctx: Context, { parentType, parentId }: Parent): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select ${columns} from checklist_item c
    where c.parent_type = ${parentType} and c.parent_id = ${parentId} order by c.pos, c.id`.execute(ctx.db);
  return rows;
}

/** Locks a checklist: its items, in the order of their ids, so that two people find no place twice. */
async function lockItems(ctx: Context, parent: Parent) {
  const locked = await lockParent(ctx, parent);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`checklist ${ctx.tenant.id} ${parent.parentType} ${parent.parentId}`}, 0))`.execute(
    ctx.db,
  );
  return locked;
}

/** A key behind a named item, at the top for null, at the end without one. */
function placeOf(items: readonly Item[], afterId: number | null | undefined): string {
  if (afterId === null) return keyBetween(null, items[0]?.pos ?? null);
  const at = items.findIndex((item) => item.id === afterId);
  return at < 0
    ? keyBetween(items.at(-1)?.pos ?? null, null)
    : keyBetween(items[at]!.pos, items[at + 1]?.pos ?? null);
}

async function addItem(
  ctx: Context,
  given: Parent & {
    title?: string | undefined;
    afterId?: number | null | undefined;
    opId?: string | undefined;
  },
): Promise<Item> {
  const name = requiredTitle(given.title);
  const parent = { parentType: given.parentType, parentId: given.parentId };
  const { projectId, boards } = await lockItems(ctx, parent);
  const earlier = (await findOp(ctx.db, given.opId, 0))?.changes?.[0];
  if (earlier) return readItem(ctx, earlier.id);
  const pos = placeOf(await itemsOf(ctx, parent), given.afterId);
  const fields = { ...parent, title: name, isDone: false, pos };
  const change = await insertRecord(ctx, 'checklist', fields, { projectId });
  await recordUnder(ctx, 'checklist.create', parent, change, boards, given.opId);
  return itemOf(ctx, change.id);
}

async function changeItem(
  ctx: Context,
  itemId: number,
  given: {
    title?: string | undefined;
    isDone?: boolean | undefined;
    afterId?: number | null | undefined;
    version?: number | undefined;
    opId?: string | undefined;
  },
): Promise<Item> {
  const parent = parentOf(await readItem(ctx, itemId));
  const { projectId, boards } = await lockItems(ctx, parent);
  const stored = await itemOf(ctx, itemId);
  if (await findOp(ctx.db, given.opId, 0)) return stored;
  await assertVersion(expectedVersion(ctx, given.version), stored.version, () => stored);
  const others = (await itemsOf(ctx, parent)).filter((item) => item.id !== itemId);
  const wanted = {
    title: given.title === undefined ? stored.title : requiredTitle(given.title),
    isDone: given.isDone ?? stored.isDone,
    pos: given.afterId === undefined ? stored.pos : placeOf(others, given.afterId),
  };
  const change = await changeRecord(ctx, { entity: 'checklist', id: itemId }, stored, wanted, {
    projectId,
    notes: { ...parent },
    isWhole: true,
  });
  if (change === null) return stored;
  await recordUnder(ctx, 'checklist.update', parent, change, boards, given.opId);
  return itemOf(ctx, itemId);
}

async function removeItem(ctx: Context, itemId: number, gesture: string | undefined): Promise<void> {
  const parent = parentOf(await readItem(ctx, itemId));
  const { projectId, boards } = await lockItems(ctx, parent);
  const { version: stored, title: name, isDone, pos } = await itemOf(ctx, itemId);
  const before = { ...parent, title: name, isDone, pos };
  const change = await removeRecord(ctx, { entity: 'checklist', id: itemId, version: stored }, before, {
    projectId,
  });
  await recordUnder(ctx, 'checklist.delete', parent, change, boards, gesture);
}

const afterId = Type.Optional(nullable(id));

/** Checklists of tasks, stories and projects. */
export function checklistResource(): Resource {
  return {
    name: 'checklist',
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/checklist',
        access: mayWork('read'),
        summary: '$routes.checklist.items',
        input: { query: Type.Object(parentFields) },
        reply: Type.Object({ rows: Type.Array(itemReply) }),
        async handle(ctx, { query }) {
          await projectOfParent(ctx, query);
          return { rows: await itemsOf(ctx, query) };
        },
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/checklist',
        access: mayWork('update'),
        summary: 'Add an item to a checklist',
        status: 201,
        errors: ['PROJECT_CLOSED'],
        input: { body: Type.Object({ opId: Type.Optional(opId), ...parentFields, title, afterId }) },
        reply: itemReply,
        handle: (ctx, { body }) => addItem(ctx, body),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/checklist/:id',
        access: mayWork('read'),
        summary: '$routes.checklist.one',
        input: { params: idParams },
        reply: itemReply,
        handle: (ctx, { params }) => readItem(ctx, params.id),
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/checklist/:id',
        access: mayWork('update'),
        summary: 'Tick, rename or move an item of a checklist',
        errors: ['VERSION_CONFLICT', 'PROJECT_CLOSED'],
        input: {
          params: idParams,
          body: Type.Object({
            opId: Type.Optional(opId),
            version: Type.Optional(version),
            title,
            isDone: Type.Optional(Type.Boolean()),
            afterId,
          }),
        },
        reply: itemReply,
        handle: (ctx, { params, body }) => changeItem(ctx, params.id, body),
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/checklist/:id',
        access: mayWork('update'),
        summary: 'Remove an item of a checklist',
        errors: ['PROJECT_CLOSED'],
        input: { params: idParams, query: gestureQuery },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params, query }) {
          await removeItem(ctx, params.id, query.opId);
          return { id: params.id };
        },
      }),
    ],
  };
}
