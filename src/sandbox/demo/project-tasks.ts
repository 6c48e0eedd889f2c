import type { Transaction } from 'kysely';
import { statusIds } from '../../contracts/agile.ts';
import type { Tables } from '../../server/db/tables.ts';
import { evenKeys } from '../../server/domains/agile/index.ts';
import { demoChecklist, demoComments, demoDescriptions } from './project-content.ts';
import type { DemoTask } from './project-history.ts';
import { chunks, finished, type ProjectRows } from './project-rows.ts';

type Db = Transaction<Tables>;

/** The day on which work on a task began, where that was in time. */
function startOf({ endDate, steps }: DemoTask): string | null {
  const day = steps
    .find(({ statusId }) => statusId === statusIds.progress)
    ?.at.toISOString()
    .slice(0, 10);
  return day !== undefined && endDate !== null && day <= endDate ? day : null;
}

/** Two of three tasks say more than their title. */
const descriptionOf = (number: number): string =>
  number % 3 === 0 ? '' : demoDescriptions[number % demoDescriptions.length]!;

/** Adds tasks as they are now. @returns the ids of the tasks, in the order of the history */
export async function seedTasks(db: Db, rows: ProjectRows): Promise<number[]> {
  const { team, projectId, boardId, members, history } = rows;
  const tenant_id = team.tenantId;
  const firstNumber = rows.stories.length + 1;
  const ids: number[] = [];
  for (const part of chunks(history.tasks.map((task, at) => ({ task, number: firstNumber + at })))) {
    const made = await db
      .insertInto('task')
      .values(
        part.map(({ task, number }) => {
          const last = task.steps.at(-1);
          const sprint = last?.sprint ?? null;
          return {
            tenant_id,
            project_id: projectId,
            story_id: rows.stories[task.story]!,
            number,
            title: task.title,
            description: descriptionOf(number),
            status_id: last?.statusId ?? statusIds.backlog,
            priority_id: task.priorityId,
            sprint_id: sprint === null ? null : rows.sprints[sprint]!,
            head_id: members[task.people[0]!]!,
            start_date: startOf(task),
            end_date: task.endDate,
            concluded_at: last?.statusId === statusIds.concluded ? last.at : null,
            cover_file_id: null,
            version: task.steps.length + 1,
            created_at: task.createdAt,
            created_by: team.managerId,
            updated_at: last?.at ?? task.createdAt,
            updated_by: members[task.people[0]!]!,
          };
        }),
      )
      .returning('id')
      .execute();
    ids.push(...made.map(({ id }) => id));
  }
  const users = history.tasks.flatMap(({ people }, at) =>
    people.map((one) => ({ tenant_id, task_id: ids[at]!, user_id: members[one]! })),
  );
  await db.insertInto('task_user').values(users).execute();
  const tags = history.tasks.flatMap(({ tags: own }, at) =>
    own.map((one) => ({ tenant_id, task_id: ids[at]!, tag_id: rows.tags[one]! })),
  );
  if (tags.length > 0) await db.insertInto('task_tag').values(tags).execute();
  await db
    .insertInto('card_position')
    .values(positionsOf(rows, ids, boardId))
    .execute();
  await seedParts(db, rows, ids);
  await seedLinks(db, rows, ids);
  return ids;
}

/** The cards of each list and lane in the order of their last steps. */
function positionsOf(
  { team, history, lanes, sprints }: ProjectRows,
  ids: readonly number[],
  board_id: number,
) {
  const slots = new Map<string, { at: number; sprint: number; lane: number }[]>();
  for (const [at, { steps }] of history.tasks.entries()) {
    const last = steps.at(-1);
    const sprint = typeof last?.sprint === 'number' ? sprints[last.sprint]! : 0;
    const lane = sprint === 0 ? 0 : (lanes.get(last!.statusId) ?? 0);
    const key = `${sprint} ${lane}`;
    slots.set(key, [...(slots.get(key) ?? []), { at, sprint, lane }]);
  }
  return [...slots.values()].flatMap((cards) => {
    const keys = evenKeys(cards.length);
    return cards.map(({ at, sprint, lane }, index) => ({
      tenant_id: team.tenantId,
      board_id,
      task_id: ids[at]!,
      sprint_id: sprint,
      lane_id: lane,
      pos: keys[index]!,
    }));
  });
}

/** Checklists and comments of what was worked on. */
async function seedParts(
  db: Db,
  { team, members, history }: ProjectRows,
  ids: readonly number[],
): Promise<void> {
  const tenant_id = team.tenantId;
  const worked = history.tasks.flatMap((task, at) => (task.steps.length > 1 ? [{ task, at }] : []));
  const keys = evenKeys(demoChecklist.length);
  const items = worked
    .filter(({ at }) => at % 3 === 0)
    .flatMap(({ task, at }) => {
      const length = 3 + (at % 4);
      const done = finished(task.steps.at(-1)!.statusId) ? length : at % length;
      return demoChecklist.slice(0, length).map((title, index) => ({
        tenant_id,
        parent_type: 'task' as const,
        parent_id: ids[at]!,
        title,
        pos: keys[index]!,
        is_done: index < done,
        created_by: team.managerId,
        updated_by: team.managerId,
      }));
    });
  await db.insertInto('checklist_item').values(items).execute();
  const comments = worked
    .filter(({ at }) => at % 2 === 1)
    .map(({ task, at }) => {
      const written = new Date(task.steps[1]!.at.getTime() + 3_600_000);
      const author = members[(at + 1) % members.length]!;
      return {
        tenant_id,
        parent_type: 'task' as const,
        parent_id: ids[at]!,
        body: `<p>${demoComments[at % demoComments.length]!}</p>`,
        created_at: written,
        updated_at: written,
        created_by: author,
        updated_by: author,
      };
    });
  await db.insertInto('comment').values(comments).execute();
}

/** Every second task of a story waits for the one before it. */
async function seedLinks(
  db: Db,
  { team, stories, history }: ProjectRows,
  ids: readonly number[],
): Promise<void> {
  const links = stories.flatMap((_, story) => {
    const tasks = ids.filter((_id, at) => history.tasks[at]!.story === story);
    return tasks.flatMap((other_id, at) => (at % 2 === 1 ? [{ task_id: tasks[at - 1]!, other_id }] : []));
  });
  await db
    .insertInto('task_link')
    .values(
      links.map((link) => ({
        tenant_id: team.tenantId,
        kind: 'blocks' as const,
        created_by: team.managerId,
        ...link,
      })),
    )
    .execute();
}
