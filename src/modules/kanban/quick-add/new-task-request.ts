import type { RunRequest } from '../../../engine/core/index.ts';
import type { Json } from '../../../contracts/json.ts';
import type { NewPlace } from '../core/new-card.ts';
import type { QuickTask } from '../core/quick-add.ts';

/** The call that creates a task at the end of a list, with tags that the board does not have yet. */
export function newTaskRequest(
  boardId: number,
  task: QuickTask,
  { projectId, sprintId, lane, set }: NewPlace,
  opId: string,
): Pick<RunRequest, 'method' | 'address' | 'body'> {
  const { newTags, ...fields } = task;
  const body = {
    opId,
    projectId,
    ...fields,
    ...set,
    taskSprintId: sprintId,
    ...(lane && { laneId: lane.id }),
    ...(newTags.length > 0 && { newTags: { boardId, titles: newTags } }),
  };
  return { method: 'post', address: '/handler/v2/agile/tasks', body: body as unknown as Json };
}
