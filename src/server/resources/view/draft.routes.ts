import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { DefinitionReply } from '../../../contracts/definitions.ts';
import { viewKey } from '../../../contracts/view.ts';
import { Reply, type Context, type RouteSpec } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import { route } from '../../kernel/route.ts';
import { readForEdit, type Editing } from '../../services/definitions/edit.ts';
import { saveDraft } from '../../services/definitions/save.ts';
import { draftBody, draftReply, idParams, savedDraftReply } from './view.schema.ts';

const keyOf = (dashId: number) => ({ kind: 'dashboard' as const, id: viewKey(dashId) });

/** What the layout editor reads of a definition. */
const toDraft = ({ definition, version, publishedVersion, title = '', draft = null }: DefinitionReply) => ({
  definition,
  version,
  publishedVersion,
  title,
  draft,
});

/** A view is a definition of the tenant's own: what its document says it is, it stays. */
function ownDocument(definition: JsonObject, dashId: number): JsonObject {
  return { ...definition, ...keyOf(dashId) };
}

/** The document of a view as its layout editor reads and saves it, with the rights of views. */
export function draftRoutes(editing: Editing): RouteSpec[] {
  return [
    route({
      method: 'GET',
      url: '/adm/v2/dash/:id/draft',
      access: { screen: editing.screen, verb: 'read' },
      summary: '$routes.view.draft',
      input: { params: idParams },
      reply: draftReply,
      async handle(ctx: Context, { params }) {
        const found = await readForEdit(editing, ctx, keyOf(params.id));
        if (!isObject(found.definition as Json)) throw notFound();
        return toDraft(found);
      },
    }),
    route({
      method: 'PUT',
      url: '/adm/v2/dash/:id/draft',
      access: { screen: editing.screen, verb: 'update' },
      summary: 'Save the draft of a view, merged with changes that others saved since its version',
      errors: ['VERSION_CONFLICT', 'DEFINITION_INVALID', 'RULE_BROKEN'],
      transaction: 'own',
      uniqueKeys: true,
      input: { params: idParams, body: draftBody },
      reply: savedDraftReply,
      async handle(ctx: Context, { params, body }) {
        await ctx.transaction(
          (db) => readForEdit(editing, { ...readerOf(ctx), db }, keyOf(params.id)),
          'read',
        );
        const { merged, ...saved } = await saveDraft(editing, ctx, keyOf(params.id), {
          definition: ownDocument(body.definition, params.id),
          version: body.version,
        });
        return new Reply({ ...toDraft(saved), merged }, 'messages.definitions.saved');
      },
    }),
  ];
}

/** A context has getters, which must not be copied. */
const readerOf = ({ tenant, caller, lang, log }: Context) => ({ tenant, caller, lang, log });
