import { Type } from 'typebox';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import type { Diagnostic } from '../../../../contracts/definitions.ts';
import type { ViewDifference } from '../../../../contracts/view.ts';
import { nullable } from '../../../kernel/schema-parts.ts';

/** Wire shapes of documents that are edited as drafts under routes of their own: views and saved widgets. */

export const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
export const options = Type.Unsafe<Record<string, Json>>({ type: 'object', additionalProperties: true });

export const draftState = Type.Unsafe<'draft' | 'published' | 'published+draft'>({
  type: 'string',
  enum: ['draft', 'published', 'published+draft'],
});

export const publicationReply = Type.Object({
  version: Type.Integer(),
  source: Type.Unsafe<'bundled' | 'tenant'>({ type: 'string', enum: ['bundled', 'tenant'] }),
  publishedVersion: Type.Integer(),
});
export const historyReply = Type.Object({
  version: Type.Integer(),
  comment: Type.String(),
  author: nullable(Type.String()),
  publishedAt: Type.String(),
  current: Type.Boolean(),
  rollbackOf: nullable(Type.Integer()),
  ended: Type.Boolean(),
});
export const faults = Type.Array(Type.Unsafe<Diagnostic>({ type: 'object', additionalProperties: true }));
export const versionReply = Type.Object({
  version: Type.Integer(),
  definition: options,
  faults,
  first: Type.Boolean({ description: 'Whether nothing was published before it.' }),
  differences: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.Unsafe<ViewDifference['kind']>({
        type: 'string',
        enum: ['added', 'removed', 'moved', 'changed'],
      }),
      text: Type.String(),
    }),
    { description: 'Changes with it, in sentences.' },
  ),
});
/** The document, for its editor. */
const draftReply = Type.Object({
  definition: Type.Unknown(),
  version: Type.Integer(),
  publishedVersion: Type.Integer(),
  title: Type.String(),
  draft: nullable(
    Type.Object({ version: Type.Integer(), author: nullable(Type.String()), updatedAt: Type.String() }),
  ),
});
export const openedDraftReply = Type.Object({
  ...draftReply.properties,
  scheduledAt: nullable(Type.String({ description: 'When it is to be published.' })),
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
