import type { Context } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { assertTenantKind } from '../draft/draft-check.ts';
import { documentOf, publishedDocument, recordPublication, type Editing } from '../draft/edit.ts';
import { assertPermissionGranted, endOwnPermission } from '../catalogue/own-permission.ts';
import { release } from '../inspection/release.ts';
import { assertServable } from './servable.ts';
import { readState, readVersion, type DefinitionKey } from '../store/stored-definitions.ts';
import { addVersion } from '../draft/stored-write.ts';

/**
 * Publishes a draft as it was saved under a version that another one followed: later changes stay a draft. Holds the lock on
 * definitions. For documents that no others use.
 * @throws AppError NOT_FOUND, and as `publishSeveral` does
 */
export async function publishVersion(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  { version, comment }: { version: number; comment: string },
): Promise<void> {
  const state = await readState(ctx.db, key);
  assertTenantKind(key);
  const saved = await readVersion(ctx.db, key, version);
  const after = documentOf(saved);
  if (saved === null || after === null) throw notFound();
  await assertServable(editing, ctx, key, saved);
  const before = await publishedDocument(editing.bundled, ctx, key, state.publishedVersion);
  await assertPermissionGranted(ctx, key, { before, after }, editing.screens);
  // A version of its own: history and drafts keep their order.
  const published = await addVersion(ctx.db, key, state, {
    tenantId: ctx.tenant.id,
    savedBy: ctx.caller.userId,
    document: saved.document,
    path: saved.path,
    titles: saved.titles,
    checkedBy: release,
    published: { comment, rollbackOf: null },
  });
  await endOwnPermission(ctx, key, editing.screens, 'errors.definitions.permissionMoved');
  await recordPublication(ctx, key, 'publish', state.publishedVersion, published, {
    comment,
    unconditional: false,
  });
}
