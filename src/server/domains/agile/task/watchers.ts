import { sql } from 'kysely';
import type { OpChange } from '../../../../contracts/agile.ts';
import { numbersOf } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context } from '../../../kernel/contract.ts';

/** People of a task that a change of it, or of one of its comments, concerns. */
interface Watch {
  task: number;
  person: number;
}

/** People who begin to watch tasks by an operation: their creator, those put on them, commenters, and those mentioned. */
export function watchesOf(changes: readonly OpChange[], actor: number): Watch[] {
  return changes.flatMap(({ entity, id, before, after }): Watch[] => {
    if (after === null) return [];
    if (entity === 'task') {
      const known = numbersOf(before?.['users']);
      const added = numbersOf(after['users']).filter((person) => !known.includes(person));
      const head = typeof after['head'] === 'number' ? [after['head']] : [];
      return [...(before === null ? [actor] : []), ...added, ...head].map((person) => ({ task: id, person }));
    }
    if (entity !== 'comment' || before !== null || after['parentType'] !== 'task') return [];
    const task = Number(after['parentId']);
    return [actor, ...numbersOf(after['mentions'])].map((person) => ({ task, person }));
  });
}

/** Makes people watch tasks. */
export async function addWatchers(
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  watches: readonly Watch[],
): Promise<void> {
  if (watches.length === 0) return;
  await sql`
    insert into watcher (tenant_id, entity, entity_id, user_id)
    select ${tenant.id}, 'task', w.task, w.person
    from jsonb_to_recordset(${JSON.stringify(watches)}::jsonb) w (task bigint, person bigint)
    join app_user u on u.id = w.person
    on conflict do nothing`.execute(db);
}

/** Ends or begins one's own watching of a task. */
export async function setWatching(
  ctx: Pick<Context, 'db' | 'tenant' | 'caller'>,
  taskId: number,
  isWatching: boolean,
): Promise<void> {
  const person = ctx.caller.userId;
  if (isWatching) await addWatchers(ctx, [{ task: taskId, person }]);
  else await removeWatcher(ctx.db, taskId, person);
}

async function removeWatcher(db: TenantTransaction, taskId: number, person: number): Promise<void> {
  await db
    .deleteFrom('watcher')
    .where('entity', '=', 'task')
    .where('entity_id', '=', taskId)
    .where('user_id', '=', person)
    .execute();
}
