import { Type } from 'typebox';
import type { Resource } from '../../../kernel/contract.ts';
import { ListReader, listReply } from '../../../kernel/list.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { mayWork } from '../work/access.ts';
import { attachFiles, removeAttachment } from './attachments.ts';
import { readHistory } from '../operation/history.ts';
import { changeLink } from './links.ts';
import { projectOfParent } from '../work/parents.ts';
import { setWatching } from './watchers.ts';
import { gestureQuery, id, idParams } from '../../../kernel/schema-parts.ts';
import { readTask } from './task-read.ts';
import { attachmentBody, historyQuery, historyRow, linkInput, taskReply } from './task-schema.ts';

const history = new ListReader({ orders: ['at'], defaultOrder: 'at_desc' });

/** Parts of a task beside its fields: links, files, watchers and its history. */
export function taskParts({ files }: Platform): Resource['routes'] {
  return [
    route({
      method: 'GET',
      url: '/handler/v2/agile/tasks/:id/history',
      access: mayWork('read'),
      summary: '$routes.task.history',
      errors: ['BAD_ORDER'],
      input: { params: idParams, query: Type.Object({ ...historyQuery.properties, ...history.query }) },
      reply: listReply(historyRow),
      async handle(ctx, { params, query }) {
        await projectOfParent(ctx, { parentType: 'task', parentId: params.id });
        return readHistory(ctx, params.id, history.read(ctx, query));
      },
    }),
    route({
      method: 'POST',
      url: '/handler/v2/agile/tasks/:id/links',
      access: mayWork('update'),
      summary: 'Link a task with another one',
      status: 201,
      errors: ['PROJECT_CLOSED', 'RULE_BROKEN'],
      input: { params: idParams, body: linkInput },
      reply: taskReply,
      async handle(ctx, { params, body }) {
        await changeLink(ctx, params.id, body, true);
        return readTask(ctx, params.id);
      },
    }),
    route({
      method: 'DELETE',
      url: '/handler/v2/agile/tasks/:id/links',
      access: mayWork('update'),
      summary: 'Remove a link of a task',
      errors: ['PROJECT_CLOSED'],
      input: { params: idParams, query: linkInput },
      reply: taskReply,
      async handle(ctx, { params, query }) {
        await changeLink(ctx, params.id, query, false);
        return readTask(ctx, params.id);
      },
    }),
    route({
      method: 'POST',
      url: '/handler/v2/agile/tasks/:id/attachments',
      access: mayWork('update'),
      summary: 'Attach files that were uploaded before to a task',
      status: 201,
      errors: ['PROJECT_CLOSED', 'RULE_BROKEN'],
      input: { params: idParams, body: attachmentBody },
      reply: taskReply,
      async handle(ctx, { params, body }) {
        await attachFiles(ctx, files, params.id, body);
        return readTask(ctx, params.id);
      },
    }),
    route({
      method: 'DELETE',
      url: '/handler/v2/agile/tasks/:id/attachments/:fileId',
      access: mayWork('update'),
      summary: 'Remove a file of a task, which is kept for a day',
      errors: ['PROJECT_CLOSED'],
      input: { params: Type.Object({ id, fileId: id }), query: gestureQuery },
      reply: taskReply,
      async handle(ctx, { params, query }) {
        await removeAttachment(ctx, params.id, params.fileId, query.opId);
        return readTask(ctx, params.id);
      },
    }),
    route({
      method: 'POST',
      url: '/handler/v2/agile/tasks/:id/watch',
      access: mayWork('read'),
      summary: 'Be notified of what happens to a task',
      input: { params: idParams },
      reply: taskReply,
      async handle(ctx, { params }) {
        await projectOfParent(ctx, { parentType: 'task', parentId: params.id });
        await setWatching(ctx, params.id, true);
        return readTask(ctx, params.id);
      },
    }),
    route({
      method: 'DELETE',
      url: '/handler/v2/agile/tasks/:id/watch',
      access: mayWork('read'),
      summary: 'Be notified no more of what happens to a task',
      input: { params: idParams },
      reply: taskReply,
      async handle(ctx, { params }) {
        await projectOfParent(ctx, { parentType: 'task', parentId: params.id });
        await setWatching(ctx, params.id, false);
        return readTask(ctx, params.id);
      },
    }),
  ];
}
