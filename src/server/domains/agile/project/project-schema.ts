import { Type, type Static, type TSchema } from 'typebox';
import { listQuery } from '../../../kernel/list.ts';
import { date, id, nullable, opId } from '../../../kernel/schema-parts.ts';

/** Most characters of a project's texts. */
export const limits = { title: 250, summaryTitle: 255, summaryDesc: 1000, description: 100_000 } as const;

const ids = (maxItems: number) => Type.Array(id, { maxItems, uniqueItems: true });
const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/** A date, or nothing as forms send it. */
const given = Type.Optional(Type.Union([date, Type.Literal(''), Type.Null()]));

export const icon = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z][a-z0-9-]*$' }),
    color: Type.String({
      pattern: '^(primary|#[0-9a-fA-F]{6})$',
      description: '#RRGGBB, or primary for the action colour of the tenant.',
    }),
  },
  { additionalProperties: false },
);

/** Fields that creating and changing take. The fields that a new project needs are a rule with an order, and no matter of the schema. */
const fields = {
  // Trimmed before it is measured.
  title: optional(Type.String({ maxLength: 2000 })),
  summaryTitle: optional(Type.String({ maxLength: limits.summaryTitle })),
  summaryDesc: optional(Type.String({ maxLength: limits.summaryDesc })),
  description: Type.Optional(Type.String({ maxLength: limits.description })),
  organizerId: optional(id),
  companyId: optional(id),
  parentId: optional(id),
  head: optional(id),
  startDate: given,
  endDate: given,
  statusId: Type.Optional(id),
  boardIds: Type.Optional(ids(100)),
  teamIds: Type.Optional(ids(500)),
  icon: Type.Optional(icon),
  restricted: Type.Optional(Type.Boolean()),
  isTemplate: Type.Optional(
    Type.Boolean({ description: 'Whether others are made like it: it stands apart from the live ones.' }),
  ),
  opId: Type.Optional(opId),
};

export const createBody = Type.Object(fields);
export const updateBody = Type.Object({ ...fields, version: Type.Optional(Type.Integer({ minimum: 1 })) });
export type ProjectBody = Static<typeof updateBody>;

const person = Type.Object({ id: Type.Integer(), name: Type.String(), avatar: nullable(Type.String()) });
const text = nullable(Type.String());

const row = {
  id: Type.Integer(),
  key: Type.String({ description: 'Before the numbers of its stories and tasks: RVR.' }),
  title: Type.String(),
  summaryTitle: text,
  summaryDesc: text,
  organizerId: nullable(Type.Integer()),
  organizer: nullable(Type.Object({ id: Type.Integer(), title: Type.String() })),
  organizerName: text,
  organizerValue: text,
  companyId: nullable(Type.Integer()),
  parentId: nullable(Type.Integer()),
  head: nullable(Type.Integer()),
  headData: nullable(person),
  startDate: text,
  endDate: text,
  statusId: Type.Integer({ description: 'As it is stored; status is what is shown.' }),
  status: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    title: Type.String(),
    category: Type.String(),
    color: text,
  }),
  late: Type.Boolean({ description: 'Whether the end date has passed and the project is open.' }),
  archived: Type.Boolean(),
  boardIds: Type.Array(Type.Integer()),
  boards: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String() })),
  teamIds: Type.Array(Type.Integer()),
  team: Type.Array(person),
  icon: Type.Object({ name: Type.String(), color: Type.String() }),
  restricted: Type.Boolean(),
  isTemplate: Type.Boolean(),
  unfinished: Type.Integer({ description: 'Unfinished tasks in open sprints, which closing cancels.' }),
  closedAt: text,
  createdAt: Type.String(),
  updatedAt: Type.String(),
  version: Type.Integer(),
};
export const projectRow = Type.Object(row);
export const projectReply = Type.Object({ ...row, description: Type.String() });
export const writtenReply = Type.Object({
  ...projectReply.properties,
  opId: Type.String({ description: 'The operation, to take it back.' }),
});
export type ProjectRow = Static<typeof projectRow>;
export type ProjectReply = Static<typeof projectReply>;
export type WrittenReply = Static<typeof writtenReply>;

const organizers = Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: 200,
});
const statuses = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 200 });
const search = Type.String({ maxLength: 250 });

/** The filters of the list, in base64 JSON. */
export const projectFilters = Type.Object({
  groups: Type.Optional(organizers),
  status: Type.Optional(statuses),
  startDate: given,
  endDate: given,
  textSearch: Type.Optional(Type.Union([search, Type.Null()])),
});

const numbers = (description: string) => {
  const one = Type.String({ pattern: '^(\\d{1,9}(,\\d{1,9})*)?$', maxLength: 2000 });
  return Type.Optional(Type.Union([one, Type.Array(one, { maxItems: 200 })], { description }));
};
export const projectQuery = {
  ...listQuery,
  title: Type.Optional(
    Type.String({
      maxLength: 250,
      description: 'Contained in name, summary title or key, whatever case and accents.',
    }),
  ),
  textSearch: Type.Optional(search),
  groups: numbers('Ids of organizers; 0 for projects without one.'),
  status: numbers('Ids of statuses as they are shown: 7 for late ones.'),
  startDate: Type.Optional(
    Type.Union([date, Type.Literal('')], { description: 'Begin on this day or later.' }),
  ),
  endDate: Type.Optional(Type.Union([date, Type.Literal('')], { description: 'End on this day or before.' })),
  archived: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      type: 'string',
      enum: ['true', 'false'],
      description: 'Closed projects alone, or open ones alone. All without it.',
    }),
  ),
  template: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      type: 'string',
      enum: ['true', 'false'],
      description: 'Templates alone, or the other projects alone. All without it.',
    }),
  ),
};
