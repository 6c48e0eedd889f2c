import { Type } from 'typebox';
import { isObject, type Json } from '../../../../contracts/json.ts';
import type { DefinitionReply } from '../../../../contracts/definitions.ts';
import { readerOf, Reply, type Context, type RouteSpec } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import type { DocumentKind } from '../document/document-kind.ts';
import { draftBody, openedDraftReply, savedDraftReply } from './draft-wire.ts';
import { readForEdit, type Editing } from './edit.ts';
import { saveDraft } from './save.ts';

/** Draft of a definition as the layout editor reads it. */
const toDraft = ({ definition, version, publishedVersion, title = '', draft = null }: DefinitionReply) => ({
  definition,
  version,
  publishedVersion,
  title,
  draft,
});

/** A document as its layout editor reads and saves it, with the rights of the area that it belongs to. */
export function draftRoutes(
  editing: Editing,
  { address, schemas: { id }, keyOf, scheduledAt: scheduled, texts }: DocumentKind,
): RouteSpec[] {
  const url = `${address}/:id/draft`;
  const params = Type.Object({ id });
  return [
    route({
      method: 'GET',
      url,
      access: { screen: editing.screen, verb: 'read' },
      summary: texts.draft,
      input: { params },
      reply: openedDraftReply,
      async handle(ctx: Context, { params: given }) {
        const found = await readForEdit(editing, ctx, keyOf(given.id));
        if (!isObject(found.definition as Json)) throw notFound();
        const scheduledAt = (await scheduled?.(ctx, given.id)) ?? null;
        return { ...toDraft(found), scheduledAt };
      },
    }),
    route({
      method: 'PUT',
      url,
      access: { screen: editing.screen, verb: 'update' },
      summary: 'Save a draft, merged with changes that others saved since its version',
      errors: ['VERSION_CONFLICT', 'DEFINITION_INVALID', 'RULE_BROKEN'],
      transaction: 'own',
      uniqueKeys: true,
      input: { params, body: draftBody },
      reply: savedDraftReply,
      async handle(ctx: Context, { params: given, body }) {
        const key = keyOf(given.id);
        await ctx.transaction((db) => readForEdit(editing, { ...readerOf(ctx), db }, key), 'read');
        const { merged, ...saved } = await saveDraft(editing, ctx, key, {
          // The document stays the definition that it says it is.
          definition: { ...body.definition, ...key },
          version: body.version,
        });
        return new Reply({ ...toDraft(saved), merged }, 'messages.definitions.saved');
      },
    }),
  ];
}
