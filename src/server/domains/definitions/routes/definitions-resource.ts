import { Type } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import { Reply, type Context, type Resource, type RouteSpec } from '../../../kernel/contract.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import type { DefinitionPlatform } from '../definition-platform.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { catalogue, openScreens } from '../catalogue/catalogue.ts';
import { createEditing } from '../draft/create-editing.ts';
import type { DefinitionRefusal } from '../store/definitions.ts';
import { definitionTopics } from '../publication/definition-events.ts';
import { usableFragments } from '../fragment/fragments.ts';
import type { ReadPermissionScreens } from '../../access/index.ts';
import { permissionScreens } from '../catalogue/permission-screens.ts';
import {
  discardDraft,
  history,
  publish,
  readForEdit,
  readPublishedVersion,
  rollBack,
  type Editing,
} from '../draft/edit.ts';
import { definitionScreen } from '../publication/published.ts';
import { changeScreenGroups, readScreenGroups, type ScreenGroup } from '../catalogue/screen-groups.ts';
import { referencesTo } from '../store/references.ts';
import { removeDefinition, unpublish } from '../publication/removal.ts';
import { createDraft, saveDraft } from '../draft/save.ts';
import {
  catalogueReply,
  createBody,
  definitionKind,
  definitionReply,
  definitionState,
  groupsBody,
  groupsReply,
  historyReply,
  keyParams,
  publishBody,
  rollbackBody,
  rowReply,
  saveBody,
  savedReply,
  publicationReply,
  referenceReply,
  versionParams,
} from './definitions-schema.ts';

const mayRead = { screen: definitionScreen, verb: 'read' } as const;
const mayUpdate = { screen: definitionScreen, verb: 'update' } as const;
const mayCreate = { screen: definitionScreen, verb: 'create' } as const;
const mayDelete = { screen: definitionScreen, verb: 'delete' } as const;

const { filters: _filters, ...pageQuery } = listQuery;
const { order: _order, ...historyQuery } = pageQuery;
const lists = new ListReader({
  orders: ['key', 'kind', 'id', 'title', 'path', 'state', 'author', 'updatedAt'],
  defaultOrder: 'title_asc',
});

/** The two ways to end the publication of an own definition. */
const endings = [
  {
    name: 'unpublish',
    access: mayUpdate,
    summary: 'Take an own definition back; its content stays as the draft, its versions in the history',
    message: 'messages.definitions.unpublished',
    end: unpublish,
  },
  {
    name: 'remove',
    access: mayDelete,
    summary: 'Remove an own definition; its versions stay in the history',
    message: 'messages.definitions.removed',
    end: removeDefinition,
  },
] as const;

function endingRoute(
  editing: Editing,
  { name, access, summary, message, end }: (typeof endings)[number],
): RouteSpec {
  return route({
    method: 'POST',
    url: `/adm/v2/def/:kind/:id/${name}`,
    access,
    summary,
    errors: ['VERSION_CONFLICT', 'RULE_BROKEN', 'IN_USE'],
    input: { params: Type.Object(keyParams) },
    reply: publicationReply,
    handle: (ctx, { params }) => replyWith(message, end(editing, ctx, params)),
  });
}

/** The screens that permissions are granted on and that the caller may open. */
async function openPermissions(screensOf: ReadPermissionScreens, ctx: Context) {
  const all = await screensOf(ctx);
  return all.filter(({ screen }) => allows(ctx.caller.grants, { screen, verb: 'read' }));
}

/** Rules that kinds of definitions add, which other domains know. */
export interface KindRules extends Pick<Editing, 'dataDiagnostics' | 'refusedData'> {
  /** The copy of a published definition that its readers get. */
  readersCopy(definition: unknown): unknown;
}

/** Serves definitions without the content that the caller's permissions forbid, and lets administrators edit them. */
export function definitionsResource(
  platform: Pick<DefinitionPlatform, 'routes' | 'topics' | 'published'>,
  { readersCopy, ...rules }: KindRules,
): Resource {
  const { published } = platform;
  const definitions = published.bundled;
  const screensOf = permissionScreens(definitions);
  const editing = createEditing(platform, definitionScreen, rules);
  return {
    name: 'definitions',
    topics: [definitionTopics],
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/def',
        access: mayRead,
        summary: '$routes.definition.page',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            kind: Type.Optional(definitionKind),
            state: Type.Optional(definitionState),
            text: Type.Optional(
              Type.String({ maxLength: 200, description: 'Contained in kind, id, title or path.' }),
            ),
          }),
        },
        reply: listReply(rowReply),
        handle: (ctx, { query }) => catalogue(published, ctx, lists.read(ctx, query), query),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/def/screen',
        access: 'session',
        summary: '$routes.definition.screen',
        etag: true,
        input: { query: Type.Object({ path: Type.String({ minLength: 1, maxLength: 2000 }) }) },
        reply: Type.Object({ ...definitionReply, params: Type.Record(Type.String(), Type.String()) }),
        async handle(ctx, { query }) {
          const found = answer(await published.resolve(ctx, query.path));
          return { ...found, definition: readersCopy(found.definition) };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/def/:kind/:id',
        access: 'session',
        summary: '$routes.definition.one',
        etag: true,
        input: {
          params: Type.Object(keyParams),
          query: Type.Object({
            draft: Type.Optional(Type.Unsafe<'1'>({ type: 'string', enum: ['1'] })),
          }),
        },
        reply: Type.Object(definitionReply),
        handle: async (ctx, { params, query }) => {
          if (query.draft === undefined) return answer(await published.get(ctx, params.kind, params.id));
          if (!allows(ctx.caller.grants, mayRead)) throw new AppError('FORBIDDEN');
          return readForEdit(editing, ctx, params);
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/def/permission',
        access: mayRead,
        summary: '$routes.definition.permissions',
        input: { query: Type.Object({}) },
        reply: Type.Object({
          rows: Type.Array(Type.Object({ screen: Type.String(), title: Type.String() })),
        }),
        handle: async (ctx) => ({ rows: await openPermissions(screensOf, ctx) }),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/def/catalogue',
        access: mayRead,
        summary: '$routes.definition.catalogue',
        etag: true,
        input: { query: Type.Object({}) },
        reply: catalogueReply,
        handle: async (ctx) => ({
          ...editing.data.of(ctx.caller.grants, ctx.lang),
          permissions: await openPermissions(screensOf, ctx),
          screens: await openScreens(published, ctx),
          fragments: await usableFragments(published.bundled, ctx.db, ctx.lang),
        }),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/def',
        access: mayCreate,
        summary: 'Save the first draft of a new definition',
        errors: ['ALREADY_EXISTS', 'DEFINITION_INVALID', 'RULE_BROKEN'],
        transaction: 'own',
        // A repeated call is refused, since the id exists already.
        idempotent: false,
        uniqueKeys: true,
        input: { body: createBody },
        reply: savedReply,
        handle: async (ctx, { body }) =>
          new Reply(
            await createDraft(editing, ctx, body.definition, body.grant ?? null),
            'messages.definitions.saved',
          ),
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/def/:kind/:id',
        access: { any: [mayUpdate, mayCreate] },
        summary: 'Save a draft, validated and merged with changes that others saved since its version',
        errors: ['VERSION_REQUIRED', 'VERSION_CONFLICT', 'DEFINITION_INVALID', 'RULE_BROKEN'],
        transaction: 'own',
        uniqueKeys: true,
        input: { params: Type.Object(keyParams), body: saveBody },
        reply: savedReply,
        handle: async (ctx, { params, body }) =>
          new Reply(await saveDraft(editing, ctx, params, body), 'messages.definitions.saved'),
      }),
      route({
        method: 'DELETE',
        url: '/adm/v2/def/:kind/:id',
        access: mayDelete,
        summary: 'Discard the draft; the published version stays',
        errors: ['VERSION_CONFLICT', 'IN_USE'],
        input: { params: Type.Object(keyParams) },
        reply: publicationReply,
        handle: (ctx, { params }) =>
          replyWith('messages.definitions.draftDropped', discardDraft(editing, ctx, params)),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/def/:kind/:id/publish',
        access: mayUpdate,
        summary: 'Publish the draft',
        errors: ['VERSION_CONFLICT', 'DEFINITION_INVALID', 'ROUTES_NOT_ALLOWED', 'RULE_BROKEN'],
        input: { params: Type.Object(keyParams), body: publishBody },
        reply: publicationReply,
        handle: (ctx, { params, body }) =>
          replyWith('messages.definitions.published', publish(editing, ctx, params, body)),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/def/:kind/:id/rollback',
        access: mayUpdate,
        summary: 'Publish an earlier version again, as a new one; 0 is the bundled one',
        errors: ['VERSION_CONFLICT', 'DEFINITION_INVALID', 'ROUTES_NOT_ALLOWED', 'RULE_BROKEN'],
        input: { params: Type.Object(keyParams), body: rollbackBody },
        reply: publicationReply,
        handle: (ctx, { params, body }) =>
          replyWith('messages.definitions.rolledBack', rollBack(editing, ctx, params, body.version)),
      }),
      ...endings.map((one) => endingRoute(editing, one)),
      route({
        method: 'GET',
        url: '/adm/v2/def/:kind/:id/references',
        access: mayRead,
        summary: '$routes.definition.references',
        input: { params: Type.Object(keyParams) },
        reply: Type.Object({ rows: Type.Array(referenceReply) }),
        handle: async (ctx, { params }) => ({
          rows: await referencesTo(editing.bundled, ctx, params),
        }),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/def/:kind/:id/groups',
        access: mayRead,
        summary: '$routes.definition.groups',
        input: { params: Type.Object(keyParams) },
        reply: groupsReply,
        handle: async (ctx, { params }) => groupsOf(await readScreenGroups(editing, ctx, params)),
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/def/:kind/:id/groups',
        access: mayUpdate,
        summary: 'Set which groups have the permission of a screen, and with which verbs',
        errors: ['RULE_BROKEN'],
        input: { params: Type.Object(keyParams), body: groupsBody },
        reply: groupsReply,
        handle: async (ctx, { params, body }) =>
          new Reply(
            groupsOf(await changeScreenGroups(editing, ctx, params, body)),
            'messages.definitions.groupsChanged',
          ),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/def/:kind/:id/history',
        access: mayRead,
        summary: '$routes.definition.history',
        input: { params: Type.Object(keyParams), query: Type.Object(historyQuery) },
        reply: listReply(historyReply),
        handle: (ctx, { params, query }) => history(editing, ctx, params, lists.read(ctx, query)),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/def/:kind/:id/history/:version',
        access: mayRead,
        summary: '$routes.definition.version',
        etag: true,
        input: { params: versionParams },
        reply: Type.Object(definitionReply),
        handle: (ctx, { params }) => readPublishedVersion(editing, ctx, params, params.version),
      }),
    ],
  };
}

function groupsOf(rows: ScreenGroup[] | null) {
  return { own: rows !== null, groups: (rows ?? []).map(({ id }) => id), rows: rows ?? [] };
}

async function replyWith<T>(message: string, work: Promise<T>): Promise<Reply<T>> {
  return new Reply(await work, message);
}

function answer<T extends object>(found: T | DefinitionRefusal): T {
  if (found === 'unknown') throw notFound();
  if (found === 'broken') throw new AppError('INTERNAL', { cause: new Error('DEFINITION_BROKEN') });
  if (found === 'forbidden') throw new AppError('FORBIDDEN');
  return found;
}
