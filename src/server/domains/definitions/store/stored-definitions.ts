import { sql } from 'kysely';
import type { DefinitionHistoryRow, DefinitionKind } from '../../../../contracts/definitions.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { routedKinds, type Route } from '../catalogue/path-match.ts';

/** Identifies a definition within a tenant. */
export interface DefinitionKey {
  kind: DefinitionKind;
  id: string;
}

/** A definition in one word, as the audit names it. */
export const nameOf = ({ kind, id }: DefinitionKey): string => `${kind}/${id}`;

/** Versions of a tenant's definition; null and zeros when the tenant never changed it. */
export interface StoredState {
  draftVersion: number | null;
  publishedVersion: number;
  lastVersion: number;
}

/** Whether the tenant has no such definition of its own, be it that it never had one or that it removed it. */
export const isFree = ({ draftVersion, publishedVersion }: StoredState): boolean =>
  draftVersion === null && publishedVersion === 0;

const neverChanged: StoredState = { draftVersion: null, publishedVersion: 0, lastVersion: 0 };

export interface StoredVersion {
  version: number;
  /** JSON; null is a rollback to the bundled definition. */
  document: string | null;
  path: string | null;
  checkedBy: string;
  titles: Partial<Record<Language, string>>;
  author: string | null;
  savedAt: Date;
  /** Null for a draft. */
  publishedAt: Date | null;
}

export const readState = async (db: TenantTransaction, { kind, id }: DefinitionKey): Promise<StoredState> =>
  (await readStates(db, kind, [id])).get(id)!;

/** The versions of definitions of a kind, by their ids. */
export async function readStates(
  db: TenantTransaction,
  kind: DefinitionKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredState>> {
  const rows = await db
    .selectFrom('definition')
    .where('kind', '=', kind)
    .where('id', '=', sql<string>`any (${ids}::text[])`)
    .select(['id', 'draft_version', 'published_version', 'last_version'])
    .execute();
  const states = new Map(ids.map((id) => [id, neverChanged]));
  for (const { id, draft_version, published_version, last_version } of rows)
    states.set(id, {
      draftVersion: draft_version,
      publishedVersion: published_version,
      lastVersion: last_version,
    });
  return states;
}

/** Reads one version; null when it is not stored (any more). */
export async function readVersion(
  db: TenantTransaction,
  { kind, id }: DefinitionKey,
  version: number,
): Promise<StoredVersion | null> {
  return (await readVersions(db, kind, [{ id, version }])).get(id) ?? null;
}

/** Reads one version of each of several definitions of a kind, by their ids. Those that are not stored (any more) are left out. */
export async function readVersions(
  db: TenantTransaction,
  kind: DefinitionKind,
  wanted: readonly { id: string; version: number }[],
): Promise<ReadonlyMap<string, StoredVersion>> {
  const rows = await db
    .selectFrom('definition_version as v')
    .innerJoin(
      sql<{ id: string; version: number }>`unnest(${wanted.map(({ id }) => id)}::text[], ${wanted.map(
        ({ version }) => version,
      )}::int[])`.as<'w'>(sql`w (id, version)`),
      (join) => join.onRef('w.id', '=', 'v.id').onRef('w.version', '=', 'v.version'),
    )
    .leftJoin('app_user as u', 'u.id', 'v.saved_by')
    .where('v.kind', '=', kind)
    .select([
      'v.id',
      'v.version',
      'v.document',
      'v.path',
      'v.titles',
      'v.checked_by',
      'v.saved_at',
      'v.published_at',
      'u.name',
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        version: row.version,
        document: row.document,
        path: row.path,
        checkedBy: row.checked_by,
        titles: row.titles,
        author: row.name,
        savedAt: row.saved_at,
        publishedAt: row.published_at,
      },
    ]),
  );
}

export interface PublishedDocument extends DefinitionKey {
  version: number;
  document: string;
}

/** The published version of each definition of the tenant. */
export const selectPublished = (db: TenantTransaction) =>
  db
    .selectFrom('definition as d')
    .innerJoin('definition_version as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'd.tenant_id')
        .onRef('v.kind', '=', 'd.kind')
        .onRef('v.id', '=', 'd.id')
        .onRef('v.version', '=', 'd.published_version'),
    );

/** The versions that everybody gets or that editors see: of each definition of the tenant the published one and the draft. */
export const selectCurrent = (db: TenantTransaction) =>
  db.selectFrom('definition as d').innerJoin('definition_version as v', (join) =>
    join
      .onRef('v.tenant_id', '=', 'd.tenant_id')
      .onRef('v.kind', '=', 'd.kind')
      .onRef('v.id', '=', 'd.id')
      .on((on) =>
        on.or([
          on('v.version', '=', on.ref('d.draft_version')),
          on('v.version', '=', on.ref('d.published_version')),
        ]),
      ),
  );

const selectPublishedDocuments = (db: TenantTransaction) =>
  selectPublished(db)
    .select(['d.kind', 'd.id', 'v.version', 'v.document'])
    .where('v.document', 'is not', null)
    .$castTo<PublishedDocument>();

/** Reads published documents of a kind. */
export async function readPublished(
  db: TenantTransaction,
  kind: DefinitionKind,
  ids: readonly string[],
): Promise<PublishedDocument[]> {
  if (ids.length === 0) return [];
  return selectPublishedDocuments(db).where('d.kind', '=', kind).where('d.id', 'in', ids).execute();
}

/** Reads the published documents whose text contains another text. */
export async function readPublishedWith(db: TenantTransaction, text: string): Promise<PublishedDocument[]> {
  return selectPublishedDocuments(db)
    .where(sql<boolean>`position(${text} in v.document) > 0`)
    .execute();
}

/** Reads the drafts and the published documents whose text contains another text. */
export async function readCurrentWith(
  db: TenantTransaction,
  text: string,
): Promise<(PublishedDocument & { isPublished: boolean })[]> {
  const rows = await selectCurrent(db)
    .select(['d.kind', 'd.id', 'd.published_version', 'v.version', 'v.document'])
    .where('v.document', 'is not', null)
    .where(sql<boolean>`position(${text} in v.document) > 0`)
    .$castTo<PublishedDocument & { published_version: number }>()
    .execute();
  return rows.map(({ published_version, ...row }) => ({
    ...row,
    isPublished: row.version === published_version,
  }));
}

/** Returns `kind/id` of all published definitions. */
export async function publishedKeys(db: TenantTransaction): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('definition')
    .where('published_version', '>', 0)
    .select(['kind', 'id'])
    .execute();
  return new Set(rows.map(({ kind, id }) => `${kind}/${id}`));
}

/** Returns the versions that were published before one, newest first. */
export async function readPublishedBefore(
  db: TenantTransaction,
  { kind, id }: DefinitionKey,
  version: number,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select b.version from definition_version v join definition_version b
      on b.kind = v.kind and b.id = v.id and (b.published_at, b.version) < (v.published_at, v.version)
    where v.kind = ${kind} and v.id = ${id} and v.version = ${version}
    order by b.published_at desc, b.version desc limit ${most}`.execute(db);
  return rows.map((row) => row.version);
}

/**
 * Takes the tenant's lock on definitions until the transaction ends, so that one writer at a time compares paths and counts
 * versions. The generation it increments invalidates the caches of all processes.
 */
export async function lockDefinition(db: TenantTransaction, tenantId: number): Promise<void> {
  await db
    .insertInto('definition_generation')
    .values({ tenant_id: tenantId })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ generation: sql`definition_generation.generation + 1` }),
    )
    .execute();
}

/** Returns the paths of the tenant's screens and dashboards, drafts and published. */
export async function currentPaths(db: TenantTransaction): Promise<Route[]> {
  const rows = await selectCurrent(db)
    .where('d.kind', 'in', routedKinds)
    .where('v.path', 'is not', null)
    .select(['d.kind', 'd.id', 'v.path'])
    .execute();
  return rows.map((row) => ({ kind: row.kind as Route['kind'], id: row.id, path: row.path ?? '' }));
}

export const pathsBeside = ({ kind, id }: DefinitionKey, paths: readonly Route[]): Route[] =>
  paths.filter((one) => one.kind !== kind || one.id !== id);

/** Returns the paths of the tenant's screens and dashboards, drafts and published, except those of one definition. */
export const otherPaths = async (db: TenantTransaction, key: DefinitionKey): Promise<Route[]> =>
  pathsBeside(key, await currentPaths(db));

/** Returns the ids of the tenant's own definitions of some kinds, drafts included. */
export async function ownIds(
  db: TenantTransaction,
  kinds: readonly DefinitionKind[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('definition')
    .where('kind', 'in', kinds)
    .where((where) => where.or([where('draft_version', 'is not', null), where('published_version', '>', 0)]))
    .select('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Counts the tenant's own definitions, without those that it removed. */
export async function countDefinitions(db: TenantTransaction): Promise<number> {
  const { count } = await db
    .selectFrom('definition')
    .where((where) => where.or([where('draft_version', 'is not', null), where('published_version', '>', 0)]))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A row of the history as it is stored. */
export type HistoryEntry = Omit<DefinitionHistoryRow, 'ended'>;

/**
 * Returns a page of the published versions, the latest publication first. Its version may be lower than that of one before it:
 * a draft has the number under which it was saved.
 */
export async function readHistory(
  db: TenantTransaction,
  { kind, id }: DefinitionKey,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: HistoryEntry[]; total: number; known: boolean }> {
  const { rows } = await sql<{ rows: HistoryEntry[]; total: number; known: boolean }>`
    with published as (
      select version, comment, published_by, published_at, rollback_of, document is null as bundled
      from definition_version where kind = ${kind} and id = ${id} and published_at is not null
    ), state as (
      select published_version from definition where kind = ${kind} and id = ${id}
    )
    select exists (select from state) as known, (select count(*)::int from published) as total, coalesce((
      select json_agg(paged) from (
        select p.version, coalesce(p.comment, '') as comment, u.name::text as author,
          to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "publishedAt",
          p.rollback_of as "rollbackOf",
          case when s.published_version = 0
            then p.version = (select version from published order by published_at desc, version desc limit 1)
            else p.version = s.published_version end as current
        from published p cross join state s left join app_user u on u.id = p.published_by
        order by p.published_at desc, p.version desc limit ${perPage} offset ${(page - 1) * perPage}
      ) paged
    ), '[]'::json) as rows`.execute(db);
  return rows[0] ?? { rows: [], total: 0, known: false };
}
