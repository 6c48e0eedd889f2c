import { sql, type RawBuilder } from 'kysely';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { ViewRow } from '../../../../contracts/view.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { ListRequest } from '../../../kernel/list.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import type { BundledMenu } from '../../definitions/index.ts';
import { fieldsOf } from './document.ts';
import { elementsOf } from './layout.ts';
import { waitingPublication } from './waiting.ts';

interface StoredView {
  dashId: number;
  draft: number | null;
  published: number;
  document: string;
  createdBy: string | null;
  createdAt: string;
  updatedBy: string | null;
  updatedAt: string;
  scheduledId: number | null;
  scheduledAt: string | null;
}

/** Fields that the list is ordered by. */
export const viewOrders = ['title', 'dashId', 'createdAt', 'updatedAt'] as const;

/** Ids of views among the dashboards. */
const isView = sql`d.kind = 'dashboard' and d.id ~ '^dash-[1-9][0-9]{0,14}$'`;

/** The title of a version `v` of a definition `d`. */
export const titleOf = (lang: Language): RawBuilder<string> =>
  sql`coalesce(v.titles ->> ${lang}::text, v.titles ->> 'pt', d.id)`;

function matching(lang: Language, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`matching as (
    select substring(d.id from 6)::bigint as "dashId", d.id, d.draft_version as draft, d.published_version as published,
      v.document, ${titleOf(lang)} as title, v.saved_by, v.published_by, coalesce(v.published_at, v.saved_at) as updated_at
    from definition d
    join definition_version v on v.tenant_id = d.tenant_id and v.kind = d.kind and v.id = d.id
      and v.version = coalesce(d.draft_version, nullif(d.published_version, 0))
    where ${isView} and ${where}
  )`;
}

/** The rows of `matching`, with the people who made the first version that is kept and the current one. */
const selected = sql`
  select m."dashId", m.draft, m.published, m.document, u.name::text as "updatedBy", ${isoTime(sql`m.updated_at`)} as "updatedAt",
    c.name::text as "createdBy", ${isoTime(sql`f.saved_at`)} as "createdAt", w."scheduledId", w."scheduledAt"
  from matching m
  left join lateral (${waitingPublication}) w on true
  left join app_user u on u.id = coalesce(m.published_by, m.saved_by)
  left join lateral (
    select o.saved_by, o.saved_at from definition_version o
    where o.kind = 'dashboard' and o.id = m.id order by o.version limit 1
  ) f on true
  left join app_user c on c.id = f.saved_by`;

/** Reads a page of views: each as its draft has it, else as it is published. */
export async function listViews(
  { db, lang }: { db: TenantTransaction; lang: Language },
  menu: BundledMenu,
  request: ListRequest<unknown>,
  wanted: string,
): Promise<ListPage<ViewRow>> {
  const { field, direction } = request.order;
  const key = {
    title: sql`molde_fold(m.title)`,
    dashId: sql`m."dashId"`,
    createdAt: sql`f.saved_at`,
    updatedAt: sql`m.updated_at`,
  }[field as (typeof viewOrders)[number]];
  const where = wanted === '' ? sql`true` : sql`molde_fold(${titleOf(lang)}) like molde_like(${wanted})`;
  const page = await selectPage<StoredView>(db, request, {
    matching: matching(lang, where),
    total: sql`select count(*) from matching`,
    rows: sql`${selected} order by ${key} ${sql.raw(direction)}, m."dashId"`,
  });
  return { ...page, rows: page.rows.map((row) => toViewRow(row, lang, menu)) };
}

type ReadView = ViewRow & { document: JsonObject };

/** Reads a view; null when there is none. */
export async function readView(
  ctx: { db: TenantTransaction; lang: Language },
  menu: BundledMenu,
  dashId: number,
): Promise<ReadView | null> {
  return (await readViews(ctx, menu, [dashId]))[0] ?? null;
}

/** Reads views, in the order of their numbers as they are given. Those that do not exist are left out. */
export async function readViews(
  { db, lang }: { db: TenantTransaction; lang: Language },
  menu: BundledMenu,
  dashIds: readonly number[],
): Promise<ReadView[]> {
  const { rows } = await sql<StoredView>`
    with ${matching(lang, sql`d.id = any (${dashIds.map((id) => `dash-${id}`)}::text[])`)} ${selected}
    order by array_position(${[...dashIds]}::bigint[], m."dashId")`.execute(db);
  return rows.map((row) => ({
    ...toViewRow(row, lang, menu),
    document: JSON.parse(row.document) as JsonObject,
  }));
}

/** Numbers from here on were chosen by hand, as the id of a dashboard. */
const BY_HAND = 1_000_000_000;

/**
 * Returns the next number to give: above those that were given. Numbers of removed views are not given again, and one that
 * somebody chose by hand, however large, leaves the numbers below it.
 */
export async function nextDashId(db: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    with taken as (select substring(d.id from 6)::bigint as number from definition d where ${isView}),
      given as (select coalesce(max(number), 0) as number from taken where number < ${BY_HAND})
    select (min(c.number) + 1)::float8 as next
    from (select number from given union all select number from taken where number >= ${BY_HAND}) c
    where not exists (select from taken t where t.number = c.number + 1)`.execute(db);
  return rows[0]!.next;
}

function toViewRow(row: StoredView, lang: Language, menu: BundledMenu): ViewRow {
  const document = JSON.parse(row.document) as JsonObject;
  const { draft, published, createdBy, createdAt, updatedBy, updatedAt, scheduledId, scheduledAt } = row;
  return {
    id: row.dashId,
    dashId: row.dashId,
    ...fieldsOf(document, lang, menu),
    layout: elementsOf(document['body']),
    createdBy,
    updatedBy,
    createdAt,
    updatedAt,
    version: draft ?? published,
    publishedVersion: published,
    scheduledId,
    scheduledAt,
    state: draft === null ? 'published' : published === 0 ? 'draft' : 'published+draft',
  };
}
