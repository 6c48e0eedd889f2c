import { Type } from 'typebox';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { assertSeesBoard, boardTopics, mayBoards, mayWork } from '../work/access.ts';
import { moveCard } from '../card/move.ts';
import { editFields } from '../task/task-edit.ts';
import { opsAfter } from '../operation/ops.ts';
import { id, idParams, opId } from '../../../kernel/schema-parts.ts';
import { readCards } from './board-cards.ts';
import { boardOrders, listBoards, readBoard } from './board-read.ts';
import {
  boardReply,
  boardRow,
  cardParams,
  cardsQuery,
  cardsReply,
  createBoardBody,
  eventsQuery,
  eventsReply,
  moveBody,
  moveReply,
  updateBoardBody,
} from './board-schema.ts';
import { createBoard, removeBoard, updateBoard } from './board-write.ts';

const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: boardOrders, defaultOrder: 'title_asc' });

/** Boards with their cards and operations. */
export function boardResource(): Resource {
  return {
    name: 'board',
    topics: [boardTopics],
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/boards',
        access: mayWork('read'),
        summary: '$routes.board.page',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            title: Type.Optional(Type.String({ maxLength: 250, description: 'Contained in the title.' })),
            q_projId: Type.Optional(id),
          }),
        },
        reply: listReply(boardRow),
        handle: (ctx, { query }) =>
          listBoards(ctx, lists.read(ctx, query), { title: query.title, projectId: query.q_projId }),
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/boards',
        access: mayBoards('create'),
        summary: 'Create a board with a lane for each of the status lanes',
        status: 201,
        errors: ['PROJECT_CLOSED'],
        input: { body: createBoardBody },
        reply: boardReply,
        handle: async (ctx, { body }) =>
          new Reply(await createBoard(ctx, body), 'messages.agile.boardCreated'),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/boards/:id',
        access: mayWork('read'),
        summary: '$routes.board.one',
        input: { params: idParams },
        reply: boardReply,
        handle: (ctx, { params }) => readBoard(ctx, params.id),
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/boards/:id',
        access: mayBoards('update'),
        summary: 'Change the sent fields of a board, its active sprint among them',
        errors: ['VERSION_CONFLICT', 'PROJECT_CLOSED', 'SPRINT_ENDED', 'RULE_BROKEN'],
        input: { params: idParams, body: updateBoardBody },
        reply: boardReply,
        handle: async (ctx, { params, body }) =>
          new Reply(await updateBoard(ctx, params.id, body), 'messages.agile.boardUpdated'),
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/boards/:id',
        access: mayBoards('delete'),
        summary: 'Remove a board whose open sprints have no cards',
        errors: ['RULE_BROKEN'],
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer(), opId }),
        async handle(ctx, { params }) {
          const removed = await removeBoard(ctx, params.id);
          return new Reply({ id: params.id, opId: removed.opId }, 'messages.agile.boardDeleted');
        },
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/boards/:id/tasks',
        access: mayWork('read'),
        summary: '$routes.board.tasks',
        input: { params: idParams, query: cardsQuery },
        reply: cardsReply,
        async handle(ctx, { params, query }) {
          await assertSeesBoard(ctx, params.id);
          return readCards(ctx.db, params.id, query.sprintId);
        },
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/boards/:id/events',
        access: mayWork('read'),
        summary: '$routes.board.events',
        input: { params: idParams, query: eventsQuery },
        reply: eventsReply,
        async handle(ctx, { params, query }) {
          await assertSeesBoard(ctx, params.id);
          return opsAfter(ctx.db, params.id, query.after);
        },
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/boards/:id/cards/:taskId/move',
        access: mayWork('update'),
        summary: 'Move a card to a list, a lane and a place between two others',
        errors: ['PROJECT_CLOSED', 'SPRINT_ENDED', 'LANE_FULL', 'RULE_BROKEN', 'VERSION_CONFLICT'],
        input: { params: cardParams, body: moveBody },
        reply: moveReply,
        async handle(ctx, { params, body }) {
          await assertSeesBoard(ctx, params.id);
          const { set, ...command } = body;
          return moveCard(
            ctx,
            params.id,
            params.taskId,
            command,
            set && ((task, statuses) => editFields(ctx, task, set, statuses)),
          );
        },
      }),
    ],
  };
}
