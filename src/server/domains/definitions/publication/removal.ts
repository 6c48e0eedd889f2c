import { isUsable } from '../../../../contracts/saved-widget.ts';
import { audit } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { notFound, ruleBroken } from '../../../kernel/errors.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import { publishDefinition } from './definition-events.ts';
import { readForEdit, type Editing, type Publication } from '../draft/edit.ts';
import { assertDocumentUnused } from '../store/document-users.ts';
import { assertFragmentUnused } from '../fragment/fragment-users.ts';
import { endOwnPermission } from '../catalogue/own-permission.ts';
import { release } from '../inspection/release.ts';
import { lockDefinition, readState, readVersion, type DefinitionKey } from '../store/stored-definitions.ts';
import { addVersion, dropDraft } from '../draft/stored-write.ts';

/** @throws AppError RULE_BROKEN for a definition that ships with the product, which is restored instead */
function assertOwn({ bundled }: Editing, { kind, id }: DefinitionKey): void {
  if (bundled.document(kind, id) !== null) throw ruleBroken('errors.definitions.bundledStays');
}

/** @throws AppError IN_USE for a fragment, form or dataset that published documents use */
async function assertUnused({ bundled }: Editing, ctx: Context, { kind, id }: DefinitionKey): Promise<void> {
  if (isUsable(kind)) await assertFragmentUnused(bundled, ctx, { kind, id });
  if (kind === 'form' || kind === 'dataset') await assertDocumentUnused(bundled, ctx, { kind, id });
}

/**
 * Takes a published definition of the tenant's own back. Its content stays as the draft, and the history keeps all versions.
 * @throws AppError NOT_FOUND, RULE_BROKEN for one that is not published, VERSION_CONFLICT,
 * IN_USE for a fragment, form or dataset that published documents use
 */
export async function unpublish(editing: Editing, ctx: Context, key: DefinitionKey): Promise<Publication> {
  assertOwn(editing, key);
  await lockDefinition(ctx.db, ctx.tenant.id);
  const state = await readState(ctx.db, key);
  if (state.lastVersion === 0) throw notFound();
  if (state.publishedVersion === 0) throw ruleBroken('errors.definitions.notPublished');
  const { unconditional } = await assertVersion(expectedVersion(ctx, undefined), state.publishedVersion, () =>
    readForEdit(editing, ctx, key),
  );
  await assertUnused(editing, ctx, key);
  let { lastVersion } = state;
  if (state.draftVersion === null) {
    const published = await readVersion(ctx.db, key, state.publishedVersion);
    if (published === null) throw new Error('a published version cannot be read');
    lastVersion = await addVersion(ctx.db, key, state, {
      tenantId: ctx.tenant.id,
      savedBy: ctx.caller.userId,
      document: published.document,
      path: published.path,
      titles: published.titles,
      checkedBy: published.checkedBy,
    });
  }
  await endPublication(ctx, key, lastVersion);
  await recordEnd(ctx, key, 'unpublish', state.publishedVersion, unconditional);
  return { version: 0, source: 'tenant', publishedVersion: 0 };
}

/**
 * Removes a definition of the tenant's own, draft and published version, with its own permission. The history keeps all
 * versions, so that one of them can be restored; its grants are not.
 * @throws AppError NOT_FOUND, RULE_BROKEN, VERSION_CONFLICT, IN_USE for a fragment, form or dataset that published documents use, and
 * for a screen whose permission others name
 */
export async function removeDefinition(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
): Promise<Publication> {
  assertOwn(editing, key);
  await lockDefinition(ctx.db, ctx.tenant.id);
  const state = await readState(ctx.db, key);
  const current = state.draftVersion ?? state.publishedVersion;
  if (current === 0) throw notFound();
  const { unconditional } = await assertVersion(expectedVersion(ctx, undefined), current, () =>
    readForEdit(editing, ctx, key),
  );
  if (state.publishedVersion > 0) await assertUnused(editing, ctx, key);
  await dropDraft(ctx.db, key);
  if (state.publishedVersion > 0) await endPublication(ctx, key, state.lastVersion);
  await endOwnPermission(ctx, key, editing.screens);
  await recordEnd(ctx, key, 'delete', state.publishedVersion, unconditional);
  return { version: 0, source: 'tenant', publishedVersion: 0 };
}

/** Adds the end of the publication to the history, a version without a document. */
async function endPublication(ctx: Context, key: DefinitionKey, lastVersion: number): Promise<void> {
  const state = await readState(ctx.db, key);
  await addVersion(
    ctx.db,
    key,
    { ...state, lastVersion },
    {
      tenantId: ctx.tenant.id,
      savedBy: ctx.caller.userId,
      document: null,
      path: null,
      titles: {},
      checkedBy: release,
      published: { comment: '', rollbackOf: 0 },
    },
  );
}

async function recordEnd(
  ctx: Context,
  key: DefinitionKey,
  action: 'unpublish' | 'delete',
  publishedVersion: number,
  unconditional: boolean,
): Promise<void> {
  publishDefinition(ctx.db, key, action, 0);
  await audit(ctx, {
    entity: 'definition',
    entityId: `${key.kind}/${key.id}`,
    action,
    before: { publishedVersion },
    after: null,
    unconditional,
  });
}
