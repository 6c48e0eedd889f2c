import { Type } from 'typebox';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import { assertSeesBoard, mayBoards, mayWork } from '../work/access.ts';
import { endSprint } from './sprint-end.ts';
import { idParams } from '../../../kernel/schema-parts.ts';
import { sprintFileRoute } from './sprint-files.ts';
import { listSprints, sprintOf, sprintReport } from './sprint-read.ts';
import {
  createBody,
  endReply,
  sprintQuery,
  sprintsQuery,
  sprintsReply,
  sprintWithReport,
  updateBody,
} from './sprint-schema.ts';
import { createSprint, updateSprint } from './sprint-write.ts';

/** Sprints of boards, with their reports. */
export function sprintResource(): Resource {
  return {
    name: 'sprint',
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/sprints',
        access: mayWork('read'),
        summary: '$routes.sprint.list',
        input: { query: sprintsQuery },
        reply: sprintsReply,
        async handle(ctx, { query }) {
          await assertSeesBoard(ctx, query.q_boardId);
          return { rows: await listSprints(ctx, query.q_boardId) };
        },
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/sprints/:id',
        access: mayWork('read'),
        summary: '$routes.sprint.one',
        input: { params: idParams, query: sprintQuery },
        reply: sprintWithReport,
        async handle(ctx, { params, query: { q_boardId: boardId } }) {
          const sprint = await sprintOf(ctx, params.id);
          if (boardId !== undefined && boardId !== sprint.boardId) throw notFound();
          await assertSeesBoard(ctx, sprint.boardId);
          return { ...sprint, report: await sprintReport(ctx, sprint) };
        },
      }),
      sprintFileRoute(),
      route({
        method: 'POST',
        url: '/handler/v2/agile/sprints',
        access: mayBoards('create'),
        summary: 'Create a sprint of a board',
        status: 201,
        input: { body: createBody },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { body: { boardId, opId, ...fields } }) {
          const created = await createSprint(ctx, boardId, fields, opId);
          return new Reply({ id: created }, 'messages.agile.sprintCreated');
        },
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/sprints/:id',
        access: mayBoards('update'),
        summary: 'Change an open sprint, or end it with a destination for each unfinished task',
        errors: ['VERSION_CONFLICT', 'SPRINT_ENDED', 'SPRINT_UNFINISHED', 'RULE_BROKEN'],
        input: { params: idParams, body: updateBody },
        reply: endReply,
        async handle(ctx, { params, body }) {
          await assertSeesBoard(ctx, (await sprintOf(ctx, params.id)).boardId);
          const { state, resolution, newSprint, note, ...fields } = body;
          if (state === 'ended') {
            const { opId } = fields;
            const ended = await endSprint(ctx, params.id, {
              opId,
              resolution: resolution ?? [],
              newSprint,
              note,
            });
            return new Reply({ id: params.id, ...ended }, 'messages.agile.sprintEnded');
          }
          const misplaced = Object.entries({ resolution, newSprint, note }).filter(
            ([, value]) => value !== undefined,
          );
          if (misplaced.length > 0)
            throw invalid(misplaced.map(([name]) => ({ path: `/${name}`, key: 'errors.agile.onlyAtEnd' })));
          const opId = await updateSprint(ctx, params.id, fields);
          const updated = { id: params.id, opId, newSprintId: null };
          return new Reply(updated, 'messages.agile.sprintUpdated');
        },
      }),
    ],
  };
}
