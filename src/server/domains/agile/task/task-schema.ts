import { Type } from 'typebox';
import { listQuery } from '../../../kernel/list.ts';
import { mostRichText } from '../work/text.ts';
import { linkKinds, type LinkKind } from '../../../../contracts/agile-card.ts';
import { date, id, nullable, opId, version } from '../../../kernel/schema-parts.ts';

const oneOf = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });
const ids = Type.Array(id, { maxItems: 100, uniqueItems: true });
const fields = {
  title: Type.Optional(Type.String({ maxLength: 250 })),
  description: Type.Optional(Type.String({ maxLength: mostRichText, description: 'Rich text.' })),
  storyId: Type.Optional(nullable(id)),
  priorityId: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 4 }))),
  head: Type.Optional(nullable(id)),
  startDate: Type.Optional(nullable(date)),
  endDate: Type.Optional(nullable(date)),
  taskSprintId: Type.Optional(nullable(id)),
  statusId: Type.Optional(id),
  users: Type.Optional(ids),
  tags: Type.Optional(ids),
};
const cover = Type.Optional(nullable(id));
export const createTaskBody = Type.Object({
  opId: Type.Optional(opId),
  projectId: id,
  ...fields,
  newTags: Type.Optional(
    Type.Object(
      { boardId: id, titles: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 }) },
      { description: 'Tags by name; the board gets those that it does not have.' },
    ),
  ),
  laneId: Type.Optional(id),
  afterId: Type.Optional(nullable(id)),
  beforeId: Type.Optional(nullable(id)),
});
export const updateTaskBody = Type.Object({
  opId: Type.Optional(opId),
  version: Type.Optional(version),
  ...fields,
  coverFileId: cover,
});
const linkKind = Type.Unsafe<LinkKind>({
  type: 'string',
  enum: [...linkKinds],
  description: 'relates without one.',
});
export const linkInput = Type.Object({
  opId: Type.Optional(opId),
  kind: Type.Optional(linkKind),
  otherId: id,
});
export const attachmentBody = Type.Object({
  opId: Type.Optional(opId),
  fileIds: Type.Array(id, { minItems: 1, maxItems: 100, uniqueItems: true }),
});
const { title: _title, description: _description, ...several } = fields;
export const bulkBody = Type.Object({
  opId: Type.Optional(opId),
  ids: Type.Array(id, { minItems: 1, maxItems: 500, uniqueItems: true }),
  set: Type.Optional(Type.Object(several)),
  add: Type.Optional(Type.Object({ users: Type.Optional(ids), tags: Type.Optional(ids) })),
  remove: Type.Optional(Type.Object({ users: Type.Optional(ids), tags: Type.Optional(ids) })),
  move: Type.Optional(
    Type.Object(
      {
        boardId: id,
        bucket: Type.Union([id, Type.Literal('backlog')], {
          description: 'Id of a sprint of the board, or backlog.',
        }),
        laneId: Type.Optional(nullable(id)),
        afterId: Type.Optional(nullable(id)),
        beforeId: Type.Optional(nullable(id)),
      },
      { description: 'A place on a board for all of them, in the order of ids.' },
    ),
  ),
  delete: Type.Optional(Type.Literal(true)),
  seen: Type.Optional(
    Type.Object(
      { boardId: id, seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
      {
        description:
          'The last operation of a board that the person has seen. Of set and move, what others changed in it since is a conflict.',
      },
    ),
  ),
});
export const bulkReply = Type.Object({
  rows: Type.Array(Type.Object({ id: Type.Integer(), ok: Type.Boolean() })),
});

/** The fields of a form, which are texts. */
const idText = Type.String({ pattern: '^[1-9][0-9]{0,14}$' });
export const importBody = Type.Object({
  opId: Type.Optional(opId),
  projectId: idText,
  mode: Type.Optional(oneOf('all', 'good')),
  dryRun: Type.Optional(oneOf('true', 'false')),
  boardId: Type.Optional(idText),
  statuses: Type.Optional(
    Type.String({ maxLength: 50_000, description: 'JSON: ids of statuses by the names that the file has.' }),
  ),
});
export const importReply = Type.Object({
  rows: Type.Integer(),
  created: Type.Integer(),
  stories: Type.Integer(),
  tags: Type.Integer(),
  failed: Type.Integer(),
  written: Type.Boolean(),
  opId: nullable(Type.String()),
  errors: Type.Array(
    Type.Object({
      at: Type.Integer(),
      row: Type.Integer(),
      field: Type.String(),
      title: Type.String(),
      message: Type.String(),
    }),
  ),
  notes: Type.Array(Type.String()),
  statuses: Type.Array(Type.Object({ at: Type.Integer(), name: Type.String() }), {
    description:
      'Statuses of the file that no status here is called like: choose one for each by `statuses`.',
  }),
});

const { filters: _filters, ...pageQuery } = listQuery;
export const taskQuery = Type.Object({
  ...pageQuery,
  q_projId: Type.Optional(id),
  q_storyId: Type.Optional(id),
  q_boardId: Type.Optional(id),
  q_groupBy: Type.Optional(oneOf('storyId', 'userId', 'priorityId', 'tagId')),
  laneId: Type.Optional(id),
  sprintId: Type.Optional(id),
  statusId: Type.Optional(id),
  head: Type.Optional(id),
  person: Type.Optional(Type.Integer({ minimum: 1, description: 'Responsible for it, or working on it.' })),
  priorityId: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  finished: Type.Optional(oneOf('true', 'false')),
  template: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      type: 'string',
      enum: ['true', 'false'],
      description: 'Of templates alone, or of the other projects alone. All without it.',
    }),
  ),
  due: Type.Optional(oneOf('none', 'overdue', 'day', 'week', 'month')),
  text: Type.Optional(
    Type.String({ maxLength: 250, description: 'Contained in the title, or a number such as RVR-118.' }),
  ),
});

const int = Type.Integer();
const text = Type.String();
const person = nullable(Type.Object({ id: int, name: text, photourl: nullable(text) }));
const row = {
  id: int,
  number: int,
  code: text,
  title: text,
  projectId: int,
  company: nullable(Type.Object({ id: int, name: text }, { description: 'Of its project.' })),
  storyId: nullable(int),
  statusId: int,
  priorityId: nullable(int),
  taskSprintId: nullable(int),
  head: nullable(int),
  headData: person,
  startDate: nullable(text),
  endDate: nullable(text),
  late: Type.Boolean(),
  status: Type.Object({ id: int, name: text, category: text, title: text, color: nullable(text) }),
  users: Type.Array(int),
  usersData: Type.Array(Type.Object({ id: int, name: text, photourl: nullable(text) })),
  tags: Type.Array(int),
  tagsData: Type.Array(Type.Object({ id: int, title: text, color: nullable(text), boardId: int })),
  coverFileId: nullable(int),
  createdById: nullable(int),
  updatedById: nullable(int),
  createdAt: text,
  updatedAt: text,
  version: int,
};
const project = Type.Object({ id: int, key: text, title: text, closed: Type.Boolean() });
export const taskRow = Type.Object({
  ...row,
  project,
  boardId: nullable(Type.Integer({ description: 'A board that shows its card.' })),
  dependsOn: Type.Array(int, { description: 'Tasks that block it.' }),
  groupId: nullable(Type.Integer({ description: 'Id of the group by q_groupBy.' })),
});
export const taskReply = Type.Object({
  ...row,
  description: text,
  project,
  story: nullable(Type.Object({ id: int, number: int, title: text })),
  sprint: nullable(Type.Object({ id: int, title: text, state: text, boardId: int })),
  places: Type.Array(Type.Object({ boardId: int, laneId: nullable(int) })),
  createdBy: person,
  updatedBy: person,
  comments: int,
  links: Type.Array(
    Type.Object({ kind: linkKind, id: int, code: text, title: text, isDone: Type.Boolean() }),
  ),
  attachments: Type.Array(
    Type.Object({ id: int, name: text, type: text, bytes: int, isPicture: Type.Boolean() }),
  ),
  watchers: Type.Array(Type.Object({ id: int, name: text, photourl: nullable(text) })),
});
const { filters: _unused, ...historyPage } = listQuery;
export const historyQuery = Type.Object(historyPage);
export const historyRow = Type.Object({
  opId: text,
  kind: text,
  actor: person,
  at: text,
  changes: Type.Array(Type.Object({ field: text, before: nullable(text), after: nullable(text) })),
});
