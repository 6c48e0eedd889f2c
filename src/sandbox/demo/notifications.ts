import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { NotificationKind } from '../../contracts/notification.ts';
import type { Tables } from '../../server/db/tables.ts';
import { chunks, type ProjectRows } from './project-rows.ts';

const day = 86_400_000;

interface Event {
  at: Date;
  actor: number | null;
  kind: NotificationKind;
}

/**
 * The people on each task watch it, and have notifications of what others did in the last three weeks; those of earlier days
 * are read.
 */
export async function seedNotifications(
  db: Transaction<Tables>,
  { team, members, history }: ProjectRows,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const tenant_id = team.tenantId;
  const heads = await db.selectFrom('task').select(['id', 'head_id']).where('id', 'in', ids).execute();
  const users = await db
    .selectFrom('task_user')
    .select(['task_id', 'user_id'])
    .where('task_id', 'in', ids)
    .execute();
  const comments = await db
    .selectFrom('comment')
    .select(['parent_id', 'created_by', 'created_at'])
    .where('parent_type', '=', 'task')
    .where('parent_id', 'in', ids)
    .execute();
  const watchers = new Map<number, Set<number>>(
    ids.map((id) => [id, new Set([team.managerId, team.adminId])]),
  );
  for (const { id, head_id } of heads) if (head_id !== null) watchers.get(id)?.add(head_id);
  for (const { task_id, user_id } of users) watchers.get(task_id)?.add(user_id);
  const events = new Map<number, Event[]>(
    ids.map((id, at) => [
      id,
      history.tasks[at]!.steps.map(({ at: moved, actor }) => ({
        at: moved,
        actor: members[actor]!,
        kind: 'status' as const,
      })),
    ]),
  );
  for (const { parent_id, created_by, created_at } of comments)
    events.get(parent_id)?.push({ at: created_at, actor: created_by, kind: 'comment' });

  const watching = [...watchers].flatMap(([entity_id, people]) =>
    [...people].map((user_id) => ({ tenant_id, entity: 'task', entity_id, user_id })),
  );
  for (const part of chunks(watching)) await db.insertInto('watcher').values(part).execute();
  const since = now.getTime() - 21 * day;
  const notifications = [...events]
    .flatMap(([entity_id, happened]) =>
      happened
        .filter(({ at }) => at.getTime() > since && at < now)
        .flatMap(({ at, actor, kind }) =>
          [...watchers.get(entity_id)!]
            .filter((user_id) => user_id !== actor)
            .map((user_id) => ({
              tenant_id,
              user_id,
              actor_id: actor,
              kind,
              entity: 'task',
              entity_id,
              data: JSON.stringify({ opId: randomUUID(), count: 1 }),
              created_at: at,
              read_at: now.getTime() - at.getTime() > 3 * day ? new Date(at.getTime() + day) : null,
            })),
        ),
    )
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
  for (const part of chunks(notifications)) await db.insertInto('notification').values(part).execute();
}
