import { Type } from 'typebox';
import type { JsonObject } from '../../../../contracts/json.ts';
import { nullable } from '../../../kernel/schema-parts.ts';
import { draftState, version } from '../../definitions/index.ts';

export const widgetId = Type.String({ minLength: 1, maxLength: 64 });
export const idParams = Type.Object({ id: widgetId });

export const widgetReply = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  type: Type.String(),
  uses: Type.Integer(),
  createdBy: nullable(Type.String()),
  updatedBy: nullable(Type.String()),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  version: Type.Integer(),
  publishedVersion: Type.Integer(),
  state: draftState,
});

const part = Type.Unsafe<JsonObject>({ type: 'object', additionalProperties: true });
const fields = {
  title: Type.Optional(Type.String({ maxLength: 1000 })),
  description: Type.Optional(
    Type.String({ maxLength: 5000, description: 'Content of it, for people who choose it.' }),
  ),
};

export const createBody = Type.Object({
  ...fields,
  content: Type.Optional(
    Type.Object(
      {
        parameters: Type.Optional(part),
        sources: Type.Optional(part),
        body: Type.Optional(Type.Array(part, { maxItems: 1 })),
        dialogs: Type.Optional(Type.Array(part, { maxItems: 100 })),
        strings: Type.Optional(part),
      },
      { description: 'Content of it, as its document has it. Nothing without it.' },
    ),
  ),
});
export const updateBody = Type.Object({ ...fields, version: Type.Optional(version) });
export const publishBody = Type.Object({
  comment: Type.Optional(Type.String({ maxLength: 100_000 })),
  version: Type.Optional(version),
});

export const createdReply = Type.Object({ id: Type.String(), version: Type.Integer() });
export const keyReply = Type.Object({ id: Type.String() });

const user = Type.Object({
  kind: Type.String(),
  id: Type.String(),
  dashId: nullable(Type.Integer()),
  title: Type.String(),
  published: Type.Boolean(),
});
export const usersReply = Type.Object({ rows: Type.Array(user) });
export const checkReply = Type.Object({
  title: Type.String(),
  state: draftState,
  users: Type.Array(user),
  missing: Type.Array(
    Type.Object({
      language: Type.String(),
      keys: Type.Array(Type.String()),
      texts: Type.Array(Type.String()),
    }),
  ),
  refused: nullable(Type.String()),
});
export const paletteReply = Type.Object({
  rows: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      description: Type.String(),
      type: Type.String(),
      size: nullable(Type.Object({ w: Type.Integer(), h: Type.Integer() })),
    }),
  ),
});
