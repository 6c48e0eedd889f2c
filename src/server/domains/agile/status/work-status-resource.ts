import { Type } from 'typebox';
import { statusIds, type StatusCategory } from '../../../../contracts/agile.ts';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import { mayBoards, mayWork } from '../work/access.ts';
import { prioritiesIn } from '../work/priorities.ts';
import { nameStatus } from './status-names.ts';
import { readStatuses } from './statuses.ts';
import { allRows, id, nullable, opId } from '../../../kernel/schema-parts.ts';
import { addLane, readDefaultLanes } from './work-status-lanes.ts';

const statusReply = Type.Object({
  id: Type.Integer(),
  name: Type.String({
    description: 'Stable: the key of a status of the product, the title of a tenant’s own.',
  }),
  title: Type.String(),
  category: Type.String(),
  color: nullable(Type.String()),
});
const laneReply = Type.Object({
  ...statusReply.properties,
  statusId: Type.Integer(),
  laneId: nullable(Type.Integer({ description: 'On the board that was named.' })),
  boardId: nullable(Type.Integer()),
  rank: Type.Integer(),
});
const priorityReply = Type.Object({
  id: Type.Integer(),
  key: Type.String(),
  title: Type.String(),
});

const categories = Object.keys(statusIds).filter((key) => key !== 'late' && key !== 'backlog');
const laneBody = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  category: Type.Optional(
    Type.Unsafe<StatusCategory>({
      type: 'string',
      enum: categories,
      description: 'Category of the status: its colour, whether it ends work, and its lane on other boards.',
    }),
  ),
  color: Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }))),
  boardId: Type.Optional(nullable(id)),
  opId: Type.Optional(opId),
});

/** Statuses, the lanes of new boards, and priorities. */
export function workStatusResource(): Resource {
  return {
    name: 'work-status',
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/status',
        access: mayWork('read'),
        summary: '$routes.work-status.statuses',
        input: {
          query: Type.Object({
            stored: Type.Optional(
              Type.Unsafe<'true'>({
                type: 'string',
                enum: ['true'],
                description: 'Without those that are computed, which no record is given.',
              }),
            ),
          }),
        },
        reply: allRows(statusReply),
        async handle({ db, lang }, { query }) {
          const statuses = [...(await readStatuses(db)).values()];
          const wanted = query.stored ? statuses.filter(({ category }) => category !== 'late') : statuses;
          return { rows: wanted.map((status) => nameStatus(status, lang)) };
        },
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/statusLanes',
        access: mayWork('read'),
        summary: '$routes.work-status.lanes',
        reply: allRows(laneReply),
        handle: async (ctx) => ({ rows: await readDefaultLanes(ctx) }),
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/statusLanes',
        access: mayBoards('update'),
        summary: 'Add a lane to new boards, or to one board',
        status: 201,
        errors: ['ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { body: laneBody },
        reply: laneReply,
        handle: async (ctx, { body }) => new Reply(await addLane(ctx, body), 'messages.agile.laneCreated'),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/priorities',
        access: mayWork('read'),
        summary: '$routes.work-status.priorities',
        reply: allRows(priorityReply),
        handle: ({ lang }) => Promise.resolve({ rows: prioritiesIn(lang) }),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/priorities/:id',
        access: mayWork('read'),
        summary: '$routes.work-status.priority',
        input: { params: Type.Object({ id }) },
        reply: priorityReply,
        async handle({ lang }, { params }) {
          const found = prioritiesIn(lang).find((row) => row.id === params.id);
          if (!found) throw notFound();
          return Promise.resolve(found);
        },
      }),
    ],
  };
}
