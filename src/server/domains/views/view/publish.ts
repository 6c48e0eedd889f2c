import type { ViewRow } from '../../../../contracts/view.ts';
import { viewKey } from '../../../../contracts/view.ts';
import type { Context } from '../../../kernel/contract.ts';
import { failureOf, notFound, refusal, ruleBroken, AppError } from '../../../kernel/errors.ts';
import { cleanRichText, plainTextOf } from '../../../kernel/rich-text.ts';
import {
  lockDefinition,
  publishSeveral,
  publishVersion,
  readStates,
  type BundledMenu,
  type Editing,
} from '../../definitions/index.ts';
import { assertGroupsGrantable, grantReaders } from './readers.ts';
import { readViews } from './rows.ts';

/** Characters of a publication's comment, with its tags. */
const commentLimit = 10_000;

/** @throws AppError VALIDATION_FAILED without a comment, and for one that is too long */
export function cleanComment(given: string | undefined): string {
  const comment = cleanRichText(given ?? '');
  if (plainTextOf(comment) === '') throw refusal('/comment', 'errors.views.comment');
  if (comment.length > commentLimit)
    throw refusal('/comment', 'errors.views.commentLength', { limit: commentLimit });
  return comment;
}

/** Views that one gesture publishes: while they are checked, others wait for the embedded database. */
const mostViews = 50;

/** @throws AppError VALIDATION_FAILED with more views than are published together */
export function assertFew(ids: readonly number[]): void {
  const count = new Set(ids).size;
  if (count > mostViews) throw refusal('/ids', 'errors.views.tooMany', { count, limit: mostViews });
}

/**
 * The views that a person chose. Holds the lock on definitions.
 * @throws AppError VALIDATION_FAILED with no view, NOT_FOUND
 */
export async function chosenViews(
  ctx: Context,
  menu: BundledMenu,
  ids: readonly number[],
): Promise<ViewRow[]> {
  const chosen = [...new Set(ids)];
  if (chosen.length === 0) throw refusal('/ids', 'errors.views.none');
  await lockDefinition(ctx.db, ctx.tenant.id);
  const views = await readViews(ctx, menu, chosen);
  if (views.length < chosen.length) throw notFound();
  return views;
}

const withDraft = (views: readonly ViewRow[]): ViewRow[] =>
  views.filter(({ state }) => state !== 'published');

/** @throws AppError RULE_BROKEN with the views whose draft is another than the one that was seen */
export function assertSeen(views: readonly ViewRow[], seen: ReadonlyMap<number, number> = new Map()): void {
  const changed = views.filter((view) => (seen.get(view.dashId) ?? view.version) !== view.version);
  if (changed.length > 0)
    throw ruleBroken('errors.views.changedUnseen', { params: { titles: titlesOf(changed) } });
}

export const titlesOf = (views: readonly ViewRow[]): string => views.map(({ title }) => title).join(', ');

/** Those of the views that have something to publish. @throws AppError RULE_BROKEN when none has */
export function draftsAmong(views: readonly ViewRow[]): ViewRow[] {
  const drafts = withDraft(views);
  if (drafts.length === 0) throw ruleBroken('errors.views.noDraft', { params: { titles: titlesOf(views) } });
  return drafts;
}

/** Input of a person who publishes views. */
export interface PublicationInput {
  ids: readonly number[];
  comment?: string | undefined;
  /** Version of the draft, for one view. */
  version?: number | undefined;
  /** Versions of the drafts that the person saw. */
  seen?: ReadonlyMap<number, number>;
  /** Groups that may open the views from then on, beside those that may. */
  groups?: readonly number[] | undefined;
}

/** Result of a publication. */
export interface Published {
  /** Views whose draft was published: none when groups were let in alone. */
  ids: number[];
  /** Titles of all views that were chosen. */
  titles: string;
}

/**
 * Publishes the drafts of views, all or none of them. Those that are published as they stand are left as they are, and groups
 * are let into them too.
 * @throws AppError VALIDATION_FAILED with no view, with too many, or without a comment, NOT_FOUND, RULE_BROKEN when nothing has changed and
 * no group is let in, DEFINITION_INVALID and others of `publish`, which name the views
 */
export async function publishViews(
  editing: Editing,
  ctx: Context,
  menu: BundledMenu,
  { ids, comment: given, version, seen, groups = [] }: PublicationInput,
): Promise<Published> {
  assertFew(ids);
  const views = await chosenViews(ctx, menu, ids);
  const comment = cleanComment(given);
  const drafts = groups.length > 0 ? withDraft(views) : draftsAmong(views);
  assertSeen(drafts, seen);
  await assertGroupsGrantable(ctx, [...new Set(ids)], groups);
  if (drafts.length > 0) {
    const { refused } = await publishSeveral(editing, ctx, 'dashboard', keysOf(drafts), { comment, version });
    assertNoneRefused(ctx, ids, drafts, refused);
  }
  await grantReaders(ctx, ids, groups);
  return { ids: drafts.map(({ dashId }) => dashId), titles: titlesOf(views) };
}

/** The draft of a view that is to be published, as it was then. */
export interface Snapshot {
  dashId: number;
  version: number;
  /** Version published before it. Publications of earlier releases do not have it. */
  published?: number;
}

/**
 * Publishes drafts of views as they were when they were chosen, all or none of them: what changed since stays a draft.
 * @throws AppError as `publishViews` does, RULE_BROKEN for views that were removed, and for those whose readers got something
 * else since
 */
export async function publishSnapshots(
  editing: Editing,
  ctx: Context,
  menu: BundledMenu,
  { snapshots, comment, groups }: { snapshots: readonly Snapshot[]; comment: string; groups: number[] },
): Promise<void> {
  const ids = snapshots.map(({ dashId }) => dashId);
  const views = await chosenViews(ctx, menu, ids).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw ruleBroken('errors.views.removedSince');
    throw error;
  });
  const chosen = new Map(snapshots.map((one) => [one.dashId, one]));
  const waiting = views.filter((view) => chosen.get(view.dashId)!.version !== view.publishedVersion);
  const overtaken = waiting.filter(
    (view) => (chosen.get(view.dashId)!.published ?? view.publishedVersion) !== view.publishedVersion,
  );
  if (overtaken.length > 0)
    throw ruleBroken('errors.views.publishedSince', { params: { titles: titlesOf(overtaken) } });
  await assertGroupsGrantable(ctx, ids, groups);
  const states = await readStates(ctx.db, 'dashboard', keysOf(waiting));
  const isDraft = ({ dashId }: ViewRow): boolean =>
    states.get(viewKey(dashId))!.draftVersion === chosen.get(dashId)!.version;
  const drafts = waiting.filter(isDraft);
  const refused = new Map<string, AppError>();
  if (drafts.length > 0)
    for (const [id, error] of (await publishSeveral(editing, ctx, 'dashboard', keysOf(drafts), { comment }))
      .refused)
      refused.set(id, error);
  for (const view of waiting.filter((one) => !isDraft(one)))
    try {
      const { version } = chosen.get(view.dashId)!;
      const key = { kind: 'dashboard', id: viewKey(view.dashId) } as const;
      await publishVersion(editing, ctx, key, { version, comment });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.set(viewKey(view.dashId), error);
    }
  assertNoneRefused(ctx, ids, waiting, refused);
  await grantReaders(ctx, ids, groups);
}

const keysOf = (views: readonly ViewRow[]): string[] => views.map(({ dashId }) => viewKey(dashId));

/** @throws AppError that names all views which cannot be published */
function assertNoneRefused(
  ctx: Context,
  ids: readonly number[],
  views: readonly ViewRow[],
  refused: ReadonlyMap<string, AppError>,
): void {
  const failed = views.flatMap((view) => {
    const error = refused.get(viewKey(view.dashId));
    return error ? [{ view, error }] : [];
  });
  const [first] = failed;
  if (first === undefined) return;
  const conflict = failed.find(({ error }) => error.code === 'VERSION_CONFLICT');
  if (conflict) throw conflict.error;
  if (new Set(ids).size === 1) throw first.error;
  throw new AppError(first.error.code, {
    message: 'errors.views.notPublished',
    params: { titles: failed.map(({ view }) => view.title).join(', ') },
    errors: failed.map(({ view, error }) => ({
      path: `/ids/${ids.indexOf(view.dashId)}`,
      key: 'errors.views.notPublishedOne',
      params: { title: view.title, reason: failureOf(error, ctx.lang).message },
    })),
  });
}
