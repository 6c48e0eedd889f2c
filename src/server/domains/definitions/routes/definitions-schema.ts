import { Type } from 'typebox';
import type { Verb } from '../../../../contracts/access.ts';
import type { RouteInfo } from '../../../../contracts/data-catalogue.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { DefinitionKey } from '../store/stored-definitions.ts';
import {
  definitionKinds,
  definitionStates,
  type DefinitionKind,
  type DefinitionReference,
} from '../../../../contracts/definitions.ts';
import { nullable } from '../../../kernel/schema-parts.ts';

export const definitionKind = Type.Unsafe<DefinitionKind>({ type: 'string', enum: [...definitionKinds] });
export const definitionState = Type.Unsafe<(typeof definitionStates)[number]>({
  type: 'string',
  enum: [...definitionStates],
});

export const keyParams = {
  kind: definitionKind,
  id: Type.String({ minLength: 1, maxLength: 64 }),
};

const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const source = Type.Union([Type.Literal('bundled'), Type.Literal('tenant')]);

export const versionParams = Type.Object({ ...keyParams, version });

export const definitionReply = {
  definition: Type.Unknown(),
  version: Type.Integer(),
  source,
  publishedVersion: Type.Integer(),
  faults: Type.Array(
    Type.Object({
      pointer: Type.String(),
      code: Type.String(),
      values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
      fragment: Type.Optional(Type.Object({ id: Type.String(), pointer: Type.String() })),
    }),
  ),
  fallback: Type.Optional(Type.Object({ from: Type.Integer(), reason: Type.String() })),
  bundled: Type.Optional(Type.Boolean()),
  title: Type.Optional(Type.String()),
  published: Type.Optional(Type.Unknown()),
  draft: Type.Optional(
    nullable(
      Type.Object({
        version: Type.Integer(),
        author: nullable(Type.String()),
        updatedAt: Type.String(),
      }),
    ),
  ),
};

export const savedReply = Type.Object({
  ...definitionReply,
  merged: nullable(
    Type.Object({
      version: Type.Integer(),
      author: nullable(Type.String()),
      changes: Type.Array(Type.Object({ nodeId: nullable(Type.String()), pointer: Type.String() })),
    }),
  ),
});

export const publicationReply = Type.Object({
  version: Type.Integer(),
  source,
  publishedVersion: Type.Integer(),
});

const definition = Type.Unsafe<Record<string, never>>({ type: 'object' });

const verb = Type.Unsafe<Verb>({ type: 'string', enum: ['read', 'create', 'update', 'delete'] });

const grant = Type.Object({
  groups: Type.Array(Type.Integer(), {
    minItems: 1,
    maxItems: 100,
    description: 'Ids of access groups.',
  }),
  verbs: Type.Array(verb, { maxItems: 4, description: 'Rights beside reading.' }),
});

const writers = Type.Array(Type.Integer(), {
  maxItems: 100,
  description: 'Those of the groups that may do it.',
});

export const groupsBody = Type.Object({
  groups: Type.Array(Type.Integer(), {
    maxItems: 100,
    description: 'Ids of access groups. Those who may open every screen can leave none.',
  }),
  create: writers,
  update: writers,
  delete: writers,
});

export const groupsReply = Type.Object({
  own: Type.Boolean({
    description: 'Whether the definition brings a permission that the caller may grant.',
  }),
  groups: Type.Array(Type.Integer()),
  rows: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), verbs: Type.Array(verb) })),
});

/** The document's kind and id become its address. `grant` gives groups the permission that a new screen brings. */
export const createBody = Type.Object({
  definition: Type.Unsafe<JsonObject & DefinitionKey>({
    type: 'object',
    properties: { kind: definitionKind, id: keyParams.id },
    required: ['kind', 'id'],
    additionalProperties: true,
  }),
  grant: Type.Optional(grant),
});

export const saveBody = Type.Object({
  definition,
  version: Type.Optional(version),
});

export const publishBody = Type.Object({
  comment: Type.String({ minLength: 1, maxLength: 500, description: 'Reason, listed in the history.' }),
  version: Type.Optional(version),
});

export const rollbackBody = Type.Object({ version });

export const rowReply = Type.Object({
  kind: definitionKind,
  id: Type.String(),
  key: Type.String(),
  title: Type.String(),
  path: nullable(Type.String()),
  source,
  state: definitionState,
  reason: nullable(Type.String()),
  author: nullable(Type.String()),
  updatedAt: nullable(Type.String()),
  publishedVersion: Type.Integer(),
  draftVersion: nullable(Type.Integer()),
});

export const referenceReply = Type.Object({
  kind: definitionKind,
  id: Type.String(),
  title: Type.String(),
  relation: Type.Unsafe<DefinitionReference['relation']>({
    type: 'string',
    enum: ['menu', 'form', 'dataset', 'use', 'entity', 'link', 'permission'],
  }),
});

export const historyReply = Type.Object({
  version: Type.Integer(),
  comment: Type.String(),
  author: nullable(Type.String()),
  publishedAt: Type.String(),
  rollbackOf: nullable(Type.Integer()),
  ended: Type.Boolean(),
  current: Type.Boolean(),
});

/** Schemas of routes and documents of entities have keys of their own, which pass unchanged. */
const open = { type: 'object', additionalProperties: true };

export const catalogueReply = Type.Object({
  routes: Type.Array(Type.Unsafe<RouteInfo>(open)),
  entities: Type.Array(Type.Unsafe<JsonObject>(open)),
  topics: Type.Array(Type.String()),
  partial: Type.Boolean(),
  texts: Type.Record(Type.String(), Type.String()),
  permissions: Type.Array(Type.Object({ screen: Type.String(), title: Type.String() })),
  screens: Type.Array(Type.Object({ path: Type.String(), title: Type.String() })),
  fragments: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      lists: Type.Array(Type.String()),
      parameters: Type.Array(
        Type.Object({
          name: Type.String(),
          type: Type.String(),
          title: Type.Optional(Type.String()),
          description: Type.Optional(Type.String()),
          required: Type.Boolean(),
          enum: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    }),
  ),
});
