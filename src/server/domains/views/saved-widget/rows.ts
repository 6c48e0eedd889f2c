import { sql, type RawBuilder } from 'kysely';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { contentName, type PaletteWidget, type SavedWidgetRow } from '../../../../contracts/saved-widget.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { ListRequest } from '../../../kernel/list.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { selectPublished } from '../../definitions/index.ts';
import { titleOf } from '../view/rows.ts';
import { fieldsOf, idOfTitle, sizeOf } from './document.ts';

interface StoredWidget {
  id: string;
  draft: number | null;
  published: number;
  document: string;
  uses: number;
  createdBy: string | null;
  createdAt: string;
  updatedBy: string | null;
  updatedAt: string;
}

interface Reader {
  db: TenantTransaction;
  lang: Language;
}

/** Fields that the list is ordered by. */
export const widgetOrders = ['title', 'createdAt', 'updatedAt'] as const;

function matching(lang: Language, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`matching as (
    select d.id, d.draft_version as draft, d.published_version as published, v.document, ${titleOf(lang)} as title,
      v.saved_by, v.published_by, coalesce(v.published_at, v.saved_at) as updated_at
    from definition d
    join definition_version v on v.tenant_id = d.tenant_id and v.kind = d.kind and v.id = d.id
      and v.version = coalesce(d.draft_version, nullif(d.published_version, 0))
    where d.kind = 'widget' and ${where}
  )`;
}

/** Documents that name the widget, each once, whether in its draft or as published. */
const usesOf = sql`
  select count(distinct (o.kind, o.id))::int as uses from definition o
  join definition_version ov on ov.tenant_id = o.tenant_id and ov.kind = o.kind and ov.id = o.id
    and (ov.version = o.draft_version or ov.version = o.published_version)
  where position('"use":"' || ${contentName({ kind: 'widget', id: '' })} || m.id || '"' in ov.document) > 0`;

/** The rows of `matching`, with the people who made the first version that is kept and the current one. */
const selected = sql`
  select m.id, m.draft, m.published, m.document, n.uses, u.name::text as "updatedBy",
    ${isoTime(sql`m.updated_at`)} as "updatedAt", c.name::text as "createdBy", ${isoTime(sql`f.saved_at`)} as "createdAt"
  from matching m
  left join app_user u on u.id = coalesce(m.published_by, m.saved_by)
  left join lateral (
    select o.saved_by, o.saved_at from definition_version o
    where o.kind = 'widget' and o.id = m.id order by o.version limit 1
  ) f on true
  left join app_user c on c.id = f.saved_by
  left join lateral (${usesOf}) n on true`;

/** Reads a page of saved widgets: each as its draft has it, else as it is published. */
export async function listWidgets(
  { db, lang }: Reader,
  request: ListRequest<unknown>,
  wanted: string,
): Promise<ListPage<SavedWidgetRow>> {
  const { field, direction } = request.order;
  const key = {
    title: sql`molde_fold(m.title)`,
    createdAt: sql`f.saved_at`,
    updatedAt: sql`m.updated_at`,
  }[field as (typeof widgetOrders)[number]];
  const where = wanted === '' ? sql`true` : sql`molde_fold(${titleOf(lang)}) like molde_like(${wanted})`;
  const page = await selectPage<StoredWidget>(db, request, {
    matching: matching(lang, where),
    total: sql`select count(*) from matching`,
    rows: sql`${selected} order by ${key} ${sql.raw(direction)}, m.id`,
  });
  return { ...page, rows: page.rows.map((row) => toRow(row, lang)) };
}

/** Reads a saved widget; null when there is none. */
export async function readWidget(
  { db, lang }: Reader,
  id: string,
): Promise<(SavedWidgetRow & { document: JsonObject }) | null> {
  const { rows } = await sql<StoredWidget>`
    with ${matching(lang, sql`d.id = ${id}`)} ${selected}`.execute(db);
  const row = rows[0];
  return row === undefined ? null : { ...toRow(row, lang), document: JSON.parse(row.document) as JsonObject };
}

function toRow(row: StoredWidget, lang: Language): SavedWidgetRow {
  const { id, draft, published, uses, createdBy, createdAt, updatedBy, updatedAt } = row;
  return {
    id,
    ...fieldsOf(JSON.parse(row.document) as JsonObject, lang),
    uses,
    createdBy,
    updatedBy,
    createdAt,
    updatedAt,
    version: draft ?? published,
    publishedVersion: published,
    state: draft === null ? 'published' : published === 0 ? 'draft' : 'published+draft',
  };
}

/** The published widgets, by title: what a view can show. */
export async function paletteWidgets({ db, lang }: Reader): Promise<PaletteWidget[]> {
  const rows = await selectPublished(db)
    .where('d.kind', '=', 'widget')
    .where('v.document', 'is not', null)
    .select(['d.id', 'v.document'])
    .execute();
  const collator = new Intl.Collator(lang);
  return rows
    .map(({ id, document: text }) => {
      const document = JSON.parse(text!) as JsonObject;
      return { id, ...fieldsOf(document, lang), size: sizeOf(document) };
    })
    .sort((one, other) => collator.compare(one.title, other.title));
}

/** An identifier that no widget has or had: that of the title, with the next number behind it when it is taken. */
export async function freeWidgetId(db: TenantTransaction, named: string): Promise<string> {
  const stem = idOfTitle(named);
  const rows = await db
    .selectFrom('definition')
    .where('kind', '=', 'widget')
    .where('id', 'like', `${stem}%`)
    .select('id')
    .execute();
  const taken = new Set(rows.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.has(id)) return id;
  }
}
