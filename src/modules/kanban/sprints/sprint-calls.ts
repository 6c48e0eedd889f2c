import { randomId } from '../../../contracts/random-id.ts';
import type { SprintResolution } from '../../../contracts/agile-sprint.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Host } from '../../../engine/core/index.ts';

const root = '/handler/v2/agile';

/** Fields of a sprint's form; dates are YYYY-MM-DD. */
export interface SprintForm {
  title: string;
  startDate: string;
  /** Empty for none. */
  plannedEnd: string;
}

const bodyOf = ({ title, startDate, plannedEnd }: SprintForm) => ({
  title: title.trim(),
  startDate,
  ...(plannedEnd === '' ? {} : { plannedEnd }),
});

export interface EndedSprint {
  opId: string;
  newSprintId: number | null;
}

/** The calls of sprints. They reject with HostFailure. */
export interface SprintCalls {
  create(boardId: number, form: SprintForm): Promise<number>;
  /** Makes a sprint the board's active one. @returns the operation, which can be undone */
  activate(boardId: number, sprintId: number): Promise<string>;
  end(
    sprintId: number,
    resolution: readonly SprintResolution[],
    newSprint: SprintForm | null,
    note: string,
  ): Promise<EndedSprint>;
}

export function createSprintCalls(host: Host): SprintCalls {
  const send = async <Data>(method: 'post' | 'put', address: string, body: object): Promise<Data> =>
    (
      (await host.run({ method, address: `${root}/${address}`, body: body as unknown as Json })) as {
        data: Data;
      }
    ).data;
  return {
    async create(boardId, form) {
      const opId = randomId();
      return (await send<{ id: number }>('post', 'sprints', { boardId, opId, ...bodyOf(form) })).id;
    },
    async activate(boardId, sprintId) {
      const opId = randomId();
      await send('put', `boards/${boardId}`, { activeSprintId: sprintId, opId });
      return opId;
    },
    end: (sprintId, resolution, newSprint, note) =>
      send<EndedSprint>('put', `sprints/${sprintId}`, {
        state: 'ended',
        opId: randomId(),
        resolution,
        ...(newSprint && { newSprint: bodyOf(newSprint) }),
        ...(note.trim() !== '' && { note: note.trim() }),
      }),
  };
}
