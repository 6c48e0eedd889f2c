import { sql, type RawBuilder } from 'kysely';
import { Type, type Static } from 'typebox';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import { viewKey, type ScheduledPublication } from '../../../../contracts/view.ts';
import { assertAllowed } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit.ts';
import { callerOf } from '../../../kernel/caller-of.ts';
import type { Context, FailureSource, Tenant } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { failureOf, notFound, refusal, ruleBroken, AppError } from '../../../kernel/errors.ts';
import { enqueue, job, jobTransaction, type JobContext, type JobSpec } from '../../../kernel/job.ts';
import { plainTextOf } from '../../../kernel/rich-text.ts';
import { text } from '../../../kernel/texts.ts';
import {
  assertPublishable,
  publishDefinition,
  type BundledMenu,
  type Editing,
} from '../../definitions/index.ts';
import {
  assertFew,
  assertSeen,
  chosenViews,
  cleanComment,
  draftsAmong,
  publishSnapshots,
  type PublicationInput,
  type Snapshot,
} from './publish.ts';
import { assertGroupsGrantable } from './readers.ts';

/** Longest time ahead, in days. */
const mostDays = 366;
const day = 86_400_000;
/** Attempts after failures that may pass; a refusal ends the publication at once. */
const attempts = 4;

const kind = 'views.publish';
const payload = Type.Object({
  publicationId: Type.Integer(),
  tenant: Type.Unsafe<JsonObject>({ type: 'object' }),
  host: Type.String(),
  address: Type.String(),
  userAgent: Type.String(),
});

interface StoredPublication {
  id: number;
  userId: number;
  comment: string;
  views: Snapshot[];
  groups: number[];
  lang: Language;
  state: ScheduledPublication['state'];
}

/** @throws AppError VALIDATION_FAILED for a time that is none, is over, or lies too far ahead */
function timeOf(at: string): Date {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(at)
    ? Date.parse(at)
    : Number.NaN;
  if (Number.isNaN(time)) throw refusal('/at', 'errors.views.at');
  if (time <= Date.now()) throw refusal('/at', 'errors.views.atPast');
  if (time > Date.now() + mostDays * day) throw refusal('/at', 'errors.views.atFar', { days: mostDays });
  return new Date(time);
}

/** Views that wait for a publication already. */
async function waitingTitles(db: TenantTransaction, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ dashId: number }>`
    select distinct (one ->> 'dashId')::float8 as "dashId"
    from scheduled_publication p cross join lateral jsonb_array_elements(p.views) one
    where p.state = 'waiting' and (one ->> 'dashId')::bigint in (${sql.join(ids.map((id) => sql`${id}`))})`.execute(
    db,
  );
  return rows.map(({ dashId }) => dashId);
}

/**
 * Schedules the publication of views as their drafts are now, with everything that a publication checks: it is checked again
 * when it runs, with the rights that the person has then.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, RULE_BROKEN, DEFINITION_INVALID, ROUTES_NOT_ALLOWED
 */
export async function schedulePublication(
  editing: Editing,
  ctx: Context,
  menu: BundledMenu,
  input: Pick<PublicationInput, 'ids' | 'comment' | 'groups' | 'seen'> & { at: string },
): Promise<{ ids: number[]; scheduled: { id: number; at: string } }> {
  assertFew(input.ids);
  const views = await chosenViews(ctx, menu, input.ids);
  const comment = cleanComment(input.comment);
  const drafts = draftsAmong(views);
  assertSeen(drafts, input.seen);
  const runAt = timeOf(input.at);
  const ids = drafts.map(({ dashId }) => dashId);
  const waiting = await waitingTitles(ctx.db, ids);
  if (waiting.length > 0) {
    const titles = drafts.filter(({ dashId }) => waiting.includes(dashId)).map(({ title }) => title);
    throw ruleBroken('errors.views.alreadyScheduled', { params: { titles: titles.join(', ') } });
  }
  for (const id of ids) await assertPublishable(editing, ctx, { kind: 'dashboard', id: viewKey(id) });
  const groups = [...new Set(input.groups ?? [])];
  await assertGroupsGrantable(ctx, ids, groups);
  const stored = drafts.map(({ dashId, version, publishedVersion }): Snapshot => ({
    dashId,
    version,
    published: publishedVersion,
  }));
  const { rows } = await sql<{ id: number }>`
    insert into scheduled_publication (tenant_id, user_id, comment, views, groups, run_at, lang)
    values (${ctx.tenant.id}, ${ctx.caller.userId}, ${comment}, ${JSON.stringify(stored)}::jsonb,
      ${JSON.stringify(groups)}::jsonb, ${runAt.toISOString()}::timestamptz, ${ctx.lang})
    returning id::float8 as id`.execute(ctx.db);
  const { id } = rows[0]!;
  await enqueuePublication(ctx, id, runAt);
  await record(ctx, id, 'schedule', { ids, at: runAt.toISOString() });
  announce(ctx.db, stored);
  return { ids, scheduled: { id, at: runAt.toISOString() } };
}

async function enqueuePublication(ctx: Context, id: number, runAt?: Date): Promise<void> {
  const { tenant, host, address, headers } = ctx;
  await enqueue(ctx.db, tenant.id, {
    kind,
    key: String(id),
    maxAttempts: attempts,
    payload: {
      publicationId: id,
      tenant: tenant as unknown as JsonObject,
      host,
      address,
      userAgent: String(headers['user-agent'] ?? ''),
    },
    ...(runAt ? { runAt } : {}),
  });
}

/** Publications that were refused at their time. Another try checks all again, with the rights of who scheduled them. */
export const failedPublications: FailureSource = {
  entity: 'scheduled-publication',
  rows: sql`
    select id, ${sql.lit(kind)} as kind, message as reason, 1 as attempts, ended_at as at
    from scheduled_publication where state = 'failed'`,
  async retry(ctx, id) {
    const { rows } = await sql<Pick<StoredPublication, 'views'>>`
      update scheduled_publication set state = 'waiting', message = '', ended_at = null
      where id = ${id} and state = 'failed' returning views`.execute(ctx.db);
    const [found] = rows;
    if (!found) return false;
    await enqueuePublication(ctx, id);
    announce(ctx.db, found.views);
    return true;
  },
  async remove(ctx, id) {
    const { rows } = await sql<Pick<StoredPublication, 'views'>>`
      update scheduled_publication set state = 'cancelled' where id = ${id} and state = 'failed' returning views`.execute(
      ctx.db,
    );
    if (rows[0]) announce(ctx.db, rows[0].views);
    return rows.length > 0;
  },
};

async function record(ctx: Context, id: number, action: string, after: JsonObject | null): Promise<void> {
  await audit(ctx, { entity: 'scheduled-publication', entityId: id, action, before: null, after });
}

/** The job of a publication that used up its attempts: kills and failures of the database, which the publication cannot note. */
const deadJob = (publicationId: RawBuilder<unknown>) => sql`
  select from job j where j.kind = ${kind} and j.state = 'dead' and (j.payload ->> 'publicationId')::bigint = ${publicationId}`;

/** Publications that wait, and those that failed or were done within a month, the next one first. */
export async function listScheduled(ctx: Context): Promise<ScheduledPublication[]> {
  const { rows } = await sql<ScheduledPublication & { html: string; isInterrupted: boolean }>`
    select p.id::float8 as id, p.comment as html, p.state, p.message, u.name::text as by,
      p.state = 'waiting' and exists (${deadJob(sql`p.id`)}) as "isInterrupted",
      to_char(p.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      (select jsonb_agg((one ->> 'dashId')::float8) from jsonb_array_elements(p.views) one) as ids,
      (select string_agg(coalesce(v.titles ->> ${ctx.lang}::text, v.titles ->> 'pt', d.id), ', ')
        from jsonb_array_elements(p.views) one
        join definition d on d.kind = 'dashboard' and d.id = 'dash-' || (one ->> 'dashId')
        join definition_version v on v.kind = d.kind and v.id = d.id
          and v.version = coalesce(d.draft_version, nullif(d.published_version, 0))) as titles,
      p.state = 'failed' and exists (
        select from jsonb_array_elements(p.views) one
        join definition d on d.kind = 'dashboard' and d.id = 'dash-' || (one ->> 'dashId')
          and (d.draft_version is not null or d.published_version > 0)
        where not exists (
          select from definition_version v
          where v.kind = d.kind and v.id = d.id and v.published_at > p.ended_at
        ) and not exists (
          select from scheduled_publication l where l.state = 'waiting'
            and l.views @> jsonb_build_array(jsonb_build_object('dashId', (one ->> 'dashId')::bigint))
        )) as "needsAttention"
    from scheduled_publication p left join app_user u on u.id = p.user_id
    where p.state = 'waiting' or (p.state <> 'cancelled' and p.ended_at > now() - interval '30 days')
    order by p.state <> 'waiting', p.run_at limit 200`.execute(ctx.db);
  const interrupted = {
    state: 'failed' as const,
    message: text(ctx.lang, 'errors.views.interrupted'),
    needsAttention: true,
  };
  return rows.map(({ html, titles, by, isInterrupted, ...row }) => ({
    ...row,
    ...(isInterrupted ? interrupted : {}),
    by: by ?? '',
    titles: titles ?? '',
    comment: plainTextOf(html),
  }));
}

/** Tells lists of views that what they say of a publication has changed. */
function announce(db: TenantTransaction, views: readonly Snapshot[]): void {
  for (const { dashId } of views)
    publishDefinition(db, { kind: 'dashboard', id: viewKey(dashId) }, 'save', 0);
}

/** Cancels a publication that waits, or dismisses one that failed. @throws AppError NOT_FOUND */
export async function cancelScheduled(ctx: Context, id: number): Promise<{ id: number; ids: number[] }> {
  const { rows } = await sql<{ views: StoredPublication['views'] }>`
    update scheduled_publication set state = 'cancelled', ended_at = now()
    where id = ${id} and state in ('waiting', 'failed') returning views`.execute(ctx.db);
  const views = rows[0]?.views;
  if (!views) throw notFound();
  await sql`
    delete from job where kind = ${kind} and state = 'dead' and (payload ->> 'publicationId')::bigint = ${id}`.execute(
    ctx.db,
  );
  const ids = views.map(({ dashId }) => dashId);
  await record(ctx, id, 'cancel', { ids });
  announce(ctx.db, views);
  return { id, ids };
}

async function readWaiting(db: TenantTransaction, id: number): Promise<StoredPublication | null> {
  const { rows } = await sql<StoredPublication>`
    select id::float8 as id, user_id::float8 as "userId", comment, views, groups, lang, state
    from scheduled_publication where id = ${id} and state = 'waiting' for update`.execute(db);
  return rows[0] ?? null;
}

/** The context of the person who scheduled it, with the rights that they have now. @throws AppError FORBIDDEN */
async function contextOf(
  work: JobContext,
  { tenant, host, address, userAgent }: Static<typeof payload>,
  { id, userId, lang }: StoredPublication,
  db: TenantTransaction,
  screen: string,
): Promise<Context> {
  const caller = await callerOf(db, userId);
  if (!caller) throw new AppError('FORBIDDEN');
  assertAllowed(caller, { screen, verb: 'update' }, false);
  return {
    tenant: tenant as unknown as Tenant,
    host,
    caller,
    lang,
    address,
    requestId: `publication-${id}`,
    log: work.log,
    headers: { 'user-agent': userAgent },
    db,
    signal: work.signal,
    transaction: (inside) => inside(db),
  };
}

/** The job that publishes scheduled views, all of them or none, and keeps why it could not. */
export function publicationJob(editing: Editing, menu: BundledMenu): JobSpec {
  return job({
    kind,
    payload,
    maxAttempts: attempts,
    async prepare(work, given) {
      try {
        await jobTransaction(work, async (db) => {
          const publication = await readWaiting(db, given.publicationId);
          // Cancelled, or done by an attempt whose end was not stored.
          if (!publication) return;
          const ctx = await contextOf(work, given, publication, db, editing.screen);
          const { views: snapshots, comment, groups } = publication;
          await publishSnapshots(editing, ctx, menu, { snapshots, comment, groups });
          await end(db, publication.id, 'done', '');
        });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        await jobTransaction(work, async (db) => {
          const publication = await readWaiting(db, given.publicationId);
          if (!publication) return;
          await end(db, publication.id, 'failed', failureOf(error, publication.lang).message);
          announce(db, publication.views);
        });
      }
    },
    run: () => Promise.resolve(),
  });
}

async function end(
  db: TenantTransaction,
  id: number,
  state: 'done' | 'failed',
  message: string,
): Promise<void> {
  await sql`
    update scheduled_publication set state = ${state}, message = ${message}, ended_at = now()
    where id = ${id}`.execute(db);
}
