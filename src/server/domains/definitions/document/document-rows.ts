import { sql, type RawBuilder } from 'kysely';
import type { DefinitionKind, DocumentRow } from '../../../../contracts/definitions.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { ListRequest } from '../../../kernel/list.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';
import { selectPage } from '../../../kernel/select-page.ts';

/** A document's row as the database has it, with the columns that its kind adds. */
export interface StoredDocument {
  id: string;
  draft: number | null;
  published: number;
  document: string;
  createdBy: string | null;
  createdAt: string;
  updatedBy: string | null;
  updatedAt: string;
}

/** Rows of a kind of document: each as its draft has it, else as it is published. */
export interface DocumentRows<Row extends DocumentRow, Stored extends StoredDocument> {
  kind: DefinitionKind;
  /** Condition on the definitions `d`, where only some of the kind are meant. */
  where?: RawBuilder<unknown>;
  /** Columns beside those of all documents, each with a comma before it. */
  columns: RawBuilder<unknown>;
  /** Joins with the documents `m` that the columns come from. */
  joins: RawBuilder<unknown>;
  /** Column that decides between equal rows; it is unique. */
  unique: RawBuilder<unknown>;
  /** Columns that the list is ordered by, beside those of all documents. */
  orders?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The fields that the kind reads from its columns and the document. */
  fields(
    stored: Stored,
    document: JsonObject,
    lang: Language,
  ): Omit<Row, Exclude<keyof DocumentRow, 'id' | 'title'>>;
}

interface Reader {
  db: TenantTransaction;
  lang: Language;
}

/** Columns that the list of every kind is ordered by. */
const commonOrders = {
  title: sql`molde_fold(m.title)`,
  createdAt: sql`f.saved_at`,
  updatedAt: sql`m.updated_at`,
};

const title = (lang: Language): RawBuilder<string> =>
  sql`coalesce(v.titles ->> ${lang}::text, v.titles ->> 'pt', d.id)`;

/** Names of the fields that the list of a kind is ordered by. */
export const documentOrders = (orders: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.keys({ ...commonOrders, ...orders });

function matching<Row extends DocumentRow, Stored extends StoredDocument>(
  { kind, where = sql`true` }: DocumentRows<Row, Stored>,
  lang: Language,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`matching as (
    select d.id, d.draft_version as draft, d.published_version as published, v.document, ${title(lang)} as title,
      v.saved_by, v.published_by, coalesce(v.published_at, v.saved_at) as updated_at
    from definition d
    join definition_version v on v.tenant_id = d.tenant_id and v.kind = d.kind and v.id = d.id
      and v.version = coalesce(d.draft_version, nullif(d.published_version, 0))
    where d.kind = ${kind} and ${where} and ${condition}
  )`;
}

/** The rows of `matching`, with the people who made the first version that is kept and the current one. */
const selected = <Row extends DocumentRow, Stored extends StoredDocument>({
  kind,
  columns,
  joins,
}: DocumentRows<Row, Stored>): RawBuilder<unknown> => sql`
  select m.id, m.draft, m.published, m.document, u.name::text as "updatedBy", ${isoTime(sql`m.updated_at`)} as "updatedAt",
    c.name::text as "createdBy", ${isoTime(sql`f.saved_at`)} as "createdAt" ${columns}
  from matching m
  left join app_user u on u.id = coalesce(m.published_by, m.saved_by)
  left join lateral (
    select o.saved_by, o.saved_at from definition_version o
    where o.kind = ${kind} and o.id = m.id order by o.version limit 1
  ) f on true
  left join app_user c on c.id = f.saved_by
  ${joins}`;

/** Reads a page of documents. @param wanted text that their title contains; empty for all */
export async function listDocuments<Row extends DocumentRow, Stored extends StoredDocument>(
  rows: DocumentRows<Row, Stored>,
  { db, lang }: Reader,
  request: ListRequest<unknown>,
  wanted: string,
): Promise<ListPage<Row>> {
  const { field, direction } = request.order;
  const column = { ...commonOrders, ...rows.orders }[field];
  if (column === undefined) throw new Error(`a list of documents has no order ${field}`);
  const condition = wanted === '' ? sql`true` : sql`molde_fold(${title(lang)}) like molde_like(${wanted})`;
  const page = await selectPage<Stored>(db, request, {
    matching: matching(rows, lang, condition),
    total: sql`select count(*) from matching`,
    rows: sql`${selected(rows)} order by ${column} ${sql.raw(direction)}, ${rows.unique}`,
  });
  return {
    ...page,
    rows: page.rows.map((stored) => rowOf(rows, stored, JSON.parse(stored.document) as JsonObject, lang)),
  };
}

/** Reads documents with their rows, in the order of their ids as they are given. Those that do not exist are left out. */
export async function readDocuments<Row extends DocumentRow, Stored extends StoredDocument>(
  rows: DocumentRows<Row, Stored>,
  { db, lang }: Reader,
  ids: readonly string[],
): Promise<(Row & { document: JsonObject })[]> {
  const found = await sql<Stored>`
    with ${matching(rows, lang, sql`d.id = any (${ids}::text[])`)} ${selected(rows)}
    order by array_position(${ids}::text[], m.id)`.execute(db);
  return found.rows.map((stored) => {
    const document = JSON.parse(stored.document) as JsonObject;
    return { ...rowOf(rows, stored, document, lang), document };
  });
}

function rowOf<Row extends DocumentRow, Stored extends StoredDocument>(
  rows: DocumentRows<Row, Stored>,
  stored: Stored,
  document: JsonObject,
  lang: Language,
): Row {
  const { draft, published, createdBy, createdAt, updatedBy, updatedAt } = stored;
  const common = {
    createdBy,
    updatedBy,
    createdAt,
    updatedAt,
    version: draft ?? published,
    publishedVersion: published,
    state: draft === null ? 'published' : published === 0 ? 'draft' : 'published+draft',
  } satisfies Partial<DocumentRow>;
  return { ...rows.fields(stored, document, lang), ...common } as Row;
}
