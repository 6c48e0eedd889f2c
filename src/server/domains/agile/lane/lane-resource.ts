import { Type } from 'typebox';
import type { Resource } from '../../../kernel/contract.ts';
import { ruleBroken } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import { expectedVersion } from '../../../kernel/version.ts';
import { assertSeesBoard, mayBoards, mayWork } from '../work/access.ts';
import { boardOfLane, changeLane, orderLanes, removeLane } from './lane-write.ts';
import { readLanes } from './lanes.ts';
import { moveCard } from '../card/move.ts';
import { updateStory } from '../story/stories.ts';
import { id, idParams, nullable, opId, version } from '../../../kernel/schema-parts.ts';

const wipMode = Type.Unsafe<'soft' | 'hard'>({ type: 'string', enum: ['soft', 'hard'] });
const laneReply = Type.Object({
  id: Type.Integer(),
  boardId: Type.Integer(),
  statusId: Type.Integer(),
  rank: Type.Integer(),
  title: nullable(Type.String({ description: 'On this board; null: the name of its status.' })),
  color: nullable(Type.String()),
  wipLimit: nullable(Type.Integer()),
  wipMode,
  version: Type.Integer(),
});

/** Lanes of boards: their order, colours and limits, and the older calls that put cards into them. */
export function laneResource(): Resource {
  // One path is that of the specification, the other one is spelled as its entity.
  const stories = ['stories', 'stores'].map((name) =>
    route({
      method: 'PUT',
      url: `/handler/v2/agile/lanes/:id/${name}`,
      access: mayWork('update'),
      summary: 'Give a story the status of a lane',
      errors: ['PROJECT_CLOSED'],
      input: { params: idParams, query: Type.Object({ storyId: id }) },
      reply: Type.Object({ id: Type.Integer() }),
      async handle(ctx, { params, query }) {
        const boardId = await boardOfLane(ctx, params.id);
        await assertSeesBoard(ctx, boardId);
        const lane = (await readLanes(ctx.db, [boardId])).find((one) => one.id === params.id)!;
        await updateStory(
          ctx,
          query.storyId,
          { statusId: lane.statusId },
          { expected: { version: null }, present: () => Promise.resolve(null) },
        );
        return { id: query.storyId };
      },
    }),
  );
  return {
    name: 'lane',
    routes: [
      route({
        method: 'PUT',
        url: '/handler/v2/agile/boards/:id/lanes',
        access: mayBoards('update'),
        summary: 'Put the lanes of a board into an order',
        errors: ['FORBIDDEN'],
        input: {
          params: idParams,
          body: Type.Object({
            opId: Type.Optional(opId),
            laneIds: Type.Optional(Type.Array(id, { maxItems: 100, uniqueItems: true })),
          }),
        },
        reply: Type.Object({ rows: Type.Array(laneReply) }),
        async handle(ctx, { params, body }) {
          await orderLanes(ctx, params.id, body.laneIds ?? [], body.opId);
          return { rows: await readLanes(ctx.db, [params.id]) };
        },
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/lanes/:id',
        access: mayBoards('update'),
        summary: 'Change name, colour and limit of a lane',
        errors: ['VERSION_CONFLICT', 'FORBIDDEN', 'ALREADY_EXISTS'],
        input: {
          params: idParams,
          body: Type.Object({
            opId: Type.Optional(opId),
            version: Type.Optional(version),
            title: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
            color: Type.Optional(nullable(Type.String({ format: 'color', minLength: 1 }))),
            wipLimit: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
            wipMode: Type.Optional(wipMode),
          }),
        },
        reply: laneReply,
        handle: (ctx, { params, body: { opId: gesture, version: given, ...fields } }) =>
          changeLane(ctx, params.id, fields, { expected: expectedVersion(ctx, given), opId: gesture }),
      }),
      route({
        method: 'DELETE',
        url: '/handler/v2/agile/lanes/:id',
        access: mayBoards('update'),
        summary: 'Remove a lane; its cards go to a named other one',
        errors: ['RULE_BROKEN', 'LANE_FULL', 'FORBIDDEN'],
        input: {
          params: idParams,
          query: Type.Object({ toLaneId: Type.Optional(id), opId: Type.Optional(opId) }),
        },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params, query }) {
          await removeLane(ctx, params.id, query);
          return { id: params.id };
        },
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/lanes/:id/tasks',
        access: mayWork('update'),
        summary: 'Move a card to the end of a lane, in its own sprint or the active one',
        errors: ['PROJECT_CLOSED', 'SPRINT_ENDED', 'LANE_FULL', 'RULE_BROKEN'],
        input: { params: idParams, query: Type.Object({ taskId: id }) },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params, query }) {
          const boardId = await boardOfLane(ctx, params.id);
          await assertSeesBoard(ctx, boardId);
          const found = await ctx.db
            .selectFrom('board')
            .leftJoin('task', (join) => join.on('task.id', '=', query.taskId))
            .where('board.id', '=', boardId)
            .select(['board.active_sprint_id as active', 'task.sprint_id as own'])
            .executeTakeFirstOrThrow();
          const bucket = found.own ?? found.active;
          if (bucket === null) throw ruleBroken('errors.agile.noSprint');
          await moveCard(ctx, boardId, query.taskId, { bucket, laneId: params.id });
          return { id: query.taskId };
        },
      }),
      ...stories,
    ],
  };
}
