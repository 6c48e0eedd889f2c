import { Type } from 'typebox';
import { Reply, type RouteSpec } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import { nullable } from '../../../kernel/schema-parts.ts';
import { draftState, type BundledMenu, type Editing } from '../../definitions/index.ts';
import { checkPublication } from '../view/publish-check.ts';
import { publishViews } from '../view/publish.ts';
import { cancelScheduled, listScheduled, schedulePublication } from '../view/schedule.ts';
import { mayRead, mayUpdate } from './view-access.ts';
import { idParams, publishBody, publishedReply, publishOneBody } from './view-schema.ts';

const errors = [
  'VERSION_CONFLICT',
  'DEFINITION_INVALID',
  'ROUTES_NOT_ALLOWED',
  'RULE_BROKEN',
  'IN_USE',
] as const;

const scheduledRow = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  ids: Type.Array(Type.Integer()),
  titles: Type.String(),
  comment: Type.String(),
  by: Type.String(),
  state: Type.Unsafe<'waiting' | 'done' | 'failed' | 'cancelled'>({
    type: 'string',
    enum: ['waiting', 'done', 'failed', 'cancelled'],
  }),
  message: Type.String(),
  needsAttention: Type.Boolean(),
});
const checkRow = Type.Object({
  dashId: Type.Integer(),
  title: Type.String(),
  version: Type.Integer(),
  state: draftState,
  readers: Type.Array(Type.String()),
  missing: Type.Array(
    Type.Object({
      language: Type.String(),
      keys: Type.Array(Type.String()),
      texts: Type.Array(Type.String()),
    }),
  ),
  warnings: Type.Array(Type.String()),
  refused: nullable(Type.String()),
});

/** `1,2,3`. @throws AppError VALIDATION_FAILED */
export function idsIn(given: string): number[] {
  const parts = given.split(',');
  if (!parts.every((part) => /^[1-9]\d{0,14}$/.test(part)))
    throw invalid([{ path: '/ids', key: 'errors.views.ids' }]);
  return [...new Set(parts.map(Number))];
}
export const idsQuery = Type.Object({
  ids: Type.String({ minLength: 1, maxLength: 4000, description: 'Numbers of views, with commas.' }),
});

/** Publishing views, now or later. */
export function publicationRoutes(editing: Editing, menu: BundledMenu): RouteSpec[] {
  return [
    route({
      method: 'POST',
      url: '/adm/v2/dash/pub/:id',
      access: mayUpdate,
      summary: 'Publish a view',
      errors: [...errors],
      input: { params: idParams, body: publishOneBody },
      reply: publishedReply,
      async handle(ctx, { params, body }) {
        const { ids } = await publishViews(editing, ctx, menu, { ids: [params.id], ...body });
        return new Reply({ ids, scheduled: null }, 'messages.views.published');
      },
    }),
    route({
      method: 'POST',
      url: '/adm/v2/dash/pub',
      access: mayUpdate,
      summary: 'Publish views, all of them or none, now or at a time',
      errors: [...errors],
      input: { body: publishBody },
      reply: publishedReply,
      async handle(ctx, { body: { ids = [], versions: seen = [], at, ...given } }) {
        const input = { ...given, ids, seen: new Map(seen.map(({ id, version }) => [id, version])) };
        if (at !== undefined && at !== null && at !== '') {
          const done = await schedulePublication(editing, ctx, menu, { ...input, at });
          return new Reply(done, 'messages.views.scheduled');
        }
        const done = await publishViews(editing, ctx, menu, input);
        const message = done.ids.length > 0 ? 'messages.views.published' : 'messages.views.groupsLetIn';
        return new Reply({ ids: done.ids, scheduled: null }, message, {}, { titles: done.titles });
      },
    }),
    route({
      method: 'GET',
      url: '/adm/v2/dash/pub',
      access: mayRead,
      summary: '$routes.view.scheduled',
      input: { query: Type.Object({}) },
      reply: Type.Object({ rows: Type.Array(scheduledRow) }),
      handle: async (ctx) => ({ rows: await listScheduled(ctx) }),
    }),
    route({
      method: 'DELETE',
      url: '/adm/v2/dash/pub/:id',
      access: mayUpdate,
      summary: 'Cancel a scheduled publication, or dismiss one that failed',
      input: { params: idParams },
      reply: Type.Object({ id: Type.Integer(), ids: Type.Array(Type.Integer()) }),
      async handle(ctx, { params }) {
        return new Reply(await cancelScheduled(ctx, params.id), 'messages.views.cancelled');
      },
    }),
    route({
      method: 'GET',
      url: '/adm/v2/dash/pub/check',
      access: mayUpdate,
      summary: '$routes.view.check',
      transaction: 'own',
      input: { query: idsQuery },
      reply: Type.Object({ rows: Type.Array(checkRow) }),
      handle: async (ctx, { query }) => ({
        rows: await checkPublication(editing, ctx, menu, idsIn(query.ids)),
      }),
    }),
  ];
}
