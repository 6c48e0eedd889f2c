import { Type } from 'typebox';
import { layoutTypes, type ImportedDefinition, type LayoutType } from '../../../../contracts/view.ts';
import { nullable } from '../../../kernel/schema-parts.ts';
import { draftState, options, version } from '../../definitions/index.ts';
import { templateIds } from '../templates/index.ts';

export const viewId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const idParams = Type.Object({ id: viewId });

const layoutType = Type.Unsafe<LayoutType>({ type: 'string', enum: [...layoutTypes] });

const element = {
  i: Type.String(),
  type: Type.String(),
  subtype: Type.String(),
  ptype: Type.String(),
  model: Type.String(),
  required: Type.Boolean(),
  x: Type.Integer(),
  y: Type.Integer(),
  w: Type.Integer(),
  h: Type.Integer(),
  parent: nullable(Type.String()),
  options,
};

export const elementReply = Type.Object({ id: Type.String(), ...element });

const sentElement = Type.Object({
  id: Type.String({ maxLength: 64 }),
  ...Type.Partial(Type.Object(element)).properties,
});

export const viewReply = Type.Object({
  id: Type.Integer(),
  dashId: Type.Integer(),
  title: Type.String(),
  headTitle: Type.String(),
  menu: Type.Object({
    title: nullable(Type.String()),
    moduleId: nullable(Type.Integer()),
    module: Type.String(),
  }),
  layout: Type.Array(elementReply),
  layoutType,
  widgetId: nullable(Type.String()),
  createdBy: nullable(Type.String()),
  updatedBy: nullable(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  version: Type.Integer(),
  publishedVersion: Type.Integer(),
  state: draftState,
  scheduledId: nullable(Type.Integer()),
  scheduledAt: nullable(Type.String()),
});

const fields = {
  title: Type.Optional(Type.String({ maxLength: 1000 })),
  headTitle: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Heading of the page; the title when empty.' }),
  ),
  menu: Type.Optional(
    nullable(
      Type.Object(
        {
          title: Type.Optional(nullable(Type.String({ maxLength: 120 }))),
          moduleId: Type.Optional(
            nullable(
              Type.Integer({ description: 'Menu group of the product that the view is published into.' }),
            ),
          ),
          module: Type.Optional(
            Type.String({
              maxLength: 120,
              description: 'Title of a group of its own; ignored beside moduleId.',
            }),
          ),
        },
        { description: 'Place in the menu; null: among the own screens.' },
      ),
    ),
  ),
  layout: Type.Optional(
    Type.Array(sentElement, {
      description: 'Elements, each with the id of the one that contains it. Absent ones stay as they are.',
    }),
  ),
  layoutType: Type.Optional(layoutType),
  widgetId: Type.Optional(
    nullable(
      Type.String({
        maxLength: 64,
        description: 'Saved widget that a view of one widget shows; null changes nothing.',
      }),
    ),
  ),
};

export const createBody = Type.Object({
  ...fields,
  start: Type.Optional(
    Type.Object({
      entity: Type.Optional(
        Type.String({ maxLength: 64, description: 'Entity that the view begins with, in place of nothing.' }),
      ),
      template: Type.Optional(
        Type.Enum([...templateIds], {
          description: 'How it shows the records of the entity. Default: overview.',
        }),
      ),
    }),
  ),
});
export const startsReply = Type.Object({
  rows: Type.Array(Type.Object({ entity: Type.String(), title: Type.String() })),
});
export const templatesReply = Type.Object({
  rows: Type.Array(
    Type.Object({ template: Type.Enum([...templateIds]), title: Type.String(), description: Type.String() }),
  ),
});
export const updateBody = Type.Object({ ...fields, version: Type.Optional(version) });
const groups = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1 }), {
    maxItems: 200,
    description: 'Access groups that may open the views from then on, beside those that may.',
  }),
);
export const publishOneBody = Type.Object({
  comment: Type.Optional(Type.String({ maxLength: 100_000 })),
  version: Type.Optional(version),
  groups,
});
export const publishBody = Type.Object({
  ids: Type.Optional(Type.Array(viewId, { maxItems: 500 })),
  versions: Type.Optional(
    Type.Array(Type.Object({ id: viewId, version }), {
      maxItems: 500,
      description: 'Versions of the drafts that the person saw. A draft that is newer is not published.',
    }),
  ),
  comment: Type.Optional(Type.String({ maxLength: 100_000 })),
  at: Type.Optional(
    nullable(
      Type.String({
        maxLength: 40,
        description: 'When to publish, with its zone: 2030-01-31T09:00:00-03:00. At once without it.',
      }),
    ),
  ),
  groups,
});

export const createdReply = Type.Object({ dashId: Type.Integer(), version: Type.Integer() });
export const removedReply = Type.Object({ dashId: Type.Integer() });
export const publishedReply = Type.Object({
  ids: Type.Array(Type.Integer()),
  scheduled: nullable(Type.Object({ id: Type.Integer(), at: Type.String() })),
});

export const importReply = Type.Object({
  definitions: Type.Array(
    Type.Object({
      kind: Type.String(),
      id: Type.String(),
      title: Type.String(),
      outcome: Type.Unsafe<ImportedDefinition['outcome']>({
        type: 'string',
        enum: ['new', 'same', 'conflict', 'forbidden', 'invalid'],
      }),
      dashId: nullable(Type.Integer()),
      message: Type.String(),
    }),
  ),
  missing: Type.Array(Type.Object({ kind: Type.String(), id: Type.String(), by: Type.String() })),
  mayImport: Type.Boolean(),
});
