import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { statusIds, type OpChange } from '../../contracts/agile.ts';
import type { Json } from '../../contracts/json.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { DemoTask } from './project-history.ts';
import { chunks, finished, type ProjectRows } from './project-rows.ts';

type Db = Transaction<Tables>;

interface LogEntry {
  at: Date;
  kind: string;
  actor: number;
  change: OpChange;
  /** Its consequences for sprints. */
  sprints: { sprint_id: number; kind: 'in' | 'out' | 'done' }[];
}

/** Operations of all steps in the order of their times, numbered on the board. */
export async function seedLog(db: Db, rows: ProjectRows, ids: readonly number[]): Promise<void> {
  const { team, boardId, history } = rows;
  const tenant_id = team.tenantId;
  const entries = history.tasks
    .flatMap((task, at) => entriesOf(rows, task, ids[at]!))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  let seq = 0;
  for (const part of chunks(entries)) {
    const ops = await db
      .insertInto('op')
      .values(
        part.map(({ at, kind, actor, change }) => ({
          tenant_id,
          op_id: randomUUID(),
          kind,
          actor_id: actor,
          at,
          changes: JSON.stringify([change]),
        })),
      )
      .returning('id')
      .execute();
    const numbered = part.map((entry, at) => ({ ...entry, op: ops[at]!.id }));
    await db
      .insertInto('op_object')
      .values(
        numbered.map(({ op, change }) => ({ tenant_id, entity: 'task' as const, entity_id: change.id, op })),
      )
      .execute();
    await db
      .insertInto('op_board')
      .values(numbered.map(({ op }) => ({ tenant_id, board_id: boardId, seq: (seq += 1), op })))
      .execute();
    const events = numbered.flatMap(({ op, at, change, sprints }) =>
      sprints.map((one) => ({ tenant_id, op, at, task_id: change.id, ...one })),
    );
    if (events.length > 0) await db.insertInto('sprint_event').values(events).execute();
  }
  await db.updateTable('board').set({ last_seq: seq }).where('id', '=', boardId).execute();
}

function entriesOf(
  { team, projectId, members, sprints }: ProjectRows,
  task: DemoTask,
  id: number,
): LogEntry[] {
  const created: LogEntry = {
    at: task.createdAt,
    kind: 'task.create',
    actor: team.managerId,
    change: {
      entity: 'task',
      id,
      version: 1,
      projectId,
      before: null,
      after: { title: task.title, statusId: statusIds.backlog, taskSprintId: null },
    },
    sprints: [],
  };
  let before: { statusId: number; sprint: number | null } = { statusId: statusIds.backlog, sprint: null };
  const moved = task.steps.map((step, index): LogEntry => {
    const idOf = (sprint: number | null): number | null => (sprint === null ? null : sprints[sprint]!);
    const fields = ({ statusId, sprint }: typeof before): Record<string, Json> => ({
      statusId,
      taskSprintId: idOf(sprint),
    });
    const [left, entered] = [idOf(before.sprint), idOf(step.sprint)];
    const change: OpChange = {
      entity: 'task',
      id,
      version: index + 2,
      projectId,
      before: fields(before),
      after: fields(step),
    };
    const events: LogEntry['sprints'] = [];
    if (left !== entered) {
      if (left !== null) events.push({ sprint_id: left, kind: 'out' });
      if (entered !== null) events.push({ sprint_id: entered, kind: 'in' });
    } else if (entered !== null && finished(step.statusId) && !finished(before.statusId))
      events.push({ sprint_id: entered, kind: 'done' });
    before = step;
    return { at: step.at, kind: 'task.move', actor: members[step.actor]!, change, sprints: events };
  });
  return [created, ...moved];
}
