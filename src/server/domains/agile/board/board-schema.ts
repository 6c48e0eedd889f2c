import { Type } from 'typebox';
import { statusIds, type StatusCategory } from '../../../../contracts/agile.ts';
import { mostRichText } from '../work/text.ts';
import { date, id, nullable, opId, version } from '../../../kernel/schema-parts.ts';

const ids = Type.Array(id, { maxItems: 500, uniqueItems: true });
const boardFields = {
  title: Type.Optional(Type.String({ maxLength: 250 })),
  description: Type.Optional(Type.String({ maxLength: mostRichText, description: 'Rich text.' })),
  projectIds: Type.Optional(ids),
  stakeholderIds: Type.Optional(ids),
};
export const createBoardBody = Type.Object({ opId: Type.Optional(opId), ...boardFields });
export const updateBoardBody = Type.Object({
  opId: Type.Optional(opId),
  version: Type.Optional(version),
  ...boardFields,
  activeSprintId: Type.Optional(nullable(id)),
});

const int = Type.Integer();
const text = Type.String();
export const boardRow = Type.Object({
  id: int,
  title: text,
  description: text,
  version: int,
  activeSprintId: nullable(int),
  projectIds: Type.Array(int),
  stakeholderIds: Type.Array(int),
  stakeholders: Type.Array(Type.Object({ id: int, name: text })),
  createdAt: text,
  updatedAt: text,
});
const category = Type.Unsafe<StatusCategory>({ type: 'string', enum: Object.keys(statusIds) });
export const boardReply = Type.Object({
  id: int,
  title: text,
  description: text,
  version: int,
  activeSprintId: nullable(int),
  projectIds: Type.Array(int),
  stakeholderIds: Type.Array(int),
  administers: Type.Boolean(),
  lanes: Type.Array(
    Type.Object({
      id: int,
      statusId: int,
      title: text,
      category,
      color: nullable(text),
      rank: int,
      wipLimit: nullable(int),
      wipMode: Type.Unsafe<'soft' | 'hard'>({ type: 'string', enum: ['soft', 'hard'] }),
      version: int,
    }),
  ),
  sprints: Type.Array(
    Type.Object({
      id: int,
      title: text,
      goal: text,
      startDate: date,
      plannedEnd: nullable(date),
      state: Type.Unsafe<'open' | 'ended'>({ type: 'string', enum: ['open', 'ended'] }),
      startedAt: nullable(text),
      version: int,
    }),
  ),
  tags: Type.Array(Type.Object({ id: int, title: text, color: nullable(text) })),
  users: Type.Array(
    Type.Object({ id: int, name: text, photourl: nullable(text), assignable: Type.Boolean() }),
  ),
  priorities: Type.Array(Type.Object({ id: int, key: text, title: text })),
  projects: Type.Array(
    Type.Object({
      id: int,
      key: text,
      title: text,
      icon: Type.Object({ name: text, color: text }),
      closed: Type.Boolean(),
    }),
  ),
  stories: Type.Array(Type.Object({ id: int, number: int, projectId: int, title: text, statusId: int })),
  statuses: Type.Array(Type.Object({ id: int, category, title: text, color: nullable(text) })),
});

const order = {
  afterId: Type.Optional(nullable(id)),
  beforeId: Type.Optional(nullable(id)),
};

export const cardParams = Type.Object({ id, taskId: id });

export const moveBody = Type.Object({
  opId: Type.Optional(opId),
  bucket: Type.Union([id, Type.Literal('backlog')], {
    description: 'Id of a sprint of the board, or backlog.',
  }),
  laneId: Type.Optional(nullable(id)),
  ...order,
  seen: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Number of the last operation that the person has seen. A move of others since is a conflict.',
    }),
  ),
  set: Type.Optional(
    Type.Object(
      {
        storyId: Type.Optional(nullable(id)),
        priorityId: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 4 }))),
        head: Type.Optional(nullable(id)),
        users: Type.Optional(Type.Array(id, { maxItems: 100, uniqueItems: true })),
        tags: Type.Optional(Type.Array(id, { maxItems: 100, uniqueItems: true })),
      },
      { description: 'Fields that change with the move: what a swimlane stands for.' },
    ),
  ),
});

export const moveReply = Type.Object({
  opId: Type.String(),
  seq: Type.Integer(),
  version: Type.Integer(),
  statusId: Type.Integer(),
  sprintId: nullable(Type.Integer()),
  laneId: nullable(Type.Integer()),
  pos: Type.String(),
  placed: Type.Union([Type.Literal('exact'), Type.Literal('adjusted')]),
});

const fields = Type.Record(Type.String(), Type.Any());
const change = Type.Object({
  entity: Type.String(),
  id: Type.Integer(),
  version: Type.Integer(),
  projectId: nullable(Type.Integer()),
  before: nullable(fields),
  after: nullable(fields),
});
export const eventsQuery = Type.Object({
  after: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Number of the last operation that the reader has.',
  }),
});
export const eventsReply = Type.Object({
  seq: Type.Integer(),
  reload: Type.Boolean(),
  rows: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      opId: Type.String(),
      kind: Type.String(),
      actorId: nullable(Type.Integer()),
      at: Type.String(),
      undoes: nullable(Type.String()),
      changes: nullable(Type.Array(change)),
    }),
  ),
});

/** A card as boards need it. */
export const cardReply = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  title: Type.String(),
  projectId: Type.Integer(),
  storyId: nullable(Type.Integer()),
  statusId: Type.Integer(),
  priorityId: nullable(Type.Integer()),
  taskSprintId: nullable(Type.Integer()),
  laneId: nullable(Type.Integer()),
  pos: Type.String(),
  head: nullable(Type.Integer()),
  startDate: nullable(Type.String()),
  endDate: nullable(Type.String()),
  users: Type.Array(Type.Integer()),
  tags: Type.Array(Type.Integer()),
  checklist: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
  comments: Type.Integer(),
  coverFileId: nullable(Type.Integer()),
  version: Type.Integer(),
});
export const cardsQuery = Type.Object({
  sprintId: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Cards of one sprint; 0 for those of the backlog. All cards of the board without it.',
    }),
  ),
});
export const cardsReply = Type.Object({
  rows: Type.Array(cardReply),
  seq: Type.Integer({ description: 'Number of the last operation that the rows contain.' }),
});
