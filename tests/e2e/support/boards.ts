import { unique, type Api } from './api.ts';

interface Board {
  id: number;
  lanes: { id: number; title: string }[];
}
interface MadeBoard {
  boardId: number;
  projectId: number;
  sprintId: number;
  lanes: Board['lanes'];
  /** Ids of the tasks, all in the first lane of the sprint. */
  tasks: number[];
}

async function post<T>(api: Api, path: string, body: Parameters<Api['call']>[2]): Promise<T> {
  const { body: answer } = await api.call<T>('POST', `/handler/v2/agile/${path}`, body);
  if (!('data' in answer)) throw new Error(answer.message);
  return answer.data as T;
}

/** A project with a board, whose sprint goes on with some tasks. */
export async function makeBoard(api: Api, titles: readonly string[]): Promise<MadeBoard> {
  const mark = unique();
  const { id: boardId, lanes } = await post<Board>(api, 'boards', { title: `Quadro ${mark}` });
  const { id: projectId } = await post<{ id: number }>(api, 'projects', {
    title: `Projeto ${mark}`,
    summaryTitle: 'Sumário',
    startDate: '2026-11-02',
    endDate: '2027-11-02',
    boardIds: [boardId],
  });
  const sprint = { boardId, title: 'Sprint 1', startDate: '2026-11-02' };
  const { id: sprintId } = await post<{ id: number }>(api, 'sprints', sprint);
  await api.call('PUT', `/handler/v2/agile/boards/${boardId}`, { activeSprintId: sprintId });
  const tasks: number[] = [];
  for (const title of titles)
    tasks.push((await post<{ id: number }>(api, 'tasks', { projectId, title, taskSprintId: sprintId })).id);
  return { boardId, projectId, sprintId, lanes, tasks };
}
