import { sql } from 'kysely';
import type { DefinitionKind } from '../../../../contracts/definitions.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { DefinitionKey, StoredState } from '../store/stored-definitions.ts';

/** Drafts that are stored for merging, the newest. */
const MAX_DRAFTS = 50;

/** Facts that versions have in common which are stored together. */
interface Saving {
  tenantId: number;
  savedBy: number;
  checkedBy: string;
  /** Present for versions that are published at once. */
  published?: { comment: string; rollbackOf: number | null };
}

export interface NewContent {
  document: string | null;
  path: string | null;
  titles: Partial<Record<Language, string>>;
}

/** The content of the next version of a definition. */
export interface NextVersion extends NewContent {
  key: DefinitionKey;
  state: StoredState;
}

/** Stores the next version, as the draft or as published. The caller holds the lock. */
export async function addVersion(
  db: TenantTransaction,
  key: DefinitionKey,
  state: StoredState,
  { document, path, titles, ...saving }: Saving & NewContent,
): Promise<number> {
  await addVersions(db, saving, [{ key, state, document, path, titles }]);
  return versionAfter(state);
}

/** The number of the version that comes next. */
export const versionAfter = ({ lastVersion }: StoredState): number => lastVersion + 1;

/** Stores the next version of each of several definitions, in the statements of one. The caller holds the lock. */
export async function addVersions(
  db: TenantTransaction,
  { tenantId, savedBy, checkedBy, published }: Saving,
  versions: readonly NextVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  await db
    .insertInto('definition')
    .values(
      versions.map(({ key, state, document }) => {
        const version = versionAfter(state);
        const pointers = published
          ? { published_version: document === null ? 0 : version }
          : { draft_version: version };
        return { tenant_id: tenantId, kind: key.kind, id: key.id, last_version: version, ...pointers };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'kind', 'id']).doUpdateSet((row) => ({
        last_version: row.ref('excluded.last_version'),
        ...(published
          ? { published_version: row.ref('excluded.published_version') }
          : { draft_version: row.ref('excluded.draft_version') }),
      })),
    )
    .execute();
  await db
    .insertInto('definition_version')
    .values(
      versions.map(({ key, state, document, path, titles }) => ({
        tenant_id: tenantId,
        kind: key.kind,
        id: key.id,
        version: versionAfter(state),
        document,
        path,
        titles: JSON.stringify(titles),
        checked_by: checkedBy,
        saved_by: savedBy,
        ...(published
          ? {
              published_by: savedBy,
              published_at: sql<Date>`now()`,
              comment: published.comment,
              rollback_of: published.rollbackOf,
            }
          : {}),
      })),
    )
    .execute();
  if (!published) await dropOldDrafts(db, versions);
}

/** Deletes the oldest drafts beyond the limit. Published versions stay, and those that are to be published later. */
async function dropOldDrafts(db: TenantTransaction, versions: readonly NextVersion[]) {
  const old = versions.filter(({ state }) => versionAfter(state) > MAX_DRAFTS);
  if (old.length === 0) return;
  await sql`
    delete from definition_version v
    using unnest(${old.map(({ key }) => key.kind)}::text[], ${old.map(({ key }) => key.id)}::text[],
      ${old.map(({ state }) => versionAfter(state) - MAX_DRAFTS)}::int[]) o (kind, id, version)
    where v.kind = o.kind and v.id = o.id and v.version <= o.version and v.published_at is null
      and not exists (
        select from scheduled_publication p cross join lateral jsonb_array_elements(p.views) one
        where p.state = 'waiting' and v.kind = 'dashboard' and v.id = 'dash-' || (one ->> 'dashId')
          and v.version = (one ->> 'version')::int)`.execute(db);
}

/** Publishes the drafts of definitions of a kind. The caller holds the lock. */
export async function publishDrafts(
  db: TenantTransaction,
  kind: DefinitionKind,
  ids: readonly string[],
  { by, comment }: { by: number; comment: string },
): Promise<void> {
  await sql`
    update definition_version v set published_by = ${by}, published_at = now(), comment = ${comment} from definition d
    where d.kind = ${kind} and d.id = any (${ids}::text[]) and v.kind = d.kind and v.id = d.id
      and v.version = d.draft_version`.execute(db);
  await sql`
    update definition set published_version = draft_version, draft_version = null
    where kind = ${kind} and id = any (${ids}::text[]) and draft_version is not null`.execute(db);
}

/** Discards the draft. Its text stays stored like that of other drafts, for merging with an editor still open on it. */
export async function dropDraft(db: TenantTransaction, { kind, id }: DefinitionKey): Promise<void> {
  await db
    .updateTable('definition')
    .set({ draft_version: null })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}
