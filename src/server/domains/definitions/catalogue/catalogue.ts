import { sql } from 'kysely';
import type { DefinitionRow, DefinitionState } from '../../../../contracts/definitions.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { ListRequest } from '../../../kernel/list.ts';
import type { Definitions } from '../store/definitions.ts';
import { titleIn, titlesOf } from '../inspection/inspect.ts';
import { diagnosticErrors } from '../../../kernel/diagnostic-errors.ts';
import type { Published, Reading } from '../publication/published.ts';
import { release } from '../inspection/release.ts';

export interface CatalogueFilter {
  kind?: DefinitionRow['kind'] | undefined;
  state?: DefinitionState | undefined;
  text?: string | undefined;
}

interface Row {
  kind: DefinitionRow['kind'];
  id: string;
  draft: number | null;
  published: number;
  path: string | null;
  titles: Partial<Record<Language, string>> | null;
  checkedBy: string | null;
  author: string | null;
  updatedAt: Date | null;
}

/**
 * Lists all definitions of a tenant, bundled ones and its own. There are a few thousand at most and their documents are not
 * read, so they are sorted and counted in memory.
 */
export async function catalogue(
  published: Published,
  reading: Reading,
  request: ListRequest<unknown>,
  filter: CatalogueFilter,
): Promise<ListPage<DefinitionRow>> {
  const own = await ownRows(reading, published);
  const known = new Set(own.map((row) => row.key));
  const all = [...own, ...bundledRows(published.bundled, reading.lang).filter((row) => !known.has(row.key))];
  const wanted = filter.text?.trim().toLowerCase() ?? '';
  const matching = all.filter(
    (row) =>
      (filter.kind === undefined || row.kind === filter.kind) &&
      (filter.state === undefined || row.state === filter.state) &&
      (wanted === '' || `${row.key}\n${row.title}\n${row.path ?? ''}`.toLowerCase().includes(wanted)),
  );
  const { field, direction } = request.order;
  const sign = direction === 'asc' ? 1 : -1;
  const collator = new Intl.Collator(reading.lang, { numeric: true });
  const valueOf = (row: DefinitionRow): string => String(row[field as keyof DefinitionRow] ?? '');
  matching.sort(
    (left, right) =>
      sign * collator.compare(valueOf(left), valueOf(right)) || collator.compare(left.key, right.key),
  );
  return {
    rows: matching.slice(request.offset, request.offset + request.perPage),
    page: request.page,
    perPage: request.perPage,
    totalRows: matching.length,
  };
}

/** Returns the paths of all screens and dashboards, drafts included, for completion of links. */
export async function openScreens(
  published: Published,
  reading: Reading,
): Promise<{ path: string; title: string }[]> {
  const own = await ownRows(reading, published);
  const known = new Set(own.map(({ key }) => key));
  const all = [...own, ...bundledRows(published.bundled, reading.lang).filter(({ key }) => !known.has(key))];
  return all.flatMap(({ path, title }) => (path === null ? [] : [{ path, title }]));
}

function bundledRows(bundled: Definitions, lang: Language): DefinitionRow[] {
  return bundled.all.map(({ kind, id, document }) => ({
    kind,
    id,
    key: `${kind}/${id}`,
    title: titleIn(titlesOf(document), lang),
    path: typeof document.path === 'string' ? document.path : null,
    source: 'bundled',
    state: 'bundled',
    reason: null,
    author: null,
    updatedAt: null,
    publishedVersion: 0,
    draftVersion: null,
  }));
}

async function ownRows(reading: Reading, published: Published): Promise<DefinitionRow[]> {
  const { rows } = await sql<Row>`
    select d.kind, d.id, d.draft_version as draft, d.published_version as published, v.path, v.titles,
      p.checked_by as "checkedBy", u.name::text as author,
      greatest(v.saved_at, v.published_at) as "updatedAt"
    from definition d
    join definition_version v on v.tenant_id = d.tenant_id and v.kind = d.kind and v.id = d.id
      and v.version = coalesce(d.draft_version, d.published_version)
    left join definition_version p on p.tenant_id = d.tenant_id and p.kind = d.kind and p.id = d.id
      and p.version = d.published_version
    left join app_user u on u.tenant_id = d.tenant_id and u.id = coalesce(v.published_by, v.saved_by)`.execute(
    reading.db,
  );
  const list: DefinitionRow[] = [];
  for (const row of rows) list.push(await toDefinitionRow(reading, published, row));
  return list;
}

async function toDefinitionRow(reading: Reading, published: Published, row: Row): Promise<DefinitionRow> {
  const { kind, id } = row;
  const diagnostic =
    row.published > 0 && row.checkedBy !== release
      ? (await published.load(reading, { kind, id }, row.published)).diagnostic
      : null;
  return {
    kind,
    id,
    key: `${kind}/${id}`,
    title: titleIn(row.titles ?? {}, reading.lang),
    path: row.path,
    source: 'tenant',
    state: diagnostic ? 'invalid' : stateOf(row),
    reason: diagnostic && (diagnosticErrors([diagnostic], reading.lang)[0]?.message ?? diagnostic.code),
    author: row.author,
    updatedAt: row.updatedAt?.toISOString() ?? null,
    publishedVersion: row.published,
    draftVersion: row.draft,
  };
}

function stateOf({ draft, published }: Row): DefinitionState {
  if (draft === null) return 'published';
  return published === 0 ? 'draft' : 'published+draft';
}
