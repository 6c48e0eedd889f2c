import { sql } from 'kysely';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { viewKey, viewNumber, type ViewRow } from '../../../../contracts/view.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import {
  readDocuments,
  type BundledMenu,
  type DocumentRows,
  type StoredDocument,
} from '../../definitions/index.ts';
import { fieldsOf } from './document.ts';
import { elementsOf } from './layout.ts';
import { viewNumberOf, waitingPublication } from './waiting.ts';

type StoredView = StoredDocument & Pick<ViewRow, 'scheduledId' | 'scheduledAt'>;

/** Ids of views among the dashboards. */
const isView = sql`d.id ~ '^dash-[1-9][0-9]{0,14}$'`;

/** Rows of views. */
export const viewRows = (menu: BundledMenu): DocumentRows<ViewRow, StoredView> => ({
  kind: 'dashboard',
  where: isView,
  columns: sql`, w."scheduledId", w."scheduledAt"`,
  joins: sql`left join lateral (${waitingPublication}) w on true`,
  unique: viewNumberOf,
  orders: { dashId: viewNumberOf },
  fields({ id, scheduledId, scheduledAt }, document, lang) {
    const dashId = viewNumber('dashboard', id)!;
    return {
      id: dashId,
      dashId,
      ...fieldsOf(document, lang, menu),
      layout: elementsOf(document['body']),
      scheduledId,
      scheduledAt,
    };
  },
});

/** Reads views, in the order of their numbers as they are given. Those that do not exist are left out. */
export const readViews = (
  ctx: { db: TenantTransaction; lang: Language },
  menu: BundledMenu,
  dashIds: readonly number[],
): Promise<(ViewRow & { document: JsonObject })[]> =>
  readDocuments(viewRows(menu), ctx, dashIds.map(viewKey));

/** Numbers from here on were chosen by hand, as the id of a dashboard. */
const BY_HAND = 1_000_000_000;

/**
 * Returns the next number to give: above those that were given. Numbers of removed views are not given again, and one that
 * somebody chose by hand, however large, leaves the numbers below it.
 */
export async function nextDashId(db: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    with taken as (
        select substring(d.id from 6)::bigint as number from definition d where d.kind = 'dashboard' and ${isView}
      ),
      given as (select coalesce(max(number), 0) as number from taken where number < ${BY_HAND})
    select (min(c.number) + 1)::float8 as next
    from (select number from given union all select number from taken where number >= ${BY_HAND}) c
    where not exists (select from taken t where t.number = c.number + 1)`.execute(db);
  return rows[0]!.next;
}
