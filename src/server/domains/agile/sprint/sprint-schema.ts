import { Type } from 'typebox';
import { date, id, nullable, opId } from '../../../kernel/schema-parts.ts';

const fields = {
  title: Type.String({ maxLength: 250 }),
  startDate: date,
  goal: Type.Optional(Type.String({ maxLength: 1000 })),
  plannedEnd: Type.Optional(nullable(date)),
};

export const createBody = Type.Object({ boardId: id, opId: Type.Optional(opId), ...fields });

export const updateBody = Type.Object({
  opId: Type.Optional(opId),
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  title: Type.Optional(fields.title),
  startDate: Type.Optional(date),
  goal: fields.goal,
  plannedEnd: fields.plannedEnd,
  state: Type.Optional(
    Type.Literal('ended', { description: 'Ends the sprint; the other fields are those of the end then.' }),
  ),
  resolution: Type.Optional(
    Type.Array(
      Type.Object({
        taskId: id,
        to: Type.Union([id, Type.Literal('new'), Type.Literal('backlog'), Type.Literal('conclude')]),
      }),
      { maxItems: 5000, description: 'Where each unfinished task goes.' },
    ),
  ),
  newSprint: Type.Optional(Type.Object(fields)),
  note: Type.Optional(Type.String({ maxLength: 5000 })),
});

export const sprintReply = Type.Object({
  id: Type.Integer(),
  boardId: Type.Integer(),
  title: Type.String(),
  goal: Type.String(),
  startDate: Type.String(),
  plannedEnd: nullable(Type.String()),
  state: Type.Union([Type.Literal('open'), Type.Literal('ended')]),
  startedAt: nullable(Type.String()),
  endedAt: nullable(Type.String()),
  endedBy: nullable(Type.String({ description: 'Name of the person.' })),
  active: Type.Boolean(),
  tasks: Type.Array(Type.Integer(), { description: 'Ids of its tasks, as far as the person sees them.' }),
  version: Type.Integer(),
});

const task = Type.Object({
  id: Type.Integer(),
  projectId: Type.Integer(),
  code: Type.String(),
  title: Type.String(),
  story: nullable(Type.String()),
  priorityId: nullable(Type.Integer()),
  people: Type.Array(Type.String()),
  endDate: nullable(Type.String()),
  planned: Type.Boolean(),
  doneAt: nullable(Type.String()),
  cycleDays: nullable(Type.Number()),
  movedTo: nullable(Type.Object({ sprint: nullable(Type.String()) })),
});
const days = nullable(Type.Number());
const report = Type.Object({
  planned: Type.Integer(),
  done: Type.Integer(),
  added: Type.Integer(),
  removed: Type.Integer(),
  unfinished: Type.Integer(),
  cycle: days,
  people: Type.Array(Type.Object({ name: nullable(Type.String()), done: Type.Integer(), cycle: days })),
  days: Type.Array(Type.Object({ day: Type.String(), scope: Type.Integer(), remaining: Type.Integer() })),
  tasks: Type.Array(task),
  velocity: Type.Array(
    Type.Object({ title: Type.String(), planned: Type.Integer(), done: Type.Integer(), cycle: days }),
  ),
  note: Type.String(),
});
export const sprintWithReport = Type.Object({ ...sprintReply.properties, report });
export const endReply = Type.Object({
  id: Type.Integer(),
  opId: Type.String(),
  newSprintId: nullable(Type.Integer()),
});
/** The board that the sprint must be of. */
export const sprintQuery = Type.Object({ q_boardId: Type.Optional(id) });
export const sprintsQuery = Type.Object({ q_boardId: id });
export const sprintsReply = Type.Object({ rows: Type.Array(sprintReply) });
