import type { DefinitionHistoryRow, DefinitionReply } from '../../../../contracts/definitions.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { isUsable } from '../../../../contracts/saved-widget.ts';
import { audit, auditMany } from '../../../kernel/audit.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid, notFound, ruleBroken } from '../../../kernel/errors.ts';
import { plainTextOf } from '../../../kernel/rich-text.ts';
import { text } from '../../../kernel/texts.ts';
import { assertVersion, expectedVersion } from '../../../kernel/version.ts';
import type { Definitions } from '../store/definitions.ts';
import { assertTenantKind } from './draft-check.ts';
import { titleIn, titlesOf } from '../inspection/inspect.ts';
import { publishDefinition } from '../publication/definition-events.ts';
import {
  assertPermissionGranted,
  dropLeftGrants,
  endOwnPermission,
  ownPermissions,
} from '../catalogue/own-permission.ts';
import { release } from '../inspection/release.ts';
import { assertRoom } from '../store/room.ts';
import {
  assertServable,
  assertUsersWork,
  inspected,
  readBrought,
  type Checking,
} from '../publication/servable.ts';
import {
  readHistory,
  readState,
  readStates,
  readVersion,
  readVersions,
  lockDefinition,
  type DefinitionKey,
  type HistoryEntry,
  type StoredVersion,
} from '../store/stored-definitions.ts';
import { addVersion, dropDraft, publishDrafts } from './stored-write.ts';

/** The context that editing needs beside the tenant's own rows. */
export interface Editing extends Checking {
  /** Screen whose permission lets people edit. */
  screen: string;
}

type Reader = Pick<Context, 'db' | 'lang' | 'tenant'>;

/** Versions of a definition after its published version changed. */
export interface Publication {
  version: number;
  source: 'bundled' | 'tenant';
  publishedVersion: number;
}

/**
 * Returns the unpruned document that an editor starts from: the draft, else the published one, else the bundled one.
 * @throws AppError NOT_FOUND
 */
export async function readForEdit(
  { bundled, data }: Editing,
  ctx: Reader,
  key: DefinitionKey,
): Promise<DefinitionReply> {
  const state = await readState(ctx.db, key);
  const version = state.draftVersion ?? state.publishedVersion;
  const stored = version === 0 ? null : await readVersion(ctx.db, key, version);
  const definition = documentOf(stored) ?? bundled.document(key.kind, key.id);
  if (definition === null) throw notFound();
  const isDraft = stored !== null && state.draftVersion !== null;
  return {
    definition,
    version,
    source: stored === null ? 'bundled' : 'tenant',
    publishedVersion: state.publishedVersion,
    faults: (await inspected(bundled, data, ctx, key, definition)).diagnostics,
    bundled: bundled.document(key.kind, key.id) !== null,
    title: titleIn(titlesOf(definition), ctx.lang),
    published: isDraft ? await publishedDocument(bundled, ctx, key, state.publishedVersion) : definition,
    draft: isDraft ? { version, author: stored.author, updatedAt: stored.savedAt.toISOString() } : null,
  };
}

export async function publishedDocument(
  bundled: Definitions,
  { db }: Reader,
  key: DefinitionKey,
  version: number,
): Promise<JsonObject | null> {
  const stored = version === 0 ? null : await readVersion(db, key, version);
  return documentOf(stored) ?? bundled.document(key.kind, key.id);
}

/**
 * Publishes the draft.
 * @throws AppError VALIDATION_FAILED, RULE_BROKEN without a draft or for a permission that no group holds, VERSION_CONFLICT,
 * DEFINITION_INVALID for a path that another definition has taken meanwhile, IN_USE for a permission that the screen no
 * longer brings while others name it
 */
export async function publish(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  body: { comment: string; version?: number | undefined },
): Promise<Publication> {
  const { versions, refused } = await publishSeveral(editing, ctx, key.kind, [key.id], body);
  const refusal = refused.get(key.id);
  if (refusal) throw refusal;
  const version = versions.get(key.id)!;
  return { version, source: 'tenant', publishedVersion: version };
}

/**
 * Publishes the drafts of definitions of a kind, in a number of statements that does not depend on how many they are but for
 * what each of them names. All are checked before one is written.
 * @returns why definitions are refused, of which the caller must roll the transaction back; else the versions by their ids
 * @throws AppError VALIDATION_FAILED
 */
export async function publishSeveral(
  editing: Editing,
  ctx: Context,
  kind: DefinitionKey['kind'],
  ids: readonly string[],
  body: { comment: string; version?: number | undefined },
): Promise<{ versions: ReadonlyMap<string, number>; refused: ReadonlyMap<string, AppError> }> {
  const { db } = ctx;
  const comment = body.comment.trim();
  if (comment === '') throw invalid([{ path: '/comment', key: 'errors.definitions.comment' }]);
  for (const id of ids) assertTenantKind({ kind, id });
  await lockDefinition(db, ctx.tenant.id);
  const states = await readStates(db, kind, ids);
  const versions = new Map(ids.flatMap((id) => positive(id, states.get(id)!.draftVersion)));
  const published = new Map(ids.flatMap((id) => positive(id, states.get(id)!.publishedVersion)));
  const drafts = await readVersions(db, kind, pairs(versions));
  const before = await readVersions(db, kind, pairs(published));
  const brought = await readBrought(db);
  const refused = new Map<string, AppError>();
  const each = async (work: (key: DefinitionKey) => Promise<void>): Promise<void> => {
    for (const id of ids)
      try {
        await work({ kind, id });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.set(id, error);
      }
  };
  let isUnconditional = false;
  await each(async (key) => {
    const version = versions.get(key.id);
    const original = editing.bundled.document(kind, key.id);
    if (version === undefined) {
      if (states.get(key.id)!.lastVersion === 0 && original === null) throw notFound();
      throw ruleBroken('errors.definitions.noDraft');
    }
    const expected = expectedVersion(ctx, body.version);
    const { unconditional } = await assertVersion(expected, version, () => readForEdit(editing, ctx, key));
    isUnconditional = unconditional;
    const draft = drafts.get(key.id);
    if (draft === undefined) throw new Error('a draft cannot be read');
    await assertServable(editing, ctx, key, draft, brought);
    if (isUsable(kind)) await assertUsersWork(editing, ctx, { kind, id: key.id }, draft.document);
    const after = documentOf(draft);
    const change = { before: documentOf(before.get(key.id) ?? null) ?? original, after: after! };
    if (after) await assertPermissionGranted(ctx, key, change, editing.screens);
  });
  if (refused.size > 0) return { versions, refused };
  await publishDrafts(db, kind, ids, { by: ctx.caller.userId, comment });
  const own = await ownPermissions(db);
  await each((key) => endOwnPermission(ctx, key, editing.screens, 'errors.definitions.permissionMoved', own));
  await recordPublications(
    ctx,
    kind,
    'publish',
    ids.map((id) => ({ id, before: published.get(id) ?? 0, after: versions.get(id)! })),
    { comment, unconditional: isUnconditional },
  );
  return { versions, refused };
}

const positive = (id: string, version: number | null): [string, number][] => (version ? [[id, version]] : []);
const pairs = (versions: ReadonlyMap<string, number>): { id: string; version: number }[] =>
  [...versions].map(([id, version]) => ({ id, version }));

/**
 * Checks that a draft could be published now by the caller, without publishing it.
 * @throws AppError as `publish` does
 */
export async function assertPublishable(editing: Editing, ctx: Context, key: DefinitionKey): Promise<void> {
  assertTenantKind(key);
  const { draftVersion } = await readState(ctx.db, key);
  if (draftVersion === null) throw ruleBroken('errors.definitions.noDraft');
  const draft = await readVersion(ctx.db, key, draftVersion);
  if (draft === null) throw new Error('a draft cannot be read');
  await assertServable(editing, ctx, key, draft);
  if (isUsable(key.kind)) await assertUsersWork(editing, ctx, { kind: key.kind, id: key.id }, draft.document);
}

/**
 * Publishes an earlier published version again, as a new one; 0 is the bundled one. A draft is left as it is.
 * @throws AppError NOT_FOUND, RULE_BROKEN for the end of a publication, VERSION_CONFLICT for an If-Match that is not the
 * published version
 */
export async function rollBack(
  editing: Editing,
  ctx: Context,
  key: DefinitionKey,
  to: number,
): Promise<Publication> {
  await lockDefinition(ctx.db, ctx.tenant.id);
  const state = await readState(ctx.db, key);
  const target = to === 0 ? null : await readVersion(ctx.db, key, to);
  if (to === 0 ? state.lastVersion === 0 : target === null || target.publishedAt === null) throw notFound();
  const document = target?.document ?? null;
  if (document === null && editing.bundled.document(key.kind, key.id) === null) {
    throw to === 0
      ? notFound()
      : ruleBroken('errors.definitions.endNotRestored', { params: { version: to } });
  }
  const { unconditional } = await assertVersion(expectedVersion(ctx, undefined), state.publishedVersion, () =>
    readForEdit(editing, ctx, key),
  );
  if (target !== null && document !== null) {
    await assertRoom(ctx.db, [state]);
    assertTenantKind(key);
    await assertServable(editing, ctx, key, target);
    await dropLeftGrants(ctx, ctx.db, [key], editing.screens);
  }
  const original = editing.bundled.document(key.kind, key.id);
  await assertUsersWork(editing, ctx, key, document ?? JSON.stringify(original));
  const version = await addVersion(ctx.db, key, state, {
    tenantId: ctx.tenant.id,
    savedBy: ctx.caller.userId,
    document,
    path: target?.path ?? null,
    titles: target?.titles ?? {},
    checkedBy: release,
    published: { comment: '', rollbackOf: to },
  });
  const publishedVersion = document === null ? 0 : version;
  await endOwnPermission(ctx, key, editing.screens, 'errors.definitions.permissionMoved');
  await recordPublication(ctx, key, 'rollback', state.publishedVersion, publishedVersion, {
    to,
    unconditional,
  });
  return {
    version: publishedVersion,
    source: document === null ? 'bundled' : 'tenant',
    publishedVersion,
  };
}

/**
 * Discards the draft. The published version stays; a definition that was never published ends with its own permission.
 * @throws AppError NOT_FOUND without a draft, VERSION_CONFLICT, IN_USE for a screen whose permission others name
 */
export async function discardDraft(editing: Editing, ctx: Context, key: DefinitionKey): Promise<Publication> {
  await lockDefinition(ctx.db, ctx.tenant.id);
  const state = await readState(ctx.db, key);
  if (state.draftVersion === null) throw notFound();
  const { unconditional } = await assertVersion(expectedVersion(ctx, undefined), state.draftVersion, () =>
    readForEdit(editing, ctx, key),
  );
  await dropDraft(ctx.db, key);
  const isGone = state.publishedVersion === 0 && editing.bundled.document(key.kind, key.id) === null;
  if (isGone) await endOwnPermission(ctx, key, editing.screens);
  await audit(ctx, {
    entity: 'definition',
    entityId: `${key.kind}/${key.id}`,
    action: 'delete',
    before: { version: state.draftVersion },
    after: null,
    unconditional,
  });
  const { publishedVersion } = state;
  publishDefinition(ctx.db, key, isGone ? 'delete' : 'discard', publishedVersion);
  return {
    version: publishedVersion,
    source: publishedVersion === 0 ? 'bundled' : 'tenant',
    publishedVersion,
  };
}

/** Lists the published versions, newest first. @throws AppError NOT_FOUND for an unknown definition */
export async function history(
  { bundled }: Editing,
  ctx: Reader,
  key: DefinitionKey,
  page: { page: number; perPage: number },
): Promise<ListPage<DefinitionHistoryRow>> {
  const { rows, total, known } = await readHistory(ctx.db, key, page);
  if (!known && bundled.document(key.kind, key.id) === null) throw notFound();
  const hasBundled = bundled.document(key.kind, key.id) !== null;
  const commented = rows.map((row) => {
    if (row.rollbackOf !== 0 || hasBundled)
      return { ...row, comment: commentOf(row, ctx.lang), ended: false };
    const comment = text(ctx.lang, 'messages.definitions.ended');
    return { ...row, comment, rollbackOf: null, current: false, ended: true };
  });
  return { rows: commented, page: page.page, perPage: page.perPage, totalRows: total };
}

/** A rollback has no comment of its own, so a text describes it. */
function commentOf({ comment, rollbackOf }: HistoryEntry, lang: Language): string {
  // Those of views are rich text.
  if (rollbackOf === null)
    return /^<(?:p|ul|ol|h2|h3|blockquote|pre)>/.test(comment) ? plainTextOf(comment) : comment;
  return rollbackOf === 0
    ? text(lang, 'messages.definitions.originalBack')
    : text(lang, 'messages.definitions.versionBack', { version: rollbackOf });
}

/** Returns a published version; 0 is the bundled one. @throws AppError NOT_FOUND */
export async function readPublishedVersion(
  { bundled, data }: Editing,
  ctx: Reader,
  key: DefinitionKey,
  version: number,
): Promise<DefinitionReply> {
  const { publishedVersion } = await readState(ctx.db, key);
  const stored = version === 0 ? null : await readVersion(ctx.db, key, version);
  if (version !== 0 && (stored === null || stored.publishedAt === null)) throw notFound();
  const own = documentOf(stored);
  const definition = own ?? bundled.document(key.kind, key.id);
  if (definition === null) throw notFound();
  const source = own === null ? 'bundled' : 'tenant';
  return {
    definition,
    version,
    source,
    publishedVersion,
    faults: (await inspected(bundled, data, ctx, key, definition)).diagnostics,
  };
}

export function documentOf(stored: StoredVersion | null): JsonObject | null {
  const document = stored?.document ?? null;
  return document === null ? null : (JSON.parse(document) as JsonObject);
}

export const recordPublication = (
  ctx: Context,
  { kind, id }: DefinitionKey,
  action: 'publish' | 'rollback',
  before: number,
  after: number,
  how: { unconditional: boolean; comment?: string; to?: number },
): Promise<void> => recordPublications(ctx, kind, action, [{ id, before, after }], how);

async function recordPublications(
  ctx: Context,
  kind: DefinitionKey['kind'],
  action: 'publish' | 'rollback',
  publications: readonly { id: string; before: number; after: number }[],
  { unconditional, ...more }: { unconditional: boolean; comment?: string; to?: number },
): Promise<void> {
  for (const { id, after } of publications) publishDefinition(ctx.db, { kind, id }, action, after);
  await auditMany(
    ctx,
    publications.map(({ id, before, after }) => ({
      entity: 'definition',
      entityId: `${kind}/${id}`,
      action,
      before: { publishedVersion: before },
      after: { publishedVersion: after, ...more },
      unconditional,
    })),
  );
}
