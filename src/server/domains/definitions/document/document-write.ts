import type { DocumentRow } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { inOneTransaction, type Context } from '../../../kernel/contract.ts';
import { notFound, ruleBroken } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import type { Editing } from '../draft/edit.ts';
import { createDraft, saveDraft } from '../draft/save.ts';
import { removeDefinition } from '../publication/removal.ts';
import { lockDefinition } from '../store/stored-definitions.ts';
import type { DocumentId, DocumentInput, DocumentKind } from './document-kind.ts';
import { readDocuments } from './document-rows.ts';

/** Characters of a title. */
const titleLimit = 120;

type Read = DocumentRow & { document: JsonObject };

/** @throws AppError NOT_FOUND */
export async function documentOf({ rows, keyOf }: DocumentKind, ctx: Context, id: DocumentId): Promise<Read> {
  const [found] = await readDocuments(rows, ctx, [keyOf(id).id]);
  if (found === undefined) throw notFound();
  return found;
}

/** The row without its document. */
export const toReply = <Row extends Read>({ document: _document, ...row }: Row): Omit<Row, 'document'> => row;

interface Created {
  id: DocumentId;
  version: number;
  title: string;
}

/** Creates a document under a free id. @throws AppError VALIDATION_FAILED without a title, DEFINITION_INVALID */
export function createDocument(
  kind: DocumentKind,
  editing: Editing,
  ctx: Context,
  { title = '', ...input }: DocumentInput,
): Promise<Created> {
  return store(kind, editing, ctx, kind.withFields(kind.empty, { ...input, title }), title, (id) =>
    kind.startContent?.(editing, inOneTransaction(ctx), id, input),
  );
}

/** Copies a document, as its draft has it. @throws AppError NOT_FOUND, DEFINITION_INVALID */
export async function copyDocument(
  kind: DocumentKind,
  editing: Editing,
  ctx: Context,
  original: DocumentId,
): Promise<Created> {
  const { document, title } = await documentOf(kind, ctx, original);
  const copied = text(ctx.lang, 'messages.views.copyTitle', { title }).slice(0, titleLimit);
  return store(kind, editing, ctx, kind.withFields(document, { title: copied }), title);
}

async function store(
  kind: DocumentKind,
  editing: Editing,
  ctx: Context,
  document: JsonObject,
  named: string,
  start?: (id: DocumentId) => Promise<JsonObject> | undefined,
): Promise<Created> {
  await lockDefinition(ctx.db, ctx.tenant.id);
  const { id, definition } = await kind.identify(ctx, document, named);
  const content = await start?.(id);
  const grant = (await kind.firstGrant?.(editing, ctx)) ?? null;
  const { version, title = '' } = await createDraft(
    editing,
    inOneTransaction(ctx),
    { ...definition, ...content },
    grant,
  );
  return { id, version, title };
}

/**
 * Changes fields of a document, in its draft.
 * @throws AppError NOT_FOUND, VERSION_CONFLICT with the current row, VALIDATION_FAILED, RULE_BROKEN when nothing changes,
 * DEFINITION_INVALID
 */
export async function updateDocument(
  kind: DocumentKind,
  editing: Editing,
  ctx: Context,
  id: DocumentId,
  { version, ...input }: DocumentInput & { version?: number | undefined },
): Promise<Omit<Read, 'document'>> {
  const current = await documentOf(kind, ctx, id);
  const { unconditional } = await assertVersion(expectedVersion(ctx, version), current.version, () =>
    toReply(current),
  );
  const definition = kind.withFields(current.document, input);
  if (JSON.stringify(definition) === JSON.stringify(current.document))
    throw ruleBroken(kind.texts.unchanged, { params: { title: current.title } });
  await saveDraft(editing, inOneTransaction(ctx), kind.keyOf(id), {
    definition,
    version: current.version,
    unconditional,
  });
  return toReply(await documentOf(kind, ctx, id));
}

/** Removes a document; its versions stay in the history. @returns its title @throws AppError NOT_FOUND, VERSION_CONFLICT, IN_USE */
export async function removeDocument(
  kind: DocumentKind,
  editing: Editing,
  ctx: Context,
  id: DocumentId,
): Promise<string> {
  const { title } = await documentOf(kind, ctx, id);
  await lockDefinition(ctx.db, ctx.tenant.id);
  await kind.assertRemovable?.(ctx, id);
  await removeDefinition(editing, ctx, kind.keyOf(id));
  return title;
}
