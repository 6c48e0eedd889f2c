import { sql, type RawBuilder } from 'kysely';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import { listPage, type ListRequest } from '../../../kernel/list.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { COUNT_CAP, type TotalCache } from '../../../kernel/totals.ts';
import { withinDays } from '../../../kernel/within-days.ts';

export interface AuditFilter {
  /** Days in the tenant's time zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
  action?: string | undefined;
  entity?: string | undefined;
  entityId?: string | undefined;
  userId?: number | undefined;
  text?: string | undefined;
}

/** An entry as stored, with the names that belong to its ids. */
export interface StoredEntry {
  id: number;
  at: string;
  userId: number | null;
  userName: string | null;
  entity: string;
  entityId: string;
  /** The record's name then, else now; null where it has none. */
  recordName: string | null;
  action: string;
  unconditional: boolean;
  address: string;
}

export interface StoredDetail extends StoredEntry {
  before: JsonObject | null;
  after: JsonObject | null;
  userAgent: string;
  requestId: string;
}

const recordName = sql`coalesce(
  a.after ->> 'name', a.before ->> 'name', a.after ->> 'nomeGrupo', a.after ->> 'title', a.before ->> 'title',
  case when a.entity in ('user', 'session') and a.entity_id ~ '^[0-9]{1,15}$'
    then (select u.name::text from app_user u where u.id = a.entity_id::bigint) end,
  (select coalesce(d.before ->> 'name', d.before ->> 'title') from audit d
    where d.entity = case a.entity when 'session' then 'user' else a.entity end and d.entity_id = a.entity_id
      and d.action = 'delete' limit 1))`;

const columns = sql`
  a.id, to_char(a.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.user_id as "userId",
  coalesce(a.user_name, w.name::text) as "userName", a.entity, a.entity_id as "entityId", ${recordName} as "recordName", a.action,
  a.unconditional, a.address`;
const joined = sql`audit a left join app_user w on w.tenant_id = a.tenant_id and w.id = a.user_id`;

function conditions({ timeZone }: Context['tenant'], filter: AuditFilter): RawBuilder<unknown> {
  const wanted = filter.text?.trim() ?? '';
  const all = [
    ...withinDays(sql`a.at`, filter, timeZone),
    filter.action && sql`a.action = ${filter.action}`,
    filter.entity && sql`a.entity = ${filter.entity}`,
    filter.entityId && sql`a.entity_id = ${filter.entityId}`,
    filter.userId && sql`a.user_id = ${filter.userId}`,
    wanted !== '' &&
      sql`(molde_fold(coalesce(a.user_name, w.name)) like molde_like(${wanted}) or molde_fold(${recordName}) like molde_like(${wanted})
        or molde_fold(a.before ->> 'name') like molde_like(${wanted})
        or a.entity_id = ${wanted})`,
  ].filter((one): one is RawBuilder<unknown> => typeof one === 'object');
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

/** Reads a page of the audit by time, with its exact total. */
export function listAudit(
  ctx: Context,
  totals: TotalCache,
  request: ListRequest<unknown>,
  filter: AuditFilter,
): Promise<ListPage<StoredEntry>> {
  const where = conditions(ctx.tenant, filter);
  const direction = sql.raw(request.order.direction);
  return listPage(ctx, totals, {
    request,
    key: ['audit', { ...filter } as JsonObject],
    async read(known) {
      const { rows, totalRows } = await selectPage<StoredEntry>(ctx.db, request, {
        total:
          known === null
            ? sql`select count(*) from (select from ${joined} where ${where} limit ${COUNT_CAP + 1}) c`
            : sql`${known}`,
        rows: sql`
          select ${columns} from ${joined} where ${where} order by a.at ${direction}, a.id ${direction}`,
      });
      return { rows, total: totalRows };
    },
    async count() {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from ${joined} where ${where}`.execute(ctx.db);
      return rows[0]?.total ?? 0;
    },
  });
}

/** Reads a page of one record's entries with what each changed. */
export function listHistory(
  { db }: Context,
  request: ListRequest<unknown>,
  { entity, entityId }: { entity: string; entityId: string },
): Promise<ListPage<StoredDetail>> {
  const where = sql`a.entity = ${entity} and a.entity_id = ${entityId}`;
  const direction = sql.raw(request.order.direction);
  return selectPage(db, request, {
    total: sql`select count(*) from audit a where ${where}`,
    rows: sql`
      select ${columns}, a.before, a.after, a.user_agent as "userAgent", a.request_id as "requestId"
      from ${joined} where ${where} order by a.at ${direction}, a.id ${direction}`,
  });
}

/** Reads up to `limit` entries after one, from the newest: the batches of an export. */
export async function readBatch(
  ctx: Context,
  filter: AuditFilter,
  after: number | null,
  limit: number,
): Promise<StoredDetail[]> {
  const { rows } = await sql<StoredDetail>`
    select ${columns}, a.before, a.after, a.user_agent as "userAgent", a.request_id as "requestId"
    from ${joined} where ${conditions(ctx.tenant, filter)}
      and (${after}::bigint is null or (a.at, a.id) < (select p.at, p.id from audit p where p.id = ${after}::bigint))
    order by a.at desc, a.id desc limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Reads an entry, and the others that the same request made. */
export async function readEntry(
  { db }: Context,
  id: number,
): Promise<{ entry: StoredDetail; related: StoredEntry[] } | null> {
  const { rows } = await sql<StoredDetail>`
    select ${columns}, a.before, a.after, a.user_agent as "userAgent", a.request_id as "requestId"
    from ${joined} where a.id = ${id}`.execute(db);
  const [entry] = rows;
  if (entry === undefined) return null;
  const related = await sql<StoredEntry>`
    select ${columns} from ${joined} where a.request_id = ${entry.requestId} and a.id <> ${id}
    order by a.id limit 100`.execute(db);
  return { entry, related: related.rows };
}
