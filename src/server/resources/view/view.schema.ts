import { Type } from 'typebox';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { layoutTypes, type LayoutType } from '../../../contracts/view.ts';
import { listReply } from '../../kernel/list.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);

export const viewId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const idParams = Type.Object({ id: viewId });

const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const layoutType = Type.Unsafe<LayoutType>({ type: 'string', enum: [...layoutTypes] });
const options = Type.Unsafe<Record<string, Json>>({ type: 'object', additionalProperties: true });

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
  state: Type.Unsafe<'draft' | 'published' | 'published+draft'>({
    type: 'string',
    enum: ['draft', 'published', 'published+draft'],
  }),
});
export const viewsReply = listReply(viewReply);

const fields = {
  title: Type.Optional(Type.String({ maxLength: 1000 })),
  headTitle: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Heading of the page; the title when empty.' }),
  ),
  menu: Type.Optional(
    Type.Object({
      title: Type.Optional(nullable(Type.String({ maxLength: 120 }))),
      moduleId: Type.Optional(
        nullable(Type.Integer({ description: 'Menu group of the product that the view is published into.' })),
      ),
      module: Type.Optional(
        Type.String({ maxLength: 120, description: 'Title of a group of its own; ignored beside moduleId.' }),
      ),
    }),
  ),
  layout: Type.Optional(
    Type.Array(sentElement, {
      description: 'Elements, each with the id of the one that contains it. What is absent stays as it is.',
    }),
  ),
  layoutType: Type.Optional(layoutType),
};

export const createBody = Type.Object(fields);
export const updateBody = Type.Object({ ...fields, version: Type.Optional(version) });
export const publishOneBody = Type.Object({
  comment: Type.Optional(Type.String({ maxLength: 100_000 })),
  version: Type.Optional(version),
});
export const publishBody = Type.Object({
  ids: Type.Optional(Type.Array(viewId, { maxItems: 500 })),
  comment: Type.Optional(Type.String({ maxLength: 100_000 })),
  at: Type.Optional(Type.String({ maxLength: 40, description: 'Not available yet.' })),
});

export const createdReply = Type.Object({ dashId: Type.Integer(), version: Type.Integer() });
export const removedReply = Type.Object({ dashId: Type.Integer() });
export const publishedReply = Type.Object({ ids: Type.Array(Type.Integer()) });

/** The document of a view, for its editor. */
export const draftReply = Type.Object({
  definition: Type.Unknown(),
  version: Type.Integer(),
  publishedVersion: Type.Integer(),
  title: Type.String(),
  draft: nullable(
    Type.Object({ version: Type.Integer(), author: nullable(Type.String()), updatedAt: Type.String() }),
  ),
});

export const savedDraftReply = Type.Object({
  ...draftReply.properties,
  merged: nullable(
    Type.Object({
      version: Type.Integer(),
      author: nullable(Type.String()),
      changes: Type.Array(Type.Object({ nodeId: nullable(Type.String()), pointer: Type.String() })),
    }),
  ),
});

export const draftBody = Type.Object({
  definition: Type.Unsafe<JsonObject>({ type: 'object' }),
  version,
});
