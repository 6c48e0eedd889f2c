import { Type } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { AppError, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { ListReader, listReply } from '../../../kernel/list.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { expectedVersion } from '../../../kernel/version.ts';
import { mayWork } from '../work/access.ts';
import { taskFiles } from './attachments.ts';
import { moveCards } from '../card/move-several.ts';
import { editTasks, removeTasks } from './task-edit.ts';
import { createTask } from './tasks.ts';
import { gestureQuery, idParams } from '../../../kernel/schema-parts.ts';
import { taskFileRoutes } from './task-files.ts';
import { taskParts } from './task-part-routes.ts';
import { listTasks, readTask, taskOrders } from './task-read.ts';
import {
  bulkBody,
  bulkReply,
  createTaskBody,
  taskQuery,
  taskReply,
  taskRow,
  updateTaskBody,
} from './task-schema.ts';

const lists = new ListReader({ orders: taskOrders, defaultOrder: 'id_asc' });

/** Tasks of projects. */
export function taskResource(platform: Platform): Resource {
  const { totals } = platform;
  return {
    name: 'task',
    fileOwners: [taskFiles],
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/tasks',
        access: mayWork('read'),
        summary: '$routes.task.page',
        errors: ['BAD_ORDER'],
        input: { query: Type.Object({ ...taskQuery.properties, ...lists.query }) },
        reply: listReply(taskRow),
        handle: (ctx, { query }) => listTasks(ctx, totals, lists.read(ctx, query), query),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/boards/tasks',
        access: mayWork('read'),
        summary: '$routes.task.onBoards',
        errors: ['BAD_ORDER'],
        input: { query: Type.Object({ ...taskQuery.properties, ...lists.query }) },
        reply: listReply(taskRow),
        handle: (ctx, { query }) =>
          listTasks(ctx, totals, lists.read(ctx, query), { ...query, onBoard: true }),
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/tasks',
        access: mayWork('create'),
        summary: 'Create a task, in the backlog or in a sprint',
        status: 201,
        errors: ['PROJECT_CLOSED', 'SPRINT_ENDED', 'LANE_FULL', 'RULE_BROKEN'],
        input: { body: createTaskBody },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { body: { taskSprintId, ...body } }) {
          const created = await createTask(ctx, { ...body, sprintId: taskSprintId });
          return new Reply({ id: created }, 'messages.agile.taskCreated');
        },
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/tasks/:id',
        access: mayWork('read'),
        summary: '$routes.task.one',
        input: { params: idParams },
        reply: taskReply,
        handle: (ctx, { params }) => readTask(ctx, params.id),
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/tasks/:id',
        access: mayWork('update'),
        summary: 'Change the sent fields of a task; a status or sprint moves its card',
        errors: ['VERSION_CONFLICT', 'PROJECT_CLOSED', 'SPRINT_ENDED', 'LANE_FULL'],
        input: { params: idParams, body: updateTaskBody },
        reply: taskReply,
        async handle(ctx, { params, body: { opId, version, ...fields } }) {
          const present = () => readTask(ctx, params.id);
          await editTasks(ctx, [params.id], fields, {
            opId,
            expected: expectedVersion(ctx, version),
            present,
          });
          return new Reply(await present(), 'messages.agile.taskUpdated');
        },
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/tasks/:id',
        access: mayWork('delete'),
        summary: 'Remove a task',
        errors: ['PROJECT_CLOSED'],
        input: { params: idParams, query: gestureQuery },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params, query }) {
          await removeTasks(ctx, [params.id], { opId: query.opId });
          return new Reply({ id: params.id }, 'messages.agile.taskDeleted');
        },
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/tasks/:id/tags',
        access: mayWork('update'),
        summary: 'Take a tag from a task',
        errors: ['VERSION_CONFLICT', 'PROJECT_CLOSED'],
        input: { params: idParams, query: Type.Object({ tagId: Type.Integer({ minimum: 1 }) }) },
        reply: taskReply,
        async handle(ctx, { params, query }) {
          const present = () => readTask(ctx, params.id);
          const { tags, version } = await present();
          const rest = tags.filter((one) => one !== query.tagId);
          if (rest.length === tags.length) throw notFound();
          await editTasks(ctx, [params.id], { tags: rest }, { expected: { version }, present });
          return new Reply(await present(), 'messages.agile.taskUpdated');
        },
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/tasks/-/bulk',
        access: mayWork('update'),
        summary: 'Change or remove several tasks as one operation, all or nothing',
        errors: [
          'PROJECT_CLOSED',
          'SPRINT_ENDED',
          'LANE_FULL',
          'RULE_BROKEN',
          'FORBIDDEN',
          'VERSION_CONFLICT',
        ],
        input: { body: bulkBody },
        reply: bulkReply,
        async handle(ctx, { body }) {
          const { ids, set = {}, add, remove, move, opId, seen } = body;
          const isChange = body.set !== undefined || add !== undefined || remove !== undefined;
          const kinds = [isChange, move !== undefined, body.delete !== undefined];
          if (kinds.filter(Boolean).length !== 1) throw ruleBroken('errors.agile.bulk');
          if (move) {
            const { boardId, ...place } = move;
            await moveCards(ctx, boardId, ids, {
              opId,
              ...place,
              seen: seen?.boardId === boardId ? seen.seq : undefined,
            });
          } else if (isChange) await editTasks(ctx, ids, set, { opId, add, remove, seen });
          else {
            if (!allows(ctx.caller.grants, mayWork('delete'))) throw new AppError('FORBIDDEN');
            await removeTasks(ctx, ids, { opId });
          }
          return { rows: body.ids.map((id) => ({ id, ok: true })) };
        },
      }),
      ...taskFileRoutes(),
      ...taskParts(platform),
    ],
  };
}
