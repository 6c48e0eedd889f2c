import { sql } from 'kysely';
import { linkKinds, type LinkKind } from '../../../../contracts/agile-card.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, ruleBroken } from '../../../kernel/errors.ts';
import { withoutHiding } from '../../../kernel/without-hiding.ts';
import { assertSeesWork } from '../work/access.ts';
import { boardsOf, lockBoards, lockTasks, projectsOf, shareProjects } from '../operation/locks.ts';
import { findOp, recordOp } from '../operation/ops.ts';
import { changeRecord } from '../operation/write-record.ts';

/** A link as a person at a task names it: what that task does to the other one, or the other one to it. */
export interface LinkCommand {
  kind?: LinkKind | undefined;
  otherId: number;
  opId?: string | undefined;
}

/** Kinds that are stored at the other task. */
const inverses: Readonly<Partial<Record<LinkKind, StoredKind>>> = {
  blockedBy: 'blocks',
  duplicatedBy: 'duplicates',
};
type StoredKind = 'blocks' | 'duplicates' | 'relates';

/** Locks both tasks with all that shows them. @throws AppError NOT_FOUND, PROJECT_CLOSED */
async function lockBoth(ctx: Context, ids: readonly number[]) {
  const { db } = ctx;
  assertSeesWork(ctx);
  await shareProjects(db, await projectsOf(db, ids));
  const boards = await boardsOf(db, ids);
  await lockBoards(db, boards);
  return { boards, tasks: await lockTasks(db, ids) };
}

async function othersOf(db: TenantTransaction, taskId: number, kind: StoredKind): Promise<number[]> {
  const rows = await db
    .selectFrom('task_link')
    .where('task_id', '=', taskId)
    .where('kind', '=', kind)
    .select('other_id')
    .orderBy('other_id')
    .execute();
  return rows.map((row) => row.other_id);
}

/**
 * No task waits for itself; removed ones block nothing. Links of kind `blocks` are written one after another in a tenant, since
 * several can make a circle together.
 * @throws AppError RULE_BROKEN
 */
export async function assertNoCycle(
  ctx: Pick<Context, 'db' | 'tenant'>,
  tasks: readonly number[],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`blocks ${ctx.tenant.id}`}, 0))`.execute(ctx.db);
  const { rows } = await withoutHiding(ctx.db, () =>
    sql`
      with recursive behind (start, id) as (
        select task_id, other_id from task_link where task_id = any (${[...tasks]}::bigint[]) and kind = 'blocks'
        union select b.start, l.other_id from behind b join task t on t.id = b.id and t.deleted_at is null
          join task_link l on l.task_id = b.id and l.kind = 'blocks'
      )
      select from behind where id = start limit 1`.execute(ctx.db),
  );
  if (rows.length > 0) throw ruleBroken('errors.agile.linkCycle');
}

/** Adds or removes a link between two tasks; one that is there, or gone, already is no operation. */
export async function changeLink(
  ctx: Context,
  taskId: number,
  { kind = 'relates', otherId, opId }: LinkCommand,
  isSet: boolean,
): Promise<void> {
  const { db } = ctx;
  if (otherId === taskId) throw invalid([{ path: '/otherId', key: 'errors.agile.linkToItself' }]);
  const { boards, tasks } = await lockBoth(ctx, [taskId, otherId]);
  if (await findOp(db, opId, 0)) return;
  const stored = inverses[kind] ?? (kind as StoredKind);
  const isInverse = inverses[kind] !== undefined;
  let [from, to] = isInverse ? [otherId, taskId] : [taskId, otherId];
  // Related tasks have one link, at whichever task it was made.
  if (stored === 'relates' && (await othersOf(db, to, 'relates')).includes(from)) [from, to] = [to, from];
  const before = await othersOf(db, from, stored);
  if (before.includes(to) === isSet) return;
  if (isSet) {
    await db
      .insertInto('task_link')
      .values({
        tenant_id: ctx.tenant.id,
        task_id: from,
        other_id: to,
        kind: stored,
        created_by: ctx.caller.userId,
      })
      .execute();
    if (stored === 'blocks') await assertNoCycle(ctx, [from]);
  } else
    await db
      .deleteFrom('task_link')
      .where('task_id', '=', from)
      .where('other_id', '=', to)
      .where('kind', '=', stored)
      .execute();
  const after = await othersOf(db, from, stored);
  const { projectId } = tasks.find(({ id }) => id === from)!;
  const task = { entity: 'task', id: from } as const;
  const change = await changeRecord(ctx, task, { [stored]: before }, { [stored]: after }, { projectId });
  if (change === null) throw new Error('a link was written that changes nothing');
  await recordOp(ctx, new Map(), {
    opId,
    kind: isSet ? 'task.link' : 'task.unlink',
    changes: [change],
    boards,
    about: [{ entity: 'task', id: to }],
  });
}

/** The links of a task as JSON: those whose other task the person sees. */
export const linksJson = (taskId: string) => sql`coalesce((
  select json_agg(x order by array_position(${[...linkKinds]}::text[], x.kind), x.id) from (
    select case when l.task_id = ${sql.ref(taskId)} or l.kind = 'relates' then l.kind
        when l.kind = 'blocks' then 'blockedBy' else 'duplicatedBy' end as kind,
      o.id, q.key || '-' || o.number as code, o.title, v.category in ('concluded', 'canceled') as "isDone"
    from task_link l
    join task o on o.id = case when l.task_id = ${sql.ref(taskId)} then l.other_id else l.task_id end
      and o.deleted_at is null
    join project q on q.id = o.project_id
    join work_status v on v.id = o.status_id
    where l.task_id = ${sql.ref(taskId)} or l.other_id = ${sql.ref(taskId)}
  ) x
), '[]'::json)`;
